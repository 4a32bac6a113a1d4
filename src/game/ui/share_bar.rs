//! Bar that is filled up to a share.

use bevy::prelude::*;

use crate::game::ui::layout::Layout;
use crate::game::ui::theme;
use crate::game::ui::tone::Fill;

const HEIGHT: f32 = 12.0;

/// Spawns a bar that is filled up to a share, from 0 to 1. `filled` is added to the filled part.
pub(crate) fn spawn_share_bar(parent: &mut ChildSpawnerCommands, share: f32, filled: impl Bundle) {
    let track = Node::default().width(percent(100)).height(px(HEIGHT)).round().clip().fixed();
    parent.spawn((
        Pickable::IGNORE,
        track,
        Fill(theme::SUNKEN),
        children![(Pickable::IGNORE, filled_node(share), Fill(theme::ACCENT), filled)],
    ));
}

/// Node of the filled part.
pub(crate) fn filled_node(share: f32) -> Node {
    Node::default().width(percent(100.0 * share)).height(percent(100)).round()
}
