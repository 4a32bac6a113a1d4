//! The search: iterative deepening through the midgame, the endgame solver, and the transposition table. The static
//! evaluation of its leaves is in `evaluation`.

pub(crate) mod aspiration;
pub(crate) mod endgame;
pub(crate) mod engine;
pub(crate) mod machine;
pub(crate) mod margins;
pub(crate) mod midgame;
pub(crate) mod moves;
pub(crate) mod probcut;
pub(crate) mod processor;
pub(crate) mod ranking;
pub(crate) mod split;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod team;
