//! Writes games in the Portable Game Notation (PGN) of reversi sites, which `pgn.rs` reads.

use std::fmt;

use thiserror::Error;

use super::date::{written_date, written_time};
use super::fen::fen_of;
use super::square_board::side_of;
use super::{Diagram, GameRecord, ReportedGame, ReportedMove, TimeControl};
use crate::rules::{Ending, Player};

/// A game to write as PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    tags: Vec<(&'static str, String)>,
    result: String,
    moves: Vec<ReportedMove>,
}

/// Error for a match that cannot be written as PGN.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} cannot be written as PGN: it is for two players, Black and White, on 8 × 8 squares, without free passes")]
pub struct NotForPgn(pub String);

/// Longest line of moves.
const MAX_COLUMNS: usize = 79;

impl Pgn {
    /// Converts a match, finished or not.
    ///
    /// # Errors
    /// [`NotForPgn`] unless Black and White alone play, for the most discs, on 8 x 8 squares without free passes.
    pub fn of(game: &GameRecord) -> Result<Self, NotForPgn> {
        let record = game.record();
        let refused = || NotForPgn(record.variant().name().to_owned());
        side_of(record.variant()).ok_or_else(refused)?;
        let start = record.position_at(0).and_then(Diagram::of).ok_or_else(refused)?;
        let reported = ReportedGame::from_record(record).map_err(|_| refused())?;
        let name = |player| match game.names()[player].as_str() {
            "" => "?".to_owned(),
            name => name.to_owned(),
        };
        let (result, termination) = result_of(game);
        let date = game.started().map(|started| written_date(started).replace('-', "."));
        let mut tags = vec![
            ("Event", "?".to_owned()),
            ("Site", "Irogaeshi".to_owned()),
            ("Date", date.clone().unwrap_or_else(|| "????.??.??".to_owned())),
            ("Round", "-".to_owned()),
            ("Black", name(Player::Black)),
            ("White", name(Player::White)),
            ("Result", result.clone()),
        ];
        if let (Some(started), Some(date)) = (game.started(), date) {
            tags.extend([("UTCDate", date), ("UTCTime", written_time(started))]);
        }
        if let Some(TimeControl::Fischer { base_ms, increment_ms }) = game.clock() {
            let seconds = |milliseconds: u64| milliseconds / 1000;
            let increment = if increment_ms > 0 { format!("+{}", seconds(increment_ms)) } else { String::new() };
            tags.push(("TimeControl", format!("{}{increment}", seconds(base_ms))));
        }
        tags.extend(termination.map(|words| ("Termination", words.to_owned())));
        if start != Diagram::start() {
            tags.push(("FEN", fen_of(&start)));
        }
        let moves = reported.moves().iter().map(|(_, reported)| *reported).collect();
        Ok(Self { tags, result, moves })
    }
}

/// Result with Black's share first, and how the game ended if not on the board.
fn result_of(game: &GameRecord) -> (String, Option<&'static str>) {
    let lost = |loser: Player| if loser == Player::Black { "0-1" } else { "1-0" }.to_owned();
    match game.ending() {
        Some(Ending::PlayedOut) => {
            let counts = game.record().position().counts();
            (format!("{}-{}", counts[Player::Black], counts[Player::White]), None)
        }
        Some(Ending::Resigned(loser)) => (lost(loser), Some("resignation")),
        Some(Ending::OutOfTime(loser)) => (lost(loser), Some("time forfeit")),
        Some(Ending::DrawAgreed) => ("1/2-1/2".to_owned(), None),
        Some(Ending::Abandoned) => ("*".to_owned(), Some("abandoned")),
        None => ("*".to_owned(), None),
    }
}

impl fmt::Display for Pgn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(formatter, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let numbered = self.moves.chunks(2).zip(1..).map(|(pair, number)| {
            let words = pair.iter().map(|reported| match reported {
                ReportedMove::Square(square) => square.to_string(),
                ReportedMove::Pass => "--".to_owned(),
            });
            format!("{number}. {}", words.collect::<Vec<_>>().join(" "))
        });
        let mut line = String::new();
        for words in numbered.chain([self.result.clone()]) {
            if !line.is_empty() && line.len() + 1 + words.len() > MAX_COLUMNS {
                write!(formatter, "\n{line}")?;
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&words);
        }
        writeln!(formatter, "\n{line}")
    }
}
