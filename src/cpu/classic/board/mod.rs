//! Positions as bitboards: squares, flips, moves, symmetries, stable discs, and the conversion from and to the rules'
//! types. Their evaluation is in `evaluation`.

pub(crate) mod bitboards;
pub(crate) mod flips;
pub(crate) mod geometry;
pub(crate) mod perft;
pub(crate) mod stability;
pub(crate) mod translation;
