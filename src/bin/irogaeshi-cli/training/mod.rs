//! Command `train`: trains the engine's evaluation, measures the pruning of its search, and fits networks of shares.
//! The library generates the games and fits (`cpu::training`); this module adds seeds, threads and a folder.

mod error_model;
mod fitting;
mod folder;
mod network;
mod plan;
mod probcut;
mod recipe;
mod report;
mod run;
mod scale;
mod shares;
mod tempo;

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::out::parallel::{read_threads, usual_threads};
use crate::training::network::NetworkArguments;
use crate::training::plan::Training;
use crate::training::probcut::ProbCutArguments;
use crate::training::recipe::RecipeName;
use crate::training::scale::Scale;
use crate::training::shares::SharesArguments;
use crate::training::tempo::TempoArguments;

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct TrainArguments {
    #[command(subcommand)]
    command: Option<TrainCommand>,
    /// Folder for games and evaluations; an interrupted training continues there.
    #[arg(required = true, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Seed of the training; the same seed gives the same evaluation.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// File to write the evaluation to [default: evaluation.bin in the folder].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Multiply the number of games by this factor.
    #[arg(long, value_name = "X", default_value = "1")]
    scale: Scale,
    /// Games to train for, and the evaluation to start from.
    #[arg(long, value_enum, default_value = "full")]
    recipe: RecipeName,
}

#[derive(clap::Subcommand)]
enum TrainCommand {
    /// Fit the model by which the search prunes unlikely moves.
    ///
    /// It measures the differences between shallow and deep searches.
    Probcut(ProbCutArguments),
    /// Measure an evaluation's bias for or against the side to move, and remove it.
    Tempo(TempoArguments),
    /// Fit a network that corrects an evaluation to the games of trainings.
    Network(NetworkArguments),
    /// Fit a network of shares to the games of matches.
    ///
    /// It is for one variant, with any number of players.
    Shares(SharesArguments),
}

/// Carries out the recipe or runs the subcommand.
///
/// # Errors
/// If the folder is not of this training or is damaged, or a file cannot be written.
pub(crate) fn run(arguments: &TrainArguments, out: &mut impl Write) -> Result<(), Failure> {
    match (&arguments.command, &arguments.folder) {
        (Some(TrainCommand::Probcut(arguments)), _) => probcut::run(arguments, out),
        (Some(TrainCommand::Tempo(arguments)), _) => tempo::run(arguments, out),
        (Some(TrainCommand::Network(arguments)), _) => network::run(arguments, out),
        (Some(TrainCommand::Shares(arguments)), _) => shares::run(arguments, out),
        (None, Some(folder)) => {
            let threads = arguments.threads.unwrap_or_else(usual_threads);
            let recipe = arguments.recipe.recipe();
            let training = Training::open(folder, recipe, arguments.seed, arguments.scale, threads)?;
            training.run(arguments.out.as_deref(), out)
        }
        (None, None) => Err(Failure::Refused("a folder to train in is required".to_owned())),
    }
}
