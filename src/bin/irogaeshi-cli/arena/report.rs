//! The report of a match: results by seat and by contender.

use std::io::{self, Write};
use std::time::Duration;

use irogaeshi::cpu::Interval;
use irogaeshi::rules::{Goal, Outcome, Player};
use serde::Serialize;

use crate::arena::contest::{Contest, mean, percent, wins};
use crate::arena::games::GamesArguments;
use crate::arena::played_game::{PlayedGame, Thoughts};
use crate::arena::sequential_test::SequentialReport;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};
use crate::statistics::elo::{EloDifference, points_text};

/// Result of a match, for output.
#[derive(Serialize)]
pub(crate) struct Report {
    variant: String,
    goal: Goal,
    games: u32,
    seed: u64,
    opening_plies: u32,
    /// The openings file, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<String>,
    rotated: bool,
    draws: u32,
    mean_plies: f64,
    seats: Vec<SeatReport>,
    /// Results by contender; empty if each has a fixed seat, since they would equal those by seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contenders: Vec<ContenderReport>,
    /// Result of the sequential test, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SequentialReport>,
}

#[derive(Serialize)]
struct SeatReport {
    seat: Player,
    /// `None` if the contenders rotate.
    contender: Option<String>,
    /// `None` for players who are not scored.
    #[serde(flatten)]
    wins: Option<Wins>,
    /// Difference to the other player, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<EloDifference>,
    mean_discs: f64,
    ms_a_move: Option<f64>,
}

#[derive(Serialize)]
struct ContenderReport {
    contender: String,
    /// Number of scored seats that it has in each game.
    seats: usize,
    /// Share of the decided games that it would win if all were equally strong.
    fair_share: f64,
    #[serde(flatten)]
    wins: Wins,
    /// Difference to the other player, if there are two.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo: Option<EloDifference>,
    mean_discs: f64,
    ms_a_move: Option<f64>,
}

/// Games won. The share is of all games, including draws.
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
    /// Summarises the games of [`Contest::play`].
    pub(crate) fn report(
        &self,
        arguments: &GamesArguments,
        games: &[PlayedGame],
        sprt: Option<SequentialReport>,
    ) -> Report {
        Report {
            variant: self.variant.name().to_owned(),
            goal: self.variant.goal(),
            games: games.len() as u32,
            seed: arguments.seed,
            opening_plies: arguments.opening_plies,
            openings: self.openings.as_ref().map(|openings| openings.file().to_owned()),
            rotated: self.rotate,
            draws: games.iter().filter(|game| game.outcome == Outcome::Draw).count() as u32,
            mean_plies: mean(games.iter().map(|game| f64::from(game.plies))),
            seats: self.variant.everybody().into_iter().map(|seat| self.seat_report(seat, games)).collect(),
            contenders: if self.rotate { self.contender_reports(games) } else { Vec::new() },
            sprt,
        }
    }

    /// Difference in strength to the other player, given a player's wins; `None` unless two are scored.
    fn elo(&self, wins: &Wins, games: &[PlayedGame]) -> Option<EloDifference> {
        let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count() as u32;
        (self.variant.scored().len() == 2).then(|| EloDifference::new(wins.count, draws, games.len() as u32))
    }

    fn seat_report(&self, seat: Player, games: &[PlayedGame]) -> SeatReport {
        let is_scored = self.variant.scored().contains(&seat);
        let rotates = self.rotate && is_scored;
        let wins = is_scored.then(|| Wins::new(wins(games, seat), games.len() as u32));
        SeatReport {
            seat,
            contender: (!rotates).then(|| self.seats.contender(seat).to_string()),
            elo: wins.as_ref().and_then(|wins| self.elo(wins, games)),
            wins,
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
            // Every game in which this contender had a seat, once for each seat.
            let sat: Vec<(&PlayedGame, Player)> = games
                .iter()
                .enumerate()
                .flat_map(|(number, game)| {
                    let at = move |index: usize| (game, self.seat_in(index, number));
                    names.iter().enumerate().filter(|(_, other)| **other == name).map(move |(index, _)| at(index))
                })
                .collect();
            let wins = sat.iter().filter(|(game, seat)| game.outcome == Outcome::Win(*seat)).count();
            let seats = names.iter().filter(|other| **other == name).count();
            let wins = Wins::new(wins as u32, games.len() as u32);
            ContenderReport {
                seats,
                fair_share: seats as f64 / scored.len() as f64,
                // A contender on several seats would be compared with itself.
                elo: if seats == 1 { self.elo(&wins, games) } else { None },
                wins,
                mean_discs: mean(sat.iter().map(|(game, seat)| f64::from(game.counts[*seat]))),
                ms_a_move: mean_ms(sat.iter().map(|(game, seat)| game.thoughts[*seat])),
                contender: name,
            }
        };
        distinct.map(report).collect()
    }
}

