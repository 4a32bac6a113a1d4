//! Pairs of clients that play matches while servers are killed, and the results of their commands.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use irogaeshi::online::{Action, Change, Phase, RoomCode};

use crate::running_server::MAX_WAIT;
use crate::test_client::TestClient;

/// Maximum number of answers still on their way to a pair when a server is killed.
const MAX_IN_FLIGHT: u64 = 2;

/// Number of kills: `IROGAESHI_KILLS`, or this many.
pub(crate) fn kills(default: usize) -> usize {
    number("IROGAESHI_KILLS", default)
}

/// A number from an environment variable, or the default.
pub(crate) fn number(variable: &str, default: usize) -> usize {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Two clients that play match after match. After a lost connection they reconnect to the next server.
pub(crate) struct Pair {
    pub(crate) clients: [TestClient; 2],
    pub(crate) room: RoomCode,
    /// Index of each client's server.
    at: [usize; 2],
}

impl Pair {
    /// Puts the first client at the first server and the second client at the last.
    pub(crate) fn new(clients: [TestClient; 2], room: RoomCode, servers: &[SocketAddr]) -> Self {
        Self { clients, room, at: [0, servers.len() - 1] }
    }

    fn play_until(mut self, servers: &[SocketAddr], is_over: &AtomicBool, acknowledged: &AtomicU64) -> Self {
        while !is_over.load(Ordering::Relaxed) {
            let before = self.done();
            for (client, at) in self.clients.iter_mut().zip(&mut self.at) {
                reconnect(client, self.room, servers, at);
                play_a_little(client);
            }
            acknowledged.fetch_add(self.done() - before, Ordering::Relaxed);
        }
        // Everybody receives the last answers.
        let until = Instant::now() + MAX_WAIT;
        for (client, at) in self.clients.iter_mut().zip(&mut self.at) {
            while client.closed.is_some() || client.room.unanswered().next().is_some() {
                assert!(Instant::now() < until, "the last answers come");
                reconnect(client, self.room, servers, at);
                client.read();
            }
        }
        self
    }

    fn done(&self) -> u64 {
        self.clients.iter().map(|client| client.done.len() as u64).sum()
    }
}

/// Reconnects to the next server if the connection is lost.
pub(crate) fn reconnect(client: &mut TestClient, room: RoomCode, servers: &[SocketAddr], at: &mut usize) {
    if client.closed.is_none() {
        return;
    }
    *at = (*at + 1) % servers.len();
    if client.open(servers[*at]).is_ok() {
        client.say_hello(room);
        client.ask_again();
    } else {
        std::thread::yield_now();
    }
}

/// Makes the move or request due in the match, if any, then reads one message.
pub(crate) fn play_a_little(client: &mut TestClient) {
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

/// Numbers of acknowledged commands of each pair while they play.
pub(crate) struct Progress(Vec<AtomicU64>);

impl Progress {
    /// The current numbers.
    pub(crate) fn now(&self) -> Vec<u64> {
        self.0.iter().map(|count| count.load(Ordering::Relaxed)).collect()
    }

    /// Waits until each pair has new answers, compared to `before`. Returns the time since the kill.
    pub(crate) fn wait_for_all(&self, killed: Instant, before: &[u64]) -> Duration {
        let plays_on = |(now, before): (u64, &u64)| now > *before + MAX_IN_FLIGHT;
        while !self.now().into_iter().zip(before).all(plays_on) {
            assert!(killed.elapsed() < MAX_WAIT, "all play on");
            std::thread::sleep(Duration::from_millis(1));
        }
        killed.elapsed()
    }
}

/// Lets pairs play while `act` runs.
pub(crate) fn play_while(pairs: Vec<Pair>, servers: &[SocketAddr], act: impl FnOnce(&Progress)) -> Vec<Pair> {
    let progress = Progress(pairs.iter().map(|_| AtomicU64::new(0)).collect());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let threads: Vec<_> = pairs
            .into_iter()
            .zip(&progress.0)
            .map(|(pair, count)| scope.spawn(|| pair.play_until(servers, &is_over, count)))
            .collect();
        // Set even on a panic, since the threads would otherwise go on for ever.
        let end = End(&is_over);
        act(&progress);
        drop(end);
        threads.into_iter().map(|thread| thread.join().expect("the clients play")).collect()
    })
}

struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Results of the pairs' commands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) acknowledged: usize,
    /// Acknowledged commands that are not stored as acknowledged.
    pub(crate) lost: usize,
    /// Clients whose room differs from a newcomer's.
    pub(crate) differ: usize,
    /// Number of times that a human was marked away.
    pub(crate) away: usize,
    /// Number of CPU players' moves.
    pub(crate) cpu_moves: usize,
}

impl Tally {
    /// Compares the pairs' rooms with the server's, after waiting for messages on their way.
    pub(crate) fn of(pairs: Vec<Pair>, server: SocketAddr) -> Self {
        let mut tally = Self::default();
        for pair in pairs {
            let mut reader = TestClient::connect(server, 1);
            reader.hello(pair.room);
            for mut client in pair.clients {
                let last = reader.room.seen();
                client.wait("the last event", |client| client.room.seen() >= last);
                reader.wait("the last event", |reader| reader.room.seen() >= client.room.seen());
                tally.differ += usize::from(client.known() != reader.known() || client.events != reader.events);
                for (id, sequence) in &client.done {
                    let is_stored = reader.events.iter().any(|event| {
                        let is_own = event.who.device() == Some(client.room.me());
                        event.sequence == *sequence && is_own && event.command == Some(*id)
                    });
                    tally.acknowledged += 1;
                    tally.lost += usize::from(!is_stored);
                }
            }
            let is_away = |change: &Change| matches!(change, Change::Away { away: true, .. });
            tally.away += reader.events.iter().filter(|event| is_away(&event.change)).count();
            let of_cpu = reader.events.iter().filter(|event| event.who.device().is_none());
            tally.cpu_moves += of_cpu.filter(|event| matches!(event.change, Change::Moved { .. })).count();
        }
        tally
    }
}

/// Describes the times until all pairs played on.
pub(crate) fn describe(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let (Some(median), Some(worst)) = (times.get(times.len() / 2), times.last()) else { return "never".to_owned() };
    let (median, worst) = (median.as_millis(), worst.as_millis());
    format!("{median} ms in the middle, {worst} ms at worst, {} times", times.len())
}
