//! Rooms and matches set up for tests.

use std::net::SocketAddr;
use std::time::Instant;

use irogaeshi::notation::TimeControl;
use irogaeshi::online::{Action, Phase, RoomCode, RoomOptions};
use irogaeshi::rules::{Player, Start, Variant};

use crate::running_server::{MAX_WAIT, RunningServer};
use crate::test_client::TestClient;

/// Options of a private room for two, on a board with this side and without a clock.
pub(crate) fn options(side: usize) -> RoomOptions {
    RoomOptions {
        variant: Variant::classic(side as u8).expect("a side that there is").into(),
        clock: None,
        start: Start::Normal,
        swap: false,
        is_public: false,
        absence_s: 60,
        substitute: "minimum".parse().expect("a key"),
        seed: 1,
    }
}

/// The same with this much time for each move.
pub(crate) fn timed(side: usize, limit_ms: u64) -> RoomOptions {
    RoomOptions { clock: Some(TimeControl::PerMove { limit_ms }), ..options(side) }
}

/// The same for a public room.
pub(crate) fn public(side: usize) -> RoomOptions {
    RoomOptions { is_public: true, ..options(side) }
}

/// Two seated clients in a new room, before the match. Their secrets are this one and the next.
pub(crate) fn two_at(server: &RunningServer, options: RoomOptions, secret: u128) -> (TestClient, TestClient, RoomCode) {
    two_between(server.address(), server.address(), options, secret)
}

/// The same with the second client at another server.
pub(crate) fn two_between(
    first: SocketAddr,
    second: SocketAddr,
    options: RoomOptions,
    secret: u128,
) -> (TestClient, TestClient, RoomCode) {
    let mut black = TestClient::connect(first, secret);
    let room = black.create(options);
    let mut white = TestClient::connect(second, secret + 1);
    white.hello(room);
    black.sit(Player::Black, "Anna");
    white.sit(Player::White, "Ben");
    (black, white, room)
}

/// Starts the match.
pub(crate) fn begin(black: &mut TestClient, white: &mut TestClient) {
    black.ready();
    white.ready();
    for client in [black, white] {
        client.wait("the match", |client| client.known().phase() == Phase::Playing);
    }
}

/// Plays until the match is over or has this many turns.
pub(crate) fn play_on(clients: &mut [&mut TestClient], plies: usize) {
    let until = Instant::now() + MAX_WAIT;
    let ply = |client: &TestClient| client.known().game().map_or(0, |game| game.record.ply());
    let is_done = |client: &TestClient| ply(client) >= plies || client.known().phase() != Phase::Playing;
    while !clients.iter().all(|client| is_done(client)) {
        assert!(Instant::now() < until, "the match goes on");
        for client in clients.iter_mut() {
            if ply(client) < plies
                && let Some(action) = client.move_now()
            {
                client.act(action);
            } else {
                client.read();
            }
        }
    }
}

/// Plays one turn as this client, whose turn it must be.
pub(crate) fn play_one(client: &mut TestClient) {
    client.wait("one's turn", |client| client.move_now().is_some());
    let action: Action = client.move_now().expect("it is this client's turn");
    client.act(action);
}
