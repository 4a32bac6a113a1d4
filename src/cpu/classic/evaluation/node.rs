//! A position with the features of the evaluation, updated incrementally.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::evaluation::layout::{Configurations, Layout};

/// A position in the midgame search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) board: Bitboards,
    pub(crate) configurations: Configurations,
    /// True if the player to move was also to move in the root position.
    pub(crate) is_first: bool,
}

impl Node {
    pub(crate) fn new(board: Bitboards, layout: &Layout) -> Self {
        Self { board, configurations: Configurations::of(board, layout), is_first: true }
    }

    #[inline(always)]
    pub(crate) fn played(&self, layout: &Layout, square: usize, flips: u64) -> Self {
        Self {
            board: self.board.played(square, flips),
            configurations: self.configurations.played(layout, square, flips, self.is_first),
            is_first: !self.is_first,
        }
    }

    #[inline(always)]
    pub(crate) fn passed(&self) -> Self {
        Self { board: self.board.passed(), is_first: !self.is_first, ..*self }
    }

    pub(crate) const fn empties(&self, shape: Shape) -> u32 {
        self.board.empties(shape).count_ones()
    }
}
