//! Tree search and Monte Carlo for any number of players on any board, with random playouts or, where available, a
//! network. The exact search for two players on 8 x 8 is in `classic`.

mod by_network;
mod by_playouts;
pub(crate) mod monte_carlo;
pub(crate) mod payoffs;
mod policy;
pub(crate) mod square_payoffs;
pub(crate) mod tree;
pub(crate) mod tree_level;
