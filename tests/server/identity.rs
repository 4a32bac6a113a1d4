//! Public ids of devices and seeds of CPU players: limits on what players can learn about each other.

use std::sync::Arc;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{
    Action, Change, ClientMessage, CommandId, DeviceToken, Failure, Moment, Phase, Room, RoomCode, RoomOptions, Who,
};
use irogaeshi::rules::Player::{Black, White};
use irogaeshi::server::metrics::Metrics;
use irogaeshi::server::now::now_ms;
use irogaeshi::server::store::{Append, Appended, RoomRow, ServerId, SqliteStore, Store};

use crate::running_server::{Folder, RunningServer};
use crate::table::{begin, options, play_on, public};
use crate::test_client::TestClient;
use crate::two_servers::{Client, server};

#[test]
fn a_device_has_another_id_in_each_room() {
    let server = RunningServer::start(&[]);
    let mut ids = Vec::new();
    for _ in 0..2 {
        let mut anna = TestClient::connect(server.address(), 1);
        let room = anna.create(options(6));
        let mut reader = TestClient::connect(server.address(), 2);
        reader.hello(room);
        assert_eq!(reader.known().host(), anna.room.me());
        ids.push(anna.room.me());
    }
    assert!(ids[0] != ids[1] && !ids.contains(&DeviceToken::new(1).id()), "{ids:?}");
}

#[test]
fn clients_of_earlier_versions_find_their_seats() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let mut anna = TestClient::connect_as_earlier_version(server.address(), 11);
    let room = anna.create(options(6));
    assert_eq!(anna.known().host(), DeviceToken::new(11).id());
    let mut ben = TestClient::connect(server.address(), 12);
    ben.hello(room);
    anna.sit(Black, "Anna");
    ben.sit(White, "Ben");
    begin(&mut anna, &mut ben);
    play_on(&mut [&mut anna, &mut ben], 6);
    let mut again = TestClient::connect_as_earlier_version(server.address(), 11);
    again.hello(room);
    assert_eq!(again.known(), anna.known());
    assert_eq!(again.known().seat_of(DeviceToken::new(11).id()), Some(Black));
    assert_eq!(ben.known().seat_of(DeviceToken::new(11).id()), None);
    play_on(&mut [&mut again, &mut ben], usize::MAX);
}

#[test]
fn clients_of_earlier_versions_never_meet_rooms_that_they_cannot_read() {
    let server = RunningServer::start(&[]);
    let clock = Some(TimeControl::ByoYomi { base_ms: 600_000, period_ms: 30_000 });
    let mut anna = TestClient::connect(server.address(), 11);
    let room = anna.create(RoomOptions { clock, ..public(6) });
    let mut carla = TestClient::connect(server.address(), 12);
    let readable = carla.create(public(6));
    let listed = |client: &TestClient| -> Vec<_> { client.rooms.iter().flatten().map(|room| room.code).collect() };
    let mut ben = TestClient::connect(server.address(), 13);
    ben.send(&ClientMessage::List);
    ben.wait("both rooms", |ben| listed(ben).len() == 2);
    let mut old = TestClient::connect_as_earlier_version(server.address(), 14);
    old.send(&ClientMessage::List);
    old.wait("the old room", |old| listed(old) == [readable]);
    old.say_hello(room);
    assert_eq!(old.wait_until_closed().failed, Some(Failure::OtherVersion));
    ben.hello(room);
    assert_eq!(ben.known().options().clock, clock);
}

#[test]
fn a_client_of_an_earlier_version_leaves_when_an_event_arrives_that_it_does_not_know() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let clock = Some(TimeControl::Fischer { base_ms: 600_000, increment_ms: 0 });
    let mut anna = TestClient::connect(server.address(), 11);
    let room = anna.create(RoomOptions { clock, ..options(6) });
    let mut ben = TestClient::connect(server.address(), 12);
    ben.hello(room);
    let mut old = TestClient::connect_as_earlier_version(server.address(), 13);
    old.hello(room);
    anna.sit(Black, "Anna");
    ben.sit(White, "Ben");
    begin(&mut anna, &mut ben);
    old.wait("the match", |old| old.known().phase() == Phase::Playing);
    ben.act(Action::GiveTime);
    assert_eq!(old.wait_until_closed().failed, Some(Failure::OtherVersion));
    anna.wait("the time", |anna| anna.known().version() == 2);
    play_on(&mut [&mut anna, &mut ben], usize::MAX);
    let mut again = TestClient::connect_as_earlier_version(server.address(), 13);
    again.say_hello(room);
    assert_eq!(again.wait_until_closed().failed, Some(Failure::OtherVersion));
}

#[test]
fn the_seed_of_cpu_players_is_revealed_only_at_the_end() {
    let server = RunningServer::start(&["--messages", "1000"]);
    let mut anna = TestClient::connect(server.address(), 21);
    anna.create(options(4));
    anna.sit(Black, "Anna");
    anna.act(Action::SeatCpu { player: White, cpu: "random".parse().expect("a key") });
    anna.ready();
    while anna.known().phase() == Phase::Playing {
        match anna.move_now() {
            Some(action) => anna.act(action),
            None => anna.read(),
        }
    }
    let seed_and_secret = |event: &irogaeshi::online::Event| match &event.change {
        Change::Created { options, secret, .. } => Some((options.seed, *secret)),
        _ => None,
    };
    assert_eq!(anna.events.iter().find_map(seed_and_secret), Some((0, None)), "neither at the beginning");
    let seed = anna.events.iter().find_map(|event| match event.change {
        Change::Ended { seed, .. } => Some(seed),
        _ => None,
    });
    let seed = seed.expect("the match is over").expect("a CPU player has moved");
    assert!(seed > 0 && seed <= CommandId::MAX);
}

#[tokio::test(flavor = "multi_thread")]
async fn rooms_of_earlier_versions_know_their_devices() {
    let folder = Folder::new();
    let metrics = Arc::new(Metrics::default());
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path(), &metrics).expect("a new store"));
    let rooms = server(&store, &metrics, 1).await;
    let (code, host) = (RoomCode::new(77), DeviceToken::new(1).id());
    let created = Room::create(code, options(6), Who::Device(host), Moment::at(now_ms()), CpuPlayer::may_sit_in_room)
        .expect("fits");
    let row = RoomRow::of(&Room::new(&created).expect("it is the first"));
    let append = Append { room: code, by: ServerId(1), events: vec![created], row };
    assert_eq!(store.append(append).await.expect("the store writes"), Appended::Done);
    let mut anna = Client::join(&rooms, code, 1).await;
    anna.wait("a welcome", |anna| anna.room.seen() == 1).await;
    assert_eq!(anna.room.me(), host);
    anna.ask(1, Action::SetLocked { locked: true }).await;
    anna.wait("the host's command", |anna| anna.room.seen() == 2).await;
}
