//! Fairness of boards: the same contender plays every seat, and each seat's wins are counted.

use std::io::Write;
use std::sync::Arc;

use irogaeshi::rules::{Outcome, Player, Variant};
use serde::Serialize;

use crate::arena::contender::Contender;
use crate::arena::contest::{Contest, mean, percent, wins};
use crate::arena::games::GamesArguments;
use crate::arena::played_game::PlayedGame;
use crate::arena::seats::Seats;
use crate::failure::Failure;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};

/// Measurements of one board.
#[derive(Serialize)]
struct Balance {
    board: String,
    /// Players who take turns; those who only cut in are counted separately.
    players: usize,
    cut_ins: usize,
    games: u32,
    draws: u32,
    wins: Vec<SeatWins>,
    /// Wins of the most successful seat, divided by an equal share of the wins.
    largest_over_fair: f64,
    mean_plies: f64,
    mean_passes: f64,
    /// Share of squares with a disc at the end.
    mean_filled: f64,
    mean_lead_changes: f64,
    /// Share of games whose winner was not leading after three quarters of the plies.
    won_late: f64,
    /// Share of games in which a scored player has no disc at the end.
    wiped_out: f64,
}

#[derive(Serialize)]
struct SeatWins {
    seat: Player,
    wins: u32,
}

impl Balance {
    /// Plays the games on a board and summarises them.
    ///
    /// # Errors
    /// If the contender cannot play this board.
    fn measure(
        board: String,
        variant: Variant,
        contender: &Contender,
        arguments: &GamesArguments,
    ) -> Result<Self, Failure> {
        let seats = Seats::all(contender, &variant)?;
        let contest = Contest { variant: Arc::new(variant), seats, rotate: false, openings: None };
        let games = contest.play(arguments, &board)?;
        Ok(Self::of_games(board, &contest.variant, &games))
    }

    fn of_games(board: String, variant: &Variant, games: &[PlayedGame]) -> Self {
        let count = |is: fn(&PlayedGame) -> bool| games.iter().filter(|game| is(game)).count() as u32;
        let mean_of = |value: fn(&PlayedGame) -> f64| mean(games.iter().map(value));
        let wins: Vec<SeatWins> =
            variant.scored().iter().map(|seat| SeatWins { seat: *seat, wins: wins(games, *seat) }).collect();
        Self {
            board,
            players: variant.players().len(),
            cut_ins: variant.everybody().len() - variant.players().len(),
            games: games.len() as u32,
            draws: count(|game| game.outcome == Outcome::Draw),
            largest_over_fair: largest_over_fair(wins.iter().map(|seat| seat.wins)),
            wins,
            mean_plies: mean_of(|game| f64::from(game.plies)),
            mean_passes: mean_of(|game| f64::from(game.passes)),
            mean_filled: mean_of(|game| game.filled),
            mean_lead_changes: mean_of(|game| f64::from(game.lead_changes)),
            won_late: mean_of(|game| f64::from(u8::from(game.won_late))),
            wiped_out: mean_of(|game| f64::from(u8::from(game.wiped_out))),
        }
    }

    fn row(&self) -> [String; 12] {
        let share = |count: u32| percent(f64::from(count) / f64::from(self.games));
        let wins = |SeatWins { seat, wins }: &SeatWins| format!("{} {}", seat.disc().letter(), share(*wins));
        let cut_ins = if self.cut_ins > 0 { format!("+{}", self.cut_ins) } else { String::new() };
        [
            self.board.clone(),
            format!("{}{cut_ins}", self.players),
            self.games.to_string(),
            self.wins.iter().map(wins).collect::<Vec<_>>().join(" "),
            share(self.draws),
            format!("{:.2}", self.largest_over_fair),
            format!("{:.1}", self.mean_plies),
            format!("{:.1}", self.mean_passes),
            percent(self.mean_filled),
            format!("{:.1}", self.mean_lead_changes),
            percent(self.won_late),
            percent(self.wiped_out),
        ]
    }
}

/// Measures boards and prints a table, or one JSON object a line as soon as it is known.
///
/// # Errors
/// If the contender cannot play a board, or the output cannot be written.
pub(crate) fn print(
    boards: Vec<(String, Variant)>,
    contender: &Contender,
    arguments: &GamesArguments,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut table = new_table();
    for (board, variant) in boards {
        let balance = Balance::measure(board, variant, contender, arguments)?;
        if arguments.json {
            print_line(out, &balance)?;
            out.flush()?;
        } else {
            table.push(balance.row());
        }
    }
    if arguments.json { Ok(()) } else { Ok(write!(out, "{table}")?) }
}

fn new_table() -> Table {
    let texts = ["board", "players"].map(|heading| (heading, Column::Text));
    let numbers = [
        "games",
        "wins of each seat, %",
        "draws, %",
        "largest / fair",
        "plies",
        "passes",
        "filled, %",
        "lead changes",
        "won late, %",
        "wiped out, %",
    ];
    Table::new(texts.into_iter().chain(numbers.map(|heading| (heading, Column::Number))))
}

/// Wins of the most successful seat over the mean wins of all; 1 if nobody won.
fn largest_over_fair(wins: impl ExactSizeIterator<Item = u32> + Clone) -> f64 {
    let seats = wins.len() as f64;
    let all: u32 = wins.clone().sum();
    let largest = wins.max().unwrap_or(0);
    if all == 0 { 1.0 } else { f64::from(largest) * seats / f64::from(all) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_share_is_measured_against_an_even_one() {
        let ratio = |wins: &[u32]| largest_over_fair(wins.iter().copied());
        assert!((ratio(&[25, 25, 25, 25]) - 1.0).abs() < 1e-12);
        assert!((ratio(&[50, 30, 20]) - 1.5).abs() < 1e-12);
        assert!((ratio(&[0, 7]) - 2.0).abs() < 1e-12);
        assert!((ratio(&[0, 0]) - 1.0).abs() < 1e-12);
    }
}
