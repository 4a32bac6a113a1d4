//! Commands for the library of games.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;
use crate::library::{GameId, OrderKey};
use crate::rules::Move;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<LibraryCommand>();
}

/// A command for the library of games.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum LibraryCommand {
    /// Searches for the words and conditions of a text.
    Search(String),
    /// Sorts by this property, or the other way round if it is in force.
    Sort(OrderKey),
    /// Shows favourites only, or all games again.
    ToggleFavourites,
    /// Shows one collection, or all games.
    ShowCollection(Option<String>),
    /// Opens the library with the games that reached the position on the board.
    FindShown,
    /// Makes a move in the position searched for.
    PlayOn(Move),
    /// Takes the last move in the position searched for back.
    TakeBack,
    /// Shows games whatever their positions.
    ForgetPosition,
    /// Shows every game.
    ShowAll,
    /// Puts a game on the board.
    Open(GameId),
    Review(GameId),
    /// Copies the moves of a game.
    Copy(GameId),
    Remove(Vec<GameId>),
    Restore(Vec<GameId>),
    /// Makes a game a favourite, or takes that away.
    Mark(GameId),
    Name(GameId, String),
    Tag(GameId, String, bool),
    /// Removes all games found.
    RemoveFound,
    /// Saves all games found to a file, one a line.
    SaveFound,
    /// Adds the games of a file, in any format.
    Import {
        /// Name of the file, by which databases are known.
        name: String,
        bytes: Vec<u8>,
    },
    /// Adds the games of a pasted text.
    Paste(String),
    /// Stops imports and exports. The games added so far stay.
    Stop,
    /// Opens the library again after it failed.
    TryAgain,
}
