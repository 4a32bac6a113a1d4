//! Positions as words of bits: squares, flips, moves, symmetries, stable discs, and the way from and to the plain
//! rules. What a position is worth lives in `evaluation`.

pub(crate) mod bitboards;
pub(crate) mod flips;
pub(crate) mod geometry;
pub(crate) mod perft;
pub(crate) mod stability;
pub(crate) mod translation;
