//! A network of games and a server inside of the test's own process. It can be told to fail.

use std::sync::{Arc, Mutex, MutexGuard};

use bevy::prelude::*;
use irogaeshi::game::{GamePlugin, Line, LineNews, MemoryStore, ServerLine, StoragePlugin, Wake};
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
        app.insert_non_send(ServerLine(Box::new(NetworkLine { network: self.network.clone(), state: Ends::Closed })));
    }
}

/// The connection of a game.
struct NetworkLine {
    network: Network,
    state: Ends,
}

enum Ends {
    Closed,
    /// Opens in the next frame.
    Opening,
    Open(usize),
}

impl NetworkLine {
    fn hang_up(&mut self) {
        if let Ends::Open(line) = std::mem::replace(&mut self.state, Ends::Closed) {
            self.network.server(|server| server.disconnect(line));
        }
    }
}

impl Line for NetworkLine {
    fn wake_with(&mut self, _: Wake) {}

    fn open(&mut self, url: &str) {
        assert_eq!(url, "ws://server.test/socket?ids=room");
        self.hang_up();
        self.state = Ends::Opening;
    }

    fn send(&mut self, text: String) {
        let Ends::Open(line) = self.state else { return };
        let mut network = self.network.state();
        if !network.is_down {
            network.sent.push(text.clone());
            network.server.hear(line, &text);
        }
    }

    fn close(&mut self) {
        self.hang_up();
    }

    fn take_news(&mut self) -> Vec<LineNews> {
        let mut network = self.network.state();
        match self.state {
            Ends::Closed => Vec::new(),
            Ends::Opening | Ends::Open(_) if network.is_down => {
                drop(network);
                self.hang_up();
                self.state = Ends::Closed;
                vec![LineNews::Closed]
            }
            Ends::Opening => {
                self.state = Ends::Open(network.server.connect());
                vec![LineNews::Opened]
            }
            Ends::Open(line) => {
                let (said, times) = match network.answers {
                    Answers::Wait => (Vec::new(), 0),
                    Answers::GetLost => (network.server.take_said(line), 0),
                    Answers::Arrive => (network.server.take_said(line), 1),
                    Answers::ArriveTwice => (network.server.take_said(line), 2),
                };
                said.into_iter().flat_map(|text| vec![LineNews::Heard(text); times]).collect()
            }
        }
    }
}

impl Drop for NetworkLine {
    fn drop(&mut self) {
        // Skipped after a failure, whose message is enough.
        if !std::thread::panicking() {
            self.hang_up();
        }
    }
}

pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::nearest(text)
}
