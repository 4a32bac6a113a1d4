//! A room that is to be made: what is chosen for it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::notation::TimeControl;
use crate::rules::{ByPlayer, Variant};

/// What is chosen for a room before it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRoom {
    /// What is played.
    pub variant: Arc<Variant>,
    /// How much time humans have.
    pub clock: Option<TimeControl>,
    /// Whether everybody finds it in the list; otherwise only those who have its link do.
    pub is_public: bool,
    /// Who is to sit where.
    pub seats: ByPlayer<NewSeat>,
}

/// Who is to sit in a seat of a room that is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NewSeat {
    /// Whoever takes it.
    #[default]
    Open,
    /// The human who makes the room.
    Mine,
    /// A CPU player.
    Cpu(CpuPlayer),
}
