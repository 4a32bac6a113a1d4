//! Attacks by strangers: they harm nobody else, and the server keeps running.

use std::io::{Read, Write};
use std::net::TcpStream;

use irogaeshi::online::{
    Action, ClientMessage, Command, CommandId, DeviceToken, Failure, OptionsProblem, Phase, PlayerName, Refusal, Room,
    RoomOptions,
};
use irogaeshi::rules::Player::{self, Black, White};
use irogaeshi::rules::{Ending, Square};
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::{Data, OpCode};
use tungstenite::{Bytes, Message};

use crate::running_server::{MAX_WAIT, RunningServer};
use crate::table::{begin, options, play_on, play_one, public, two_at};
use crate::test_client::{TestClient, new_request_id, open_socket, open_socket_from};

/// The server's refusal of this action. `number` avoids the client's own command numbers.
fn refusal(client: &mut TestClient, number: u64, seen: u64, action: Action) -> Refusal {
    let id = 1_000 + number;
    client.send(&ClientMessage::Command(Command { id: CommandId(id), seen, action }));
    client.wait("an answer", |client| client.answer(CommandId(id)).is_some());
    client.answer(CommandId(id)).expect("an answer").expect_err("it is refused")
}

fn place(player: Player, square: &str, ply: usize) -> Action {
    Action::Move { player, square: square.parse().expect("a square"), ply }
}

/// Asserts that the server still works.
fn assert_serves(server: &RunningServer) {
    let mut client = TestClient::connect(server.address(), 4_242);
    client.create(options(6));
    client.sit(Black, "Anna");
}

#[test]
fn players_cannot_move_for_others() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 10);
    // Nobody can have two seats or take an occupied one.
    let name = PlayerName::nearest("Anna");
    let seen = black.room.seen();
    let second = Action::TakeSeat { player: White, name };
    assert_eq!(refusal(&mut black, 0, seen, second), Refusal::SeatTaken { player: White });
    let mut stranger = TestClient::connect(server.address(), 666);
    stranger.hello(room);
    let name = PlayerName::nearest("Eve");
    let sit = Action::TakeSeat { player: Black, name };
    let seen = stranger.room.seen();
    assert_eq!(refusal(&mut stranger, 1, seen, sit), Refusal::SeatTaken { player: Black });
    begin(&mut black, &mut white);
    stranger.wait("the match", |stranger| stranger.known().game().is_some());

    let seen = stranger.room.seen();
    let legal: Square =
        black.known().game().expect("a match").record.position().legal_squares().iter().next().expect("one");
    let moved = |client: &mut TestClient, id, player, ply| {
        let seen = client.room.seen();
        refusal(client, id, seen, Action::Move { player, square: legal, ply })
    };
    // From another device, for another seat, out of turn, and posing as the server.
    assert_eq!(moved(&mut stranger, 2, Black, 0), Refusal::NotYourSeat { player: Black });
    assert_eq!(moved(&mut white, 2, Black, 0), Refusal::NotYourSeat { player: Black });
    assert_eq!(moved(&mut white, 3, White, 0).code(), "illegal");
    assert_eq!(refusal(&mut stranger, 3, seen, Action::RunOut { player: Black }), Refusal::NotServer);
    assert_eq!(refusal(&mut white, 4, seen, Action::SetAway { player: Black, away: true }), Refusal::NotServer);
    assert_eq!(refusal(&mut stranger, 4, seen, Action::Resign), Refusal::NotSeated);
    // Illegal moves, for another ply, of the past and of the future.
    let seen = black.room.seen();
    assert_eq!(refusal(&mut black, 5, seen, place(Black, "a1", 0)).code(), "illegal");
    assert_eq!(moved(&mut black, 6, Black, 7), Refusal::OtherPly { meant: 7, now: 0 });
    play_one(&mut black);
    play_one(&mut white);
    black.wait("White's turn", |black| black.known().game().is_some_and(|game| game.record.ply() == 2));
    let now: Square =
        black.known().game().expect("a match").record.position().legal_squares().iter().next().expect("one");
    let stale = Action::Move { player: Black, square: now, ply: 2 };
    assert_eq!(refusal(&mut black, 7, 1, stale.clone()).code(), "stale");
    assert_eq!(refusal(&mut black, 8, 9_999, stale).code(), "ahead");
    assert_eq!(black.known().game().map(|game| game.record.ply()), Some(2), "nothing has changed");
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known(), white.known());
}

