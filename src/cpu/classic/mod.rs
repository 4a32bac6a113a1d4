//! The engine for two players on boards of up to 8 x 8: bitboards, an exact solver, a trained evaluation.
//!
//! [`Engine::search`] is its door. The folders build on each other in this order: positions as words (`board`), what
//! they are worth (`evaluation`), the search (`search`), and beside each other what is made by searching: the opening
//! books (`book`) and the evaluation itself (`training`).
//!
//! Inside, a search (`search::state`) goes through the middle of the game (`search::midgame`) with the evaluation at
//! its leaves, leaves out what is unlikely (`search::probcut`), and solves the end (`search::endgame`). What it found
//! out is in a table (`search::table`), which several searches can share (`search::team`). It is compiled several
//! times, for kinds of processors (`search::machine`).
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the vectors of its caller: see `search::machine`"
)]
#![expect(clippy::cast_possible_wrap, reason = "counts of squares and discs are at most 64")]

mod board;
mod book;
mod evaluation;
mod memory;
mod search;
pub mod training;

pub(super) use board::bitboards::Squares;
pub use board::bitboards::{Bitboards, Shape};
pub use board::perft::perft;
pub(super) use board::translation::bit_of;
pub use board::translation::{bitboards, bitboards_for_any_goal, square_of, suits_engine, suits_engine_for_any_goal};
pub use book::board::BookBoard;
pub use book::draft::{BookDraft, BookPlan, Bookmaker};
pub use book::graph::{BOOK_PARTS, Book, BookError, BookMove};
pub use book::solved::{BookSolver, Contradiction, SolvedDraft};
pub use evaluation::parity::Parity;
pub use evaluation::pattern::Boards;
pub use evaluation::phase::PHASES;
pub use evaluation::values::{Evaluation, EvaluationError, PARTS};
pub use search::engine::{Engine, Finding, Reach, Tell};
pub use search::machine::MachineKind;
pub use search::midgame::FASTEST_FIRST_FROM;
pub use search::ranking::{RankedMove, Ranking};
pub use search::state::Look;
