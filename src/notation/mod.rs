//! Games and positions as text: the formats of other programs, our own formats, and one reader for all of them.
//!
//! Plain values and functions on top of the rules, without clocks, threads, files or Bevy.
//! docs/notation.md describes our own formats.

mod any;
mod archive;
mod bitboard_text;
mod comment;
mod date;
mod diagram;
mod drawn_board;
mod fen;
mod foreign;
mod game_link;
mod game_record;
mod ggf;
mod ggf_writer;
mod json_objects;
mod mixed_radix;
mod move_grid;
mod obf;
mod othello_quest;
mod pgn;
mod pgn_writer;
mod quote;
mod recorded_seat;
mod reported_game;
mod sgf;
mod sgf_tree;
mod sgf_writer;
mod solitaires;
mod square_board;
mod text_kind;
mod time_control;
mod transcript;
mod word;
mod wthor;
mod wthor_header;
mod wthor_writer;

pub use any::{AnyText, AnyTextError, Reading, Remark};
pub use archive::{Collection, GamePart, games_in};
pub use comment::{is_comment, without_mark};
pub use date::{civil_date, days_before};
pub use diagram::{Diagram, DiagramError};
pub use foreign::Foreign;
pub use game_link::{GameLink, GameLinkError};
pub use game_record::{GameRecord, GameRecordError};
pub use ggf::{GgfError, GgfGame, read_ggf, read_seconds};
pub use ggf_writer::{Ggf, NotForGgf};
pub use move_grid::grid_of;
pub use obf::{NotAScore, ObfError, ScoredPosition, read_obf, read_score};
pub use othello_quest::{QuestError, read_othello_quest};
pub use pgn::PgnError;
pub use pgn_writer::{NotForPgn, Pgn};
pub use quote::beginning;
pub use recorded_seat::RecordedSeat;
pub use reported_game::{ReportedGame, ReportedMove, ReportedMoveError, opponent};
pub use sgf::{SgfError, SgfGame, read_sgf};
pub use sgf_writer::{NotForSgf, Sgf};
pub use solitaires::{Solitaire, read_solitaires};
pub use text_kind::TextKind;
pub use time_control::TimeControl;
pub use transcript::{Transcript, TranscriptError, read_transcript, transcript_of};
pub use wthor::{WthorGame, WthorGames, WthorNames};
pub use wthor_header::{WthorError, WthorHeader, WthorKind};
pub use wthor_writer::{NotForWthor, WthorFiles};
