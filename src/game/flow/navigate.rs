//! The one way to another screen, or to what lies over it.

use bevy::prelude::*;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<Navigate>();
}

/// A request to show something else. Only `screens::navigation` reads it; it goes nowhere where there is nothing
/// to see, such as a match that was never begun.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigate {
    /// To a screen.
    To(Screen),
    /// To where one came from.
    Back,
    /// Shows something over the screen, in place of what lay there.
    Open(Overlay),
    /// Closes what lies over the screen.
    Close,
    /// Leaves the program.
    Quit,
}
