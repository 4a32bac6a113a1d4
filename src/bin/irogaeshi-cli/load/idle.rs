//! Connections that only listen.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::stream::iter;
use irogaeshi::online::{ClientMessage, DeviceToken, RoomCode, RoomOptions, ServerMessage};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::load::AT_ONCE;
use crate::load::addresses::Addresses;
use crate::load::room::RoomError;
use crate::sockets::connection::{Connection, ConnectionError};
use crate::sockets::device::draw;
use crate::sockets::endpoint::Endpoint;

/// How many watch a room, its host included: all of them hear of each who comes.
const IN_A_ROOM: u32 = 10;

/// What idle connections listen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A room in which nothing happens.
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

/// Connections that are held open.
#[derive(Default)]
pub(crate) struct Held {
    connections: Vec<JoinHandle<Result<(), ConnectionError>>>,
    errors: BTreeMap<String, u32>,
}

/// What became of them.
#[derive(Default)]
pub(crate) struct Ended {
    pub(crate) opened: u32,
    /// How many stood until the end.
    pub(crate) standing: u32,
    /// What went wrong, and how often.
    pub(crate) errors: BTreeMap<String, u32>,
}

/// Opens so many connections, each of which listens until it is stopped.
pub(crate) async fn hold(
    server: &Arc<Endpoint>,
    place: Place,
    wanted: u32,
    options: &RoomOptions,
    addresses: &Addresses,
    stop: &watch::Receiver<bool>,
) -> Held {
    let groups = iter(0..wanted.div_ceil(IN_A_ROOM)).map(|group| {
        let members = group * IN_A_ROOM..wanted.min((group + 1) * IN_A_ROOM);
        open_group(server, place, members, options, addresses, stop)
    });
    let opened = groups.buffer_unordered(AT_ONCE);
    opened
        .fold(Held::default(), |mut all, group| async move {
            all.connections.extend(group.connections);
            for (error, count) in group.errors {
                *all.errors.entry(error).or_default() += count;
            }
            all
        })
        .await
}

async fn open_group(
    server: &Arc<Endpoint>,
    place: Place,
    members: std::ops::Range<u32>,
    options: &RoomOptions,
    addresses: &Addresses,
    stop: &watch::Receiver<bool>,
) -> Held {
    let mut held = Held::default();
    let mut room = None;
    for member in members {
        match open(server, place, room, options, addresses.of(member as usize)).await {
            Ok((connection, code)) => {
                room = room.or(code);
                held.connections.push(tokio::spawn(listen(connection, stop.clone())));
            }
            Err(error) => *held.errors.entry(error.to_string()).or_default() += 1,
        }
    }
    held
}

/// A connection that has come to its place, and the room that it is in.
async fn open(
    server: &Endpoint,
    place: Place,
    room: Option<RoomCode>,
    options: &RoomOptions,
    from: Option<IpAddr>,
) -> Result<(Connection, Option<RoomCode>), RoomError> {
    let token = DeviceToken::new(draw()?);
    let mut connection = Connection::open(server, from).await?;
    let greeting = match (place, room) {
        (Place::Lobby, _) => ClientMessage::List,
        (Place::Room, Some(room)) => ClientMessage::Hello { room, token, seen: 0 },
        (Place::Room, None) => ClientMessage::Create { token, options: Box::new(options.clone()) },
    };
    connection.send(&greeting).await?;
    loop {
        match connection.receive().await? {
            ServerMessage::Welcome { room, .. } => return Ok((connection, Some(room))),
            ServerMessage::Rooms { .. } => return Ok((connection, None)),
            ServerMessage::Ping { ping, .. } => connection.send(&ClientMessage::Pong { ping }).await?,
            _ => {}
        }
    }
}

/// Answers the server for as long as it stands.
async fn listen(mut connection: Connection, mut stop: watch::Receiver<bool>) -> Result<(), ConnectionError> {
    loop {
        tokio::select! {
            message = connection.receive() => {
                if let ServerMessage::Ping { ping, .. } = message? {
                    connection.send(&ClientMessage::Pong { ping }).await?;
                }
            }
            // Also when nobody is left who could stop it.
            () = async { drop(stop.wait_for(|stop| *stop).await) } => return Ok(()),
        }
    }
}

impl Held {
    /// Waits for all of them, once they are stopped.
    pub(crate) async fn end(self) -> Ended {
        let mut ended = Ended { opened: self.connections.len() as u32, standing: 0, errors: self.errors };
        for connection in self.connections {
            let error = match connection.await {
                Ok(Ok(())) => {
                    ended.standing += 1;
                    continue;
                }
                Ok(Err(error)) => error.to_string(),
                Err(panic) => panic.to_string(),
            };
            *ended.errors.entry(error).or_default() += 1;
        }
        ended
    }
}
