//! Subcommand `shares`: fits a network of shares to the games of matches.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use irogaeshi::cpu::training::{SharesFit, SharesLoss, SharesSample};
use irogaeshi::rules::{Square, Variant};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

use crate::arena::saved_games::SavedGames;
use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::out::parallel::progress_bar;
use crate::out::table::{Column, Table};
use crate::training::report::size_text;
use crate::variant::GoalArguments;

#[derive(clap::Args)]
pub(crate) struct SharesArguments {
    #[command(flatten)]
    variant: GoalArguments,
    /// Files that `match --keep` has written.
    ///
    /// Their games are of this variant, or of others that play alike on the same squares. Random plies at the beginning
    /// are not learnt.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Number of times to learn each game.
    #[arg(long, value_name = "N", default_value = "2")]
    epochs: NonZeroU32,
    /// Learning rate of the first steps.
    ///
    /// Larger ones fit more closely, and overfit if there are few games for many configurations.
    #[arg(long, value_name = "LENGTH", default_value_t = 0.000_5, value_parser = read_rate)]
    rate: f32,
    /// Seed of the fit; the same seed gives the same network.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// File to write the network to.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// One game in this many is held out.
const HELD_OUT: usize = 16;

/// Number of games whose positions are shuffled together. Limits the memory for positions.
const BATCH: usize = 512;

/// Learning rate of the last steps, as a fraction of the first.
const LAST_RATE: f32 = 0.05;

fn read_rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate: &f32| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "not a number above 0".to_owned())
}

/// A game to learn from.
struct Game {
    variant: Arc<Variant>,
    moves: Vec<Square>,
    /// Number of random plies at its beginning.
    random: usize,
}

/// Fits the network, prints its accuracy on held-out games, and writes it.
///
/// # Errors
/// If a file's games are of another variant or there are too few, or the network cannot be written.
pub(crate) fn run(arguments: &SharesArguments, out: &mut impl Write) -> Result<(), Failure> {
    let variant = arguments.variant.find()?;
    check_writable(&arguments.out)?;
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for file in &arguments.files {
        for (number, game) in games(file, &variant)?.into_iter().enumerate() {
            if number % HELD_OUT == 0 { held_out.push(game) } else { fitted.push(game) }
        }
    }
    if fitted.is_empty() {
        return Err(
            format!("there are no games to learn from, since one in {HELD_OUT} is held out; give more games").into()
        );
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
    let mut fit = SharesFit::new(&variant, arguments.rate, arguments.seed);
    let epochs = arguments.epochs.get() as usize;
    let bar = progress_bar(epochs * fitted.len().div_ceil(BATCH), "games");
    for epoch in 0..epochs {
        fitted.shuffle(&mut rng);
        for (batch, games) in fitted.chunks(BATCH).enumerate() {
            let mut samples = samples(&fit, games)?;
            samples.shuffle(&mut rng);
            let done = (epoch * fitted.len() + batch * BATCH) as f32 / (epochs * fitted.len()) as f32;
            for sample in samples {
                fit.learn(&sample, 1.0 - (1.0 - LAST_RATE) * done);
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    writeln!(out, "{} games, {epochs} epochs, rate {}, seed {}\n", fitted.len(), arguments.rate, arguments.seed)?;
    writeln!(out, "{}", table(&fit, &held_out)?)?;
    let file = fit.file();
    write_whole(&arguments.out, &file)?;
    Ok(writeln!(out, "{}: {}", arguments.out.display(), size_text(file.len()))?)
}

/// Games of a match file that include their moves.
fn games(file: &Path, variant: &Variant) -> Result<Vec<Game>, Failure> {
    let (key, games) = SavedGames::look_at(file)?;
    let played = key.variant.parse().ok().filter(|played: &Variant| played.is_played_alike(variant));
    let played = Arc::new(played.ok_or_else(|| format!("{}: the games are of another variant", file.display()))?);
    let random = key.opening_plies as usize;
    let games = games.into_iter().filter(|game| !game.moves.is_empty());
    Ok(games.map(|game| Game { variant: Arc::clone(&played), moves: game.moves, random }).collect())
}

fn samples(fit: &SharesFit, games: &[Game]) -> Result<Vec<SharesSample>, Failure> {
    let mut all = Vec::new();
    for game in games {
        let samples = fit.samples(&game.variant, &game.moves, game.random);
        all.extend(samples.map_err(|error| format!("invalid game: {error}"))?);
    }
    Ok(all)
}

/// Accuracy of the network on games, by phase.
fn table(fit: &SharesFit, games: &[Game]) -> Result<Table, Failure> {
    let headings = ["phase", "positions held out", "divergence", "best guess wins, %", "likeliest move played, %"];
    let mut table = Table::new(headings.map(|heading| (heading, Column::Number)));
    let mut misses: [Vec<SharesLoss>; SharesSample::PHASES] = Default::default();
    for game in games {
        for sample in samples(fit, std::slice::from_ref(game))? {
            misses[sample.phase()].push(fit.loss(&sample));
        }
    }
    let all = misses.concat();
    let phases = misses.iter().enumerate().map(|(phase, misses)| (phase.to_string(), misses));
    for (phase, misses) in phases.chain([("all".to_owned(), &all)]) {
        let count = misses.len().max(1) as f64;
        let percent =
            |is: fn(&SharesLoss) -> bool| 100.0 * misses.iter().filter(|loss| is(loss)).count() as f64 / count;
        table.push([
            phase,
            misses.len().to_string(),
            format!("{:.4}", misses.iter().map(|loss| loss.divergence).sum::<f64>() / count),
            format!("{:.1}", percent(|loss| loss.knows_winner)),
            format!("{:.1}", percent(|loss| loss.knows_move)),
        ]);
    }
    Ok(table)
}
