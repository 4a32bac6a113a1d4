//! Settings that are on or off.

use crate::game::settings::{Marking, Settings};

/// A setting that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    LegalMarks,
    Mark(Marking),
    /// Reversed columns.
    Mirror,
    /// Each player's disc count.
    Counts,
    Mute,
    /// Silence while the game is out of sight.
    MuteOutOfSight,
    Haptics,
}

impl Switch {
    /// Its field: true if it is on.
    pub(super) const fn field(self, settings: &mut Settings) -> &mut bool {
        match self {
            Self::LegalMarks => &mut settings.legal_marks,
            Self::Mark(marking) => settings.marks.field(marking),
            Self::Mirror => &mut settings.facing.mirrored,
            Self::Counts => &mut settings.counts,
            Self::Mute => &mut settings.sound.muted,
            Self::MuteOutOfSight => &mut settings.sound.muted_out_of_sight,
            Self::Haptics => &mut settings.haptics.0,
        }
    }
}
