//! A CPU player or another program as a player of online matches, wherever it runs.

mod allowance;
mod bot;
mod clock_argument;
mod news;
mod thinker;
mod visit;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use irogaeshi::notation::CpuKey;
use irogaeshi::online::{ClientMessage, CommandId, PlayerName, RoomLink, RoomOptions, ServerAddress};
use irogaeshi::rules::Player;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::arena::contender::Contender;
use crate::engine::budget::ThinkingTime;
use crate::failure::Failure;
use crate::online::bot::{Bot, Manners};
use crate::online::clock_argument::ClockArgument;
use crate::online::thinker::Thinker;
use crate::online::visit::Visit;
use crate::sockets::device;
use crate::sockets::endpoint::Endpoint;
use crate::variant::find_variant;

/// Which room, and who plays there.
#[derive(clap::Args)]
pub(crate) struct OnlineArguments {
    /// A link to a room, or its code with --server.
    #[arg(value_name = "LINK", required_unless_present = "make")]
    link: Option<RoomLink>,
    /// The server, such as 192.168.1.20:7878; needed where there is no link.
    #[arg(long, value_name = "ADDRESS")]
    server: Option<ServerAddress>,
    #[command(flatten)]
    made: MadeRoomArguments,
    /// Who plays, as in `match`: a CPU player such as pupil, tree:200ms or engine:d8, or another program such as
    /// "gtp:program arguments" or "nboard@d12:program". On a clock all of them think no longer than it allows.
    #[arg(long, value_name = "PLAYER")]
    player: Contender,
    #[command(flatten)]
    manners: MannersArguments,
    /// Where its secret is kept, so that it goes on in its seat after a restart; the file is made where there is none.
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// The same seed gives the same moves, unless there is a time limit; drawn by chance where it is left out.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How long another program may be silent, besides its time to think, before it is given up.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    patience: ThinkingTime,
    /// How long to try to reach a server again that has gone.
    #[arg(long, value_name = "TIME", default_value = "600s")]
    give_up: ThinkingTime,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// How it behaves besides its moves.
#[derive(clap::Args)]
struct MannersArguments {
    /// Whose moves it makes, such as black; the first seat that is free where it is left out.
    #[arg(long, value_name = "SEAT")]
    seat: Option<Player>,
    /// What it is called; by its player where it is left out.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Agree to draws.
    #[arg(long)]
    accept_draws: bool,
    /// Do not agree to take moves back, as CPU players do.
    #[arg(long)]
    decline_takebacks: bool,
    /// Wait for players who are away for as long as it takes. Without it, and without a clock, the seat of somebody who
    /// is to move goes to the room's CPU player once they have been away for as long as the room says.
    #[arg(long)]
    wait_for_absent: bool,
    /// How many matches it plays after the first, if the others agree.
    #[arg(long, value_name = "N", default_value_t = 0)]
    rematches: u32,
}

/// A room that is made first.
#[derive(clap::Args)]
struct MadeRoomArguments {
    /// Make a room for this board, a built-in variant or a file, and print its link first.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "link", requires = "server")]
    make: Option<String>,
    /// The clock of a room that is made: 5m+3s for a match and more for each move, or 30s or 3d for each move; no limit
    /// where it is left out.
    #[arg(long, value_name = "CLOCK", conflicts_with = "link")]
    clock: Option<ClockArgument>,
    /// List a room that is made for everybody.
    #[arg(long, conflicts_with = "link")]
    public: bool,
    /// For how many seconds a room that is made keeps the seat of somebody who is away.
    #[arg(long, value_name = "N", default_value_t = 60, conflicts_with = "link")]
    absence: u32,
    /// The CPU player that plays on for those who leave a match in a room that is made.
    #[arg(long, value_name = "PLAYER", default_value = "steady", conflicts_with = "link")]
    substitute: CpuKey,
}

/// Plays until the room is over, and tells what happens.
///
/// # Errors
/// When there is no such room, no seat, or nobody to play.
pub(crate) fn run(arguments: &OnlineArguments, out: &mut impl Write) -> Result<(), Failure> {
    let in_link = arguments.link.as_ref().and_then(|link| link.server.as_ref());
    let address = match (in_link, &arguments.server) {
        (Some(linked), Some(named)) if linked != named => {
            return Err(Failure::Refused(format!("the link leads to {linked}, and --server says {named}")));
        }
        (Some(address), _) | (None, Some(address)) => address.clone(),
        (None, None) => return Err(Failure::Refused("--server is needed where there is only a code".to_owned())),
    };
    if !address.is_private() {
        // It goes on, and a closed stderr is no reason to stop.
        let _ = writeln!(
            std::io::stderr(),
            "irogaeshi-cli: the way to {address} is not encrypted: anybody on it can read along and play for you"
        );
    }
    let token = device::token(arguments.token_file.as_deref(), &address)?;
    let random = device::draw()?;
    let (seed, chance) = (arguments.seed.unwrap_or(random as u64), (random >> 64) as u64);
    // A block of numbers by chance: another run with the same secret uses others.
    let first_id = u64::from(chance as u32) << 20;
    let opening = match (&arguments.link, &arguments.made.make) {
        (Some(link), _) => ClientMessage::Hello { room: link.code, token: token.clone(), seen: 0 },
        (None, Some(board)) => {
            let options = Box::new(arguments.made.options(board, seed)?);
            ClientMessage::Create { id: CommandId(first_id), token: token.clone(), options }
        }
        (None, None) => return Err(Failure::Refused("a link or --make is needed".to_owned())),
    };
    let endpoint = Endpoint::new(address)?;
    let thinker = Thinker::start(arguments.player.clone(), arguments.patience.0, seed)?;
    let bot = Bot::new(token.id(), first_id + 1, arguments.manners.of(&arguments.player));
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

impl MannersArguments {
    fn of(&self, player: &Contender) -> Manners {
        Manners {
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
            is_public: self.public,
            absence_s: self.absence,
            substitute: self.substitute.clone(),
            seed,
        };
        options.check().map_err(|problem| Failure::Refused(format!("{board}: {problem}")))?;
        Ok(options)
    }
}
