//! Games and positions as text: the formats of other programs, our own formats, and one reader for all of them.
//!
//! Plain values and functions on top of the rules, without clocks, threads, files or Bevy.
//! docs/notation.md describes our own formats.

mod any;
mod archive;
mod comment;
mod date;
mod diagram;
mod drawn_board;
mod game_record;
mod ggf;
mod ggf_writer;
mod obf;
mod pgn;
mod quote;
mod recorded_seat;
mod reported_game;
mod time_control;
mod transcript;
mod word;

pub use any::{AnyText, AnyTextError, Reading, Remark, TextKind, without_mark};
pub use archive::games_in;
pub use comment::is_comment;
pub use diagram::{Diagram, DiagramError};
pub use game_record::{GameRecord, GameRecordError};
pub use ggf::{GgfError, GgfGame, read_ggf, read_seconds};
pub use ggf_writer::{Ggf, NotForGgf};
pub use obf::{NotAScore, ObfError, ScoredPosition, read_obf, read_score};
pub use pgn::PgnError;
pub use quote::beginning;
pub use recorded_seat::RecordedSeat;
pub use reported_game::{ReportedGame, ReportedMove, ReportedMoveError, opponent};
pub use time_control::TimeControl;
pub use transcript::{Transcript, TranscriptError, read_transcript, transcript_of};
