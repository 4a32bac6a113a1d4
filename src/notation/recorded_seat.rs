//! Seats in records: who makes a player's moves.

use serde::{Deserialize, Serialize};

use crate::rules::CpuKey;

/// Maker of a player's moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum RecordedSeat {
    /// A human.
    Human,
    /// A CPU player, possibly unknown to this version of the program.
    Cpu(CpuKey),
}
