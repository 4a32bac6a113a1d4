//! Imports into a library, batch by batch.

use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::change::Change;
use super::game_library::Library;
use super::new_game::NewGame;
use crate::notation::{
    AnyText, AnyTextError, GamePart, GameRecord, Reading, Remark, TranscriptError, WthorError, WthorGame, WthorGames,
    WthorNames, games_in,
};
use crate::rules::{Ending, FastPosition, Outcome, Player, Position, Record, Variant, label};

/// An import of a file, which goes on batch by batch so that it never delays a frame. Each batch is a [`Change`], so
/// that a cancelled import leaves whole games.
///
/// ```
/// use irogaeshi::library::{Import, Library};
///
/// let mut library = Library::default();
/// let mut import = Import::of_text("f5d6c3\nf5f6e6\nf6f5\n".to_owned()).into_collection("Pasted");
/// while !import.is_done() {
///     let change = import.next_batch(&library, 100);
///     // Here the caller appends `change.bytes()` to the file.
///     library.apply(&change).unwrap();
///     import.count(&change);
/// }
/// assert_eq!((import.added(), import.unread(), library.len()), (2, 1, 2));
/// assert_eq!(import.notes()[0].to_string(), "line 3: move 1, f6: a disc on f6 would capture nothing");
/// ```
#[derive(Clone, Debug)]
pub struct Import {
    source: Source,
    collection: Option<String>,
    tags: Vec<String>,
    /// Number of games of the source that were read.
    done: usize,
    added: usize,
    known: usize,
    unread: usize,
    notes: Vec<ImportNote>,
}

#[derive(Clone, Debug)]
enum Source {
    Wthor { file: Vec<u8>, names: WthorTables },
    Text { text: String, games: Vec<(usize, Range<usize>)> },
}

/// Names to which the games of WTHOR files refer.
#[derive(Clone, Debug, Default)]
pub struct WthorTables {
    /// Names of players, the file `.jou`.
    pub players: Option<Arc<WthorNames>>,
    /// Names of tournaments, the file `.trn`.
    pub tournaments: Option<Arc<WthorNames>>,
}

/// Something to know about a game of an import.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImportNote {
    /// A game in a text was left out.
    #[error("line {line}: {error}")]
    Unread {
        /// Line on which it begins, from 1.
        line: usize,
        /// The reason.
        error: AnyTextError,
    },
    /// A game in a text was read with a remark.
    #[error("line {line}: {remark}")]
    Remark {
        /// Line on which it begins, from 1.
        line: usize,
        /// The remark.
        remark: Remark,
    },
    /// A game of a database was read up to an impossible move.
    #[error("game {number}: reading stopped there: {error}")]
    Stopped {
        /// Number of the game, from 1.
        number: usize,
        /// The reason.
        error: TranscriptError,
    },
}

/// Maximum number of notes that are kept.
const MAX_NOTES: usize = 1000;

impl Import {
    /// Imports a file of games of the WTHOR database. By default, the collection is called as its year.
    ///
    /// # Errors
    /// A [`WthorError`] if the file is not one of games.
    pub fn of_wthor(file: Vec<u8>, names: WthorTables) -> Result<Self, WthorError> {
        WthorGames::read(&file)?;
        Ok(Self::new(Source::Wthor { file, names }))
    }

    /// Imports all games of a text in any format.
    #[must_use]
    pub fn of_text(text: String) -> Self {
        let begin = |part: &str| part.as_ptr().addr() - text.as_ptr().addr();
        let place = |part: GamePart<'_>| (part.line, begin(part.text)..begin(part.text) + part.text.len());
        let games = games_in(&text).into_iter().map(place).collect();
        Self::new(Source::Text { text, games })
    }

    fn new(source: Source) -> Self {
        let (tags, notes) = (Vec::new(), Vec::new());
        Self { source, collection: None, tags, done: 0, added: 0, known: 0, unread: 0, notes }
    }

    /// Sets the collection of the games.
    #[must_use]
    pub fn into_collection(self, name: &str) -> Self {
        Self { collection: Some(name.to_owned()), ..self }
    }

    /// Sets tags of the games.
    #[must_use]
    pub fn with_tags(self, tags: impl IntoIterator<Item = String>) -> Self {
        Self { tags: tags.into_iter().collect(), ..self }
    }

    /// Number of games in the source.
    #[must_use]
    pub fn total(&self) -> usize {
        match &self.source {
            Source::Wthor { file, .. } => WthorGames::read(file).map_or(0, |games| games.games().len()),
            Source::Text { games, .. } => games.len(),
        }
    }

