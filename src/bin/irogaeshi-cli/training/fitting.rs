//! Fitting of a generation, phase by phase so that only the samples of a few phases are in memory.

use std::sync::Arc;
use std::time::Instant;

use irogaeshi::cpu::classic::Evaluation;
use irogaeshi::cpu::training::{Fit, FitError, PHASES, Sample, assembled};
use serde::{Deserialize, Serialize};

use crate::out::parallel::in_parallel;
use crate::training::folder::{FolderError, read_samples};
use crate::training::plan::Training;
use crate::training::recipe::is_held_out;

/// Result of fitting a generation's evaluation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GenerationFit {
    /// Duration in seconds.
    pub(crate) seconds: f64,
    pub(crate) phases: Vec<PhaseFit>,
}

/// Origin of a phase's values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum PhaseFit {
    /// Fitted to samples.
    Fitted {
        samples: usize,
        held_out: usize,
        /// Number of steps of the fit.
        steps: u32,
        /// Root mean square error, in discs.
        error: f32,
        /// Error of the held-out samples, if there are any.
        held_out_error: Option<f32>,
    },
    /// Without samples: copied from this phase, or kept from before the fit if it is the phase itself.
    TakenFrom(usize),
}

impl GenerationFit {
    /// Fits an evaluation to the samples of this generation, which played with `played_with`, and of earlier ones.
    ///
    /// # Errors
    /// If a shard's samples cannot be read.
    pub(crate) fn run(
        training: &Training,
        generation: usize,
        played_with: &Arc<Evaluation>,
    ) -> Result<(Evaluation, Self), FolderError> {
        let start = Instant::now();
        let (boards, goes_on) = (training.recipe.boards, training.recipe.goes_on);
        let before = if goes_on { Arc::clone(played_with) } else { Arc::new(Evaluation::blank(boards)) };
        let mut fitted = in_parallel(
            PHASES,
            training.threads,
            &format!("generation {generation}: phases"),
            || Ok(()),
            // Late phases have most samples. They start first, so that all threads finish at about the same time.
            |(), number| fit_phase(training, generation, PHASES - 1 - number, &before),
        )?;
        fitted.reverse();
        let (mut values, mut phases) = (Vec::with_capacity(PHASES), Vec::with_capacity(PHASES));
        for (phase, own) in fitted.iter().enumerate() {
            // Training that continues from an earlier evaluation keeps the values of phases without samples.
            let mut nearest = (phase..PHASES).chain((0..phase).rev());
            let from = nearest.find(|near| fitted[*near].is_some()).filter(|near| *near == phase || !goes_on);
            let of_from = from.and_then(|from| fitted[from].as_ref()).map(|(values, _)| values.clone());
            values.push(of_from.unwrap_or_else(|| before.phase_values(phase).to_vec()));
            phases.push(own.as_ref().map_or(PhaseFit::TakenFrom(from.unwrap_or(phase)), |(_, how)| how.clone()));
        }
        Ok((
            assembled(boards, &values).with_goal(training.recipe.goal).with_parities(before.parities()),
            Self { seconds: start.elapsed().as_secs_f64(), phases },
        ))
    }

    /// Number of fitted samples of all phases, and their root mean square error.
    pub(crate) fn fitted(&self) -> (usize, Option<f32>) {
        self.total(|phase| match phase {
            PhaseFit::Fitted { samples, error, .. } => Some((*samples, *error)),
            PhaseFit::TakenFrom(_) => None,
        })
    }

    /// The same for held-out samples.
    pub(crate) fn held_out(&self) -> (usize, Option<f32>) {
        self.total(|phase| match phase {
            PhaseFit::Fitted { held_out, held_out_error, .. } => held_out_error.map(|error| (*held_out, error)),
            PhaseFit::TakenFrom(_) => None,
        })
    }

    fn total(&self, of: impl Fn(&PhaseFit) -> Option<(usize, f32)>) -> (usize, Option<f32>) {
        let (count, squares) = self.phases.iter().filter_map(of).fold((0, 0.0), |(count, squares), (more, error)| {
            (count + more, squares + more as f64 * f64::from(error).powi(2))
        });
        (count, (count > 0).then(|| (squares / count as f64).sqrt() as f32))
    }
}

/// Fits the values of a phase; `None` without samples.
fn fit_phase(
    training: &Training,
    generation: usize,
    phase: usize,
    before: &Evaluation,
) -> Result<Option<(Vec<i16>, PhaseFit)>, FolderError> {
    let (fitted, held_out) = samples_of(training, generation, phase)?;
    if fitted.is_empty() {
        return Ok(None);
    }
    let detail = training.recipe.generations[generation].detail;
    let mut fit = Fit::new(before, phase, &fitted, &held_out, detail);
    let (samples, held_out) = (fitted.len(), held_out.len());
    // The fit has copied what it needs.
    drop(fitted);
    let mut steps = 0;
    fit.run(training.recipe.steps, |step, _| steps = step);
    let FitError { fitted: error, held_out: held_out_error } = fit.error();
    Ok(Some((fit.values(), PhaseFit::Fitted { samples, held_out, steps, error, held_out_error })))
}

/// The samples of a phase that a generation fits, and those held out.
fn samples_of(training: &Training, generation: usize, phase: usize) -> Result<(Vec<Sample>, Vec<Sample>), FolderError> {
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for of in 0..=generation {
        for shard in 0..training.shards(of) {
            let samples = read_samples(&training.folder.shard(of, shard))?.into_iter();
            let fitting =
                samples.filter(|sample| sample.phase() == phase && training.recipe.fits(generation, of, sample));
            if is_held_out(shard) { held_out.extend(fitting) } else { fitted.extend(fitting) }
        }
    }
    Ok((fitted, held_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_all_phases_are_weighted_by_their_samples() {
        let phase = |samples, error, held_out_error| PhaseFit::Fitted {
            samples,
            held_out: samples / 10,
            steps: 1,
            error,
            held_out_error,
        };
        let fit = GenerationFit {
            seconds: 0.0,
            phases: vec![PhaseFit::TakenFrom(1), phase(300, 1.0, None), phase(100, 5.0, Some(6.0))],
        };
        assert_eq!(fit.fitted(), (400, Some(7.0_f32.sqrt())));
        assert_eq!(fit.held_out(), (10, Some(6.0)));
        assert_eq!(GenerationFit { seconds: 0.0, phases: Vec::new() }.held_out(), (0, None));
    }
}
