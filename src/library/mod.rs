//! A library of games: a file of changes, the games packed in memory, and searches by text and by position.
//!
//! Plain values and functions on top of rules and notation, without clocks, threads, files or Bevy. A caller keeps the
//! bytes, in a file or in the storage of a browser.

mod boards;
mod bytes;
mod change;
mod compaction;
mod counts;
mod date_range;
mod details;
mod edit;
mod entry;
mod folding;
mod frame;
mod game;
mod game_id;
mod game_library;
mod import;
mod new_game;
mod position_matcher;
mod query;
mod search;
mod symmetry;
mod texts;

pub use change::{Change, StaleChange};
pub use date_range::{DateRange, NotADateRange};
pub use edit::Edit;
pub use game::{Game, GameDate, GameError};
pub use game_id::GameId;
pub use game_library::{Library, LibraryError, Loading, Opening};
pub use import::{Import, ImportNote, WthorTables};
pub use new_game::NewGame;
pub use query::{EndingKind, Order, OrderKey, Query, QueryError, Term, Winner};
pub use search::{Continuation, Found, Search};
