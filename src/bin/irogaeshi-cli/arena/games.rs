//! Arguments shared by all commands that play games.

use std::num::NonZeroUsize;
use std::time::Duration;

use irogaeshi::programs::ThinkingTime;

use crate::out::parallel::{read_threads, usual_threads};

/// Limit that bounds memory, since all games are kept until the end.
const MAX_GAMES: i64 = 1_000_000;

#[derive(clap::Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct GamesArguments {
    /// Number of games to play.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=MAX_GAMES))]
    pub(crate) games: u32,
    /// Seed of the games.
    ///
    /// The same seed gives the same games, unless a player has a time limit.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Number of random plies at the beginning of each game.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) opening_plies: u32,
    /// Number of games to play at the same time [default: number of cores].
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Make levels of the engine play without the opening book.
    #[arg(long)]
    no_book: bool,
    /// Time that another program may stay silent.
    ///
    /// Its thinking time is added. A program that stays silent for longer counts as failed.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    patience: ThinkingTime,
    /// Print JSON.
    #[arg(long, help_heading = None::<&str>)]
    pub(crate) json: bool,
}

impl GamesArguments {
    pub(crate) fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(usual_threads)
    }

    pub(crate) const fn patience(&self) -> Duration {
        self.patience.0
    }

    pub(crate) const fn knows_book(&self) -> bool {
        !self.no_book
    }
}
