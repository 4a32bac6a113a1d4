//! The one way to fill the screen and back.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ToggleFullScreen>();
}

/// Fills the screen with the game, or gives the rest of the screen back. `platform::full_screen` obeys it.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToggleFullScreen;
