//! Requirements for database stores only: sharing by several servers, and recovery after an outage.

use std::sync::Arc;
use std::time::Instant;

use irogaeshi::online::{Action, PlayerName, Reaction, Room, RoomCode};
use irogaeshi::rules::Player::Black;
use irogaeshi::server::metrics::Metrics;
use irogaeshi::server::store::{Answer, Appended, Notice, PostgresStore, RoomReaction, Store, StoreError};

use crate::running_database::{RunningDatabase, Shutdown, TestDatabase, address, execute};
use crate::running_server::MAX_WAIT;
use crate::store_contract::{Author, ELSEWHERE, HERE, Location, device, run, wait_for_notice};
use crate::table::options;

async fn open(url: &str) -> Result<PostgresStore, StoreError> {
    PostgresStore::open(&address(url), &Arc::new(Metrics::default())).await
}

/// Error for a database that must not be used.
async fn refusal(url: &str) -> String {
    match open(url).await {
        Err(error) => error.to_string(),
        Ok(_) => panic!("{url} must not be used"),
    }
}

#[test]
fn servers_starting_at_once_create_the_tables_once() {
    run(async {
        let location = Location::database();
        let stores = tokio::join!(location.open(), location.open(), location.open(), location.open());
        let mut author = Author::new(1, options(6), 1, 1_000);
        author.create(&*stores.0).await;
        for store in [&stores.1, &stores.2, &stores.3] {
            assert_eq!(store.read_after(author.code, 0).await.expect("reads").len(), 1);
        }
    });
}

#[test]
fn only_one_of_several_servers_appends_at_a_time() {
    run(async {
        let location = Location::database();
        let stores = [location.open().await, location.open().await];
        let rooms = 20;
        let mut authors: Vec<_> = (0..rooms).map(|code| Author::new(code, options(6), 1, 1_000)).collect();
        for author in &mut authors {
            author.create(&*stores[0]).await;
            author.sit(&*stores[0], 1, 1_000, Black).await;
        }
        for round in 0..25u64 {
            let mut appends_made = Vec::new();
            for (number, store) in stores.iter().enumerate() {
                // One store takes the rooms in reverse order, which could cause a deadlock.
                let order: Vec<_> = if number == 0 { authors.iter().collect() } else { authors.iter().rev().collect() };
                for author in order {
                    let name = PlayerName::nearest(&format!("{round} of {number}"));
                    let append = author.decision(device(1), 2_000 + round, Action::Rename { name });
                    appends_made.push((number, append.clone(), store.append(append)));
                }
            }
            let mut done = Vec::new();
            for (_, append, answer) in appends_made {
                if answer.await.expect("the store writes") == Appended::Done {
                    done.push(append);
                }
            }
            assert_eq!(done.len(), authors.len(), "each room has one who was first");
            for append in done {
                let author = authors.iter_mut().find(|author| author.code == append.room).expect("it is one of them");
                let room = author.room.as_mut().expect("it is made");
                for event in &append.events {
                    room.apply(event).expect("each room once");
                }
            }
        }
        for author in &authors {
            let events = stores[1].read_after(author.code, 0).await.expect("reads");
            assert_eq!(Room::replay(&events).expect("it follows"), author.room);
        }
    });
}

#[test]
fn servers_receive_notices_of_each_other() {
    run(async {
        let location = Location::database();
        let (here, there) = (location.open().await, location.open().await);
        let mut notices = there.notices();
        let mut author = Author::new(1, options(6), 1, 1_000);
        author.create(&*here).await;
        let expected = Notice::Appended { room: author.code, sequence: 1, by: HERE };
        wait_for_notice(&mut notices, |notice| *notice == expected).await;
        let reaction = RoomReaction { room: author.code, player: Black, reaction: Reaction::Applause, by: ELSEWHERE };
        here.send_reaction(reaction).await.expect("the store tells");
        wait_for_notice(&mut notices, |notice| *notice == Notice::Reaction(reaction)).await;
    });
}

#[test]
fn a_reconnected_listener_reports_that_notices_may_be_lost() {
    run(async {
        let database = TestDatabase::new();
        let store = open(&database.url).await.expect("the store opens");
        let mut notices = store.notices();
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        execute(&database.url, cut);
        wait_for_notice(&mut notices, |notice| *notice == Notice::Missed).await;
        let mut author = Author::new(1, options(6), 1, 1_000);
        author.create(&store).await;
        wait_for_notice(&mut notices, |notice| matches!(notice, Notice::Appended { .. })).await;
    });
}

/// The store's answer once it has found its database again.
async fn once_back<'a, T>(ask: impl Fn() -> Answer<'a, T>) -> T {
    let until = Instant::now() + MAX_WAIT;
    loop {
        match ask().await {
            Err(StoreError::Away { .. }) if Instant::now() < until => {}
            answer => return answer.expect("it is back"),
        }
    }
}

