//! The legal moves of a position, and the order in which they are searched.

use std::ops::Index;

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::search::table::NO_MOVE;

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
    list: [Move; MOST],
    /// What each is worth, together with its number: to choose the best, only these are moved about.
    order: [i32; MOST],
    count: usize,
}

/// The bits of a number in [`Moves::order`].
const NUMBER: i32 = 63;

impl<const MOST: usize> Moves<MOST> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        const NOTHING: Move = Move { square: NO_MOVE, board: Bitboards { own: 0, other: 0 }, replies: 0 };
        Self { list: [NOTHING; MOST], order: [0; MOST], count: 0 }
    }

    /// Adds a move; of two that are worth the same the first is searched first.
    #[inline(always)]
    pub(crate) fn push(&mut self, found: Move, worth: i32) {
        if self.count < MOST {
            self.list[self.count] = found;
            self.order[self.count] = worth * (NUMBER + 1) + NUMBER - self.count as i32;
            self.count += 1;
        }
    }

    /// The moves, in no order.
    #[inline(always)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Move> {
        self.list[..self.count].iter()
    }

    /// The number of the best of those that come after the first `taken`; `None` if there are no more.
    #[inline(always)]
    pub(crate) fn take_best(&mut self, taken: usize) -> Option<usize> {
        let rest = self.order.get_mut(taken..self.count)?;
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
