//! Fits pattern values to the scores of positions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
use crate::cpu::classic::evaluation::parts::PARTS;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::training::sample::Sample;

/// Detail of an evaluation, which determines the size of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Uses only corners of nine squares, edges and lines.
    pub is_small: bool,
    /// Step between values, in parts of a disc.
    pub grain: i16,
    /// Minimum number of occurrences of a configuration in the samples to get a value.
    pub least_seen: u32,
    /// Ridge penalty, which draws values to those before the fit: as if each configuration had occurred this often in
    /// positions with exactly those values.
    pub ridge: u16,
}

impl Detail {
    /// Full detail.
    pub const FULL: Self = Self { is_small: false, grain: 1, least_seen: 1, ridge: 5 };
}

/// A sample in a compact form for repeated passes.
struct Fitted {
    configurations: Configurations,
    /// Index of its layout.
    layout: u16,
    /// Residual of the score before the fit, in discs.
    miss: f32,
}

/// Samples in a compact form for repeated passes.
#[derive(Default)]
struct Batch {
    layouts: Vec<Arc<Layout>>,
    samples: Vec<Fitted>,
}

impl Batch {
    fn of(samples: &[Sample], evaluation: &Evaluation, phase: usize) -> Self {
        let before = evaluation.phase_values(phase);
        let mut batch = Self { layouts: Vec::new(), samples: Vec::with_capacity(samples.len()) };
        let mut layout_on = HashMap::new();
        for Sample { board, shape, score } in samples {
            let layout = *layout_on.entry(*shape).or_insert_with(|| {
                batch.layouts.push(evaluation.layout(*shape));
                batch.layouts.len() - 1
            });
            let configurations = Configurations::of(*board, &batch.layouts[layout]);
            let features = batch.layouts[layout].feature_indices(&configurations);
            let parts: i32 = features.0.iter().map(|feature| i32::from(before[*feature as usize])).sum();
            let parts = parts + batch.layouts[layout].offset(board.discs().count_ones());
            let miss = f32::from(*score) - parts as f32 / PARTS as f32;
            batch.samples.push(Fitted { configurations, layout: layout as u16, miss });
        }
        batch
    }

    /// Feature indices of a sample.
    fn feature_indices(&self, sample: &Fitted) -> impl Iterator<Item = usize> {
        let features = self.layouts[usize::from(sample.layout)].feature_indices(&sample.configurations);
        features.0.into_iter().map(|feature| feature as usize)
    }
}

/// Fit of one phase: least squares by conjugate gradients (Hestenes and Stiefel, J. Res. NBS 49(6), 1952, on the normal
/// equations). Each value is scaled by the frequency of its configuration.
pub struct Fit {
    /// Index into `changes` for each configuration; [`UNSEEN`] if no fitted sample has it, or if it is not wanted.
    change_indices: Vec<u32>,
    /// Values of all configurations before the fit, in parts of a disc.
    before: Vec<i16>,
    /// Step between values, in parts of a disc.
    grain: i16,
    /// Ridge penalty on the changes; see [`Detail::ridge`].
    ridge: f64,
    fitted: Batch,
    held_out: Batch,
    /// Changes in discs of the values of occurring configurations; the first entry is for all others, and stays 0.
    changes: Vec<f64>,
}

/// Root mean square error of a fit, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitError {
    /// On the fitted samples.
    pub fitted: f32,
    /// On the held-out samples; `None` if there are none.
    pub held_out: Option<f32>,
}

/// Index of the change for ignored configurations, which stays 0.
const UNSEEN: u32 = 0;

/// Early stopping: the fit ends when the error on held-out samples exceeds its minimum by this factor.
const WORSE: f32 = 1.002;

impl Fit {
    /// Starts a fit to samples of one phase, from the values and the parity of an existing evaluation. Samples of the
    /// same phase from other games are held out to judge it.
    ///
    /// # Panics
    /// If there is no such phase.
    #[must_use]
    pub fn new(evaluation: &Evaluation, phase: usize, fitted: &[Sample], held_out: &[Sample], detail: Detail) -> Self {
        let (boards, before) = (evaluation.boards(), evaluation.phase_values(phase).to_vec());
        let [fitted, held_out] = [fitted, held_out].map(|samples| Batch::of(samples, evaluation, phase));
        let representatives = boards.patterns().representatives();
        let mut counts = vec![0_u32; representatives.len()];
        for sample in &fitted.samples {
            for feature in fitted.feature_indices(sample) {
                counts[representatives[feature] as usize] += 1;
            }
        }
        let mut is_wanted: Vec<bool> = counts
            .iter()
            .zip(boards.patterns().small_set())
            .map(|(count, is_in_small_set)| *count >= detail.least_seen && (is_in_small_set || !detail.is_small))
            .collect();
        is_wanted[boards.patterns().null_index()] = false;
        let mut change_indices = vec![UNSEEN; representatives.len()];
        let mut next = UNSEEN + 1;
        for sample in &fitted.samples {
            let representatives = fitted.feature_indices(sample).map(|feature| representatives[feature] as usize);
            for feature in representatives.filter(|feature| is_wanted[*feature]) {
                let index = &mut change_indices[feature];
                if *index == UNSEEN {
                    *index = next;
                    next += 1;
                }
            }
        }
        for feature in 0..change_indices.len() {
            change_indices[feature] = change_indices[representatives[feature] as usize];
        }
        let Detail { grain, ridge, .. } = detail;
        let changes = vec![0.0; next as usize];
        Self { change_indices, before, grain, ridge: ridge.into(), fitted, held_out, changes }
    }

