//! Statistics of game results: intervals, differences and ratings. The module `arena` plays the games.

pub(crate) mod bradley_terry;
pub(crate) mod elo;
pub(crate) mod pentanomial;
pub(crate) mod sprt;
