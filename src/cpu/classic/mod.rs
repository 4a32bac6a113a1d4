//! The engine for two players on boards of up to 8 x 8: bitboards, an exact endgame solver, and a trained evaluation.
//!
//! The entry point is [`Engine::search`]. The folders build on each other in this order: bitboards (`board`), static
//! evaluation (`evaluation`) and search (`search`). On top of the search are the opening books (`book`) and the
//! training of the evaluation (`training`).
//!
//! Within `search`, the state of a search (`search::state`) goes through the midgame (`search::midgame`) with the
//! evaluation at its leaves, prunes unlikely lines (`search::probcut`) and solves the endgame (`search::endgame`).
//! Results go into a transposition table (`search::table`) that several threads can share (`search::team`). The search
//! is compiled several times, for different kinds of processors (`search::machine`).
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the vectors of its caller: see `search::machine`"
)]
#![expect(clippy::cast_possible_wrap, reason = "counts of squares and discs are at most 64")]

mod board;
pub(super) mod book;
pub(super) mod evaluation;
mod memory;
pub(super) mod search;
pub(super) mod training;

pub(super) use board::bitboards::Squares;
pub use board::bitboards::{Bitboards, Shape};
pub use board::perft::perft;
pub(super) use board::translation::bit_of;
pub use board::translation::{bitboards, bitboards_for_any_goal, square_of, suits_engine, suits_engine_for_any_goal};
pub use book::board::BookBoard;
pub use book::file::BookError;
pub use book::graph::{BOOK_PARTS, Book, BookMove};
pub use evaluation::boards::Boards;
pub use evaluation::file::EvaluationError;
pub use evaluation::values::Evaluation;
pub use search::engine::{Engine, SearchResult};
pub use search::machine::kind::MachineKind;
pub(super) use search::state::ShouldStop;