    fn predict(&self, changes: &[f64], batch: &Batch, sample: &Fitted) -> f64 {
        batch.feature_indices(sample).map(|feature| changes[self.change_indices[feature] as usize]).sum()
    }

    /// Current error.
    #[must_use]
    pub fn error(&self) -> FitError {
        let error = |batch: &Batch| {
            let samples = batch.samples.iter();
            root_mean_square(samples.map(|sample| f64::from(sample.miss) - self.predict(&self.changes, batch, sample)))
        };
        let has_others = !self.held_out.samples.is_empty();
        FitError { fitted: error(&self.fitted), held_out: has_others.then(|| error(&self.held_out)) }
    }

    /// Gradient of each change for these errors of the samples.
    fn gradient(&self, errors: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.changes.len()];
        for (sample, error) in self.fitted.samples.iter().zip(errors) {
            for feature in self.fitted.feature_indices(sample) {
                gradient[self.change_indices[feature] as usize] += error;
            }
        }
        gradient[UNSEEN as usize] = 0.0;
        for (pull, change) in gradient.iter_mut().zip(&self.changes) {
            *pull -= self.ridge * change;
        }
        gradient
    }

    /// Takes at most this many steps, and reports the error after each. Stops early if the error on held-out samples
    /// grows, or nothing is left to gain. Keeps the step with the smallest error on held-out samples or, without such
    /// samples, the last step.
    pub fn run(&mut self, steps: u32, mut report: impl FnMut(u32, FitError)) {
        let counts = self.gradient(&vec![1.0; self.fitted.samples.len()]);
        let scales: Vec<f64> = counts.iter().map(|count| 1.0 / (count + self.ridge)).collect();
        let by_scale = |gradient: &[f64]| -> Vec<f64> { gradient.iter().zip(&scales).map(|(a, b)| a * b).collect() };
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut errors: Vec<f64> = self.fitted.samples.iter().map(|sample| sample.miss.into()).collect();
        let mut gradient = self.gradient(&errors);
        let mut preconditioned = by_scale(&gradient);
        let mut direction = preconditioned.clone();
        let mut slope = dot(&gradient, &preconditioned);
        let mut least = (f32::INFINITY, self.changes.clone());
        for step in 1..=steps {
            // Change of each sample's prediction along the direction.
            let samples = self.fitted.samples.iter();
            let rates: Vec<f64> = samples.map(|sample| self.predict(&direction, &self.fitted, sample)).collect();
            let curvature = dot(&rates, &rates) + self.ridge * dot(&direction, &direction);
            if curvature <= 0.0 {
                break;
            }
            let length = slope / curvature;
            for (change, along) in self.changes.iter_mut().zip(&direction) {
                *change += length * along;
            }
            for (error, rate) in errors.iter_mut().zip(&rates) {
                *error -= length * rate;
            }
            gradient = self.gradient(&errors);
            preconditioned = by_scale(&gradient);
            let next_slope = dot(&gradient, &preconditioned);
            let keep = next_slope / slope;
            slope = next_slope;
            for (old, new) in direction.iter_mut().zip(&preconditioned) {
                *old = new + keep * *old;
            }
            let error = self.error();
            report(step, error);
            match error.held_out {
                Some(held_out) if held_out > least.0 * WORSE => break,
                Some(held_out) if held_out >= least.0 => {}
                held_out => least = (held_out.unwrap_or(least.0), self.changes.clone()),
            }
        }
        self.changes = least.1;
    }

    /// Values of all configurations, in parts of a disc. Values of unseen configurations are unchanged, except for the
    /// grain.
    #[must_use]
    pub fn values(&self) -> Vec<i16> {
        let grain = f64::from(self.grain);
        let value = |(index, before): (&u32, &i16)| {
            let parts = f64::from(*before) + self.changes[*index as usize] * f64::from(PARTS);
            (parts / grain).round() as i16 * self.grain
        };
        self.change_indices.iter().zip(&self.before).map(value).collect()
    }
}

fn root_mean_square(errors: impl ExactSizeIterator<Item = f64>) -> f32 {
    let count = errors.len().max(1) as f64;
    (errors.map(|error| error.powi(2)).sum::<f64>() / count).sqrt() as f32
}

