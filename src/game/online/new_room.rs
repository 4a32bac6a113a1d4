//! The choices for a new room.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::notation::TimeControl;
use crate::rules::{ByPlayer, Start, Variant};

/// The choices for a new room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// The board, with the given corners.
    pub variant: Arc<Variant>,
    /// Time control of humans; `None` for no clock.
    pub clock: Option<TimeControl>,
    pub start: Start,
    /// Set if the second player may take over the first one's side.
    pub swap: bool,
    /// Set if the public list shows the room; otherwise players need its link.
    pub is_public: bool,
    pub seats: ByPlayer<NewSeat>,
}

/// Occupant of a seat in a new room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewSeat {
    /// Free for anyone who joins.
    #[default]
    Open,
    /// The human who makes the room.
    Mine,
    Cpu(CpuPlayer),
}
