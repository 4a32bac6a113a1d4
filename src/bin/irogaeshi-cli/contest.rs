//! A match: many games between the same contenders, and how often each of them wins.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use irogaeshi::rules::{Goal, Outcome, Player, Variant};
use serde::Serialize;

use crate::interval::Interval;
use crate::parallel::in_parallel;
use crate::played_game::{GameSeeds, Opening, PlayedGame, Thoughts};
use crate::seats::Seats;
use crate::table::{Column, Table};
use crate::{Failure, GamesArguments, print_line};

/// What a match is, besides the number of its games.
pub(crate) struct Contest {
    pub(crate) variant: Arc<Variant>,
    pub(crate) seats: Seats,
    /// Whether those on scored seats take all of these in turn.
    pub(crate) rotate: bool,
}

/// The result of a match as data.
#[derive(Serialize)]
pub(crate) struct Report {
    variant: String,
    goal: Goal,
    games: u32,
    seed: u64,
    opening_plies: u32,
    rotated: bool,
    draws: u32,
    mean_plies: f64,
    seats: Vec<SeatReport>,
    /// By contender; left out where that is the same as by seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contenders: Vec<ContenderReport>,
}

#[derive(Serialize)]
struct SeatReport {
    seat: Player,
    /// Nobody in particular where the contenders rotate.
    contender: Option<String>,
    /// Left out for those who are not scored.
    #[serde(flatten)]
    wins: Option<Wins>,
    mean_discs: f64,
    ms_a_move: Option<f64>,
}

#[derive(Serialize)]
struct ContenderReport {
    contender: String,
    /// On how many scored seats it sits in each game.
    seats: usize,
    /// The share of wins, draws apart, that it would have if all were equal.
    fair_share: f64,
    #[serde(flatten)]
    wins: Wins,
    mean_discs: f64,
    ms_a_move: Option<f64>,
}

/// Games won. The share is one of all games, drawn ones included.
#[derive(Serialize)]
struct Wins {
    #[serde(rename = "wins")]
    count: u32,
    share: f64,
    interval: Interval,
}

impl Wins {
    fn new(wins: u32, games: u32) -> Self {
        Self { count: wins, share: f64::from(wins) / f64::from(games), interval: Interval::wilson(wins, games) }
    }
}

impl Contest {
    /// Plays all games; the bar shows the title.
    ///
    /// # Errors
    /// When rotating contenders would not sit on every seat equally often.
    pub(crate) fn play(&self, arguments: &GamesArguments, title: &str) -> Result<Vec<PlayedGame>, Failure> {
        let scored = self.variant.scored();
        let (games, round) = (arguments.games, self.round());
        if !games.is_multiple_of(round) {
            let fitting = games.next_multiple_of(round);
            return Err(Failure::Refused(format!(
                "--rotate: {games} games cannot be shared out evenly over {round} seats, {fitting} can"
            )));
        }
        let opening = Opening { plies: arguments.opening_plies, games: round };
        let seeds = GameSeeds::of_match(arguments.seed, games, opening);
        let seatings: Vec<Seats> = (0..round as usize).map(|by| self.seats.rotated(scored, by)).collect();
        Ok(in_parallel(games as usize, arguments.threads(), title, |number| {
            PlayedGame::play(&self.variant, &seatings[number % seatings.len()], opening.plies, seeds[number])
        }))
    }

    /// After how many games everybody has sat everywhere.
    fn round(&self) -> u32 {
        if self.rotate { self.variant.scored().len() as u32 } else { 1 }
    }

    /// Counts what the games of [`Contest::play`] led to.
    pub(crate) fn report(&self, arguments: &GamesArguments, games: &[PlayedGame]) -> Report {
        Report {
            variant: self.variant.name().to_owned(),
            goal: self.variant.goal(),
            games: arguments.games,
            seed: arguments.seed,
            opening_plies: arguments.opening_plies,
            rotated: self.rotate,
            draws: games.iter().filter(|game| game.outcome == Outcome::Draw).count() as u32,
            mean_plies: mean(games.iter().map(|game| f64::from(game.plies))),
            seats: self.variant.everybody().into_iter().map(|seat| self.seat_report(seat, games)).collect(),
            contenders: if self.rotate { self.contender_reports(games) } else { Vec::new() },
        }
    }

