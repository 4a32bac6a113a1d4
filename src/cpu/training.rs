//! Makers of weights and opening books, for the terminal tool. Not part of the documented interface.

pub use crate::cpu::classic::book::draft::{BookDraft, BookPlan, Bookmaker};
pub use crate::cpu::classic::book::solved::{BookSolver, Contradiction, SolvedDraft};
pub use crate::cpu::classic::evaluation::parity::Parity;
pub use crate::cpu::classic::evaluation::parts::PARTS;
pub use crate::cpu::classic::evaluation::phase::PHASES;
pub use crate::cpu::classic::search::endgame::FASTEST_FIRST_FROM;
pub use crate::cpu::classic::training::{
    Detail, EmptiesParity, Fit, FitError, Label, MeasuredParity, NetworkFit, PhaseTempo, Sample, SelfPlay, Tempo,
    assembled, positions_beside_game,
};
pub use crate::cpu::shares::training::{SharesFit, SharesLoss, SharesSample, SharesSampleError};
