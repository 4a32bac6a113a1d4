//! Writes games in the Smart Game Format (SGF), which `sgf.rs` reads.

use std::fmt;

use thiserror::Error;

use super::date::written_date;
use super::square_board::{final_lead, side_of};
use super::{GameRecord, ReportedGame, ReportedMove, TimeControl};
use crate::rules::{Disc, Ending, Player, Square};

/// A game to write as SGF.
#[derive(Clone, Debug, PartialEq)]
pub struct Sgf {
    side: u8,
    first: Player,
    /// Starting discs.
    discs: Vec<(Disc, Square)>,
    names: [String; 2],
    date: Option<String>,
    seconds: Option<f64>,
    result: Option<String>,
    moves: Vec<(Player, ReportedMove)>,
}

/// Error for a match that cannot be written as SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} cannot be written as SGF: it is for two players, Black and White, on a square of 4 × 4 to 26 × 26, without \
     free passes"
)]
pub struct NotForSgf(pub String);

impl Sgf {
    /// Converts a match, finished or not.
    ///
    /// # Errors
    /// [`NotForSgf`] unless Black and White alone play, for the most discs, on a full square without free passes.
    pub fn of(game: &GameRecord) -> Result<Self, NotForSgf> {
        let record = game.record();
        let refused = || NotForSgf(record.variant().name().to_owned());
        let variant = record.variant();
        let side = side_of(variant).filter(|side| *side >= MIN_SIDE && side % 2 == 0).ok_or_else(refused)?;
        let reported = ReportedGame::from_record(record).map_err(|_| refused())?;
        let board = variant.board();
        let seconds = match game.clock() {
            Some(TimeControl::Fischer { base_ms, increment_ms: 0 }) => Some(base_ms as f64 / 1000.0),
            _ => None,
        };
        Ok(Self {
            side,
            first: variant.players()[0],
            discs: board.squares().filter_map(|square| Some((board.disc(square)?, square))).collect(),
            names: [Player::Black, Player::White].map(|player| game.names()[player].clone()),
            date: game.started().map(written_date),
            seconds,
            result: result_of(game),
            moves: reported.moves().to_vec(),
        })
    }
}

const MIN_SIDE: u8 = 4;

/// Result, such as `B+4` or `W+Resign`; `None` while the game goes on.
fn result_of(game: &GameRecord) -> Option<String> {
    let won = |loser: Player| if loser == Player::Black { 'W' } else { 'B' };
    Some(match game.ending()? {
        Ending::PlayedOut => match final_lead(game.record().position().board()) {
            0 => "0".to_owned(),
            lead => format!("{}+{}", if lead > 0 { 'B' } else { 'W' }, lead.abs()),
        },
        Ending::Resigned(loser) => format!("{}+Resign", won(loser)),
        Ending::OutOfTime(loser) => format!("{}+Time", won(loser)),
        Ending::DrawAgreed => "Draw".to_owned(),
        Ending::Abandoned => "Void".to_owned(),
    })
}

/// Text of a value: brackets and backslashes are escaped.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

impl fmt::Display for Sgf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "(;GM[2]FF[4]CA[UTF-8]AP[Irogaeshi]SZ[{}]", self.side)?;
        for (name, player) in ["PB", "PW"].into_iter().zip(&self.names) {
            if !player.is_empty() {
                write!(formatter, "{name}[{}]", escaped(player))?;
            }
        }
        if let Some(date) = &self.date {
            write!(formatter, "DT[{date}]")?;
        }
        if let Some(seconds) = self.seconds {
            write!(formatter, "TM[{seconds}]")?;
        }
        if let Some(result) = &self.result {
            write!(formatter, "RE[{result}]")?;
        }
        for (name, disc) in [("AB", Disc::Black), ("AW", Disc::White)] {
            let mut squares = self.discs.iter().filter(|(of, _)| *of == disc).map(|(_, square)| square).peekable();
            if squares.peek().is_some() {
                formatter.write_str(name)?;
            }
            squares.try_for_each(|square| write!(formatter, "[{square}]"))?;
        }
        write!(formatter, "PL[{}]", self.first.disc().letter())?;
        for (player, reported) in &self.moves {
            let letter = player.disc().letter();
            match reported {
                ReportedMove::Square(square) => write!(formatter, ";{letter}[{square}]")?,
                ReportedMove::Pass => write!(formatter, ";{letter}[{reported}]")?,
            }
        }
        formatter.write_str(")")
    }
}
