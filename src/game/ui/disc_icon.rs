//! Single discs in the interface, such as beside a player's name.

use bevy::prelude::*;

use crate::game::ui::layout::Layout;
use crate::game::ui::theme;
use crate::game::ui::tone::Fill;
use crate::rules::Disc;

/// Shows this disc in the node.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
pub struct DiscIcon(pub Disc);

/// A disc in a square node with this side, in logical pixels.
pub(crate) fn disc_icon(disc: Disc, side: f32) -> impl Bundle {
    disc_in(disc, Node::default().size(side, side).fixed())
}

fn disc_in(disc: Disc, node: Node) -> impl Bundle {
    (Name::new(format!("disc {}", disc.key())), DiscIcon(disc), Pickable::IGNORE, node)
}

/// Draws the disc as printed records do, flat and filled, on a tile in the colour of a board. For small discs in lists:
/// on a dark panel, a small black disc would be a ring that looks white.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct PrintedDisc;

/// Corner radius of a tile, as a share of its side.
const ROUNDED: f32 = 0.2;

/// A disc for lists, on a square tile with this side, in logical pixels.
pub(crate) fn printed_disc(disc: Disc, side: f32) -> impl Bundle {
    let tile = Node::default().size(side, side).fixed().rounded(ROUNDED * side);
    (disc_in(disc, tile), PrintedDisc, Fill(theme::FELT))
}
