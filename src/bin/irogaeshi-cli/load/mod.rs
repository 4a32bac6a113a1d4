//! Command `load`: puts load on a server with idle connections and whole games of random moves, over real sockets.

mod addresses;
mod client;
mod idle;
mod open_files;
mod report;
mod room;
mod room_error;
mod route;
mod samples;
mod server_process;

use std::io::Write;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use futures_util::stream::iter;
use irogaeshi::online::{RoomOptions, ServerAddress};
use irogaeshi::programs::ThinkingTime;
use irogaeshi::rules::{Start, Variant};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::failure::Failure;
use crate::load::addresses::Addresses;
use crate::load::idle::{Place, hold};
use crate::load::open_files::allow_open_files;
use crate::load::report::{GamesReport, IdleReport, Report};
use crate::load::room::{LoadRoom, Pace};
use crate::load::route::Route;
use crate::load::server_process::ServerProcess;
use crate::out::parallel::usual_threads;
use crate::sockets::endpoint::Endpoint;
use crate::variant::find_variant;

/// Number of connections opened concurrently.
const AT_ONCE: usize = 64;

/// Number of files that a process needs besides its connections.
const OTHER_FILES: u64 = 64;

#[derive(clap::Args)]
pub(crate) struct LoadArguments {
    /// Servers to load, such as 127.0.0.1:7878.
    ///
    /// Several servers must share their rooms; the players of each room are spread over them.
    #[arg(value_name = "SERVER", required = true)]
    servers: Vec<ServerAddress>,
    /// Number of connections that watch rooms without activity.
    ///
    /// Ten are in each room, including its host.
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: u32,
    /// Number of connections that watch the list of public rooms.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lobby: u32,
    /// Number of rooms that play matches one after the other.
    #[arg(long, value_name = "N", default_value_t = 0)]
    rooms: u32,
    /// Number of players in each match, unless --board is given.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    players: u8,
    /// Board to play on: a built-in variant or a file.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "players")]
    board: Option<String>,
    /// Moves a second in all rooms together [default: as many as possible].
    ///
    /// The server must allow its clients this many messages.
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// Time to hold connections and play matches.
    ///
    /// It begins once all are open.
    #[arg(long = "for", value_name = "TIME", default_value = "10s")]
    time: ThinkingTime,
    /// Number of local addresses to connect from, 127.0.0.1 and up.
    ///
    /// Useful if a local server limits each address, or for more connections than an address has ports.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=65_000))]
    addresses: u32,
    /// Seed of the moves.
    ///
    /// The same seed gives the same moves, as far as timing allows.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Loads a server and prints the results.
///
/// # Errors
/// If there is nothing to do or the server cannot be reached. After the report, also if moves were lost or clients have
/// seen different games.
pub(crate) fn run(arguments: &LoadArguments, out: &mut impl Write) -> Result<(), Failure> {
    if (arguments.idle, arguments.lobby, arguments.rooms) == (0, 0, 0) {
        return Err(Failure::Refused("nothing to do: give --idle, --lobby or --rooms".to_owned()));
    }
    let variant = Arc::new(match &arguments.board {
        Some(board) => find_variant(board)?,
        None => board_for(arguments.players)?,
    });
    let players = variant.everybody().len() as u64;
    let connections =
        u64::from(arguments.idle) + u64::from(arguments.lobby) + u64::from(arguments.rooms) * (players + 1);
    allow_open_files(connections + OTHER_FILES)?;
    let servers = arguments.servers.iter().cloned().map(Endpoint::new).collect::<Result<Vec<Endpoint>, _>>()?;
    let load = Load {
        servers: servers.into(),
        variant,
        addresses: Addresses::new(arguments.addresses),
        time: arguments.time.0,
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(usual_threads().get()).enable_all().build()?;
    let report = runtime.block_on(load.run(arguments))?;
    report.print(out, arguments.json)?;
    report.judge()
}

/// A board for this number of players.
fn board_for(players: u8) -> Result<Variant, Failure> {
    if players == 2 {
        return find_variant("classic");
    }
    let mut boards: Vec<Variant> = Variant::built_in_keys().filter_map(|key| Variant::built_in(&key)).collect();
    // Prefer boards on which everybody plays from the beginning.
    boards.sort_by_key(|board| board.cut_ins().len());
    let found = boards.into_iter().find(|board| board.everybody().len() == usize::from(players));
    found.ok_or_else(|| {
        Failure::Refused(format!("there is no board for {players} players; choose a board with --board"))
    })
}

struct Load {
    servers: Arc<[Endpoint]>,
    variant: Arc<Variant>,
    addresses: Addresses,
    time: Duration,
}

impl Load {
    async fn run(&self, arguments: &LoadArguments) -> Result<Report, Failure> {
        // Fails if a server cannot be reached; a server without process metrics is fine.
        let before = ServerProcess::of_all(&self.servers).await?;
        let mut report = Report::new(&arguments.servers, &before);
        let (stop, stopped) = tokio::sync::watch::channel(false);
        let groups = [(Place::Room, arguments.idle), (Place::Lobby, arguments.lobby)];
        let mut held = Vec::new();
        if arguments.idle > 0 || arguments.lobby > 0 {
            let begin = Instant::now();
            for (place, wanted) in groups {
                held.push(hold(&self.servers, place, wanted, &self.room_options(0), &self.addresses, &stopped).await);
            }
            report.opened(begin.elapsed(), &ServerProcess::of_those_there(&self.servers).await);
        }
        if arguments.rooms > 0 {
            report.games = Some(self.play(arguments).await?);
        } else {
            tokio::time::sleep(self.time).await;
        }
        report.ended(&ServerProcess::of_those_there(&self.servers).await);
        // The send fails only without receivers, which means no idle connections.
        let _ = stop.send(true);
        for ((place, wanted), group) in groups.into_iter().zip(held) {
            if wanted > 0 {
                report.idle.push(IdleReport::new(place, wanted, group.end().await));
            }
        }
        Ok(report)
    }

    async fn play(&self, arguments: &LoadArguments) -> Result<GamesReport, Failure> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(arguments.seed);
        let seeds: Vec<u64> = (0..arguments.rooms).map(|_| dice.random()).collect();
        let begin = Instant::now();
        let opened: Vec<_> = iter(seeds.into_iter().enumerate())
            .map(|(index, seed)| {
                let route = Route::new(self.servers.clone(), index, self.addresses.of(index));
                LoadRoom::open(route, self.room_options(seed), seed)
            })
            .buffer_unordered(AT_ONCE)
            .collect()
            .await;
        let opening = begin.elapsed();
        let (begin, rooms) = (Instant::now(), opened.len() as u32);
        let until = begin + self.time;
        let mut playing = Vec::new();
        let mut report = GamesReport::new(rooms, self.variant.name(), self.variant.everybody().len(), arguments.rate);
        for (index, room) in opened.into_iter().enumerate() {
            match room {
                Ok(room) => {
                    let pace = arguments.rate.map(|rate| Pace::shared(rate, rooms, index as u32, begin));
                    playing.push(tokio::spawn(room.play(pace, until)));
                }
                Err(error) => report.failed_to_open(&error),
            }
        }
        for room in playing {
            match room.await {
                Ok(played) => report.add(played),
                Err(panic) => return Err(Failure::Wrong(format!("a room panicked: {panic}"))),
            }
        }
        report.took(opening, self.time);
        Ok(report)
    }

    /// Rooms have no clock, since the load measures how fast moves are delivered, not how fast they are found.
    fn room_options(&self, seed: u64) -> RoomOptions {
        let substitute = irogaeshi::cpu::CpuPlayer::from(irogaeshi::cpu::Character::Random).into();
        RoomOptions {
            variant: self.variant.clone(),
            clock: None,
            start: Start::Normal,
            swap: false,
            is_public: false,
            absence_s: 60,
            substitute,
            seed,
        }
    }
}
