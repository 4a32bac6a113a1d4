//! Terminal tool for reversi: counts lines of play, traces games as JSON, plays matches between CPU players, plays
//! online, loads servers, trains the engine, makes opening books, and writes the game's sounds.

mod arena;
mod arguments;
mod book;
mod commands;
mod engine;
mod failure;
mod load;
mod online;
mod out;
mod programs;
mod protocols;
mod sockets;
mod statistics;
mod training;
mod variant;

use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use irogaeshi::cpu::Character;
use irogaeshi::rules::{PassCounting, Variant, parse_moves, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::arena::contender::Contender;
use crate::arena::{balance, matches, tournament};
use crate::arguments::{Arguments, Command};
use crate::commands::trace::trace;
use crate::commands::{analyse, bench, boards, openings, solve, sounds};
use crate::failure::Failure;
use crate::out::line::say;
use crate::protocols::gtp::Gtp;
use crate::protocols::nboard::NBoard;
use crate::protocols::server::serve;
use crate::variant::{find_variant, shelf_of};

/// Exit code for an invalid argument, file or move.
const REFUSED: u8 = 2;

/// Exit code for a failed check.
const WRONG: u8 = 1;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => return complain(&first_paragraph(&error.to_string()), REFUSED),
        Err(help) => return finish(help.print().map_err(Failure::Output)),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = run(&arguments.command, &mut out);
    // Also print what was played before a refused move.
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
        Command::Openings { moves: None, json } => openings::print_all(out, *json),
        Command::Openings { moves: Some(moves), json } => {
            openings::print_followed(out, find_variant("classic")?, moves, *json)
        }
        Command::Match(arguments) => matches::run(arguments, out),
        Command::Balance { variant, shelf, seats_all, games } => {
            let contender: Contender = seats_all.parse()?;
            let boards = match shelf {
                Some(key) => shelf_of(key)?.keys,
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
            let mut server = Gtp::new(arguments.session(), arguments.budget());
            Ok(serve(&mut server, BufReader::new(io::stdin()), out)?)
        }
        Command::Nboard(arguments) => {
            let mut server = NBoard::new(arguments.session(), arguments.budget());
            Ok(serve(&mut server, BufReader::new(io::stdin()), out)?)
        }
        Command::Train(arguments) => training::run(arguments, out),
        Command::Book(arguments) => book::run(arguments, out),
        Command::Sounds(arguments) => sounds::run(arguments, out),
        Command::Online(arguments) => online::run(arguments, out),
        Command::Load(arguments) => load::run(arguments, out),
    }
}

fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe, as in `irogaeshi-cli trace … | head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => complain(&format!("the output cannot be written: {error}"), REFUSED),
        Err(Failure::Refused(why)) => complain(&why, REFUSED),
        Err(Failure::Wrong(what)) => complain(&what, WRONG),
    }
}

fn complain(why: &str, code: u8) -> ExitCode {
    say(why);
    ExitCode::from(code)
}

/// Reduces clap's message to its first paragraph, without usage and hints.
fn first_paragraph(message: &str) -> String {
    let paragraph: Vec<&str> = message.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    paragraph.join(" ").trim_start_matches("error: ").to_owned()
}
