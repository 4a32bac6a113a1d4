//! Visibility of the game's window or page.

use bevy::prelude::*;
use bevy::window::WindowOccluded;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<OutOfSight>().add_message::<WindowOccluded>().add_systems(PreUpdate, look);
}

/// True if nobody can see the game: its window is covered or minimised, or its page is in the background.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct OutOfSight(pub(in crate::game) bool);

fn look(mut occluded: MessageReader<WindowOccluded>, mut out_of_sight: ResMut<OutOfSight>) {
    let told = occluded.read().last().map(|occluded| occluded.occluded);
    // A window receives messages; a page can be asked directly.
    #[cfg(target_arch = "wasm32")]
    let told = web_sys::window().and_then(|window| window.document()).map(|page| page.hidden()).or(told);
    if let Some(told) = told {
        out_of_sight.set_if_neq(OutOfSight(told));
    }
}
