//! Many matches against CPU players from one address must not slow down other players' opponents.

use irogaeshi::online::{Action, RoomOptions};
use irogaeshi::rules::Player::{Black, White};

use crate::running_server::RunningServer;
use crate::table::{options, play_one};
use crate::test_client::TestClient;

/// Metric of finished CPU moves.
const CPU_MOVES: &str = "irogaeshi_cpu_seconds_count";
/// Metric of CPU moves waiting or being computed.
const QUEUE: &str = "irogaeshi_cpu_queue";

/// A match against a CPU player that has just begun, with the human to move.
fn against_cpu(server: &RunningServer, secret: u128, from: &str, cpu: &str, options: RoomOptions) -> TestClient {
    let mut client = TestClient::connect_from(server.address(), secret, from);
    client.create(options);
    client.sit(Black, "Anna");
    client.act(Action::SeatCpu { player: White, cpu: cpu.parse().expect("a key") });
    client.ready();
    client.wait("the match", |client| client.move_now().is_some());
    client
}

fn ply(client: &TestClient) -> usize {
    client.known().game().map_or(0, |game| game.record.ply())
}

/// A server with one thread for CPU players, and an attacker in this many matches whose CPU players are all about to
/// move.
fn attacked(rooms: u128) -> (RunningServer, Vec<TestClient>) {
    let server = RunningServer::start(&["--trusted-proxy", "127.0.0.1", "--cpu-threads", "1"]);
    let mut attackers: Vec<_> =
        (0..rooms).map(|secret| against_cpu(&server, 100 + secret, "192.0.2.66", "expert", options(16))).collect();
    for attacker in &mut attackers {
        let action = attacker.move_now().expect("it is the attacker's turn");
        attacker.ask(action);
    }
    (server, attackers)
}

#[test]
fn an_address_with_many_matches_does_not_slow_others_down() {
    let rooms = crate::pair::number("IROGAESHI_ATTACK_ROOMS", 30);
    let (server, attackers) = attacked(rooms as u128);
    let mut victim = against_cpu(&server, 1, "198.51.100.7", "minimum", options(6));
    server.wait_for_metric(QUEUE, |waiting| waiting >= rooms as f64 / 2.0);
    let (began, before) = (std::time::Instant::now(), server.metric(CPU_MOVES));
    play_one(&mut victim);
    victim.wait("the answer", |victim| ply(victim) >= 2);
    let others = server.metric(CPU_MOVES) - before - 1.0;
    println!("{rooms} matches of one address: {others} thoughts before the answer, {:?}", began.elapsed());
    // The move being computed, and any that finished during the measurement.
    assert!(others <= 3.0, "{others} thoughts of others came first");
    assert!(server.metric(QUEUE) > 0.0, "the attack was still going on");
    drop(attackers);
}

#[test]
fn cpu_moves_are_cancelled_when_nobody_is_connected() {
    let (server, mut attackers) = attacked(12);
    server.wait_for_metric(QUEUE, |waiting| waiting >= 6.0);
    attackers.iter_mut().for_each(TestClient::cut);
    server.wait_for_metric(QUEUE, |waiting| waiting == 0.0);
    assert!(server.metric(CPU_MOVES) < 12.0, "turns that nobody waits for any more are not thought about");
}
