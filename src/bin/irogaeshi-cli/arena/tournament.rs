//! Tournaments between many contenders, with ratings.

use std::io::{self, Write};
use std::sync::Arc;

use irogaeshi::cpu::Interval;
use irogaeshi::rules::{Outcome, Variant};
use serde::Serialize;

use crate::arena::contender::Contender;
use crate::arena::contest::{Contest, percent};
use crate::arena::games::GamesArguments;
use crate::arena::openings_file::Openings;
use crate::arena::seats::Seats;
use crate::failure::Failure;
use crate::out::json::print_line;
use crate::out::table::{Column, Table};
use crate::statistics::bradley_terry::{Pairing, Ratings};
use crate::statistics::elo::{EloDifference, points_text};
use crate::variant::find_variant;

#[derive(clap::Args)]
pub(crate) struct EloArguments {
    /// Players of the tournament, such as random, tree:100 or engine:d8.
    ///
    /// They are named as in a match; other programs play as "gtp:program arguments". The first player is rated 0.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Let each player play only its neighbours in the list.
    ///
    /// Without it, everybody plays everybody.
    #[arg(long)]
    ladder: bool,
    /// Variant for two players: a built-in one, or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = "classic")]
    variant: String,
    /// Begin with the openings of a file, or with the XOT openings if "xot".
    ///
    /// The file has one line of moves for each opening; the seed picks from them. Both players play each opening from
    /// both sides.
    #[arg(long, value_name = "xot|FILE", conflicts_with = "opening_plies")]
    openings: Option<String>,
    #[command(flatten)]
    games: GamesArguments,
}

/// Explanation of the ratings, printed with the table.
const METHOD: &str = "Elo by maximum likelihood (Bradley and Terry), a draw as half a win, the first player at 0; \
                      95 % intervals of the differences by the curvature of the likelihood (Wald). A pair in which one has no \
                      point counts as if it had half a point.";

/// Result of a tournament, for output.
#[derive(Serialize)]
struct Report {
    variant: String,
    games_a_pair: u32,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<String>,
    opening_plies: u32,
    method: &'static str,
    players: Vec<Rated>,
    pairs: Vec<Pair>,
}

#[derive(Serialize)]
struct Rated {
    player: String,
    /// Difference to the first player.
    rating: EloDifference,
    /// Difference to the player listed before.
    #[serde(skip_serializing_if = "Option::is_none")]
    above_previous: Option<EloDifference>,
    games: u32,
    /// Share of the points.
    share: f64,
}

/// Games of two players.
#[derive(Serialize)]
struct Pair {
    players: [String; 2],
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Difference between the two by these games alone.
    elo: EloDifference,
}

/// Plays a tournament and prints the ratings.
///
/// # Errors
/// If a contender is unknown or fails, or cannot play the variant.
pub(crate) fn run(arguments: &EloArguments, out: &mut impl Write) -> Result<(), Failure> {
    let variant = Arc::new(find_variant(&arguments.variant)?);
    if variant.scored().len() != 2 || variant.everybody().len() != 2 {
        return Err(format!("a tournament needs a board for two players, and {} is not one", variant.name()).into());
    }
    let openings = arguments.openings.as_ref().map(|file| Openings::find(file, &variant)).transpose()?;
    let players = arguments.players.iter().map(|text| text.parse()).collect::<Result<Vec<Contender>, _>>()?;
    for (index, player) in players.iter().enumerate() {
        if players[..index].contains(player) {
            return Err(format!("{player} is given twice").into());
        }
        Seats::all(player, &variant)?;
    }
    let seconds = 1..players.len();
    let everybody = seconds.flat_map(|second| (0..second).map(move |first| [first, second]));
    let (mut pairings, mut pairs) = (Vec::new(), Vec::new());
    for [first, second] in everybody.filter(|[first, second]| !arguments.ladder || first + 1 == *second) {
        let pair = play(&variant, [&players[first], &players[second]], openings.clone(), &arguments.games)?;
        pairings.push(([first, second], Pairing::new([first, second], pair.wins, pair.draws, pair.games)));
        pairs.push(pair);
    }
    let indices: Vec<[usize; 2]> = pairings.iter().map(|(players, _)| *players).collect();
    let pairings: Vec<Pairing> = pairings.into_iter().map(|(_, pairing)| pairing).collect();
    let ratings = Ratings::fit(players.len(), &pairings)
        .ok_or_else(|| "ratings cannot be computed from these games".to_owned())?;
    let rated = players.iter().enumerate().map(|(index, player)| Rated {
        player: player.to_string(),
        rating: ratings.difference(index, 0),
        above_previous: index.checked_sub(1).map(|previous| ratings.difference(index, previous)),
        games: own_games(index, &indices, &pairs).map(|(_, games)| games).sum(),
        share: share(own_games(index, &indices, &pairs)),
    });
    let report = Report {
        variant: variant.name().to_owned(),
        games_a_pair: arguments.games.games,
        seed: arguments.games.seed,
        openings: arguments.openings.clone(),
        opening_plies: arguments.games.opening_plies,
        method: METHOD,
        players: rated.collect(),
        pairs,
    };
    if arguments.games.json { Ok(print_line(out, &report)?) } else { Ok(report.print(out)?) }
}

