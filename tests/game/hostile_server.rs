//! Malicious or broken servers, over real sockets: the game goes on, says what happened, and keeps its secret.

use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use bevy::input::keyboard::Key;
use irogaeshi::game::{
    Catalogue, ConnectionStatus, Entry, Kind, MemoryStore, Navigate, Online, OnlineCommand, Overlay, Screen,
    StoragePlugin,
};
use irogaeshi::online::{Action, DeviceToken, RoomLink, ServerAddress, ServerMessage};
use irogaeshi::rules::Player;
use tungstenite::{Message, WebSocket};

use crate::harness::network::name;
use crate::harness::{TestGame, TestRoom, at_once};

/// Maximum wait for anything.
const TIMEOUT: Duration = Duration::from_mins(2);

/// Starts a server that runs `attack` on every connection, and returns its address.
fn serve(attack: impl Fn(WebSocket<TcpStream>) + Send + Sync + 'static) -> ServerAddress {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address: SocketAddr = listener.local_addr().expect("it has an address");
    let attack = Arc::new(attack);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let attack = attack.clone();
            thread::spawn(move || {
                if let Ok(socket) = tungstenite::accept(stream) {
                    attack(socket);
                }
            });
        }
    });
    address.to_string().parse().expect("an address")
}

fn game() -> TestGame {
    game_with(&MemoryStore::default())
}

fn game_with(store: &MemoryStore) -> TestGame {
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    game.world_mut().insert_resource(at_once());
    game
}

fn online(game: &mut TestGame) -> &Online {
    game.world_mut().resource()
}

fn trouble(game: &mut TestGame) -> Option<String> {
    let trouble = online(game).trouble.clone()?;
    Some(game.world_mut().resource::<Catalogue>().words(&trouble))
}

/// Steps until a condition holds, and returns the number of frames.
fn until(game: &mut TestGame, what: &str, is_so: impl Fn(&mut TestGame) -> bool) -> usize {
    let begin = Instant::now();
    let mut frames = 0;
    while !is_so(game) {
        game.step();
        frames += 1;
        thread::yield_now();
        assert!(begin.elapsed() < TIMEOUT, "timed out waiting until {what}: {:?}", online(game));
    }
    frames
}

/// Memory of this process, in MiB.
fn memory_mib() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let resident = pages.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok());
    resident.unwrap_or_default() * 4096 / 1024 / 1024
}

fn ping(number: u64) -> Message {
    Message::text(ServerMessage::Ping { ping: number, at_ms: 1 }.write())
}

/// Sends one message of an attack; returns false once the connection is closed.
type Attack = fn(&mut WebSocket<TcpStream>, u64) -> bool;

#[test]
fn a_flood_closes_the_connection_with_a_message_and_keys_work_meanwhile() {
    let attacks: [(&str, Attack); 5] = [
        ("pings", |socket, number| socket.write(ping(number)).is_ok()),
        ("lists", |socket, _| socket.write(Message::text(ServerMessage::Rooms { rooms: Vec::new() }.write())).is_ok()),
        ("frames of 15 MiB", |socket, _| socket.send(Message::text("x".repeat(15 << 20))).is_ok()),
        ("texts of 512 KiB", |socket, _| socket.send(Message::text("x".repeat(512 << 10))).is_ok()),
        // The beginning of a text, and then empty fragments without end.
        ("empty parts", |socket, number| {
            let part = if number == 0 { [0x01, 0] } else { [0x00, 0] };
            socket.get_mut().write_all(&part.repeat(if number == 0 { 1 } else { 4096 })).is_ok()
        }),
    ];
    for (name, attack) in attacks {
        let server = serve(move |mut socket| {
            let end = Instant::now() + Duration::from_secs(20);
            // Nothing is read, so that answers pile up as well.
            let mut number = 0;
            while attack(&mut socket, number) && Instant::now() < end {
                number += 1;
            }
        });
        let mut game = game();
        game.act(Navigate::To(Screen::Lobby));
        let before = memory_mib();
        game.act(OnlineCommand::UseServer(server));
        game.act(OnlineCommand::Browse);
        let (mut answered, mut most) = (0, before);
        let frames = until(&mut game, "the flood is noticed", |game| trouble(game).is_some());
        for _ in 0..3 {
            game.act(Navigate::Open(Overlay::KeySheet));
            game.press(Key::Escape);
            game.step();
            answered += usize::from(*game.world_mut().resource::<Overlay>() == Overlay::None);
            most = most.max(memory_mib());
        }
        println!("{name}: {frames} frames, {answered} of 3 keys answered, {before} MiB before, {most} MiB at the most");
        assert_eq!(
            trouble(&mut game).as_deref(),
            Some("The server sent far more than a game needs, so the game closed the connection."),
            "{name}"
        );
        assert_eq!((online(&mut game).connection, answered), (ConnectionStatus::Off, 3), "{name}");
    }
}

