//! Check of docs/protocol.md against the code: each JSON text on the page parses as the server or the game would parse
//! it, and every kind of message, action, event and reason has an example.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{
    Action, Change, ClientMessage, Command, CommandId, DeviceToken, Event, Failure, Moment, OptionsProblem, PlayerName,
    Reaction, Refusal, Room, RoomOptions, ServerMessage, Who,
};
use irogaeshi::rules::{Ending, Player, Start, Variant};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../docs/protocol.md");

/// Lines of all blocks of this kind.
fn lines(kind: &str) -> Vec<&'static str> {
    let fence = format!("```json {kind}\n");
    let blocks = PAGE.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    blocks.flat_map(str::lines).collect()
}

/// Parses each line of a kind and writes it again, to show that nothing is ignored, missing or different.
fn check<T: DeserializeOwned + Serialize>(kind: &str) -> Vec<Value> {
    lines(kind)
        .into_iter()
        .map(|line| {
            let documented: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let read: T = serde_json::from_value(documented.clone()).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(serde_json::to_value(read).expect("JSON"), documented, "{line}");
            documented
        })
        .collect()
}

/// Names of a type's variants, from serde's error for an unknown one.
fn names<T: DeserializeOwned>(unknown: Value) -> BTreeSet<String> {
    let error = serde_json::from_value::<T>(unknown).err().expect("it is unknown").to_string();
    let list = error.split("expected one of ").nth(1).unwrap_or_else(|| panic!("no names: {error}"));
    list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn documented(values: &[Value], field: &str) -> BTreeSet<String> {
    let name = |value: &Value| if field.is_empty() { value.clone() } else { value[field].clone() };
    values.iter().map(|value| name(value).as_str().expect("a name").to_owned()).collect()
}

/// Keys returned by a type's `code()`, from its source.
fn codes(source: &str) -> BTreeSet<String> {
    let body = source.split("pub const fn code").nth(1).and_then(|rest| rest.split("\n    }\n").next());
    let body = body.expect("it has a code");
    body.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

#[test]
fn every_message_of_a_client_is_described() {
    let mut values = Vec::new();
    for line in lines("client") {
        let documented: Value = serde_json::from_str(line).expect(line);
        let message = ClientMessage::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::from_str::<Value>(&message.write()).expect("JSON"), documented, "{line}");
        values.push(documented);
    }
    assert_eq!(documented(&values, "type"), names::<ClientMessage>(json!({ "type": "?" })));
}

#[test]
fn every_message_of_a_server_is_described() {
    let mut values = Vec::new();
    for line in lines("server") {
        let documented: Value = serde_json::from_str(line).expect(line);
        let message = ServerMessage::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::from_str::<Value>(&message.write()).expect("JSON"), documented, "{line}");
        values.push(documented);
    }
    // Exhaustive, so that a new kind does not compile without a name here.
    let kind = |message: &ServerMessage| match message {
        ServerMessage::Welcome { .. } => "welcome",
        ServerMessage::Rooms { .. } => "rooms",
        ServerMessage::Events { .. } => "events",
        ServerMessage::Done { .. } => "done",
        ServerMessage::Refused { .. } => "refused",
        ServerMessage::Presence(_) => "presence",
        ServerMessage::Ping { .. } => "ping",
        ServerMessage::Reaction { .. } => "reaction",
        ServerMessage::NotUnderstood { .. } => "not_understood",
        ServerMessage::Failed(_) => "failed",
        ServerMessage::Unknown => "unknown",
    };
    assert_eq!(documented(&values, "type").len(), 10);
    for line in lines("server") {
        let value: Value = serde_json::from_str(line).expect(line);
        assert_eq!(value["type"], kind(&ServerMessage::read(line).expect(line)), "{line}");
    }
}

#[test]
fn every_action_event_and_reason_is_described() {
    assert_eq!(documented(&check::<Action>("action"), "do"), names::<Action>(json!({ "do": "?" })));
    assert_eq!(documented(&check::<Change>("change"), "kind"), names::<Change>(json!({ "kind": "?" })));
    assert_eq!(documented(&check::<Ending>("ending"), "reason"), names::<Ending>(json!({ "reason": "?" })));
    assert_eq!(documented(&check::<Reaction>("reaction"), ""), names::<Reaction>(json!("?")));
    assert_eq!(documented(&check::<OptionsProblem>("problem"), ""), names::<OptionsProblem>(json!("?")));
    let mut refusals = codes(include_str!("../../src/online/refusal.rs"));
    assert!(refusals.remove("other"), "which stands for those of later versions");
    assert_eq!(documented(&check::<Refusal>("refusal"), "code"), refusals);
    let mut failures = codes(include_str!("../../src/online/failure.rs"));
    assert!(failures.remove("other"), "which stands for those of later versions");
    assert_eq!(documented(&check::<Failure>("failure"), "code"), failures);
}

