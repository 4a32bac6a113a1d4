//! Options fixed when a room is made: board, time control, and the treatment of absent players.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notation::TimeControl;
use crate::rules::{CpuKey, Position, Start, Variant};

/// Options of a room that never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomOptions {
    /// The board and its rules.
    #[serde(with = "variant_text")]
    pub variant: Arc<Variant>,
    /// Time control of the humans; CPU players are untimed. `None` for a match without time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Starting position of each match.
    #[serde(default, skip_serializing_if = "is_normal")]
    pub start: Start,
    /// Lets the second player take over the first one's side after
    /// [`MOVES_BEFORE_SWAP`](crate::rules::MOVES_BEFORE_SWAP) moves. Only with two players.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swap: bool,
    /// Lists the room publicly. Otherwise only people with its link can find it.
    #[serde(default)]
    pub is_public: bool,
    /// Seconds until an absent human's seat may be given to a CPU player or, between matches, is freed.
    pub absence_s: u32,
    /// CPU player that takes over from humans who resign, run out of time, or stay away.
    pub substitute: CpuKey,
    /// Seed of the CPU players' dice, used only by rooms of earlier versions.
    #[serde(default)]
    pub seed: u64,
}

/// Tells whether a room may seat the CPU player with this key in matches of this variant. Rooms know no CPU players, so
/// callers pass this to all decisions, as they pass the time.
pub type MaySeat = fn(&CpuKey, &Variant) -> bool;

/// Reason that makes a room's options invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum OptionsProblem {
    /// No player has a legal move at the start.
    #[error("nobody can move on this board")]
    NobodyCanMove,
    /// The time is below a second or above the maximum.
    #[error("a time control must give 1 second to {} days", RoomOptions::MAX_CLOCK_MS / 86_400_000)]
    Clock,
    /// The absence is too short or too long.
    #[error(
        "the seat of a human who is away must be kept for {} seconds to {} days",
        RoomOptions::ABSENCES_S.start(),
        RoomOptions::ABSENCES_S.end() / 86_400
    )]
    Absence,
    /// The start does not suit the variant.
    #[error("matches of this board cannot start like this")]
    Start,
    /// Sides can be swapped only with two players.
    #[error("sides can be swapped only on boards for two")]
    Swap,
    /// The CPU player is unknown, or cannot play this variant.
    #[error("the substitute CPU player does not play this board")]
    Substitute,
}

impl RoomOptions {
    /// Newest version of rooms.
    pub const NEWEST: u32 = 3;

    /// Version of clients that a room with these options needs: 3 with a board larger than 16 x 16, an even start or
    /// the swap rule, 2 with byo-yomi, an XOT start or free passes, otherwise 1.
    #[must_use]
    pub fn version(&self) -> u32 {
        version(&self.variant, self.clock, self.start, self.swap)
    }

    /// Maximum time for a move or for the start: 30 days.
    pub const MAX_CLOCK_MS: u64 = 30 * 24 * 60 * 60 * 1000;
    /// Allowed milliseconds of a time that must last for a move.
    const CLOCKS_MS: std::ops::RangeInclusive<u64> = 1_000..=Self::MAX_CLOCK_MS;
    /// Allowed seconds to keep an absent human's seat: 15 seconds to 30 days.
    pub const ABSENCES_S: std::ops::RangeInclusive<u32> = 15..=30 * 24 * 60 * 60;

    /// Checks whether a room can be made with these options.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self, may_seat: MaySeat) -> Result<(), OptionsProblem> {
        self.check_rules()?;
        if may_seat(&self.substitute, &self.variant) { Ok(()) } else { Err(OptionsProblem::Substitute) }
    }

    /// Checks everything but the substitute, which may be a CPU player of a later version.
    ///
    /// # Errors
    /// The first problem found.
    pub(super) fn check_rules(&self) -> Result<(), OptionsProblem> {
        if Position::start(self.variant.clone()).to_move().is_none() {
            return Err(OptionsProblem::NobodyCanMove);
        }
        let is_allowed = match self.clock {
            None => true,
            Some(TimeControl::PerMove { limit_ms }) => Self::CLOCKS_MS.contains(&limit_ms),
            Some(TimeControl::Fischer { base_ms, increment_ms }) => {
                Self::CLOCKS_MS.contains(&base_ms) && increment_ms <= Self::MAX_CLOCK_MS
            }
            Some(TimeControl::ByoYomi { base_ms, period_ms }) => {
                base_ms <= Self::MAX_CLOCK_MS && Self::CLOCKS_MS.contains(&period_ms)
            }
        };
        if !is_allowed {
            return Err(OptionsProblem::Clock);
        }
        if !self.start.suits(&self.variant) {
            return Err(OptionsProblem::Start);
        }
        if self.swap && !self.variant.has_two_players() {
            return Err(OptionsProblem::Swap);
        }
        if !Self::ABSENCES_S.contains(&self.absence_s) {
            return Err(OptionsProblem::Absence);
        }
        Ok(())
    }
}

/// Maximum side of the boards that clients of versions 1 and 2 know.
const MAX_SIDE_BEFORE_3: u8 = 16;

/// Version of clients that a room with this board, clock, start and swap rule needs.
pub(super) fn version(variant: &Variant, clock: Option<TimeControl>, start: Start, swap: bool) -> u32 {
    let is_large = variant.board().columns().max(variant.board().rows()) > MAX_SIDE_BEFORE_3;
    if is_large || swap || start == Start::Even {
        return 3;
    }
    match (clock, start) {
        _ if variant.free_pass() => 2,
        (None | Some(TimeControl::PerMove { .. } | TimeControl::Fischer { .. }), Start::Normal) => 1,
        _ => 2,
    }
}

/// Says that a start is left out of messages.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
pub(super) fn is_normal(start: &Start) -> bool {
    *start == Start::Normal
}

/// Serialises a shared variant as its text.
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
