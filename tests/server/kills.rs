//! The server is killed at any moment while clients play: nothing that was acknowledged may be lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use irogaeshi::online::{Action, Phase, RoomCode};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::running_server::{PATIENCE, RunningServer};
use crate::table::{begin, options, two_at};
use crate::test_client::TestClient;

/// How often the server is killed where `IROGAESHI_KILLS` says nothing else.
const FEW: usize = 5;
/// How many matches go on at the same time.
const MATCHES: u128 = 3;

/// Two clients who play one match after the other, and come back whenever the connection is gone.
struct Pair {
    clients: [TestClient; 2],
    room: RoomCode,
}

impl Pair {
    fn play_until(mut self, server: std::net::SocketAddr, is_over: &AtomicBool, acknowledged: &AtomicU64) -> Self {
        while !is_over.load(Ordering::Relaxed) {
            let before = self.done();
            for client in &mut self.clients {
                play_a_little(client, self.room, server);
            }
            acknowledged.fetch_add(self.done() - before, Ordering::Relaxed);
        }
        // Everybody hears the last of it.
        let until = Instant::now() + PATIENCE;
        for client in &mut self.clients {
            while client.closed.is_some() || client.room.unanswered().next().is_some() {
                assert!(Instant::now() < until, "the last answers come");
                reconnect(client, self.room, server);
                client.read();
            }
        }
        self
    }

    fn done(&self) -> u64 {
        self.clients.iter().map(|client| client.done.len() as u64).sum()
    }
}

fn reconnect(client: &mut TestClient, room: RoomCode, server: std::net::SocketAddr) {
    if client.closed.is_none() {
        return;
    }
    if client.open(server).is_ok() {
        client.say_hello(room);
        client.ask_again();
    } else {
        std::thread::yield_now();
    }
}

fn play_a_little(client: &mut TestClient, room: RoomCode, server: std::net::SocketAddr) {
    reconnect(client, room, server);
    if client.room.unanswered().next().is_none() && client.closed.is_none() {
        let own = client.known().seat_of(client.room.me());
        let agrees = own.is_some_and(|own| client.known().seats()[own].human.as_ref().is_some_and(|me| me.rematch));
        if let Some(action) = client.move_now() {
            client.ask(action);
        } else if client.known().phase() == Phase::Over && !agrees {
            client.ask(Action::SetRematch { agree: true });
        }
    }
    client.read();
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    let kills = std::env::var("IROGAESHI_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(FEW);
    let many = "1000000";
    let flags = ["--messages", many, "--messages-per-address", many, "--requests-per-address", many];
    let mut server = RunningServer::start(&flags);
    let address = server.address();
    let pairs: Vec<Pair> = (0..MATCHES)
        .map(|number| {
            let (mut black, mut white, room) = two_at(&server, options(6), 1_000 + 2 * number);
            begin(&mut black, &mut white);
            Pair { clients: [black, white], room }
        })
        .collect();

    let (is_over, counts) = (AtomicBool::new(false), [const { AtomicU64::new(0) }; MATCHES as usize]);
    let mut times = Vec::new();
    let pairs: Vec<Pair> = std::thread::scope(|scope| {
        let threads: Vec<_> = pairs
            .into_iter()
            .zip(&counts)
            .map(|(pair, count)| scope.spawn(|| pair.play_until(address, &is_over, count)))
            .collect();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(kills as u64);
        for _ in 0..kills {
            // Any moment: the time is what is drawn here.
            std::thread::sleep(Duration::from_micros(dice.random_range(0..400_000)));
            server.kill();
            let killed = Instant::now();
            let before: Vec<u64> = counts.iter().map(|count| count.load(Ordering::Relaxed)).collect();
            server.restart();
            let plays_on = |(count, before): (&AtomicU64, &u64)| count.load(Ordering::Relaxed) > *before;
            while !counts.iter().zip(&before).all(plays_on) {
                assert!(killed.elapsed() < PATIENCE, "all play on");
                std::thread::sleep(Duration::from_millis(1));
            }
            times.push(killed.elapsed());
        }
        is_over.store(true, Ordering::Relaxed);
        threads.into_iter().map(|thread| thread.join().expect("the clients play")).collect()
    });

    let (mut acknowledged, mut lost, mut differ) = (0, 0, 0);
    for pair in pairs {
        let mut reader = TestClient::connect(address, 1);
        reader.hello(pair.room);
        for mut client in pair.clients {
            let told = reader.room.seen();
            client.wait("the last event", |client| client.room.seen() >= told);
            reader.wait("the last event", |reader| reader.room.seen() >= client.room.seen());
            differ += usize::from(client.known() != reader.known() || client.events != reader.events);
            for (id, sequence) in &client.done {
                let is_stored = reader.events.iter().any(|event| {
                    let is_own = event.who.device() == Some(client.room.me());
                    event.sequence == *sequence && is_own && event.command == Some(*id)
                });
                acknowledged += 1;
                lost += usize::from(!is_stored);
            }
        }
    }
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{kills} kills, {acknowledged} commands acknowledged, {lost} of them lost, {differ} clients with another room; \
         until all play on: {median:?} in the middle, {worst:?} at worst"
    );
    assert_eq!((lost, differ), (0, 0));
}