/// All numbers in a JSON text.
fn numbers(value: &Value) -> Vec<u64> {
    match value {
        Value::Number(number) => number.as_u64().into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(fields) => fields.values().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn numbers_are_those_that_javascript_reads_exactly() {
    for kind in ["client", "server", "action", "change", "refusal", "failure"] {
        for line in lines(kind) {
            let value: Value = serde_json::from_str(line).expect(line);
            assert!(numbers(&value).iter().all(|number| *number <= CommandId::MAX), "{line}");
        }
    }
    for random in [0, 1, u64::MAX, 1 << 63] {
        assert!(CommandId::drawn(random).0 <= CommandId::MAX);
    }
    assert_ne!(CommandId::drawn(u64::MAX), CommandId::drawn(u64::MAX >> 1));
}

/// A session of two clients in a room, in the notation of the page.
struct Session {
    room: Option<Room>,
    events: Vec<Event>,
    text: String,
}

impl Session {
    const BEGIN_MS: u64 = 1_795_000_000_000;

    fn says(&mut self, client: char, message: &ClientMessage) {
        writeln!(self.text, "{client} > {}", message.write()).expect("a text grows");
    }

    fn hears(&mut self, client: char, message: &ServerMessage) {
        writeln!(self.text, "{client} < {}", message.write()).expect("a text grows");
    }

    fn welcome(&mut self, client: char, token: &DeviceToken) {
        let room = self.room.as_ref().expect("it was made").code();
        let you = token.ids(room).in_room;
        let welcome = ServerMessage::Welcome { room, you, at_ms: Self::BEGIN_MS, events: self.events.clone() };
        self.hears(client, &welcome);
    }

    fn asks(&mut self, client: char, token: &DeviceToken, id: u64, action: Action) {
        let room = self.room.as_mut().expect("it was made");
        let seen = room.sequence();
        let command = Command { id: CommandId(id), seen, action };
        let when = Moment::at(Self::BEGIN_MS + 1_000 * seen);
        let decided =
            room.decide(&command, Who::Device(token.ids(room.code()).in_room), when, CpuPlayer::may_sit_in_room);
        for event in decided.iter().flatten() {
            room.apply(event).expect("it was decided");
        }
        let sequence = room.sequence();
        self.says(client, &ClientMessage::Command(command));
        match decided {
            Ok(events) => {
                self.events.extend(events.clone());
                self.hears(client, &ServerMessage::Events { events });
                self.hears(client, &ServerMessage::Done { id: CommandId(id), sequence });
            }
            Err(refusal) => self.hears(client, &ServerMessage::Refused { id: CommandId(id), refusal }),
        }
    }
}

#[test]
fn the_session_is_one_that_takes_place() {
    let (anna, ben) = (DeviceToken::new(0xA11A), DeviceToken::new(0xBE2));
    let variant: Variant =
        "name: Small\nplayers: black white\nboard:\n....\n.WB.\n.BW.\n....\n".parse().expect("a board");
    let options = RoomOptions {
        variant: variant.into(),
        clock: None,
        start: Start::Normal,
        swap: false,
        is_public: false,
        absence_s: 60,
        substitute: "minimum".parse().expect("a key"),
        seed: 0,
    };
    let mut session = Session { room: None, events: Vec::new(), text: String::new() };
    let create = ClientMessage::Create { id: CommandId(1), token: anna.clone(), options: Box::new(options.clone()) };
    session.says('A', &create);
    let code = anna.room_code(CommandId(1), 0);
    let host = Who::Device(anna.ids(code).in_room);
    let created =
        Room::create(code, options, host, Moment::at(Session::BEGIN_MS), CpuPlayer::may_sit_in_room).expect("fits");
    let created = Event { command: Some(CommandId(1)), ..created };
    session.room = Some(Room::new(&created).expect("it is the first"));
    session.events.push(created);
    session.welcome('A', &anna);
    session.says('B', &ClientMessage::Hello { room: code, token: ben.clone(), seen: 0 });
    session.welcome('B', &ben);
    let sit = |player, name: &str| Action::TakeSeat { player, name: PlayerName::nearest(name) };
    let place = |player, square: &str, ply| Action::Move { player, square: square.parse().expect("a square"), ply };
    session.asks('A', &anna, 2, sit(Player::Black, "Anna"));
    session.asks('B', &ben, 1, sit(Player::White, "Ben"));
    session.asks('A', &anna, 3, Action::SetReady { ready: true });
    session.asks('B', &ben, 2, Action::SetReady { ready: true });
    session.asks('A', &anna, 4, place(Player::Black, "b1", 0));
    session.asks('B', &ben, 3, place(Player::White, "b4", 1));
    session.asks('B', &ben, 4, place(Player::White, "a1", 1));
    session.asks('A', &anna, 5, Action::Resign);
    let shown = PAGE.split("```session\n").nth(1).and_then(|rest| rest.split("```").next());
    assert_eq!(shown, Some(session.text.as_str()), "the session is now:\n{}", session.text);
}
