//! Which games a match, a measurement or a tournament plays, as the command line says it.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::engine::budget::ThinkingTime;
use crate::out::parallel::{read_threads, usual_threads};

/// Each game is kept in memory until all are played.
const MOST_GAMES: i64 = 1_000_000;

/// Which games are played, and how.
#[derive(clap::Args)]
pub(crate) struct GamesArguments {
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=MOST_GAMES))]
    pub(crate) games: u32,
    /// The same seed gives the same games, unless a player has a time limit.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Begin each game with this many random plies.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) opening_plies: u32,
    /// How many games are played at the same time; as many as there are cores where it is left out.
    #[arg(long, value_name = "N", value_parser = read_threads)]
    threads: Option<NonZeroUsize>,
    /// Let levels of the engine play without the opening book.
    #[arg(long)]
    no_book: bool,
    /// How long another program may be silent, besides its time to think, before it is given up.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    patience: ThinkingTime,
    /// Print JSON.
    #[arg(long)]
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
