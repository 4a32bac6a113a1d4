//! Games that meet in a room of the real server, over real sockets.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use irogaeshi::game::{MatchCommand, MemoryStore, NewRoom, NewSeat, Online, OnlineCommand, Screen, StoragePlugin};
use irogaeshi::online::{Action, RoomLink, ServerAddress};
use irogaeshi::rules::{ByPlayer, Ending, Player, Start, Variant};

use crate::dice::{any_legal_square, dice};
use crate::harness::network::name;
use crate::harness::{TestGame, at_once};

/// Maximum wait for anything.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running server, killed when it is dropped.
struct Server(Child);

impl Server {
    /// Starts a server with rooms in this folder, and returns its address as well.
    fn start(folder: &std::path::Path, address: &str) -> (Self, String) {
        Self::start_with(folder, address, None)
    }

    /// The same with the page in a folder.
    fn start_with(folder: &std::path::Path, address: &str, page: Option<&std::path::Path>) -> (Self, String) {
        let mut process = Command::new(env!("CARGO_BIN_EXE_irogaeshi-server"))
            .args(["--address", address, "--cpu-pause", "0", "--log", "warn", "--data"])
            .arg(folder)
            .args(page.into_iter().flat_map(|page| ["--page".as_ref(), page.as_os_str()]))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server can be started");
        let mut lines = BufReader::new(process.stdout.take().expect("its output is read")).lines();
        let line = lines.next().expect("the server says where it is").expect("its output is text");
        std::thread::spawn(move || lines.for_each(drop));
        let place = line.split("http://").nth(1).and_then(|place| place.strip_suffix('/'));
        (Self(process), place.expect("an address").to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn online(game: &mut TestGame) -> &Online {
    game.world_mut().resource()
}

/// Steps both games until a condition holds.
fn until(games: &mut [TestGame; 2], what: &str, is_so: impl Fn(&mut TestGame) -> bool) {
    let begin = Instant::now();
    while !games.iter_mut().all(&is_so) {
        for game in &mut *games {
            game.step();
        }
        std::thread::yield_now();
        assert!(begin.elapsed() < TIMEOUT, "timed out waiting until {what}: {:?}", games.each_mut().map(online));
    }
}

#[test]
fn the_game_learns_and_remembers_whether_its_server_has_previews() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";
    std::fs::write(folder.path().join("index.html"), index).expect("it can be written");
    for page in [Some(folder.path()), None] {
        let rooms = tempfile::tempdir().expect("a folder");
        let (_server, address) = Server::start_with(rooms.path(), "127.0.0.1:0", page);
        let address: ServerAddress = address.parse().expect("an address");
        let store = MemoryStore::default();
        let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
        game.act(OnlineCommand::UseServer(address.clone()));
        game.act(OnlineCommand::Browse);
        let begin = Instant::now();
        while online(&mut game).rooms.is_none() {
            game.step();
            std::thread::yield_now();
            assert!(begin.elapsed() < TIMEOUT, "the server answers");
        }
        let expected = page.map(|_| address);
        assert_eq!(online(&mut game).preview_server, expected);
        drop(game);
        let mut again = TestGame::with_plugin(StoragePlugin::with_store(store));
        assert_eq!(online(&mut again).preview_server, expected, "without a connection");
    }
}

#[test]
fn two_games_play_in_a_room_of_a_real_server_that_is_killed_and_restarted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (server, address) = Server::start(folder.path(), "127.0.0.1:0");
    let link: ServerAddress = address.parse().expect("an address");
    let mut games = [(); 2].map(|()| {
        let mut game = TestGame::with_plugin(StoragePlugin::with_store(MemoryStore::default()));
        game.world_mut().insert_resource(at_once());
        game.act(OnlineCommand::UseServer(link.clone()));
        game
    });
    let mut seats = ByPlayer::default();
    seats[Player::Black] = NewSeat::Mine;
    let variant = Variant::classic(4).expect("a side").into();
    games[0].act(OnlineCommand::Make(Box::new(NewRoom {
        variant,
        clock: None,
        start: Start::Normal,
        swap: false,
        is_public: false,
        seats,
    })));
    let begin = Instant::now();
    while online(&mut games[0]).own_seat().is_none() {
        games[0].step();
        assert!(begin.elapsed() < TIMEOUT, "the room is made");
    }
    let code = online(&mut games[0]).room().expect("she is in it").code();
    games[1].act(OnlineCommand::Join(RoomLink { server: None, code }));
    until(&mut games, "both are in the room", |game| online(game).room().is_some());
    games[1].act(OnlineCommand::Ask(Action::TakeSeat { player: Player::White, name: name("Ben") }));
    until(&mut games, "both sit", |game| {
        online(game).own_seat().is_some() && online(game).room().is_some_and(|room| room.humans().count() == 2)
    });
    for game in &mut games {
        game.act(OnlineCommand::Ask(Action::SetReady { ready: true }));
    }
    until(&mut games, "the match has begun", |game| game.screen() == Screen::Match);

    let mut server = Some(server);
    for seed in 0.. {
        let ply = games.each_ref().map(TestGame::ply).into_iter().max().expect("two games");
        until(&mut games, "both see the same", |game| game.ply() == ply);
        if games[0].game().ending().is_some() {
            break;
        }
        let mover = games.iter_mut().find(|game| game.game().human_to_move().is_some()).expect("a player is to move");
        let player = mover.game().human_to_move().expect("it is their turn");
        let square = any_legal_square(mover.position(), &mut dice(seed)).expect("the game goes on");
        mover.act(MatchCommand::place(mover.game(), player, square));
        if seed == 4 {
            drop(server.take());
            server = Some(Server::start(folder.path(), &address).0);
        }
    }
    until(&mut games, "it is over", |game| game.game().ending() == Some(Ending::PlayedOut));
    let records = games.each_ref().map(|game| game.game().record.to_string());
    assert_eq!(records[0], records[1]);
}
