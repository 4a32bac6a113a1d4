//! The phases of a game: what discs are worth where changes from one to the next.

/// How many phases a game has.
pub const PHASES: usize = 15;

/// How many discs more begin the next phase, on the board of 8 x 8.
const PLIES: u32 = 4;

/// The phase of a board of 8 x 8 with this many discs, from 0 to [`PHASES`] - 1.
#[must_use]
pub const fn phase(discs: u32) -> usize {
    phase_of(discs, 64)
}

/// The phase of a board of this many squares with this many discs: a game goes through all phases on any board.
pub(crate) const fn phase_of(discs: u32, squares: u32) -> usize {
    let Some(of_64) = (discs * 64).checked_div(squares) else { return 0 };
    let phase = (of_64.saturating_sub(4) / PLIES) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}
