//! Searches of a whole position: for the score by aspiration windows, or for the outcome alone.

use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::state::Search;
use crate::cpu::classic::search::table::NO_MOVE;

impl<M: Machine> Search<'_, '_, M> {
    /// Determines whether the player to move wins, draws or loses, given by the sign of the score. The score is the
    /// known one, or the nearest that is still possible. The move is one that wins or draws; if all lose, the known
    /// one.
    ///
    /// If stopped, the move is one found to win or draw, or [`NO_MOVE`].
    pub(crate) fn outcome(&mut self, node: &Node, depth: u32, known: (i32, u8)) -> (i32, u8) {
        let (score, best) = if self.is_stopped { (-1, NO_MOVE) } else { self.principal(node, depth, -1, 1) };
        match score {
            1.. => (score.max(known.0), best),
            0 => (0, best),
            _ if self.is_stopped => (known.0, NO_MOVE),
            // No move was found to be better than the others.
            _ => (score.min(known.0), known.1),
        }
    }

    /// Aspiration search: score of a position at this depth and the best move, by widening windows around a guess.
    ///
    /// If stopped, the move is one found to be better than expected, or [`NO_MOVE`].
    pub(crate) fn aspire(&mut self, node: &Node, depth: u32, guess: i32, width: i32) -> (i32, u8) {
        let mut known = (guess, NO_MOVE);
        if self.is_stopped {
            return known;
        }
        let (mut low, mut high) = ((guess - width).max(-64), (guess + width).min(64));
        let mut widened = width;
        let mut is_worse = false;
        loop {
            let (score, best) = self.principal(node, depth, low, high);
            if self.is_stopped {
                // If all moves are worse than expected, one of them means nothing before the others are searched again.
                return if is_worse || best == NO_MOVE { known } else { (score, best) };
            }
            let (is_below, is_above) = (score <= low && low > -64, score >= high && high < 64);
            if !(is_below || is_above) {
                return (score, best);
            }
            widened *= 2;
            // Table entries of deeper searches may contradict each other, so the window finally opens completely.
            (low, high) = match is_below {
                _ if widened > 64 => (-64, 64),
                true => ((score - widened).max(-64), score + 1),
                false => (score - 1, (score + widened).min(64)),
            };
            if is_above {
                known = (score, best);
            }
            is_worse |= is_below;
        }
    }
}
