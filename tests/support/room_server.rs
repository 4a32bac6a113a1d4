//! An in-memory room server for tests, with the same decisions and messages as the real one.

use std::collections::BTreeMap;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{
    Action, ClientMessage, Command, CommandId, DeviceId, DeviceToken, Event, Failure, Moment, Presence, Room, RoomCode,
    RoomOptions, ServerMessage, Who,
};

use crate::cpu_answer::cpu_answer;

#[derive(Debug, Default)]
pub(crate) struct RoomServer {
    rooms: BTreeMap<RoomCode, (Room, Vec<Event>)>,
    connections: BTreeMap<usize, ServedConnection>,
    connections_so_far: usize,
    /// Rooms by the device and the command that created them.
    made: BTreeMap<(DeviceId, CommandId), RoomCode>,
    /// Server time in milliseconds since 1970 (UTC).
    pub(crate) now_ms: u64,
}

/// A connection to a client.
#[derive(Debug, Default)]
struct ServedConnection {
    place: Option<(RoomCode, DeviceId)>,
    lists: bool,
    outgoing: Vec<String>,
}

impl RoomServer {
    pub(crate) fn connect(&mut self) -> usize {
        self.connections_so_far += 1;
        self.connections.insert(self.connections_so_far, ServedConnection::default());
        self.connections_so_far
    }

    pub(crate) fn disconnect(&mut self, connection: usize) {
        if let Some((code, device)) = self.connections.remove(&connection).and_then(|connection| connection.place) {
            self.note_absence(code, device);
            self.send_presence(code);
        }
    }

    /// Takes the messages sent to a client since the last call.
    pub(crate) fn take_outgoing(&mut self, connection: usize) -> Vec<String> {
        self.connections
            .get_mut(&connection)
            .map(|connection| std::mem::take(&mut connection.outgoing))
            .unwrap_or_default()
    }

    pub(crate) fn room(&self, code: RoomCode) -> &Room {
        &self.rooms[&code].0
    }

    pub(crate) fn events(&self, code: RoomCode) -> &[Event] {
        &self.rooms[&code].1
    }

    pub(crate) fn codes(&self) -> Vec<RoomCode> {
        self.rooms.keys().copied().collect()
    }

    /// Removes a room.
    pub(crate) fn forget(&mut self, code: RoomCode) {
        self.rooms.remove(&code);
    }

    /// Handles a message from a client.
    pub(crate) fn handle_message(&mut self, connection: usize, text: &str) {
        let message = ClientMessage::read(text).expect("the game writes messages that can be read");
        match message {
            ClientMessage::Create { id, token, options } => {
                let code = self.create(id, &token, *options);
                self.welcome(connection, code, &token, 0);
            }
            ClientMessage::Play { id, token, name, mut options } => {
                options.is_public = true;
                let open = self.rooms.iter().find(|(_, (room, _))| {
                    room.listing().is_some_and(|listed| {
                        listed.variant == options.variant
                            && (listed.clock, listed.start) == (options.clock, options.start)
                    })
                });
                let code = open.map(|(code, _)| *code);
                let code = code.unwrap_or_else(|| self.create(id, &token, *options));
                let room = self.room(code);
                let free = room.players().into_iter().find(|player| room.seats()[*player].is_empty());
                if let Some(player) = free.filter(|_| room.seat_of(token.id()).is_none()) {
                    for action in [Action::TakeSeat { player, name }, Action::SetReady { ready: true }] {
                        let seen = self.room(code).sequence();
                        let command = Command { id: CommandId(seen), seen, action };
                        self.decide(code, &command, Who::Device(token.id())).expect("the seat is free");
                    }
                }
                self.welcome(connection, code, &token, 0);
            }
            ClientMessage::List => {
                self.connections.get_mut(&connection).expect("it is open").lists = true;
                let rooms = self.rooms.values().filter_map(|(room, _)| room.listing()).collect();
                self.send(connection, &ServerMessage::Rooms { rooms });
            }
            ClientMessage::Hello { room, token, seen } => {
                if self.rooms.contains_key(&room) {
                    self.welcome(connection, room, &token, seen);
                } else {
                    self.send(connection, &ServerMessage::Failed(Failure::NoSuchRoom));
                }
            }
            ClientMessage::Command(command) => {
                let Some((code, device)) = self.connections[&connection].place else { return };
                let answer = match self.decide(code, &command, Who::Device(device)) {
                    Ok(sequence) => ServerMessage::Done { id: command.id, sequence },
                    Err(refusal) => ServerMessage::Refused { id: command.id, refusal },
                };
                self.send(connection, &answer);
            }
            ClientMessage::React { reaction } => {
                let Some((code, device)) = self.connections[&connection].place else { return };
                if let Some(player) = self.room(code).seat_of(device) {
                    self.broadcast(code, &ServerMessage::Reaction { player, reaction });
                }
            }
            ClientMessage::Pong { .. } => {}
        }
    }

