//! Levels of the engine, from one that a child can beat to one limited only by the clock.

use std::ops::ControlFlow;
use std::time::Duration;

use rand::{Rng, RngExt};

use crate::cpu::budget::Budget;
use crate::cpu::classic::{
    Bitboards, Engine, SearchResult, Shape, ShouldStop, Squares, bitboards_for_any_goal, square_of,
};
use crate::cpu::control::{Control, single_thread};
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::progress::Progress;
use crate::cpu::report::Report;
use crate::rules::{Goal, Position};

/// Playing strength of the engine: search depth, overlooked moves and evaluation noise.
///
/// A level without errors plays the best move of its search. The others err by the following model, drawn anew for each
/// move from the generator passed to [`Thinker::choose`](crate::cpu::Thinker::choose):
///
/// 1. *Overlooked moves.* Each legal move is overlooked with a probability of `overlooks` times its quietness. A move
///    that flips n discs has a quietness of 1 / √n, a move into a corner 0.2, so moves that flip few discs are missed
///    often and corners hardly ever. If all moves are overlooked, the level plays any of them.
/// 2. *Noisy scores.* Each remaining move is searched to `depth` plies, the move included, or to the end from
///    `exact_from` empties on. Its score gets an error of `roughness` times a nearly normal variable: the sum of three
///    uniform variables between -1 and 1, which has a mean of 0 and a standard deviation of 1. The level plays the move
///    with the largest sum.
///
/// A forced move is played at once; otherwise, known moves of the opening book come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EngineLevel(usize);

/// Parameters of a level.
struct Strength {
    key: &'static str,
    /// Elo points above a random player, on the ordinary board. Measured by `irogaeshi-cli elo`; the last by a match
    /// against the level below it, on one thread (docs/strength.md).
    rating: i32,
    /// Search depth in plies, its own move included.
    depth: u32,
    /// Number of empties from which it searches to the end.
    exact_from: u32,
    /// Probability of overlooking the quietest move.
    overlooks: f32,
    /// Standard deviation of the error of a score, in discs.
    roughness: f32,
    /// Number of plies that it knows of the opening book.
    book: u32,
}

impl Strength {
    const fn erring(
        key: &'static str,
        rating: i32,
        (depth, exact_from): (u32, u32),
        (overlooks, roughness): (f32, f32),
    ) -> Self {
        Self { key, rating, depth, exact_from, overlooks, roughness, book: 0 }
    }

    const fn sure(key: &'static str, rating: i32, (depth, exact_from): (u32, u32)) -> Self {
        Self::erring(key, rating, (depth, exact_from), (0.0, 0.0))
    }

    /// Returns the level with this many plies of the opening book.
    const fn knowing(self, book: u32) -> Self {
        Self { book, ..self }
    }

    fn errs(&self) -> bool {
        self.overlooks > 0.0 || self.roughness > 0.0
    }
}

/// All levels, the weakest first, with their ratings.
const STRENGTHS: [Strength; 20] = [
    Strength::erring("first-steps", 177, (1, 0), (0.6, 45.0)),
    Strength::erring("child", 363, (1, 0), (0.6, 17.0)),
    Strength::erring("pupil", 576, (1, 0), (0.6, 9.8)),
    Strength::erring("newcomer", 740, (1, 0), (0.55, 6.9)),
    Strength::erring("hobby", 900, (1, 2), (0.45, 4.7)),
    Strength::erring("regular", 967, (2, 4), (0.4, 5.3)),
    Strength::erring("enthusiast", 1116, (2, 5), (0.32, 4.2)),
    Strength::erring("club-novice", 1267, (2, 6), (0.22, 2.9)),
    Strength::erring("club", 1425, (3, 7), (0.18, 2.8)).knowing(4),
    Strength::erring("club-captain", 1572, (3, 8), (0.12, 1.8)).knowing(4),
    Strength::erring("club-champion", 1797, (4, 9), (0.08, 1.75)).knowing(6),
    Strength::erring("town-champion", 1948, (4, 10), (0.04, 1.1)).knowing(6),
    Strength::erring("regional-champion", 2181, (5, 11), (0.03, 0.95)).knowing(8),
    Strength::erring("national-champion", 2330, (6, 12), (0.01, 0.8)).knowing(10),
    Strength::erring("continental-champion", 2526, (7, 13), (0.0, 0.55)).knowing(12),
    Strength::sure("grandmaster", 2721, (8, 16)).knowing(WELL_READ),
    Strength::sure("world-champion", 2888, (10, 18)).knowing(WELL_READ),
    Strength::sure("machine", 3031, (12, 20)).knowing(WELL_READ),
    Strength::sure("sage", 3116, (14, 21)).knowing(WELL_READ),
    Strength::sure("oracle", 3579, TO_THE_END).knowing(WELL_READ),
];

