//! Rooms as a server would have them, built by their own events without any network, and what a game knows of them.

use bevy::prelude::*;
use irogaeshi::game::{Connection, Online};
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{
    Action, ClientRoom, Command, CommandId, DeviceId, DeviceToken, Event, Moment, PlayerName, Presence, Room, RoomCode,
    RoomOptions, Who,
};
use irogaeshi::rules::{Player, Variant};

use super::TestGame;

/// The device at which the test sits.
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
    /// A room that this device has made.
    pub(crate) fn new(host: u128, board: &str, clock: Option<TimeControl>) -> Self {
        let options = RoomOptions {
            variant: Variant::built_in(board).expect("is built in").into(),
            clock,
            is_public: false,
            absence_s: 60,
            substitute: "greedy".parse().expect("a key"),
            seed: 1,
        };
        let code: RoomCode = "KQ7M2XRT".parse().expect("a code");
        let now_ms = 1_000_000;
        let created =
            Room::create(code, options, Who::Device(id(host)), Moment::at(now_ms)).expect("a room that can be made");
        let room = Room::new(&created).expect("a first event");
        Self { room, events: vec![created], now_ms, commands: 0 }
    }

    /// A device asks for something, and gets it.
    pub(crate) fn ask(&mut self, device: u128, action: Action) -> &mut Self {
        self.decide(Who::Device(id(device)), action)
    }

    /// The server does something.
    pub(crate) fn server(&mut self, action: Action) -> &mut Self {
        self.decide(Who::Server, action)
    }

    fn decide(&mut self, who: Who, action: Action) -> &mut Self {
        self.commands += 1;
        let command = Command { id: CommandId(self.commands), seen: self.room.sequence(), action };
        let events = self.room.decide(&command, who, Moment::at(self.now_ms)).expect("it is allowed");
        for event in events {
            self.room.apply(&event).expect("it follows");
            self.events.push(event);
        }
        self
    }

    /// A human sits down.
    pub(crate) fn sit(&mut self, device: u128, player: Player, name: &str) -> &mut Self {
        self.ask(device, Action::TakeSeat { player, name: PlayerName::nearest(name) })
    }

    /// A human is ready.
    pub(crate) fn ready(&mut self, device: u128) -> &mut Self {
        self.ask(device, Action::SetReady { ready: true })
    }

    /// The host gives a seat to a CPU player.
    pub(crate) fn seat_cpu(&mut self, host: u128, player: Player, cpu: &str) -> &mut Self {
        self.ask(host, Action::SeatCpu { player, cpu: cpu.parse().expect("a key") })
    }

    /// Moves are made, by whoever is to move.
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

    /// The room as it stands.
    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    /// Its events.
    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    /// What a game at a device knows.
    pub(crate) fn known_at(&self, device: u128) -> Online {
        let mut entered = ClientRoom::new(id(device), 1);
        entered.receive(&self.events).expect("they follow each other");
        let players = self.room.humans().filter(|(_, human)| human.away_since_ms.is_none()).map(|(player, _)| player);
        let presence = Presence { players: players.collect(), spectators: 0 };
        Online { room: Some(entered), presence, ..connected() }
    }
}

/// What a game knows that is connected with a server and in no room.
pub(crate) fn connected() -> Online {
    Online {
        server: Some("https://play.example.org".parse().expect("an address")),
        name: PlayerName::nearest("Mia"),
        connection: Connection::Open,
        rooms: Some(Vec::new()),
        ..default()
    }
}

impl TestGame {
    /// The game comes to know this of online play; some frames.
    pub(crate) fn know(&mut self, online: Online) {
        self.world_mut().insert_resource(online);
        self.steps(6);
    }
}
