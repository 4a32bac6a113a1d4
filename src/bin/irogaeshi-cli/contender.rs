//! Who plays in a match of the terminal tool: a CPU player, and how long it may think about each move.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::{Duration, Instant};

use irogaeshi::cpu::{self, CpuPlayer, Level, UnknownCpuPlayer, unwatched};
use irogaeshi::rules::{Position, Square, Variant};
use rand::Rng;
use thiserror::Error;

/// Names the tree search by itself: how strong it plays is then up to the limit.
const TREE: &str = "tree";

/// A CPU player with its limit. As text it is a word such as `minimum`, `tree:200ms` or `monte-carlo:1000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    player: CpuPlayer,
    limit: Option<Limit>,
    text: String,
}

/// What bounds the thought about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Time(Duration),
    Playouts(u32),
}

/// Why a text is not a contender.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ContenderError {
    #[error("{0}, and {TREE} with a limit")]
    UnknownPlayer(#[from] UnknownCpuPlayer),
    #[error("\"{0}\" is not a limit; a limit is a time such as 200ms or a number of playouts such as 1000")]
    NotALimit(String),
    #[error("{0} does not search: it takes no limit")]
    TakesNoLimit(CpuPlayer),
}

impl Contender {
    /// Whether it can play this variant.
    pub(crate) fn suits(&self, variant: &Variant) -> bool {
        self.player.suits(variant)
    }

    /// The square it plays; `None` when the game is over.
    pub(crate) fn choose(&self, position: &Position, rng: &mut impl Rng) -> Option<Square> {
        let decision = match self.limit {
            None => self.player.choose(position, cpu::Limit::Own, rng, &mut unwatched),
            Some(Limit::Playouts(playouts)) => {
                self.player.choose(position, cpu::Limit::Exactly(playouts), rng, &mut unwatched)
            }
            Some(Limit::Time(time)) => {
                let start = Instant::now();
                let mut until_then =
                    |_| if start.elapsed() < time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
                self.player.choose(position, cpu::Limit::Exactly(u32::MAX), rng, &mut until_then)
            }
        };
        decision.map(|decision| decision.square)
    }
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_lowercase();
        let (name, limit) = match text.split_once(':') {
            Some((name, limit)) => (name, Some(limit.parse()?)),
            None => (text.as_str(), None),
        };
        let player = if name == TREE { CpuPlayer::Tree(Level::STRONGEST) } else { name.parse()? };
        if limit.is_some() && !searches(player) {
            return Err(ContenderError::TakesNoLimit(player));
        }
        Ok(Self { player, limit, text })
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl FromStr for Limit {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let limit = match text.strip_suffix("ms") {
            Some(time) => {
                time.parse().ok().filter(|time| *time > 0).map(|time| Self::Time(Duration::from_millis(time)))
            }
            None => text.parse().ok().filter(|playouts| *playouts > 0).map(Self::Playouts),
        };
        limit.ok_or_else(|| ContenderError::NotALimit(text.to_owned()))
    }
}

/// Whether more time makes a player stronger.
const fn searches(player: CpuPlayer) -> bool {
    match player {
        CpuPlayer::MonteCarlo | CpuPlayer::Loser | CpuPlayer::Tree(_) => true,
        CpuPlayer::Character(_) | CpuPlayer::Weights(_) => false,
    }
}