/// Depth and endgame threshold of a level that searches to the end.
const TO_THE_END: (u32, u32) = (Budget::TO_THE_END.depth, Budget::TO_THE_END.exact_from);

/// Greater than the number of plies in the opening book.
const WELL_READ: u32 = 60;

/// Time for one move of the level limited only by the clock.
const TIME: Duration = Duration::from_secs(5);

/// Size in bytes of the transposition table for this search depth.
///
/// Each search that ends by itself gets a table of its own, so that it depends on nothing before it. Allocating a large
/// table would take as long as a short search.
const fn table_bytes(depth: u32) -> usize {
    match depth {
        ..=8 => 1 << 20,
        9..=12 => 4 << 20,
        13..=20 => 16 << 20,
        _ => Engine::TABLE_BYTES,
    }
}

impl EngineLevel {
    /// Strongest level that does not need a clock.
    pub(crate) const STRONGEST_UNTIMED: Self = Self::with_key("sage");

    /// Opponent for a player who has just learnt the rules.
    pub const GENTLE: Self = Self::with_key("first-steps");
    /// Default opponent.
    pub const PLEASANT: Self = Self::with_key("newcomer");
    /// Strongest level that takes about a second a move at most: `grandmaster`.
    pub const STRONGEST_QUICK: Self = Self::with_key("grandmaster");

    /// The level with this key.
    const fn with_key(key: &str) -> Self {
        let mut index = 0;
        while !is_same(STRENGTHS[index].key, key) {
            index += 1;
        }
        Self(index)
    }

    /// Index among all levels, from 0 for the weakest.
    pub(crate) const fn index(self) -> usize {
        self.0
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..STRENGTHS.len()).map(Self)
    }

    /// Elo points above a random player, on the ordinary board.
    #[must_use]
    pub const fn rating(self) -> i32 {
        self.strength().rating
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0]
    }

    /// Name in the text formats, such as `club`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.strength().key
    }

    /// Time for one move, if only the clock ends its search.
    #[must_use]
    pub const fn time(self) -> Option<Duration> {
        if self.strength().depth < Budget::TO_THE_END.depth { None } else { Some(TIME) }
    }

    /// Number of plies that it knows of the opening book.
    pub(crate) const fn book_plies(self) -> u32 {
        self.strength().book
    }

    /// Budget for one move.
    pub(crate) const fn budget(self) -> Budget {
        let Strength { depth, exact_from, .. } = *self.strength();
        Budget { exact_from, ..Budget::plies(depth) }.within(self.time())
    }

    /// Chooses a move for a goal; `None` if the engine cannot play the variant or the game is over.
    ///
    /// With a time, a level that has one searches with the engine kept from earlier moves and on all threads.
    /// Everything else gets an engine of its own, since the move must depend on nothing before it.
    pub(crate) fn choose(
        self,
        position: &Position,
        goal: Goal,
        budget: Budget,
        rng: &mut impl Rng,
        control: &mut Control<'_>,
        kept: &mut KeptEngine,
    ) -> Option<Report> {
        let (board, shape) = bitboards_for_any_goal(position)?;
        let legal = board.legal_moves(shape);
        if legal.count_ones() < 2 {
            return legal.checked_ilog2().map(|only| square_of(only as u8).into());
        }
        if self.time().is_some() && budget.time.is_some() {
            return Some(Report::from(&kept.engine(goal, shape).search(board, shape, budget, control)?));
        }
        let strength = self.strength();
        let mut engine = Engine::built_in(goal, shape, table_bytes(strength.depth));
        let found = if strength.errs() {
            let seen = seen(board, shape, legal, strength.overlooks, rng);
            search_each(&mut engine, board, shape, seen, budget, &mut || strength.roughness * bell(rng), control)
        } else {
            engine.search(board, shape, budget, &mut control.single_threaded())
        };
        found.as_ref().map(Report::from)
    }
}

