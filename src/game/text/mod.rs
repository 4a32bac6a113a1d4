//! Texts for players: the catalogue, and phrases that are put into words by it. Other folders decide when each is
//! shown.

pub(super) mod catalogue;
pub(super) mod clock_face;
#[cfg(not(target_arch = "wasm32"))]
pub(super) mod command_line;
pub(super) mod joined;
pub(super) mod moment;
pub(super) mod names;
pub(super) mod phrase;
pub(super) mod problems;
pub(super) mod worded;
pub(super) mod words;

use bevy::prelude::*;

pub use catalogue::{Catalogue, Language};
pub use phrase::Phrase;
pub(crate) use phrase::{Argument, say};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins(worded::plugin);
}
