//! Who makes a player's moves.

use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::game::text::{Phrase, say};
use crate::rules::Variant;

/// Who makes a player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A human at this screen; files call it a person.
    #[default]
    #[serde(rename = "person")]
    Human,
    /// A CPU player.
    Cpu(CpuPlayer),
    /// A human at another device, in a match of a room.
    Remote,
}

impl Seat {
    /// Every choice there is for a seat at this screen.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Human).chain(CpuPlayer::all().map(Self::Cpu))
    }

    /// Whether it can be chosen at this screen in this variant.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Human => true,
            Self::Cpu(player) => player.suits(variant),
            Self::Remote => false,
        }
    }
}

impl From<Seat> for Phrase {
    /// Who sits there.
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Human => say!("seat-human"),
            Seat::Cpu(cpu) => cpu.into(),
            Seat::Remote => say!("seat-remote"),
        }
    }
}
