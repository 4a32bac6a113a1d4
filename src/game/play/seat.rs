//! Seats: who makes a player's moves.

use serde::{Deserialize, Serialize};

use crate::cpu::{CpuPlayer, EngineLevel, TreeLevel};
use crate::game::settings::programs::ProgramKey;
use crate::game::text::{Phrase, say};
use crate::rules::{Player, Variant};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// A human at this screen; saved games call it a person.
    #[default]
    #[serde(rename = "person")]
    Human,
    Cpu(CpuPlayer),
    /// Another program on this computer.
    Program(ProgramKey),
    /// A human at another device, in an online match.
    Remote,
}

impl Seat {
    /// Every seat that can be chosen at every screen; programs must be registered first.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Human).chain(CpuPlayer::all().map(Self::Cpu))
    }

    /// Returns whether this seat can be chosen at this screen for the variant.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Human => true,
            Self::Cpu(player) => player.suits(variant),
            Self::Program(_) => cfg!(not(target_arch = "wasm32")) && is_played_by_programs(variant),
            Self::Remote => false,
        }
    }
}

/// Returns whether this is the game that other programs know.
fn is_played_by_programs(variant: &Variant) -> bool {
    variant.is_ordinary() && *variant.players() == [Player::Black, Player::White] && variant.cut_ins().is_empty()
}

impl From<Seat> for Phrase {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Human => say!("seat-human"),
            Seat::Cpu(cpu) => cpu.into(),
            Seat::Program(key) => Self::verbatim(key.slug()),
            Seat::Remote => say!("seat-remote"),
        }
    }
}

/// The CPU player of a seat for which none was chosen: a pleasant opponent of the same strength in every seat.
/// Characters are left to choice.
pub(in crate::game) fn proposed_cpu(variant: &Variant) -> CpuPlayer {
    let pleasant = CpuPlayer::Engine(EngineLevel::PLEASANT);
    let is_offered = CpuPlayer::offered(variant).any(|offered| offered == pleasant);
    if is_offered { pleasant } else { CpuPlayer::Tree(TreeLevel::Casual) }
}
