//! Phases of a game; each has its own pattern values.

use crate::cpu::classic::board::bitboards::Shape;

/// Number of phases of a game.
pub const PHASES: usize = 15;

/// Number of discs from one phase to the next, on the board of 8 x 8.
const PLIES: u32 = 4;

impl Shape {
    /// Phase of a game with this many discs, from 0 to [`PHASES`] - 1. Scaled so that a game goes through all phases on
    /// a board of any size.
    #[must_use]
    pub const fn phase(self, discs: u32) -> usize {
        let Some(of_64) = (discs * 64).checked_div(self.0.count_ones()) else { return 0 };
        let phase = (of_64.saturating_sub(4) / PLIES) as usize;
        if phase < PHASES { phase } else { PHASES - 1 }
    }
}
