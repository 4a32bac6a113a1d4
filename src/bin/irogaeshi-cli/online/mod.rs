//! Command `online`: plays online matches with a CPU player or another program.

mod allowance;
mod bot;
mod clock_argument;
mod news;
mod thinker;
mod visit;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use irogaeshi::cpu::CpuPlayer;
use irogaeshi::online::{ClientMessage, CommandId, PlayerName, RoomLink, RoomOptions, ServerAddress};
use irogaeshi::programs::ThinkingTime;
use irogaeshi::rules::{CpuKey, Player, Start};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::arena::contender::{Contender, ContenderError};
use crate::failure::Failure;
use crate::online::bot::{Bot, BotOptions};
use crate::online::clock_argument::ClockArgument;
use crate::online::thinker::Thinker;
use crate::online::visit::Visit;
use crate::sockets::device;
use crate::sockets::endpoint::Endpoint;
use crate::variant::find_variant;

#[derive(clap::Args)]
pub(crate) struct OnlineArguments {
    /// Link to a room, or its code with --server.
    #[arg(value_name = "LINK", required_unless_present = "make")]
    link: Option<RoomLink>,
    /// Server address, such as 192.168.1.20:7878; required without a link.
    #[arg(long, value_name = "ADDRESS")]
    server: Option<ServerAddress>,
    /// Player, such as pupil, tree:200ms, engine:d8 or "gtp:program".
    ///
    /// Named as in `match`: a CPU player, or another program such as "gtp:program arguments" or "nboard@d12:program".
    /// In a match with a clock it never thinks longer than the clock allows.
    #[arg(long, value_name = "PLAYER")]
    player: Contender,
    /// File that stores the player's secret; created if missing.
    ///
    /// With it, the player keeps its seat after a restart.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Seed of the moves [default: random].
    ///
    /// The same seed gives the same moves, unless there is a time limit.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Time that another program may stay silent.
    ///
    /// Its thinking time is added. A program that stays silent for longer counts as failed.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    patience: ThinkingTime,
    /// Time to keep trying to reconnect to a server.
    #[arg(long, value_name = "TIME", default_value = "600s")]
    give_up: ThinkingTime,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    made: MadeRoomArguments,
    #[command(flatten)]
    options: BotOptionsArguments,
}

/// Behaviour apart from the moves.
#[derive(clap::Args)]
#[command(next_help_heading = "Behaviour")]
struct BotOptionsArguments {
    /// Seat to take, such as black [default: first free seat].
    #[arg(long, value_name = "SEAT")]
    seat: Option<Player>,
    /// Name to show [default: name of the player].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Accept draws.
    #[arg(long)]
    accept_draws: bool,
    /// Decline takebacks, as CPU players do.
    #[arg(long)]
    decline_takebacks: bool,
    /// Wait for absent players as long as it takes.
    ///
    /// Without this flag, in matches without a clock, the seat of an absent player to move goes to the room's CPU
    /// player after the absence that the room allows.
    #[arg(long)]
    wait_for_absent: bool,
    /// Number of rematches to play if the others agree.
    #[arg(long, value_name = "N", default_value_t = 0)]
    rematches: u32,
}

/// Options of a room to make.
#[derive(clap::Args)]
#[command(next_help_heading = "New room")]
struct MadeRoomArguments {
    /// Make a room for this board, a built-in variant or a file.
    ///
    /// Its link is printed first.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "link", requires = "server")]
    make: Option<String>,
    /// Clock of the room (with --make), such as 5m+3s [default: no limit].
    ///
    /// 5m+3s is a time for the match and more for each move; 10m,30s is a time for the match and then for each move;
    /// 30s or 3d is a time for each move.
    #[arg(long, value_name = "CLOCK", conflicts_with = "link")]
    clock: Option<ClockArgument>,
    /// List the room publicly (with --make).
    #[arg(long, conflicts_with = "link")]
    public: bool,
    /// Seconds to keep an absent player's seat (with --make).
    #[arg(long, value_name = "N", default_value_t = 60, conflicts_with = "link")]
    absence: u32,
    /// CPU player in place of those who leave (with --make).
    #[arg(long, value_name = "PLAYER", default_value = "steady", conflicts_with = "link", value_parser = read_substitute)]
    substitute: CpuKey,
}

