//! What only the editor's board shows: places without a square, and where the brush would paint.

use bevy::prelude::*;

use crate::rules::Square;

/// A place of the board where there is no square.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct HoleMark(pub(super) Square);

/// A place that the brush would paint.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct BrushMark {
    pub(super) square: Square,
    /// Whether it is the place that is pointed at, not one that is painted with it.
    pub(in crate::game) is_pointed_at: bool,
}
