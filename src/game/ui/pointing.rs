//! The kind of pointer used last, finger or mouse. Rows of lists can be lower for a mouse.

use bevy::input::touch::TouchInput;
use bevy::prelude::*;
use bevy::window::CursorMoved;

use crate::game::ui::responsive::Orientation;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointing>()
        .add_message::<TouchInput>()
        .add_message::<CursorMoved>()
        .add_systems(PreUpdate, update_pointing);
}

/// The kind of pointer used last.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Pointing {
    #[default]
    Unknown,
    /// Any device with a cursor.
    Mouse,
    /// A finger or a pen.
    Finger,
}

/// Height of a row in a list for a mouse.
const MOUSE_ROW: f32 = 30.0;

impl Pointing {
    /// Height of a row in a list.
    pub(crate) fn row(self, orientation: Orientation) -> f32 {
        if self.is_finger(orientation) { theme::TOUCH } else { MOUSE_ROW }
    }

    /// Returns true for fingers. Before any input, they are expected in windows smaller than a desktop's.
    pub(crate) fn is_finger(self, orientation: Orientation) -> bool {
        match self {
            Self::Mouse => false,
            Self::Finger => true,
            Self::Unknown => orientation != Orientation::Landscape,
        }
    }
}

fn update_pointing(
    mut touches: MessageReader<TouchInput>,
    mut moves: MessageReader<CursorMoved>,
    mut pointing: ResMut<Pointing>,
) {
    let is_moved = moves.read().count() > 0;
    if touches.read().count() > 0 {
        pointing.set_if_neq(Pointing::Finger);
    } else if is_moved {
        pointing.set_if_neq(Pointing::Mouse);
    }
}
