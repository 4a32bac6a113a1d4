//! The public list, and the search for a match.

use irogaeshi::online::{Action, ClientMessage, CommandId, Phase, RoomOptions};
use irogaeshi::rules::Player::Black;

use crate::running_server::RunningServer;
use crate::table::{options, public, timed};
use crate::test_client::TestClient;

#[test]
fn public_rooms_are_listed_while_a_seat_is_free() {
    let server = RunningServer::start(&[]);
    let mut reader = TestClient::connect(server.address(), 1);
    reader.send(&ClientMessage::List);
    reader.wait("the list", |reader| reader.rooms.as_ref().is_some_and(Vec::is_empty));
    let mut hidden = TestClient::connect(server.address(), 2);
    hidden.create(options(6));
    let mut host = TestClient::connect(server.address(), 3);
    let room = host.create(public(6));
    host.sit(Black, "Anna");
    let codes = |reader: &TestClient| -> Vec<_> { reader.rooms.iter().flatten().map(|room| room.code).collect() };
    reader.wait("the room", |reader| codes(reader) == [room]);
    reader.wait("the seat", |reader| reader.rooms.iter().flatten().all(|room| room.free_seats() == 1));
    let text = server.get("/api/rooms").text();
    assert!(text.contains(&room.to_string()), "{text}");
    host.act(Action::SetLocked { locked: true });
    reader.wait("an empty list", |reader| codes(reader).is_empty());
}

#[test]
fn a_repeated_request_leads_to_one_room_across_connections_and_a_restart() {
    let mut server = RunningServer::start(&["--rooms-per-address", "2"]);
    let request_id = CommandId(77);
    let room = TestClient::connect(server.address(), 5).create_as(request_id, options(6));
    // The answer is lost with the connection and requested again. No allowance is used up.
    for _ in 0..3 {
        assert_eq!(TestClient::connect(server.address(), 5).create_as(request_id, options(6)), room);
    }
    server.kill();
    server.restart();
    assert_eq!(TestClient::connect(server.address(), 5).create_as(request_id, options(6)), room);
    assert_ne!(TestClient::connect(server.address(), 6).create_as(request_id, options(6)), room, "another device");
    assert_ne!(TestClient::connect(server.address(), 5).create_as(CommandId(78), options(6)), room, "another request");
}

#[test]
fn players_who_want_the_same_match_meet() {
    let server = RunningServer::start(&[]);
    let mut anna = TestClient::connect(server.address(), 10);
    let room = anna.play("Anna", options(6));
    assert!(anna.known().options().is_public, "others can find it");
    // A player who reloads the page finds the same room again.
    let mut again = TestClient::connect(server.address(), 10);
    assert_eq!(again.play("Anna", options(6)), room);
    let mut ben = TestClient::connect(server.address(), 11);
    assert_eq!(ben.play("Ben", options(6)), room);
    for client in [&mut anna, &mut ben] {
        client.wait("the match", |client| client.known().phase() == Phase::Playing);
    }
}

#[test]
fn another_board_or_clock_leads_to_another_room() {
    let server = RunningServer::start(&[]);
    let choices: [RoomOptions; 4] = [options(6), options(8), timed(6, 5_000), timed(6, 6_000)];
    let mut clients = Vec::new();
    let mut rooms = Vec::new();
    for (number, options) in choices.into_iter().enumerate() {
        let mut client = TestClient::connect(server.address(), 20 + number as u128);
        rooms.push(client.play("Anna", options));
        clients.push(client);
    }
    rooms.sort_unstable();
    rooms.dedup();
    assert_eq!(rooms.len(), 4);
}

#[test]
fn a_room_without_its_host_is_not_joined_for_a_match() {
    let server = RunningServer::start(&[]);
    let mut anna = TestClient::connect(server.address(), 30);
    let room = anna.play("Anna", options(6));
    let mut reader = TestClient::connect(server.address(), 31);
    reader.hello(room);
    anna.cut();
    reader.wait("Anna to be gone", |reader| reader.presence.players.is_empty() && reader.presence.spectators == 1);
    let mut ben = TestClient::connect(server.address(), 32);
    assert_ne!(ben.play("Ben", options(6)), room);
}

#[test]
fn rooms_can_be_made_by_http() {
    let server = RunningServer::start(&[]);
    let token = "000000000000000000000000000000ff";
    let body = serde_json::json!({ "id": 1, "token": token, "options": options(6) }).to_string();
    let reply = server.request("POST /api/rooms HTTP/1.1\r\n", &body);
    assert_eq!(reply.status, 201, "{}", reply.text());
    let reply: serde_json::Value = serde_json::from_slice(&reply.body).expect("it is JSON");
    let room = reply["room"].as_str().and_then(|room| room.parse().ok()).expect("it names the room");
    let mut host = TestClient::connect(server.address(), 0xff);
    host.hello(room);
    assert_eq!(host.known().host(), host.room.me());
    assert_eq!(server.get(&format!("/api/rooms/{room}/record")).status, 404, "no match has begun");
    assert_eq!(server.get("/api/rooms/ABCDEFGH/record").status, 404);
}
