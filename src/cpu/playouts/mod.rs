//! Tree search and Monte Carlo for any number of players on any board, with random playouts or, where available, a
//! network. The exact search for two players on 8 x 8 is in `classic`.

mod by_network;
mod by_playouts;
mod guide;
pub(crate) mod level;
pub(crate) mod monte_carlo;
pub(crate) mod square_worth;
pub(crate) mod stakes;
pub(crate) mod tree;
