//! Marks on the board besides those of legal moves.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

/// An optional mark. Legal moves are not among these: they have a key of their own and a field in
/// [`Settings`](super::Settings).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marking {
    /// The effect of the move under the pointer.
    Previews,
    /// The square of the last move.
    LastMove,
    /// The discs that it turned.
    JustTurned,
    /// The letters and numbers on the frame.
    Coordinates,
    /// The numbers of the moves on their discs.
    MoveNumbers,
    /// The discs that can never turn again.
    StableDiscs,
}

impl Marking {
    pub const ALL: [Self; 6] =
        [Self::Previews, Self::LastMove, Self::JustTurned, Self::Coordinates, Self::MoveNumbers, Self::StableDiscs];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Previews => say!("marking-previews"),
            Self::LastMove => say!("marking-last-move"),
            Self::JustTurned => say!("marking-just-turned"),
            Self::Coordinates => say!("marking-coordinates"),
            Self::MoveNumbers => say!("marking-move-numbers"),
            Self::StableDiscs => say!("marking-stable-discs"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
// Saves of older versions lack newer fields.
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct MarkingSettings {
    previews: bool,
    last_move: bool,
    just_turned: bool,
    coordinates: bool,
    move_numbers: bool,
    stable_discs: bool,
}

impl Default for MarkingSettings {
    fn default() -> Self {
        Self {
            previews: true,
            last_move: true,
            just_turned: true,
            coordinates: true,
            move_numbers: false,
            stable_discs: false,
        }
    }
}

impl MarkingSettings {
    #[must_use]
    pub const fn has(mut self, marking: Marking) -> bool {
        *self.field(marking)
    }

    pub(super) const fn field(&mut self, marking: Marking) -> &mut bool {
        match marking {
            Marking::Previews => &mut self.previews,
            Marking::LastMove => &mut self.last_move,
            Marking::JustTurned => &mut self.just_turned,
            Marking::Coordinates => &mut self.coordinates,
            Marking::MoveNumbers => &mut self.move_numbers,
            Marking::StableDiscs => &mut self.stable_discs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_marking_is_toggled_and_saved_separately() {
        for marking in Marking::ALL {
            let mut settings = MarkingSettings::default();
            *settings.field(marking) = !settings.has(marking);
            let saved = serde_json::to_string(&settings).unwrap();
            let read: MarkingSettings = serde_json::from_str(&saved).unwrap();
            for other in Marking::ALL {
                let is_switched = read.has(other) != MarkingSettings::default().has(other);
                assert_eq!(is_switched, other == marking, "{marking:?} switches {other:?}");
            }
        }
        let of_others: MarkingSettings = serde_json::from_str(r#"{"last_move":false,"new":1}"#).unwrap();
        assert!(!of_others.has(Marking::LastMove) && of_others.has(Marking::Previews));
    }
}
