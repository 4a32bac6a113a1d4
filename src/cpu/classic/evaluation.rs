//! What a position is worth at a glance: the sum of what its patterns are worth, by the phase of the game.

use std::array;

use super::bitboards::{Bitboards, Shape};
use super::pattern::{CONFIGURATIONS, Configurations, exchanged};

/// How many phases a game has.
pub const PHASES: usize = 15;

/// How many discs more begin the next phase.
const PLIES: u32 = 4;

/// In how many parts of a disc configurations are valued.
pub const PARTS: i32 = 32;

/// No evaluation says more than this: only a game that is over has all discs.
const MOST: i32 = 62;

/// The phase of a board with so many discs.
pub(super) const fn phase(discs: u32) -> usize {
    let phase = (discs.saturating_sub(4) / PLIES) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The values of all configurations in one phase, in parts of a disc.
type Values = Box<[i16; CONFIGURATIONS]>;

/// A trained evaluation.
pub struct Evaluation {
    /// By phase; from the side of the first player if that is to move, and from the side of the second otherwise.
    values: [[Values; 2]; PHASES],
}

impl Evaluation {
    /// An evaluation by the values of all configurations in each phase, in [`PARTS`] of a disc, for the player whose discs
    /// are the digits 1.
    pub(super) fn new(values: [Vec<i16>; PHASES]) -> Self {
        let exchanged = exchanged();
        let boxed = |values: Vec<i16>| -> Values {
            let values: Box<[i16]> = values.into();
            values.try_into().unwrap_or_else(|_| Box::new([0; CONFIGURATIONS]))
        };
        let values = values.map(|first| {
            let second = exchanged.iter().map(|place| first[*place as usize]).collect();
            [boxed(first), boxed(second)]
        });
        Self { values }
    }

    /// An evaluation that takes all positions for even.
    #[must_use]
    pub fn blank() -> Self {
        Self::new(array::from_fn(|_| vec![0; CONFIGURATIONS]))
    }

    /// The discs by which the player to move is expected to win.
    #[inline(always)]
    pub(super) fn score(&self, configurations: &Configurations, discs: u32, is_first: bool) -> i32 {
        let values = &self.values[phase(discs)][usize::from(!is_first)];
        let mut sum = 0;
        for place in configurations.places() {
            sum += i32::from(values[place]);
        }
        // Rounded to the nearest disc.
        ((sum + PARTS / 2) >> PARTS.trailing_zeros()).clamp(-MOST, MOST)
    }
}

/// A position as the search goes through the middle of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) board: Bitboards,
    pub(super) configurations: Configurations,
    /// Whether the player to move is who was to move in the position that the search began with.
    pub(super) is_first: bool,
}

impl Node {
    pub(super) fn new(board: Bitboards) -> Self {
        Self { board, configurations: Configurations::of(board), is_first: true }
    }

    #[inline(always)]
    pub(super) fn played(&self, square: usize, flips: u64) -> Self {
        Self {
            board: self.board.played(square, flips),
            configurations: self.configurations.played(square, flips, self.is_first),
            is_first: !self.is_first,
        }
    }

    #[inline(always)]
    pub(super) fn passed(&self) -> Self {
        Self { board: self.board.passed(), is_first: !self.is_first, ..*self }
    }

    pub(super) const fn empties(&self, shape: Shape) -> u32 {
        self.board.empties(shape).count_ones()
    }
}
