//! The engine for two players on boards of up to 8 x 8: bitboards, an exact solver, a trained evaluation.
//!
//! [`Engine::search`] is its door. Inside, a search (`search`) goes through the middle of the game (`midgame`) with the
//! evaluation at its leaves (`evaluation`, `pattern`), leaves out what is unlikely (`probcut`), and solves the end
//! (`endgame`). What it found out is in a `table`, which several searches can share (`team`). It is compiled several
//! times, for kinds of processors (`machine`).
#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the vectors of its caller: see `machine`"
)]
#![expect(clippy::cast_possible_wrap, reason = "counts of squares and discs are at most 64")]

mod bitboards;
mod book;
mod book_draft;
mod endgame;
mod engine;
mod evaluation;
mod machine;
mod midgame;
mod moves;
mod pattern;
mod perft;
mod probcut;
mod ranking;
mod search;
mod stability;
mod table;
mod team;
pub mod training;
mod translation;

pub use bitboards::{Bitboards, Diagram, DiagramError, Shape};
pub use book::{BOOK_PARTS, Book, BookError, BookMove};
pub use book_draft::{BookDraft, BookPlan, Bookmaker};
pub use engine::{Engine, Finding, Reach, Tell};
pub use evaluation::{Evaluation, EvaluationError, PARTS, PHASES};
pub use machine::MachineKind;
pub use midgame::FASTEST_FIRST_FROM;
pub use perft::perft;
pub use ranking::{RankedMove, Ranking};
pub use search::Look;
pub use team::{Crew, alone};
pub(super) use translation::bit_of;
pub use translation::{bitboards, bitboards_for_any_goal, square_of, suits_engine, suits_engine_for_any_goal};
