//! What share of the win each player of a position can hope for, and which move is likely: networks that are fitted to
//! games, each for one board and its rules. How they are made lives in `training`.

pub(crate) mod built_in;
pub(crate) mod ending;
pub(crate) mod judge;
pub(crate) mod network;
pub(crate) mod parts;
pub(crate) mod softmax;
pub mod training;

pub use built_in::{NotBrought, bring};
pub use network::NetworkError;
