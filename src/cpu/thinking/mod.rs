//! Requests to the CPU and their answers: a move, an analysis of a position, a review of a game. The players that
//! answer them are in the sibling modules.

pub(crate) mod allotment;
pub(crate) mod analyse;
pub(crate) mod balanced_opening;
pub(crate) mod board_measuring;
pub(crate) mod fault;
pub(crate) mod no_answer;
pub(crate) mod request;
pub(crate) mod review;
pub(crate) mod simulation;
pub(crate) mod swap_sides;
