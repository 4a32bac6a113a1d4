//! The way of a client to the servers, again and again when a connection is lost.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use irogaeshi::online::{ClientMessage, ServerMessage};

use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::endpoint::Endpoint;
use crate::sockets::pauses::Pauses;

/// How long to try to reach a server again.
const PATIENCE: Duration = Duration::from_mins(1);

/// Servers that share their rooms, and the one that a client is at.
#[derive(Clone)]
pub(crate) struct Route {
    servers: Arc<[Endpoint]>,
    /// The number of that server, counted round and round.
    turn: usize,
    /// From which address of this computer, if one is named.
    from: Option<IpAddr>,
}

impl Route {
    /// The way of the client with this number: clients take turns at the servers.
    pub(crate) fn new(servers: Arc<[Endpoint]>, turn: usize, from: Option<IpAddr>) -> Self {
        Self { servers, turn, from }
    }

    /// The way of another client, to the server after this one's.
    pub(crate) fn next(&self) -> Self {
        Self { turn: self.turn + 1, ..self.clone() }
    }

    /// Connects, says this, and waits until the server has let the client in: its welcome or the list of rooms.
    ///
    /// # Errors
    /// When the server cannot be reached, or does not let the client in.
    pub(crate) async fn enter(&self, greeting: &ClientMessage) -> Result<(Connection, ServerMessage), ConnectionError> {
        let server = &self.servers[self.turn % self.servers.len()];
        let mut connection = Connection::open(server, self.from).await?;
        connection.send(greeting).await?;
        loop {
            match connection.receive().await? {
                answer @ (ServerMessage::Welcome { .. } | ServerMessage::Rooms { .. }) => {
                    return Ok((connection, answer));
                }
                ServerMessage::Ping { ping, .. } => connection.send(&ClientMessage::Pong { ping }).await?,
                _ => {}
            }
        }
    }

    /// Enters again after an error, after pauses that grow, and at the next server each time.
    ///
    /// # Errors
    /// The last error when that is of no use, or takes too long.
    pub(crate) async fn enter_again(
        &mut self,
        greeting: &ClientMessage,
        mut error: ConnectionError,
    ) -> Result<(Connection, ServerMessage), ConnectionError> {
        let mut pauses = Pauses::new();
        // Numbers that follow each other come to be far apart, so not all clients come at the same time.
        let chance = (self.turn as f64 * 0.618_034).fract();
        loop {
            let pause = pauses.next(PATIENCE, chance).filter(|_| error.may_pass());
            let Some(pause) = pause else { return Err(error) };
            tokio::time::sleep(pause).await;
            self.turn += 1;
            match self.enter(greeting).await {
                Ok(entered) => return Ok(entered),
                Err(other) => error = other,
            }
        }
    }
}
