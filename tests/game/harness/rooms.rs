//! Rooms as on a server, built by their events without a network, and the knowledge of games in them.

use bevy::prelude::*;
use irogaeshi::cpu::CpuPlayer;
use irogaeshi::game::{ConnectionStatus, Online};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{
    Action, ClientRoom, Command, CommandId, DeviceId, DeviceToken, Event, Moment, PlayerName, Presence, Room, RoomCode,
    RoomOptions, Who,
};
use irogaeshi::rules::{Player, Start, Variant};

use super::TestGame;

/// The test's own device.
pub(crate) const ME: u128 = 1;
/// Other devices.
pub(crate) const ANNA: u128 = 2;
pub(crate) const BEN: u128 = 3;

fn id(device: u128) -> DeviceId {
    DeviceToken::new(device).id()
}

/// A room, as its server has it.
pub(crate) struct TestRoom {
    room: Room,
    events: Vec<Event>,
    /// The server's time.
    pub(crate) now_ms: u64,
    commands: u64,
}

impl TestRoom {
    /// Creates a room with this host.
    pub(crate) fn new(host: u128, board: &str, clock: Option<TimeControl>) -> Self {
        Self::with_start(host, board, clock, Start::Normal)
    }

    /// Creates a room whose matches start like this.
    pub(crate) fn with_start(host: u128, board: &str, clock: Option<TimeControl>, start: Start) -> Self {
        Self::on(host, Variant::built_in(board).expect("is built in"), clock, start)
    }

    /// Creates a room for matches of this variant.
    pub(crate) fn on(host: u128, variant: Variant, clock: Option<TimeControl>, start: Start) -> Self {
        Self::with_options(host, options(variant, clock, start))
    }

    /// Creates a room in which the second player may take over the first one's side.
    pub(crate) fn with_swap(host: u128, board: &str) -> Self {
        let variant = Variant::built_in(board).expect("is built in");
        Self::with_options(host, RoomOptions { swap: true, ..options(variant, None, Start::Normal) })
    }

    fn with_options(host: u128, options: RoomOptions) -> Self {
        let code: RoomCode = "KQ7M2XRT".parse().expect("a code");
        let now_ms = 1_000_000;
        let created =
            Room::create(code, options, Who::Device(id(host)), Moment::at(now_ms), CpuPlayer::may_sit_in_room)
                .expect("a room that can be made");
        let room = Room::new(&created).expect("a first event");
        Self { room, events: vec![created], now_ms, commands: 0 }
    }

    /// Sends an action of a device, which must be allowed.
    pub(crate) fn ask(&mut self, device: u128, action: Action) -> &mut Self {
        self.decide(Who::Device(id(device)), action)
    }

    /// Performs an action of the server.
    pub(crate) fn server(&mut self, action: Action) -> &mut Self {
        self.decide(Who::Server, action)
    }

    fn decide(&mut self, who: Who, action: Action) -> &mut Self {
        self.commands += 1;
        let command = Command { id: CommandId(self.commands), seen: self.room.sequence(), action };
        let events = self
            .room
            .decide(&command, who, Moment::at(self.now_ms), CpuPlayer::may_sit_in_room)
            .expect("it is allowed");
        for event in events {
            self.room.apply(&event).expect("it follows");
            self.events.push(event);
        }
        self
    }

    /// Seats a human.
    pub(crate) fn sit(&mut self, device: u128, player: Player, name: &str) -> &mut Self {
        self.ask(device, Action::TakeSeat { player, name: PlayerName::nearest(name) })
    }

    /// Marks a human as ready.
    pub(crate) fn ready(&mut self, device: u128) -> &mut Self {
        self.ask(device, Action::SetReady { ready: true })
    }

    /// Lets the host seat a CPU player.
    pub(crate) fn seat_cpu(&mut self, host: u128, player: Player, cpu: &str) -> &mut Self {
        self.ask(host, Action::SeatCpu { player, cpu: cpu.parse().expect("a key") })
    }

    /// Makes this many moves for the players to move.
    pub(crate) fn play(&mut self, moves: usize) -> &mut Self {
        for _ in 0..moves {
            let game = self.room.game().expect("a match is played");
            let Some(player) = game.to_move() else { break };
            let square = game.record.position().legal_squares().iter().next().expect("a legal square");
            let action = Action::Move { player, square, ply: game.record.ply() };
            let device = self.room.seats()[player].mover().map(|human| human.device);
            self.decide(device.map_or(Who::Server, Who::Device), action);
        }
        self
    }

    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// The state of online play as a device in the room knows it.
    pub(crate) fn known_at(&self, device: u128) -> Online {
        let mut entered = ClientRoom::new(id(device), 1);
        entered.receive(&self.events).expect("they follow each other");
        let players = self.room.humans().filter(|(_, human)| human.away_since_ms.is_none()).map(|(player, _)| player);
        let presence = Presence { players: players.collect(), spectators: 0 };
        Online { room: Some(entered), presence, ..connected() }
    }
}

fn options(variant: Variant, clock: Option<TimeControl>, start: Start) -> RoomOptions {
    RoomOptions {
        variant: variant.into(),
        clock,
        start,
        swap: false,
        is_public: false,
        absence_s: 60,
        substitute: "greedy".parse().expect("a key"),
        seed: 1,
    }
}

/// The state of a game that is connected to a server, but not in a room.
pub(crate) fn connected() -> Online {
    Online {
        server: Some("https://play.example.org".parse().expect("an address")),
        name: PlayerName::nearest("Mia"),
        connection: ConnectionStatus::Open,
        rooms: Some(Vec::new()),
        ..default()
    }
}

impl TestGame {
    /// Replaces the state of online play; some frames.
    pub(crate) fn set_online(&mut self, online: Online) {
        self.world_mut().insert_resource(online);
        self.steps(6);
    }
}
