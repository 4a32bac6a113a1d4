//! A match of five players in which every message cuts a connection.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use irogaeshi::online::{Phase, RoomOptions};
use irogaeshi::rules::Variant;

use crate::cutting_proxy::CuttingProxy;
use crate::pair::{play_a_little, reconnect};
use crate::running_server::{MAX_WAIT, RunningServer};
use crate::table::options;
use crate::test_client::TestClient;

#[test]
fn a_match_of_five_ends_although_every_message_cuts_a_connection() {
    let many = "1000000";
    let flags = ["--messages", many, "--messages-per-address", many, "--requests-per-address", many];
    let server = RunningServer::start(&flags);
    let variant = Variant::built_in("five").expect("is built in");
    let seats = variant.everybody();
    let mut clients: Vec<TestClient> =
        (0..seats.len()).map(|number| TestClient::connect(server.address(), 500 + number as u128)).collect();
    let room = clients[0].create(RoomOptions { variant: variant.into(), absence_s: 3_600, ..options(8) });
    for (client, seat) in clients.iter_mut().zip(seats) {
        if client.code.is_none() {
            client.hello(room);
        }
        client.sit(seat, "");
    }
    clients.iter_mut().for_each(TestClient::ready);

    let proxy = CuttingProxy::start(server.address(), 1);
    let through = proxy.address();
    let over = AtomicUsize::new(0);
    let clients: Vec<TestClient> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .into_iter()
            .map(|mut client| {
                let over = &over;
                scope.spawn(move || {
                    client.cut();
                    let until = Instant::now() + MAX_WAIT * 10;
                    let mut is_over = false;
                    // Clients that are done stay connected. With few connections left, each message would cut the
                    // reader's own.
                    while over.load(Ordering::Relaxed) < 5 {
                        assert!(Instant::now() < until, "the match comes to its end");
                        reconnect(&mut client, room, &[through], &mut 0);
                        if is_over {
                            client.read();
                        } else {
                            play_a_little(&mut client);
                            is_over = client.known().phase() == Phase::Over;
                            over.fetch_add(usize::from(is_over), Ordering::Relaxed);
                        }
                    }
                    client
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().expect("the clients play")).collect()
    });

    let mut reader = TestClient::connect(server.address(), 1);
    reader.hello(room);
    let ended = reader.known().game().expect("a match was played").to_game_record().expect("it is one").to_string();
    let (mut acknowledged, mut lost, mut differ) = (0, 0, 0);
    for mut client in clients {
        // Reads events after the end, such as absences, without further cuts.
        client.cut();
        client.read();
        reconnect(&mut client, room, &[server.address()], &mut 0);
        client.wait("the last event", |client| client.room.seen() >= reader.room.seen());
        let own = client.known().game().expect("a match was played").to_game_record().expect("it is one");
        differ += usize::from(own.to_string() != ended);
        for (id, sequence) in &client.done {
            let is_stored = reader.events.iter().any(|event| event.sequence == *sequence && event.command == Some(*id));
            acknowledged += 1;
            lost += usize::from(!is_stored);
        }
    }
    let (messages, lost_messages) = proxy.counts();
    println!(
        "{messages} messages cut a connection each, {lost_messages} were lost with it; {acknowledged} commands \
         acknowledged, {lost} of them lost; {differ} clients with another record"
    );
    assert_eq!((lost, differ), (0, 0));
    assert_eq!(server.record(room).trim_end(), ended.trim_end());
}
