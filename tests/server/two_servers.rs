//! Two servers in one process that share a store: each sends its clients the other's appends.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Parser;
use irogaeshi::online::{
    Action, ClientRoom, Command, CommandId, DeviceToken, Moment, PlayerName, Reaction, RoomCode, RoomOptions,
    ServerMessage,
};
use irogaeshi::rules::Player::{self, Black, White};
use irogaeshi::server::limits::AddressKey;
use irogaeshi::server::metrics::Metrics;
use irogaeshi::server::now::now_ms;
use irogaeshi::server::options::ServerOptions;
use irogaeshi::server::outages::Outages;
use irogaeshi::server::rooms::{
    CpuPool, Member, OpenRooms, Outbox, OutboxReceiver, PresenceReporter, RoomMessage, Shared, follow_notices,
    make_rounds,
};
use irogaeshi::server::store::{ServerId, SqliteStore, Store};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::running_server::{Folder, MAX_WAIT};
use crate::table::options;

/// A server that learns of others' appends only by reading.
async fn server_without_notices(store: &Arc<dyn Store>, metrics: &Arc<Metrics>, number: u64) -> OpenRooms {
    let options = ServerOptions::parse_from(["irogaeshi-server", "--away", "0.2", "--round", "0.1"]);
    let (server, lease) = (ServerId(number), options.times.lease);
    store.renew_lease(server, now_ms() + lease.as_millis() as u64).await.expect("the store writes");
    let outages = Arc::new(Outages::new(None, now_ms(), lease));
    let rooms = OpenRooms::new(Arc::new(Shared {
        server,
        salt: 7,
        cpu_pool: CpuPool::start(&options.cpu, metrics).expect("a thread"),
        presence: PresenceReporter::start(store.clone(), server, lease, outages.clone()),
        outages,
        is_stopping: AtomicBool::new(false),
        store: store.clone(),
        metrics: metrics.clone(),
        options,
    }));
    tokio::spawn(make_rounds(rooms.clone()));
    rooms
}

/// A server that also follows notices of others' appends.
pub(crate) async fn server(store: &Arc<dyn Store>, metrics: &Arc<Metrics>, number: u64) -> OpenRooms {
    let rooms = server_without_notices(store, metrics, number).await;
    tokio::spawn(follow_notices(rooms.clone()));
    rooms
}

/// A client without a socket.
pub(crate) struct Client {
    connection: u64,
    pub(crate) room: ClientRoom,
    inbox: mpsc::Sender<RoomMessage>,
    receiver: OutboxReceiver,
    others: Vec<ServerMessage>,
    commands: u64,
}

impl Client {
    pub(crate) async fn join(rooms: &OpenRooms, code: RoomCode, connection: u64) -> Self {
        let ids = DeviceToken::new(connection.into()).ids(code);
        let device = ids.in_room;
        let (outbox, receiver, _) = Outbox::new(1_000);
        let address = AddressKey::new(IpAddr::from([127, 0, 0, 1]));
        let rooms_version = RoomOptions::NEWEST;
        let member = Member { connection, ids, device, uses_room_id: true, rooms_version, address, outbox };
        let (_, inbox) = rooms.join(code, &member, 0).await.expect("the room is there");
        Self { connection, room: ClientRoom::new(device, 1), inbox, receiver, others: Vec::new(), commands: 0 }
    }

    pub(crate) async fn ask(&mut self, seen: u64, action: Action) {
        self.commands += 1;
        let command = Command { id: CommandId(self.commands), seen, action };
        let message = RoomMessage::Command { connection: self.connection, command, when: Moment::at(now_ms()) };
        self.inbox.send(message).await.expect("the room is in memory");
    }

    pub(crate) async fn wait(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        while !is_so(self) {
            let text = timeout(MAX_WAIT, self.receiver.next()).await.unwrap_or_else(|_| panic!("waiting for {what}"));
            match ServerMessage::read(&text.expect("the room speaks")).expect("it is a message") {
                ServerMessage::Welcome { you, events, .. } => {
                    self.room.is_called(you);
                    self.room.receive(&events).expect("events follow");
                }
                ServerMessage::Events { events } => {
                    self.room.receive(&events).expect("events follow");
                }
                other => self.others.push(other),
            }
        }
    }

    fn answers(&self) -> u64 {
        self.others.iter().filter(|message| matches!(message, ServerMessage::Done { .. })).count() as u64
    }

