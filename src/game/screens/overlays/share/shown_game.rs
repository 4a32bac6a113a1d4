//! The game that is handed on.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::analysis::review::Reviewing;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::notation::GameRecord;
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

    /// The game for a link, and the number of turns after which it is shown, unless that is all of them. To step back
    /// in a match that was played to its end is to look at it; in any other, it takes turns back.
    pub(super) fn linked(&self) -> Option<(GameRecord, Option<usize>)> {
        let mut game = self.whole()?;
        let shown = self.reviewing().map_or(game.record.ply(), Reviewing::ply);
        let mut last = game.record.clone();
        last.jump(last.ply() + last.undone().len());
        if last.position().to_move().is_none() && game.ended_early.is_none() {
            game.record = last;
        }
        let is_before_end = shown < game.record.ply();
        Some((game.to_game_record(), is_before_end.then_some(shown)))
    }

    /// The game at the shown position; on the screen of the review perhaps the better line.
    pub(super) fn shown(&self) -> Option<&Record> {
        let on_board = self.game.as_deref().map(|game| &game.record);
        self.reviewing().map_or(on_board, |reviewing| Some(reviewing.shown()))
    }
}
