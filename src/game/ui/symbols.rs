//! Use of symbols on the discs of the current screen.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SymbolsShown>();
}

#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymbolsShown(pub bool);

impl Default for SymbolsShown {
    fn default() -> Self {
        Self(true)
    }
}