    pub(crate) fn is_seated(&self, player: Player) -> bool {
        self.room.room().is_some_and(|room| room.seats()[player].human.is_some())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_welcome_includes_events_acknowledged_by_another_server() {
    let folder = Folder::new();
    let metrics = Arc::new(Metrics::default());
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path(), &metrics).expect("a new store"));
    let (one, other) = (server(&store, &metrics, 1).await, server_without_notices(&store, &metrics, 2).await);
    let code = one.create(CommandId(0), &DeviceToken::new(1), &options(6), || true).await.expect("a room");
    let mut anna = Client::join(&one, code, 1).await;
    // The other server has the room in memory.
    let mut ben = Client::join(&other, code, 2).await;
    ben.wait("a welcome", |ben| ben.room.seen() == 1).await;
    for turn in 1..=10 {
        anna.ask(turn, Action::SetLocked { locked: turn % 2 == 1 }).await;
        anna.wait("the answer", |anna| anna.answers() == turn).await;
        let mut newcomer = Client::join(&other, code, 100 + turn).await;
        newcomer.wait("a welcome", |newcomer| newcomer.room.seen() > 0).await;
        assert_eq!(newcomer.room.seen(), anna.room.seen());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_of_two_servers_are_in_one_room() {
    let folder = Folder::new();
    let metrics = Arc::new(Metrics::default());
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(folder.path(), &metrics).expect("a new store"));
    let (one, other) = (server(&store, &metrics, 1).await, server(&store, &metrics, 2).await);

    let code = one.create(CommandId(0), &DeviceToken::new(1), &options(6), || true).await.expect("a room");
    let mut anna = Client::join(&one, code, 1).await;
    let mut ben = Client::join(&other, code, 2).await;
    // Both ask at once, again and again, so that one comes second in the store and decides again.
    let name = |text: &str| PlayerName::nearest(text);
    anna.ask(1, Action::TakeSeat { player: Black, name: name("Anna") }).await;
    ben.ask(1, Action::TakeSeat { player: White, name: name("Ben") }).await;
    for client in [&mut anna, &mut ben] {
        client.wait("both", |client| client.is_seated(Black) && client.is_seated(White)).await;
    }
    let is_answered = |client: &Client| client.answers() == client.commands;
    for turn in 1..=50 {
        let (of_anna, of_ben) = (name(&format!("Anna {turn}")), name(&format!("Ben {turn}")));
        anna.ask(anna.room.seen(), Action::Rename { name: of_anna }).await;
        ben.ask(ben.room.seen(), Action::Rename { name: of_ben }).await;
        let last = 3 + 2 * turn;
        for client in [&mut anna, &mut ben] {
            client.wait("all events and answers", |client| client.room.seen() == last && is_answered(client)).await;
        }
    }
    assert_eq!(anna.room.room(), ben.room.room());

    // Each learns of the other's presence, but gets its phrases only if the store passes them on.
    let is_both =
        |message: &ServerMessage| matches!(message, ServerMessage::Presence(all) if all.players == [Black, White]);
    for client in [&mut anna, &mut ben] {
        client.wait("both", |client| client.others.iter().any(is_both)).await;
    }
    anna.inbox
        .send(RoomMessage::React { connection: 1, reaction: Reaction::Hello })
        .await
        .expect("the room is in memory");
    let hello = ServerMessage::Reaction { player: Black, reaction: Reaction::Hello };
    anna.wait("one's own word", |anna| anna.others.contains(&hello)).await;

    // Ben is not away while he has another connection at the other server, and is away without one.
    let second = Client::join(&one, code, 2).await;
    let noted = |count: usize| {
        let store = store.clone();
        async move {
            while store.present_elsewhere(code, now_ms(), ServerId(0)).await.expect("the store reads").len() != count {
                tokio::task::yield_now().await;
            }
        }
    };
    timeout(MAX_WAIT, noted(2)).await.expect("both are noted");
    ben.inbox.send(RoomMessage::Leave { connection: 2 }).await.expect("the room is in memory");
    let is_away = |anna: &Client| {
        let ben = anna.room.room().and_then(|room| room.seats()[White].human.as_ref());
        ben.is_some_and(|ben| ben.away_since_ms.is_some())
    };
    // Three times the delay before a human counts as away.
    let called = timeout(Duration::from_millis(600), anna.wait("nothing", is_away)).await;
    assert!(called.is_err(), "the second connection counts");
    second.inbox.send(RoomMessage::Leave { connection: 2 }).await.expect("the room is in memory");
    anna.wait("Ben to be away", is_away).await;
    let present = store.present_elsewhere(code, now_ms(), ServerId(0)).await.expect("the store reads");
    let devices: BTreeSet<_> = present.into_iter().collect();
    assert_eq!(devices.len(), 1);
}
