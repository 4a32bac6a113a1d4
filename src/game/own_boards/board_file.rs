//! Reads files that hold a board or a match.

use thiserror::Error;

use crate::game::play::opened_game::OpenedGame;
use crate::game::text::{Phrase, say};
use crate::notation::{AnyText, AnyTextError, GameLink, Reading, Remark, TextKind};
use crate::rules::{Position, Variant};

/// Maximum size of the text of a board or a match, in bytes.
pub const MAX_BYTES: usize = AnyText::MAX_BYTES;

/// Maximum size of a file, in bytes. It may hold a large collection of games.
pub(crate) const MAX_FILE_BYTES: usize = 64 * 1024 * 1024;

/// Reason why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileProblem {
    /// The system refuses to read it.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Not an ordinary file.
    #[error("it is not a file")]
    NotAFile,
    /// In no known notation, or with an error in it.
    #[error(transparent)]
    Text(#[from] AnyTextError),
    #[error(transparent)]
    NobodyCanMove(#[from] NobodyCanMove),
    /// A board where a game is needed.
    #[error("it is a board without a game")]
    NoGame,
}

impl From<&FileProblem> for Phrase {
    fn from(problem: &FileProblem) -> Self {
        match problem {
            FileProblem::Unreadable(reason) => say!("file-unreadable", reason = reason.as_str()),
            FileProblem::NotAFile => say!("file-not-a-file"),
            FileProblem::Text(error) => match error {
                AnyTextError::TooLarge => say!("file-too-large", most = MAX_BYTES / 1024),
                AnyTextError::NotText { line } => say!("file-not-text", line = *line),
                AnyTextError::Foreign(kind) => kind.into(),
                AnyTextError::Unrecognised => say!("file-unrecognised"),
                AnyTextError::Pgn(error) => error.into(),
                AnyTextError::Variant(error) => error.into(),
                AnyTextError::Record(error) => error.into(),
                AnyTextError::GameRecord(error) => error.into(),
                AnyTextError::Ggf(error) => error.into(),
                AnyTextError::Sgf(error) => error.into(),
                AnyTextError::OthelloQuest(error) => error.into(),
                AnyTextError::Diagram(error) => error.into(),
                AnyTextError::Obf(error) => error.into(),
                AnyTextError::Transcript(error) => error.into(),
                AnyTextError::GameLink(error) => error.into(),
            },
            FileProblem::NobodyCanMove(_) => say!("draft-nobody-can-move"),
            FileProblem::NoGame => say!("games-no-game"),
        }
    }
}

/// A board on which a game would be over before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("nobody can move; place discs that can be captured")]
pub struct NobodyCanMove;

/// Checks that a game of this variant has a first move.
///
/// # Errors
/// [`NobodyCanMove`] if it has none.
pub(crate) fn check_first_move(variant: &Variant) -> Result<(), NobodyCanMove> {
    Position::start(variant.clone()).to_move().map(|_| ()).ok_or(NobodyCanMove)
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    /// A board, and its text to save: that of the file, without a byte order mark, unless the board is on one line.
    Board(Box<Variant>, String),
    /// A match, and a remark for the player on its text.
    Match(Box<OpenedGame>, Option<Remark>),
}

/// Reads the content of a file, in any notation.
///
/// # Errors
/// The problem, and its place in the file.
pub(crate) fn open(bytes: &[u8]) -> Result<Opened, FileProblem> {
    let text = AnyText::decode(bytes)?;
    let Reading { kind, content, remark } = Reading::of(text)?;
    match content {
        AnyText::Variant(variant) => {
            check_first_move(&variant)?;
            let text = if Variant::line_in(text).is_some() { variant.to_string() } else { text.to_owned() };
            Ok(Opened::Board(variant, text))
        }
        AnyText::Game(game) => {
            let link = if kind == TextKind::GameLink { text.parse::<GameLink>().ok() } else { None };
            let opened = link.map_or_else(
                || OpenedGame::from(*game),
                |link| OpenedGame { shown: link.shown(), comment: link.comment().to_owned(), game: link.into_game() },
            );
            Ok(Opened::Match(Box::new(opened), remark))
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn read_bytes(path: &std::path::Path) -> Result<Vec<u8>, FileProblem> {
    use std::io::Read;

    let unreadable = |error: std::io::Error| FileProblem::Unreadable(error.to_string());
    // Opening a pipe would block until somebody writes into it.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(FileProblem::NotAFile);
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::GameRecord;
    use crate::rules::{Player, Record};

    const BOARD: &str = "name: Small\nplayers: black white\nboard:\n.WB.\n";

    fn problem(bytes: &[u8]) -> String {
        open(bytes).expect_err("cannot be opened").to_string()
    }

    #[test]
    fn boards_and_records_are_distinguished() {
        let variant: Variant = BOARD.parse().unwrap();
        assert_eq!(open(BOARD.as_bytes()), Ok(Opened::Board(Box::new(variant.clone()), BOARD.to_owned())));
        let played = format!("{BOARD}moves: a1\n");
        let mut record = Record::new(variant);
        record.play_moves("a1").unwrap();
        assert_eq!(open(played.as_bytes()), Ok(Opened::Match(Box::new(GameRecord::new(record).into()), None)));
    }

    #[test]
    fn a_board_on_one_line_is_saved_as_the_usual_text() {
        let variant: Variant = BOARD.parse().unwrap();
        let message = format!("Try this: {}", variant.to_line());
        assert_eq!(open(message.as_bytes()), Ok(Opened::Board(Box::new(variant.clone()), variant.to_string())));
    }

    #[test]
    fn games_of_other_programs_are_matches() {
        let mut record = Record::new(Variant::classic(8).unwrap());
        record.play_moves("f5 d6").unwrap();
        let game = GameRecord::new(record);
        for text in ["F5D6", "1. f5 d6", "(;GM[Othello]B[F5]W[D6];)"] {
            assert_eq!(open(text.as_bytes()), Ok(Opened::Match(Box::new(game.clone().into()), None)), "{text}");
        }
        let anna = |player| if player == Player::Black { "Anna".to_owned() } else { String::new() };
        let named = Opened::Match(Box::new(game.with_names(anna).into()), None);
        assert_eq!(open(b"(;GM[Othello]PB[Anna]B[F5]W[D6];)"), Ok(named));
    }

    #[test]
    fn a_link_also_says_which_position_to_show_and_a_comment() {
        let mut record = Record::new(Variant::classic(8).unwrap());
        record.play_moves("f5 d6 c3").unwrap();
        let link = GameLink::new(&GameRecord::new(record), Some(1), "<b>Look!</b>").unwrap();
        let comment = "<b>Look!</b>".to_owned();
        let opened = OpenedGame { game: link.game().clone(), shown: Some(1), comment };
        for text in [link.to_string(), link.preview_url("https://play.example.org"), format!("See {link}.")] {
            assert_eq!(open(text.as_bytes()), Ok(Opened::Match(Box::new(opened.clone()), None)), "{text}");
        }
    }

    #[test]
    fn byte_order_marks_and_windows_line_ends_are_accepted() {
        let text = format!("\u{feff}{}", BOARD.replace('\n', "\r\n"));
        assert!(matches!(open(text.as_bytes()), Ok(Opened::Board(variant, _)) if *variant == BOARD.parse().unwrap()));
    }

    #[test]
    fn an_unreadable_file_gives_its_reason_and_place() {
        assert_eq!(
            problem(b"name: x\nplayers: black white\nboard:\n.WX\n"),
            "line 4: row 1, column 3 of the board: 'X' is none of # . B W A C Y G R"
        );
        assert_eq!(problem(b"name: x\nplayers: \xff\n"), "line 2: not UTF-8 text");
        assert_eq!(problem(&vec![b';'; MAX_BYTES + 1]), "larger than 64 KiB; a board is a few lines of text");
        assert_eq!(problem(format!("{BOARD}moves: d9\n").as_bytes()), "move 1, d9: d9 is not on the board");
        assert!(problem(b"name: x\nplayers: black white\nboard:\n....\n").starts_with("nobody can move"));
        assert_eq!(open(b""), Err(AnyTextError::Unrecognised.into()));
    }
}
