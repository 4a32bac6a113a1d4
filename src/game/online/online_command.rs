//! Commands for online play.

use bevy::prelude::*;

use crate::game::online::new_room::NewRoom;
use crate::online::{Action, PlayerName, Reaction, RoomLink, ServerAddress};

/// A command for online play.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum OnlineCommand {
    /// Keeps the list of public rooms up to date until a room is entered.
    Browse,
    /// Changes the server. The page can only use the server that it comes from.
    UseServer(ServerAddress),
    /// Changes the player's name, also in the current room.
    Rename(PlayerName),
    /// Makes a room, fills its seats as chosen, and enters it.
    Make(Box<NewRoom>),
    /// Joins a player who waits with the same board and clock, or waits for one.
    PlaySomebody(Box<NewRoom>),
    /// Enters a room. Asks first if it is at another server.
    Join(RoomLink),
    /// Confirms entering the room at another server.
    JoinOtherServer,
    /// Returns to the current room: to its match or, before the first one, to its seats.
    Return,
    /// Sends an action to the room.
    Ask(Action),
    /// Sends a set phrase or a reaction.
    React(Reaction),
    /// Hides or shows the other players' phrases and reactions.
    Mute(bool),
    /// Leaves the room, and the seat if the match allows it.
    Leave,
}

/// A command for the server that the game starts for the local network.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalServerCommand {
    /// Starts the server and connects to it.
    Start,
    Stop,
}
