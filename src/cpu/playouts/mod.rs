//! Players who search for any number of players on any board: they play positions to the end at random, or ask a
//! network where there is one. What two players on 8 x 8 can search exactly lives in `classic`.

mod by_network;
mod by_playouts;
mod guide;
pub(crate) mod level;
pub(crate) mod monte_carlo;
pub(crate) mod square_worth;
pub(crate) mod stakes;
pub(crate) mod tree;
