//! Play in the local network: the game starts the server beside it, and ends it again.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use irogaeshi::game::{
    ConnectionStatus, Entry, Kind, LocalServer, LocalServerCommand, MemoryStore, Navigate, Online, OnlineCommand,
    Screen, ServerProgram, StoragePlugin,
};

use crate::harness::{TestGame, at_once};

/// Maximum wait for anything.
const TIMEOUT: Duration = Duration::from_mins(1);

fn until(game: &mut TestGame, what: &str, is_so: impl Fn(&Online) -> bool) {
    let begin = Instant::now();
    while !is_so(game.world_mut().resource()) {
        game.step();
        thread::yield_now();
        assert!(
            begin.elapsed() < TIMEOUT,
            "timed out waiting until {what}: {:?}",
            game.world_mut().resource::<Online>()
        );
    }
}

fn game(store: &MemoryStore, program: ServerProgram) -> TestGame {
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    game.world_mut().insert_resource(at_once());
    game.world_mut().insert_resource(program);
    game.act(Navigate::To(Screen::Lobby));
    game.steps(3);
    game
}

#[test]
fn the_window_starts_a_server_connects_and_ends_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = ServerProgram {
        path: Some(env!("CARGO_BIN_EXE_irogaeshi-server").into()),
        address: ([127, 0, 0, 1], 0).into(),
        data: Some(folder.path().to_owned()),
    };
    let store = MemoryStore::default();
    let mut game = game(&store, program);
    game.act(LocalServerCommand::Start);
    until(&mut game, "rooms are listed", |online| online.rooms.is_some());
    let online = game.world_mut().resource::<Online>().clone();
    let LocalServer::Running { address, .. } = &online.local else { panic!("it runs: {:?}", online.local) };
    assert_eq!((online.server.as_ref(), &online.servers[..]), (Some(address), std::slice::from_ref(address)));
    game.act(LocalServerCommand::Stop);
    until(&mut game, "the server is gone", |online| matches!(online.connection, ConnectionStatus::Lost { .. }));
    assert_eq!(game.world_mut().resource::<Online>().local, LocalServer::Off);
    // The server is remembered, although it is gone.
    let kept = store.text(&Entry::new(Kind::State, "device-0")).expect("the device is kept");
    assert!(kept.contains(&format!("\"servers\":[\"{address}\"]")), "{kept}");
}

#[test]
fn a_missing_or_wrong_server_program_is_reported() {
    let address = ([127, 0, 0, 1], 0).into();
    for (path, expected) in [
        (None, LocalServer::Missing),
        (Some("no/such/program".into()), LocalServer::Failed),
        (Some(env!("CARGO_BIN_EXE_irogaeshi-cli").into()), LocalServer::Failed),
    ] {
        let mut game = game(&MemoryStore::default(), ServerProgram { path, address, data: None });
        game.act(LocalServerCommand::Start);
        until(&mut game, "it is reported", |online| online.local == expected);
        game.act(OnlineCommand::Browse);
    }
}

#[test]
fn a_started_server_ends_with_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"))
        .args(["--address", "127.0.0.1:0", "--drain", "0", "--until-input-ends", "--data"])
        .arg(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server can be started");
    let mut lines = BufReader::new(server.stdout.take().expect("its output is read")).lines();
    lines.next().expect("it says where it is").expect("its output is text");
    assert!(server.try_wait().expect("it can be asked").is_none());
    // The system does the same when a program is killed.
    drop(server.stdin.take());
    assert!(server.wait().expect("it ends").success());
}
