//! Clients, servers and a network that delays, repeats, reorders and loses messages, in one process.

use std::collections::BTreeMap;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::notation::TimeControl;
use irogaeshi::online::{
    Action, ClientMessage, Command, CommandId, DeviceId, Event, Moment, Received, Refusal, Room, RoomCode, RoomOptions,
    ServerMessage, Who,
};
use irogaeshi::rules::{Record, Start, Variant};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use crate::dice::dice;
use crate::report::Report;
use crate::simulated_client::Client;
use crate::simulated_server::{Crash, Mistake, Outcome, Server, Store};

/// Small boards for two to five players.
const BOARDS: [&str; 4] = [
    "name: Two\nplayers: black white\nboard:\n....\n.WB.\n.BW.\n....\n",
    "name: Three\nplayers: black white ash\nboard:\n.....\n.WBA.\n.ABW.\n.BAW.\n.....\n",
    "name: Four\nplayers: black white ash\ncut-ins: 4 cyan, 9 cyan\nscored: black white ash\nboard:\n\
     .....\n.WBA.\n.ACW.\n.BAW.\n.....\n",
    "name: Five\nplayers: black white ash cyan yamabuki\nturns: black white ash cyan yamabuki\nboard:\n\
     ......\n.BWAC.\n.YBWA.\n.CYBW.\n......\n",
];

/// Number of servers.
const SERVERS: usize = 2;
/// Duration of the bad network, in simulated milliseconds.
const BAD_MS: u64 = 40_000;
/// Maximum number of messages under way; a correct server has a few dozen.
const MAX_IN_FLIGHT: usize = 10_000;

enum Message {
    ToServer {
        server: usize,
        device: DeviceId,
        text: ClientMessage,
    },
    ToClient {
        client: usize,
        server: usize,
        text: ServerMessage,
    },
    /// Tells a server that another one has appended.
    Notice {
        server: usize,
    },
}

pub(crate) struct Simulation {
    dice: Xoshiro256PlusPlus,
    now_ms: u64,
    store: Store,
    servers: Vec<Server>,
    clients: Vec<Client>,
    mistake: Mistake,
    /// Messages by time of arrival and order of sending.
    network: BTreeMap<(u64, u64), Message>,
    sent: u64,
    is_bad: bool,
    report: Report,
}

impl Simulation {
    fn new(seed: u64, mistake: Mistake) -> Self {
        let mut dice = dice(seed);
        let players = dice.random_range(0..BOARDS.len());
        let clocks = [
            None,
            Some(TimeControl::PerMove { limit_ms: 4_000 }),
            Some(TimeControl::Fischer { base_ms: 8_000, increment_ms: 500 }),
            Some(TimeControl::correspondence(1)),
            Some(TimeControl::ByoYomi { base_ms: 6_000, period_ms: 2_000 }),
        ];
        // Sometimes the start of matches for two is drawn, which only the large board allows.
        let is_drawn = players == 0 && dice.random_range(0..4) == 0;
        let board = if is_drawn { Variant::classic(8) } else { BOARDS[players].parse().ok() };
        let has_free_passes = dice.random_range(0..3) == 0;
        let options = RoomOptions {
            variant: board.expect("a variant").with_free_pass(has_free_passes).into(),
            clock: clocks[dice.random_range(0..clocks.len())],
            start: if !is_drawn {
                Start::Normal
            } else if dice.random_range(0..2) == 0 {
                Start::Xot
            } else {
                Start::Even
            },
            swap: players == 0 && dice.random_range(0..2) == 0,
            is_public: true,
            absence_s: 15,
            substitute: "random".parse().expect("a key"),
            seed,
        };
        // Sometimes there is one client more than seats.
        let count = players + 2 + dice.random_range(0..2);
        let clients: Vec<Client> = (0..count).map(|number| Client::new(number as u128)).collect();
        let host = Who::Device(clients[0].device());
        let created = Room::create(RoomCode::new(seed), options, host, Moment::at(1_000), CpuPlayer::may_sit_in_room)
            .expect("fits");
        let store = Store { events: vec![created] };
        let servers = (0..SERVERS).map(|_| Server::start(&store, mistake)).collect();
        let (network, report) = (BTreeMap::new(), Report { schedules: 1, ..Report::default() });
        Self { dice, now_ms: 1_000, store, servers, clients, mistake, network, sent: 0, is_bad: true, report }
    }

