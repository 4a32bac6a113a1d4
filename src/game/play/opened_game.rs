//! A game that was opened from a text, and what a link says of showing it.

use bevy::prelude::*;

use crate::game::play::match_id::MatchId;
use crate::notation::GameRecord;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownFirst>();
}

/// A game to put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedGame {
    pub game: GameRecord,
    /// Number of turns after which it is shown first; `None` for all.
    pub shown: Option<usize>,
    /// Comment of the person who made the link, on one line; may be empty.
    pub comment: String,
}

impl From<GameRecord> for OpenedGame {
    fn from(game: GameRecord) -> Self {
        Self { game, shown: None, comment: String::new() }
    }
}

/// Number of turns after which the next review of this match begins; `None` if it begins at the end.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShownFirst(pub(crate) Option<(MatchId, usize)>);

/// Run condition: a link names the position at which the review begins.
pub(crate) fn is_position_named(first: Res<ShownFirst>) -> bool {
    first.0.is_some()
}
