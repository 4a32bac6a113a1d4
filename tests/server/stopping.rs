//! Start and stop of the server, and its errors at start.

use std::process::{Command, Stdio};

use irogaeshi::online::Phase;

use crate::running_server::{Folder, RunningServer};
use crate::table::{begin, options, play_on, two_at};
use crate::test_client::TestClient;

#[test]
fn a_stopping_server_closes_connections_and_keeps_everything() {
    let mut server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 10);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 5);
    assert_eq!(server.get("/readyz").status, 200);
    server.terminate();
    assert_eq!(black.wait_until_closed().code, Some(1012));
    assert_eq!(white.wait_until_closed().code, Some(1012));
    assert!(server.wait().success(), "it ends in peace");
    server.restart();
    for client in [&mut black, &mut white] {
        client.open(server.address()).expect("the server listens");
        client.hello(room);
    }
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known().phase(), Phase::Over);
    assert_eq!(black.known(), white.known());
}

#[test]
fn a_draining_server_is_not_ready_but_still_serves() {
    let mut server = RunningServer::start(&["--drain", "3600"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 10);
    begin(&mut black, &mut white);
    server.terminate();
    server.wait_for_status("/readyz", 503);
    assert_eq!(server.get("/healthz").status, 200);
    play_on(&mut [&mut black, &mut white], 3);
    TestClient::connect(server.address(), 12).hello(room);
    // A second signal skips the wait.
    server.terminate();
    assert_eq!(black.wait_until_closed().code, Some(1012));
    assert!(server.wait().success(), "it ends in peace");
}

/// The error of another server that cannot start.
pub(crate) fn failure(flags: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_irogaeshi-server");
    let output = Command::new(program).args(flags).output().expect("the program runs");
    assert!(!output.status.success(), "it cannot start");
    String::from_utf8(output.stderr).expect("reasons are text")
}

#[test]
fn a_server_that_cannot_start_gives_the_reason() {
    let server = RunningServer::start(&[]);
    let folder = server.folder().to_str().expect("a path that is text").to_owned();
    let taken = failure(&["--address", &server.address().to_string(), "--data", &folder]);
    assert!(taken.contains("cannot listen") && taken.contains("--address"), "{taken}");
    let in_use = failure(&["--address", "127.0.0.1:0", "--data", &folder]);
    assert!(in_use.contains("another server uses"), "{in_use}");
    let unwritable = failure(&["--address", "127.0.0.1:0", "--data", "/dev/null/rooms"]);
    assert!(unwritable.contains("cannot be written"), "{unwritable}");
    let no_page = failure(&["--address", "127.0.0.1:0", "--data", &folder, "--page", &folder]);
    assert!(no_page.contains("contains no page"), "{no_page}");
    let database = failure(&["--address", "127.0.0.1:0", "--database", "mysql://player:secret@127.0.0.1/rooms"]);
    assert!(database.contains("--database") && !database.contains("secret"), "{database}");
}

#[test]
fn the_log_is_one_json_object_a_line_if_asked() {
    let folder = Folder::new();
    let output = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"))
        .args(["--address", "127.0.0.1:0", "--log-format", "json", "--until-input-ends", "--drain", "0", "--data"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let log = String::from_utf8(output.stderr).expect("the log is text");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect();
    let first = lines.first().expect("the start is logged");
    for (field, value) in [
        ("level", "INFO"),
        ("message", "the server is running"),
        ("target", "irogaeshi::server::running"),
        ("rooms", folder.path().to_str().expect("a path that is text")),
    ] {
        assert_eq!(first[field], value, "{log}");
    }
    assert!(first["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')), "{log}");
    assert_eq!(lines.last().map(|line| &line["message"]), Some(&"the server has stopped".into()), "{log}");
}

#[test]
fn rooms_of_a_later_version_are_refused() {
    let mut server = RunningServer::start(&[]);
    server.terminate();
    assert!(server.wait().success());
    let file = server.folder().join("rooms.sqlite");
    let later = rusqlite::Connection::open(&file).expect("the file is there");
    later.pragma_update(None, "user_version", 99).expect("it can be written");
    drop(later);
    let folder = server.folder().to_str().expect("a path that is text");
    let reason = failure(&["--address", "127.0.0.1:0", "--data", folder]);
    assert!(reason.contains("later version (format 99"), "{reason}");
}
