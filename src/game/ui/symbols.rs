//! Whether the discs of the board that the screen is about have their symbols.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SymbolsShown>();
}

/// Whether discs have their symbols.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolsShown(pub bool);

impl Default for SymbolsShown {
    fn default() -> Self {
        Self(true)
    }
}
