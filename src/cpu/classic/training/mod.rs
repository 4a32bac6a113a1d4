//! Training of the evaluation: self-play games, and the fits of pattern values and of a network to their results.

mod fit;
mod network_fit;
mod parity;
mod sample;
mod self_play;
mod tempo;

pub use fit::{Detail, Fit, FitError, assembled};
pub use network_fit::NetworkFit;
pub use parity::{EmptiesParity, MeasuredParity};
pub use sample::Sample;
pub use self_play::{Label, SelfPlay};
pub use tempo::{PhaseTempo, Tempo, positions_beside_game};