    /// Plays one schedule to its end and checks the result.
    pub(crate) fn run(seed: u64, mistake: Mistake) -> Report {
        let mut simulation = Self::new(seed, mistake);
        simulation.play();
        simulation.report
    }

    fn play(&mut self) {
        while self.now_ms < BAD_MS {
            self.step();
            if self.is_flooded() {
                return;
            }
        }
        // With a good network again, everybody returns and receives the missed events.
        self.is_bad = false;
        for _ in 0..200 {
            (0..SERVERS).for_each(|server| self.tell_what_is_new(server));
            let last = self.store.last();
            let knows_all = |client: &Client| client.room.unanswered().next().is_none() && client.room.seen() == last;
            let behind: Vec<usize> =
                (0..self.clients.len()).filter(|client| !knows_all(&self.clients[*client])).collect();
            if self.network.is_empty() && behind.is_empty() {
                break;
            }
            for client in behind {
                self.say_hello(client);
            }
            self.now_ms += 300;
            self.deliver();
            if self.is_flooded() {
                return;
            }
        }
        self.report.conflicts += self.servers.iter().map(|server| server.conflicts).sum::<u64>();
        self.report.look_back(&self.store.events, &self.clients);
    }

    /// Reports messages that multiply: clients that cannot apply an event may ask for it again for each message.
    fn is_flooded(&mut self) -> bool {
        let is_flooded = self.network.len() > MAX_IN_FLIGHT;
        if is_flooded {
            self.report.problems.push(format!("more than {MAX_IN_FLIGHT} messages are under way"));
        }
        is_flooded
    }

    fn chance(&mut self, per_mille: u32) -> bool {
        self.dice.random_range(0..1000) < per_mille
    }

    /// Lets some time pass and clients act.
    fn step(&mut self) {
        self.now_ms += self.dice.random_range(20..400);
        self.deliver();
        for client in 0..self.clients.len() {
            let server = self.clients[client].server;
            match server {
                None if self.chance(300) => self.say_hello(client),
                Some(_) if self.chance(12) => self.cut(client),
                Some(server) if self.chance(500) => self.wish(client, server),
                // Clients without an answer ask again; clients without news say hello.
                Some(server) if self.chance(60) => self.ask_again(client, server),
                Some(_) if self.chance(40) => self.say_hello(client),
                _ => {}
            }
        }
        for server in 0..SERVERS {
            if self.chance(8) {
                self.crash(server);
            }
            if self.chance(200) {
                self.look_after_room(server);
            }
        }
    }

    /// Disconnects a client, or reloads it.
    fn cut(&mut self, client: usize) {
        self.report.cut += 1;
        self.clients[client].server = None;
        if self.chance(200) {
            self.clients[client].reload();
        }
    }

    /// Restarts a server, which loses its memory and connections.
    fn crash(&mut self, server: usize) {
        self.report.crashes += 1;
        self.report.conflicts += std::mem::take(&mut self.servers[server].conflicts);
        self.servers[server] = Server::start(&self.store, self.mistake);
        for client in self.clients.iter_mut().filter(|client| client.server == Some(server)) {
            client.server = None;
        }
    }

    fn say_hello(&mut self, client: usize) {
        let server = self.clients[client].server.unwrap_or_else(|| self.dice.random_range(0..SERVERS));
        self.clients[client].server = Some(server);
        let (device, seen) = (self.clients[client].device(), self.clients[client].room.seen());
        let token = irogaeshi::online::DeviceToken::new(client as u128);
        let room = self.servers[server].room().code();
        self.send(Message::ToServer { server, device, text: ClientMessage::Hello { room, token, seen } });
        self.ask_again(client, server);
    }

