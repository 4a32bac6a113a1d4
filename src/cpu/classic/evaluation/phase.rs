//! The phases of a game: what discs are worth where changes from one to the next.

use crate::cpu::classic::board::bitboards::Shape;

/// How many phases a game has.
pub const PHASES: usize = 15;

/// How many discs more begin the next phase, on the board of 8 x 8.
const PLIES: u32 = 4;

impl Shape {
    /// The phase of a game with this many discs on the board, from 0 to [`PHASES`] - 1: it goes through all of them on
    /// a board of any size.
    #[must_use]
    pub const fn phase(self, discs: u32) -> usize {
        let Some(of_64) = (discs * 64).checked_div(self.0.count_ones()) else { return 0 };
        let phase = (of_64.saturating_sub(4) / PLIES) as usize;
        if phase < PHASES { phase } else { PHASES - 1 }
    }
}
