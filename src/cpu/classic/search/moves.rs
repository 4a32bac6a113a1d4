//! The legal moves of a position, and the order in which they are searched.

use std::ops::Index;

use arrayvec::ArrayVec;

use crate::cpu::classic::board::bitboards::Bitboards;

/// A legal move, and what the search needs to know of it.
#[derive(Clone, Copy)]
pub(crate) struct Move {
    pub(crate) square: u8,
    /// The position after it.
    pub(crate) board: Bitboards,
    /// The opponent's legal moves after it, where the end of the game is solved; elsewhere nothing.
    pub(crate) replies: u64,
}

/// The legal moves of a position, by their numbers; at most 64.
pub(crate) struct Moves<const MOST: usize> {
    list: ArrayVec<Move, MOST>,
    /// What each is worth, together with its number: to choose the best, only these are moved about.
    order: ArrayVec<i32, MOST>,
}

/// The bits of a number in [`Moves::order`].
const NUMBER: i32 = 63;

impl<const MOST: usize> Moves<MOST> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { list: ArrayVec::new_const(), order: ArrayVec::new_const() }
    }

    /// Adds a move; of two that are worth the same the first is searched first.
    #[inline(always)]
    pub(crate) fn push(&mut self, found: Move, worth: i32) {
        if !self.list.is_full() {
            self.order.push(worth * (NUMBER + 1) + NUMBER - self.list.len() as i32);
            self.list.push(found);
        }
    }

    /// The moves, in no order.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Move> {
        self.list.iter()
    }

    /// The number of the best of those that come after the first `taken`; `None` if there are no more.
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

impl<const MOST: usize> Index<usize> for Moves<MOST> {
    type Output = Move;

    #[inline(always)]
    fn index(&self, number: usize) -> &Move {
        &self.list[number]
    }
}
