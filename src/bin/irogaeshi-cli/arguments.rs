//! Command line: commands and their arguments.

use std::path::PathBuf;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;

use crate::arena::games::GamesArguments;
use crate::arena::matches::MatchArguments;
use crate::arena::tournament::EloArguments;
use crate::book::BookArguments;
use crate::commands::analyse::AnalyseArguments;
use crate::commands::bench::BenchArguments;
use crate::commands::cards::CardsArguments;
use crate::commands::convert::ConvertArguments;
use crate::commands::library::LibraryCommand;
use crate::commands::link::LinkArguments;
use crate::commands::picture::PictureArguments;
use crate::commands::solve::SolveArguments;
use crate::commands::sounds::SoundsArguments;
use crate::load::LoadArguments;
use crate::online::OnlineArguments;
use crate::play::PlayArguments;
use crate::protocols::server::ServerArguments;
use crate::training::TrainArguments;
use crate::variant::VariantArgument;

/// Play, solve, analyse and rate reversi games, train the engine and run online bots.
#[derive(Parser)]
#[command(name = "irogaeshi-cli", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// Reads the command line of this process.
    ///
    /// # Errors
    /// Also when help or the version is asked for.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        Self::from_arg_matches(&command_line().try_get_matches()?)
    }
}

/// All commands, with their arguments.
pub(crate) fn command_line() -> clap::Command {
    with_help_on_no_arguments(Arguments::command())
}

/// Makes every command that needs arguments print its help when it is called without any.
fn with_help_on_no_arguments(command: clap::Command) -> clap::Command {
    let needs_arguments =
        command.is_subcommand_required_set() || command.get_arguments().any(clap::Arg::is_required_set);
    command.arg_required_else_help(needs_arguments).mut_subcommands(with_help_on_no_arguments)
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
    /// Play a game and print one JSON object a turn.
    ///
    /// Without --moves and --seed, it plays random moves of seed 0.
    Trace {
        #[command(flatten)]
        variant: VariantArgument,
        /// Play these moves, written "f5 d6 c3" or "f5d6c3".
        #[arg(long, conflicts_with = "seed")]
        moves: Option<String>,
        /// Play random moves to the end, by this seed.
        ///
        /// The same seed gives the same game.
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u64,
    },
    /// List the built-in variants, shelf by shelf.
    Boards {
        /// Print one JSON object a variant.
        #[arg(long)]
        json: bool,
    },
    /// Measure the cards of built-in boards.
    ///
    /// A card has the wins of random games, the widest of them, and a game of the strongest CPU player against itself.
    Cards(CardsArguments),
    /// List the CPU players.
    Players {
        /// Print one JSON object a player.
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
    /// Play a game in the terminal, against CPU players or with others at the same screen.
    ///
    /// Without arguments, you play Black on 8 x 8 against a CPU player. Play with the arrow keys and Enter, by typing
    /// squares such as f5, or with the mouse. On boards with free passes, x passes. At the end, the moves are printed.
    Play(PlayArguments),
    /// Play many games between CPU players and print their wins with 95 % intervals.
    Match(MatchArguments),
    /// Measure the fairness of boards.
    ///
    /// One CPU player plays every seat, and the wins of each seat are counted.
    Balance {
        /// Board to measure; can be repeated [default: all built-in variants].
        ///
        /// With --shelf, the default is the boards of that shelf.
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
    /// Play a tournament and print ratings with 95 % intervals.
    ///
    /// Each player meets each other player, or with --ladder only its neighbours.
    Elo(EloArguments),
    /// Solve positions to the end of the game and check the answers given in their files.
    Solve(SolveArguments),
    /// Print a score for every legal square of a position, deeper ply by ply.
    Analyse(AnalyseArguments),
    /// Convert games and positions to another format.
    ///
    /// Reads every game of each file, and says which ones were left out.
    Convert(ConvertArguments),
    /// Keep games in a file and search them, by their texts and by position.
    #[command(subcommand)]
    Library(LibraryCommand),
    /// Write games as links that hold the whole game.
    ///
    /// Whatever reads a game also reads such a link.
    Link(LinkArguments),
    /// Draw a position as SVG or PNG, or a whole game as an animated GIF.
    Picture(PictureArguments),
    /// Measure the engine's speed on this computer with a fixed set of positions.
    Bench(BenchArguments),
    /// Play reversi for another program, by GTP version 2 on stdin and stdout.
    ///
    /// After the end of its input, it thinks for at most one more second.
    Gtp(ServerArguments),
    /// Play and analyse reversi for another program, by the NBoard protocol.
    ///
    /// It uses stdin and stdout. After the end of its input, it thinks for at most one more second.
    Nboard(ServerArguments),
    /// Train the engine's evaluation by games that the engine plays against itself.
    ///
    /// It starts from scratch or from the previous evaluation, and fits the evaluation to the results of the games.
    Train(TrainArguments),
    /// Make an opening book.
    ///
    /// It comes from deep searches along the named openings and other moves that lose little, or from solving a small
    /// board.
    Book(BookArguments),
    /// Write the sounds of the game as WAV files, to listen to them.
    Sounds(SoundsArguments),
    /// Play online: join or make a room, and let a CPU player or another program take a seat.
    Online(Box<OnlineArguments>),
    /// Put load on an online server and print its response times.
    ///
    /// The load is connections and whole games.
    Load(LoadArguments),
    /// Print a script that lets a shell complete commands and options.
    ///
    /// For example, irogaeshi-cli completions bash > ~/.local/share/bash-completion/completions/irogaeshi-cli
    Completions {
        /// Shell to print the script for.
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },
    /// Print the manual page, or write a page for each command into a folder.
    Man {
        /// Folder to write to, such as ~/.local/share/man/man1; created if missing.
        ///
        /// Without it, the page of irogaeshi-cli itself is printed.
        #[arg(value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
}