/// Assembles an evaluation for these boards from the values of each phase, in parts of a disc.
///
/// # Panics
/// If the number of phases is wrong.
#[must_use]
pub fn assembled(boards: Boards, values: &[Vec<i16>]) -> Evaluation {
    let count = boards.patterns().feature_count();
    assert!(values.len() == PHASES && values.iter().all(|values| values.len() == count), "values of each phase");
    Evaluation::new(boards, &values.concat())
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
    use crate::cpu::classic::training::self_play::any;

    /// An evaluation that knows nothing.
    fn nothing() -> Evaluation {
        Evaluation::blank(Boards::Full)
    }

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

    /// A simple evaluation of corners and the squares next to them.
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
        let mut fit = Fit::new(&nothing(), 0, fitted, held_out, Detail::FULL);
        let before = fit.error();
        fit.run(30, |_, _| {});
        let after = fit.error();
        assert!(after.fitted < 0.1 * before.fitted, "{before:?}, {after:?}");
        let values = vec![fit.values(); PHASES];
        let evaluation = assembled(Boards::Full, &values);
        let fresh = positions(300, DISCS, 2);
        let misses =
            fresh.iter().map(|board| evaluation.evaluate(*board, Shape::FULL) - i32::from(known_score(*board)));
        let error = root_mean_square(misses.map(f64::from).collect::<Vec<_>>().into_iter());
        // Nine tenths of the variance.
        assert!(error.powi(2) < 0.1 * before.fitted.powi(2), "{before:?}, {error}");
    }

    /// A fit learns only the residuals of the values before it; unseen configurations keep their values.
    #[test]
    fn a_fit_goes_on_from_the_values_before_it() {
        const DISCS: u32 = 24;
        let before = Evaluation::built_in().phase_values(Shape::FULL.phase(DISCS)).to_vec();
        let unchanged = assembled(Boards::Full, &vec![before.clone(); PHASES]);
        let expected = |board: Bitboards| unchanged.evaluate(board, Shape::FULL) as i8;
        let boards = positions(4000, DISCS, 6);
        let fitted = |detail: Detail, score: &dyn Fn(Bitboards) -> i8| {
            let mut fit = Fit::new(&unchanged, 0, &scored(&boards, score), &[], detail);
            let error = fit.error().fitted;
            fit.run(30, |_, _| {});
            (error, fit.error().fitted, fit.values())
        };
        // Scores are rounded to discs.
        let (error, ..) = fitted(Detail::FULL, &expected);
        assert!(error < 0.5, "{error}");
        let (error, after, values) = fitted(Detail::FULL, &|board| expected(board) + known_score(board) / 4);
        assert!(after < 0.2 * error, "{error}, {after}");
        let mut is_changed: Vec<bool> = values.iter().zip(&before).map(|(new, old)| new != old).collect();
        assert!(is_changed.contains(&true));
        let layout = Layout::new(Boards::Full, Shape::FULL);
        let representatives = Boards::Full.patterns().representatives();
        for feature in boards.iter().flat_map(|board| layout.feature_indices(&Configurations::of(*board, &layout)).0) {
            is_changed[representatives[feature as usize] as usize] = false;
        }
        let unseen = (0..before.len()).filter(|feature| is_changed[representatives[*feature] as usize]);
        assert_eq!(unseen.count(), 0);
        let strongly = Detail { ridge: u16::MAX, ..Detail::FULL };
        let (_, held, _) = fitted(strongly, &|board| expected(board) + known_score(board) / 4);
        assert!(held > 2.0 * after, "{held}, {after}");
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
        let mut fit = Fit::new(&nothing(), 0, fitted, held_out, Detail::FULL);
        let mut reports = Vec::new();
        fit.run(1000, |step, error| reports.push((step, error)));
        assert!(reports.len() < 100, "{}", reports.len());
        let [first, .., last] = reports[..] else { panic!("several steps: {reports:?}") };
        let smallest = reports.iter().filter_map(|(_, error)| error.held_out).fold(f32::INFINITY, f32::min);
        assert_eq!(fit.error().held_out, Some(smallest));
        assert!(last.1.held_out > Some(smallest) && last.1.fitted < first.1.fitted, "{reports:?}");
    }

    #[test]
    fn without_others_the_last_step_counts() {
        let samples = scored(&positions(300, 30, 5), known_score);
        let mut fit = Fit::new(&nothing(), 0, &samples, &[], Detail::FULL);
        let mut reports = Vec::new();
        fit.run(4, |_, error| reports.push(error));
        assert_eq!((reports.len(), reports.last().copied()), (4, Some(fit.error())));
        assert!(reports.iter().all(|error| error.held_out.is_none()));
    }

    #[test]
    fn a_fit_to_nothing_values_nothing() {
        let mut fit = Fit::new(&nothing(), 0, &[], &[], Detail::FULL);
        fit.run(5, |step, _| panic!("step {step}"));
        assert!(fit.values().iter().all(|value| *value == 0));
    }
}
