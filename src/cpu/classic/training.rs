//! How the evaluation is made: games that the engine plays against itself, and the fit of the values of patterns to how
//! they end.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use rand::{Rng, RngExt};

use super::bitboards::{Bitboards, Shape, Squares};
use super::engine::{Engine, Reach};
use super::evaluation::{Evaluation, PARTS, PHASES, phase};
use super::pattern::{CONFIGURATIONS, Configurations, few, representatives};

/// A position, and its score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub board: Bitboards,
    /// The score at the end of the game.
    pub score: i8,
}

impl Sample {
    /// How many bytes a sample takes.
    pub const SIZE: usize = 17;

    /// The sample in bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.other.to_le_bytes());
        bytes[16] = self.score.cast_unsigned();
        bytes
    }

    /// The sample that these bytes are; `None` if they are none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Option<Self> {
        let word = |at: usize| Some(u64::from_le_bytes(bytes[at..at + 8].try_into().ok()?));
        let board = Bitboards { own: word(0)?, other: word(8)? };
        let score = bytes[16].cast_signed();
        (board.own & board.other == 0 && (-64..=64).contains(&score)).then_some(Self { board, score })
    }

    /// The phase of the game that it is of, from 0 to [`PHASES`] - 1.
    #[must_use]
    pub const fn phase(&self) -> usize {
        phase(self.board.discs().count_ones())
    }

    /// How many squares are empty.
    #[must_use]
    pub const fn empties(&self) -> u32 {
        self.board.empties(Shape::FULL).count_ones()
    }
}

/// What the score of a position is taken from, before the end of the game is in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// How the game ended: for an evaluation that knows nothing yet.
    Outcome,
    /// The search that chose the move.
    Search,
}

/// How a game against itself is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlay {
    /// The fewest and the most random plies that it begins with.
    pub random_plies: (u32, u32),
    /// How far each move is looked ahead.
    pub depth: u32,
    /// What positions before the solved ones are given as their score.
    pub label: Label,
    /// From how many empties on positions are solved.
    pub exact_from: u32,
    /// How often, from then on, a move is random, in per cent: so that positions of all kinds are solved.
    pub strays: u32,
}

impl SelfPlay {
    /// Plays a game, for the goal of the engine, and returns its positions after the random plies in which somebody could move, each with its score.
    /// Those with at most `exact_from` empties are solved: their scores are true, whoever played.
    pub fn play(&self, engine: &mut Engine, rng: &mut impl Rng) -> Vec<Sample> {
        let (fewest, most) = self.random_plies;
        let random_plies = rng.random_range(fewest..=most);
        let mut samples = Vec::with_capacity(60);
        // Positions of both players with who is to move, until the score is known.
        let (mut board, mut is_first, mut played) = (Bitboards::START, true, Vec::new());
        for ply in 0.. {
            let moves = board.legal_moves(Shape::FULL);
            if moves == 0 {
                board = board.passed();
                is_first = !is_first;
                if board.legal_moves(Shape::FULL) == 0 {
                    let score = engine.glance(board, Shape::FULL);
                    samples.extend(labelled(&played, score, is_first));
                    return samples;
                }
                continue;
            }
            let empties = board.empties(Shape::FULL).count_ones();
            if ply >= random_plies && empties <= self.exact_from {
                break;
            }
            let square = if ply < random_plies {
                any(moves, rng)
            } else {
                let reach = Reach { depth: self.depth, exact_from: 0, certainty: 0, nodes: u64::MAX };
                let Some((square, score)) = best(engine, board, reach) else { return samples };
                match self.label {
                    Label::Outcome => played.push((board, is_first)),
                    Label::Search => samples.push(Sample { board, score: score as i8 }),
                }
                square
            };
            board = board.played(square, board.flips(square));
            is_first = !is_first;
        }
        let mut is_on_line = true;
        loop {
            let moves = board.legal_moves(Shape::FULL);
            if moves == 0 {
                board = board.passed();
                is_first = !is_first;
                if board.legal_moves(Shape::FULL) == 0 {
                    return samples;
                }
                continue;
            }
            let Some((square, score)) = best(engine, board, Reach::TO_THE_END) else { return samples };
            if is_on_line {
                samples.extend(labelled(&played, score, is_first));
                is_on_line = false;
            }
            samples.push(Sample { board, score: score as i8 });
            let square = if rng.random_range(0..100) < self.strays { any(moves, rng) } else { square };
            board = board.played(square, board.flips(square));
            is_first = !is_first;
        }
    }
}