    fn ask_again(&mut self, client: usize, server: usize) {
        let device = self.clients[client].device();
        let commands: Vec<Command> = self.clients[client].room.unanswered().cloned().collect();
        for command in commands {
            self.send(Message::ToServer { server, device, text: ClientMessage::Command(command) });
        }
    }

    fn wish(&mut self, client: usize, server: usize) {
        let Some(action) = self.clients[client].wish(self.now_ms, &mut self.dice) else { return };
        let asker = &mut self.clients[client];
        let device = asker.device();
        let command = match asker.room.ask(action.clone()) {
            Ok(command) => command,
            // Simulates a client that does not check legality.
            Err(Refusal::Illegal { .. } | Refusal::IllegalPass { .. }) => {
                Command { id: CommandId(1 << 40 | asker.commands), seen: asker.room.seen(), action }
            }
            Err(_) => return,
        };
        asker.commands += 1;
        self.report.commands += 1;
        self.check_shown(client);
        self.send(Message::ToServer { server, device, text: ClientMessage::Command(command) });
    }

    fn send(&mut self, message: Message) {
        if self.is_bad && self.chance(50) {
            self.report.lost += 1;
            return;
        }
        let repeats = self.is_bad && self.chance(60);
        let copies = if repeats { 2 } else { 1 };
        self.report.repeated += u64::from(repeats);
        let message = || match &message {
            Message::ToServer { server, device, text } => {
                Message::ToServer { server: *server, device: *device, text: text.clone() }
            }
            Message::ToClient { client, server, text } => {
                Message::ToClient { client: *client, server: *server, text: text.clone() }
            }
            Message::Notice { server } => Message::Notice { server: *server },
        };
        for _ in 0..copies {
            let slow = self.is_bad && self.chance(30);
            let delay = if slow { self.dice.random_range(1_000..15_000) } else { self.dice.random_range(5..250) };
            let at_ms = self.now_ms + delay;
            self.report.reordered += u64::from(self.network.range((at_ms, 0)..).next().is_some());
            self.sent += 1;
            self.network.insert((at_ms, self.sent), message());
        }
    }

    /// Delivers all messages that are due.
    fn deliver(&mut self) {
        let later = self.network.split_off(&(self.now_ms + 1, 0));
        for ((at_ms, _), message) in std::mem::replace(&mut self.network, later) {
            match message {
                Message::ToServer { server, device, text } => self.serve(server, device, text, at_ms),
                Message::ToClient { client, server, text } => self.hear(client, server, text),
                Message::Notice { server } => self.tell_what_is_new(server),
            }
        }
    }

    fn serve(&mut self, server: usize, device: DeviceId, text: ClientMessage, at_ms: u64) {
        let text = if self.chance(50) { ClientMessage::read(&text.write()).expect("reads back") } else { text };
        let Some(client) = self.clients.iter().position(|client| client.device() == device) else { return };
        match text {
            ClientMessage::Hello { room, token, seen } => {
                self.tell_what_is_new(server);
                let events = self.store.after(seen).to_vec();
                let welcome = ServerMessage::Welcome { room, you: token.id(), at_ms, events };
                self.send(Message::ToClient { client, server, text: welcome });
            }
            ClientMessage::Command(command) => {
                let crash = match self.is_bad && self.chance(8) {
                    true if self.chance(500) => Crash::BeforeAppending,
                    true => Crash::AfterAppending,
                    false => Crash::No,
                };
                // Now and then there was an outage in which no server could take a move.
                let outage_ms = if self.chance(20) { self.dice.random_range(1..3_000) } else { 0 };
                let when = Moment { at_ms, round_trip_ms: self.dice.random_range(0..700), outage_ms };
                let who = Who::Device(device);
                match self.servers[server].obey(&mut self.store, &command, who, when, crash) {
                    Outcome::Answer(events, answer) => {
                        self.tell(server, events);
                        self.send(Message::ToClient { client, server, text: answer });
                    }
                    Outcome::Crashed(answer) => {
                        if let Some(text) = answer {
                            self.send(Message::ToClient { client, server, text });
                        }
                        self.crash(server);
                    }
                }
            }
            _ => {}
        }
    }

