//! The names of what players choose: boards and CPU players. Boards have their English in their own files.

use crate::cpu::CpuPlayer;
use crate::game::text::{Phrase, say};
use crate::rules::{Goal, Shelf, Variant};

/// What a board is called.
pub(crate) fn board_name(variant: &Variant) -> Phrase {
    Phrase::named("board-name", variant.name())
}

/// What a board is, in a line; it is known by the board's name.
pub(crate) fn board_about(variant: &Variant) -> Phrase {
    match Phrase::named("board-about", variant.name()) {
        Phrase::Named { key, .. } => Phrase::Named { key, otherwise: variant.about().to_owned() },
        other => other,
    }
}

/// What the boards of a shelf have in common.
pub(crate) fn shelf_title(shelf: &Shelf) -> Phrase {
    Phrase::of("shelf", shelf.key)
}

/// What wins, as the name of a choice.
pub(crate) fn goal_name(goal: Goal) -> Phrase {
    match goal {
        Goal::Most => say!("goal-most"),
        Goal::Fewest => say!("goal-fewest"),
    }
}

/// What a CPU player does, in a line.
pub(crate) fn cpu_about(cpu: CpuPlayer) -> Phrase {
    Phrase::of("cpu-about", cpu.key())
}

impl From<CpuPlayer> for Phrase {
    /// The name of the CPU player.
    fn from(cpu: CpuPlayer) -> Self {
        Self::of("cpu-name", cpu.key())
    }
}
