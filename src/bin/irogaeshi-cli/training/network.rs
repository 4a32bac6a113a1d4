//! Subcommand `network`: fits a network that corrects an evaluation to the games of trainings.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;

use irogaeshi::cpu::classic::Evaluation;
use irogaeshi::cpu::training::{NetworkFit, PHASES, Sample};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::parallel::progress_bar;
use crate::out::table::{Column, Table};
use crate::training::folder::{LastGeneration, read_evaluation};
use crate::training::report::size_text;

#[derive(clap::Args)]
pub(crate) struct NetworkArguments {
    /// Folders of trainings, to learn the games of their last generations.
    ///
    /// The games held out are not learnt.
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Evaluation to correct; its own values stay [default: the built-in one].
    #[arg(long, value_name = "FILE")]
    evaluation: Option<PathBuf>,
    /// Number of times to learn each position.
    #[arg(long, value_name = "N", default_value = "3")]
    epochs: NonZeroU32,
    /// Seed of the fit; the same seed gives the same network.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// File to write the evaluation to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Learning rate of the first steps. It decreases to zero at the end.
const RATE: f32 = 0.06;

/// After the weights are rounded, one in this many positions is learnt once more.
const ONCE_MORE: usize = 8;

/// Learning rate at the start of that last pass.
const LAST_RATE: f32 = 0.005;

/// Positions for each step of the progress bar.
const BATCH: usize = 1 << 14;

/// Fits the network, prints the errors before and after, and writes the evaluation.
///
/// # Errors
/// If the evaluation or a folder's samples cannot be read, or the file cannot be written.
pub(crate) fn run(arguments: &NetworkArguments, out: &mut impl Write) -> Result<(), Failure> {
    let evaluation = match &arguments.evaluation {
        Some(file) => Arc::new(read_evaluation(file)?),
        None => Evaluation::built_in(),
    };
    check_writable(&arguments.out)?;
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for folder in &arguments.folders {
        let last = LastGeneration::of(folder)?;
        fitted.extend(last.fitted()?);
        held_out.extend(last.held_out()?);
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut fit = NetworkFit::new(&evaluation, arguments.seed);
    let steps = fitted.len() as f32 * arguments.epochs.get() as f32;
    let rounded = fitted.len().div_ceil(ONCE_MORE);
    let batches = fitted.len().div_ceil(BATCH) * arguments.epochs.get() as usize + rounded.div_ceil(BATCH);
    let bar = progress_bar(batches, "positions");
    for epoch in 0..arguments.epochs.get() {
        fitted.shuffle(&mut rng);
        for (batch, samples) in fitted.chunks(BATCH).enumerate() {
            let learnt = epoch as f32 * fitted.len() as f32 + (batch * BATCH) as f32;
            for sample in samples {
                fit.learn(sample, RATE * (1.0 - learnt / steps));
            }
            bar.inc(1);
        }
    }
    fit.round_weights();
    for (batch, samples) in fitted[..rounded].chunks(BATCH).enumerate() {
        for sample in samples {
            fit.learn(sample, LAST_RATE * (1.0 - (batch * BATCH) as f32 / rounded as f32));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let network = fit.evaluation();
    let positions = fitted.len();
    writeln!(out, "{positions} positions, {} epochs, seed {}\n", arguments.epochs, arguments.seed)?;
    writeln!(out, "{}", table(&[&evaluation.without_network(), &network], &held_out))?;
    let file = network.to_file();
    write_whole(&arguments.out, &file)?;
    Ok(writeln!(out, "{}: {}", arguments.out.display(), size_text(file.len()))?)
}

/// Root mean square errors of evaluations on samples, in discs, by phase.
fn table(evaluations: &[&Evaluation; 2], samples: &[Sample]) -> Table {
    let headings = ["phase", "samples held out", "error before", "error after"];
    let mut table = Table::new(headings.map(|heading| (heading, Column::Number)));
    for phase in 0..PHASES {
        let of_phase: Vec<&Sample> = samples.iter().filter(|sample| sample.phase() == phase).collect();
        let error = |evaluation: &&Evaluation| {
            let miss = |sample: &&Sample| {
                f64::from(evaluation.evaluate(sample.board, sample.shape) - i32::from(sample.score)).powi(2)
            };
            (of_phase.iter().map(miss).sum::<f64>() / of_phase.len().max(1) as f64).sqrt()
        };
        let errors = evaluations.iter().map(error).map(|error| format!("{error:.3}"));
        table.push([phase.to_string(), of_phase.len().to_string()].into_iter().chain(errors));
    }
    table
}
