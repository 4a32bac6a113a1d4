//! Changes asked for, whatever the state of the library.

use super::change::Change;
use super::game_id::GameId;
use super::game_library::Library;
use super::new_game::NewGame;

/// A change asked for. Unlike a [`Change`] it fits every state of the library, so it can be made again after another
/// program has changed the file.
///
/// ```
/// use irogaeshi::library::{Edit, Library, NewGame};
/// use irogaeshi::notation::GameRecord;
/// use irogaeshi::rules::{Record, Variant};
///
/// let game = NewGame::of(&GameRecord::new(Record::new(Variant::classic(8).unwrap())));
/// let mut library = Library::default();
/// let change = Edit::Add(vec![game.clone()]).of(&library);
/// let added: Vec<_> = change.added().collect();
/// library.apply(&change).unwrap();
/// library.apply(&Edit::Remove(added).of(&library)).unwrap();
///
/// assert!(Edit::AddNew(vec![game]).of(&library).is_empty());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// Adds games that are not there, also those that were removed.
    Add(Vec<NewGame>),
    /// Adds games that are not there and were not removed either.
    AddNew(Vec<NewGame>),
    /// Removes games.
    Remove(Vec<GameId>),
    /// Restores removed games.
    Restore(Vec<GameId>),
    /// Gives games a title; an empty one takes it away.
    Name(Vec<GameId>, String),
    /// Moves games into a collection.
    Move(Vec<GameId>, String),
    /// Makes games favourites, or takes that away.
    Mark(Vec<GameId>, bool),
    /// Adds a tag to games, or takes it away.
    Tag(Vec<GameId>, String, bool),
}

impl Edit {
    /// The change that it makes of a library.
    #[must_use]
    pub fn of(&self, library: &Library) -> Change {
        match self {
            Self::Add(games) => library.adding(games.iter().cloned()),
            Self::AddNew(games) => library.adding_new(games.iter().cloned()),
            Self::Remove(ids) => library.removing(ids.iter().copied()),
            Self::Restore(ids) => library.restoring(ids.iter().copied()),
            Self::Name(ids, title) => library.naming(ids.iter().copied(), title),
            Self::Move(ids, collection) => library.moving(ids.iter().copied(), collection),
            Self::Mark(ids, is_favourite) => library.marking(ids.iter().copied(), *is_favourite),
            Self::Tag(ids, tag, is_added) => library.tagging(ids.iter().copied(), tag, *is_added),
        }
    }
}
