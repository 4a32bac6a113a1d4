//! Input by keyboard, pointer and gamepad. Devices write intents; the board and the controls read them and write match
//! commands and others. Nothing here depends on the look of a screen.

pub(super) mod board_gesture;
pub(super) mod board_pointer;
mod held_keys;
mod input_pace;
pub(super) mod intent;
pub(super) mod key_capture;
mod keyboard;
mod next_action;
pub(super) mod pad;
mod review_steps;
pub(super) mod shortcuts;
pub(super) mod typed_square;
pub(super) mod ui_navigation;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((board_pointer::plugin, input_pace::plugin, intent::plugin, keyboard::plugin)).add_plugins((
        board_gesture::plugin,
        held_keys::plugin,
        key_capture::plugin,
        next_action::plugin,
        pad::plugin,
        review_steps::plugin,
        shortcuts::plugin,
        typed_square::plugin,
        ui_navigation::plugin,
    ));
}
