//! The terminal tool: counts lines of play, and writes games out turn by turn as JSON for other programs to check.

mod trace;

use std::fs;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use irogaeshi::cpu::Character;
use irogaeshi::rules::{MoveListError, PassCounting, Position, Variant, parse_moves, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde::Serialize;

use trace::trace;

/// What the process returns when an argument, a file or a move is wrong.
const REFUSED: u8 = 2;

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
}

#[derive(clap::Args)]
struct VariantArgument {
    /// A built-in variant (classic, classic-4 to classic-16, colour, five), or else a file that describes one.
    #[arg(long, value_name = "NAME|FILE")]
    variant: String,
}

impl VariantArgument {
    fn start(&self) -> Result<Position, Failure> {
        let source = &self.variant;
        let variant = match Variant::built_in(source) {
            Some(variant) => variant,
            None => fs::read_to_string(source)
                .map_err(|error| format!("{source}: not a built-in variant, and no file that can be read: {error}"))?
                .parse()
                .map_err(|error| format!("{source}: {error}"))?,
        };
        Ok(Position::start(variant))
    }
}

/// Why the tool stops early.
enum Failure {
    /// Something it was given is wrong: where and why.
    Refused(String),
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

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return refuse(&first_paragraph(&error.to_string())),
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
    }
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
        Err(Failure::Output(error)) => refuse(&format!("the output cannot be written: {error}")),
        Err(Failure::Refused(why)) => refuse(&why),
    }
}

/// One line, whatever the text that it quotes holds. A closed stderr leaves the exit code to say it.
fn refuse(why: &str) -> ExitCode {
    let line: Vec<&str> = why.lines().map(str::trim).collect();
    let _ = writeln!(io::stderr(), "irogaeshi-cli: {}", line.join(" "));
    ExitCode::from(REFUSED)
}

/// What clap found wrong, without the usage and hints that follow it.
fn first_paragraph(message: &str) -> String {
    let paragraph: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_start_matches("error: ").to_owned()
}
