//! Messages: round trips, refusals of oversized or foreign ones, and tolerance of newer ones.

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{
    Action, Change, ClientMessage, Command, CommandId, DeviceToken, Event, Failure, MessageError, Moment,
    OptionsProblem, PlayerName, Presence, Reaction, Refusal, Room, RoomCode, RoomOptions, ServerMessage, Taken, Who,
};
use irogaeshi::rules::{Player, Start, Variant};
use serde_json::{Value, json};

fn options(variant: Variant) -> RoomOptions {
    let substitute = "minimum".parse().expect("a key");
    let variant = variant.into();
    RoomOptions {
        variant,
        clock: None,
        start: Start::Normal,
        swap: false,
        is_public: false,
        absence_s: 60,
        substitute,
        seed: u64::MAX,
    }
}

fn token() -> DeviceToken {
    DeviceToken::new(u128::MAX / 3)
}

/// A public room with a human and a CPU player.
fn listed() -> Room {
    let host = Who::Device(token().id());
    let variant = Variant::built_in("five").expect("is built in");
    let options = RoomOptions { is_public: true, ..options(variant) };
    let mut room = Room::new(
        &Room::create(RoomCode::new(9), options, host, Moment::at(5), CpuPlayer::may_sit_in_room).expect("fits"),
    )
    .expect("first");
    let actions = [
        Action::TakeSeat { player: Player::Black, name: PlayerName::nearest("Zoë") },
        Action::SeatCpu { player: Player::White, cpu: "minimum".parse().expect("a key") },
    ];
    for (id, action) in actions.into_iter().enumerate() {
        act(&mut room, host, id as u64, action);
    }
    room
}

fn act(room: &mut Room, who: Who, id: u64, action: Action) {
    let command = Command { id: CommandId(id), seen: room.sequence(), action };
    for event in room.decide(&command, who, Moment::at(6), CpuPlayer::may_sit_in_room).expect("is allowed") {
        room.apply(&event).expect("follows");
    }
}

#[test]
fn a_room_is_listed_while_it_is_public_open_and_somebody_is_awaited() {
    let mut room = listed();
    let listing = room.listing().expect("it is public and seats are free");
    assert_eq!((listing.code, listing.free_seats()), (room.code(), 3));
    let taken = |index: usize| listing.seats[index].taken.clone();
    assert_eq!(taken(0), Taken::Human(PlayerName::nearest("Zoë")));
    assert_eq!(taken(1), Taken::Cpu("minimum".parse().expect("a key")));
    let host = Who::Device(token().id());
    act(&mut room, host, 10, Action::SetLocked { locked: true });
    assert_eq!(room.listing(), None);
    act(&mut room, host, 11, Action::SetLocked { locked: false });
    assert_eq!(room.listing(), Some(listing));
    for (id, player) in room.players().into_iter().skip(2).enumerate() {
        act(&mut room, host, 20 + id as u64, Action::SeatCpu { player, cpu: "random".parse().expect("a key") });
    }
    assert_eq!(room.listing(), None, "no seat is free");
}

#[test]
fn client_messages_read_back() {
    let action = Action::Move { player: Player::Black, square: "f5".parse().expect("a square"), ply: 0 };
    let messages = [
        ClientMessage::Create {
            id: CommandId(5),
            token: token(),
            options: Box::new(options(Variant::built_in("five").expect("is built in"))),
        },
        ClientMessage::Play {
            id: CommandId(6),
            token: token(),
            name: PlayerName::nearest("Zoë"),
            options: Box::new(options(Variant::classic(8).expect("a side"))),
        },
        ClientMessage::List,
        ClientMessage::Hello { room: RoomCode::new(9), token: token(), seen: 3 },
        ClientMessage::Command(Command { id: CommandId(u64::MAX), seen: 3, action }),
        ClientMessage::React { reaction: Reaction::GoodGame },
        ClientMessage::Pong { ping: 1 },
    ];
    for message in messages {
        let text = message.write();
        assert!(text.starts_with("{\"v\":1,\"type\":"), "{text}");
        assert_eq!(ClientMessage::read(&text), Ok(message));
    }
}

