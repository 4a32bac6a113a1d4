//! Writes games of reversi in the Generic Game Format (GGF), which `ggf.rs` reads.

use std::fmt;

use thiserror::Error;

use super::{Diagram, GameRecord, ReportedGame, ReportedMove, TimeControl};
use crate::rules::{Ending, Goal, Player};

/// A game to write as GGF.
#[derive(Clone, Debug, PartialEq)]
pub struct Ggf {
    start: Diagram,
    names: [String; 2],
    result: String,
    clock: Option<TimeControl>,
    moves: Vec<(Player, ReportedMove, f64)>,
}

/// Error for a match that cannot be written as GGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0} cannot be written in this format: it is for two players, Black and White, on 8 × 8 squares, without free passes"
)]
pub struct NotForGgf(pub String);

impl Ggf {
    /// A game in progress from the usual start: each move with its time in seconds, 0 if unknown, and the seconds of
    /// each player for the whole game.
    #[must_use]
    pub fn running(moves: Vec<(Player, ReportedMove, f64)>, seconds: u64) -> Self {
        let clock = Some(TimeControl::Fischer { base_ms: seconds.saturating_mul(1000), increment_ms: 0 });
        let names = [Player::Black, Player::White].map(|player| player.to_string());
        Self { start: Diagram::start(), names, result: "?".to_owned(), clock, moves }
    }

    /// Converts a match, finished or not.
    ///
    /// # Errors
    /// [`NotForGgf`] unless Black and White alone play, for the most discs, on 8 x 8 squares without free passes.
    pub fn of(match_record: &GameRecord) -> Result<Self, NotForGgf> {
        let record = match_record.record();
        let refused = || NotForGgf(record.variant().name().to_owned());
        let start = record.position_at(0).and_then(Diagram::of).ok_or_else(refused)?;
        if record.variant().goal() != Goal::Most || record.variant().free_pass() {
            return Err(refused());
        }
        let game = ReportedGame::from_record(record).map_err(|_| refused())?;
        let mut times = match_record.times();
        let moves = game.moves().iter().map(|(player, reported)| {
            let time = if *reported == ReportedMove::Pass { None } else { times.next().flatten() };
            (*player, *reported, time.unwrap_or_default().as_secs_f64())
        });
        let names = [Player::Black, Player::White].map(|player| match match_record.names()[player].as_str() {
            "" => player.to_string(),
            name => name.replace(['[', ']'], "'"),
        });
        Ok(Self { start, names, result: result_of(match_record), clock: match_record.clock(), moves: moves.collect() })
    }
}

/// Black's lead in discs, and a letter if the board did not decide; a question mark if there is no result.
fn result_of(game: &GameRecord) -> String {
    let unknown = || "?".to_owned();
    let lost = |loser: Player| if loser == Player::Black { "-64.000" } else { "+64.000" };
    match game.ending() {
        Some(Ending::PlayedOut) => {
            Diagram::of(game.record().position()).map_or_else(unknown, |end| format!("{:+}.000", end.final_lead()))
        }
        Some(Ending::Resigned(loser)) => format!("{}:r", lost(loser)),
        Some(Ending::OutOfTime(loser)) => format!("{}:t", lost(loser)),
        Some(Ending::DrawAgreed) => "0.000:s".to_owned(),
        Some(Ending::Abandoned) | None => unknown(),
    }
}

impl fmt::Display for Ggf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = &self.names;
        write!(formatter, "(;GM[Othello]PC[Irogaeshi]PB[{black}]PW[{white}]RE[{}]", self.result)?;
        if let Some(TimeControl::Fischer { base_ms, increment_ms }) = self.clock {
            let time = |milliseconds: u64| format!("{}:{:02}", milliseconds / 60_000, milliseconds / 1000 % 60);
            write!(formatter, "TI[{}", time(base_ms))?;
            if increment_ms > 0 {
                write!(formatter, "/{}", time(increment_ms))?;
            }
            formatter.write_str("]")?;
        }
        write!(formatter, "TY[8]BO[8 {}]", self.start.to_string().replace('X', "*"))?;
        for (player, reported, seconds) in &self.moves {
            write!(formatter, "{}[{reported}", player.disc().letter())?;
            if *seconds > 0.0 {
                write!(formatter, "//{seconds:.2}")?;
            }
            formatter.write_str("]")?;
        }
        formatter.write_str(";)")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::notation::read_ggf;

    #[test]
    fn written_games_read_back() {
        let reported = |text: &str| text.parse::<ReportedMove>().expect("a move");
        let moves = [(Player::Black, reported("f5"), 0.25), (Player::White, reported("d6"), 0.0)];
        let text = Ggf::running(moves.to_vec(), 65).to_string();
        assert!(text.contains("TI[1:05]") && text.ends_with("*]B[F5//0.25]W[D6];)"), "{text}");
        let mut game = ReportedGame::new();
        for (player, reported, _) in moves {
            game.play(player, reported).expect("is legal");
        }
        let read = read_ggf(&text).expect("is a game");
        assert_eq!(read.game, game);
        assert_eq!(read.time_left[Player::Black], Some(Duration::from_millis(64_750)));
    }
}
