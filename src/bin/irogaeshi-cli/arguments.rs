//! Command line: commands and their arguments.

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

/// Play, solve, analyse and rate reversi games, train the engine and run online bots.
#[derive(Parser)]
#[command(name = "irogaeshi-cli", version, arg_required_else_help = false)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count the lines of play up to a depth (perft).
    Perft {
        #[command(flatten)]
        variant: VariantArgument,
        /// Number of plies; a pass counts as one.
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Do not count passes as plies.
        #[arg(long)]
        free_passes: bool,
    },
    /// Play a game and print one JSON object a turn; without --moves and --seed, plays random moves of seed 0.
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
    /// List the named openings of ordinary reversi, or name the opening of a game.
    Openings {
        /// Moves of a game, written "f5 d6 c3" or "f5d6c3".
        #[arg(value_name = "MOVES")]
        moves: Option<String>,
        /// Print one JSON object an opening; null for a game without a named opening.
        #[arg(long)]
        json: bool,
    },
    /// Play many games between CPU players and print their wins with 95 % intervals.
    Match(MatchArguments),
    /// Measure the fairness of boards: one CPU player plays every seat, and the wins of each seat are counted.
    Balance {
        /// Board to measure; can be repeated [default: all built-in variants, unless --shelf is given].
        #[arg(long, value_name = "NAME|FILE")]
        variant: Vec<String>,
        /// Measure the boards of this shelf.
        #[arg(long, value_name = "TITLE", conflicts_with = "variant")]
        shelf: Option<String>,
        /// Player of every seat, such as "random" or "tree:32".
        #[arg(long, value_name = "PLAYER", default_value = "tree:32")]
        seats_all: String,
        #[command(flatten)]
        games: GamesArguments,
    },
    /// Play a tournament, each against each or against its neighbours, and print ratings with 95 % intervals.
    Elo(EloArguments),
    /// Solve positions to the end of the game and check the answers given in their files.
    Solve(SolveArguments),
    /// Print a score for every legal square of a position, deeper ply by ply.
    Analyse(AnalyseArguments),
    /// Measure the engine's speed on this computer with a fixed set of positions.
    Bench(BenchArguments),
    /// Play reversi as an engine for another program, by GTP version 2 on stdin and stdout. After the end of its input
    /// it thinks for at most one more second.
    Gtp(ServerArguments),
    /// Play and analyse reversi as an engine for another program, by the NBoard protocol on stdin and stdout. After the
    /// end of its input it thinks for at most one more second.
    Nboard(ServerArguments),
    /// Train the engine's evaluation, from scratch or from the previous one: play games against itself, and fit the
    /// evaluation to their results.
    Train(TrainArguments),
    /// Make an opening book, by deep searches along the named openings and other moves that lose little, or by solving
    /// a small board.
    Book(BookArguments),
    /// Write the sounds of the game as WAV files, to listen to them.
    Sounds(SoundsArguments),
    /// Play online: join or make a room, and let a CPU player or another program take a seat.
    Online(Box<OnlineArguments>),
    /// Put load on an online server, with connections and whole games, and print its response times.
    Load(LoadArguments),
}
