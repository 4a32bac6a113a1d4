//! Visibility of the game's window or page.

use bevy::prelude::*;
use bevy::window::WindowOccluded;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<GameHidden>().add_message::<WindowOccluded>().add_systems(PreUpdate, update_visibility);
}

/// True if nobody can see the game: its window is covered or minimised, or its page is in the background.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct GameHidden(pub(in crate::game) bool);

fn update_visibility(mut occluded: MessageReader<WindowOccluded>, mut hidden: ResMut<GameHidden>) {
    let is_hidden = occluded.read().last().map(|occluded| occluded.occluded);
    // A window receives messages; a page can be asked directly.
    #[cfg(target_arch = "wasm32")]
    let is_hidden = web_sys::window().and_then(|window| window.document()).map(|page| page.hidden()).or(is_hidden);
    if let Some(is_hidden) = is_hidden {
        hidden.set_if_neq(GameHidden(is_hidden));
    }
}
