//! What players ask of online play.

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::online::{Action, PlayerName, Reaction, RoomLink, ServerAddress};

/// What players ask of online play.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum OnlineCommand {
    /// Keeps the list of public rooms up to date, while no room is entered.
    Browse,
    /// Speaks with another server from now on. On the page there is only the one that it comes from.
    UseServer(ServerAddress),
    /// Is called so from now on, in the room as well.
    Rename(PlayerName),
    /// Makes a room, fills its seats as chosen, and enters it.
    Make(Box<NewRoom>),
    /// Plays with somebody who waits for this board and clock, or waits for somebody.
    PlaySomebody(Box<NewRoom>),
    /// Enters a room; one of another server after a question.
    Join(RoomLink),
    /// Enters the room of another server that the question is about.
    GoElsewhere,
    /// Comes back to the room that was entered: to its match, or to its seats where there is none.
    Return,
    /// Asks for something in the room.
    Ask(Action),
    /// Says a set phrase, or reacts.
    React(Reaction),
    /// Hides what others say, or shows it again.
    Mute(bool),
    /// Leaves the room: gets up where that is possible, and hears no more of it.
    Leave,
}

/// Commands for the server that the window starts for this network.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalServerCommand {
    /// Starts it, and goes there.
    Start,
    /// Ends it.
    Stop,
}
