//! The fit of the values of patterns to the scores of positions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
use crate::cpu::classic::evaluation::pattern::Boards;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::{Evaluation, PARTS};
use crate::cpu::classic::training::sample::Sample;

/// How much an evaluation knows, and so how large its file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Whether it looks only at corners of nine squares, edges and lines.
    pub is_small: bool,
    /// Of how many parts of a disc its values are multiples.
    pub grain: i16,
    /// In how many places of the samples a configuration must have been seen to have a value.
    pub least_seen: u32,
    /// How strongly values are drawn to nothing: as if each configuration had been seen so often in even positions.
    pub ridge: u16,
}

impl Detail {
    /// All that there is to know.
    pub const FULL: Self = Self { is_small: false, grain: 1, least_seen: 1, ridge: 5 };
}

/// A position as the fit goes through it again and again.
struct Fitted {
    configurations: Configurations,
    /// Which of the layouts they are on.
    layout: u16,
    score: f32,
}

/// Samples as the fit goes through them again and again.
#[derive(Default)]
struct Batch {
    layouts: Vec<Arc<Layout>>,
    samples: Vec<Fitted>,
}

impl Batch {
    fn of(boards: Boards, samples: &[Sample]) -> Self {
        let mut batch = Self { layouts: Vec::new(), samples: Vec::with_capacity(samples.len()) };
        let mut layout_on = HashMap::new();
        for Sample { board, shape, score } in samples {
            let layout = *layout_on.entry(*shape).or_insert_with(|| {
                batch.layouts.push(Layout::new(boards, *shape));
                batch.layouts.len() - 1
            });
            let configurations = Configurations::of(*board, &batch.layouts[layout]);
            batch.samples.push(Fitted { configurations, layout: layout as u16, score: f32::from(*score) });
        }
        batch
    }

    /// The places of the configurations of a sample.
    fn places(&self, sample: &Fitted) -> impl Iterator<Item = usize> {
        self.layouts[usize::from(sample.layout)].places(&sample.configurations)
    }
}

/// The fit of one phase: the least squares of the errors, found by conjugate gradients (Hestenes and Stiefel, J. Res.
/// NBS 49(6), 1952, on the normal equations), where each value is scaled by how often its configuration occurs.
pub struct Fit {
    /// For each configuration the place of its value among `values`; [`UNSEEN`] if no sample that is fitted has it, and
    /// if it is not wanted.
    places: Vec<u32>,
    /// Of how many parts of a disc values are multiples.
    grain: i16,
    /// How strongly values are drawn to nothing, as [`Detail::ridge`] says.
    ridge: f32,
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

/// How much the error on held-out samples may grow above the least one before the fit ends.
const WORSE: f32 = 1.002;

impl Fit {
    /// A fit to samples of one phase, for an evaluation for these boards; others of the same phase, of other games, are
    /// held out to judge it by.
    #[must_use]
    pub fn new(boards: Boards, fitted: &[Sample], held_out: &[Sample], detail: Detail) -> Self {
        let (fitted, held_out) = (Batch::of(boards, fitted), Batch::of(boards, held_out));
        let representatives = boards.patterns().representatives();
        let mut counts = vec![0_u32; representatives.len()];
        for sample in &fitted.samples {
            for place in fitted.places(sample) {
                counts[representatives[place] as usize] += 1;
            }
        }
        let mut is_wanted: Vec<bool> = counts
            .iter()
            .zip(boards.patterns().few())
            .map(|(count, is_few)| *count >= detail.least_seen && (is_few || !detail.is_small))
            .collect();
        is_wanted[boards.patterns().nothing()] = false;
        let mut places = vec![UNSEEN; representatives.len()];
        let mut next = UNSEEN + 1;
        for sample in &fitted.samples {
            let representatives = fitted.places(sample).map(|place| representatives[place] as usize);
            for place in representatives.filter(|place| is_wanted[*place]) {
                let place = &mut places[place];
                if *place == UNSEEN {
                    *place = next;
                    next += 1;
                }
            }
        }
        for place in 0..places.len() {
            places[place] = places[representatives[place] as usize];
        }
        let Detail { grain, ridge, .. } = detail;
        Self { places, grain, ridge: ridge.into(), fitted, held_out, values: vec![0.0; next as usize] }
    }

    fn predict(&self, values: &[f32], batch: &Batch, sample: &Fitted) -> f32 {
        batch.places(sample).map(|place| values[self.places[place] as usize]).sum()
    }

