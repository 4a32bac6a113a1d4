//! Requests to show another screen or overlay.

use bevy::prelude::*;

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<Navigate>();
}

/// A request to show something else, handled by `screens::navigation` only. Requests for something that does not exist,
/// such as a match that was never begun, are ignored.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigate {
    To(Screen),
    /// Returns to the previous screen.
    Back,
    /// Shows an overlay, in place of any other.
    Open(Overlay),
    /// Closes the overlay.
    Close,
    Quit,
}
