//! A network of games and a server inside of the test's own process. It can be told to fail.

use std::sync::{Arc, Mutex, MutexGuard};

use bevy::prelude::*;
use irogaeshi::game::{Connection, ConnectionEvent, GamePlugin, MemoryStore, ServerConnection, StoragePlugin, Wake};
use irogaeshi::online::{PlayerName, RoomCode};

use super::TestGame;
use crate::room_server::RoomServer;

/// A network. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Network(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    server: RoomServer,
    /// Set if the server cannot be reached.
    is_down: bool,
    /// Fate of the server's messages.
    answers: Answers,
    /// Messages sent to the server.
    sent: Vec<String>,
}

/// Fate of a server's messages.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Answers {
    #[default]
    Arrive,
    ArriveTwice,
    /// They arrive later.
    Wait,
    GetLost,
}

impl Network {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test goes on after a failure")
    }

    /// Gives access to the server.
    pub(crate) fn server<T>(&self, act: impl FnOnce(&mut RoomServer) -> T) -> T {
        act(&mut self.state().server)
    }

    /// The code of the only room.
    pub(crate) fn only_room(&self) -> RoomCode {
        let codes = self.server(|server| server.codes());
        assert_eq!(codes.len(), 1, "there is one room");
        codes[0]
    }

    /// Disconnects everybody, or lets them connect again.
    pub(crate) fn set_down(&self, is_down: bool) {
        self.state().is_down = is_down;
    }

    /// Sets the fate of the server's next messages.
    pub(crate) fn answers(&self, answers: Answers) {
        self.state().answers = answers;
    }

    /// Number of messages to the server that contain this text.
    pub(crate) fn count_sent(&self, part: &str) -> usize {
        self.state().sent.iter().filter(|text| text.contains(part)).count()
    }

    /// A game on this network that saves in this store.
    pub(crate) fn game(&self, store: &MemoryStore) -> TestGame {
        TestGame::with_plugin(Player { network: self.clone(), store: store.clone() })
    }
}

/// The plugin of a game on the network.
struct Player {
    network: Network,
    store: MemoryStore,
}

impl Plugin for Player {
    fn build(&self, app: &mut App) {
        assert!(app.is_plugin_added::<GamePlugin>());
        app.add_plugins(StoragePlugin::with_store(self.store.clone()));
        app.insert_non_send(ServerConnection(Box::new(NetworkConnection {
            network: self.network.clone(),
            state: ConnectionStage::Closed,
        })));
    }
}

/// The connection of a game.
struct NetworkConnection {
    network: Network,
    state: ConnectionStage,
}

enum ConnectionStage {
    Closed,
    /// Opens in the next frame.
    Opening,
    Open(usize),
}

impl NetworkConnection {
    fn disconnect(&mut self) {
        if let ConnectionStage::Open(id) = std::mem::replace(&mut self.state, ConnectionStage::Closed) {
            self.network.server(|server| server.disconnect(id));
        }
    }
}

impl Connection for NetworkConnection {
    fn wake_with(&mut self, _: Wake) {}

    fn open(&mut self, url: &str) {
        assert_eq!(url, "ws://server.test/socket?ids=room&rooms=3");
        self.disconnect();
        self.state = ConnectionStage::Opening;
    }

    fn send(&mut self, text: String) {
        let ConnectionStage::Open(id) = self.state else { return };
        let mut network = self.network.state();
        if !network.is_down {
            network.sent.push(text.clone());
            network.server.handle_message(id, &text);
        }
    }

    fn close(&mut self) {
        self.disconnect();
    }

    fn take_events(&mut self) -> Vec<ConnectionEvent> {
        let mut network = self.network.state();
        match self.state {
            ConnectionStage::Closed => Vec::new(),
            ConnectionStage::Opening | ConnectionStage::Open(_) if network.is_down => {
                drop(network);
                self.disconnect();
                self.state = ConnectionStage::Closed;
                vec![ConnectionEvent::Closed]
            }
            ConnectionStage::Opening => {
                self.state = ConnectionStage::Open(network.server.connect());
                vec![ConnectionEvent::Opened { has_previews: false }]
            }
            ConnectionStage::Open(id) => {
                let (texts, times) = match network.answers {
                    Answers::Wait => (Vec::new(), 0),
                    Answers::GetLost => (network.server.take_outgoing(id), 0),
                    Answers::Arrive => (network.server.take_outgoing(id), 1),
                    Answers::ArriveTwice => (network.server.take_outgoing(id), 2),
                };
                texts.into_iter().flat_map(|text| vec![ConnectionEvent::Received(text); times]).collect()
            }
        }
    }
}

impl Drop for NetworkConnection {
    fn drop(&mut self) {
        // Skipped after a failure, whose message is enough.
        if !std::thread::panicking() {
            self.disconnect();
        }
    }
}

pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::nearest(text)
}
