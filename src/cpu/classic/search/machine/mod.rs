//! Processor-specific code of the search: flips, legal moves and sums, and the search's recursive functions compiled
//! for it.
//! The search is written once, for any [`Machine`]. Vector instructions can be inlined only into functions that are
//! compiled for them, so each recursive function has an entry point here, and everything else is inlined into those.

pub(crate) mod kind;
#[cfg(target_arch = "x86_64")]
mod simd;

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::board::flips;
use crate::cpu::classic::evaluation::feature_indices::{Adder, FeatureIndices, OneByOne};
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::search::processor::Processor;
use crate::cpu::classic::search::state::Search;
use crate::cpu::hidden_layer::{UNITS, Weights};

/// A kind of processor, with the search's recursive functions compiled for it.
pub(crate) trait Machine: Processor {
    /// [`Search::five_empties_here`], compiled for this machine.
    fn five_empties(search: &mut Search<'_, '_, Self>, board: Bitboards, odd: u64, alpha: i32) -> i32;

    /// [`Search::six_empties_here`], compiled for this machine.
    fn six_empties(search: &mut Search<'_, '_, Self>, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32;

    /// [`Search::fastest_first_here`], compiled for this machine.
    fn fastest_first(search: &mut Search<'_, '_, Self>, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32;

    /// [`Search::null_window_here`], compiled for this machine.
    fn null_window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32) -> i32;

    /// [`Search::window_here`], compiled for this machine.
    fn window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Adder for Portable {
    #[inline(always)]
    fn sum(self, values: &[i16], indices: &FeatureIndices) -> i32 {
        OneByOne.sum(values, indices)
    }

    #[inline(always)]
    fn unit_sums(self, weights: &[Weights], indices: &FeatureIndices) -> [i16; UNITS] {
        OneByOne.unit_sums(weights, indices)
    }
}

impl Processor for Portable {
    #[inline(always)]
    fn flips(self, own: u64, other: u64, square: usize) -> u64 {
        flips::flips(own, other, square)
    }

    #[inline(always)]
    fn reached(self, own: u64, other: u64) -> u64 {
        flips::reached(own, other)
    }
}

impl Machine for Portable {
    fn five_empties(search: &mut Search<'_, '_, Self>, board: Bitboards, odd: u64, alpha: i32) -> i32 {
        search.five_empties_here(board, odd, alpha)
    }

    fn six_empties(search: &mut Search<'_, '_, Self>, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32 {
        search.six_empties_here(board, moves, odd, alpha)
    }

    fn fastest_first(search: &mut Search<'_, '_, Self>, board: Bitboards, moves: u64, odd: u64, alpha: i32) -> i32 {
        search.fastest_first_here(board, moves, odd, alpha)
    }

    fn null_window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32) -> i32 {
        search.null_window_here(node, depth, alpha)
    }

    fn window(search: &mut Search<'_, '_, Self>, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        search.window_here(node, depth, alpha, beta)
    }
}
