//! Two servers on one database: clients play in one room while servers and the database are killed.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use irogaeshi::online::{Action, Change, ClientMessage, Event, Phase, Reaction};
use irogaeshi::rules::Player::{self, Black, White};
use irogaeshi::rules::Variant;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::pair::{Pair, Tally, describe, kills, play_while};
use crate::running_database::{RunningDatabase, Shutdown, TestDatabase};
use crate::running_server::{MAX_WAIT, RunningServer};
use crate::stopping::failure;
use crate::table::{begin, options, play_on, play_one, timed, two_between};
use crate::tcp_proxy::TcpProxy;
use crate::test_client::TestClient;

/// Number of kills, unless set by `IROGAESHI_KILLS`: one of each kind.
const DEFAULT_KILLS: usize = 6;
/// Number of simultaneous matches, both of two humans and of two humans with a CPU player.
const MATCHES: u128 = 2;

/// Two servers on one database with these flags, and limits too high for tests to reach.
fn two_servers(url: &str, flags: &[&str]) -> [RunningServer; 2] {
    let many = "1000000";
    let unlimited = ["--messages", many, "--messages-per-address", many, "--requests-per-address", many];
    [(); 2].map(|()| RunningServer::start(&[&["--database", url], &unlimited[..], flags].concat()))
}

#[test]
fn clients_of_two_servers_play_in_one_room() {
    let database = TestDatabase::new();
    let [one, other] = two_servers(&database.url, &[]);
    let (mut black, mut white, room) = two_between(one.address(), other.address(), options(6), 10);
    begin(&mut black, &mut white);
    black.send(&ClientMessage::React { reaction: Reaction::GoodLuck });
    white.wait("a word from the other server", |white| white.reactions == [(Black, Reaction::GoodLuck)]);
    let began = Instant::now();
    play_on(&mut [&mut black, &mut white], usize::MAX);
    let turns = black.known().game().map_or(0, |game| game.record.ply());
    println!("{turns} turns between two servers, {:?} for each", began.elapsed() / turns as u32);
    assert_eq!(black.known().phase(), Phase::Over);
    assert_eq!((black.known(), &black.events), (white.known(), &white.events));
    assert_eq!(one.record(room), other.record(room));
}

#[test]
fn cpu_players_move_once() {
    let database = TestDatabase::new();
    let [one, other] = two_servers(&database.url, &[]);
    let mut anna = TestClient::connect(one.address(), 20);
    let room = anna.create(options(6));
    let mut watcher = TestClient::connect(other.address(), 21);
    watcher.hello(room);
    anna.sit(Black, "Anna");
    anna.act(Action::SeatCpu { player: White, cpu: "pupil".parse().expect("a key") });
    anna.ready();
    play_on(&mut [&mut anna, &mut watcher], usize::MAX);
    assert_eq!(anna.events, watcher.events);
    let moves = anna.events.iter().filter(|event| matches!(event.change, Change::Moved { .. })).count();
    assert_eq!(anna.known().game().map(|game| game.record.ply()), Some(moves));
}

#[test]
fn clocks_run_out_once_even_if_a_server_dies() {
    let database = TestDatabase::new();
    let [one, mut other] = two_servers(&database.url, &["--round", "0.1"]);
    let rooms: Vec<_> = (0..5)
        .map(|number| {
            let (mut black, mut white, _) =
                two_between(one.address(), other.address(), timed(6, 1_000), 100 + 2 * number);
            begin(&mut black, &mut white);
            (black, white)
        })
        .collect();
    other.kill();
    for (mut black, _) in rooms {
        black.wait("the end", |black| black.known().phase() == Phase::Over);
        let count = |is_meant: fn(&Change) -> bool| black.events.iter().filter(|event| is_meant(&event.change)).count();
        assert_eq!(count(|change| matches!(change, Change::TimeRanOut { .. })), 1);
        assert_eq!(count(|change| matches!(change, Change::Ended { .. })), 1);
    }
}

