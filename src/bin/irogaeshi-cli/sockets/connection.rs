//! A connection to a server: a WebSocket with the messages of online play.

use std::net::IpAddr;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use irogaeshi::online::{self, ClientMessage, Flow, MessageError, ServerAddress, ServerMessage};
use thiserror::Error;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::failure::Refusal;
use crate::sockets::endpoint::{ByteStream, Endpoint, EndpointError};
use crate::sockets::reason::Reason;

/// Maximum silence of a server, which sends a ping every 15 seconds.
pub(crate) const MAX_SILENCE: Duration = Duration::from_secs(40);

/// Read buffer of each connection in bytes. Small, since most messages are.
const READ_BYTES: usize = 4 * 1024;

/// Maximum bytes waiting for the server to read them.
const MAX_UNSENT: usize = 1024 * 1024;

/// Maximum time to wait for the server's end of a closed connection.
const FAREWELL: Duration = Duration::from_secs(2);

pub(crate) struct Connection {
    socket: WebSocketStream<Box<dyn ByteStream>>,
    /// Time of connecting.
    begin: Instant,
    /// Limit on the rate of the server's messages.
    flow: Flow,
}

#[derive(Debug, Error)]
pub(crate) enum ConnectionError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("{server} cannot be reached: {reason}")]
    NotMade { server: ServerAddress, reason: Reason },
    #[error("connection lost: {0}")]
    Lost(Reason),
    #[error("the server has closed the connection")]
    Closed,
    #[error("the server has been silent for {} s", MAX_SILENCE.as_secs())]
    Silent,
    #[error("the server has not read anything for {} s", MAX_SILENCE.as_secs())]
    Stuck,
    #[error("the connection is closed: {}", Reason::TooMuch)]
    Flood,
    #[error("the server has not admitted the player to the room for {} s", MAX_SILENCE.as_secs())]
    NotWelcomed,
    #[error("the server sent an invalid message: {0}")]
    Message(#[from] MessageError),
    #[error("the server refused the connection: {0}")]
    Refused(online::Failure),
}

impl From<tungstenite::Error> for ConnectionError {
    fn from(error: tungstenite::Error) -> Self {
        match error {
            tungstenite::Error::ConnectionClosed | tungstenite::Error::AlreadyClosed => Self::Closed,
            error => match Reason::of_socket(&error) {
                Reason::TooMuch => Self::Flood,
                reason => Self::Lost(reason),
            },
        }
    }
}

impl Refusal for ConnectionError {}

impl ConnectionError {
    /// Returns whether reconnecting may help.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            Self::Endpoint(EndpointError::NoHost(_) | EndpointError::NoCertificates { .. })
            | Self::Message(_)
            | Self::Flood => false,
            Self::Endpoint(_)
            | Self::NotMade { .. }
            | Self::Lost(_)
            | Self::Closed
            | Self::Silent
            | Self::Stuck
            | Self::NotWelcomed => true,
            Self::Refused(failure) => !failure.is_lasting(),
        }
    }
}

impl Connection {
    /// Connects to a server, from this local address if given.
    ///
    /// # Errors
    /// If the server cannot be reached, or does not speak the protocol.
    pub(crate) async fn open(server: &Endpoint, from: Option<IpAddr>) -> Result<Self, ConnectionError> {
        let stream = server.connect(from).await?;
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .max_message_size(Some(ServerMessage::MAX_BYTES))
            .max_frame_size(Some(ServerMessage::MAX_BYTES))
            .max_write_buffer_size(MAX_UNSENT);
        let greeting = client_async_with_config(server.address().socket_url(), stream, Some(config));
        let greeted = timeout(MAX_SILENCE, greeting).await.map_err(|_| ConnectionError::Silent)?;
        let (socket, _) = greeted.map_err(|error| ConnectionError::NotMade {
            server: server.address().clone(),
            reason: Reason::of_greeting(&error),
        })?;
        Ok(Self { socket, begin: Instant::now(), flow: Flow::default() })
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the connection is lost.
    pub(crate) async fn send(&mut self, message: &ClientMessage) -> Result<(), ConnectionError> {
        let sent = timeout(MAX_SILENCE, self.socket.send(Message::text(message.write()))).await;
        Ok(sent.map_err(|_| ConnectionError::Stuck)??)
    }

    /// Waits for the next message. Cancelling the wait loses nothing.
    ///
    /// # Errors
    /// If the connection is lost, or the server refuses the client.
    pub(crate) async fn receive(&mut self) -> Result<ServerMessage, ConnectionError> {
        let next = std::future::poll_fn(|context| self.poll(context));
        timeout(MAX_SILENCE, next).await.map_err(|_| ConnectionError::Silent)?
    }

    /// The next message, if it has arrived. Has no timeout.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<ServerMessage, ConnectionError>> {
        let message = match self.socket.poll_next_unpin(context) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(None) => return Poll::Ready(Err(ConnectionError::Closed)),
            Poll::Ready(Some(message)) => message,
        };
        let bytes = message.as_ref().map_or(0, Message::len);
        if !self.flow.take(bytes, self.begin.elapsed()) {
            return Poll::Ready(Err(ConnectionError::Flood));
        }
        Poll::Ready(match message {
            Ok(Message::Text(text)) => match ServerMessage::read(text.as_str()) {
                Ok(ServerMessage::Failed(failure)) => Err(ConnectionError::Refused(failure)),
                message => message.map_err(ConnectionError::from),
            },
            Ok(Message::Close(_)) => Err(ConnectionError::Closed),
            // The library answers pings itself. Returns first, since otherwise a server could keep this loop busy with
            // pings alone.
            Ok(_) => {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            Err(error) => Err(error.into()),
        })
    }

    /// Closes the connection and waits until everything sent has arrived.
    pub(crate) async fn close(mut self) {
        // Fails only if the server has gone already.
        let _ = self.socket.close(None).await;
        let _ = timeout(FAREWELL, async { while let Some(Ok(_)) = self.socket.next().await {} }).await;
    }
}
