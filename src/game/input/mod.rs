//! What people do with keys and pointers. Devices turn it into intents; board and controls read these, and write moves
//! and commands. Nothing here knows what a screen looks like.

pub(super) mod board_pointer;
mod input_pace;
pub(super) mod intent;
mod keyboard;
mod review_steps;
pub(super) mod typed_square;
mod ui_navigation;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((board_pointer::plugin, input_pace::plugin, intent::plugin, keyboard::plugin)).add_plugins((
        review_steps::plugin,
        typed_square::plugin,
        ui_navigation::plugin,
    ));
}
