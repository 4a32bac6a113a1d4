//! The square that is pointed at, by pointer or keyboard.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardFocus>()
        .add_systems(OnExit(Screen::Match), |mut focus: ResMut<BoardFocus>| *focus = BoardFocus::default());
}

/// The square that is pointed at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardFocus {
    /// Which; only squares of the board.
    pub square: Option<Square>,
    /// By what.
    pub source: FocusSource,
}

/// What points at a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusSource {
    /// Mouse or finger.
    #[default]
    Pointer,
    /// Arrow keys or a square's name.
    Keyboard,
}

impl BoardFocus {
    /// Points with the keyboard.
    #[must_use]
    pub const fn keyboard(square: Square) -> Self {
        Self { square: Some(square), source: FocusSource::Keyboard }
    }
}

/// Stands for a square where screen readers read the board. It has the focus of the keyboard where no control has.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessibleSquare(pub Square);

/// Whose keys are: the board's, or a control's.
#[derive(SystemParam)]
pub(crate) struct KeyboardFocus<'w, 's> {
    focus: ResMut<'w, InputFocus>,
    squares: Query<'w, 's, (), With<AccessibleSquare>>,
}

impl KeyboardFocus<'_, '_> {
    /// The control that has the focus, if any has.
    pub(crate) fn control(&self) -> Option<Entity> {
        self.focus.get().filter(|focused| !self.squares.contains(*focused))
    }

    /// Whether Enter and letters are the board's.
    pub(crate) fn is_on_board(&self) -> bool {
        self.control().is_none()
    }

    /// Gives the keys to the board.
    pub(crate) fn give_to_board(&mut self) {
        if !self.is_on_board() {
            self.focus.clear();
        }
    }
}