    fn create(&mut self, id: CommandId, token: &DeviceToken, options: RoomOptions) -> RoomCode {
        if let Some(code) = self.made.get(&(token.id(), id)) {
            return *code;
        }
        let code = RoomCode::new(self.rooms.len() as u64 + 1);
        let created =
            Room::create(code, options, Who::Device(token.id()), Moment::at(self.now_ms), CpuPlayer::may_sit_in_room);
        let created = created.expect("the game asks for rooms that can be made");
        self.made.insert((token.id(), id), code);
        self.rooms.insert(code, (Room::new(&created).expect("it can be made"), vec![created]));
        code
    }

    fn welcome(&mut self, connection: usize, code: RoomCode, token: &DeviceToken, seen: u64) {
        let you = token.id();
        self.connections.get_mut(&connection).expect("it is open").place = Some((code, you));
        if self.room(code).humans().any(|(_, human)| human.device == you && human.away_since_ms.is_some()) {
            self.set_away(code, you, false);
        }
        let events = self.events(code)[(seen as usize).min(self.events(code).len())..].to_vec();
        self.send(connection, &ServerMessage::Welcome { room: code, you, at_ms: self.now_ms, events });
        self.send_presence(code);
    }

    fn note_absence(&mut self, code: RoomCode, device: DeviceId) {
        let is_here = self.connections.values().any(|connection| connection.place == Some((code, device)));
        if !is_here && self.rooms.contains_key(&code) && self.room(code).seat_of(device).is_some() {
            self.set_away(code, device, true);
        }
    }

    fn set_away(&mut self, code: RoomCode, device: DeviceId, away: bool) {
        let player = self.room(code).seat_of(device).expect("they sit there");
        self.act(code, Action::SetAway { player, away });
    }

    /// Performs an action of the server itself.
    pub(crate) fn act(&mut self, code: RoomCode, action: Action) {
        let command = Command { id: CommandId(0), seen: self.room(code).sequence(), action };
        self.decide(code, &command, Who::Server).ok();
    }

    /// Lets the CPU players of a room do their task. Returns `false` if there is none.
    pub(crate) fn let_cpu_move(&mut self, code: RoomCode) -> bool {
        let room = self.room(code);
        let Some(task) = room.cpu_task() else { return false };
        let action = cpu_answer(&task, &room.game().expect("a match is played").record).expect("there is an answer");
        self.act(code, action);
        true
    }

    fn decide(&mut self, code: RoomCode, command: &Command, who: Who) -> Result<u64, irogaeshi::online::Refusal> {
        let (room, stored) = self.rooms.get_mut(&code).expect("there is such a room");
        let events = room.decide(command, who, Moment::at(self.now_ms), CpuPlayer::may_sit_in_room)?;
        for event in &events {
            room.apply(event).expect("it was decided from this room");
        }
        stored.extend_from_slice(&events);
        let known = || who.device().and_then(|device| room.answer(device, command.id));
        let sequence = events.last().map(|event| event.sequence).or_else(known).unwrap_or(0);
        if !events.is_empty() {
            self.broadcast(code, &ServerMessage::Events { events });
            let rooms: Vec<_> = self.rooms.values().filter_map(|(room, _)| room.listing()).collect();
            for connection in
                self.connections.values_mut().filter(|connection| connection.lists && connection.place.is_none())
            {
                connection.outgoing.push(ServerMessage::Rooms { rooms: rooms.clone() }.write());
            }
        }
        Ok(sequence)
    }

    fn send_presence(&mut self, code: RoomCode) {
        if !self.rooms.contains_key(&code) {
            return;
        }
        let here: Vec<_> = self
            .connections
            .values()
            .filter_map(|connection| connection.place)
            .filter(|place| place.0 == code)
            .collect();
        let room = self.room(code);
        let players: Vec<_> = here.iter().filter_map(|(_, device)| room.seat_of(*device)).collect();
        let spectators = (here.len() - players.len()) as u32;
        self.broadcast(code, &ServerMessage::Presence(Presence { players, spectators }));
    }

    fn broadcast(&mut self, code: RoomCode, message: &ServerMessage) {
        for connection in
            self.connections.values_mut().filter(|connection| connection.place.is_some_and(|place| place.0 == code))
        {
            connection.outgoing.push(message.write());
        }
    }

    fn send(&mut self, connection: usize, message: &ServerMessage) {
        self.connections.get_mut(&connection).expect("it is open").outgoing.push(message.write());
    }
}