    /// Sends events to a server's clients and notices to the other servers.
    fn tell(&mut self, server: usize, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        for client in 0..self.clients.len() {
            if self.clients[client].server == Some(server) {
                let text = ServerMessage::Events { events: events.clone() };
                self.send(Message::ToClient { client, server, text });
            }
        }
        for other in (0..SERVERS).filter(|other| *other != server) {
            self.send(Message::Notice { server: other });
        }
    }

    fn tell_what_is_new(&mut self, server: usize) {
        let events = self.servers[server].catch_up(&self.store);
        self.tell(server, events);
    }

    /// Lets a server act on its own: CPU players' moves, clocks and absences, and sometimes a look into the store.
    fn look_after_room(&mut self, server: usize) {
        let when = Moment::at(self.now_ms);
        let events = self.servers[server].do_what_is_due(&mut self.store, when);
        self.tell(server, events);
        if self.chance(100) {
            self.tell_what_is_new(server);
        }
        if let Some(action) = self.servers[server].cpu_action() {
            self.act(server, action);
        }
        for client in 0..self.clients.len() {
            let (device, connected) = (self.clients[client].device(), self.clients[client].server);
            // A server sees its own connections; any server may miss a device without one.
            let is_gone = connected.is_none();
            let is_away = self.servers[server].is_away(device);
            if (connected == Some(server) || is_gone) && is_away.is_some_and(|away| away != is_gone) {
                let seat = self.servers[server].room().seat_of(device);
                if let Some(player) = seat {
                    self.act(server, Action::SetAway { player, away: is_gone });
                }
            }
        }
    }

    fn act(&mut self, server: usize, action: Action) {
        let when = Moment::at(self.now_ms);
        let events = self.servers[server].act(&mut self.store, action, when).unwrap_or_default();
        self.tell(server, events);
    }

    fn hear(&mut self, client: usize, server: usize, text: ServerMessage) {
        let text = if self.chance(20) { ServerMessage::read(&text.write()).expect("reads back") } else { text };
        // Messages over a cut connection are lost.
        if self.clients[client].server != Some(server) {
            return;
        }
        let listener = &mut self.clients[client];
        match text {
            ServerMessage::Welcome { events, .. } | ServerMessage::Events { events } => {
                match listener.room.receive(&events) {
                    Ok(Received::Applied(_)) => {}
                    Ok(Received::Gap) => self.say_hello(client),
                    Err(error) => self.report.problems.push(format!("a client cannot apply: {error}")),
                }
            }
            ServerMessage::Done { id, sequence } => {
                listener.room.done(id, sequence);
                listener.told.push((id, Some(sequence)));
            }
            ServerMessage::Refused { id, .. } => {
                listener.room.refused(id);
                listener.told.push((id, None));
            }
            _ => {}
        }
        self.check_shown(client);
    }

    /// Checks that the client shows a legal game which agrees with the store, except for its own unconfirmed move.
    fn check_shown(&mut self, client: usize) {
        if !self.chance(30) {
            return;
        }
        let shown = &self.clients[client].room;
        let told = shown.room().map(|room| room.sequence() as usize).unwrap_or_default();
        let stored = Room::replay(&self.store.events[..told.min(self.store.events.len())]);
        if stored.as_ref().ok().map(Option::as_ref) != Some(shown.room()) {
            self.report.problems.push(format!("client {client} has another room than what was stored by event {told}"));
        }
        if let Some(record) = shown.record() {
            let ahead = record.ply() - shown.room().and_then(Room::game).map_or(0, |game| game.record.ply());
            let played = Record::from_moves(record.variant().clone(), record.moves());
            if ahead > 1 || played.is_ok_and(|played| played.position() != record.position()) {
                self.report.problems.push(format!("client {client} shows what the rules do not allow"));
            }
        }
    }
}
