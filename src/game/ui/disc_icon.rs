//! A single disc in the interface: beside a player's name, in a legend, on a button.

use bevy::prelude::*;

use crate::game::ui::theme;
use crate::rules::Disc;

/// The node shows this disc.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct DiscIcon(pub Disc);

/// A disc in a square node with this side, in logical pixels.
pub(crate) fn disc_icon(disc: Disc, side: f32) -> impl Bundle {
    disc_in(disc, Node { width: px(side), height: px(side), flex_shrink: 0.0, ..default() })
}

fn disc_in(disc: Disc, node: Node) -> impl Bundle {
    (Name::new(format!("disc {}", disc.key())), DiscIcon(disc), Pickable::IGNORE, node)
}

/// A disc that is drawn as printed records draw it, filled and without light on it, on a tile in the colour of a board.
/// For lists: on a dark panel a small black disc is a ring that looks like a white one.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct PrintedDisc;

/// The part of its side by which a tile is rounded.
const ROUNDED: f32 = 0.2;

/// A disc of a list on a square tile with this side, in logical pixels.
pub(crate) fn printed_disc(disc: Disc, side: f32) -> impl Bundle {
    let tile = Node {
        width: px(side),
        height: px(side),
        flex_shrink: 0.0,
        border_radius: BorderRadius::all(px(ROUNDED * side)),
        ..default()
    };
    (disc_in(disc, tile), PrintedDisc, BackgroundColor(theme::FELT))
}
