//! Self-play games of the engine, for positions with scores.

use rand::{Rng, RngExt};

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::board::translation::bit_of;
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::classic::training::sample::Sample;
use crate::cpu::control::Control;
use crate::cpu::report::Report;

/// Source of a position's score, before the endgame is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// Outcome of the game, for an evaluation that knows nothing yet.
    Outcome,
    /// Score of the search that chose the move.
    Search,
    /// Mean of that search and the one a ply shallower, because one ends with the player's choice and the other with
    /// the opponent's. Halves are rounded at random.
    TwoSearches,
}

/// Plan of a self-play game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlay {
    /// Minimum and maximum number of random plies at the start, on the board of 8 x 8; in proportion to the empties on
    /// other boards.
    pub random_plies: (u32, u32),
    /// Search depth of each move.
    pub depth: u32,
    /// Source of the scores before the solved positions.
    pub label: Label,
    /// Probability of a random move before positions are solved, in per cent.
    pub early_strays: u32,
    /// Number of empties from which positions are solved.
    pub exact_from: u32,
    /// Share of games with solved positions, in per cent. The others end there, because solving takes longer than the
    /// rest. They have no outcome, and so no samples if that is the label.
    pub solved_games: u32,
    /// Probability of a random move from then on, in per cent, so that all kinds of positions are solved.
    pub strays: u32,
}

impl SelfPlay {
    /// Plays a game from a start for the engine's goal. Returns the positions after the random plies in which a move
    /// was legal, with their scores. Positions with at most `exact_from` empties are solved, so their scores are exact.
    pub fn play(&self, start: Bitboards, shape: Shape, engine: &mut Engine, rng: &mut impl Rng) -> Vec<Sample> {
        let of_all =
            |plies: u32| plies * start.empties(shape).count_ones() / Bitboards::START.empties(Shape::FULL).count_ones();
        let (fewest, most) = self.random_plies;
        let random_plies = rng.random_range(of_all(fewest)..=of_all(most));
        let mut samples = Vec::with_capacity(60);
        // Positions with a flag for the player to move, until the score is known.
        let (mut board, mut is_first, mut played) = (start, true, Vec::new());
        for ply in 0.. {
            let moves = board.legal_moves(shape);
            if moves == 0 {
                board = board.passed();
                is_first = !is_first;
                if board.legal_moves(shape) == 0 {
                    let score = engine.evaluate(board, shape);
                    samples.extend(labelled(&played, shape, score, is_first));
                    return samples;
                }
                continue;
            }
            let empties = board.empties(shape).count_ones();
            if ply >= random_plies && empties <= self.exact_from {
                break;
            }
            let square = if ply < random_plies {
                any(moves, rng)
            } else {
                let budget = Budget { selectivity: 0, ..Budget::plies(self.depth) };
                let Some((square, [before, score])) = best(engine, board, shape, budget) else { return samples };
                match self.label {
                    Label::Outcome => played.push((board, is_first)),
                    Label::Search => samples.push(Sample { board, shape, score: score as i8 }),
                    Label::TwoSearches => {
                        let score = (before + score + i32::from(rng.random::<bool>())).div_euclid(2);
                        samples.push(Sample { board, shape, score: score as i8 });
                    }
                }
                strayed(self.early_strays, moves, square, rng)
            };
            board = board.played(square, board.flips(square));
            is_first = !is_first;
        }
        if !is_one_of(self.solved_games, rng) {
            return samples;
        }
        let mut is_on_line = true;
        loop {
            let moves = board.legal_moves(shape);
            if moves == 0 {
                board = board.passed();
                is_first = !is_first;
                if board.legal_moves(shape) == 0 {
                    return samples;
                }
                continue;
            }
            let Some((square, [_, score])) = best(engine, board, shape, Budget::TO_THE_END) else {
                return samples;
            };
            if is_on_line {
                samples.extend(labelled(&played, shape, score, is_first));
                is_on_line = false;
            }
            samples.push(Sample { board, shape, score: score as i8 });
            let square = strayed(self.strays, moves, square, rng);
            board = board.played(square, board.flips(square));
            is_first = !is_first;
        }
    }
}

/// Best move, and the scores of the two deepest searches for it, the deepest last.
pub(super) fn best(engine: &mut Engine, board: Bitboards, shape: Shape, budget: Budget) -> Option<(usize, [i32; 2])> {
    let mut scores: Option<[i32; 2]> = None;
    let mut on_report = |report: &Report| {
        scores = report.lead().map(|score| [scores.map_or(score, |[_, deepest]| deepest), score]);
    };
    let found = engine.search(board, shape, budget, &mut Control::new().on_report(&mut on_report))?;
    Some((usize::from(bit_of(*found.line.first()?)), scores.unwrap_or([found.score; 2])))
}

/// Returns the square or, with a probability of `strays` per cent, a random one.
fn strayed(strays: u32, moves: u64, square: usize, rng: &mut impl Rng) -> usize {
    if is_one_of(strays, rng) { any(moves, rng) } else { square }
}

/// Draws an event with a probability in per cent. Certain events consume no randomness.
fn is_one_of(cases: u32, rng: &mut impl Rng) -> bool {
    cases > 0 && (cases >= 100 || rng.random_range(0..100) < cases)
}

/// Draws one of the squares.
pub(crate) fn any(moves: u64, rng: &mut impl Rng) -> usize {
    let number = rng.random_range(0..moves.count_ones());
    Squares(moves).nth(number as usize).unwrap_or_default()
}