    fn seat_report(&self, seat: Player, games: &[PlayedGame]) -> SeatReport {
        let is_scored = self.variant.scored().contains(&seat);
        let rotates = self.rotate && is_scored;
        SeatReport {
            seat,
            contender: (!rotates).then(|| self.seats.contender(seat).to_string()),
            wins: is_scored.then(|| Wins::new(wins(games, seat), games.len() as u32)),
            mean_discs: mean(games.iter().map(|game| f64::from(game.counts[seat]))),
            ms_a_move: mean_ms(games.iter().map(|game| game.thoughts[seat])),
        }
    }

    fn contender_reports(&self, games: &[PlayedGame]) -> Vec<ContenderReport> {
        let scored = self.variant.scored();
        let names: Vec<String> = scored.iter().map(|seat| self.seats.contender(*seat).to_string()).collect();
        let is_first = |index: usize| !names[..index].contains(&names[index]);
        let distinct = (0..names.len()).filter(|index| is_first(*index)).map(|index| names[index].clone());
        let report = |name: String| {
            // Each game with a seat on which this contender sat.
            let sat: Vec<(&PlayedGame, Player)> = games
                .iter()
                .enumerate()
                .flat_map(|(number, game)| {
                    let at = move |index: usize| (game, scored[(index + number) % scored.len()]);
                    names.iter().enumerate().filter(|(_, other)| **other == name).map(move |(index, _)| at(index))
                })
                .collect();
            let wins = sat.iter().filter(|(game, seat)| game.outcome == Outcome::Win(*seat)).count();
            let seats = names.iter().filter(|other| **other == name).count();
            ContenderReport {
                seats,
                fair_share: seats as f64 / scored.len() as f64,
                wins: Wins::new(wins as u32, games.len() as u32),
                mean_discs: mean(sat.iter().map(|(game, seat)| f64::from(game.counts[*seat]))),
                ms_a_move: mean_ms(sat.iter().map(|(game, seat)| game.thoughts[*seat])),
                contender: name,
            }
        };
        distinct.map(report).collect()
    }
}

impl Report {
    pub(crate) fn print(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return print_line(out, self);
        }
        let Self { variant, games, seed, draws, mean_plies, .. } = self;
        let goal = if self.goal == Goal::Fewest { ", the fewest discs win" } else { "" };
        writeln!(out, "{variant}{goal}: {games} games of seed {seed}, {draws} drawn, {mean_plies:.1} plies a game\n")?;
        let columns = |first: [(&'static str, Column); 2]| {
            let numbers = ["wins", "share", "95 % interval", "discs", "ms a move"];
            Table::new(first.into_iter().chain(numbers.map(|heading| (heading, Column::Number))))
        };
        let cells = |wins: Option<&Wins>, discs: f64, ms: Option<f64>| {
            let (count, share, interval) = wins.map_or_else(Default::default, |wins| {
                let Interval { low, high } = wins.interval;
                (wins.count.to_string(), percent(wins.share), format!("{} – {}", percent(low), percent(high)))
            });
            [count, share, interval, format!("{discs:.1}"), ms.map_or_else(String::new, |ms| format!("{ms:.3}"))]
        };
        let mut seats = columns([("seat", Column::Text), ("player", Column::Text)]);
        for seat in &self.seats {
            let contender = seat.contender.clone().unwrap_or_else(|| "in turn".to_owned());
            let first = [seat.seat.key().to_owned(), contender];
            seats.push(first.into_iter().chain(cells(seat.wins.as_ref(), seat.mean_discs, seat.ms_a_move)));
        }
        write!(out, "{seats}")?;
        if self.rotated {
            let mut contenders = columns([("player", Column::Text), ("fair share", Column::Number)]);
            for contender in &self.contenders {
                let first = [contender.contender.clone(), percent(contender.fair_share)];
                let cells = cells(Some(&contender.wins), contender.mean_discs, contender.ms_a_move);
                contenders.push(first.into_iter().chain(cells));
            }
            write!(out, "\n{contenders}")?;
        }
        Ok(())
    }
}

/// How many of the games this player won.
pub(crate) fn wins(games: &[PlayedGame], player: Player) -> u32 {
    games.iter().filter(|game| game.outcome == Outcome::Win(player)).count() as u32
}

/// Milliseconds a move; `None` without a move.
fn mean_ms(thoughts: impl Iterator<Item = Thoughts>) -> Option<f64> {
    let (moves, time) =
        thoughts.fold((0, Duration::ZERO), |(moves, time), thoughts| (moves + thoughts.moves, time + thoughts.time));
    (moves > 0).then(|| time.as_secs_f64() * 1000.0 / f64::from(moves))
}

/// The mean; 0 of none.
pub(crate) fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// A share as people read it, without the sign.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}
