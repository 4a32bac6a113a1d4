//! The server is killed at random moments while clients play. No acknowledged command may be lost.

use std::time::{Duration, Instant};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::pair::{Pair, Tally, describe, kills, play_while};
use crate::running_server::RunningServer;
use crate::table::{begin, options, two_at};

/// Number of kills, unless set by `IROGAESHI_KILLS`.
const DEFAULT_KILLS: usize = 5;
/// Number of simultaneous matches.
const MATCHES: u128 = 3;

#[test]
fn acknowledged_commands_survive_every_kill() {
    let kills = kills(DEFAULT_KILLS);
    let many = "1000000";
    let flags = ["--messages", many, "--messages-per-address", many, "--requests-per-address", many];
    let mut server = RunningServer::start(&flags);
    let address = server.address();
    let pairs: Vec<Pair> = (0..MATCHES)
        .map(|number| {
            let (mut black, mut white, room) = two_at(&server, options(6), 1_000 + 2 * number);
            begin(&mut black, &mut white);
            Pair::new([black, white], room, &[address])
        })
        .collect();

    let mut times = Vec::new();
    let pairs = play_while(pairs, &[address], |progress| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(kills as u64);
        for _ in 0..kills {
            // The delay is random, so the kill comes at any moment.
            std::thread::sleep(Duration::from_micros(rng.random_range(0..400_000)));
            server.kill();
            let (killed, before) = (Instant::now(), progress.now());
            server.restart();
            times.push(progress.wait_for_all(killed, &before));
        }
    });

    let tally = Tally::of(pairs, address);
    println!("{kills} kills: {tally:?}; until all play on: {}", describe(times));
    assert_eq!((tally.lost, tally.differ), (0, 0));
}
