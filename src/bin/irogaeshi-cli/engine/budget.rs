//! Search budgets by depth, and their time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use irogaeshi::cpu::Budget;
use irogaeshi::programs::Depth;

use crate::engine::interrupt::Interrupt;

/// This many plies, or up to half as many more (at most eight) if that reaches the end of the game.
pub(crate) fn to_depth(depth: Depth) -> Budget {
    let depth = depth.plies();
    Budget { exact_from: depth + (depth / 2).min(8), ..Budget::plies(depth) }
}

/// Breaks if a search that began at `start` must stop.
pub(crate) fn should_stop(budget: Budget, start: Instant, interrupt: &Interrupt) -> ControlFlow<()> {
    let is_spent = is_spent(budget, start.elapsed(), interrupt.ended().map(|end| end.elapsed()));
    if is_spent || interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns whether the search has used up its time, or the time allowed after the end of input.
fn is_spent(budget: Budget, elapsed: Duration, ended: Option<Duration>) -> bool {
    budget.time.is_some_and(|time| elapsed >= time) || ended.is_some_and(|ended| ended >= AFTER_END)
}

/// Time to keep thinking after the end of input. Short, since probably nobody is waiting for the answer.
const AFTER_END: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thought_is_over_when_its_time_is_or_that_after_the_end_of_the_conversation() {
        let second = Duration::from_secs(1);
        let whole = Budget::TO_THE_END;
        assert!(!is_spent(whole, 9 * second, None));
        assert!(!is_spent(whole, 9 * second, Some(second / 2)));
        assert!(is_spent(whole, 9 * second, Some(second)));
        // This also applies to a search that began after it.
        assert!(is_spent(whole, second / 9, Some(second)));
        let short = whole.within(Some(second / 4));
        assert!(is_spent(short, second / 4, None) && is_spent(short, second / 4, Some(second / 9)));
        assert!(!is_spent(short, second / 9, Some(second / 9)));
    }
}
