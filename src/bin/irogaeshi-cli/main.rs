//! Terminal tool for reversi: plays games, counts lines of play, traces games as JSON, plays matches between CPU
//! players, keeps libraries of games, plays online, loads servers, trains the engine, makes opening books, and writes
//! the game's sounds.

mod arena;
mod arguments;
mod book;
mod commands;
mod engine;
mod failure;
mod load;
mod online;
mod out;
mod play;
mod protocols;
mod sockets;
mod statistics;
mod suggestion;
mod training;
mod variant;

use std::io::{self, BufReader, BufWriter, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use irogaeshi::cpu::Character;
use irogaeshi::rules::{Move, PassCounting, Variant, parse_moves, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::arena::contender::Contender;
use crate::arena::{balance, matches, tournament};
use crate::arguments::{Arguments, Command, command_line};
use crate::commands::trace::trace;
use crate::commands::{
    analyse, bench, boards, cards, completions, convert, library, link, manual, openings, picture, players, solve,
    sounds,
};
use crate::failure::Failure;
use crate::out::line::{say, say_lines};
use crate::protocols::gtp::Gtp;
use crate::protocols::nboard::NBoard;
use crate::protocols::server::serve;
use crate::variant::{find_variant, shelf_of};

/// Exit code for an invalid argument, file or move.
const REFUSED: u8 = 2;

/// Exit code for a failed check.
const WRONG: u8 = 1;

fn main() -> ExitCode {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
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
            let mut moves = parse_moves(moves)?.into_iter();
            trace(start, |_| moves.next(), out)
        }
        Command::Trace { variant, moves: None, seed } => {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(*seed);
            trace(variant.start()?, |position| Character::Random.choose(position, &mut rng).map(Move::Place), out)
        }
        Command::Boards { json } => Ok(boards::print(out, *json)?),
        Command::Cards(arguments) => cards::run(arguments, out),
        Command::Players { json } => Ok(players::print(out, *json)?),
        Command::Openings { moves: None, json } => openings::print_all(out, *json),
        Command::Openings { moves: Some(moves), json } => {
            openings::print_followed(out, find_variant("classic")?, moves, *json)
        }
        Command::Play(arguments) => play::run(arguments, out),
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
        Command::Convert(arguments) => convert::run(arguments, out),
        Command::Library(command) => library::run(command, out),
        Command::Link(arguments) => link::run(arguments, out),
        Command::Picture(arguments) => picture::run(arguments, out),
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
        Command::Completions { shell } => Ok(completions::print(command_line(), *shell, out)?),
        Command::Man { folder: None } => Ok(manual::print(command_line(), out)?),
        Command::Man { folder: Some(folder) } => manual::write(command_line(), folder),
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

/// Prints the help or the version that was asked for, or what is wrong with the command line.
fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return finish(error.print().map_err(Failure::Output));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // As with any error, a closed stderr leaves the exit code to say it.
        let _ = error.print();
    } else {
        say_lines(error.to_string().trim_start_matches("error: "));
    }
    ExitCode::from(REFUSED)
}

fn complain(why: &str, code: u8) -> ExitCode {
    say(why);
    ExitCode::from(code)
}
