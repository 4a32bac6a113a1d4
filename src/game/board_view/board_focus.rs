//! The square that the pointer or the keyboard points at.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardFocus>()
        .add_systems(OnExit(Screen::Match), |mut focus: ResMut<BoardFocus>| *focus = BoardFocus::default());
}

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardFocus {
    /// Always a square of the board, never a hole.
    pub square: Option<Square>,
    pub source: FocusSource,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusSource {
    /// Mouse or finger.
    #[default]
    Pointer,
    /// Arrow keys, or a typed square name.
    Keyboard,
}

impl BoardFocus {
    #[must_use]
    pub const fn keyboard(square: Square) -> Self {
        Self { square: Some(square), source: FocusSource::Keyboard }
    }
}

/// Represents a square for screen readers. It holds the keyboard focus while no control does.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessibleSquare(pub Square);

/// System parameter that tells whether keys belong to the board or to a control.
#[derive(SystemParam)]
pub(crate) struct KeyboardFocus<'w, 's> {
    focus: ResMut<'w, InputFocus>,
    squares: Query<'w, 's, (), With<AccessibleSquare>>,
}

impl KeyboardFocus<'_, '_> {
    /// The control with the keyboard focus, if any.
    pub(crate) fn control(&self) -> Option<Entity> {
        self.focus.get().filter(|focused| !self.squares.contains(*focused))
    }

    /// Returns whether Enter and letters go to the board.
    pub(crate) fn is_on_board(&self) -> bool {
        self.control().is_none()
    }

    /// Takes the keyboard focus from any control.
    pub(crate) fn give_to_board(&mut self) {
        if !self.is_on_board() {
            self.focus.clear();
        }
    }
}