#[test]
fn nothing_is_acknowledged_while_the_database_is_away_and_the_store_recovers() {
    let mut running = RunningDatabase::start(&[]);
    let url = running.create("");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = runtime.block_on(open(&url)).expect("the store opens");
    let mut author = Author::new(1, options(6), 1, 1_000);
    let mut events = runtime.block_on(author.create(&store));
    for (round, how) in (2..).zip([Shutdown::Fast, Shutdown::Immediate, Shutdown::Killed]) {
        let name = PlayerName::nearest(&format!("{round}"));
        let action = match round {
            2 => Action::TakeSeat { player: Black, name },
            _ => Action::Rename { name },
        };
        let append = author.decision(device(1), 1_000 * round, action);
        running.stop(how);
        let began = Instant::now();
        let both = async { tokio::join!(store.append(append.clone()), store.read_first(author.code)) };
        let (appended, read) = runtime.block_on(both);
        assert!(began.elapsed().as_secs() < 20, "{how:?}: nobody waits for long");
        // Processes whose first one was killed may still complete a last operation.
        let is_last = how == Shutdown::Killed;
        assert!(read.is_err() || is_last, "{how:?}: the database is away");
        assert!(appended.is_err() || is_last, "{how:?}: it is not stored");
        running.restart();
        events.extend(append.events.clone());
        let found = runtime.block_on(once_back(|| store.read_after(author.code, 0)));
        if found == events {
            assert!(is_last, "{how:?}: a database that has stopped stores nothing");
        } else {
            assert!(appended.is_err(), "{how:?}: what was acknowledged is there");
            let appended = runtime.block_on(once_back(|| store.append(append.clone())));
            assert_eq!(appended, Appended::Done);
        }
        for event in &append.events {
            author.apply(event);
        }
    }
    assert_eq!(runtime.block_on(store.read_after(author.code, 0)).expect("reads"), events);
}

#[test]
fn unsafe_databases_are_refused() {
    let careless = RunningDatabase::start(&["fsync=off"]);
    let url = careless.create("");
    let database = TestDatabase::new();
    let (server, name) = database.url.rsplit_once('/').expect("an address has a name");
    let ascii = format!("{name}_ascii");
    execute(&database.url, &format!("CREATE DATABASE {ascii} TEMPLATE template0 ENCODING 'SQL_ASCII'"));
    run(async {
        let reason = refusal(&url).await;
        assert!(reason.contains("fsync = on"), "{reason}");
        let reason = refusal(&format!("{server}/{ascii}")).await;
        assert!(reason.contains("ENCODING 'UTF8'"), "{reason}");
        let reason = refusal(&database.url.replace("pass%20word", "wrong%20word")).await;
        assert!(reason.contains("password authentication failed") && !reason.contains("wrong"), "{reason}");
        let reason = refusal(&format!("{server}/nothing")).await;
        assert!(reason.contains("does not exist"), "{reason}");
    });
}

/// Commits must be durable even in a database configured to answer before writing.
#[test]
fn commits_are_synchronous_regardless_of_the_database_default() {
    run(async {
        let database = TestDatabase::new();
        let (_, name) = database.url.rsplit_once('/').expect("an address has a name");
        execute(&database.url, &format!("ALTER DATABASE {name} SET synchronous_commit = off"));
        let store = open(&database.url).await.expect("it can be used");
        Author::new(1, options(6), 1, 1_000).create(&store).await;
    });
}

/// Measures the speed of appends to many rooms. `IROGAESHI_APPENDS` sets the number; the speed is printed.
#[test]
fn many_rooms_are_appended_to_in_parallel() {
    let appends: u64 = std::env::var("IROGAESHI_APPENDS").ok().and_then(|text| text.parse().ok()).unwrap_or(2_000);
    run(async {
        let location = Location::database();
        let store = location.open().await;
        let rooms = 100;
        let began = Instant::now();
        let tasks: Vec<_> = (0..rooms)
            .map(|code| {
                let store = store.clone();
                tokio::spawn(async move {
                    let mut author = Author::new(code, options(6), 1, 1_000);
                    author.create(&*store).await;
                    author.sit(&*store, 1, 1_000, Black).await;
                    for round in 2..appends / rooms {
                        let name = PlayerName::nearest(&format!("{round}"));
                        author.act(&*store, 1, 1_000 + round, Action::Rename { name }).await;
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.expect("all is appended");
        }
        let time = began.elapsed();
        let events = store.read_after(RoomCode::new(0), 0).await.expect("reads").len() as u64;
        assert_eq!(events, appends / rooms);
        println!("{appends} appends in {time:?}: {:.0} a second", appends as f64 / time.as_secs_f64());
    });
}