impl Report {
    /// Returns whether it has differences of strength.
    fn is_of_two(&self) -> bool {
        self.seats.iter().any(|seat| seat.elo.is_some())
    }

    pub(crate) fn print(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            return print_line(out, self);
        }
        let Self { variant, games, seed, draws, mean_plies, .. } = self;
        let goal = if self.goal == Goal::Fewest { ", the fewest discs win" } else { "" };
        writeln!(
            out,
            "{variant}{goal}: {games} games with seed {seed}, {draws} drawn, {mean_plies:.1} plies per game\n"
        )?;
        let columns = |first: [(&'static str, Column); 2]| {
            let numbers = ["wins", "share, %", "95 % interval", "discs", "ms/move"].into_iter();
            let elo = if self.is_of_two() { ["Elo", "95 % interval"].as_slice() } else { &[] };
            let numbers = numbers.chain(elo.iter().copied());
            Table::new(first.into_iter().chain(numbers.map(|heading| (heading, Column::Number))))
        };
        let cells = |wins: Option<&Wins>, discs: f64, ms: Option<f64>, elo: Option<&EloDifference>| {
            let (count, share, interval) = wins.map_or_else(Default::default, |wins| {
                let Interval { low, high } = wins.interval;
                (wins.count.to_string(), percent(wins.share), format!("{} – {}", percent(low), percent(high)))
            });
            let ms = ms.map_or_else(String::new, |ms| format!("{ms:.3}"));
            let elo = elo.map(|EloDifference { elo, interval: Interval { low, high } }| {
                [points_text(*elo), format!("{} – {}", points_text(*low), points_text(*high))]
            });
            [count, share, interval, format!("{discs:.1}"), ms].into_iter().chain(elo.into_iter().flatten())
        };
        let mut seats = columns([("seat", Column::Text), ("player", Column::Text)]);
        for seat in &self.seats {
            let contender = seat.contender.clone().unwrap_or_else(|| "rotating".to_owned());
            let first = [seat.seat.key().to_owned(), contender];
            seats.push(first.into_iter().chain(cells(
                seat.wins.as_ref(),
                seat.mean_discs,
                seat.ms_a_move,
                seat.elo.as_ref(),
            )));
        }
        write!(out, "{seats}")?;
        if self.rotated {
            let mut contenders = columns([("player", Column::Text), ("fair share, %", Column::Number)]);
            for contender in &self.contenders {
                let first = [contender.contender.clone(), percent(contender.fair_share)];
                let elo = contender.elo.as_ref();
                let cells = cells(Some(&contender.wins), contender.mean_discs, contender.ms_a_move, elo);
                contenders.push(first.into_iter().chain(cells));
            }
            write!(out, "\n{contenders}")?;
        }
        self.sprt.as_ref().map_or(Ok(()), |report| report.print(out))
    }
}

/// Mean time of a move in milliseconds; `None` without moves.
fn mean_ms(thoughts: impl Iterator<Item = Thoughts>) -> Option<f64> {
    let (moves, time) =
        thoughts.fold((0, Duration::ZERO), |(moves, time), thoughts| (moves + thoughts.moves, time + thoughts.time));
    (moves > 0).then(|| time.as_secs_f64() * 1000.0 / f64::from(moves))
}
