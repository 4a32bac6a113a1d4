//! Contract of every store: one list of tests, run with the file and the database.

use std::future::Future;
use std::sync::Arc;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{
    Action, Command, CommandId, DeviceToken, Event, Moment, PlayerName, Reaction, Room, RoomCode, RoomOptions, Who,
};
use irogaeshi::rules::Player::{self, Black, White};
use irogaeshi::server::metrics::Metrics;
use irogaeshi::server::store::{
    Append, Appended, MatchKey, Notice, PresenceChange, RoomReaction, RoomRow, ServerId, SqliteStore, Store, StoreError,
};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

#[cfg(unix)]
use crate::running_database::{TestDatabase, execute};
use crate::running_server::{Folder, MAX_WAIT};
use crate::table::{options, public};

/// Runs every contract with every kind of store.
macro_rules! contracts {
    ($($contract:ident),* $(,)?) => {
        mod sqlite {
            $(#[test] fn $contract() { super::run(super::$contract(super::Location::folder())); })*
        }
        #[cfg(unix)]
        mod postgres {
            $(#[test] fn $contract() { super::run(super::$contract(super::Location::database())); })*
        }
    };
}

contracts! {
    appends_must_follow_the_last_event,
    only_one_of_several_appends_at_once_succeeds,
    many_rooms_are_appended_to_at_once,
    appended_events_survive_a_restart,
    texts_of_all_languages_are_stored,
    rooms_with_due_tasks_are_found,
    appends_of_other_servers_are_found,
    public_rooms_are_listed_while_their_host_is_connected,
    rooms_are_found_by_board_and_clock,
    presence_lasts_as_long_as_its_servers_lease,
    two_rooms_of_a_network_are_listed,
    the_oldest_and_the_newest_of_many_rooms_are_listed,
    waiting_rooms_without_connections_are_abandoned,
    listed_rooms_without_their_host_are_abandoned,
    a_room_is_abandoned_some_time_after_the_last_departure,
    old_rooms_are_deleted,
    appends_send_notices,
    rooms_of_a_later_version_are_refused,
}

/// Location of a store's data.
pub(crate) enum Location {
    Folder(Folder),
    #[cfg(unix)]
    Database(TestDatabase),
}

impl Location {
    fn folder() -> Self {
        Self::Folder(Folder::new())
    }

    #[cfg(unix)]
    pub(crate) fn database() -> Self {
        Self::Database(TestDatabase::new())
    }

    /// Opens a store on the existing data.
    pub(crate) async fn try_open(&self) -> Result<Arc<dyn Store>, StoreError> {
        let metrics = Arc::new(Metrics::default());
        Ok(match self {
            Self::Folder(folder) => Arc::new(SqliteStore::open(folder.path(), &metrics)?),
            #[cfg(unix)]
            Self::Database(database) => {
                Arc::new(irogaeshi::server::store::PostgresStore::open(&database.address(), &metrics).await?)
            }
        })
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        self.try_open().await.expect("the store opens")
    }

    /// Marks the data as written by a later version.
    fn set_version(&self, version: u32) {
        match self {
            Self::Folder(folder) => {
                let file = rusqlite::Connection::open(folder.path().join("rooms.sqlite")).expect("the file is there");
                file.pragma_update(None, "user_version", version).expect("it can be written");
            }
            #[cfg(unix)]
            Self::Database(database) => {
                execute(&database.url, &format!("UPDATE store_version SET version = {version}"));
            }
        }
    }
}

pub(crate) fn run(contract: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.expect("a runtime").block_on(contract);
}

/// Ids of the appending server and of another one.
pub(crate) const HERE: ServerId = ServerId(1);
pub(crate) const ELSEWHERE: ServerId = ServerId(2);

pub(crate) fn device(secret: u128) -> Who {
    Who::Device(DeviceToken::new(secret).id())
}

/// A room that makes appends.
#[derive(Clone)]
pub(crate) struct Author {
    pub(crate) code: RoomCode,
    pub(crate) by: ServerId,
    /// The room as stored.
    pub(crate) room: Option<Room>,
    created: Event,
}

impl Author {
    /// A room made at this time by the device with this secret.
    pub(crate) fn new(code: u64, options: RoomOptions, secret: u128, at_ms: u64) -> Self {
        let code = RoomCode::new(code);
        let created = Room::create(code, options, device(secret), Moment::at(at_ms), CpuPlayer::may_sit_in_room)
            .expect("it can be made");
        Self { code, by: HERE, room: None, created }
    }

    fn append_of(&self, events: Vec<Event>) -> Append {
        let mut after = self.room.clone().expect("the room is made");
        for event in &events {
            after.apply(event).expect("it follows");
        }
        Append { room: self.code, by: self.by, row: RoomRow::of(&after), events }
    }

    /// The append that creates the room.
    pub(crate) fn creation(&self) -> Append {
        let row = RoomRow::of(&Room::new(&self.created).expect("it is the first event"));
        Append { room: self.code, by: self.by, events: vec![self.created.clone()], row }
    }

    /// The append for an action.
    pub(crate) fn decision(&self, who: Who, at_ms: u64, action: Action) -> Append {
        let room = self.room.as_ref().expect("the room is made");
        let command = Command { id: CommandId(at_ms), seen: room.sequence(), action };
        self.append_of(
            room.decide(&command, who, Moment::at(at_ms), CpuPlayer::may_sit_in_room).expect("it is allowed"),
        )
    }

    /// Appends, which must succeed, and applies the events.
    pub(crate) async fn store(&mut self, store: &dyn Store, append: Append) -> Vec<Event> {
        let events = append.events.clone();
        assert_eq!(store.append(append).await.expect("the store writes"), Appended::Done);
        for event in &events {
            self.apply(event);
        }
        events
    }

    /// Applies a stored event.
    pub(crate) fn apply(&mut self, event: &Event) {
        match &mut self.room {
            Some(room) => room.apply(event).expect("it follows"),
            None => self.room = Some(Room::new(event).expect("it is the first")),
        }
    }

    /// Creates the room in the store.
    pub(crate) async fn create(&mut self, store: &dyn Store) -> Vec<Event> {
        self.store(store, self.creation()).await
    }

    pub(crate) async fn act(&mut self, store: &dyn Store, secret: u128, at_ms: u64, action: Action) -> Vec<Event> {
        self.store(store, self.decision(device(secret), at_ms, action)).await
    }

    pub(crate) async fn sit(&mut self, store: &dyn Store, secret: u128, at_ms: u64, player: Player) -> Vec<Event> {
        let name = PlayerName::nearest("Anna");
        self.act(store, secret, at_ms, Action::TakeSeat { player, name }).await
    }
}

async fn appends_must_follow_the_last_event(location: Location) {
    let store = location.open().await;
    let mut author = Author::new(1, options(6), 1, 1_000);
    assert_eq!(store.read_after(author.code, 0).await.expect("reads"), []);
    let creation = author.creation();
    let mut events = author.create(&*store).await;
    assert_eq!(store.append(creation).await.expect("answers"), Appended::Conflict);
    let seated = author.decision(device(1), 2_000, Action::TakeSeat { player: Black, name: PlayerName::nearest("A") });
    events.extend(author.store(&*store, seated.clone()).await);
    assert_eq!(store.append(seated).await.expect("answers"), Appended::Conflict);
    // An append that follows an event not stored yet.
    let mut ahead = author.clone();
    let ready = ahead.decision(device(1), 3_000, Action::SetReady { ready: true });
    for event in &ready.events {
        ahead.room.as_mut().expect("it is made").apply(event).expect("it follows");
    }
    let gap = ahead.decision(device(1), 4_000, Action::SetReady { ready: false });
    assert_eq!(store.append(gap).await.expect("answers"), Appended::Conflict);
    events.extend(author.store(&*store, ready).await);
    // An append to a room that does not exist.
    let stranger = author.decision(device(1), 5_000, Action::SetReady { ready: false });
    let stranger = Append { room: RoomCode::new(2), ..stranger };
    assert_eq!(store.append(stranger).await.expect("answers"), Appended::Conflict);
    assert_eq!(store.read_after(author.code, 0).await.expect("reads"), events);
    assert_eq!(store.read_after(author.code, 2).await.expect("reads"), events[2..]);
    assert_eq!(store.read_first(author.code).await.expect("reads").as_ref(), events.first());
    assert_eq!(store.read_after(RoomCode::new(2), 0).await.expect("reads"), []);
    assert_eq!(store.read_first(RoomCode::new(2)).await.expect("reads"), None);
}

async fn only_one_of_several_appends_at_once_succeeds(location: Location) {
    let store = location.open().await;
    let mut author = Author::new(1, options(6), 1, 1_000);
    let creations: Vec<_> = (0..8).map(|_| store.append(author.creation())).collect();
    let mut done = 0;
    for creation in creations {
        done += usize::from(creation.await.expect("answers") == Appended::Done);
    }
    assert_eq!(done, 1);
    author.room = Room::replay(&store.read_after(author.code, 0).await.expect("reads")).expect("it follows");
    author.sit(&*store, 1, 1_000, Black).await;
    for round in 0..20 {
        let rename = |number: u64| {
            let name = PlayerName::nearest(&format!("{round} of {number}"));
            store.append(author.decision(device(1), 2_000 + round, Action::Rename { name }))
        };
        let mut done = 0;
        for answer in (0..8).map(rename).collect::<Vec<_>>() {
            done += usize::from(answer.await.expect("answers") == Appended::Done);
        }
        assert_eq!(done, 1, "round {round}");
        author.room = Room::replay(&store.read_after(author.code, 0).await.expect("reads")).expect("it follows");
    }
}

async fn many_rooms_are_appended_to_at_once(location: Location) {
    const ROOMS: u64 = 600;
    let store = location.open().await;
    let authors: Vec<_> = (0..ROOMS).map(|code| Author::new(code, options(4), 1, 1_000)).collect();
    let answers: Vec<_> = authors.iter().map(|author| store.append(author.creation())).collect();
    for answer in answers {
        assert_eq!(answer.await.expect("the store writes"), Appended::Done);
    }
    for author in &authors {
        let events = store.read_after(author.code, 0).await.expect("reads");
        assert_eq!(events, std::slice::from_ref(&author.created));
    }
    assert!(store.can_write());
}

async fn appended_events_survive_a_restart(location: Location) {
    let store = location.open().await;
    let mut author = Author::new(1, options(6), 1, 1_000);
    let mut events = author.create(&*store).await;
    events.extend(author.sit(&*store, 1, 2_000, Black).await);
    store.close().await.expect("it closes");
    assert!(store.append(author.creation()).await.is_err(), "a closed store refuses appends");
    drop(store);
    let store = location.open().await;
    assert_eq!(store.read_after(author.code, 0).await.expect("reads"), events);
    author.sit(&*store, 2, 3_000, White).await;
}

async fn texts_of_all_languages_are_stored(location: Location) {
    let store = location.open().await;
    let mut author = Author::new(1, public(6), 1, 1_000);
    let mut events = author.create(&*store).await;
    let name = PlayerName::nearest("色返し 'é\" \\ 🌸");
    events.extend(author.act(&*store, 1, 2_000, Action::TakeSeat { player: Black, name: name.clone() }).await);
    assert_eq!(store.read_after(author.code, 0).await.expect("reads"), events);
    let listing = author.room.as_ref().and_then(Room::listing).expect("it is listed");
    connect(&*store, HERE, author.code, 1).await;
    store.renew_lease(HERE, 10_000).await.expect("it lives");
    assert_eq!(store.listed(5_000, 10).await.expect("reads"), [listing]);
}

async fn rooms_with_due_tasks_are_found(location: Location) {
    let store = location.open().await;
    let mut rooms = Vec::new();
    for (code, at_ms) in [(1, 3_000), (2, 1_000), (3, 2_000), (4, 1_000_000)] {
        let mut author = Author::new(code, options(6), 1, at_ms);
        author.create(&*store).await;
        author.sit(&*store, 1, at_ms, Black).await;
        // An absent human loses the seat some time later.
        let away = author.decision(Who::Server, at_ms, Action::SetAway { player: Black, away: true });
        author.store(&*store, away).await;
        rooms.push(author);
    }
    let due_ms = |author: &Author| RoomRow::of(author.room.as_ref().expect("it is made")).due_ms.expect("it is due");
    let at = due_ms(&rooms[0]);
    assert_eq!(store.due(due_ms(&rooms[1]) - 1, 10).await.expect("reads"), []);
    assert_eq!(store.due(at, 10).await.expect("reads"), [rooms[1].code, rooms[2].code, rooms[0].code]);
    assert_eq!(store.due(at, 2).await.expect("reads"), [rooms[1].code, rooms[2].code]);
    let back = rooms[1].decision(Who::Server, 1_500, Action::SetAway { player: Black, away: false });
    rooms[1].store(&*store, back).await;
    assert_eq!(store.due(at, 10).await.expect("reads"), [rooms[2].code, rooms[0].code]);
}

async fn appends_of_other_servers_are_found(location: Location) {
    let store = location.open().await;
    for (code, by, at_ms) in [(1, HERE, 2_000), (2, ELSEWHERE, 2_000), (3, ELSEWHERE, 1_000)] {
        let mut author = Author { by, ..Author::new(code, options(6), 1, at_ms) };
        author.create(&*store).await;
        author.sit(&*store, 1, at_ms, Black).await;
    }
    assert_eq!(store.appended_since(1_500, HERE).await.expect("reads"), [(RoomCode::new(2), 2)]);
    assert_eq!(store.appended_since(1_500, ELSEWHERE).await.expect("reads"), [(RoomCode::new(1), 2)]);
    assert_eq!(store.appended_since(0, HERE).await.expect("reads").len(), 2);
}

/// A device with its own network connects or disconnects.
fn change(room: RoomCode, secret: u128, is_there: bool) -> PresenceChange {
    PresenceChange { room, device: DeviceToken::new(secret).id(), network: secret as u64, is_there }
}

async fn note(store: &dyn Store, server: ServerId, room: RoomCode, secret: u128, is_there: bool) {
    store.note_presence(server, vec![change(room, secret, is_there)], 1_000).await.expect("the store writes");
}

async fn connect(store: &dyn Store, server: ServerId, room: RoomCode, secret: u128) {
    note(store, server, room, secret, true).await;
}

async fn public_rooms_are_listed_while_their_host_is_connected(location: Location) {
    let store = location.open().await;
    let mut listings = Vec::new();
    for (code, at_ms) in [(1, 1_000), (2, 2_000)] {
        let mut author = Author::new(code, public(6), u128::from(code), at_ms);
        author.create(&*store).await;
        listings.push(author.room.as_ref().and_then(Room::listing).expect("it is listed"));
    }
    Author::new(3, options(6), 3, 3_000).create(&*store).await;
    assert_eq!(store.listed(4_000, 10).await.expect("reads"), []);
    for secret in 1..=3u64 {
        connect(&*store, HERE, RoomCode::new(secret), u128::from(secret)).await;
    }
    assert_eq!(store.listed(4_000, 10).await.expect("reads"), [], "the server has not said that it lives");
    store.renew_lease(HERE, 10_000).await.expect("it lives");
    assert_eq!(store.listed(4_000, 10).await.expect("reads"), [listings[1].clone(), listings[0].clone()]);
    assert_eq!(store.listed(4_000, 1).await.expect("reads"), [listings[1].clone()]);
    assert_eq!(store.listed(10_000, 10).await.expect("reads"), []);
    // Another device is connected instead of the host.
    note(&*store, HERE, RoomCode::new(2), 2, false).await;
    connect(&*store, HERE, RoomCode::new(2), 7).await;
    assert_eq!(store.listed(4_000, 10).await.expect("reads"), [listings[0].clone()]);
}

async fn rooms_are_found_by_board_and_clock(location: Location) {
    let store = location.open().await;
    let mut rooms = Vec::new();
    for (code, options) in [(1, public(6)), (2, public(6)), (3, public(8)), (4, options(6))] {
        let mut author = Author::new(code, options, 1, 1_000 * code);
        author.create(&*store).await;
        rooms.push(author);
    }
    rooms[1].sit(&*store, 5, 9_000, White).await;
    let key = MatchKey::of(&public(6));
    let found = store.matching(key.clone(), 10).await.expect("reads");
    let codes: Vec<RoomCode> = found.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [rooms[0].code, rooms[1].code], "the oldest first");
    assert!(found[1].1.contains(&DeviceToken::new(5).id()), "with those who sit there");
    assert_eq!(store.matching(key, 1).await.expect("reads").len(), 1);
    assert_eq!(store.matching(MatchKey::of(&public(8)), 10).await.expect("reads")[0].0, rooms[2].code);
}

async fn presence_lasts_as_long_as_its_servers_lease(location: Location) {
    let store = location.open().await;
    let (room, other) = (RoomCode::new(1), RoomCode::new(2));
    store.renew_lease(HERE, 10_000).await.expect("it lives");
    store.renew_lease(ELSEWHERE, 5_000).await.expect("it lives");
    // The last of several changes counts.
    let here = vec![change(room, 1, true), change(room, 2, true), change(room, 2, false), change(other, 3, true)];
    store.note_presence(HERE, here, 1_000).await.expect("the store writes");
    let twice = vec![change(room, 1, true), change(room, 1, true), change(room, 4, false), change(room, 4, true)];
    store.note_presence(ELSEWHERE, twice, 1_000).await.expect("the store writes");
    let present = async |room, at_ms| {
        let mut devices = store.present_elsewhere(room, at_ms, ServerId(0)).await.expect("reads");
        devices.sort();
        let secrets = [1, 2, 3, 4].into_iter();
        secrets.filter(|secret| devices.contains(&DeviceToken::new(*secret).id())).collect::<Vec<u128>>()
    };
    assert_eq!(present(room, 4_000).await, [1, 4]);
    let devices = store.present_elsewhere(room, 4_000, ServerId(0)).await.expect("reads");
    assert_eq!(devices.len(), 2, "each device once");
    let not_here = store.present_elsewhere(other, 4_000, HERE).await.expect("reads");
    assert_eq!(not_here, [], "a server knows who is connected to itself");
    assert_eq!(present(other, 4_000).await, [3]);
    assert_eq!(store.of_gone_servers(4_000, 10).await.expect("reads"), []);
    assert_eq!(present(room, 6_000).await, [1]);
    assert_eq!(store.of_gone_servers(6_000, 10).await.expect("reads"), [room]);
    store.forget_gone_servers(HERE, room, 6_000).await.expect("the store writes");
    assert_eq!(store.of_gone_servers(6_000, 10).await.expect("reads"), []);
    // The server is running after all.
    store.renew_lease(ELSEWHERE, 20_000).await.expect("it lives");
    assert_eq!(present(room, 6_000).await, [1], "forgotten is forgotten");
    assert_eq!(store.of_gone_servers(11_000, 10).await.expect("reads").len(), 2);
    assert_eq!(store.of_gone_servers(11_000, 1).await.expect("reads").len(), 1);
}

async fn two_rooms_of_a_network_are_listed(location: Location) {
    let store = location.open().await;
    store.renew_lease(HERE, 10_000).await.expect("it lives");
    store.renew_lease(ELSEWHERE, 10_000).await.expect("it lives");
    for code in 1..=6 {
        let secret = u128::from(code);
        Author::new(code, public(6), secret, 1_000 * code).create(&*store).await;
        // The second room is of another network. The host of the sixth was stored by an earlier version.
        let network = match code {
            2 => 8,
            6 => 0,
            _ => 7,
        };
        let change = PresenceChange { network, ..change(RoomCode::new(code), secret, true) };
        store.note_presence(HERE, vec![change], 1_000).await.expect("the store writes");
    }
    // A host connected to two servers still has only one room.
    connect(&*store, ELSEWHERE, RoomCode::new(2), 2).await;
    let listed = async || {
        let rooms = store.listed(9_000, 10).await.expect("reads");
        rooms.into_iter().map(|room| room.code).collect::<Vec<_>>()
    };
    assert_eq!(listed().await, [6, 3, 2, 1].map(RoomCode::new), "of network 7 the two oldest");
    note(&*store, HERE, RoomCode::new(1), 1, false).await;
    assert_eq!(listed().await, [6, 4, 3, 2].map(RoomCode::new));
}

async fn the_oldest_and_the_newest_of_many_rooms_are_listed(location: Location) {
    let store = location.open().await;
    store.renew_lease(HERE, 100_000).await.expect("it lives");
    for code in 1..=20 {
        Author::new(code, public(6), u128::from(code), 1_000 * code).create(&*store).await;
        connect(&*store, HERE, RoomCode::new(code), u128::from(code)).await;
    }
    let listed = async |max| {
        let rooms = store.listed(50_000, max).await.expect("reads");
        rooms.into_iter().map(|room| room.code).collect::<Vec<_>>()
    };
    assert_eq!(listed(5).await, [20, 19, 18, 2, 1].map(RoomCode::new));
    assert_eq!(listed(20).await.len(), 20);
    assert_eq!(listed(19).await.len(), 19);
}

/// The abandoned rooms.
async fn abandoned(store: &dyn Store, since: u64) -> Vec<RoomCode> {
    store.abandoned(since, 10).await.expect("reads")
}

async fn waiting_rooms_without_connections_are_abandoned(location: Location) {
    let store = location.open().await;
    for code in 1..=3 {
        Author::new(code, options(6), 1, 1_000 * code).create(&*store).await;
    }
    assert_eq!(abandoned(&*store, 1_000).await, []);
    assert_eq!(abandoned(&*store, 9_000).await, [1, 2, 3].map(RoomCode::new), "the longest idle first");
    assert_eq!(store.abandoned(9_000, 1).await.expect("reads"), [RoomCode::new(1)]);
    // Any connection keeps an unlisted room, even at a server without recent signs of life.
    connect(&*store, ELSEWHERE, RoomCode::new(1), 5).await;
    assert_eq!(abandoned(&*store, 9_000).await, [2, 3].map(RoomCode::new));
    // A match goes on without any connection.
    let mut playing = Author::new(4, options(6), 1, 1_000);
    playing.create(&*store).await;
    for (secret, player) in [(1, Black), (2, White)] {
        playing.sit(&*store, secret, 1_001, player).await;
        playing.act(&*store, secret, 1_002, Action::SetReady { ready: true }).await;
    }
    assert_eq!(abandoned(&*store, 9_000).await, [2, 3].map(RoomCode::new));
    let mut closed = Author::new(5, options(6), 1, 1_000);
    closed.create(&*store).await;
    closed.act(&*store, 1, 1_000, Action::Close).await;
    assert_eq!(abandoned(&*store, 9_000).await, [2, 3].map(RoomCode::new));
}

async fn listed_rooms_without_their_host_are_abandoned(location: Location) {
    let store = location.open().await;
    for code in 1..=2 {
        Author::new(code, public(6), 1, 1_000).create(&*store).await;
    }
    connect(&*store, HERE, RoomCode::new(1), 1).await;
    connect(&*store, HERE, RoomCode::new(2), 7).await;
    assert_eq!(abandoned(&*store, 9_000).await, [RoomCode::new(2)]);
}

async fn a_room_is_abandoned_some_time_after_the_last_departure(location: Location) {
    let store = location.open().await;
    store.renew_lease(HERE, 5_000).await.expect("it lives");
    for code in 1..=2 {
        Author::new(code, options(6), 1, 1_000).create(&*store).await;
        connect(&*store, HERE, RoomCode::new(code), 1).await;
    }
    store.note_presence(HERE, vec![change(RoomCode::new(1), 1, false)], 7_000).await.expect("the store writes");
    assert_eq!(abandoned(&*store, 7_000).await, []);
    assert_eq!(abandoned(&*store, 7_001).await, [RoomCode::new(1)]);
    // Clients of a dead server count as gone once that is noticed.
    store.forget_gone_servers(ELSEWHERE, RoomCode::new(2), 8_000).await.expect("the store writes");
    assert_eq!(abandoned(&*store, 8_000).await, [RoomCode::new(1)]);
    assert_eq!(abandoned(&*store, 8_001).await, [1, 2].map(RoomCode::new));
}

async fn old_rooms_are_deleted(location: Location) {
    let store = location.open().await;
    for (code, at_ms) in [(1, 1_000), (2, 1_000), (3, 1_000), (4, 5_000)] {
        Author::new(code, options(6), 1, at_ms).create(&*store).await;
    }
    assert_eq!(store.prune(1_000, 10).await.expect("writes"), 0);
    assert_eq!(store.prune(2_000, 2).await.expect("writes"), 2);
    assert_eq!(store.prune(2_000, 2).await.expect("writes"), 1);
    assert_eq!(store.appended_since(0, ELSEWHERE).await.expect("reads"), [(RoomCode::new(4), 1)]);
    assert_eq!(store.read_after(RoomCode::new(1), 0).await.expect("reads"), []);
    assert_eq!(store.read_after(RoomCode::new(4), 0).await.expect("reads").len(), 1);
    // The name is free again.
    Author::new(1, options(6), 1, 6_000).create(&*store).await;
}

/// Waits for the next notice of this kind.
pub(crate) async fn wait_for_notice(notices: &mut Receiver<Notice>, is_meant: impl Fn(&Notice) -> bool) {
    let found = async { while !is_meant(&notices.recv().await.expect("the store goes on")) {} };
    timeout(MAX_WAIT, found).await.expect("the notice comes");
}

async fn appends_send_notices(location: Location) {
    let store = location.open().await;
    let mut notices = store.notices();
    let mut author = Author::new(1, options(6), 1, 1_000);
    author.create(&*store).await;
    author.sit(&*store, 1, 2_000, Black).await;
    for sequence in 1..=2 {
        let expected = Notice::Appended { room: author.code, sequence, by: HERE };
        assert_eq!(timeout(MAX_WAIT, notices.recv()).await.expect("it is told").expect("it goes on"), expected);
    }
    let reaction = RoomReaction { room: author.code, player: Black, reaction: Reaction::GoodLuck, by: HERE };
    store.send_reaction(reaction).await.expect("the store tells");
}

async fn rooms_of_a_later_version_are_refused(location: Location) {
    let store = location.open().await;
    store.close().await.expect("it closes");
    drop(store);
    // Opening it again changes nothing.
    let store = location.open().await;
    store.close().await.expect("it closes");
    drop(store);
    location.set_version(99);
    match location.try_open().await {
        Err(error @ StoreError::Newer { found: 99, known: 2 }) => {
            assert!(error.to_string().contains("update the server"), "{error}");
        }
        Err(error) => panic!("another reason: {error}"),
        Ok(_) => panic!("it must not be opened"),
    }
}
