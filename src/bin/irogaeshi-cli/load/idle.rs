//! Idle connections, which only listen.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::iter;
use irogaeshi::online::{ClientMessage, CommandId, DeviceToken, RoomCode, RoomOptions, ServerMessage};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::load::AT_ONCE;
use crate::load::addresses::Addresses;
use crate::load::room_error::RoomError;
use crate::load::route::Route;
use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::device::draw;
use crate::sockets::endpoint::Endpoint;

/// Number of connections in a room, including the host. All of them are notified of each newcomer.
const IN_A_ROOM: u32 = 10;

/// Place that idle connections listen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A room without activity.
    Room,
    /// The list of public rooms.
    Lobby,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Room => "watch rooms",
            Self::Lobby => "list rooms",
        })
    }
}

/// Open idle connections.
#[derive(Default)]
pub(crate) struct Held {
    listeners: Vec<JoinHandle<Heard>>,
    errors: BTreeMap<String, u32>,
}

/// A client that only listens.
struct Listener {
    route: Route,
    token: DeviceToken,
    /// Its room; `None` for the list of public rooms.
    room: Option<RoomCode>,
    connection: Connection,
    reconnects: u32,
}

/// Number of reconnections of a client, and the error that ended it, if any.
struct Heard {
    reconnects: u32,
    error: Option<ConnectionError>,
}

/// Results of all idle connections.
#[derive(Default)]
pub(crate) struct Ended {
    pub(crate) opened: u32,
    /// Number still connected at the end.
    pub(crate) standing: u32,
    /// Number of lost connections that were restored.
    pub(crate) reconnects: u32,
    /// Errors with their counts.
    pub(crate) errors: BTreeMap<String, u32>,
}

/// Opens `wanted` connections, which listen until stopped.
pub(crate) async fn hold(
    servers: &Arc<[Endpoint]>,
    place: Place,
    wanted: u32,
    options: &RoomOptions,
    addresses: &Addresses,
    stop: &watch::Receiver<bool>,
) -> Held {
    let groups = iter(0..wanted.div_ceil(IN_A_ROOM)).map(|group| {
        let members = group * IN_A_ROOM..wanted.min((group + 1) * IN_A_ROOM);
        let route = |member: u32| Route::new(servers.clone(), member as usize, addresses.of(member as usize));
        open_group(place, members.map(route).collect(), options, stop)
    });
    let opened = groups.buffer_unordered(AT_ONCE);
    opened
        .fold(Held::default(), |mut all, group| async move {
            all.listeners.extend(group.listeners);
            for (error, count) in group.errors {
                *all.errors.entry(error).or_default() += count;
            }
            all
        })
        .await
}

async fn open_group(place: Place, routes: Vec<Route>, options: &RoomOptions, stop: &watch::Receiver<bool>) -> Held {
    let mut held = Held::default();
    let mut room = None;
    for route in routes {
        match Listener::open(route, place, room, options).await {
            Ok(listener) => {
                room = room.or(listener.room);
                held.listeners.push(tokio::spawn(listener.listen(stop.clone())));
            }
            Err(error) => *held.errors.entry(error.to_string()).or_default() += 1,
        }
    }
    held
}

impl Listener {
    /// Connects a client to its place. Makes a room if the place is a room and none is given.
    async fn open(
        route: Route,
        place: Place,
        room: Option<RoomCode>,
        options: &RoomOptions,
    ) -> Result<Self, RoomError> {
        let token = DeviceToken::new(draw()?);
        let greeting = match (place, room) {
            (Place::Room, None) => {
                ClientMessage::Create { id: CommandId(0), token: token.clone(), options: Box::new(options.clone()) }
            }
            (Place::Room, room) => greeting(room, &token),
            (Place::Lobby, _) => greeting(None, &token),
        };
        let (connection, answer) = route.enter(&greeting).await?;
        let room = match answer {
            ServerMessage::Welcome { room, .. } => Some(room),
            _ => None,
        };
        Ok(Self { route, token, room, connection, reconnects: 0 })
    }

    /// Answers the server until stopped, reconnecting as needed.
    async fn listen(mut self, mut stop: watch::Receiver<bool>) -> Heard {
        loop {
            let error = tokio::select! {
                error = answer(&mut self.connection) => error,
                () = stopped(&mut stop) => return Heard { reconnects: self.reconnects, error: None },
            };
            let greeting = greeting(self.room, &self.token);
            let entered = tokio::select! {
                entered = self.route.enter_again(&greeting, error) => entered,
                () = stopped(&mut stop) => Err(ConnectionError::Closed),
            };
            match entered {
                Ok((connection, _)) => self.connection = connection,
                Err(error) => return Heard { reconnects: self.reconnects, error: Some(error) },
            }
            self.reconnects += 1;
        }
    }
}

/// First message of a client that joins a room, or the list of public rooms.
fn greeting(room: Option<RoomCode>, token: &DeviceToken) -> ClientMessage {
    match room {
        Some(room) => ClientMessage::Hello { room, token: token.clone(), seen: 0 },
        None => ClientMessage::List,
    }
}

/// Answers the server until the connection is lost.
async fn answer(connection: &mut Connection) -> ConnectionError {
    loop {
        let answered = match connection.receive().await {
            Ok(ServerMessage::Ping { ping, .. }) => connection.send(&ClientMessage::Pong { ping }).await,
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            return error;
        }
    }
}

/// Waits until clients are stopped or the sender is dropped.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    drop(stop.wait_for(|stop| *stop).await);
}

impl Held {
    /// Waits for all clients after they were stopped.
    pub(crate) async fn end(self) -> Ended {
        let opened = self.listeners.len() as u32;
        let mut ended = Ended { opened, standing: 0, reconnects: 0, errors: self.errors };
        for listener in self.listeners {
            let error = match listener.await {
                Ok(heard) => {
                    ended.reconnects += heard.reconnects;
                    heard.error.map(|error| error.to_string())
                }
                Err(panic) => Some(panic.to_string()),
            };
            match error {
                None => ended.standing += 1,
                Some(error) => *ended.errors.entry(error).or_default() += 1,
            }
        }
        ended
    }
}