#[test]
fn server_messages_read_back() {
    let who = Who::Device(token().id());
    let options = options(Variant::classic(6).expect("a side"));
    let event = Room::create(RoomCode::new(9), options, who, Moment::at(5), CpuPlayer::may_sit_in_room).expect("fits");
    let refusal = Refusal::SeatTaken { player: Player::Ash };
    let listing = listed().listing().expect("it is public and a seat is free");
    let messages = [
        ServerMessage::Welcome { room: RoomCode::new(9), you: token().id(), at_ms: 7, events: vec![event.clone()] },
        ServerMessage::Rooms { rooms: vec![listing] },
        ServerMessage::Events { events: vec![event] },
        ServerMessage::Done { id: CommandId(1), sequence: 4 },
        ServerMessage::Refused { id: CommandId(1), refusal },
        ServerMessage::Presence(Presence { players: vec![Player::Black], spectators: 2 }),
        ServerMessage::Ping { ping: 1, at_ms: 2 },
        ServerMessage::Reaction { player: Player::White, reaction: Reaction::Applause },
        ServerMessage::Failed(Failure::NoSuchRoom),
        ServerMessage::Failed(Failure::Refused { refusal: Refusal::BadOptions { problem: OptionsProblem::Clock } }),
    ];
    for message in messages {
        assert_eq!(ServerMessage::read(&message.write()), Ok(message));
    }
}

#[test]
fn the_forms_on_the_wire_stay_as_they_are() {
    let square = "f5".parse().expect("a square");
    let command =
        Command { id: CommandId(4), seen: 12, action: Action::Move { player: Player::Black, square, ply: 3 } };
    let written: Value = serde_json::from_str(&ClientMessage::Command(command).write()).expect("JSON");
    let action = json!({ "do": "move", "player": "black", "square": "f5", "ply": 3 });
    assert_eq!(written, json!({ "v": 1, "type": "command", "id": 4, "seen": 12, "action": action }));
    let refused = ServerMessage::Refused { id: CommandId(4), refusal: Refusal::OtherPly { meant: 3, now: 5 } };
    let written: Value = serde_json::from_str(&refused.write()).expect("JSON");
    let refusal = json!({ "code": "other_ply", "meant": 3, "now": 5 });
    assert_eq!(written, json!({ "v": 1, "type": "refused", "id": 4, "refusal": refusal }));
    let written: Value = serde_json::from_str(&ServerMessage::Failed(Failure::RoomFull).write()).expect("JSON");
    assert_eq!(written, json!({ "v": 1, "type": "failed", "code": "room_full" }));
}

#[test]
fn additions_of_later_versions_are_ignored() {
    let text = r#"{"v":1,"type":"weather","rain":true}"#;
    assert_eq!(ServerMessage::read(text), Ok(ServerMessage::Unknown));
    let text = r#"{"v":1,"type":"refused","id":1,"refusal":{"code":"too_windy","speed":9}}"#;
    assert_eq!(ServerMessage::read(text), Ok(ServerMessage::Refused { id: CommandId(1), refusal: Refusal::Other }));
    let text = r#"{"v":1,"type":"failed","code":"too_windy","speed":9}"#;
    assert_eq!(ServerMessage::read(text), Ok(ServerMessage::Failed(Failure::Other)));
    let text = r#"{"v":1,"type":"react","reaction":"hello","loud":true}"#;
    assert_eq!(ClientMessage::read(text), Ok(ClientMessage::React { reaction: Reaction::Hello }));
}

