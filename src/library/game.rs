//! A game of a library.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use super::boards::StoredBoard;
use super::date_range::year_of;
use super::details::Details;
use super::entry::{Entry, FAVOURITE, NO_SCORE, ONLY_YEAR, REMOVED, read_ending, read_outcome};
use super::game_id::GameId;
use super::game_library::Library;
use super::texts::TextId;
use crate::notation::{GameRecord, GameRecordError};
use crate::rules::{Ending, Move, MoveListError, Outcome, Player, Record, Variant};

/// A game of a [`Library`], with its properties.
#[derive(Clone, Copy, Debug)]
pub struct Game<'a> {
    pub(super) library: &'a Library,
    pub(super) entry: &'a Entry,
}

/// Date of a game, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameDate {
    /// Year alone.
    Year(u16),
    /// Seconds since 1970 (UTC).
    Time(u64),
}

/// Error from reading a game whose bytes are intact but impossible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameError {
    /// A move or a property has no meaning.
    #[error("the game was written by another version; update the program")]
    Unreadable,
    /// A move is illegal.
    #[error(transparent)]
    Moves(#[from] MoveListError),
    /// Properties contradict the moves.
    #[error(transparent)]
    Record(#[from] GameRecordError),
}

impl Library {
    /// Game with this number, also if it is removed.
    #[must_use]
    pub fn game(&self, id: GameId) -> Option<Game<'_>> {
        self.index(id).map(|index| self.at(index))
    }

    pub(super) fn at(&self, index: usize) -> Game<'_> {
        Game { library: self, entry: &self.entries[index] }
    }

    /// Games that are not removed, in the order in which they were added.
    pub fn games(&self) -> impl Iterator<Item = Game<'_>> {
        (0..self.entries.len()).map(|index| self.at(index)).filter(|game| !game.is_removed())
    }
}

impl<'a> Game<'a> {
    /// Number of the game.
    #[must_use]
    pub const fn id(&self) -> GameId {
        GameId(self.entry.id)
    }

    pub(super) fn board(&self) -> &'a StoredBoard {
        self.library.boards.get(self.entry.board)
    }

    /// Board of the game.
    #[must_use]
    pub fn variant(&self) -> &'a Arc<Variant> {
        &self.board().variant
    }

    /// Key of the board, if it is built in.
    #[must_use]
    pub fn board_key(&self) -> Option<&'a str> {
        self.board().key.as_deref()
    }

    fn text(&self, id: TextId) -> &'a str {
        self.library.texts.get(id)
    }

    /// Title; may be empty.
    #[must_use]
    pub fn title(&self) -> &'a str {
        self.text(self.entry.title)
    }

    /// Tournament or the like; may be empty.
    #[must_use]
    pub fn event(&self) -> &'a str {
        self.text(self.entry.event)
    }

    /// Collection; may be empty.
    #[must_use]
    pub fn collection(&self) -> &'a str {
        self.text(self.entry.collection)
    }

    /// Tags in alphabetical order.
    #[must_use]
    pub fn tags(&self) -> impl ExactSizeIterator<Item = &'a str> {
        let texts = &self.library.texts;
        self.library.tags_of(self.entry).iter().map(|tag| texts.get(*tag))
    }

    /// Returns whether the game is a favourite.
    #[must_use]
    pub const fn is_favourite(&self) -> bool {
        self.entry.flags & FAVOURITE != 0
    }

    /// Returns whether the game was removed, and can be restored.
    #[must_use]
    pub const fn is_removed(&self) -> bool {
        self.entry.flags & REMOVED != 0
    }

    /// Number of turns played.
    #[must_use]
    pub const fn plies(&self) -> usize {
        self.entry.plies as usize
    }

    /// Date: of the start, otherwise of the end, otherwise the year.
    #[must_use]
    pub fn date(&self) -> Option<GameDate> {
        let seconds = self.entry.when.checked_sub(1)?;
        Some(if self.entry.flags & ONLY_YEAR == 0 { GameDate::Time(seconds) } else { GameDate::Year(year_of(seconds)) })
    }

    /// Ending; `None` while the game is in progress.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        read_ending(self.entry.ending).ok().flatten()
    }

    /// Winner or draw, however the game ended; `None` if there is no result.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        read_outcome(self.entry.outcome).ok().flatten()
    }

    /// First player's discs after perfect play from some moment on, if a database says so.
    #[must_use]
    pub fn perfect_discs(&self) -> Option<u8> {
        Some(self.entry.perfect_discs).filter(|discs| *discs != NO_SCORE)
    }

    /// Codes of the moves.
    pub(super) fn codes(&self) -> &'a [u8] {
        self.library.parts_of(self.entry).0
    }

    /// Numbers of the names, of each player of the board.
    pub(super) fn name_ids(&self) -> impl Iterator<Item = (Player, TextId)> + use<'a> {
        let (_, mut rest) = self.library.parts_of(self.entry);
        let players = self.board().everybody.iter();
        players.map(move |player| (*player, TextId(rest.number().unwrap_or_default() as u32)))
    }

    /// Names of the players of the board, in the order of [`Variant::everybody`]; may be empty.
    pub fn names(&self) -> impl Iterator<Item = (Player, &'a str)> + use<'a> {
        let texts = &self.library.texts;
        self.name_ids().map(|(player, name)| (player, texts.get(name)))
    }

    /// Name of a player; may be empty.
    #[must_use]
    pub fn name(&self, player: Player) -> &'a str {
        self.names().find(|(other, _)| *other == player).map_or("", |(_, name)| name)
    }

    /// Numbers of discs after the last turn played.
    pub fn discs(&self) -> impl Iterator<Item = (Player, u16)> + use<'a> {
        let (_, mut rest) = self.library.parts_of(self.entry);
        let players = &self.board().everybody;
        for _ in players {
            rest.number();
        }
        players.iter().map(move |player| (*player, rest.number().unwrap_or_default() as u16))
    }

    /// Bytes of the details.
    pub(super) fn detail_bytes(&self) -> &'a [u8] {
        let (_, mut rest) = self.library.parts_of(self.entry);
        for _ in 0..2 * self.board().everybody.len() {
            rest.number();
        }
        rest.0
    }

    /// Moves played.
    ///
    /// # Errors
    /// [`GameError::Unreadable`].
    pub fn moves(&self) -> Result<Vec<Move>, GameError> {
        self.board().moves(self.codes()).ok_or(GameError::Unreadable)
    }

    /// The game as a record, the same that was added.
    ///
    /// # Errors
    /// A [`GameError`] if the game is impossible, though its bytes are intact.
    pub fn to_record(&self) -> Result<GameRecord, GameError> {
        let board = self.board();
        let details = Details::read(self.detail_bytes(), board, self.plies()).ok_or(GameError::Unreadable)?;
        let mut record = Record::from_moves(Arc::clone(&board.variant), self.moves()?)?;
        record.make_all(details.undone)?;
        record.jump(self.plies());
        let seats = details.setting.seats;
        let mut game = GameRecord::new(record)
            .with_names(|player| self.name(player).to_owned())
            .with_seats(|player| seats.iter().find(|(other, _)| *other == player).map(|(_, seat)| seat.clone()))
            .with_clock(details.setting.clock)
            .with_dates(details.started, details.ended)
            .with_forfeits(details.setting.forfeits)?;
        if !details.times.is_empty() {
            game = game.with_times(details.times.into_iter().map(|time| time.map(Duration::from_millis)))?;
        }
        match self.ending() {
            Some(ending) => Ok(game.with_ending(ending)?),
            None => Ok(game),
        }
    }
}
