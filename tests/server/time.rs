//! Clocks and absences: tasks that the server does by itself, even while nobody is connected.

use std::time::Duration;

use irogaeshi::online::{Change, ClientMessage, Phase, PlayerName, Who};
use irogaeshi::rules::Ending;
use irogaeshi::rules::Player::{Black, White};
use irogaeshi::server::now::now_ms;

use crate::running_server::RunningServer;
use crate::table::{begin, options, play_on, public, timed, two_at};
use crate::test_client::{TestClient, new_request_id};

/// Metric of the server's appends.
const APPENDS: &str = "irogaeshi_append_seconds_count";

#[test]
fn a_clock_runs_out_while_nobody_is_connected() {
    let server = RunningServer::start(&["--away", "1000"]);
    let (mut black, mut white, room) = two_at(&server, timed(6, 1_000), 10);
    begin(&mut black, &mut white);
    black.cut();
    white.cut();
    let before = server.metric(APPENDS);
    server.wait_for_metric(APPENDS, |appends| appends > before);
    let mut reader = TestClient::connect(server.address(), 1);
    reader.hello(room);
    assert_eq!(reader.known().game().and_then(|game| game.ended).map(|ended| ended.0), Some(Ending::OutOfTime(Black)));
}

/// Kills a server and restarts it at this time of the system clock.
fn restart_at(server: &mut RunningServer, at_ms: u64) {
    server.kill();
    while now_ms() < at_ms {
        std::thread::sleep(Duration::from_millis(20));
    }
    server.restart();
}

#[test]
fn the_clock_is_paused_while_the_server_is_down() {
    let mut server = RunningServer::start(&["--messages", "1000", "--lease", "0.3"]);
    let (mut black, mut white, room) = two_at(&server, timed(6, 4_000), 90);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 1);
    white.wait("the move", |white| white.move_now().is_some());
    let deadline = white.known().game().and_then(|game| game.clock.deadline()).expect("the clock runs");
    restart_at(&mut server, deadline.at_ms + 1_000);
    for client in [&mut black, &mut white] {
        client.open(server.address()).expect("the server listens");
        client.hello(room);
    }
    black.wait("the clock", |black| {
        black.known().game().and_then(|game| game.clock.deadline()).is_some_and(|now| now.at_ms > deadline.at_ms)
    });
    let answer = white.move_now().expect("it is White's turn");
    white.act(answer);
    let game = white.known().game().expect("a match is played");
    assert_eq!((game.ended, game.record.ply()), (None, 2));
    assert!(game.thinking_ms[1] < 4_000, "{:?}", game.thinking_ms);
}

#[test]
fn a_clock_runs_out_across_a_restart() {
    let mut server = RunningServer::start(&["--away", "1000", "--lease", "0.5", "--round", "0.1"]);
    let (mut black, mut white, room) = two_at(&server, timed(6, 1_000), 20);
    begin(&mut black, &mut white);
    server.kill();
    drop((black, white));
    server.restart();
    // The server finds the room by itself, without any request for it.
    server.wait_for_metric(APPENDS, |appends| appends >= 1.0);
    let mut reader = TestClient::connect(server.address(), 1);
    reader.hello(room);
    let game = reader.known().game().expect("a match was played");
    let (ending, at_ms) = game.ended.expect("its time was up");
    assert_eq!(ending, Ending::OutOfTime(Black));
    assert!(at_ms >= game.started_ms + 1_000);
}

#[test]
fn moves_in_time_count_by_the_servers_clock() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, _) = two_at(&server, timed(6, 60_000), 30);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 3);
    let game = black.known().game().expect("a match is played");
    assert_eq!(game.thinking_ms.len(), 3);
    assert!(game.clock.deadline().is_some_and(|deadline| deadline.at_ms > game.started_ms));
}