#[test]
fn a_server_that_only_pings_is_left_after_a_while() {
    let server = serve(|mut socket| {
        let mut number = 0;
        while socket.send(ping(number)).is_ok() {
            number += 1;
            thread::sleep(Duration::from_millis(20));
        }
    });
    let mut game = game();
    let link = RoomLink { server: Some(server), code: "KQ7M2XRT".parse().expect("a code") };
    game.act(OnlineCommand::Join(link));
    until(&mut game, "the line is lost", |game| matches!(online(game).connection, ConnectionStatus::Lost { .. }));
    let words = "The server is there, but does not answer. The game keeps trying.";
    assert_eq!(trouble(&mut game).as_deref(), Some(words));
}

/// A server that notes all tokens it receives, and answers each of these messages with `answer`.
fn listening(answer: Option<ServerMessage>) -> (ServerAddress, Arc<Mutex<Vec<String>>>) {
    let tokens = Arc::new(Mutex::new(Vec::new()));
    let noted = tokens.clone();
    let server = serve(move |mut socket| {
        while let Ok(message) = socket.read() {
            let Ok(text) = message.into_text() else { continue };
            let sent: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
            if let Some(token) = sent["token"].as_str() {
                noted.lock().expect("a note").push(token.to_owned());
                if let Some(answer) = &answer {
                    drop(socket.send(Message::text(answer.write())));
                }
            }
        }
    });
    (server, tokens)
}

fn link(server: &ServerAddress) -> RoomLink {
    RoomLink { server: Some(server.clone()), code: "KQ7M2XRT".parse().expect("a code") }
}

#[test]
fn switching_servers_asks_first_and_never_sends_the_old_token() {
    let ((home, home_tokens), (other, other_tokens)) = (listening(None), listening(None));
    let seen = |tokens: &Mutex<Vec<String>>| tokens.lock().expect("a note").clone();
    let store = MemoryStore::default();
    let mut game = game_with(&store);
    game.act(OnlineCommand::Join(link(&home)));
    until(&mut game, "the first server is greeted", |_| !seen(&home_tokens).is_empty());
    game.act(OnlineCommand::Join(link(&other)));
    game.steps(5);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::ServerQuestion);
    assert_eq!(online(&mut game).server.as_ref(), Some(&home));
    game.act(Navigate::Close);
    game.steps(20);
    assert_eq!(online(&mut game).server.as_ref(), Some(&home));
    game.act(OnlineCommand::Join(link(&other)));
    game.steps(2);
    game.act(OnlineCommand::JoinOtherServer);
    until(&mut game, "the other server is greeted", |_| !seen(&other_tokens).is_empty());
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::None);
    let (at_home, elsewhere) = (seen(&home_tokens), seen(&other_tokens));
    println!("tokens: {at_home:?} at home, {elsewhere:?} elsewhere");
    assert!(at_home.iter().all(|token| !elsewhere.contains(token)));
    // The saved secret is none of the tokens.
    let kept = store.text(&Entry::new(Kind::State, "device-0")).expect("the device is kept");
    assert!(at_home.iter().chain(&elsewhere).all(|token| !kept.contains(token)));
}

#[test]
fn a_seat_of_an_earlier_version_stays_and_its_token_goes_to_no_other_server() {
    const FORMER: u128 = 0x77;
    let mut room = TestRoom::new(FORMER, "classic-4", None);
    room.ask(FORMER, Action::TakeSeat { player: Player::Black, name: name("Mia") });
    let welcome = ServerMessage::Welcome {
        room: room.room().code(),
        you: DeviceToken::new(FORMER).id(),
        at_ms: 1_000_000,
        events: room.events().to_vec(),
    };
    let former = String::from(DeviceToken::new(FORMER));
    let ((home, home_tokens), (other, other_tokens)) = (listening(Some(welcome.clone())), listening(Some(welcome)));
    let seen = |tokens: &Mutex<Vec<String>>| tokens.lock().expect("a note").clone();
    let store = MemoryStore::default();
    let text = serde_json::json!({ "format": 1, "token": former, "server": home, "room": link(&home).to_string() });
    store.put(Entry::new(Kind::State, "device-0"), text.to_string().as_str());
    for _ in 0..2 {
        let mut game = game_with(&store);
        until(&mut game, "the seat is there", |game| online(game).own_seat() == Some(Player::Black));
        assert_eq!(seen(&home_tokens).last(), Some(&former));
    }
    let mut game = game_with(&store);
    game.act(OnlineCommand::Join(link(&other)));
    game.steps(2);
    game.act(OnlineCommand::JoinOtherServer);
    until(&mut game, "the other server is greeted", |_| !seen(&other_tokens).is_empty());
    until(&mut game, "the room is known", |game| online(game).room().is_some());
    game.steps(20);
    assert!(!seen(&other_tokens).contains(&former));
}
