//! Analysis of a position: the values of all legal moves, for hints and study.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::budget::Budget;
use crate::cpu::classic::{Book, bitboards, bitboards_for_any_goal};
use crate::cpu::control::Control;
use crate::cpu::playouts::payoffs::Aim;
use crate::cpu::playouts::tree::{self, Plan};
use crate::cpu::report::Report;
use crate::cpu::shares::built_in::network_for;
use crate::cpu::thinker::Thinker;
use crate::rules::Position;

/// Selectivity of an analysis: more cautious than the levels' searches, but still pruned by ProbCut.
const SELECTIVITY: u8 = 2;
/// Maximum number of playouts of an analysis without the engine, because more do not improve it.
const MAX_PLAYOUTS: u64 = 1 << 18;
/// Number of positions in one playout: about the length of a game.
const POSITIONS_A_PLAYOUT: u64 = 64;

impl Thinker {
    /// Analyses a position ever deeper and reports each step, the last and most accurate being the result; `None` if
    /// the game is over, or if stopped before the first step. Uses the engine if it can play the variant, otherwise the
    /// tree search. Moves known from a solved book are reported at once. Reuses results of earlier analyses.
    ///
    /// Ends at the end of the game, after `positions`, or when `control` says so.
    pub fn analyse(&mut self, position: &Position, positions: u64, control: &mut Control<'_>) -> Option<Report> {
        let Some((board, shape)) = bitboards_for_any_goal(position) else {
            // A fixed seed, so that the same request gets the same answer.
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
            let playouts = (positions / POSITIONS_A_PLAYOUT).clamp(1, MAX_PLAYOUTS);
            let network = network_for(position.variant());
            let plan = Plan { aim: Aim::Win, budget: Budget::positions(playouts), network };
            return tree::rank(position, plan, &mut rng, control);
        };
        let known = bitboards(position).and_then(|(board, shape)| Book::built_in_for(shape)?.rank(board));
        if let Some(report) = known {
            control.report(&report);
            return Some(report);
        }
        let budget = Budget { exact_from: 0, selectivity: SELECTIVITY, ..Budget::positions(positions) };
        self.kept.engine(position.variant().goal(), shape).rank(board, shape, budget, control)
    }
}