#[test]
fn a_disconnected_player_is_away_until_reconnecting() {
    let server = RunningServer::start(&["--away", "0.2"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 40);
    begin(&mut black, &mut white);
    white.cut();
    let is_away = |client: &TestClient| {
        client.known().seats()[White].human.as_ref().is_some_and(|human| human.away_since_ms.is_some())
    };
    black.wait("White to be away", is_away);
    white.open(server.address()).expect("the server listens");
    white.hello(room);
    black.wait("White to be back", |black| !is_away(black));
    assert!(black.events.iter().any(|event| event.who == Who::Server));
}

#[test]
fn players_missing_after_a_restart_are_marked_away() {
    let mut server = RunningServer::start(&["--away", "0.5", "--lease", "0.5", "--round", "0.1"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 50);
    begin(&mut black, &mut white);
    server.kill();
    server.restart();
    black.open(server.address()).expect("the server listens");
    black.hello(room);
    black.wait("White to be away", |black| {
        black.known().seats()[White].human.as_ref().is_some_and(|human| human.away_since_ms.is_some())
    });
    assert!(black.known().seats()[Black].human.as_ref().is_some_and(|human| human.away_since_ms.is_none()));
}

#[test]
fn a_second_connection_prevents_being_marked_away() {
    let server = RunningServer::start(&["--away", "0"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 60);
    begin(&mut black, &mut white);
    let mut second = TestClient::connect(server.address(), 61);
    second.hello(room);
    white.cut();
    // The spectator comes after the connection is lost, so its arrival is reported after an absence would be.
    let mut spectator = TestClient::connect(server.address(), 1);
    spectator.hello(room);
    black.wait("the spectator", |black| black.presence.spectators == 1);
    assert!(!black.events.iter().any(|event| matches!(event.change, Change::Away { .. })));
    assert_eq!(black.presence.players, [Black, White]);
}

#[test]
fn a_listed_room_without_its_host_is_closed() {
    let server = RunningServer::start(&["--forsaken", "0.3", "--round", "0.1"]);
    let mut host = TestClient::connect(server.address(), 70);
    let room = host.create(public(6));
    let mut other = TestClient::connect(server.address(), 71);
    other.hello(room);
    host.cut();
    other.wait("the end", |other| other.known().phase() == Phase::Closed);
}

#[test]
fn an_abandoned_waiting_room_is_closed() {
    let server = RunningServer::start(&["--forsaken", "0.3", "--round", "0.1"]);
    let mut host = TestClient::connect(server.address(), 90);
    let empty = host.create(options(6));
    let mut other_host = TestClient::connect(server.address(), 91);
    let visited = other_host.create(options(6));
    let mut guest = TestClient::connect(server.address(), 92);
    guest.hello(visited);
    other_host.cut();
    let before = server.metric(APPENDS);
    host.cut();
    server.wait_for_metric(APPENDS, |appends| appends > before);
    let mut reader = TestClient::connect(server.address(), 93);
    reader.hello(empty);
    assert_eq!(reader.known().phase(), Phase::Closed);
    let mut reader = TestClient::connect(server.address(), 94);
    reader.hello(visited);
    assert_eq!(reader.known().phase(), Phase::Waiting, "somebody is there");
}

#[test]
fn a_listed_room_stays_open_while_its_host_is_connected() {
    let server = RunningServer::start(&["--forsaken", "0.1", "--round", "0.05"]);
    let mut host = TestClient::connect(server.address(), 80);
    let room = host.create(public(6));
    // Another room whose host has left shows that the server has checked.
    let mut gone = TestClient::connect(server.address(), 81);
    let other = gone.create(public(8));
    let mut reader = TestClient::connect(server.address(), 82);
    reader.hello(other);
    gone.cut();
    reader.wait("the end", |reader| reader.known().phase() == Phase::Closed);
    let mut guest = TestClient::connect(server.address(), 83);
    let name = PlayerName::nearest("Ben");
    guest.send(&ClientMessage::Play { id: new_request_id(), token: guest.token(), name, options: Box::new(public(6)) });
    guest.wait("a welcome", |guest| guest.code.is_some());
    assert_eq!(guest.code, Some(room));
    assert_eq!(guest.known().phase(), Phase::Waiting);
}
