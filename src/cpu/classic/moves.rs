//! The legal moves of a position, and the order in which they are searched.

use std::ops::Index;

use super::bitboards::Bitboards;
use super::table::NO_MOVE;

/// A legal move, and what the search needs to know of it.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) square: u8,
    pub(super) board: Bitboards,
    /// The opponent's legal moves after it.
    pub(super) replies: u64,
    /// What comes first is searched first: the largest.
    pub(super) worth: i32,
}

/// The legal moves of a position.
pub(super) struct Moves<const MOST: usize> {
    moves: [Move; MOST],
    count: usize,
}

impl<const MOST: usize> Moves<MOST> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        const NOTHING: Move = Move { square: NO_MOVE, board: Bitboards { own: 0, other: 0 }, replies: 0, worth: 0 };
        Self { moves: [NOTHING; MOST], count: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, found: Move) {
        if let Some(free) = self.moves.get_mut(self.count) {
            *free = found;
            self.count += 1;
        }
    }

    /// The moves, in no order.
    #[inline(always)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Move> {
        self.moves[..self.count].iter()
    }

    /// Puts the best of the moves from this index on there.
    #[inline(always)]
    pub(super) fn bring_best_to(&mut self, index: usize) -> Option<Move> {
        let rest = self.moves.get_mut(index..self.count)?;
        let mut best = 0;
        for candidate in 1..rest.len() {
            if rest[candidate].worth > rest[best].worth {
                best = candidate;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        Some(rest[0])
    }
}

impl<const MOST: usize> Index<usize> for Moves<MOST> {
    type Output = Move;

    #[inline(always)]
    fn index(&self, index: usize) -> &Move {
        &self.moves[index]
    }
}
