//! Commands for saved games.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<GamesCommand>();
}

/// A command for saved games, which are named by their entry in the store.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum GamesCommand {
    /// Puts a game on the board, to continue or to look at.
    Open(String),
    Review(String),
    Copy(String),
    /// Copies all games, one a line.
    CopyAll,
    /// Saves all games to a file, in the same form.
    SaveAll,
    Delete(String),
    /// Restores the game that was deleted last.
    Restore(String),
    /// Imports the games of a text, in any notation, except those that are already in the list.
    Import(String),
    /// Asks for confirmation to reset the statistics.
    AskToReset,
    /// Resets the statistics: only later games count from now on.
    Reset,
    CopyStatistics,
    /// Saves the statistics to a file, in the same form.
    SaveStatistics,
}