    /// The error so far.
    #[must_use]
    pub fn error(&self) -> FitError {
        let error = |batch: &Batch| {
            let samples = batch.samples.iter();
            root_mean_square(samples.map(|sample| sample.score - self.predict(&self.values, batch, sample)))
        };
        let has_others = !self.held_out.samples.is_empty();
        FitError { fitted: error(&self.fitted), held_out: has_others.then(|| error(&self.held_out)) }
    }

    /// What the errors of the samples pull each value by.
    fn gradient(&self, errors: &[f32]) -> Vec<f32> {
        let mut gradient = vec![0.0; self.values.len()];
        for (sample, error) in self.fitted.samples.iter().zip(errors) {
            for place in self.fitted.places(sample) {
                gradient[self.places[place] as usize] += error;
            }
        }
        gradient[UNSEEN as usize] = 0.0;
        for (pull, value) in gradient.iter_mut().zip(&self.values) {
            *pull -= self.ridge * value;
        }
        gradient
    }

    /// Takes at most this many steps and reports the error after each; stops early when the error on held-out samples
    /// grows, and when there is nothing left to gain. Of all steps the one with the least error on held-out samples
    /// counts; without such samples, the last one.
    pub fn run(&mut self, steps: u32, mut tell: impl FnMut(u32, FitError)) {
        let counts = self.gradient(&vec![1.0; self.fitted.samples.len()]);
        let scales: Vec<f32> = counts.iter().map(|count| 1.0 / (count + self.ridge)).collect();
        let by_scale = |gradient: &[f32]| -> Vec<f32> { gradient.iter().zip(&scales).map(|(a, b)| a * b).collect() };
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        let mut errors: Vec<f32> = self.fitted.samples.iter().map(|sample| sample.score).collect();
        let mut gradient = self.gradient(&errors);
        let mut preconditioned = by_scale(&gradient);
        let mut direction = preconditioned.clone();
        let mut slope = dot(&gradient, &preconditioned);
        let mut least = (f32::INFINITY, self.values.clone());
        for step in 1..=steps {
            let along = self.fitted.samples.iter();
            let changes: Vec<f32> = along.map(|sample| self.predict(&direction, &self.fitted, sample)).collect();
            let curvature = dot(&changes, &changes) + f64::from(self.ridge) * dot(&direction, &direction);
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

/// An evaluation for these boards of the values of each phase, in parts of a disc.
///
/// # Panics
/// When there are not as many as phases.
#[must_use]
pub fn assembled(boards: Boards, values: &[Vec<i16>]) -> Evaluation {
    let places = boards.patterns().places();
    assert!(values.len() == PHASES && values.iter().all(|values| values.len() == places), "values of each phase");
    Evaluation::new(boards, &values.concat())
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
    use crate::cpu::classic::training::self_play::any;

    /// Positions of random games, all with this many discs.
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
        boards.iter().map(|board| Sample { board: *board, shape: Shape::FULL, score: score(*board) }).collect()
    }

    #[test]
    fn a_fit_finds_known_values() {
        const DISCS: u32 = 24;
        let samples = scored(&positions(8000, DISCS, 1), known_score);
        let (held_out, fitted) = samples.split_at(200);
        let mut fit = Fit::new(Boards::Full, fitted, held_out, Detail::FULL);
        let before = fit.error();
        fit.run(30, |_, _| {});
        let after = fit.error();
        assert!(after.fitted < 0.1 * before.fitted, "{before:?}, {after:?}");
        let values = vec![fit.values(); PHASES];
        let evaluation = assembled(Boards::Full, &values);
        let fresh = positions(300, DISCS, 2);
        let misses = fresh.iter().map(|board| evaluation.glance(*board, Shape::FULL) - i32::from(known_score(*board)));
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
            .map(|(board, noise)| Sample { board, shape: Shape::FULL, score: known_score(board) / 2 + noise })
            .collect();
        let (held_out, fitted) = samples.split_at(300);
        let mut fit = Fit::new(Boards::Full, fitted, held_out, Detail::FULL);
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
        let mut fit = Fit::new(Boards::Full, &samples, &[], Detail::FULL);
        let mut told = Vec::new();
        fit.run(4, |_, error| told.push(error));
        assert_eq!((told.len(), told.last().copied()), (4, Some(fit.error())));
        assert!(told.iter().all(|error| error.held_out.is_none()));
    }

    #[test]
    fn a_fit_to_nothing_values_nothing() {
        let mut fit = Fit::new(Boards::Full, &[], &[], Detail::FULL);
        fit.run(5, |step, _| panic!("step {step}"));
        assert!(fit.values().iter().all(|value| *value == 0));
    }
}
