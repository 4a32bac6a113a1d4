//! The command line: which command, and with what.

use clap::{Parser, Subcommand};

use crate::arena::games::GamesArguments;
use crate::arena::matches::MatchArguments;
use crate::arena::tournament::EloArguments;
use crate::book::BookArguments;
use crate::commands::analyse::AnalyseArguments;
use crate::commands::bench::BenchArguments;
use crate::commands::solve::SolveArguments;
use crate::commands::sounds::SoundsArguments;
use crate::load::LoadArguments;
use crate::online::OnlineArguments;
use crate::protocols::server::ServerArguments;
use crate::training::TrainArguments;
use crate::variant::VariantArgument;

/// Irogaeshi's rules in a terminal.
#[derive(Parser)]
#[command(name = "irogaeshi-cli", version, arg_required_else_help = false)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count the lines of play of a number of plies.
    Perft {
        #[command(flatten)]
        variant: VariantArgument,
        /// How many plies; a pass counts as one.
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Do not count passes as plies.
        #[arg(long)]
        free_passes: bool,
    },
    /// Play a game and print one JSON object a turn; without --moves and --seed, random moves of seed 0.
    Trace {
        #[command(flatten)]
        variant: VariantArgument,
        /// Play these moves, written "f5 d6 c3" or "f5d6c3".
        #[arg(long, conflicts_with = "seed")]
        moves: Option<String>,
        /// Play random moves to the end; the same seed gives the same game.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// List the built-in variants, shelf by shelf.
    Boards {
        /// Print one JSON object a variant.
        #[arg(long)]
        json: bool,
    },
    /// List the named openings of ordinary reversi, or name the one that a game followed.
    Openings {
        /// The moves of a game, written "f5 d6 c3" or "f5d6c3".
        #[arg(value_name = "MOVES")]
        moves: Option<String>,
        /// Print one JSON object an opening; null where a game followed none.
        #[arg(long)]
        json: bool,
    },
    /// Let CPU players play many games and print who wins how often, with 95 % intervals.
    Match(MatchArguments),
    /// Measure how even boards are: the same CPU player on every seat, and how often each seat wins.
    Balance {
        /// A board to measure; may be given several times. Without it and --shelf: all built-in variants.
        #[arg(long, value_name = "NAME|FILE")]
        variant: Vec<String>,
        /// Measure the boards of this shelf.
        #[arg(long, value_name = "TITLE", conflicts_with = "variant")]
        shelf: Option<String>,
        /// Who plays every seat, such as "random" or "tree:32".
        #[arg(long, value_name = "PLAYER", default_value = "tree:32")]
        seats_all: String,
        #[command(flatten)]
        games: GamesArguments,
    },
    /// Let players play against each other, or each against the next, and print their ratings with 95 % intervals.
    Elo(EloArguments),
    /// Solve positions to the end of the game, and check the answers that their files know.
    Solve(SolveArguments),
    /// Print a score on every legal square of a position, ply by ply deeper.
    Analyse(AnalyseArguments),
    /// Measure how fast the engine is on this computer, always with the same positions.
    Bench(BenchArguments),
    /// Play reversi for another program that speaks GTP, version 2, on stdin and stdout. Once the input has ended it
    /// thinks for a second at most.
    Gtp(ServerArguments),
    /// Play and analyse reversi for another program that speaks the NBoard protocol on stdin and stdout. Once the input
    /// has ended it thinks for a second at most.
    Nboard(ServerArguments),
    /// Make the engine's evaluation, from nothing or from the one before: games that it plays against itself, and fits
    /// of what they led to.
    Train(TrainArguments),
    /// Make an opening book, by deep searches of the moves along the named openings and of those that give little away,
    /// or by solving a small board.
    Book(BookArguments),
    /// Write the sounds of the game as WAV files, to listen to them.
    Sounds(SoundsArguments),
    /// Play online: join a room, or make one, and let a CPU player or another program play a seat.
    Online(Box<OnlineArguments>),
    /// Load a server of online play with connections and whole games, and print how fast it answers.
    Load(LoadArguments),
}
