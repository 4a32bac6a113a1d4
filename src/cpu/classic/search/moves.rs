//! The legal moves of a position and their order in the search.

use std::ops::Index;

use arrayvec::ArrayVec;

use crate::cpu::classic::board::bitboards::Bitboards;

/// A legal move with what the search needs of it.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) square: u8,
    /// Position after the move.
    pub(crate) board: Bitboards,
    /// Opponent's legal moves afterwards; set only by the endgame search.
    pub(crate) replies: u64,
}

/// The legal moves of a position by number, at most 64.
pub(crate) struct Moves<const MAX: usize> {
    list: ArrayVec<Move, MAX>,
    /// Scores of the moves with their numbers in the low bits. Selecting the best moves only these.
    order: ArrayVec<i32, MAX>,
}

/// Mask of the number in [`Moves::order`].
const NUMBER: i32 = 63;

impl<const MAX: usize> Moves<MAX> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { list: ArrayVec::new_const(), order: ArrayVec::new_const() }
    }

    /// Adds a move; of two moves with the same score, the first is searched first.
    #[inline(always)]
    pub(crate) fn push(&mut self, found: Move, order: i32) {
        if !self.list.is_full() {
            self.order.push(order * (NUMBER + 1) + NUMBER - self.list.len() as i32);
            self.list.push(found);
        }
    }

    /// All moves, unordered.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Move> {
        self.list.iter()
    }

    /// Number of the best move after the first `taken`; `None` if there are no more.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, taken: usize) -> Option<usize> {
        let rest = self.order.get_mut(taken..)?;
        let mut best = 0;
        for candidate in 1..rest.len() {
            if rest[candidate] > rest[best] {
                best = candidate;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        Some((NUMBER - (rest[0] & NUMBER)) as usize)
    }
}

impl<const MAX: usize> Index<usize> for Moves<MAX> {
    type Output = Move;

    #[inline(always)]
    fn index(&self, number: usize) -> &Move {
        &self.list[number]
    }
}
