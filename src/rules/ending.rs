//! Why a match is over, which the board alone does not tell.

use serde::{Deserialize, Serialize};

use super::Player;

/// Why a match ended. The rules' [`Outcome`](super::Outcome) says who has won on the board; this says whether the board
/// decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "reason", content = "player", rename_all = "kebab-case")]
pub enum Ending {
    /// No player can move any more.
    PlayedOut,
    /// This player gave up.
    Resigned(Player),
    /// This player used up their time.
    OutOfTime(Player),
    /// The players agreed on a draw.
    DrawAgreed,
    /// The players stopped without a result.
    Abandoned,
}

impl Ending {
    /// The name in the text formats, such as `played-out`.
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

    /// Who lost the match away from the board: the player who resigned or ran out of time.
    #[must_use]
    pub const fn loser(self) -> Option<Player> {
        match self {
            Self::Resigned(player) | Self::OutOfTime(player) => Some(player),
            Self::PlayedOut | Self::DrawAgreed | Self::Abandoned => None,
        }
    }
}