fn best(engine: &mut Engine, board: Bitboards, reach: Reach) -> Option<(usize, i32)> {
    let found = engine.search(board, Shape::FULL, reach, &mut |_| {}, &mut |_| ControlFlow::Continue(()))?;
    Some((usize::from(*found.line.first()?), found.score))
}

fn any(moves: u64, rng: &mut impl Rng) -> usize {
    let number = rng.random_range(0..moves.count_ones());
    Squares(moves).nth(number as usize).unwrap_or_default()
}

fn labelled(played: &[(Bitboards, bool)], score: i32, is_first: bool) -> impl Iterator<Item = Sample> {
    played.iter().map(move |(board, was_first)| {
        let score = if *was_first == is_first { score } else { -score };
        Sample { board: *board, score: score as i8 }
    })
}

/// Samples as the fit goes through them again and again.
struct Batch {
    configurations: Vec<Configurations>,
    scores: Vec<f32>,
}

impl Batch {
    fn of(samples: &[Sample]) -> Self {
        Self {
            configurations: samples.iter().map(|sample| Configurations::of(sample.board)).collect(),
            scores: samples.iter().map(|sample| f32::from(sample.score)).collect(),
        }
    }
}

/// How much an evaluation knows, and so how large its file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Whether it looks only at corners of nine squares, edges and lines.
    pub is_small: bool,
    /// Of how many parts of a disc its values are multiples.
    pub grain: i16,
    /// In how many places of the samples a configuration must have been seen to have a value.
    pub least_seen: u32,
}

impl Detail {
    /// All that there is to know.
    pub const FULL: Self = Self { is_small: false, grain: 1, least_seen: 1 };
}

/// The fit of one phase: the least squares of the errors, found by conjugate gradients (Hestenes and Stiefel, J. Res.
/// NBS 49(6), 1952, on the normal equations), where each value is scaled by how often its configuration occurs.
pub struct Fit {
    /// For each configuration the place of its value among `values`; [`UNSEEN`] if no sample that is fitted has it, and if
    /// it is not wanted.
    places: Vec<u32>,
    /// Of how many parts of a disc values are multiples.
    grain: i16,
    fitted: Batch,
    held_out: Batch,
    /// The values of the configurations that occur, in discs; the first is that of all others.
    values: Vec<f32>,
}

/// How good a fit is: the square root of the mean squared error, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitError {
    /// Of the samples that it was made from.
    pub fitted: f32,
    /// Of others; none if there are no others.
    pub held_out: Option<f32>,
}

/// The place of the value of configurations that do not count: it stays nothing.
const UNSEEN: u32 = 0;

/// [`representatives`], for all fits.
static REPRESENTATIVES: LazyLock<Vec<u32>> = LazyLock::new(representatives);

/// How strongly values are drawn to nothing: as if each configuration had been seen so often in even positions.
const RIDGE: f32 = 5.0;

/// How much the error on held-out samples may grow above the least one before the fit ends.
const WORSE: f32 = 1.002;

impl Fit {
    /// A fit to samples of one phase; others of the same phase, of other games, are held out to judge it by.
    #[must_use]
    pub fn new(fitted: &[Sample], held_out: &[Sample]) -> Self {
        Self::with_detail(fitted, held_out, Detail::FULL)
    }

    /// As [`Self::new`], with more or less detail.
    #[must_use]
    pub fn with_detail(fitted: &[Sample], held_out: &[Sample], detail: Detail) -> Self {
        let (fitted, held_out) = (Batch::of(fitted), Batch::of(held_out));
        let representatives = &*REPRESENTATIVES;
        let mut counts = vec![0_u32; CONFIGURATIONS];
        for configurations in &fitted.configurations {
            for place in configurations.places() {
                counts[representatives[place] as usize] += 1;
            }
        }
        let is_wanted: Vec<bool> = counts
            .iter()
            .zip(few())
            .map(|(count, is_few)| *count >= detail.least_seen && (is_few || !detail.is_small))
            .collect();
        let mut places = vec![UNSEEN; CONFIGURATIONS];
        let mut next = UNSEEN + 1;
        for configurations in &fitted.configurations {
            let representatives = configurations.places().map(|place| representatives[place] as usize);
            for place in representatives.filter(|place| is_wanted[*place]) {
                let place = &mut places[place];
                if *place == UNSEEN {
                    *place = next;
                    next += 1;
                }
            }
        }
        for place in 0..CONFIGURATIONS {
            places[place] = places[representatives[place] as usize];
        }
        Self { places, grain: detail.grain, fitted, held_out, values: vec![0.0; next as usize] }
    }

    fn predict(&self, values: &[f32], configurations: &Configurations) -> f32 {
        configurations.places().map(|place| values[self.places[place] as usize]).sum()
    }