/// Compares two texts at compile time.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}

/// Difficulty of seeing a move, from 0 to 1.
fn quietness(shape: Shape, square: usize, flips: u64) -> f32 {
    if shape.corners() >> square & 1 == 1 { 0.2 } else { 1.0 / (flips.count_ones() as f32).sqrt() }
}

/// Draws the legal moves that are not overlooked: at least one.
fn seen(board: Bitboards, shape: Shape, legal: u64, overlooks: f32, rng: &mut impl Rng) -> u64 {
    let mut seen = 0;
    for square in Squares(legal) {
        let chance = overlooks * quietness(shape, square, board.flips(square));
        if rng.random::<f32>() >= chance {
            seen |= 1 << square;
        }
    }
    if seen == 0 {
        let any = rng.random_range(0..legal.count_ones()) as usize;
        return Squares(legal).nth(any).map_or(legal, |square| 1 << square);
    }
    seen
}

/// A random number with mean 0 and standard deviation 1, nearly normally distributed.
fn bell(rng: &mut impl Rng) -> f32 {
    (0..3).map(|_| rng.random_range(-1.0..1.0_f32)).sum()
}

/// Searches each move by itself, adds an error to its score, and returns the best.
fn search_each(
    engine: &mut Engine,
    board: Bitboards,
    shape: Shape,
    seen: u64,
    budget: Budget,
    error: &mut dyn FnMut() -> f32,
    control: &mut Control<'_>,
) -> Option<SearchResult> {
    let mut best: Option<(f32, SearchResult)> = None;
    for (done, square) in (0..).zip(Squares(seen)) {
        let progress = Progress { done, of: seen.count_ones() };
        let mut is_stopped = control.progress(progress).is_break();
        if is_stopped && best.is_some() {
            break;
        }
        let flips = board.flips(square);
        let mut should_stop = || {
            is_stopped |= control.progress(progress).is_break();
            if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = after(engine, board.played(square, flips), shape, budget.after_a_move(), &mut should_stop);
        // Discards a move whose search was stopped, because its score cannot be compared with the others.
        if is_stopped && best.is_some() {
            break;
        }
        let felt = found.score as f32 + error();
        if best.as_ref().is_none_or(|(most, _)| felt > *most) {
            let line = [&[square_of(square as u8)], found.line.as_slice()].concat();
            best = Some((felt, SearchResult { line, depth: found.depth + 1, ..found }));
        }
        if is_stopped {
            break;
        }
    }
    best.map(|(_, found)| found)
}

/// Value of a position for the player who has just moved.
fn after(
    engine: &mut Engine,
    board: Bitboards,
    shape: Shape,
    budget: Budget,
    should_stop: &mut ShouldStop<'_>,
) -> SearchResult {
    if budget.depth == 0 && board.empties(shape).count_ones() > budget.exact_from {
        return SearchResult {
            line: Vec::new(),
            score: -engine.evaluate(board, shape),
            depth: 0,
            is_exact: false,
            nodes: 1,
        };
    }
    engine.begin(shape);
    let found = engine.find_or_pass(board, budget, &mut |_| {}, should_stop, &single_thread);
    SearchResult { score: -found.score, ..found }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    fn dice() -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(1)
    }

    /// a1 is a corner that flips one disc, d1 flips one disc, and h4 flips three.
    fn position() -> (Bitboards, u64) {
        let rows = ["-OX--XO-", "--------", "--------", "--XXOOO-", "--------", "--------", "--------", "--------"];
        let board = Bitboards::drawn(&rows.concat());
        let legal = board.legal_moves(Shape::FULL);
        (board, legal)
    }

    /// Share of tries in which each square is overlooked.
    fn missed(overlooks: f32, tries: u32) -> Vec<(usize, f32)> {
        let (board, legal) = position();
        let mut dice = dice();
        let mut missed: Vec<(usize, f32)> = Squares(legal).map(|square| (square, 0.0)).collect();
        for _ in 0..tries {
            let seen = seen(board, Shape::FULL, legal, overlooks, &mut dice);
            assert!(seen != 0 && seen & !legal == 0);
            for (square, count) in &mut missed {
                *count += if seen >> *square & 1 == 0 { 1.0 / tries as f32 } else { 0.0 };
            }
        }
        missed
    }

    #[test]
    fn quiet_moves_are_missed_more_often_than_loud_ones_and_corners_least() {
        let (board, legal) = position();
        let expected = |square: usize| quietness(Shape::FULL, square, board.flips(square));
        assert_eq!([0, 7, 31].map(|square| legal >> square & 1), [1; 3], "{legal:x}");
        assert!((expected(0) - 0.2).abs() < 1e-6 && (expected(31) - 1.0 / 3.0_f32.sqrt()).abs() < 1e-6);
        for (square, share) in missed(0.5, 20_000) {
            assert!((share - 0.5 * expected(square)).abs() < 0.02, "{square} is missed {share}");
        }
        assert!(missed(0.0, 10).iter().all(|(_, share)| *share == 0.0));
    }

    #[test]
    fn a_level_that_overlooks_all_moves_plays_any() {
        let rows = ["--------", "---XO---", "---XO---", "--------", "--------", "--------", "--------", "--------"];
        let board = Bitboards::drawn(&rows.concat());
        let legal = board.legal_moves(Shape::FULL);
        let mut dice = dice();
        let mut played = 0;
        for _ in 0..200 {
            let seen = seen(board, Shape::FULL, legal, 1.0, &mut dice);
            assert_eq!(seen.count_ones(), 1);
            played |= seen;
        }
        assert_eq!(played, legal, "each of them now and then");
    }

    #[test]
    fn errors_of_judgement_have_the_stated_size() {
        let mut dice = dice();
        let errors: Vec<f32> = (0..20_000).map(|_| bell(&mut dice)).collect();
        let mean = errors.iter().sum::<f32>() / errors.len() as f32;
        let variance = errors.iter().map(|error| error * error).sum::<f32>() / errors.len() as f32;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean}, {variance}");
        assert!(errors.iter().all(|error| error.abs() <= 3.0));
    }

    #[test]
    fn levels_see_further_and_err_less_from_one_to_the_next() {
        for [weaker, stronger] in STRENGTHS.array_windows() {
            let why = stronger.key;
            assert!(weaker.depth <= stronger.depth && weaker.exact_from <= stronger.exact_from, "{why}");
            assert!(weaker.overlooks >= stronger.overlooks, "{why}");
            assert!(stronger.depth > weaker.depth || weaker.roughness > stronger.roughness, "{why}");
        }
    }

    #[test]
    fn an_erring_level_is_stopped_within_a_move() {
        let start = Position::start(crate::rules::Variant::classic(8).expect("it is built in"));
        let level = EngineLevel::all().rfind(|level| level.strength().errs()).expect("some err");
        let mut looks = 0;
        let mut on_progress = |_| {
            looks += 1;
            // The first call lets the first move begin; the second stops it in the middle of its search.
            if looks > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut dice = dice();
        let control = &mut Control::new().on_progress(&mut on_progress);
        let report =
            level.choose(&start, Goal::Most, level.budget(), &mut dice, control, &mut KeptEngine::new(1 << 20));
        let report = report.expect("a move is legal");
        assert!(report.depth < level.strength().depth, "it was not stopped: {report:?}");
    }
}
