//! What can be asked of the games that were played.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<GamesCommand>();
}

/// What can be asked of the games that were played, each named by what it is kept as.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum GamesCommand {
    /// Shows what can be done with a game, or no longer.
    Choose(String),
    /// Shows the part of the list that begins with this game, counted from 0.
    Turn(usize),
    /// Puts a game on the board: one that goes on is taken up again.
    Open(String),
    /// Opens the review of a game.
    Review(String),
    /// Copies the moves of a game.
    Copy(String),
    /// Copies all games, one a line.
    CopyAll,
    /// Saves all games to a file, as they are copied.
    SaveAll,
    /// Takes a game out of the list.
    Delete(String),
    /// Puts the game back that was taken out last.
    Restore(String),
    /// Adds the games of a text, in whichever notation it is, but for those that are in the list already.
    Add(String),
    /// Asks whether counting is to begin anew.
    AskToReset,
    /// Begins to count anew.
    Reset,
    /// Copies the statistics.
    CopyStatistics,
    /// Saves the statistics to a file, as they are copied.
    SaveStatistics,
}
