//! The button to which the focus returns from the overlays.

use bevy::prelude::*;

use crate::game::text::say;
use crate::game::ui::button::ControlKey;

/// Key of the button that opened the overlay, in the result or the review, or of the menu's.
pub(super) fn opener(controls: &Query<&ControlKey>) -> String {
    let share = say!("share-open").identity();
    let is_there = controls.iter().any(|key| key.0 == share);
    if is_there { share } else { say!("match-menu").identity() }
}
