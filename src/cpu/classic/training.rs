//! How the evaluation is made: games that the engine plays against itself, and the fit of the values of patterns to how
//! they end.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::{Rng, RngExt};

use super::bitboards::{Bitboards, Shape, Squares};
use super::engine::{Engine, Reach};
use super::evaluation::{Evaluation, PARTS, PHASES, phase};
use super::pattern::{CONFIGURATIONS, Configurations, representatives};

/// A position, and the discs by which the player to move wins.
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

    const fn phase(&self) -> usize {
        phase(self.board.discs().count_ones())
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
    /// Plays a game and returns its positions after the random plies, each with its score.
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
                    let score = board.final_score(Shape::FULL);
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

/// The fit of one phase: the least squares of the errors, found by conjugate gradients (Hestenes and Stiefel, J. Res.
/// NBS 49(6), 1952, on the normal equations), where each value is scaled by how often its configuration occurs.
pub struct Fit {
    representatives: Arc<[u32]>,
    samples: Vec<(Configurations, f32)>,
    held_out: Vec<(Configurations, f32)>,
    values: Vec<f32>,
}

/// How good a fit is: the square root of the mean squared error, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitError {
    /// Of the samples that it was made from.
    pub fitted: f32,
    /// Of others.
    pub held_out: f32,
}

/// How strongly values are drawn to nothing: as if each configuration had been seen so often in even positions.
const RIDGE: f32 = 5.0;

impl Fit {
    /// A fit to those of the samples that are in a phase; every sixteenth is held out.
    #[must_use]
    pub fn new(samples: &[Sample], of_phase: usize) -> Self {
        let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
        let in_phase: Vec<&Sample> = samples.iter().filter(|sample| sample.phase() == of_phase).collect();
        // Samples of one game follow each other: the first games are held out.
        for (index, sample) in in_phase.iter().enumerate() {
            let sample_of = (Configurations::of(sample.board), f32::from(sample.score));
            if index * 16 < in_phase.len() { held_out.push(sample_of) } else { fitted.push(sample_of) }
        }
        Self { representatives: representatives().into(), samples: fitted, held_out, values: vec![0.0; CONFIGURATIONS] }
    }

    /// How many samples it is made from.
    #[must_use]
    pub fn sample_count(&self) -> usize {
        self.samples.len()
    }

    fn predict(&self, values: &[f32], configurations: &Configurations) -> f32 {
        configurations.places().map(|place| values[self.representatives[place] as usize]).sum()
    }

    /// The error so far.
    #[must_use]
    pub fn error(&self) -> FitError {
        let error = |samples: &[(Configurations, f32)]| {
            let squares = samples
                .iter()
                .map(|(configurations, score)| f64::from(score - self.predict(&self.values, configurations)).powi(2));
            (squares.sum::<f64>() / samples.len().max(1) as f64).sqrt() as f32
        };
        FitError { fitted: error(&self.samples), held_out: error(&self.held_out) }
    }

    /// What the errors of the samples pull each value by.
    fn gradient(&self, errors: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; CONFIGURATIONS];
        for ((configurations, _), error) in self.samples.iter().zip(errors) {
            for place in configurations.places() {
                gradient[self.representatives[place] as usize] += error;
            }
        }
        gradient
    }

    /// Goes so many steps, telling the error after each; ends early when the error on held-out samples grows.
    pub fn run(&mut self, steps: u32, mut tell: impl FnMut(u32, FitError)) {
        let mut counts = vec![0.0_f32; CONFIGURATIONS];
        for (configurations, _) in &self.samples {
            for place in configurations.places() {
                counts[self.representatives[place] as usize] += 1.0;
            }
        }
        let scales: Vec<f32> = counts.iter().map(|count| 1.0 / (count + RIDGE)).collect();
        let mut errors: Vec<f32> = self.samples.iter().map(|(_, score)| *score).collect();
        let mut gradient = self.gradient(&errors);
        let by_scale = |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&scales).map(|(a, b)| a * b).collect() };
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        let mut preconditioned = by_scale(&gradient);
        let mut direction = preconditioned.clone();
        let mut slope = dot(&gradient, &preconditioned);
        let mut least = (f32::INFINITY, self.values.clone());
        for step in 1..=steps {
            let changes: Vec<f32> =
                self.samples.iter().map(|(configurations, _)| self.predict(&direction, configurations)).collect();
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
            for (pull, value) in gradient.iter_mut().zip(&self.values) {
                *pull -= RIDGE * value;
            }
            preconditioned = by_scale(&gradient);
            let next_slope = dot(&gradient, &preconditioned);
            let keep = (next_slope / slope) as f32;
            slope = next_slope;
            for (old, new) in direction.iter_mut().zip(&preconditioned) {
                *old = new + keep * *old;
            }
            let error = self.error();
            tell(step, error);
            if error.held_out < least.0 {
                least = (error.held_out, self.values.clone());
            } else if error.held_out > least.0 * 1.002 {
                break;
            }
        }
        self.values = least.1;
    }

    /// The values of all configurations, in parts of a disc.
    #[must_use]
    pub fn values(&self) -> Vec<i16> {
        let parts = |value: f32| (value * PARTS as f32).round() as i16;
        self.representatives.iter().map(|place| parts(self.values[*place as usize])).collect()
    }
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
