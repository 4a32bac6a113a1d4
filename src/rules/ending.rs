//! Reasons why a match is over, beyond what the board shows.

use serde::{Deserialize, Serialize};

use super::Player;

/// Reason why a match ended. The rules' [`Outcome`](super::Outcome) says who won on the board; an ending says whether
/// the board decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "reason", content = "player", rename_all = "kebab-case")]
pub enum Ending {
    /// No player can move.
    PlayedOut,
    /// This player resigned.
    Resigned(Player),
    /// This player ran out of time.
    OutOfTime(Player),
    /// The players agreed on a draw.
    DrawAgreed,
    /// The players stopped without a result.
    Abandoned,
}

impl Ending {
    /// Name in the text formats, such as `played-out`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::PlayedOut => "played-out",
            Self::Resigned(_) => "resigned",
            Self::OutOfTime(_) => "out-of-time",
            Self::DrawAgreed => "draw-agreed",
            Self::Abandoned => "abandoned",
        }
    }

    /// Player who lost away from the board, by resigning or running out of time.
    #[must_use]
    pub const fn loser(self) -> Option<Player> {
        match self {
            Self::Resigned(player) | Self::OutOfTime(player) => Some(player),
            Self::PlayedOut | Self::DrawAgreed | Self::Abandoned => None,
        }
    }
}
