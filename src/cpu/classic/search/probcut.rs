//! Multi-ProbCut: prunes a deep search if a shallow one makes it likely that the score lies outside the window (Buro,
//! Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello, 1997).

use crate::cpu::budget::Budget;
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::margins::{FROM, Margin, shallow_depth};
use crate::cpu::classic::search::state::Search;
use crate::cpu::classic::search::table::{Found, Key, NO_MOVE};

impl<M: Machine> Search<'_, '_, M> {
    /// Bound on either side of alpha that a shallow search makes sufficiently likely.
    #[inline(always)]
    pub(crate) fn probable_cutoff(&mut self, node: &Node, depth: u32, is_to_end: bool, alpha: i32) -> Option<i32> {
        if self.selectivity >= Budget::FULL_WIDTH || depth < FROM {
            return None;
        }
        let shallow = shallow_depth(depth);
        let static_score = self.evaluate(node);
        let phase = self.layout.phase(node.board.discs().count_ones());
        let Margin { window_margin, evaluation_tolerance } =
            &self.margins.0[usize::from(is_to_end)][phase][depth as usize];
        let (margin, evaluation_tolerance) =
            (i32::from(window_margin[usize::from(self.selectivity)]), i32::from(*evaluation_tolerance));
        let above = alpha + 1 + margin;
        // Skips a shallow search that is unlikely to reach its target.
        let found = if above <= 64 && static_score > alpha + 1 - evaluation_tolerance + margin / 2 {
            let score = M::null_window(self, node, shallow, above - 1);
            if self.is_stopped || score < above {
                return None;
            }
            Found {
                lower: (alpha + 1) as i8,
                upper: 64,
                depth: depth as u8,
                selectivity: self.selectivity,
                best: [NO_MOVE; 2],
            }
        } else if alpha - margin >= -64 && static_score <= alpha + evaluation_tolerance - margin / 2 {
            let score = M::null_window(self, node, shallow, alpha - margin);
            if self.is_stopped || score > alpha - margin {
                return None;
            }
            Found {
                lower: -64,
                upper: alpha as i8,
                depth: depth as u8,
                selectivity: self.selectivity,
                best: [NO_MOVE; 2],
            }
        } else {
            return None;
        };
        self.table.put(Key::of(node.board), found, 1);
        Some(if found.lower > -64 { found.lower.into() } else { found.upper.into() })
    }
}
