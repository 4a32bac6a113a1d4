//! Whether fingers or a mouse point: rows of lists need less height for a mouse.

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
    /// The height of a row of a list. Before anything has pointed, a window as large as a desktop's gets that for a mouse.
    pub(crate) fn row(self, orientation: Orientation) -> f32 {
        match (self, orientation) {
            (Self::Mouse, _) | (Self::Unknown, Orientation::Landscape) => MOUSE_ROW,
            (Self::Finger | Self::Unknown, _) => theme::TOUCH,
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
