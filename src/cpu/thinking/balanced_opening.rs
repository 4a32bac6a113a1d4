//! Draws starting positions: random plies that lead to a roughly even position, according to a search.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::cpu::budget::Budget;
use crate::cpu::classic::{Engine, bitboards_for_any_goal};
use crate::cpu::control::Control;
use crate::cpu::playouts::payoffs::Aim;
use crate::cpu::playouts::tree::{self, Plan};
use crate::cpu::progress::Progress;
use crate::cpu::report::Score;
use crate::rules::{Position, Record, Square};

/// Maximum number of positions to draw; if none is even, the most even one is used.
const MAX_DRAWS: u32 = 60;
/// Maximum expected lead of an even position, in discs.
const EVEN: f32 = 2.0;
/// Positions with a larger static evaluation are not searched.
const HOPELESS: i32 = 10;
/// Depth of the engine's search.
const BUDGET: Budget = Budget { exact_from: 10, nodes: 200_000, ..Budget::plies(6) };
const TABLE_BYTES: usize = 1 << 20;
/// Number of playouts for positions that the engine cannot evaluate.
const PLAYOUTS: u64 = 600;
/// Lead in discs equated with winning all playouts; half of them is a lead of 0.
const DISCS_FOR_ALL: f32 = 20.0;

/// Expected lead of the better side, in discs; `None` if the game is over.
type LeadEstimate<'a> = dyn FnMut(&Position) -> Option<f32> + 'a;

/// Draws `plies` random legal moves after a record, so that nobody is expected to win by much. The engine evaluates the
/// position or, for variants that it cannot play, playouts do. The same seed always draws the same moves. Empty if no
/// drawn game is that long.
#[must_use]
pub fn balanced_opening<R>(record: &Record, plies: usize, seed: u64, control: &mut Control<'_, R>) -> Vec<Square> {
    let Some((_, shape)) = bitboards_for_any_goal(record.position()) else {
        return balanced_opening_by_playouts(record, plies, seed, control);
    };
    let mut engine = Engine::built_in(record.variant().goal(), shape, TABLE_BYTES);
    draw(record, plies, seed, &mut |position| by_engine(&mut engine, position), control)
}

/// Like [`balanced_opening`], without the engine.
pub(crate) fn balanced_opening_by_playouts<R>(
    record: &Record,
    plies: usize,
    seed: u64,
    control: &mut Control<'_, R>,
) -> Vec<Square> {
    draw(record, plies, seed, &mut by_playouts, control)
}

fn draw<R>(
    record: &Record,
    plies: usize,
    seed: u64,
    estimate: &mut LeadEstimate<'_>,
    control: &mut Control<'_, R>,
) -> Vec<Square> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut most_even: Option<(f32, Vec<Square>)> = None;
    for done in 0..MAX_DRAWS {
        if control.progress(Progress { done, of: MAX_DRAWS }).is_break() {
            break;
        }
        let Some((squares, position)) = random_plies(record.position(), plies, &mut rng) else { continue };
        let Some(lead) = estimate(&position) else { continue };
        if most_even.as_ref().is_none_or(|(least, _)| lead < *least) {
            most_even = Some((lead, squares));
        }
        if lead <= EVEN {
            break;
        }
    }
    most_even.map(|(_, squares)| squares).unwrap_or_default()
}

/// Plays legal moves chosen uniformly at random.
fn random_plies(start: &Position, plies: usize, rng: &mut Xoshiro256PlusPlus) -> Option<(Vec<Square>, Position)> {
    let mut position = start.clone();
    let mut squares = Vec::with_capacity(plies);
    for _ in 0..plies {
        let player = position.to_move()?;
        let legal: Vec<Square> = position.legal_squares().iter().collect();
        let square = *legal.get(rng.random_range(0..legal.len().max(1)))?;
        position.play(player, square).ok()?;
        squares.push(square);
    }
    position.to_move().map(|_| (squares, position))
}

fn by_engine(engine: &mut Engine, position: &Position) -> Option<f32> {
    let (board, shape) = bitboards_for_any_goal(position)?;
    let static_score = engine.evaluate(board, shape).abs();
    if static_score > HOPELESS {
        return Some(static_score as f32);
    }
    // Otherwise the table entries of earlier draws would influence this result.
    engine.forget();
    let found = engine.search(board, shape, BUDGET, &mut Control::new())?;
    Some(found.score.abs() as f32)
}

fn by_playouts(position: &Position) -> Option<f32> {
    // A fixed seed, so that a position is always evaluated alike.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let plan = Plan { aim: Aim::Win, budget: Budget::positions(PLAYOUTS), network: None };
    match tree::rank(position, plan, &mut rng, &mut Control::new())?.score()? {
        Score::Wins(share) | Score::Discs(share) => Some((share - 0.5).abs() * 2.0 * DISCS_FOR_ALL),
        Score::Lead(discs) | Score::Points(discs) => Some(discs.abs() as f32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::Shape;
    use crate::rules::Goal;
    use crate::rules::Variant;

    fn record(key: &str) -> Record {
        Record::new(Variant::built_in(key).expect("is built in"))
    }

    fn after(record: &Record, squares: &[Square]) -> Position {
        let mut record = record.clone();
        record.play_squares(squares).expect("all of it is legal");
        record.position().clone()
    }

    #[test]
    fn openings_are_legal_and_even_and_follow_from_the_seed() {
        let record = record("classic-8");
        let mut engine = Engine::built_in(Goal::Most, Shape::FULL, TABLE_BYTES);
        let drawn: Vec<_> = (0..4).map(|seed| balanced_opening(&record, 8, seed, &mut Control::<()>::new())).collect();
        for squares in &drawn {
            assert_eq!(squares.len(), 8);
            let lead = by_engine(&mut engine, &after(&record, squares)).expect("it goes on");
            assert!(lead <= EVEN, "{squares:?}: {lead}");
        }
        assert!(drawn.iter().any(|other| *other != drawn[0]), "seeds draw different starts");
        assert_eq!(balanced_opening(&record, 8, 3, &mut Control::<()>::new()), drawn[3]);
    }

    #[test]
    fn playouts_judge_what_the_engine_does_not_know() {
        let record = record("classic-10");
        let squares = balanced_opening(&record, 4, 5, &mut Control::<()>::new());
        assert_eq!(squares.len(), 4);
        assert!(by_playouts(&after(&record, &squares)).is_some_and(|lead| lead < DISCS_FOR_ALL));
    }

    #[test]
    fn nothing_is_drawn_where_no_game_is_as_long() {
        assert_eq!(balanced_opening_by_playouts(&record("classic-4"), 40, 1, &mut Control::<()>::new()), []);
    }
}
