//! Full-screen mode.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<ToggleFullScreen>();
}

/// Enters or leaves full screen. Handled by `platform::full_screen`.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToggleFullScreen;
