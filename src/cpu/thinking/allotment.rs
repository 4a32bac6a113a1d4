//! Allots the time on a clock to the moves.

use std::time::Duration;

/// The time that a player has left, as far as one move is concerned.
///
/// ```
/// use std::time::Duration;
/// use irogaeshi::cpu::TimeLeft;
///
/// let second = Duration::from_secs(1);
/// let time = TimeLeft { left: 60 * second, increment: second, shares: TimeLeft::shares(60, 2), reserve: second };
/// assert!(time.allotment() > 4 * second && time.allotment() < 5 * second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time on the clock.
    pub left: Duration,
    /// Increment that the clock adds after the move.
    pub increment: Duration,
    /// Number of parts into which to divide the time; one of them is for this move.
    pub shares: u32,
    /// Time to keep for everything besides searching.
    pub reserve: Duration,
}

/// Minimum time for a move, even when none is left, because the player must move anyway.
const MIN_TIME: Duration = Duration::from_millis(1);

impl TimeLeft {
    /// Number of parts for a whole game with this many empties and players. Each player makes an equal part of the
    /// remaining moves. Early moves get twice an even share, because the last moves take no time.
    #[must_use]
    pub fn shares(empties: u32, players: u32) -> u32 {
        empties / (2 * players.max(1)) + 1
    }

    /// Time for this move.
    #[must_use]
    pub fn allotment(self) -> Duration {
        let most = self.left.saturating_sub(self.reserve);
        let share = (most / self.shares.max(1)).saturating_add(self.increment);
        share.min(most).mul_f64(0.95).max(MIN_TIME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_game_never_takes_more_than_its_time_whatever_is_granted_for_a_move() {
        for (players, increment) in [(2, Duration::ZERO), (2, 2 * SECOND), (5, Duration::ZERO), (5, 5 * SECOND)] {
            let mut left = 60 * SECOND;
            for empties in (0..60).rev().step_by(players as usize) {
                let shares = TimeLeft::shares(empties, players);
                let time = TimeLeft { left, increment, shares, reserve: SECOND / 100 };
                let rest = left.checked_sub(time.allotment());
                left = rest.unwrap_or_else(|| panic!("{players} players, {empties} empty: {time:?}")) + increment;
            }
        }
    }

    #[test]
    fn a_move_with_a_time_of_its_own_takes_nearly_all_of_it() {
        let time = TimeLeft { left: 10 * SECOND, increment: Duration::ZERO, shares: 1, reserve: SECOND };
        assert!(time.allotment() > 8 * SECOND && time.allotment() < 9 * SECOND);
        assert_eq!(TimeLeft { left: SECOND, ..time }.allotment(), MIN_TIME);
    }
}
