//! What is asked of the CPU, and its answers: a move, an analysis of a position, a review of a game. Who answers lives
//! beside it.

pub(crate) mod allotment;
pub(crate) mod analyse;
pub(crate) mod even_start;
pub(crate) mod fault;
pub(crate) mod request;
pub(crate) mod review;
pub(crate) mod side;
