//! Players who play positions to the end at random, for any number of players on any board. What two players on 8 x 8
//! can search exactly lives in `classic`.

pub(crate) mod level;
pub(crate) mod monte_carlo;
pub(crate) mod square_worth;
pub(crate) mod stakes;
pub(crate) mod tree;
