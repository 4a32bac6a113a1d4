//! The record of a room's match, to be saved, linked and reviewed like any other.

use std::time::Duration;

use super::RoomMatch;
use crate::notation::{GameRecord, GameRecordError};

impl RoomMatch {
    /// The match as a [`GameRecord`], whether it is over or goes on: the turns that are played with their times, who
    /// sat where when it began, the clock, who has lost, and how it ended.
    ///
    /// # Errors
    /// [`GameRecordError`], which a match that followed from the events of a room never leads to.
    pub fn to_game_record(&self) -> Result<GameRecord, GameRecordError> {
        let seconds = |at_ms: u64| at_ms / 1000;
        let game = GameRecord::new(self.record.clone())
            .with_seats(|player| self.seats[player].clone())
            .with_names(|player| self.names[player].clone())
            .with_clock(self.clock.control())
            .with_times(self.thinking_ms.iter().map(|time| Some(Duration::from_millis(*time))))?
            .with_dates(Some(seconds(self.started_ms)), self.ended.map(|(_, at_ms)| seconds(at_ms)))
            .with_forfeits(self.forfeits.clone())?;
        match self.ended {
            Some((ending, _)) => game.with_ending(ending),
            None => Ok(game),
        }
    }
}
