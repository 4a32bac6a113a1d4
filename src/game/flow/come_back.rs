//! The way back to where a player was before the program was started again.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<KeptAs>().add_command::<ComeBack>();
}

/// The name by which the match on the board is kept; nothing before it is kept, and where nothing is.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct KeptAs(pub(in crate::game) Option<String>);

/// Leads back to a screen, and to the match that was on it.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct ComeBack {
    /// The screen.
    pub screen: Screen,
    /// The name by which its match is kept.
    pub match_name: Option<String>,
}
