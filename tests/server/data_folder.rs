//! The server's folder: permissions, files after a stop, copies, and its removal while the server is running.

use std::fs;
use std::path::Path;

use irogaeshi::online::Action;
use irogaeshi::server::store::{SqliteStore, Store};

use crate::running_server::{Folder, MAX_WAIT, RunningServer};
use crate::store_contract::run;
use crate::table::{begin, options, play_on, play_one, two_at};
use crate::test_client::TestClient;

#[test]
fn after_a_stop_one_file_holds_everything() {
    let mut server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 10);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 12);
    let record = server.record(room);
    server.terminate();
    assert!(server.wait().success());
    assert!(!server.folder().join("rooms.sqlite-wal").exists(), "nothing is left beside it");
    let copy = Folder::new();
    fs::copy(server.folder().join("rooms.sqlite"), copy.path().join("rooms.sqlite")).expect("it can be copied");
    let other = RunningServer::start_in(copy, &[]);
    assert_eq!(other.record(room), record);
}

#[test]
fn a_copy_made_while_the_server_runs_is_complete() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 20);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 12);
    let record = server.record(room);
    let copy = Folder::new();
    // The method of docs/hosting.md.
    let rooms = rusqlite::Connection::open(server.folder().join("rooms.sqlite")).expect("the file is there");
    let target = copy.path().join("rooms.sqlite");
    rooms.execute("VACUUM INTO ?1", [target.to_str().expect("a path that is text")]).expect("it can be copied");
    drop(rooms);
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_ne!(server.record(room), record, "the server plays on");
    let other = RunningServer::start_in(copy, &[]);
    assert_eq!(other.record(room), record);
}

#[test]
fn a_server_that_cannot_write_is_not_ready() {
    let server = RunningServer::start(&["--lease", "0.5"]);
    assert_eq!(server.get("/readyz").status, 200);
    // While another program writes, the server cannot.
    let rooms = rusqlite::Connection::open(server.folder().join("rooms.sqlite")).expect("the file is there");
    rooms.busy_timeout(MAX_WAIT).expect("it can wait");
    rooms.execute_batch("BEGIN IMMEDIATE").expect("it can be locked");
    server.wait_for_status("/readyz", 503);
    server.wait_for_status("/healthz", 200);
    rooms.execute_batch("ROLLBACK").expect("it can be let go");
    server.wait_for_status("/readyz", 200);
    TestClient::connect(server.address(), 30).create(options(6));
}

/// Plays until the folder is damaged. Then nothing may be acknowledged, and the server must stop.
#[cfg(unix)]
fn assert_stops_without(damage: impl Fn(&Path)) {
    let mut server = RunningServer::start(&["--lease", "3600"]);
    let (mut black, mut white, _) = two_at(&server, options(6), 40);
    begin(&mut black, &mut white);
    play_one(&mut black);
    white.wait("White's turn", |white| white.move_now().is_some());
    damage(server.folder());
    let action = white.move_now().expect("it is White's turn");
    let id = white.ask(action);
    white.wait_until_closed();
    assert_eq!(white.answer(id), None, "nothing is acknowledged any more");
    assert_eq!(server.wait().code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_server_whose_files_are_gone_acknowledges_nothing_and_stops() {
    let moved = Folder::new();
    assert_stops_without(|folder| fs::remove_dir_all(folder).expect("it can be removed"));
    assert_stops_without(|folder| fs::rename(folder, moved.path().join("elsewhere")).expect("it can be moved"));
    for name in ["rooms.sqlite", "rooms.sqlite-wal"] {
        assert_stops_without(|folder| fs::remove_file(folder.join(name)).expect("it can be removed"));
    }
    // Another file in its place.
    assert_stops_without(|folder| {
        let file = folder.join("rooms.sqlite");
        fs::copy(&file, folder.join("copy")).expect("it can be copied");
        fs::rename(folder.join("copy"), file).expect("it can be moved");
    });
}

#[cfg(unix)]
#[test]
fn an_idle_server_notices_that_its_files_are_gone() {
    let mut server = RunningServer::start(&["--lease", "0.5"]);
    fs::remove_dir_all(server.folder()).expect("it can be removed");
    assert_eq!(server.wait().code(), Some(1));
}

#[cfg(unix)]
#[test]
fn the_rooms_are_readable_only_by_their_owner() {
    use std::os::unix::fs::PermissionsExt;

    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let parent = Folder::new();
    let folder = parent.path().join("data/rooms");
    let metrics = std::sync::Arc::default();
    let store = SqliteStore::open(&folder, &metrics).expect("a new store");
    assert_eq!(mode(&folder), 0o700);
    let files = ["rooms.sqlite", "rooms.sqlite-wal", "rooms.sqlite-shm", "rooms.lock"];
    for name in files {
        assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
    }
    run(async { store.close().await.expect("it closes") });
    drop(store);
    // An earlier version has left the files readable by others.
    for name in ["rooms.sqlite", "rooms.lock"] {
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o644)).expect("it can be changed");
    }
    let _store = SqliteStore::open(&folder, &metrics).expect("the same store");
    for name in files {
        assert_eq!(mode(&folder.join(name)), 0o600, "{name}");
    }
}

#[test]
fn a_server_keeps_running_while_others_read_its_files() {
    let mut server = RunningServer::start(&[]);
    let rooms = rusqlite::Connection::open(server.folder().join("rooms.sqlite")).expect("the file is there");
    let count: i64 = rooms.query_row("SELECT count(*) FROM rooms", [], |row| row.get(0)).expect("it can be read");
    assert_eq!(count, 0);
    let mut anna = TestClient::connect(server.address(), 50);
    anna.create(options(6));
    anna.act(Action::SetLocked { locked: true });
    drop(rooms);
    server.terminate();
    assert!(server.wait().success());
}
