//! Makes the engine's evaluation, from nothing or from the one before, and measures what its search may leave out;
//! makes networks of shares. The games and the fits are the library's (`cpu::classic::training`,
//! `cpu::shares::training`); here they get seeds, threads and a folder.

mod error_model;
mod fitting;
mod folder;
mod network;
mod plan;
mod probcut;
mod recipe;
mod report;
mod run;
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
use crate::training::recipe::{RecipeName, Scale};
use crate::training::shares::SharesArguments;
use crate::training::tempo::TempoArguments;

/// What is trained or measured.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct TrainArguments {
    #[command(subcommand)]
    command: Option<TrainCommand>,
    /// Where games and evaluations are kept; an interrupted training goes on there.
    #[arg(required = true, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// The same seed gives the same evaluation.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// On how many threads; as many as there are cores where it is left out.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Where the evaluation is written; `evaluation.bin` in the folder where it is left out.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play this many times as many games.
    #[arg(long, value_name = "X", default_value = "1")]
    scale: Scale,
    /// What is made: the evaluation for ordinary games, from nothing or further from the one that the game comes with;
    /// that for games that the fewest discs win; or that for all other boards.
    #[arg(long, value_enum, default_value = "full")]
    recipe: RecipeName,
}

#[derive(clap::Subcommand)]
enum TrainCommand {
    /// Measure how far shallow searches are from deep ones, and fit the model by which the search leaves out what is
    /// unlikely.
    Probcut(ProbCutArguments),
    /// Measure by how much an evaluation is unfair to whoever is to move, and take that out of it.
    Tempo(TempoArguments),
    /// Fit a network that corrects an evaluation to the games of trainings.
    Network(NetworkArguments),
    /// Fit a network of shares to the games of matches: for one variant, with any number of players.
    Shares(SharesArguments),
}

/// Carries out the recipe, or measures.
///
/// # Errors
/// When the folder is not one of this training, something in it is damaged, or something cannot be written.
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
        (None, None) => Err(Failure::Refused("a folder to train in is needed".to_owned())),
    }
}
