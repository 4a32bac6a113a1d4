//! Results of a load, as tables or JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use irogaeshi::online::ServerAddress;
use serde::Serialize;

use crate::failure::Failure;
use crate::load::idle::{Ended, Place};
use crate::load::room::Played;
use crate::load::room_error::RoomError;
use crate::load::samples::Spread;
use crate::load::server_process::ServerProcess;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};

/// Results of a load.
#[derive(Serialize)]
pub(crate) struct Report {
    servers: Vec<ServerReport>,
    pub(crate) idle: Vec<IdleReport>,
    /// Time to open the idle connections.
    opening_s: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) games: Option<GamesReport>,
    /// Start of the measurement of the servers' CPU time.
    #[serde(skip)]
    since: Instant,
}

/// Resources of a server's process, as far as it reports them.
#[derive(Serialize)]
struct ServerReport {
    address: String,
    memory_before_bytes: Option<f64>,
    /// Memory with all idle connections open.
    memory_idle_bytes: Option<f64>,
    memory_after_bytes: Option<f64>,
    /// Mean number of busy cores while connections were held and matches played.
    cores: Option<f64>,
    #[serde(skip)]
    cpu_seconds: Option<f64>,
}

/// Results of the idle connections.
#[derive(Serialize)]
pub(crate) struct IdleReport {
    place: String,
    wanted: u32,
    opened: u32,
    standing: u32,
    reconnects: u32,
    errors: BTreeMap<String, u32>,
}

/// Results of the matches.
#[derive(Serialize)]
pub(crate) struct GamesReport {
    rooms: u32,
    board: String,
    players: usize,
    wanted_moves_a_second: Option<u32>,
    seconds: f64,
    opening_s: f64,
    matches: u64,
    moves: u64,
    moves_a_second: f64,
    acknowledgement: Spread,
    everybody: Spread,
    reconnects: u64,
    differences: u64,
    lost: u64,
    doubled: u64,
    errors: BTreeMap<String, u64>,
    #[serde(skip)]
    all: Played,
}

impl IdleReport {
    pub(crate) fn new(place: Place, wanted: u32, ended: Ended) -> Self {
        let Ended { opened, standing, reconnects, errors } = ended;
        Self { place: place.to_string(), wanted, opened, standing, reconnects, errors }
    }
}

impl GamesReport {
    pub(crate) fn new(rooms: u32, board: &str, players: usize, rate: Option<NonZeroU32>) -> Self {
        Self {
            rooms,
            board: board.to_owned(),
            players,
            wanted_moves_a_second: rate.map(NonZeroU32::get),
            seconds: 0.0,
            opening_s: 0.0,
            matches: 0,
            moves: 0,
            moves_a_second: 0.0,
            acknowledgement: Spread::default(),
            everybody: Spread::default(),
            reconnects: 0,
            differences: 0,
            lost: 0,
            doubled: 0,
            errors: BTreeMap::new(),
            all: Played::default(),
        }
    }

    /// Counts a room that could not be made.
    pub(crate) fn failed_to_open(&mut self, error: &RoomError) {
        self.all.fail(error);
    }

    /// Adds the results of a room.
    pub(crate) fn add(&mut self, room: Played) {
        self.all.moves += room.moves;
        self.all.matches += room.matches;
        self.all.acknowledgement.extend(&room.acknowledgement);
        self.all.everybody.extend(&room.everybody);
        self.all.reconnects += room.reconnects;
        self.all.differences += room.differences;
        self.all.lost += room.lost;
        self.all.doubled += room.doubled;
        for (error, count) in room.errors {
            *self.all.errors.entry(error).or_default() += count;
        }
    }

    /// Finishes the results, with the time to make the rooms and the time of play.
    pub(crate) fn took(&mut self, opening: Duration, playing: Duration) {
        let all = std::mem::take(&mut self.all);
        self.opening_s = opening.as_secs_f64();
        self.seconds = playing.as_secs_f64();
        self.matches = all.matches;
        self.moves = all.moves;
        self.moves_a_second = all.moves as f64 / self.seconds;
        self.acknowledgement = all.acknowledgement.spread();
        self.everybody = all.everybody.spread();
        self.reconnects = all.reconnects;
        self.differences = all.differences;
        self.lost = all.lost;
        self.doubled = all.doubled;
        self.errors = all.errors;
    }
}

impl Report {
    pub(crate) fn new(servers: &[ServerAddress], before: &[ServerProcess]) -> Self {
        let servers = servers.iter().zip(before).map(|(address, before)| ServerReport {
            address: address.to_string(),
            memory_before_bytes: before.memory_bytes,
            memory_idle_bytes: None,
            memory_after_bytes: None,
            cores: None,
            cpu_seconds: before.cpu_seconds,
        });
        Self { servers: servers.collect(), idle: Vec::new(), opening_s: 0.0, games: None, since: Instant::now() }
    }

    /// Records that all idle connections are open, and the time it took.
    pub(crate) fn opened(&mut self, time: Duration, now: &[ServerProcess]) {
        self.opening_s = time.as_secs_f64();
        self.since = Instant::now();
        for (server, now) in self.servers.iter_mut().zip(now) {
            server.memory_idle_bytes = now.memory_bytes;
            server.cpu_seconds = now.cpu_seconds;
        }
    }