fn labelled(played: &[(Bitboards, bool)], shape: Shape, score: i32, is_first: bool) -> impl Iterator<Item = Sample> {
    played.iter().map(move |(board, was_first)| {
        let score = if *was_first == is_first { score } else { -score };
        Sample { board: *board, shape, score: score as i8 }
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::cpu::classic::evaluation::values::Evaluation;

    const QUICK: SelfPlay = SelfPlay {
        random_plies: (30, 50),
        depth: 1,
        label: Label::Outcome,
        early_strays: 0,
        exact_from: 6,
        solved_games: 100,
        strays: 20,
    };

    fn games(plan: &SelfPlay, count: usize) -> Vec<Vec<Sample>> {
        let mut engine = Engine::new(Arc::new(Evaluation::blank(Boards::Full)), 1 << 16);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        (0..count).map(|_| plan.play(Bitboards::START, Shape::FULL, &mut engine, &mut rng)).collect()
    }

    /// Plain minimax.
    fn solved(board: Bitboards) -> i32 {
        let moves = board.legal_moves(Shape::FULL);
        if moves == 0 {
            let passed = board.passed();
            return if passed.legal_moves(Shape::FULL) == 0 { board.final_score(Shape::FULL) } else { -solved(passed) };
        }
        let scores = Squares(moves).map(|square| -solved(board.played(square, board.flips(square))));
        scores.max().expect("there is a move")
    }

    #[test]
    fn solved_positions_have_their_true_score() {
        for label in [Label::Outcome, Label::Search] {
            let played = games(&SelfPlay { label, ..QUICK }, 12);
            let exact = played.iter().flatten().filter(|sample| sample.empties() <= QUICK.exact_from);
            let mut count = 0;
            for sample in exact {
                assert_eq!(i32::from(sample.score), solved(sample.board), "{sample:?}");
                count += 1;
            }
            assert!(count > 12, "{count}");
        }
    }

    /// Score at depth 1 or 2 by plain minimax; `None` if somebody must pass.
    fn ahead(evaluation: &Evaluation, board: Bitboards, depth: u32) -> Option<i32> {
        if depth == 0 {
            return Some(evaluation.evaluate(board, Shape::FULL));
        }
        let moves = Some(board.legal_moves(Shape::FULL)).filter(|moves| *moves != 0)?;
        let scores =
            Squares(moves).map(|square| ahead(evaluation, board.played(square, board.flips(square)), depth - 1));
        scores.map(|score| score.map(|score| -score)).try_fold(i32::MIN, |best, score| Some(best.max(score?)))
    }

    #[test]
    fn the_score_of_two_searches_is_their_mean() {
        let plan = SelfPlay { depth: 2, label: Label::TwoSearches, ..QUICK };
        let evaluation = Evaluation::built_in();
        let mut engine = Engine::new(Arc::clone(&evaluation), 1 << 16);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut rounded = [0, 0];
        for _ in 0..40 {
            let game = plan.play(Bitboards::START, Shape::FULL, &mut engine, &mut rng);
            for sample in game.iter().filter(|sample| sample.empties() > plan.exact_from) {
                let depths = [1, 2].map(|depth| ahead(&evaluation, sample.board, depth));
                let [Some(one), Some(two)] = depths else { continue };
                let twice = 2 * i32::from(sample.score);
                assert!((twice - one - two).abs() <= 1, "{sample:?}: {one}, {two}");
                if twice != one + two {
                    rounded[usize::from(twice > one + two)] += 1;
                }
            }
        }
        assert!(rounded.iter().all(|count| *count > 20), "{rounded:?}");
    }

    /// Counts the moves of a game that differ from the search's choice.
    #[test]
    fn early_moves_are_random_as_often_as_is_wanted() {
        let evaluation = Evaluation::built_in();
        // The table decides between equal moves, and knows more by the second search.
        for (early_strays, expected) in [(0, 0..4), (50, 60..200)] {
            let plan = SelfPlay { random_plies: (10, 10), label: Label::Search, early_strays, ..QUICK };
            let mut engine = Engine::new(Arc::clone(&evaluation), 1 << 16);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
            let mut others = 0;
            for _ in 0..8 {
                let game = plan.play(Bitboards::START, Shape::FULL, &mut engine, &mut rng);
                let early = game.iter().take_while(|sample| sample.empties() > plan.exact_from + 1);
                for (sample, next) in early.zip(&game[1..]) {
                    let budget = Budget { selectivity: 0, ..Budget::plies(1) };
                    let (square, _) = best(&mut engine, sample.board, Shape::FULL, budget).expect("a move is legal");
                    let played = sample.board.played(square, sample.board.flips(square));
                    others += u32::from(![played, played.passed()].contains(&next.board));
                }
            }
            assert!(expected.contains(&others), "{early_strays} %: {others}");
        }
    }

    #[test]
    fn positions_of_a_game_are_in_order_and_after_the_random_plies() {
        for game in games(&QUICK, 20) {
            assert!(game.is_sorted_by_key(|sample| 64 - sample.empties()), "{game:?}");
            assert!(game.iter().all(|sample| sample.empties() <= 60 - QUICK.random_plies.0), "{game:?}");
            assert!(game.iter().all(|sample| sample.board.legal_moves(Shape::FULL) != 0), "{game:?}");
        }
    }

    #[test]
    fn earlier_positions_are_labelled_with_the_outcome_from_their_own_side() {
        let mut is_of_both_sides = [false; 2];
        for game in games(&QUICK, 30) {
            let (played, exact): (Vec<Sample>, Vec<Sample>) =
                game.into_iter().partition(|sample| sample.empties() > QUICK.exact_from);
            let Some(first) = exact.first() else { continue };
            for sample in played {
                assert_eq!(sample.score.abs(), first.score.abs());
                is_of_both_sides[usize::from(sample.score == first.score)] |= first.score != 0;
            }
        }
        assert_eq!(is_of_both_sides, [true; 2]);
    }
}
