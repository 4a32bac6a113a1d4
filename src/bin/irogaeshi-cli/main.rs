//! The terminal tool: counts lines of play, writes games out turn by turn as JSON for other programs to check, and lets
//! CPU players play matches.

mod analyse;
mod balance;
mod bench;
mod boards;
mod book;
mod bradley_terry;
mod brain;
mod clock;
mod contender;
mod contest;
mod elo;
mod ggf;
mod gtp;
mod interval;
mod line_reader;
mod named_openings;
mod nboard;
mod openings;
mod parallel;
mod played_game;
mod position_source;
mod process;
mod program;
mod puzzle;
mod seats;
mod server;
mod solve;
mod table;
mod told_game;
mod tournament;
mod trace;
mod train;

use std::fs;
use std::io::{self, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Parser, Subcommand};
use irogaeshi::cpu::Character;
use irogaeshi::rules::{Goal, MoveListError, PassCounting, Position, Shelf, Variant, parse_moves, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;

use analyse::AnalyseArguments;
use bench::BenchArguments;
use book::BookArguments;
use brain::ThinkingTime;
use contender::{Contender, ContenderError};
use contest::Contest;
use gtp::Gtp;
use nboard::NBoard;
use openings::Openings;
use parallel::usual_threads;
use program::ProgramError;
use seats::{Seats, SeatsError};
use server::{ServerArguments, serve};
use solve::SolveArguments;
use tournament::EloArguments;
use trace::trace;
use train::TrainArguments;

/// What the process returns when an argument, a file or a move is wrong.
const REFUSED: u8 = 2;

/// What the process returns when what it found is not what it should have found.
const WRONG: u8 = 1;

/// Irogaeshi's rules in a terminal.
#[derive(Parser)]
#[command(name = "irogaeshi-cli", version, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the lines of play of a number of plies.
    Perft {
        #[command(flatten)]
        variant: VariantArgument,
        /// How many plies; being skipped takes one.
        #[arg(long, value_name = "N")]
        depth: u32,
        /// Let being skipped take no ply.
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
    Match {
        #[command(flatten)]
        variant: VariantArgument,
        /// Who plays which seat, such as "cyan=minimum,black=tree:200ms"; random plays the others. A limit is a time a
        /// move or a number of playouts. The engine for two plays as engine:100ms, engine:d8 (plies) or engine:50000
        /// (nodes). Other programs play as "gtp:program arguments" or "nboard:program arguments", limited such as
        /// gtp@2s:program, nboard@100ms:program or nboard@d12:program; no comma may be in them.
        #[arg(long, value_name = "SEATS", default_value = "")]
        seats: String,
        /// Let those on the scored seats sit on each of them in turn, the same openings for everybody.
        #[arg(long)]
        rotate: bool,
        /// Begin with openings of this file, a line of moves each, picked by the seed. Implies --rotate: everybody plays
        /// an opening from every seat.
        #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
        openings: Option<String>,
        /// Let the fewest discs win.
        #[arg(long)]
        reverse: bool,
        #[command(flatten)]
        games: GamesArguments,
    },
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
    /// Play reversi for another program that speaks GTP, version 2, on stdin and stdout.
    Gtp(ServerArguments),
    /// Play and analyse reversi for another program that speaks the NBoard protocol on stdin and stdout.
    Nboard(ServerArguments),
    /// Make the engine's evaluation from nothing: games that it plays against itself, and fits of what they led to.
    Train(TrainArguments),
    /// Make the opening book, by deep searches of the moves along the named openings and of those that give little away.
    Book(BookArguments),
}

/// Which games are played, and how.
#[derive(clap::Args)]
struct GamesArguments {
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The same seed gives the same games, unless a player has a time limit.
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Begin each game with so many random plies.
    #[arg(long, value_name = "N", default_value_t = 0)]
    opening_plies: u32,
    /// How many games are played at the same time; as many as there are cores where it is left out.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Let levels of the engine play without the opening book.
    #[arg(long)]
    no_book: bool,
    /// How long another program may be silent, besides its time to think, before it is given up.
    #[arg(long, value_name = "TIME", default_value = "60s")]
    patience: ThinkingTime,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl GamesArguments {
    fn threads(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(usual_threads)
    }

    pub(crate) const fn patience(&self) -> Duration {
        self.patience.0
    }

    pub(crate) const fn knows_book(&self) -> bool {
        !self.no_book
    }
}

#[derive(clap::Args)]
struct VariantArgument {
    /// A built-in variant (classic, classic-4 to classic-16, colour, five), or else a file that describes one.
    #[arg(long, value_name = "NAME|FILE")]
    variant: String,
}

impl VariantArgument {
    fn start(&self) -> Result<Position, Failure> {
        Ok(Position::start(find_variant(&self.variant)?))
    }
}

/// The built-in variant of this name, or else the one that a file describes.
fn find_variant(source: &str) -> Result<Variant, Failure> {
    match Variant::built_in(source) {
        Some(variant) => Ok(variant),
        None => Ok(fs::read_to_string(source)
            .map_err(|error| format!("{source}: not a built-in variant, and no file that can be read: {error}"))?
            .parse()
            .map_err(|error| format!("{source}: {error}"))?),
    }
}

/// Why the tool stops early.
enum Failure {
    /// Something it was given is wrong: where and why.
    Refused(String),
    /// What it found is wrong.
    Wrong(String),
    /// What it prints cannot be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl From<MoveListError> for Failure {
    fn from(error: MoveListError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<SeatsError> for Failure {
    fn from(error: SeatsError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<ContenderError> for Failure {
    fn from(error: ContenderError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return complain(&first_paragraph(&error.to_string()), REFUSED),
        Err(help) => return finish(help.print().map_err(Failure::Output)),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&arguments.command, &mut out);
    // What was played before a move that is refused is printed all the same.
    finish(out.flush().map_err(Failure::Output).and(result))
}

fn run(command: &Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Perft { variant, depth, free_passes } => {
            let passes = if *free_passes { PassCounting::Free } else { PassCounting::Ply };
            Ok(writeln!(out, "{}", perft(&variant.start()?, *depth, passes))?)
        }
        Command::Trace { variant, moves: Some(moves), .. } => {
            let start = variant.start()?;
            let mut squares = parse_moves(moves)?.into_iter();
            trace(start, |_| squares.next(), out)
        }
        Command::Trace { variant, moves: None, seed } => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(*seed);
            trace(variant.start()?, |position| Character::Random.choose(position, &mut rng), out)
        }
        Command::Boards { json } => Ok(boards::print(out, *json)?),
        Command::Openings { moves: None, json } => named_openings::print_all(out, *json),
        Command::Openings { moves: Some(moves), json } => {
            named_openings::print_followed(out, find_variant("classic")?, moves, *json)
        }
        Command::Match { variant, seats, rotate, openings, reverse, games } => {
            let variant = find_variant(&variant.variant)?;
            let variant = Arc::new(if *reverse { variant.with_goal(Goal::Fewest) } else { variant });
            let seats = Seats::read(seats, &variant)?;
            let openings = openings.as_ref().map(|file| Openings::read_file(file, &variant)).transpose()?;
            let contest = Contest { variant, seats, rotate: *rotate || openings.is_some(), openings };
            let played = contest.play(games, contest.variant.name())?;
            Ok(contest.report(games, &played).print(out, games.json)?)
        }
        Command::Balance { variant, shelf, seats_all, games } => {
            let contender: Contender = seats_all.parse()?;
            let boards = match shelf {
                Some(title) => shelf_of(title)?.keys,
                None if variant.is_empty() => Variant::built_in_keys().collect(),
                None => variant.clone(),
            };
            let found = boards.into_iter().map(|board| find_variant(&board).map(|variant| (board, variant)));
            balance::print(found.collect::<Result<_, _>>()?, &contender, games, out)
        }
        Command::Elo(arguments) => tournament::run(arguments, out),
        Command::Solve(arguments) => solve::run(arguments, out),
        Command::Analyse(arguments) => analyse::run(arguments, out),
        Command::Bench(arguments) => bench::run(arguments, out),
        Command::Gtp(arguments) => {
            let mut server = Gtp::new(arguments.brain(), arguments.budget());
            Ok(serve(&mut server, BufReader::new(io::stdin()), out)?)
        }
        Command::Nboard(arguments) => {
            let mut server = NBoard::new(arguments.brain(), arguments.budget());
            Ok(serve(&mut server, BufReader::new(io::stdin()), out)?)
        }
        Command::Train(arguments) => train::run(arguments, out),
        Command::Book(arguments) => book::run(arguments, out),
    }
}

fn shelf_of(title: &str) -> Result<Shelf, Failure> {
    let found = Variant::shelves().find(|shelf| shelf.title.eq_ignore_ascii_case(title));
    let titles = || Variant::shelves().map(|shelf| shelf.title).collect::<Vec<_>>().join("\", \"");
    found.ok_or_else(|| format!("there is no shelf \"{title}\"; the shelves are \"{}\"", titles()).into())
}

fn print_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads has seen enough, as in `irogaeshi-cli trace … | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&format!("the output cannot be written: {error}"), REFUSED),
        Err(Failure::Refused(why)) => complain(&why, REFUSED),
        Err(Failure::Wrong(what)) => complain(&what, WRONG),
    }
}

/// One line, whatever the text that it quotes holds. A closed stderr leaves the exit code to say it.
fn complain(why: &str, code: u8) -> ExitCode {
    let line: Vec<&str> = why.lines().map(str::trim).collect();
    let _ = writeln!(io::stderr(), "irogaeshi-cli: {}", line.join(" "));
    ExitCode::from(code)
}

/// What clap found wrong, without the usage and hints that follow it.
fn first_paragraph(message: &str) -> String {
    let paragraph: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_start_matches("error: ").to_owned()
}
