//! The last kind of pointer, a finger or a mouse: rows of lists need less height for a mouse.

use bevy::input::touch::TouchInput;
use bevy::prelude::*;
use bevy::window::CursorMoved;

use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointing>()
        .add_message::<TouchInput>()
        .add_message::<CursorMoved>()
        .add_systems(PreUpdate, note);
}

/// The last thing that pointed.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pointing {
    /// Nothing so far.
    #[default]
    Unknown,
    /// A mouse or the like, which has a cursor.
    Mouse,
    /// A finger or a pen.
    Finger,
}

/// The height of a row of a list under a mouse.
const MOUSE_ROW: f32 = 30.0;

impl Pointing {
    /// The height of a row of a list.
    pub(crate) fn row(self, orientation: Orientation) -> f32 {
        if self.is_finger(orientation) { theme::TOUCH } else { MOUSE_ROW }
    }

    /// True for fingers. Before anything has pointed, they are expected in any window smaller than a desktop's.
    pub(crate) fn is_finger(self, orientation: Orientation) -> bool {
        match self {
            Self::Mouse => false,
            Self::Finger => true,
            Self::Unknown => orientation != Orientation::Landscape,
        }
    }
}

fn note(mut touches: MessageReader<TouchInput>, mut moves: MessageReader<CursorMoved>, mut pointing: ResMut<Pointing>) {
    let is_moved = moves.read().count() > 0;
    if touches.read().count() > 0 {
        pointing.set_if_neq(Pointing::Finger);
    } else if is_moved {
        pointing.set_if_neq(Pointing::Mouse);
    }
}