    /// The error so far.
    #[must_use]
    pub fn error(&self) -> FitError {
        let error = |batch: &Batch| {
            let scored = batch.configurations.iter().zip(&batch.scores);
            root_mean_square(scored.map(|(configurations, score)| score - self.predict(&self.values, configurations)))
        };
        let has_others = !self.held_out.scores.is_empty();
        FitError { fitted: error(&self.fitted), held_out: has_others.then(|| error(&self.held_out)) }
    }

    /// What the errors of the samples pull each value by.
    fn gradient(&self, errors: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.values.len()];
        for (configurations, error) in self.fitted.configurations.iter().zip(errors) {
            for place in configurations.places() {
                gradient[self.places[place] as usize] += error;
            }
        }
        gradient[UNSEEN as usize] = 0.0;
        for (pull, value) in gradient.iter_mut().zip(&self.values) {
            *pull -= RIDGE * value;
        }
        gradient
    }

    /// Goes at most so many steps, telling the error after each; ends early when the error on held-out samples grows, and
    /// where there is nothing left to gain. Of all steps the one with the least error on held-out samples counts, without
    /// such samples the last one.
    pub fn run(&mut self, steps: u32, mut tell: impl FnMut(u32, FitError)) {
        let counts = self.gradient(&vec![1.0; self.fitted.scores.len()]);
        let scales: Vec<f32> = counts.iter().map(|count| 1.0 / (count + RIDGE)).collect();
        let by_scale = |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&scales).map(|(a, b)| a * b).collect() };
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        let mut errors = self.fitted.scores.clone();
        let mut gradient = self.gradient(&errors);
        let mut preconditioned = by_scale(&gradient);
        let mut direction = preconditioned.clone();
        let mut slope = dot(&gradient, &preconditioned);
        let mut least = (f32::INFINITY, self.values.clone());
        for step in 1..=steps {
            let along = self.fitted.configurations.iter();
            let changes: Vec<f32> = along.map(|configurations| self.predict(&direction, configurations)).collect();
            let curvature = dot(&changes, &changes) + f64::from(RIDGE) * dot(&direction, &direction);
            if curvature <= 0.0 {
                break;
            }
            let length = (slope / curvature) as f32;
            for (value, change) in self.values.iter_mut().zip(&direction) {
                *value += length * change;
            }
            for (error, change) in errors.iter_mut().zip(&changes) {
                *error -= length * change;
            }
            gradient = self.gradient(&errors);
            preconditioned = by_scale(&gradient);
            let next_slope = dot(&gradient, &preconditioned);
            let keep = (next_slope / slope) as f32;
            slope = next_slope;
            for (old, new) in direction.iter_mut().zip(&preconditioned) {
                *old = new + keep * *old;
            }
            let error = self.error();
            tell(step, error);
            match error.held_out {
                Some(held_out) if held_out > least.0 * WORSE => break,
                Some(held_out) if held_out >= least.0 => {}
                held_out => least = (held_out.unwrap_or(least.0), self.values.clone()),
            }
        }
        self.values = least.1;
    }

    /// The values of all configurations, in parts of a disc.
    #[must_use]
    pub fn values(&self) -> Vec<i16> {
        let grain = f32::from(self.grain);
        let parts = |value: f32| (value * PARTS as f32 / grain).round() as i16 * self.grain;
        self.places.iter().map(|place| parts(self.values[*place as usize])).collect()
    }
}

fn root_mean_square(errors: impl ExactSizeIterator<Item = f32>) -> f32 {
    let count = errors.len().max(1) as f64;
    (errors.map(|error| f64::from(error).powi(2)).sum::<f64>() / count).sqrt() as f32
}

