//! The game that is handed on.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::analysis::review::Reviewing;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::rules::Record;

/// The game of the screen: the match, or on the screen of the review the one under review.
#[derive(SystemParam)]
pub(super) struct ShownGame<'w> {
    game: Option<Res<'w, Match>>,
    reviewing: Option<Res<'w, Reviewing>>,
    screen: Res<'w, State<Screen>>,
}

impl ShownGame<'_> {
    fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_deref().filter(|_| *self.screen.get() == Screen::Review)
    }

    /// The whole game.
    pub(super) fn whole(&self) -> Option<Match> {
        let Some(reviewing) = self.reviewing() else { return self.game.as_deref().cloned() };
        let mut game = reviewing.game().clone();
        game.record.jump(reviewing.turns().count());
        Some(game)
    }

    /// The game at the shown position; on the screen of the review perhaps the better line.
    pub(super) fn shown(&self) -> Option<&Record> {
        let on_board = self.game.as_deref().map(|game| &game.record);
        self.reviewing().map_or(on_board, |reviewing| Some(reviewing.shown()))
    }
}