/// Reads the key of a CPU player that this version knows.
fn read_substitute(text: &str) -> Result<CpuKey, ContenderError> {
    Ok(text.parse::<CpuPlayer>()?.into())
}

/// Plays until the room is closed, and prints what happens.
///
/// # Errors
/// If the room does not exist, no seat is free, or the player cannot be started.
pub(crate) fn run(arguments: &OnlineArguments, out: &mut impl Write) -> Result<(), Failure> {
    let in_link = arguments.link.as_ref().and_then(|link| link.server.as_ref());
    let address = match (in_link, &arguments.server) {
        (Some(linked), Some(named)) if linked != named => {
            return Err(Failure::Refused(format!("the link leads to {linked}, but --server is {named}")));
        }
        (Some(address), _) | (None, Some(address)) => address.clone(),
        (None, None) => return Err(Failure::Refused("a room code needs --server".to_owned())),
    };
    if !address.is_private() {
        // Only a warning, so a closed stderr must not stop the player.
        let _ = writeln!(
            std::io::stderr(),
            "irogaeshi-cli: the connection to {address} is not encrypted: others can read it and play for you"
        );
    }
    let token = device::token(arguments.token_file.as_deref(), &address)?;
    let random = device::draw()?;
    let (seed, chance) = (arguments.seed.unwrap_or(random as u64), (random >> 64) as u64);
    // A random block of numbers, so that another run with the same secret uses different ones.
    let first_id = u64::from(chance as u32) << 20;
    let opening = match (&arguments.link, &arguments.made.make) {
        (Some(link), _) => ClientMessage::Hello { room: link.code, token: token.clone(), seen: 0 },
        (None, Some(board)) => {
            let options = Box::new(arguments.made.options(board, seed)?);
            ClientMessage::Create { id: CommandId(first_id), token: token.clone(), options }
        }
        (None, None) => return Err(Failure::Refused("give a link or --make".to_owned())),
    };
    let endpoint = Endpoint::new(address)?;
    let thinker = Thinker::start(arguments.player.clone(), arguments.patience.0, seed)?;
    let bot = Bot::new(token.id(), first_id + 1, arguments.options.of(&arguments.player));
    let visit = Visit {
        server: endpoint,
        token,
        bot,
        player: arguments.player.clone(),
        thinker,
        welcomed: None,
        ahead_ms: 0,
        dice: Xoshiro256PlusPlus::seed_from_u64(chance),
        give_up: arguments.give_up.0,
        json: arguments.json,
        out,
    };
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(visit.stay(opening))
}

impl BotOptionsArguments {
    fn of(&self, player: &Contender) -> BotOptions {
        BotOptions {
            seat: self.seat,
            name: PlayerName::nearest(self.name.as_deref().unwrap_or(&player.to_string())),
            agrees_to_takebacks: !self.decline_takebacks,
            agrees_to_draws: self.accept_draws,
            gives_absent_seats: !self.wait_for_absent,
            rematches: self.rematches,
        }
    }
}

impl MadeRoomArguments {
    fn options(&self, board: &str, seed: u64) -> Result<RoomOptions, Failure> {
        let options = RoomOptions {
            variant: Arc::new(find_variant(board)?),
            clock: self.clock.map(|ClockArgument(control)| control),
            start: Start::Normal,
            swap: false,
            is_public: self.public,
            absence_s: self.absence,
            substitute: self.substitute.clone(),
            seed,
        };
        options.check(CpuPlayer::may_sit_in_room).map_err(|problem| Failure::Refused(format!("{board}: {problem}")))?;
        Ok(options)
    }
}
