//! What people do with keys and pointers. Devices turn it into intents; board and controls read these, and write moves
//! and commands. Nothing here knows what a screen looks like.

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
