//! Neural networks that predict each player's share of the win and the likely moves. They are fitted to games, each for
//! one board and its rules; `training` makes them.

pub(crate) mod board_network;
pub(crate) mod built_in;
pub(crate) mod ending;
pub(crate) mod network;
pub(crate) mod parts;
pub(crate) mod softmax;
pub(crate) mod training;

pub use built_in::{LoadNetworkError, load_network};
pub use network::NetworkError;