#[test]
fn senders_of_invalid_messages_get_the_reason_and_are_disconnected() {
    let server = RunningServer::start(&[]);
    let device = DeviceToken::new(1).id();
    let public_name = format!("{{\"v\":1,\"type\":\"hello\",\"room\":\"ABCDEFGH\",\"token\":\"{device}\"}}");
    let deep = format!("{{\"v\":1,\"type\":{}", "[".repeat(5_000));
    let deeper = format!("{{\"v\":1,\"type\":\"command\",\"id\":1,\"x\":{}{}}}", "[".repeat(3_000), "]".repeat(3_000));
    for (text, code) in [
        ("", "no_version"),
        ("hello", "no_version"),
        (r#"{"v":2,"type":"list"}"#, "other_version"),
        (r#"{"v":1,"type":"hello","room":"ABCDEFGH"}"#, "not_understood"),
        (r#"{"v":1,"type":"hello","room":"ABCDEFGH","token":"xyz"}"#, "not_understood"),
        // The public id of a device is not a token.
        (public_name.as_str(), "not_understood"),
        (r#"{"v":1,"type":"hello","room":"ABCDEFGH","token":"000000000000000000000000000000ff"}"#, "no_such_room"),
        (r#"{"v":1,"type":"react","reaction":"hello"}"#, "not_in_room"),
        (r#"{"v":1,"type":"command","id":1,"seen":1,"action":{"do":"resign"}}"#, "not_in_room"),
        (deep.as_str(), "no_version"),
        (deeper.as_str(), "not_understood"),
    ] {
        let mut client = TestClient::connect(server.address(), 1);
        client.send_raw(Message::text(text));
        let failed = client.wait_until_closed().failed.expect("the reason is given");
        assert_eq!(failed.code(), code, "{}", &text[..text.len().min(80)]);
    }
    let mut client = TestClient::connect(server.address(), 1);
    client.send_raw(Message::binary(vec![0; 100]));
    assert_eq!(client.wait_until_closed().failed.map(|failed| failed.code()), Some("not_understood"));
    let mut client = TestClient::connect(server.address(), 1);
    let invalid = Frame::message(Bytes::from_static(b"{\"v\":1,\xff\xfe}"), OpCode::Data(Data::Text), true);
    client.send_raw(Message::Frame(invalid));
    assert_eq!(client.wait_until_closed().code, Some(1007));
    assert_serves(&server);
}

#[test]
fn invalid_commands_and_reactions_are_refused_with_the_reason_and_the_connection_stays() {
    let server = RunningServer::start(&[]);
    let (mut black, mut white, room) = two_at(&server, options(6), 250);
    for (id, action, reason) in [
        (1, r#"{"do":"rename","name":"\u200b"}"#, "cannot be a name"),
        (2, r#"{"do":"rename","name":" Anna"}"#, "cannot be a name"),
        (3, r#"{"do":"take_seat","player":"purple","name":"Anna"}"#, "purple"),
        (4, r#"{"do":"dance"}"#, "dance"),
        (5, r#"{"do":"move","player":"black","square":"z99","ply":0}"#, "z99"),
        (6, r#"{"do":"move","player":"black","square":"c1"}"#, "ply"),
    ] {
        let id = 1_000_000 + id;
        let text = format!(r#"{{"v":1,"type":"command","id":{id},"seen":1,"action":{action}}}"#);
        black.send_raw(Message::text(text));
        black.wait("an answer", |black| black.answer(CommandId(id)).is_some());
        let Some(Err(Refusal::NotUnderstood { why })) = black.answer(CommandId(id)) else { panic!("{action}") };
        assert!(why.contains(reason), "{action}: {why}");
    }
    black.send_raw(Message::text(r#"{"v":1,"type":"react","reaction":"yodel"}"#));
    black.wait("the reason", |black| !black.not_understood.is_empty());
    assert!(black.not_understood[0].contains("yodel"), "{:?}", black.not_understood);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 4);
    // Before it joins a room, a client gets the reason and is disconnected.
    let mut stranger = TestClient::connect(server.address(), 252);
    stranger.send_raw(Message::text(format!(r#"{{"v":1,"type":"hello","room":"{room}","token":"short"}}"#)));
    let Some(Failure::NotUnderstood { why }) = stranger.wait_until_closed().failed else { panic!("it is cut off") };
    assert!(why.contains("32 hexadecimal digits"), "{why}");
}

#[test]
fn an_unanswered_takeback_cannot_be_granted_later() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let (mut black, mut white, _) = two_at(&server, options(8), 200);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 2);
    black.act(Action::AskTakeback { to_ply: 0 });
    white.wait("the question", |white| white.known().game().is_some_and(|game| game.takeback.is_some()));
    play_on(&mut [&mut black, &mut white], 42);
    let seen = white.room.seen();
    let refused = refusal(&mut white, 1, seen, Action::AnswerTakeback { agree: true });
    assert_eq!(refused, Refusal::NothingToAnswer);
    assert_eq!(black.known().game().map(|game| game.record.ply()), Some(42));
}

#[test]
fn a_player_can_return_to_a_room_full_of_strangers() {
    let flags = ["--connections-per-room", "20", "--spectators-per-address", "6", "--trusted-proxy", "127.0.0.0/8"];
    let server = RunningServer::start(&flags);
    let (mut black, mut white, room) = two_at(&server, options(6), 210);
    begin(&mut black, &mut white);
    white.cut();
    black.wait("White to be gone", |black| black.presence.players == [Black]);
    let mut strangers = Vec::new();
    let mut refused = 0;
    for address in 0..4 {
        for number in 0..10 {
            let mut stranger = TestClient::new(300 + 10 * address + number);
            stranger.open_from(server.address(), &format!("10.0.0.{address}")).expect("a socket opens");
            stranger.say_hello(room);
            while stranger.code.is_none() && stranger.closed.is_none() {
                stranger.read();
            }
            if let Some(closed) = &stranger.closed {
                assert_eq!(closed.failed, Some(Failure::RoomFull));
                refused += 1;
            } else {
                strangers.push(stranger);
            }
        }
    }
    assert_eq!((strangers.len(), refused), (19, 21), "six an address, and not more than there is room for");
    // A player gets in from an address that has used up its share, and although the room is full.
    white.open_from(server.address(), "10.0.0.0").expect("a socket opens");
    white.hello(room);
    let gone = strangers.iter_mut().filter_map(|stranger| {
        stranger.read();
        stranger.closed.clone()
    });
    assert!(gone.count() <= 1, "at most one stranger gives way");
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known(), white.known());
}

#[test]
fn a_device_with_many_connections_keeps_no_player_out() {
    let server = RunningServer::start(&["--connections-per-room", "6"]);
    let (mut black, mut white, room) = two_at(&server, options(6), 220);
    begin(&mut black, &mut white);
    white.cut();
    let mut copies: Vec<TestClient> = Vec::new();
    for _ in 0..20 {
        let mut copy = TestClient::connect(server.address(), 220);
        copy.hello(room);
        copies.push(copy);
    }
    white.open(server.address()).expect("a socket opens");
    white.hello(room);
    let newest = copies.last_mut().expect("there are copies");
    play_on(&mut [newest, &mut white], usize::MAX);
}

/// Toggles consent to advice until that is refused. Returns the number of toggles and the refusal.
fn toggle_advice(client: &mut TestClient) -> (u64, Refusal) {
    let mut done = 0;
    loop {
        let id = client.ask(Action::SetAdvice { agree: done % 2 == 0 });
        client.wait("an answer", |client| client.answer(id).is_some());
        match client.answer(id).expect("an answer") {
            Ok(()) => done += 1,
            Err(refusal) => return (done, refusal),
        }
    }
}

#[test]
fn a_flood_of_events_does_not_end_a_match() {
    let server = RunningServer::start(&["--messages", "100000", "--messages-per-address", "100000"]);
    let (mut black, mut white, _) = two_at(&server, options(6), 230);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 8);
    let (done, refusal) = toggle_advice(&mut white);
    assert_eq!(refusal, Refusal::TooOften);
    assert!(done <= u64::from(Room::MAX_REQUESTS), "{done} times");
    assert_eq!(toggle_advice(&mut black).1, Refusal::TooOften);
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known().game().and_then(|game| game.ended).map(|ended| ended.0), Some(Ending::PlayedOut));
}

#[test]
fn a_nearly_full_room_accepts_only_moves_and_its_flooder_loses() {
    let flags = ["--messages", "100000", "--messages-per-address", "100000", "--events-per-room", "100"];
    let server = RunningServer::start(&flags);
    let (mut black, mut white, _) = two_at(&server, options(8), 240);
    begin(&mut black, &mut white);
    black.act(Action::SetAdvice { agree: true });
    let (done, refusal) = toggle_advice(&mut white);
    assert_eq!(refusal, Refusal::OnlyMoves);
    assert!(done < 80, "{done} times");
    // Moves are accepted until the room is full.
    while [&black, &white].iter().any(|client| client.known().phase() != Phase::Closed) {
        for client in [&mut black, &mut white] {
            match client.move_now() {
                Some(action) => drop(client.ask(action)),
                None => client.read(),
            }
        }
    }
    for client in [&mut black, &mut white] {
        let ending = client.known().game().and_then(|game| game.ended).map(|ended| ended.0);
        assert_eq!(ending, Some(Ending::Resigned(White)), "after {done} events of White's that are no moves");
    }
}

#[test]
fn taking_a_seat_gives_up_the_previous_one() {
    let server = RunningServer::start(&[]);
    let mut anna = TestClient::connect(server.address(), 1);
    anna.create(options(6));
    anna.sit(Black, "Anna");
    anna.sit(White, "Anna");
    assert!(anna.known().seats()[Black].is_empty());
    assert_eq!(anna.known().seat_of(anna.room.me()), Some(White));
}

#[test]
fn rooms_with_too_costly_options_are_refused() {
    let server = RunningServer::start(&[]);
    let slow = |key: &str| RoomOptions { substitute: key.parse().expect("a key"), ..options(6) };
    for (options, problem) in [
        (slow("master"), OptionsProblem::Substitute),
        (slow("monte-carlo"), OptionsProblem::Substitute),
        (slow("of-a-later-version"), OptionsProblem::Substitute),
        (RoomOptions { absence_s: 0, ..options(6) }, OptionsProblem::Absence),
    ] {
        let mut client = TestClient::connect(server.address(), 1);
        client.send(&ClientMessage::Create { id: new_request_id(), token: client.token(), options: Box::new(options) });
        let refusal = Refusal::BadOptions { problem };
        assert_eq!(client.wait_until_closed().failed, Some(Failure::Refused { refusal }));
    }
    assert_serves(&server);
}

#[test]
fn invalid_requests_are_refused() {
    let server = RunningServer::start(&[]);
    let deep = "[".repeat(100_000);
    let no_token = serde_json::json!({ "id": 1, "options": options(6) }).to_string();
    for body in ["", "{}", deep.as_str(), no_token.as_str()] {
        let reply = server.request("POST /api/rooms HTTP/1.1\r\n", body);
        assert_eq!((reply.status, reply.text().contains("not_understood")), (400, true));
        assert!(reply.text().contains("\"why\":"), "{}", reply.text());
    }
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n", "a".repeat(20_000));
    assert_eq!(server.request(&long, "").status, 431);
    assert_eq!(server.get("/socket").status, 400, "a request that opens no socket");
    assert_serves(&server);
}

#[test]
fn large_messages_are_refused_before_they_are_read() {
    let server = RunningServer::start(&[]);
    let mut client = TestClient::connect(server.address(), 1);
    let long = format!("{{\"v\":1,\"type\":\"list\",\"x\":\"{}\"}}", "a".repeat(9_000));
    client.send_raw(Message::text(long));
    assert_eq!(client.wait_until_closed().failed, Some(Failure::TooLarge));

    // In a single frame and in many.
    for frames in [1, 1_000] {
        let mut socket = open_socket(server.address(), None).expect("a socket opens");
        let part = Bytes::from(vec![b'a'; 10_000_000 / frames]);
        let sent = (0..frames).all(|number| {
            let code = if number == 0 { OpCode::Data(Data::Text) } else { OpCode::Data(Data::Continue) };
            let frame = Frame::message(part.clone(), code, number + 1 == frames);
            socket.send(Message::Frame(frame)).is_ok()
        });
        assert!(!sent || read_all(&mut socket), "10 MB are not read");
    }
    server.wait_for_metric("irogaeshi_refused_total{reason=\"too_large\"}", |count| count >= 3.0);
    let body = "a".repeat(1_000_000);
    assert_eq!(server.request("POST /api/rooms HTTP/1.1\r\n", &body).status, 413);
    assert_serves(&server);
}

/// Reads until the socket is closed. Returns whether it was.
fn read_all(socket: &mut tungstenite::WebSocket<TcpStream>) -> bool {
    (0..100).any(|_| socket.read().is_err())
}

#[test]
fn half_open_sockets_are_closed() {
    let server = RunningServer::start(&["--hello-within", "0.3"]);
    // Nothing at all, half a request, and a socket without a first message.
    for text in ["", "GET /socket HTTP/1.1\r\nHost: x\r\n"] {
        let mut stream = TcpStream::connect(server.address()).expect("the server listens");
        stream.set_read_timeout(Some(MAX_WAIT)).expect("a timeout can be set");
        stream.write_all(text.as_bytes()).expect("the server reads");
        let mut answer = Vec::new();
        // It may be closed with or without an error.
        drop(stream.read_to_end(&mut answer));
    }
    let mut client = TestClient::connect(server.address(), 1);
    assert_eq!(client.wait_until_closed().failed, Some(Failure::TooSlow));
    // A client that joins and then stays silent.
    let server = RunningServer::start(&["--ping", "0.5", "--silence", "3"]);
    let mut anna = TestClient::connect(server.address(), 2);
    let room = anna.create(options(6));
    anna.is_alive = false;
    let mut ben = TestClient::connect(server.address(), 3);
    ben.hello(room);
    ben.wait("both", |ben| ben.presence.spectators == 2);
    ben.wait("Anna to be gone", |ben| ben.presence.spectators == 1);
    assert_eq!(anna.wait_until_closed().failed, None);
    server.wait_for_metric("irogaeshi_refused_total{reason=\"silent\"}", |count| count >= 1.0);
}

#[test]
fn slow_readers_are_disconnected_and_others_play_on() {
    let many = "1000000";
    let bytes = ["--welcome-bytes-per-address", "1000000000"];
    let messages = ["--messages", many, "--messages-per-address", many];
    let server = RunningServer::start(&[&bytes[..], &messages, &["--send-within", "1"]].concat());
    let (mut black, mut white, room) = two_at(&server, options(6), 20);
    begin(&mut black, &mut white);
    play_on(&mut [&mut black, &mut white], 12);
    let mut slow = TestClient::connect(server.address(), 30);
    // Every hello is answered with the whole history, and no answer is read.
    let hello = ClientMessage::Hello { room, token: slow.token(), seen: 0 };
    let text = hello.write();
    let slow_metric = "irogaeshi_refused_total{reason=\"slow\"}";
    for _ in 0..200 {
        for _ in 0..50 {
            slow.send_raw(Message::text(text.clone()));
        }
        if server.metric(slow_metric) > 0.0 {
            break;
        }
    }
    server.wait_for_metric(slow_metric, |count| count >= 1.0);
    play_on(&mut [&mut black, &mut white], usize::MAX);
    assert_eq!(black.known(), white.known());
}

#[test]
fn floods_of_messages_and_connections_are_stopped() {
    let server = RunningServer::start(&["--messages", "5", "--connections-per-address", "4"]);
    let mut flood = TestClient::connect(server.address(), 1);
    for _ in 0..1_000 {
        flood.send_raw(Message::text(ClientMessage::Pong { ping: 1 }.write()));
    }
    assert_eq!(flood.wait_until_closed().failed, Some(Failure::TooFast));
    server.wait_for_metric("irogaeshi_connections", |count| count == 0.0);
    let sockets: Vec<_> = (0..4).map(|_| open_socket(server.address(), None).expect("a socket opens")).collect();
    let refused = open_socket(server.address(), None).expect_err("a fifth is too many");
    assert!(refused.contains("429"), "{refused}");
    drop(sockets);
    server.wait_for_metric("irogaeshi_connections", |count| count == 0.0);
    assert_serves(&server);
}

#[test]
fn requests_are_limited() {
    let server = RunningServer::start(&["--requests-per-address", "2"]);
    let refused = (0..100).map(|_| server.get("/api/rooms").status).filter(|status| *status == 429).count();
    assert!(refused > 0, "100 requests at once are too many");
    assert_eq!(server.get("/healthz").status, 200, "requests keep nobody from watching the server");
    for path in ["/readyz", "/healthz", "/metrics"] {
        let refused = (0..100).map(|_| server.get(path).status).filter(|status| *status == 429).count();
        assert!(refused > 0, "{path} a hundred times at once is too often");
    }
}

#[test]
fn an_address_cannot_make_a_hundred_thousand_rooms() {
    let many = "1000000";
    let flags = ["--rooms-per-address", "30", "--messages", many, "--messages-per-address", many];
    let server = RunningServer::start(&flags);
    let mut made = 0;
    let mut client = TestClient::connect(server.address(), 1);
    let create = |client: &TestClient| {
        let create =
            ClientMessage::Create { id: new_request_id(), token: client.token(), options: Box::new(options(6)) };
        Message::text(create.write())
    };
    for _ in 0..100_000 {
        client.send_raw(create(&client));
        made += 1;
        if made % 10 == 0 {
            client.read();
        }
        if client.closed.is_some() {
            break;
        }
    }
    assert_eq!(client.wait_until_closed().failed, Some(Failure::TooManyRooms));
    // The allowance may recover by one room every two minutes.
    let mut second = TestClient::connect(server.address(), 2);
    second.send_raw(create(&second));
    assert_eq!(second.wait_until_closed().failed, Some(Failure::TooManyRooms));
    server.wait_for_metric("irogaeshi_rooms_in_memory", |rooms| rooms <= 31.0);
}

#[test]
fn the_number_of_occupied_rooms_is_limited() {
    let server = RunningServer::start(&["--rooms", "3"]);
    let mut clients: Vec<TestClient> = (0..3).map(|secret| TestClient::connect(server.address(), secret)).collect();
    for client in &mut clients {
        client.create(options(6));
    }
    let mut fourth = TestClient::connect(server.address(), 9);
    fourth.send(&ClientMessage::Create { id: new_request_id(), token: fourth.token(), options: Box::new(options(6)) });
    assert_eq!(fourth.wait_until_closed().failed, Some(Failure::ServerFull));
    clients[0].act(Action::Close);
    assert_serves(&server);
}

/// Makes rooms from an address one after the other, leaving each, until that is refused. Returns their number.
fn make_rooms_and_leave(server: &RunningServer, secret: u128, from: &str) -> usize {
    let mut made = 0;
    loop {
        let mut client = TestClient::connect_from(server.address(), secret, from);
        client.send(&ClientMessage::Create {
            id: new_request_id(),
            token: client.token(),
            options: Box::new(options(6)),
        });
        while client.code.is_none() && client.closed.is_none() {
            client.read();
        }
        if client.code.is_none() {
            return made;
        }
        made += 1;
    }
}

#[test]
fn empty_rooms_do_not_count_as_occupied() {
    let addresses = crate::pair::number("IROGAESHI_ATTACK_ADDRESSES", 10);
    let server = RunningServer::start(&["--rooms", "20", "--rooms-per-address", "3", "--trusted-proxy", "127.0.0.1"]);
    let made: usize = (0..addresses)
        .map(|number| make_rooms_and_leave(&server, 100 + number as u128, &format!("192.0.2.{number}")))
        .sum();
    server.wait_for_metric("irogaeshi_connections", |count| count == 0.0);
    let occupied = server.metric("irogaeshi_rooms_occupied");
    println!("{made} rooms of {addresses} addresses, {occupied} of which count");
    assert!(occupied.abs() < 0.5, "{occupied} rooms count");
    let mut newcomer = TestClient::connect_from(server.address(), 1, "198.51.100.7");
    newcomer.create(options(6));
    let occupied = server.metric("irogaeshi_rooms_occupied");
    assert!((occupied - 1.0).abs() < 0.5, "{occupied} rooms count");
}

#[test]
fn one_ipv6_network_makes_as_many_rooms_as_eight_addresses() {
    let many = "1000000";
    let server = RunningServer::start(&[
        "--rooms-per-address",
        "2",
        "--trusted-proxy",
        "127.0.0.1",
        "--messages-per-address",
        many,
    ]);
    let made: usize =
        (0..40).map(|number| make_rooms_and_leave(&server, 100 + number, &format!("2001:db8:7:{number:x}::1"))).sum();
    println!("{made} rooms of 40 addresses of one network");
    assert!(made <= 2 * 8, "{made} rooms");
    assert_eq!(make_rooms_and_leave(&server, 1, "2001:db8:8::1"), 2, "another network");
}

#[test]
fn repeated_requests_for_a_history_are_stopped() {
    let many = "1000000";
    let server = RunningServer::start(&[
        "--welcome-bytes-per-address",
        "2000",
        "--trusted-proxy",
        "127.0.0.1",
        "--messages",
        many,
        "--messages-per-address",
        many,
    ]);
    let mut host = TestClient::connect(server.address(), 1);
    let room = host.create(options(6));
    let hello = |client: &TestClient| ClientMessage::Hello { room, token: client.token(), seen: 0 };
    // Over one connection, then over one after the other.
    let mut eve = TestClient::connect_from(server.address(), 66, "192.0.2.66");
    let text = hello(&eve).write();
    for _ in 0..1_000 {
        eve.send_raw(Message::text(text.clone()));
    }
    assert_eq!(eve.wait_until_closed().failed, Some(Failure::TooFast));
    let is_refused = (0..100).any(|_| {
        let mut eve = TestClient::connect_from(server.address(), 66, "192.0.2.66");
        eve.send(&hello(&eve));
        while eve.code.is_none() && eve.closed.is_none() {
            eve.read();
        }
        eve.closed.is_some()
    });
    assert!(is_refused, "the address has had its share");
    let mut guest = TestClient::connect_from(server.address(), 2, "198.51.100.7");
    guest.hello(room);
}

#[test]
fn a_network_has_at_most_two_listed_rooms() {
    let server = RunningServer::start(&["--trusted-proxy", "127.0.0.1"]);
    let listed = |secret, from: &str| {
        let mut host = TestClient::connect_from(server.address(), secret, from);
        let room = host.create(public(6));
        (host, room)
    };
    let honest = listed(1, "198.51.100.7");
    let mut reader = TestClient::connect(server.address(), 2);
    reader.send(&ClientMessage::List);
    let has = |reader: &TestClient, room| reader.rooms.iter().flatten().any(|listing| listing.code == room);
    reader.wait("the first room", |reader| has(reader, honest.1));
    let flood: Vec<_> = (0..20).map(|number| listed(100 + number, "192.0.2.66")).collect();
    let last = listed(3, "203.0.113.9");
    reader.wait("the last room", |reader| has(reader, last.1));
    assert!(has(&reader, honest.1), "older rooms stay in sight");
    let of_flood = flood.iter().filter(|(_, room)| has(&reader, *room)).count();
    println!("20 listed rooms of one address, {of_flood} of which are seen");
    assert_eq!(of_flood, 2);
}

#[test]
fn foreign_pages_cannot_open_sockets() {
    let server = RunningServer::start(&["--public-url", "https://play.example.org"]);
    let own = format!("http://{}", server.address());
    for origin in [own.as_str(), "https://play.example.org"] {
        open_socket(server.address(), Some(origin)).expect(origin);
    }
    for origin in ["https://evil.example", "null", "https://play.example.org.evil.example", "http://127.0.0.1:1"] {
        let refused = open_socket(server.address(), Some(origin)).expect_err(origin);
        assert!(refused.contains("403"), "{origin}: {refused}");
    }
    let reply = server.request("POST /api/rooms HTTP/1.1\r\nOrigin: https://evil.example\r\n", "{}");
    assert_eq!(reply.status, 403);
}

#[test]
fn forwarded_addresses_count_only_from_trusted_proxies() {
    let flags = ["--connections-per-address", "1"];
    let forwarded = |server: &RunningServer, address: &str| open_socket_from(server.address(), address);
    let strict = RunningServer::start(&flags);
    let _first = forwarded(&strict, "1.2.3.4").expect("a socket opens");
    forwarded(&strict, "5.6.7.8").expect_err("both come from the same address");
    let trusting = RunningServer::start(&[&flags[..], &["--trusted-proxy", "127.0.0.0/8"]].concat());
    let _first = forwarded(&trusting, "1.2.3.4").expect("a socket opens");
    let _second = forwarded(&trusting, "5.6.7.8").expect("another address");
    forwarded(&trusting, "9.9.9.9, 5.6.7.8").expect_err("what the client claims does not count");
}
