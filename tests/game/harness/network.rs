//! A network between games and a server, all in the program of the test: it does what it is told, also wrong.

use std::sync::{Arc, Mutex, MutexGuard};

use bevy::prelude::*;
use irogaeshi::game::{GamePlugin, Line, LineNews, MemoryStore, ServerLine, StoragePlugin, Wake};
use irogaeshi::online::{PlayerName, RoomCode};

use super::TestGame;
use crate::room_server::RoomServer;

/// A network. Clones are the same one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Network(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    server: RoomServer,
    /// Whether nobody reaches the server.
    is_down: bool,
    /// Whether what the server says is lost.
    loses_answers: bool,
    /// Whether what the server says is on its way for long.
    holds_answers: bool,
    /// Whether everything that the server says comes twice.
    repeats: bool,
    /// What was sent to the server.
    sent: Vec<String>,
}

impl Network {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test goes on after a failure")
    }

    /// Does something with the server.
    pub(crate) fn server<T>(&self, act: impl FnOnce(&mut RoomServer) -> T) -> T {
        act(&mut self.state().server)
    }

    /// The only room.
    pub(crate) fn only_room(&self) -> RoomCode {
        let codes = self.server(|server| server.codes());
        assert_eq!(codes.len(), 1, "there is one room");
        codes[0]
    }

    /// Cuts everybody off, or lets them come again.
    pub(crate) fn set_down(&self, is_down: bool) {
        self.state().is_down = is_down;
    }

    /// From now on what the server says is lost, or not any more.
    pub(crate) fn lose_answers(&self, loses: bool) {
        self.state().loses_answers = loses;
    }

    /// From now on what the server says is on its way, or arrives.
    pub(crate) fn hold_answers(&self, holds: bool) {
        self.state().holds_answers = holds;
    }

    /// From now on everything that the server says comes twice.
    pub(crate) fn repeat(&self) {
        self.state().repeats = true;
    }

    /// How often a text with this in it was sent to the server.
    pub(crate) fn count_sent(&self, part: &str) -> usize {
        self.state().sent.iter().filter(|text| text.contains(part)).count()
    }

    /// A game on this network whose texts are kept in this store.
    pub(crate) fn game(&self, store: &MemoryStore) -> TestGame {
        TestGame::with_plugin(Player { network: self.clone(), store: store.clone() })
    }
}

/// What a game on the network has besides.
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

/// A line of a game.
struct NetworkLine {
    network: Network,
    state: Ends,
}

enum Ends {
    Closed,
    /// It is to be made.
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
        assert_eq!(url, "ws://server.test/socket");
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
            Ends::Open(_) if network.holds_answers => Vec::new(),
            Ends::Open(line) => {
                let said = network.server.take_said(line);
                let times = match (network.loses_answers, network.repeats) {
                    (true, _) => 0,
                    (false, false) => 1,
                    (false, true) => 2,
                };
                said.into_iter().flat_map(|text| vec![LineNews::Heard(text); times]).collect()
            }
        }
    }
}

impl Drop for NetworkLine {
    fn drop(&mut self) {
        // A test that fails has said why already.
        if !std::thread::panicking() {
            self.hang_up();
        }
    }
}

/// A name.
pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::nearest(text)
}