#[test]
fn invalid_messages_are_refused_with_a_reason() {
    let code = |text: &str| ClientMessage::read(text).expect_err(text).code();
    for text in ["", "null", "[]", "{", "{\"type\":\"pong\",\"ping\":1}", "{\"v\":\"1\"}", "{\"v\":-1}"] {
        assert_eq!(code(text), "no_version", "{text}");
    }
    let newer = ClientMessage::read(r#"{"v":2,"type":17}"#);
    assert_eq!(newer, Err(MessageError::OtherVersion { found: 2 }));
    let deep = format!("{{\"v\":1,\"type\":{}", "[".repeat(4_000));
    for text in ["{\"v\":1}", "{\"v\":1,\"type\":\"pong\"}", "{\"v\":1,\"type\":\"dance\"}"] {
        assert_eq!(code(text), "not_understood", "{text}");
    }
    assert_eq!(code(&deep), "no_version");
}

#[test]
fn messages_are_limited_and_only_a_board_may_be_long() {
    let padded = |text: &str, bytes: usize| format!("{text}{}", " ".repeat(bytes - text.len()));
    let pong = ClientMessage::Pong { ping: 1 }.write();
    assert!(ClientMessage::read(&padded(&pong, ClientMessage::MAX_BYTES)).is_ok());
    let long = ClientMessage::MAX_BYTES + 1;
    assert_eq!(ClientMessage::read(&padded(&pong, long)), Err(MessageError::TooLarge { bytes: long }));
    let variant = Variant::built_in("five").expect("is built in");
    let create =
        ClientMessage::Create { id: CommandId(1), token: token(), options: Box::new(options(variant)) }.write();
    assert!(ClientMessage::read(&padded(&create, long)).is_ok());
    let huge = ClientMessage::MAX_CREATE_BYTES + 1;
    assert_eq!(ClientMessage::read(&padded(&create, huge)), Err(MessageError::TooLarge { bytes: huge }));
    let about = "a".repeat(Variant::MAX_BYTES);
    let board = format!("name: x\nabout: {about}\nplayers: black white\nboard:\n.WB.\n");
    let mut value: Value = serde_json::from_str(&create).expect("JSON");
    value["options"]["variant"] = Value::String(board);
    let error = ClientMessage::read(&value.to_string()).expect_err("is larger than a file can be");
    assert_eq!(error.code(), "too_large");
}

#[test]
fn names_have_limits() {
    let name = |text: &str| PlayerName::try_from(text.to_owned());
    for fine in ["", "Anna", "色返し", "Zoë B.", "<b>", &"é".repeat(64)] {
        assert!(name(fine).is_ok(), "{fine}");
    }
    for blank in ["\u{200b}", "\u{3164}", "\u{2800}\u{2800}", "\u{ad}", "\u{200b} \u{2060}", "\u{fe0f}", "\u{e0041}"] {
        assert!(name(blank).is_err(), "{}", blank.escape_unicode());
        assert_eq!(PlayerName::nearest(blank), PlayerName::default());
        // Rooms of earlier versions contain such names.
        let seated = json!({ "kind": "renamed", "player": "black", "name": blank });
        let renamed = Change::Renamed { player: Player::Black, name: PlayerName::default() };
        assert_eq!(serde_json::from_value::<Change>(seated).expect("is read"), renamed);
    }
    for fine in ["👩‍🚀", "می‌خواهم", "❤️"] {
        assert!(name(fine).is_ok(), "{fine}");
    }
    for wrong in [" Anna", "An\nna", "A  B", "\u{202e}anna", "A\u{7}", "\u{61c}A", &"a".repeat(65)] {
        assert!(name(wrong).is_err(), "{wrong}");
        assert!(name(PlayerName::nearest(wrong).as_str()).is_ok());
    }
}

#[test]
fn a_secret_is_never_printed() {
    let hello = ClientMessage::Hello { room: RoomCode::new(9), token: token(), seen: 0 };
    assert!(!format!("{hello:?}").contains("5555"));
}

#[test]
fn messages_of_a_server_stay_within_their_limit() {
    let long = format!("{{\"v\": 1, \"type\": \"rooms\", \"rooms\": []{}}}", " ".repeat(ServerMessage::MAX_BYTES));
    assert_eq!(ServerMessage::read(&long), Err(MessageError::TooLarge { bytes: long.len() }));
    // A renaming is the largest event that can happen repeatedly.
    let room = listed();
    let host = Who::Device(token().id());
    let name = PlayerName::nearest(&"あ".repeat(100));
    let command = Command { id: CommandId(u64::MAX), seen: room.sequence(), action: Action::Rename { name } };
    let renamed =
        room.decide(&command, host, Moment::at(1 << 50), CpuPlayer::may_sit_in_room).expect("is allowed").remove(0);
    let later = |number: usize| Event { sequence: renamed.sequence + number as u64, ..renamed.clone() };
    let events: Vec<Event> = (0..ServerMessage::MAX_EVENTS).map(later).collect();
    assert_eq!(events.len(), ServerMessage::MAX_EVENTS);
    let bytes = ServerMessage::Events { events }.write().len();
    assert!(bytes + 2 * Variant::MAX_BYTES <= ServerMessage::MAX_BYTES, "{bytes}");
}