/// Plays the games of two players, each opening from both sides.
fn play(
    variant: &Arc<Variant>,
    players: [&Contender; 2],
    openings: Option<Openings>,
    arguments: &GamesArguments,
) -> Result<Pair, Failure> {
    let seats = Seats::of_two(players, variant)?;
    let contest = Contest { variant: Arc::clone(variant), seats, rotate: true, openings };
    let games = contest.play(arguments, &players.map(Contender::to_string).join(" – "))?;
    let wins = contest.wins_of(0, &games);
    let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count() as u32;
    let games = games.len() as u32;
    Ok(Pair {
        players: players.map(Contender::to_string),
        games,
        wins,
        draws,
        losses: games - wins - draws,
        elo: EloDifference::new(wins, draws, games),
    })
}

/// Points and games of a player, in each pair that includes it.
fn own_games<'a>(player: usize, indices: &'a [[usize; 2]], pairs: &'a [Pair]) -> impl Iterator<Item = (f64, u32)> + 'a {
    indices.iter().zip(pairs).filter_map(move |([first, second], pair)| {
        let half = f64::from(pair.draws) / 2.0;
        match player {
            _ if player == *first => Some((f64::from(pair.wins) + half, pair.games)),
            _ if player == *second => Some((f64::from(pair.losses) + half, pair.games)),
            _ => None,
        }
    })
}

fn share(own_games: impl Iterator<Item = (f64, u32)>) -> f64 {
    let (points, games) = own_games.fold((0.0, 0), |(points, games), own| (points + own.0, games + own.1));
    points / f64::from(games)
}

impl Report {
    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { variant, games_a_pair, seed, openings, opening_plies, method, .. } = self;
        let opening = match openings {
            Some(file) => format!("openings of {file}"),
            None => format!("{opening_plies} random plies first"),
        };
        writeln!(out, "{variant}: {games_a_pair} games per pair with seed {seed}, {opening}\n")?;
        let interval = |difference: &EloDifference| {
            let Interval { low, high } = difference.interval;
            format!("{} – {}", points_text(low), points_text(high))
        };
        let numbers = |headings: &'static [&'static str]| headings.iter().map(|heading| (*heading, Column::Number));
        let headings = numbers(&["Elo", "95 % interval", "above the previous", "95 % interval", "games", "points, %"]);
        let mut table = Table::new([("player", Column::Text)].into_iter().chain(headings));
        for rated in &self.players {
            let above = rated.above_previous.as_ref();
            table.push([
                rated.player.clone(),
                points_text(rated.rating.elo),
                if above.is_some() { interval(&rated.rating) } else { String::new() },
                above.map_or_else(String::new, |above| points_text(above.elo)),
                above.map_or_else(String::new, interval),
                rated.games.to_string(),
                percent(rated.share),
            ]);
        }
        write!(out, "{table}\n{method}\n\n")?;
        let headings = numbers(&["games", "wins", "draws", "losses", "Elo from these games", "95 % interval"]);
        let mut table = Table::new([("pair", Column::Text)].into_iter().chain(headings));
        for pair in &self.pairs {
            let counts = [pair.games, pair.wins, pair.draws, pair.losses].map(|count| count.to_string());
            let row = [pair.players.join(" – ")].into_iter().chain(counts);
            table.push(row.chain([points_text(pair.elo.elo), interval(&pair.elo)]));
        }
        write!(out, "{table}")
    }
}
