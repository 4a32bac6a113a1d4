//! A player of a room under load: a connection, and the room as it knows it.

use irogaeshi::online::{
    Action, ClientMessage, ClientRoom, Command, CommandId, DeviceToken, Event, Phase, Received, RoomCode, RoomMatch,
    RoomOptions, ServerMessage,
};

use crate::load::room_error::RoomError;
use crate::load::route::Route;
use crate::sockets::connection::Connection;
use crate::sockets::device::draw;

/// A player of a room.
pub(crate) struct Client {
    pub(crate) route: Route,
    pub(crate) token: DeviceToken,
    pub(crate) connection: Connection,
    pub(crate) room: ClientRoom,
    /// Number of the last match after which it asked for a rematch.
    pub(crate) rematch_after: u32,
    /// Moves that the server has acknowledged.
    pub(crate) acknowledged: Vec<CommandId>,
}

/// Ways for a client to enter its room.
pub(crate) enum Opening {
    Make(Box<RoomOptions>),
    Join(RoomCode),
}

impl Client {
    pub(crate) async fn open(route: Route, opening: Opening) -> Result<Self, RoomError> {
        let token = DeviceToken::new(draw()?);
        let greeting = match opening {
            Opening::Make(options) => ClientMessage::Create { id: CommandId(0), token: token.clone(), options },
            Opening::Join(room) => ClientMessage::Hello { room, token: token.clone(), seen: 0 },
        };
        let (connection, answer) = route.enter(&greeting).await?;
        let room = ClientRoom::new(token.id(), 1);
        let mut client = Self { route, token, connection, room, rematch_after: 0, acknowledged: Vec::new() };
        if let ServerMessage::Welcome { you, events, .. } = answer {
            client.room.is_called(you);
            client.apply(&events)?;
        }
        Ok(client)
    }

    /// Sends a command and waits until it is obeyed.
    pub(crate) async fn obtain(&mut self, action: Action) -> Result<(), RoomError> {
        let asked = self.ask(action).await?;
        loop {
            match self.connection.receive().await? {
                ServerMessage::Events { events } => self.apply(&events)?,
                ServerMessage::Ping { ping, .. } => self.say(&ClientMessage::Pong { ping }).await,
                ServerMessage::Refused { id, refusal } if id == asked => return Err(refusal.into()),
                ServerMessage::Done { id, sequence } if id == asked => {
                    self.room.done(id, sequence);
                    return Ok(());
                }
                _ => {}
            }
        }
    }

    pub(crate) async fn ask(&mut self, action: Action) -> Result<CommandId, RoomError> {
        let command: Command = self.room.ask(action)?;
        let id = command.id;
        self.say(&ClientMessage::Command(command)).await;
        Ok(id)
    }

    /// Sends a message. A lost connection is noticed when receiving.
    pub(crate) async fn say(&mut self, message: &ClientMessage) {
        drop(self.connection.send(message).await);
    }

    pub(crate) fn apply(&mut self, events: &[Event]) -> Result<(), RoomError> {
        match self.room.receive(events)? {
            Received::Applied(_) => Ok(()),
            // Over one connection, no events can be missing.
            Received::Gap => Err(RoomError::Gap),
        }
    }

    /// Returns whether it is the client's turn, as far as it knows. Its seat changes with each match.
    pub(crate) fn can_move(&self) -> bool {
        let Some(room) = self.room.room().filter(|room| room.phase() == Phase::Playing) else { return false };
        let mover = room.game().and_then(RoomMatch::to_move);
        mover.is_some() && mover == room.seat_of(self.room.me()) && self.room.move_ahead().is_none()
    }
}
