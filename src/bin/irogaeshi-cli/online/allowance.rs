//! Time for a move in a match with a clock.

use std::time::Duration;

use irogaeshi::cpu::TimeLeft;
use irogaeshi::notation::TimeControl;

/// Maximum time for a move, even if it may take days.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Time reserved for network delay, also in the last moves.
const RESERVE: Duration = Duration::from_millis(400);

/// Time for the next move, given the time left, the number of empty squares and the number of players.
pub(crate) fn allowance(control: TimeControl, left: Duration, empties: u32, players: u32) -> Duration {
    let shares = match control {
        TimeControl::PerMove { .. } => 1,
        _ => TimeLeft::shares(empties, players),
    };
    TimeLeft { left, increment: control.gain_per_move(), shares, reserve: RESERVE }.allotment().min(MAX_TIME)
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
                let thought = allowance(control, left, empties, 2);
                assert!(thought < left, "{base_ms} + {increment_ms}: {thought:?} of {left:?}");
                // The network round trip.
                left = left.saturating_sub(thought + Duration::from_millis(10)) + control.increment();
            }
        }
    }

    #[test]
    fn byo_yomi_is_never_exceeded() {
        for (base_ms, period_ms) in [(60_000, 5_000), (0, 1_000), (3_000, 30_000)] {
            let control = TimeControl::ByoYomi { base_ms, period_ms };
            let period = Duration::from_millis(period_ms);
            let mut left = Duration::from_millis(control.first_ms());
            for empties in (0..60).rev().step_by(2) {
                let thought = allowance(control, left, empties, 2);
                assert!(thought < left, "{base_ms}, then {period_ms}: {thought:?} of {left:?}");
                left = left.saturating_sub(thought + Duration::from_millis(10)).max(period);
            }
        }
    }

    #[test]
    fn a_move_takes_less_than_its_own_time_and_never_a_day() {
        let second = Duration::from_secs(1);
        let a_move = TimeControl::PerMove { limit_ms: 5_000 };
        assert_eq!(allowance(a_move, 5 * second, 60, 2), Duration::from_millis(4_370));
        assert_eq!(allowance(a_move, second / 20, 60, 2), Duration::from_millis(1));
        assert_eq!(allowance(TimeControl::correspondence(3), 200_000 * second, 60, 2), MAX_TIME);
    }
}
