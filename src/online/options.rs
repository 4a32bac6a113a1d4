//! What is fixed when a room is made: the board, the time control, and what happens to the seats of those who are away.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::CpuTurn;
use crate::notation::{CpuKey, TimeControl};
use crate::rules::Variant;

/// What is fixed for a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomOptions {
    /// What is played.
    #[serde(with = "variant_text")]
    pub variant: Arc<Variant>,
    /// How much time humans have; CPU players have as much as they need.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Whether the room is listed for everybody; otherwise only those who have its link find it.
    #[serde(default)]
    pub is_public: bool,
    /// After how many seconds the seat of somebody who is away may be given to a CPU player, or is free again where no
    /// match goes on.
    pub absence_s: u32,
    /// Who plays on for those who have resigned, run out of time, or stay away.
    pub substitute: CpuKey,
    /// The seed of the CPU players' dice in rooms of earlier versions.
    #[serde(default)]
    pub seed: u64,
}

/// Why a room cannot be made with these options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum OptionsProblem {
    /// Nobody could make a move.
    #[error("nobody can move on this board")]
    NobodyCanMove,
    /// Less than a second, or more than there can be.
    #[error("a time control gives from 1 second to {} days", RoomOptions::MOST_CLOCK_MS / 86_400_000)]
    Clock,
    /// Too short or too long.
    #[error(
        "the seat of somebody who is away is kept from {} seconds to {} days",
        RoomOptions::ABSENCES_S.start(),
        RoomOptions::ABSENCES_S.end() / 86_400
    )]
    Absence,
    /// A CPU player that is not known, or cannot play this variant.
    #[error("the CPU player who is to play on does not play this board")]
    Substitute,
}

impl RoomOptions {
    /// The most time that a time control can give for a move or for the beginning: 30 days.
    pub const MOST_CLOCK_MS: u64 = 30 * 24 * 60 * 60 * 1000;
    /// For how many seconds the seat of somebody who is away can be kept: from 15 seconds to 30 days.
    pub const ABSENCES_S: std::ops::RangeInclusive<u32> = 15..=30 * 24 * 60 * 60;

    /// Whether a room can be made with them.
    ///
    /// # Errors
    /// What is wrong, as an [`OptionsProblem`].
    pub fn check(&self) -> Result<(), OptionsProblem> {
        if crate::rules::Position::start(self.variant.clone()).to_move().is_none() {
            return Err(OptionsProblem::NobodyCanMove);
        }
        let times = match self.clock {
            None => (1_000, 0),
            Some(TimeControl::PerMove { limit_ms }) => (limit_ms, 0),
            Some(TimeControl::Fischer { base_ms, increment_ms }) => (base_ms, increment_ms),
        };
        if !(1_000..=Self::MOST_CLOCK_MS).contains(&times.0) || times.1 > Self::MOST_CLOCK_MS {
            return Err(OptionsProblem::Clock);
        }
        if !Self::ABSENCES_S.contains(&self.absence_s) {
            return Err(OptionsProblem::Absence);
        }
        if !plays(&self.substitute, &self.variant) {
            return Err(OptionsProblem::Substitute);
        }
        Ok(())
    }
}

/// Whether this version knows the CPU player, it plays the variant, and a server can afford it.
pub(super) fn plays(cpu: &CpuKey, variant: &Variant) -> bool {
    cpu.player().is_ok_and(|player| player.suits(variant) && CpuTurn::affords(player))
}

/// A shared variant as its text.
pub(super) mod variant_text {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serializer};

    use crate::rules::Variant;

    pub(in crate::online) fn serialize<S: Serializer>(
        variant: &Arc<Variant>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&**variant)
    }

    pub(in crate::online) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<Variant>, D::Error> {
        Variant::deserialize(deserializer).map(Arc::new)
    }
}
