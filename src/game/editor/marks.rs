//! Components that mark holes and brush previews on the editor's board.

use bevy::prelude::*;

use crate::rules::Square;

/// A hole in the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct HoleMark(pub(super) Square);

/// A place that the brush would paint.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct BrushMark {
    pub(super) square: Square,
    /// Set for the place under the pointer, not for those that symmetry adds.
    pub(in crate::game) is_pointed_at: bool,
}