/// An evaluation of the values of each phase, in parts of a disc.
///
/// # Panics
/// When there are not as many as phases.
#[must_use]
pub fn assembled(values: &[Vec<i16>]) -> Evaluation {
    assert!(
        values.len() == PHASES && values.iter().all(|values| values.len() == CONFIGURATIONS),
        "values of each phase"
    );
    Evaluation::new(&values.concat())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;

    const QUICK: SelfPlay =
        SelfPlay { random_plies: (30, 50), depth: 1, label: Label::Outcome, exact_from: 6, strays: 20 };

    fn games(plan: &SelfPlay, count: usize) -> Vec<Vec<Sample>> {
        let mut engine = Engine::new(Arc::new(Evaluation::blank()), 1 << 16);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        (0..count).map(|_| plan.play(&mut engine, &mut rng)).collect()
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
    fn samples_survive_their_bytes() {
        for sample in games(&QUICK, 10).into_iter().flatten() {
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
        }
        for score in [-64, -1, 0, 64] {
            let sample = Sample { board: Bitboards::START, score };
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
        }
    }

    #[test]
    fn what_is_no_sample_is_refused() {
        let sample = Sample { board: Bitboards::START, score: 2 };
        let impossible = [65, -65, i8::MIN, i8::MAX].map(|score| Sample { score, ..sample });
        let overlapping = Sample { board: Bitboards { other: Bitboards::START.own, ..Bitboards::START }, ..sample };
        for bad in impossible.into_iter().chain([overlapping]) {
            assert_eq!(Sample::from_bytes(&bad.to_bytes()), None, "{bad:?}");
        }
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

    /// Positions of games by chance, all with so many discs.
    fn positions(count: usize, discs: u32, seed: u64) -> Vec<Bitboards> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut positions = Vec::with_capacity(count);
        while positions.len() < count {
            let mut board = Bitboards::START;
            while board.discs().count_ones() < discs && !board.is_over(Shape::FULL) {
                board = match board.legal_moves(Shape::FULL) {
                    0 => board.passed(),
                    moves => {
                        let square = any(moves, &mut rng);
                        board.played(square, board.flips(square))
                    }
                };
            }
            if board.discs().count_ones() == discs {
                positions.push(board);
            }
        }
        positions
    }

    /// Corners and the squares next to them, as simple programs value them.
    fn known_score(board: Bitboards) -> i8 {
        let discs = |squares: u64| {
            (board.own & squares).count_ones().cast_signed() - (board.other & squares).count_ones().cast_signed()
        };
        (10 * discs(0x8100_0000_0000_0081) - 5 * discs(0x0042_0000_0000_4200)) as i8
    }

    fn scored(boards: &[Bitboards], score: impl Fn(Bitboards) -> i8) -> Vec<Sample> {
        boards.iter().map(|board| Sample { board: *board, score: score(*board) }).collect()
    }

    #[test]
    fn a_fit_finds_known_values() {
        const DISCS: u32 = 24;
        let samples = scored(&positions(8000, DISCS, 1), known_score);
        let (held_out, fitted) = samples.split_at(200);
        let mut fit = Fit::new(fitted, held_out);
        let before = fit.error();
        fit.run(30, |_, _| {});
        let after = fit.error();
        assert!(after.fitted < 0.1 * before.fitted, "{before:?}, {after:?}");
        let values = vec![fit.values(); PHASES];
        let evaluation = assembled(&values);
        let fresh = positions(300, DISCS, 2);
        let misses = fresh.iter().map(|board| evaluation.glance(*board) - i32::from(known_score(*board)));
        let error = root_mean_square(misses.map(|miss| miss as f32).collect::<Vec<_>>().into_iter());
        // Nine tenths of the variance.
        assert!(error.powi(2) < 0.1 * before.fitted.powi(2), "{before:?}, {error}");
    }

    #[test]
    fn a_fit_to_noise_ends_at_its_least_held_out_error() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let noise: Vec<i8> = (0..900).map(|_| rng.random_range(-30..=30)).collect();
        let samples: Vec<Sample> = positions(900, 40, 4)
            .into_iter()
            .zip(&noise)
            .map(|(board, noise)| Sample { board, score: known_score(board) / 2 + noise })
            .collect();
        let (held_out, fitted) = samples.split_at(300);
        let mut fit = Fit::new(fitted, held_out);
        let mut told = Vec::new();
        fit.run(1000, |step, error| told.push((step, error)));
        assert!(told.len() < 100, "{}", told.len());
        let [first, .., last] = told[..] else { panic!("several steps: {told:?}") };
        let smallest = told.iter().filter_map(|(_, error)| error.held_out).fold(f32::INFINITY, f32::min);
        assert_eq!(fit.error().held_out, Some(smallest));
        assert!(last.1.held_out > Some(smallest) && last.1.fitted < first.1.fitted, "{told:?}");
    }

    #[test]
    fn without_others_the_last_step_counts() {
        let samples = scored(&positions(300, 30, 5), known_score);
        let mut fit = Fit::new(&samples, &[]);
        let mut told = Vec::new();
        fit.run(4, |_, error| told.push(error));
        assert_eq!((told.len(), told.last().copied()), (4, Some(fit.error())));
        assert!(told.iter().all(|error| error.held_out.is_none()));
    }

    #[test]
    fn a_fit_to_nothing_values_nothing() {
        let mut fit = Fit::new(&[], &[]);
        fit.run(5, |step, _| panic!("step {step}"));
        assert!(fit.values().iter().all(|value| *value == 0));
    }
}
