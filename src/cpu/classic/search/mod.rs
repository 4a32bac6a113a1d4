//! The search: deeper and deeper through the middle of the game, to the end of it, and what it remembers. What a
//! position is worth at its leaves lives in `evaluation`.

pub(crate) mod endgame;
pub(crate) mod engine;
pub(crate) mod machine;
pub(crate) mod midgame;
pub(crate) mod moves;
pub(crate) mod probcut;
pub(crate) mod ranking;
pub(crate) mod shares;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod team;
