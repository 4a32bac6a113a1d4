//! The command that lets players play a match and prints what it led to.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::arena::contest::Contest;
use crate::arena::games::GamesArguments;
use crate::arena::kept_games::KeptGames;
use crate::arena::openings_file::Openings;
use crate::arena::seats::Seats;
use crate::arena::sequential_test::{SequentialArguments, SequentialTest};
use crate::failure::Failure;
use crate::variant::GoalArguments;

/// Who plays what, and when it ends.
#[derive(clap::Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    variant: GoalArguments,
    /// Who plays which seat, such as "cyan=minimum,black=tree:200ms"; random plays the others. A limit is a time a
    /// move or a number of playouts. The engine for two plays as engine:100ms, engine:d8 (plies) or engine:50000
    /// (nodes). Other programs play as "gtp:program arguments" or "nboard:program arguments", limited such as
    /// gtp@2s:program, nboard@100ms:program or nboard@d12:program; no comma may be in them.
    #[arg(long, value_name = "SEATS", default_value = "")]
    seats: String,
    /// Let those on the scored seats sit on each of them in turn, the same openings for everybody.
    #[arg(long)]
    rotate: bool,
    /// Begin with openings of this file, a line of moves each, picked by the seed, or with those of XOT where it is
    /// "xot". Implies --rotate: everybody plays an opening from every seat.
    #[arg(long, value_name = "xot|FILE", conflicts_with = "opening_plies")]
    openings: Option<String>,
    /// Keep finished games in this file: the same match, interrupted or asked for more games, goes on there.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    sequential: SequentialArguments,
    #[command(flatten)]
    games: GamesArguments,
}

/// Plays the match and prints the report.
///
/// # Errors
/// When somebody cannot play, a program does not play along, or a file cannot be read or written.
pub(crate) fn run(arguments: &MatchArguments, out: &mut impl Write) -> Result<(), Failure> {
    let MatchArguments { variant, seats, rotate, openings, keep, sequential, games } = arguments;
    let variant = Arc::new(variant.find()?);
    let seats = Seats::read(seats, &variant)?;
    let openings = openings.as_ref().map(|name| Openings::find(name, &variant)).transpose()?;
    let test = sequential.test();
    let rotate = *rotate || openings.is_some() || test.is_some();
    let contest = Contest { variant, seats, rotate, openings };
    let mut test = test.map(|test| SequentialTest::new(test, &contest)).transpose()?;
    let kept = match keep {
        Some(path) => KeptGames::open(path, &contest.key(games))?,
        None => KeptGames::default(),
    };
    let played = contest.play_until(games, contest.variant.name(), &kept, |game, bar| {
        let Some(test) = &mut test else { return ControlFlow::Continue(()) };
        let flow = test.see(game);
        bar.set_message(test.report().to_string());
        flow
    })?;
    let report = contest.report(games, &played, test.map(|test| test.report()));
    Ok(report.print(out, games.json)?)
}
