//! Command `play`: a game against CPU players or other humans, on the screen of a terminal or as lines of text.

#[cfg(unix)]
mod app;
#[cfg(unix)]
mod board_drawing;
#[cfg(unix)]
mod canvas;
mod game;
mod hint;
#[cfg(unix)]
mod input;
#[cfg(unix)]
mod layout;
mod lines;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod screen_state;
mod start;
#[cfg(unix)]
mod terminal;
mod worker;

use std::io::{BufReader, Write, stdin};
use std::path::PathBuf;

use irogaeshi::notation::{GameRecord, RecordedSeat, transcript_of};
use irogaeshi::programs::ThinkingTime;
use irogaeshi::rules::Player;

#[cfg(unix)]
use crate::failure::Failure;
use crate::out::files::{check_writable, write_whole};
use crate::play::game::{Game, Next, Seat};
use crate::play::start::StartArguments;
use crate::sockets::device;

#[derive(clap::Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    start: StartArguments,
    /// Write the game to this file at the end, as JSON.
    ///
    /// The game, --from and the other commands read it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Least time of a CPU player's move on the screen.
    #[cfg(unix)]
    #[arg(long, value_name = "TIME", default_value = "400ms")]
    pause: ThinkingTime,
    /// Seed of the CPU players' moves [default: random].
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Play line by line instead of on the whole screen.
    ///
    /// Screen readers and other programs need it. It is the default on Windows, and if input or output is not a
    /// terminal.
    #[arg(long)]
    plain: bool,
}

/// Plays a game and prints its record.
///
/// # Errors
/// If the board, a player or the start is refused, a program fails, or the game cannot be saved.
pub(crate) fn run(arguments: &PlayArguments, out: &mut impl Write) -> Result<(), Failure> {
    let mut game = arguments.start.game()?;
    if let Some(path) = &arguments.save {
        check_writable(path)?;
    }
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => device::draw()? as u64,
    };
    let ended;
    (game, ended) = play(arguments, game, seed, out)?;
    print_summary(arguments, &game, out)?;
    if let Some(path) = &arguments.save {
        write_whole(path, recorded(&game).to_string().as_bytes())?;
    }
    ended
}

/// Plays on the screen if there is one, otherwise line by line.
fn play(
    arguments: &PlayArguments,
    mut game: Game,
    seed: u64,
    out: &mut impl Write,
) -> Result<(Game, Result<(), Failure>), Failure> {
    #[cfg(unix)]
    if !arguments.plain && terminal::is_available() {
        return app::run(game, seed, arguments.pause.0);
    }
    let ended = lines::run(&mut game, seed, &mut BufReader::new(stdin()), out);
    Ok((game, ended))
}

/// Prints the result, the moves, and how to continue.
fn print_summary(arguments: &PlayArguments, game: &Game, out: &mut impl Write) -> Result<(), Failure> {
    let record = game.record();
    let result = match game.next() {
        Next::Over(outcome) => Game::result(outcome),
        Next::Human(player) | Next::Cpu(player) => format!("{player} to move."),
    };
    writeln!(out, "{}: {}. {result}", record.variant().name(), game.counts())?;
    if record.ply() == 0 {
        return Ok(());
    }
    match arguments.start.command(record) {
        Some(command) => {
            writeln!(out, "{}", transcript_of(record))?;
            if game.is_in_progress() {
                writeln!(out, "Continue with: {command}")?;
            }
        }
        None => write!(out, "{record}")?,
    }
    Ok(())
}

fn recorded(game: &Game) -> GameRecord {
    let seat = |player: Player| match game.seat(player) {
        Seat::Human => Some(RecordedSeat::Human),
        Seat::Cpu(contender) => contender.to_string().parse().ok().map(RecordedSeat::Cpu),
    };
    GameRecord::new(game.record().clone()).with_seats(seat).with_names(|player| game.role(player))
}
