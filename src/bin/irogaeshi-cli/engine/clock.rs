//! A player's remaining time and the share for the next move.

use std::time::Duration;

use irogaeshi::cpu::TimeLeft;

/// A clock with time for all moves, or for a number of moves after which it starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    left: Duration,
    /// Number of moves for that time; `None` for the rest of the game.
    moves: Option<u32>,
    /// Overtime: a repeating time for a number of moves.
    period: Option<(Duration, u32)>,
}

/// Time held back for everything except thinking.
const RESERVE: Duration = Duration::from_millis(10);

/// Number of players in the engine's games.
const PLAYERS: u32 = 2;

impl Clock {
    /// A time for the whole game.
    pub(crate) const fn of_game(time: Duration) -> Self {
        Self { left: time, moves: None, period: None }
    }

    /// A main time, then periods for this many moves (Canadian overtime). `None` if that is no limit.
    pub(crate) fn with_overtime(main: Duration, period: Duration, moves: u32) -> Option<Self> {
        match (period.is_zero(), moves) {
            (true, _) if main.is_zero() => None,
            (true, _) => Some(Self::of_game(main)),
            (false, 0) => None,
            (false, _) if main.is_zero() => {
                Some(Self { left: period, moves: Some(moves), period: Some((period, moves)) })
            }
            (false, _) => Some(Self { left: main, moves: None, period: Some((period, moves)) }),
        }
    }

    /// The same clock set to this time left, for this number of moves if given.
    pub(crate) const fn showing(self, left: Duration, moves: Option<u32>) -> Self {
        Self { left, moves, ..self }
    }

    /// Time for the next move with this many empty squares.
    pub(crate) fn allotment(&self, empties: u32) -> Duration {
        let shares = self.moves.unwrap_or(TimeLeft::shares(empties, PLAYERS));
        TimeLeft { left: self.left, increment: Duration::ZERO, shares, reserve: RESERVE }.allotment()
    }

    /// Deducts the time of a move.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
        self.moves = self.moves.map(|moves| moves.saturating_sub(1));
        if let Some((period, moves)) = self.period
            && (self.moves == Some(0) || self.moves.is_none() && self.left.is_zero())
        {
            (self.left, self.moves) = (period, Some(moves));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_game_never_takes_more_than_its_time() {
        let mut clock = Clock::of_game(seconds(10));
        let mut used = Duration::ZERO;
        for empties in (0..60).rev().step_by(2) {
            let allotted = clock.allotment(empties);
            clock.spend(allotted);
            used += allotted;
        }
        assert!(used < seconds(10) && used > seconds(9), "{used:?}");
    }

    #[test]
    fn periods_begin_again_after_their_moves() {
        let mut clock = Clock::with_overtime(Duration::ZERO, seconds(10), 2).expect("is a limit");
        assert!(clock.allotment(60) < seconds(5) && clock.allotment(60) > seconds(4));
        clock.spend(seconds(9));
        assert!(clock.allotment(60) < seconds(1));
        clock.spend(seconds(0));
        assert_eq!(Some(clock), Clock::with_overtime(Duration::ZERO, seconds(10), 2));

        let mut clock = Clock::with_overtime(seconds(3), seconds(10), 2).expect("is a limit");
        clock.spend(seconds(4));
        assert_eq!(Some(clock), Clock::with_overtime(Duration::ZERO, seconds(10), 2).map(|clock| Clock { ..clock }));
        assert_eq!(clock.showing(seconds(1), Some(1)).allotment(60), Clock::of_game(seconds(1)).allotment(0));
    }

    #[test]
    fn no_limit_makes_no_clock() {
        assert_eq!(Clock::with_overtime(Duration::ZERO, Duration::ZERO, 3), None);
        // GTP defines a period without moves as no limit.
        assert_eq!(Clock::with_overtime(seconds(3), seconds(1), 0), None);
        assert_eq!(Clock::of_game(Duration::ZERO).allotment(60), Duration::from_millis(1));
    }
}
