//! How long a player may think about a move in a match with a clock.

use std::time::Duration;

use irogaeshi::notation::TimeControl;

use crate::engine::clock::Clock;

/// No thought takes longer, also where a move has days.
const LONGEST: Duration = Duration::from_secs(30);

/// The least time of a thought: to have none left is no reason not to move.
const LEAST: Duration = Duration::from_millis(1);

/// What is kept for the way to the server, of the last moves as well.
const RESERVE: Duration = Duration::from_millis(400);

/// The time for the next move, where so much is left to the player and so many squares are empty.
pub(crate) fn allowance(control: TimeControl, left: Duration, empties: u32) -> Duration {
    let usable = left.saturating_sub(RESERVE);
    let most = usable.mul_f64(0.8);
    let share = match control {
        TimeControl::PerMove { .. } => most,
        _ => Clock::of_game(usable).allotment(empties) + control.increment().mul_f64(0.8),
    };
    share.min(most).clamp(LEAST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_never_takes_more_than_its_time() {
        for (base_ms, increment_ms) in [(60_000, 0), (10_000, 1_000), (1_000, 500), (2_000, 0)] {
            let control = TimeControl::Fischer { base_ms, increment_ms };
            let mut left = Duration::from_millis(base_ms);
            for empties in (0..60).rev().step_by(2) {
                let thought = allowance(control, left, empties);
                assert!(thought < left, "{base_ms} + {increment_ms}: {thought:?} of {left:?}");
                // The way to the server and back.
                left = left.saturating_sub(thought + Duration::from_millis(10)) + control.increment();
            }
        }
    }

    #[test]
    fn a_move_takes_less_than_its_own_time_and_never_a_day() {
        let second = Duration::from_secs(1);
        let a_move = TimeControl::PerMove { limit_ms: 5_000 };
        assert_eq!(allowance(a_move, 5 * second, 60), Duration::from_millis(3_680));
        assert_eq!(allowance(a_move, second / 20, 60), LEAST);
        assert_eq!(allowance(TimeControl::correspondence(3), 200_000 * second, 60), LONGEST);
    }
}
