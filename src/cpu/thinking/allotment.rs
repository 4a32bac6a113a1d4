//! How much of the time on a clock a move may take.

use std::time::Duration;

/// What a player has left on a clock, as far as one move is concerned.
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
    /// What is on the clock.
    pub left: Duration,
    /// What the clock grants for the move, once it is made.
    pub increment: Duration,
    /// Into how many parts the time is divided, one of them for this move.
    pub shares: u32,
    /// What is left for everything besides thinking.
    pub reserve: Duration,
}

/// The least time of a thought: to have none left is no reason not to move.
const LEAST: Duration = Duration::from_millis(1);

impl TimeLeft {
    /// Into how many parts a player divides the time for a whole game of so many players when this many squares are
    /// empty. Each makes their part of the moves to come. The early ones get twice an even share: the last take no
    /// time.
    #[must_use]
    pub fn shares(empties: u32, players: u32) -> u32 {
        empties / (2 * players.max(1)) + 1
    }

    /// How long the move may take.
    #[must_use]
    pub fn allotment(self) -> Duration {
        let most = self.left.saturating_sub(self.reserve);
        let share = (most / self.shares.max(1)).saturating_add(self.increment);
        share.min(most).mul_f64(0.95).max(LEAST)
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
        assert_eq!(TimeLeft { left: SECOND, ..time }.allotment(), LEAST);
    }
}