#[test]
fn changing_servers_does_not_count_as_away_but_disconnecting_does() {
    let database = TestDatabase::new();
    let [one, other] = two_servers(&database.url, &["--away", "3"]);
    let (mut black, mut white, room) = two_between(one.address(), one.address(), options(6), 30);
    begin(&mut black, &mut white);
    white.cut();
    white.open(other.address()).expect("the other server listens");
    white.hello(room);
    // Clients cut off later are marked away later, so by then the first one would have been.
    let mut third = TestClient::connect(other.address(), 32);
    third.hello(room);
    black.cut();
    let is_away = |client: &TestClient, player: Player| {
        client.known().seats()[player].human.as_ref().is_some_and(|human| human.away_since_ms.is_some())
    };
    white.wait("Black to be away", |white| is_away(white, Black));
    let away = |event: &Event| matches!(event.change, Change::Away { player: White, .. });
    assert!(!white.events.iter().any(away), "White was connected all the time");
    black.open(other.address()).expect("the other server listens");
    black.hello(room);
    white.wait("Black to be back", |white| !is_away(white, Black));
}

#[test]
fn a_server_whose_database_is_away_is_not_ready_and_recovers() {
    let mut database = RunningDatabase::start(&[]);
    let url = database.create("");
    let server = RunningServer::start(&["--database", &url]);
    assert_eq!(server.get("/readyz").status, 200);
    database.stop(Shutdown::Fast);
    server.wait_for_status("/readyz", 503);
    assert_eq!(server.get("/healthz").status, 200);
    database.restart();
    let until = Instant::now() + MAX_WAIT;
    while server.get("/readyz").status != 200 {
        assert!(Instant::now() < until, "the server recovers");
    }
    TestClient::connect(server.address(), 40).create(options(6));
}

/// During the outage no server could report signs of life or presence, for longer than a lease.
#[test]
fn an_outage_of_the_database_marks_nobody_away() {
    let mut database = RunningDatabase::start(&[]);
    let url = database.create("");
    let lease = Duration::from_secs(1);
    let [one, other] = two_servers(&url, &["--lease", "1", "--away", "0.5", "--round", "0.1"]);
    let (mut black, mut white, room) = two_between(one.address(), other.address(), options(6), 50);
    begin(&mut black, &mut white);
    let mut watcher = TestClient::connect(other.address(), 52);
    watcher.hello(room);
    database.stop(Shutdown::Immediate);
    // Meanwhile one client moves to the other server.
    black.cut();
    black.open(other.address()).expect("the other server listens");
    black.hello(room);
    std::thread::sleep(2 * lease);
    database.restart();
    // A client marked away later shows that the others would have been marked before.
    let mut late = TestClient::connect(one.address(), 53);
    let until = Instant::now() + MAX_WAIT;
    while late.room.room().is_none() {
        assert!(Instant::now() < until, "the server recovers");
        if late.closed.is_some() {
            late.open(one.address()).expect("the server listens");
        }
        late.say_hello(room);
        late.read();
    }
    std::thread::sleep(2 * lease);
    white.cut();
    let is_away =
        |event: &Event, whose: Player| matches!(event.change, Change::Away { player, away: true } if player == whose);
    late.wait("White to be away", |late| late.events.iter().any(|event| is_away(event, White)));
    assert!(!late.events.iter().any(|event| is_away(event, Black)), "Black was connected all the time");
    let of_white = late.events.iter().filter(|event| is_away(event, White)).count();
    assert_eq!(of_white, 1, "White was connected until the end");
    // Both servers know everybody who is connected.
    watcher.wait("all who are there", |watcher| watcher.presence.players == [Black]);
    black.wait("all who are there", |black| black.presence.players == [Black] && black.presence.spectators == 2);
}

/// A server without its database counts as stopped, and its clients as away, until the database is back.
#[test]
fn clients_of_a_server_without_its_database_count_as_away_until_it_is_back() {
    let database = RunningDatabase::start(&[]);
    let url = database.create("");
    let proxy = TcpProxy::to(database.listen_address());
    let by_proxy = url.replace(&database.listen_address().to_string(), &proxy.address().to_string());
    let flags = ["--lease", "1", "--away", "0.3", "--round", "0.1"];
    let one = RunningServer::start(&[&["--database", &url], &flags[..]].concat());
    let other = RunningServer::start(&[&["--database", &by_proxy], &flags[..]].concat());
    let (mut black, mut white, room) = two_between(one.address(), other.address(), options(6), 60);
    begin(&mut black, &mut white);
    let is_away = |client: &TestClient| {
        client.known().seats()[White].human.as_ref().is_some_and(|human| human.away_since_ms.is_some())
    };
    proxy.cut();
    black.wait("White to be away", is_away);
    // A move that the other server cannot receive.
    play_one(&mut black);
    proxy.restore();
    black.wait("White to be back", |black| !is_away(black));
    white.wait("the move", |white| white.known().game().is_some_and(|game| game.record.ply() == 1));
    play_one(&mut white);
    black.wait("the answer", |black| black.known().game().is_some_and(|game| game.record.ply() == 2));
    // The first server again knows who is connected to the other one, and is notified of newcomers there.
    black.wait("both", |black| black.presence.players == [Black, White]);
    let mut watcher = TestClient::connect(other.address(), 62);
    watcher.hello(room);
    black.wait("a spectator", |black| black.presence.spectators == 1);
}

