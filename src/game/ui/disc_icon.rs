//! A single disc in the interface: beside a player's name, in a legend, on a button.

use bevy::prelude::*;

use crate::rules::Disc;

/// The node shows this disc.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct DiscIcon(pub Disc);

/// A disc in a square node with this side, in logical pixels.
pub(crate) fn disc_icon(disc: Disc, side: f32) -> impl Bundle {
    (
        Name::new(format!("disc {}", disc.key())),
        DiscIcon(disc),
        Pickable::IGNORE,
        Node { width: px(side), height: px(side), flex_shrink: 0.0, ..default() },
    )
}

/// A disc that is drawn as printed records draw it: filled, with a hairline around it and no light on it. For lists,
/// where a rim would make a ring of a small black disc.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct PrintedDisc;

/// A disc of a list in a square node with this side, in logical pixels.
pub(crate) fn printed_disc(disc: Disc, side: f32) -> impl Bundle {
    (disc_icon(disc, side), PrintedDisc)
}