    /// Records the end of the measurement, with the idle connections still open.
    pub(crate) fn ended(&mut self, now: &[ServerProcess]) {
        let seconds = self.since.elapsed().as_secs_f64();
        for (server, now) in self.servers.iter_mut().zip(now) {
            server.memory_after_bytes = now.memory_bytes;
            let busy = now.cpu_seconds.zip(server.cpu_seconds).map(|(after, before)| after - before);
            // A restarted server counts CPU time from zero.
            server.cores = busy.filter(|busy| *busy >= 0.0).map(|busy| busy / seconds);
        }
    }

    /// Memory of the servers for each idle connection, in bytes.
    fn memory_a_connection(&self) -> Option<f64> {
        let opened: u32 = self.idle.iter().map(|idle| idle.opened).sum();
        let more = |server: &ServerReport| Some(server.memory_idle_bytes? - server.memory_before_bytes?);
        let more: f64 = self.servers.iter().map(more).sum::<Option<f64>>()?;
        (opened > 0).then(|| more / f64::from(opened))
    }

    /// Prints the report as one JSON object or as tables.
    pub(crate) fn print(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return print_line(out, self);
        }
        if !self.idle.is_empty() {
            writeln!(out, "{}", self.idle_table())?;
            writeln!(out, "opened in {:.1} s{}\n", self.opening_s, self.memory_in_words())?;
        }
        if let Some(games) = &self.games {
            writeln!(out, "{}\n{}", games.table(), games.spreads())?;
        }
        write!(out, "{}", self.server_table())?;
        let games = self.games.iter().flat_map(|games| games.errors.iter().map(|(error, count)| (error, *count)));
        let idle =
            self.idle.iter().flat_map(|idle| idle.errors.iter().map(|(error, count)| (error, u64::from(*count))));
        for (error, count) in idle.chain(games) {
            writeln!(out, "{count} × {error}")?;
        }
        Ok(())
    }

    fn idle_table(&self) -> Table {
        let mut table = Table::new([
            ("idle connections", Column::Text),
            ("wanted", Column::Number),
            ("opened", Column::Number),
            ("still open", Column::Number),
            ("reconnects", Column::Number),
        ]);
        for idle in &self.idle {
            let numbers = [idle.wanted, idle.opened, idle.standing, idle.reconnects].map(|number| number.to_string());
            table.push(std::iter::once(idle.place.clone()).chain(numbers));
        }
        table
    }

    fn memory_in_words(&self) -> String {
        let each = self.memory_a_connection().map(|bytes| format!(", {:.1} KiB of server memory each", bytes / 1024.0));
        each.unwrap_or_default()
    }

    fn server_table(&self) -> Table {
        let numbers = ["memory before", "with idle connections", "at the end", "cores busy"];
        let columns = numbers.map(|heading| (heading, Column::Number));
        let mut table = Table::new([("server process", Column::Text)].into_iter().chain(columns));
        let mib = |bytes: Option<f64>| bytes.map(|bytes| format!("{:.1} MiB", bytes / 1_048_576.0));
        for server in &self.servers {
            let memory = [server.memory_before_bytes, server.memory_idle_bytes, server.memory_after_bytes].map(mib);
            let cores = server.cores.map(|cores| format!("{cores:.2}"));
            let numbers =
                memory.into_iter().chain([cores]).map(|number| number.unwrap_or_else(|| "unknown".to_owned()));
            table.push(std::iter::once(server.address.clone()).chain(numbers));
        }
        table
    }

    /// Checks that everything went right.
    ///
    /// # Errors
    /// If a connection or room failed, moves were lost, or clients have seen different games.
    pub(crate) fn judge(&self) -> Result<(), Failure> {
        let mut wrong = Vec::new();
        let fallen: u32 = self.idle.iter().map(|idle| idle.wanted - idle.standing.min(idle.wanted)).sum();
        let mut count = |number: u64, what: &str| {
            if number > 0 {
                wrong.push(format!("{number} {what}"));
            }
        };
        count(fallen.into(), "idle connections were lost");
        if let Some(games) = &self.games {
            count(games.differences, "clients saw different games");
            count(games.lost, "acknowledged moves were lost");
            count(games.doubled, "acknowledged moves were stored twice");
            count(games.errors.values().sum(), "errors in rooms");
        }
        if wrong.is_empty() { Ok(()) } else { Err(Failure::Wrong(wrong.join(", "))) }
    }
}

impl GamesReport {
    fn table(&self) -> Table {
        let columns = [
            "rooms",
            "players",
            "seconds",
            "matches",
            "moves",
            "moves/s",
            "reconnects",
            "differences",
            "lost",
            "twice",
            "errors",
        ];
        let mut table = Table::new(columns.map(|heading| (heading, Column::Number)));
        table.push([
            self.rooms.to_string(),
            self.players.to_string(),
            format!("{:.1}", self.seconds),
            self.matches.to_string(),
            self.moves.to_string(),
            format!("{:.1}", self.moves_a_second),
            self.reconnects.to_string(),
            self.differences.to_string(),
            self.lost.to_string(),
            self.doubled.to_string(),
            self.errors.values().sum::<u64>().to_string(),
        ]);
        table
    }

    fn spreads(&self) -> Table {
        let mut table = Table::new([
            ("time from sending a move until", Column::Text),
            ("p50 ms", Column::Number),
            ("p90 ms", Column::Number),
            ("p99 ms", Column::Number),
            ("max ms", Column::Number),
        ]);
        for (what, spread) in
            [("it is acknowledged", self.acknowledgement), ("everybody has received it", self.everybody)]
        {
            let numbers = [spread.p50_ms, spread.p90_ms, spread.p99_ms, spread.max_ms].map(|ms| format!("{ms:.1}"));
            table.push(std::iter::once(what.to_owned()).chain(numbers));
        }
        table
    }
}
