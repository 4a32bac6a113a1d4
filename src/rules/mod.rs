//! Rules of reversi and colour reversi as plain values and functions, without clocks, threads, files or Bevy.
//!
//! A [`Variant`] fixes the game: a [`Board`] with its starting discs, the turn order, the cut-ins and the scored
//! players. A [`Position`] is one moment of a game; [`Position::play`] is the only way to change it and returns the
//! complete result of a move, a [`Turn`]. A [`Record`] is a game with its history. A [`FastPosition`] follows the same
//! rules but does less work for each move, since a search plays thousands of games.
//!
//! ```
//! use irogaeshi::rules::{Position, Variant};
//!
//! let mut position = Position::start(Variant::classic(8).unwrap());
//! let turn = position.play(position.to_move().unwrap(), "f5".parse().unwrap()).unwrap();
//! assert_eq!(turn.captured().map(|square| square.to_string()).collect::<Vec<_>>(), ["e5"]);
//! ```

mod board;
mod board_card;
mod catalogue;
mod cpu_key;
mod digest;
mod disc;
mod drawn_board;
mod ending;
mod fast_board;
mod fast_position;
mod forfeit;
mod format;
mod game_move;
mod goal;
mod label;
mod line_board;
mod opening;
mod outcome;
mod perft;
mod placement;
mod player;
mod position;
mod position_text;
mod rank;
mod record;
mod runs;
mod series;
mod square;
mod square_set;
mod start;
mod tint;
mod tints;
mod turn;
mod variant;
mod variant_error;
mod variant_fields;
mod variant_line;
mod variant_text;
mod xot;

pub use board::{Board, BoardError, Cell};
pub use board_card::{BoardCard, BoardMeasures, KnownGame};
pub use catalogue::Shelf;
pub use cpu_key::{CpuKey, NotACpuKey};
pub(crate) use digest::fnv_1a;
pub use digest::{Digest, ParseDigestError};
pub use disc::Disc;
pub use drawn_board::DrawnBoard;
pub use ending::Ending;
pub use fast_position::FastPosition;
pub use forfeit::{Forfeit, ForfeitReason};
pub use format::TEXT_FORMAT;
pub use game_move::Move;
pub use goal::{Goal, ParseGoalError};
pub(crate) use label::label;
#[cfg(feature = "game")]
pub(crate) use label::{is_direction_mark, name_key};
pub(crate) use line_board::{LINES, Place, SeenLine};
pub use opening::Opening;
pub use outcome::Outcome;
pub use perft::{PassCounting, perft};
pub use placement::{Line, Placement, PlacementError};
pub use player::{ByPlayer, ParsePlayerError, Player};
pub use position::{PlayError, Position, PositionError};
pub use position_text::{PositionText, PositionTextError};
pub use rank::Rank;
pub use record::{MoveListError, Record, RecordError, parse_moves};
pub use series::Series;
pub use square::{Direction, ParseSquareError, Square};
pub use square_set::{SquareSet, SquareSetIter};
pub use start::{MOVES_BEFORE_SWAP, Start};
pub use tint::Tint;
pub use tints::Tints;
pub use turn::Turn;
pub use variant::{CutIn, Variant};
pub use variant_error::{VariantError, VariantProblem};
pub use xot::{XOT_PLIES, xot_opening, xot_openings};
