//! A game of the library in words, with its board.

use crate::game::games::listed_game::ListedGame;
use crate::game::library::collection::{MINE, collection_name};
use crate::game::play::match_state::MatchMarks;
use crate::game::screens::game_words::{called, result, score};
use crate::game::text::moment::moment;
use crate::game::text::names::played_name;
use crate::game::text::{Phrase, say};
use crate::library::{Game, GameDate};
use crate::rules::Board;

/// A game in words, with its board.
pub(in crate::game::screens) struct SeenGame {
    /// Board of the end, or of the position searched for.
    pub(in crate::game::screens) board: Board,
    pub(in crate::game::screens) players: Phrase,
    /// Result with the score, if there is one.
    pub(in crate::game::screens) result: Phrase,
    /// Board, date, event and collection.
    pub(in crate::game::screens) about: Phrase,
}

impl SeenGame {
    /// Describes a game, with its board after a number of plies.
    pub(in crate::game::screens) fn of(game: &Game<'_>, ply: Option<u16>, now_ms: u64) -> Self {
        let about = about(game, now_ms);
        let Ok(record) = game.to_record() else {
            // Written by a later version; the names are still known.
            let names = game.names().map(|(player, name)| match name {
                "" => player.into(),
                name => Phrase::verbatim(name),
            });
            let (board, players) = (game.variant().board().clone(), Phrase::list(names));
            return Self { board, players, result: say!("game-library-unreadable"), about };
        };
        let marks = MatchMarks { imported: game.collection() != MINE, ..MatchMarks::default() };
        let listed = ListedGame::of(String::new(), 0, &record, None, marks);
        let players = Phrase::list(game.variant().everybody().into_iter().map(|player| called(&listed, player)));
        let result = match score(&listed) {
            // The discs come first, since the end of a long line is not shown.
            Some(score) => say!("games-about", before = score, next = result(&listed)),
            None => result(&listed),
        };
        let board = ply.and_then(|ply| record.record().position_at(usize::from(ply)));
        let board = board.map_or(listed.board, |position| position.board().clone());
        Self { board, players, result, about }
    }
}

fn about(game: &Game<'_>, now_ms: u64) -> Phrase {
    let date = game.date().map(|date| match date {
        // A string, because a number would get a thousands separator.
        GameDate::Year(year) => Phrase::verbatim(year.to_string()),
        GameDate::Time(seconds) => moment(seconds * 1000, now_ms),
    });
    let event = Some(game.event()).filter(|event| !event.is_empty()).map(Phrase::verbatim);
    let collection = Some(game.collection()).filter(|name| !name.is_empty()).map(collection_name);
    let favourite = game.is_favourite().then(|| say!("game-library-favourite"));
    let parts = [date, event, collection, favourite].into_iter().flatten();
    parts.fold(played_name(game.variant()), |before, next| say!("games-about", before = before, next = next))
}
