//! Return to the screen and match of the previous run of the program.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SavedName>().add_command::<ComeBack>();
}

/// Saved name of the match on the board; `None` before it is saved, and without storage.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct SavedName(pub(in crate::game) Option<String>);

/// Opens a screen with the match that was on it.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct ComeBack {
    pub screen: Screen,
    /// Saved name of the match.
    pub match_name: Option<String>,
}
