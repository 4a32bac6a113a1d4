//! A store whose answers to appends are lost: stored events must still reach everybody.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use irogaeshi::online::{Action, CommandId, DeviceId, DeviceToken, Event, PlayerName, RoomCode, RoomListing};
use irogaeshi::rules::Player::{Black, White};
use irogaeshi::server::metrics::Metrics;
use irogaeshi::server::rooms::{NotCreated, OpenRooms};
use irogaeshi::server::store::{
    Answer, Append, Appended, MatchKey, Notice, PresenceChange, RoomReaction, ServerId, SqliteStore, Store, StoreError,
};
use tokio::sync::broadcast;

use crate::running_server::Folder;
use crate::table::options;
use crate::two_servers::{Client, server};

/// A store that carries out everything but, while cut off, loses its answers to appends.
struct CutOffStore {
    store: SqliteStore,
    is_cut_off: AtomicBool,
    /// A channel without notices.
    no_notices: broadcast::Sender<Notice>,
}

impl Store for CutOffStore {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let appended = self.store.append(append);
        Box::pin(async move {
            let appended = appended.await?;
            let is_lost = self.is_cut_off.swap(false, Ordering::SeqCst);
            if is_lost { Err(StoreError::Silent) } else { Ok(appended) }
        })
    }

    fn read_after(&self, room: RoomCode, sequence: u64) -> Answer<'_, Vec<Event>> {
        self.store.read_after(room, sequence)
    }

    fn read_first(&self, room: RoomCode) -> Answer<'_, Option<Event>> {
        self.store.read_first(room)
    }

    fn notices(&self) -> broadcast::Receiver<Notice> {
        self.no_notices.subscribe()
    }

    fn send_reaction(&self, reaction: RoomReaction) -> Answer<'_, ()> {
        self.store.send_reaction(reaction)
    }

    fn due(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.store.due(at_ms, max)
    }

    fn appended_since(&self, at_ms: u64, not_by: ServerId) -> Answer<'_, Vec<(RoomCode, u64)>> {
        self.store.appended_since(at_ms, not_by)
    }

    fn listed(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomListing>> {
        self.store.listed(at_ms, max)
    }

    fn matching(&self, key: MatchKey, max: u32) -> Answer<'_, Vec<(RoomCode, Vec<DeviceId>)>> {
        self.store.matching(key, max)
    }

    fn can_write(&self) -> bool {
        self.store.can_write()
    }

    fn until_lost(&self) -> Pin<Box<dyn Future<Output = StoreError> + Send + '_>> {
        self.store.until_lost()
    }

    fn latest_lease(&self) -> Answer<'_, Option<u64>> {
        self.store.latest_lease()
    }

    fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    fn renew_lease(&self, server: ServerId, until_ms: u64) -> Answer<'_, ()> {
        self.store.renew_lease(server, until_ms)
    }

    fn note_presence(&self, server: ServerId, changes: Vec<PresenceChange>, at_ms: u64) -> Answer<'_, ()> {
        self.store.note_presence(server, changes, at_ms)
    }

    fn present_elsewhere(&self, room: RoomCode, at_ms: u64, here: ServerId) -> Answer<'_, Vec<DeviceId>> {
        self.store.present_elsewhere(room, at_ms, here)
    }

    fn of_gone_servers(&self, at_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.store.of_gone_servers(at_ms, max)
    }

    fn forget_gone_servers(&self, server: ServerId, room: RoomCode, at_ms: u64) -> Answer<'_, ()> {
        self.store.forget_gone_servers(server, room, at_ms)
    }

    fn abandoned(&self, since_ms: u64, max: u32) -> Answer<'_, Vec<RoomCode>> {
        self.store.abandoned(since_ms, max)
    }

    fn prune(&self, before_ms: u64, max: u32) -> Answer<'_, u64> {
        self.store.prune(before_ms, max)
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}

/// A server whose store can be cut off.
async fn cut_off(folder: &Folder) -> (Arc<CutOffStore>, OpenRooms) {
    let metrics = Arc::new(Metrics::default());
    let store = Arc::new(CutOffStore {
        store: SqliteStore::open(folder.path(), &metrics).expect("a new store"),
        is_cut_off: AtomicBool::new(false),
        no_notices: broadcast::Sender::new(1),
    });
    let rooms = server(&(store.clone() as Arc<dyn Store>), &metrics, 1).await;
    (store, rooms)
}

/// All rooms in the store.
async fn rooms_in(store: &CutOffStore) -> Vec<RoomCode> {
    let rooms = store.appended_since(0, ServerId(0)).await.expect("the store answers");
    rooms.into_iter().map(|(code, _)| code).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_makes_one_room() {
    let folder = Folder::new();
    let (store, rooms) = cut_off(&folder).await;
    let token = DeviceToken::new(1);
    let options = options(6);
    let create = |request_id| rooms.create(CommandId(request_id), &token, &options, || true);
    store.is_cut_off.store(true, Ordering::SeqCst);
    assert!(matches!(create(7).await, Err(NotCreated::Store(_))), "the answer is lost");
    let code = create(7).await.expect("a room");
    assert_eq!(rooms_in(&store).await, [code]);
    assert_eq!(create(7).await.expect("a room"), code);
    assert_ne!(create(8).await.expect("another room"), code);
    assert_eq!(rooms_in(&store).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_who_want_the_same_match_at_once_meet() {
    let folder = Folder::new();
    let (_store, rooms) = cut_off(&folder).await;
    let (anna, ben) = (DeviceToken::new(1), DeviceToken::new(2));
    let name = PlayerName::nearest("A name");
    let room = rooms.play(CommandId(1), &anna, &name, &options(6), || true).await.expect("a room");
    // Anna's connection has not joined her room yet.
    assert_eq!(rooms.play(CommandId(1), &ben, &name, &options(6), || true).await.expect("a room"), room);
    // The match is running. Anna asks again because the answer was lost.
    assert_eq!(rooms.play(CommandId(1), &anna, &name, &options(6), || true).await.expect("a room"), room);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_whose_answer_was_lost_still_reaches_everybody() {
    let folder = Folder::new();
    let (store, rooms) = cut_off(&folder).await;
    let code = rooms.create(CommandId(0), &DeviceToken::new(1), &options(6), || true).await.expect("a room");
    let mut anna = Client::join(&rooms, code, 1).await;
    let mut ben = Client::join(&rooms, code, 2).await;
    store.is_cut_off.store(true, Ordering::SeqCst);
    anna.ask(1, Action::TakeSeat { player: Black, name: PlayerName::nearest("Anna") }).await;
    // Anna's connection is closed, and nobody asks for anything else.
    ben.wait("Anna to sit", |ben| ben.is_seated(Black)).await;
    ben.ask(2, Action::TakeSeat { player: White, name: PlayerName::nearest("Ben") }).await;
    ben.wait("Ben to sit", |ben| ben.is_seated(White)).await;
}