    /// Number of games of the source that were read.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.done
    }

    /// Returns whether all games were read.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done >= self.total()
    }

    /// Number of games added.
    #[must_use]
    pub const fn added(&self) -> usize {
        self.added
    }

    /// Number of games that were there already.
    #[must_use]
    pub const fn known(&self) -> usize {
        self.known
    }

    /// Number of games that could not be read.
    #[must_use]
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// Games that could not be read and remarks about others, the first 1000.
    #[must_use]
    pub fn notes(&self) -> &[ImportNote] {
        &self.notes
    }

    /// Reads the next games, up to this number, as a change of a library. It may be empty.
    pub fn next_batch(&mut self, library: &Library, most: usize) -> Change {
        library.adding(self.next_games(most))
    }

    /// Reads the next games, up to this number. None may be readable.
    pub fn next_games(&mut self, most: usize) -> Vec<NewGame> {
        let begin = self.done;
        let end = begin.saturating_add(most).min(self.total());
        self.done = end;
        let mut games = match &self.source {
            Source::Wthor { file, names } => wthor_games(file, names, begin..end, &mut self.notes),
            Source::Text { text, games } => {
                let read = |(line, range): &(usize, Range<usize>)| {
                    let read = text_game(*line, &text[range.clone()], &mut self.notes);
                    self.unread += usize::from(read.is_none());
                    read
                };
                games[begin..end].iter().filter_map(read).collect()
            }
        };
        if let Some(collection) = &self.collection {
            games = games.into_iter().map(|game| game.in_collection(collection)).collect();
        }
        if !self.tags.is_empty() {
            let tagged = |game: NewGame| game.with_tags(self.tags.iter().map(String::as_str));
            games = games.into_iter().map(tagged).collect();
        }
        games
    }

    /// Counts the games of a batch, once it was applied.
    pub fn count(&mut self, change: &Change) {
        self.added += change.added().len();
        self.known += change.known();
    }
}

fn note(notes: &mut Vec<ImportNote>, note: ImportNote) {
    if notes.len() < MAX_NOTES {
        notes.push(note);
    }
}

fn text_game(line: usize, text: &str, notes: &mut Vec<ImportNote>) -> Option<NewGame> {
    match Reading::of(text) {
        Ok(Reading { content, remark, .. }) => {
            if let Some(remark) = remark {
                note(notes, ImportNote::Remark { line, remark });
            }
            Some(match content {
                AnyText::Game(game) => NewGame::of(&game),
                AnyText::Variant(variant) => NewGame::of(&GameRecord::new(Record::new(*variant))),
            })
        }
        Err(error) => {
            note(notes, ImportNote::Unread { line, error });
            None
        }
    }
}

fn wthor_games(file: &[u8], names: &WthorTables, range: Range<usize>, notes: &mut Vec<ImportNote>) -> Vec<NewGame> {
    let Ok(games) = WthorGames::read(file) else { return Vec::new() };
    let header = games.header();
    let Some(variant) = Variant::classic(header.side).map(Arc::new) else { return Vec::new() };
    let start = FastPosition::new(&Position::start(Arc::clone(&variant)));
    let year = Some(header.year).filter(|year| *year > 0);
    let collection = year.map_or_else(|| "WTHOR".to_owned(), |year| format!("WTHOR {year}"));
    let chosen = games.games().zip(1..).skip(range.start).take(range.len());
    let read = |(game, number): (WthorGame<'_>, usize)| {
        let new = played_fast(&game, &variant, &start, names.players.as_deref()).unwrap_or_else(|| {
            let (record, stopped) = game.to_game_record(names.players.as_deref());
            if let Some(error) = stopped {
                note(notes, ImportNote::Stopped { number, error });
            }
            NewGame::of(&record)
        });
        let event = names.tournaments.as_deref().and_then(|names| names.get(game.tournament));
        new.in_collection(&collection)
            .at_event(event.unwrap_or_default())
            .in_year(year)
            .with_perfect_discs(Some(game.perfect_discs))
    };
    chosen.map(read).collect()
}

/// The same as the game's record, without the history of positions that records have, which takes 50 times as long.
/// `None` if a move is impossible.
fn played_fast(
    game: &WthorGame<'_>,
    variant: &Arc<Variant>,
    start: &FastPosition,
    players: Option<&WthorNames>,
) -> Option<NewGame> {
    let mut position = start.clone();
    let mut new = NewGame::bare(Arc::clone(variant));
    for square in game.squares() {
        let square = square.ok()?;
        if !position.play(square) {
            return None;
        }
        new.moves.push(square.into());
    }
    for (player, index) in [(Player::Black, game.black), (Player::White, game.white)] {
        let name = players.and_then(|names| names.get(index)).unwrap_or_default();
        new.names[player] = label(name, GameRecord::MAX_LETTERS);
    }
    new.discs = position.counts();
    let over = position.outcome();
    new.ending = if over.is_some() { Some(Ending::PlayedOut) } else { game.resigned() };
    let winner = match new.ending.and_then(Ending::loser) {
        Some(Player::Black) => Some(Player::White),
        Some(_) => Some(Player::Black),
        None => None,
    };
    new.outcome = over.or(winner.map(Outcome::Win));
    Some(new)
}
