//! Conversion of a room's match to a game record, to save, link and review it.

use super::RoomMatch;
use crate::notation::{GameRecord, GameRecordError};

impl RoomMatch {
    /// The match as a [`GameRecord`], finished or not: turns with their times, seats at the start, clock, forfeits and
    /// ending.
    ///
    /// # Errors
    /// [`GameRecordError`], which cannot occur for a match that followed from a room's events.
    pub fn to_game_record(&self) -> Result<GameRecord, GameRecordError> {
        let seconds = |at_ms: u64| at_ms / 1000;
        let game = GameRecord::new(self.record.clone())
            .with_seats(|player| self.seats[player].clone())
            .with_names(|player| self.names[player].clone())
            .with_clock(self.clock.control())
            .with_times(self.times())?
            .with_dates(Some(seconds(self.started_ms)), self.ended.map(|(_, at_ms)| seconds(at_ms)))
            .with_forfeits(self.forfeits.clone())?;
        match self.ended {
            Some((ending, _)) => game.with_ending(ending),
            None => Ok(game),
        }
    }
}
