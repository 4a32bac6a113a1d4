//! Command `match`: plays a match and prints the result.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::arena::contest::Contest;
use crate::arena::games::GamesArguments;
use crate::arena::openings_file::Openings;
use crate::arena::saved_games::SavedGames;
use crate::arena::seats::Seats;
use crate::arena::sequential_test::{SequentialArguments, SequentialTest};
use crate::failure::Failure;
use crate::variant::GoalArguments;

#[derive(clap::Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    variant: GoalArguments,
    /// Players of the seats, such as "cyan=minimum,black=tree:200ms".
    ///
    /// The other seats play at random. `irogaeshi-cli players` lists the CPU players. A limit is a time for each move
    /// or a number of playouts. The engine for two players plays as engine:100ms, engine:d8 (plies) or engine:50000
    /// (nodes), and as engine@FILE:100ms with the evaluation of a file.
    ///
    /// Other programs play as "gtp:program arguments" or "nboard:program arguments", with limits as in gtp@2s:program,
    /// nboard@100ms:program or nboard@d12:program; commands must not contain commas.
    #[arg(long, value_name = "SEATS", default_value = "", hide_default_value = true)]
    seats: String,
    /// Rotate the players of the scored seats.
    ///
    /// Each of them plays the same openings from each of these seats.
    #[arg(long)]
    rotate: bool,
    /// Begin with the openings of a file, or with the XOT openings if "xot".
    ///
    /// The file has one line of moves for each opening; the seed picks from them. Implies --rotate, so that everybody
    /// plays each opening from every seat.
    #[arg(long, value_name = "xot|FILE", conflicts_with = "opening_plies")]
    openings: Option<String>,
    /// Store finished games in this file, to continue the match later.
    ///
    /// An interrupted match, or the same match with more games, continues there.
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    #[command(flatten)]
    sequential: SequentialArguments,
    #[command(flatten)]
    games: GamesArguments,
}

/// Plays a match and prints the result.
///
/// # Errors
/// If a player cannot play the variant, a program fails, or a file cannot be read or written.
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
        Some(path) => SavedGames::open(path, &contest.key(games))?,
        None => SavedGames::default(),
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