#[test]
fn the_password_of_the_database_is_never_printed() {
    let database = TestDatabase::new();
    let wrong = database.url.replace("pass%20word", "some%20secret");
    let reason = failure(&["--address", "127.0.0.1:0", "--log", "trace", "--database", &wrong]);
    assert!(reason.contains("password authentication failed"), "{reason}");
    assert!(!reason.contains("secret"), "{reason}");
}

/// Kinds of kills.
#[derive(Clone, Copy, Debug)]
enum KillTarget {
    OneServer,
    BothServers,
    Database(Shutdown),
}

const KILL_TARGETS: [KillTarget; 6] = [
    KillTarget::OneServer,
    KillTarget::Database(Shutdown::Fast),
    KillTarget::BothServers,
    KillTarget::Database(Shutdown::Killed),
    KillTarget::OneServer,
    KillTarget::Database(Shutdown::Immediate),
];

/// A pair at two servers, in a room with or without a CPU player.
fn pair(servers: [std::net::SocketAddr; 2], number: u128, has_cpu: bool) -> Pair {
    let mut wanted = options(6);
    if has_cpu {
        wanted.variant = Variant::built_in("colour-3").expect("there is a board for three").into();
    }
    let (mut black, mut white, room) = two_between(servers[0], servers[1], wanted, 1_000 + 2 * number);
    black.wait("the other one", |black| black.known().seats()[White].human.is_some());
    let free = black.known().players().into_iter().find(|player| black.known().seats()[*player].is_empty());
    if let Some(player) = free {
        black.act(Action::SeatCpu { player, cpu: "minimum".parse().expect("a key") });
    }
    begin(&mut black, &mut white);
    Pair::new([black, white], room, &servers)
}

#[test]
fn acknowledged_commands_survive_kills_of_servers_and_of_the_database() {
    let kills = kills(DEFAULT_KILLS);
    let mut database = RunningDatabase::start(&[]);
    let url = database.create("");
    let mut servers = two_servers(&url, &["--lease", "6", "--away", "3"]);
    let addresses = [servers[0].address(), servers[1].address()];
    let pairs: Vec<Pair> = (0..2 * MATCHES).map(|number| pair(addresses, number, number % 2 == 1)).collect();

    let mut times: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    let pairs = play_while(pairs, &addresses, |progress| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(kills as u64);
        for number in 0..kills {
            // The delay is random, so the kill comes at any moment.
            std::thread::sleep(Duration::from_micros(rng.random_range(0..400_000)));
            let target = KILL_TARGETS[number % KILL_TARGETS.len()];
            let victim = rng.random_range(0..2);
            let killed = Instant::now();
            match target {
                KillTarget::OneServer => servers[victim].kill(),
                KillTarget::BothServers => servers.iter_mut().for_each(RunningServer::kill),
                KillTarget::Database(how) => database.stop(how),
            }
            let before = progress.now();
            match target {
                // All pairs play on at the other server.
                KillTarget::OneServer => {}
                KillTarget::BothServers => servers.iter_mut().for_each(RunningServer::restart),
                KillTarget::Database(_) => database.restart(),
            }
            let time = progress.wait_for_all(killed, &before);
            times.entry(format!("{target:?}")).or_default().push(time);
            if matches!(target, KillTarget::OneServer) {
                servers[victim].restart();
            }
        }
    });

    let tally = Tally::of(pairs, addresses[0]);
    println!("{kills} kills: {tally:?}; until all play on:");
    for (target, times) in times {
        println!("  {target}: {}", describe(times));
    }
    assert_eq!((tally.lost, tally.differ, tally.away), (0, 0, 0));
}
