//! A client's route to the servers, with reconnection.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use irogaeshi::online::{ClientMessage, ServerMessage};

use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::endpoint::Endpoint;
use crate::sockets::pauses::Pauses;

/// Maximum time to retry reaching a server.
const MAX_RETRY_TIME: Duration = Duration::from_mins(1);

/// Servers that share their rooms, and the current server of a client.
#[derive(Clone)]
pub(crate) struct Route {
    servers: Arc<[Endpoint]>,
    /// Index of the current server, modulo the number of servers.
    turn: usize,
    /// Local address to connect from, if given.
    from: Option<IpAddr>,
}

impl Route {
    /// Route of the client with this number. Clients are spread over the servers.
    pub(crate) fn new(servers: Arc<[Endpoint]>, turn: usize, from: Option<IpAddr>) -> Self {
        Self { servers, turn, from }
    }

    /// Route of another client, to the next server.
    pub(crate) fn next(&self) -> Self {
        Self { turn: self.turn + 1, ..self.clone() }
    }

    /// Connects, sends the greeting, and waits for the welcome or the list of rooms.
    ///
    /// # Errors
    /// If the server cannot be reached or refuses the client.
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

    /// Reconnects after an error, with growing pauses, to the next server each time.
    ///
    /// # Errors
    /// The last error if retrying is pointless or takes too long.
    pub(crate) async fn enter_again(
        &mut self,
        greeting: &ClientMessage,
        mut error: ConnectionError,
    ) -> Result<(Connection, ServerMessage), ConnectionError> {
        let mut pauses = Pauses::new();
        // The golden ratio spreads consecutive numbers far apart, so that clients do not reconnect all at once.
        let chance = (self.turn as f64 * 0.618_034).fract();
        loop {
            let pause = pauses.next(MAX_RETRY_TIME, chance).filter(|_| error.may_pass());
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
