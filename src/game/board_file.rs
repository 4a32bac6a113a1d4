//! The door for files: whoever offers one, on the command line, by dropping it or by choosing it, it is opened here.

use bevy::prelude::*;
use thiserror::Error;

use super::editor::{Edit, Editor, NobodyCanMove, check_first_move};
use super::lesson::Lesson;
use super::{Action, GameSystems, Match, MatchSetup, Notice, OwnBoards, OwnBoardsChanged, Screen, VariantChoice};
use crate::rules::{Record, RecordError, Variant, VariantError};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<FileOffered>().add_systems(Update, open_files.in_set(GameSystems::Play));
    #[cfg(not(target_arch = "wasm32"))]
    app.add_systems(Update, offer_dropped_files.in_set(GameSystems::Input));
}

/// The most bytes that a board or a record is read from. The largest board is some 500 bytes; the rest is for comments.
pub const MOST_BYTES: usize = 64 * 1024;

/// Somebody offers a file that should be a board or a record.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FileOffered {
    /// What the file is called, without its folder.
    pub name: String,
    /// What is in it.
    pub content: Result<Vec<u8>, FileProblem>,
}

/// Why a file cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileProblem {
    /// The system does not give it out.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Not an ordinary file.
    #[error("it is no file")]
    NotAFile,
    /// More than [`MOST_BYTES`].
    #[error("it is larger than {} KiB; a board is a few lines of text", MOST_BYTES / 1024)]
    TooLarge,
    /// Bytes that are no text.
    #[error("line {line}: this is no text in UTF-8")]
    NotText {
        /// The line, from 1.
        line: usize,
    },
    /// Not a variant.
    #[error(transparent)]
    Variant(#[from] VariantError),
    /// Not a record.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A game that would be over before it begins.
    #[error(transparent)]
    NobodyCanMove(#[from] NobodyCanMove),
}

/// What a file can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// A board to be played, and its text without what Windows puts in front.
    Board(Box<Variant>, String),
    /// A match, as far as it was played.
    Match(Record),
}

/// Reads the content of a file.
///
/// # Errors
/// What is wrong with it, and in which line.
pub(super) fn open(bytes: &[u8]) -> Result<Opened, FileProblem> {
    if bytes.len() > MOST_BYTES {
        return Err(FileProblem::TooLarge);
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        FileProblem::NotText { line: before.split(|byte| *byte == b'\n').count() }
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.lines().any(|line| line.trim().starts_with("moves:")) {
        return Ok(Opened::Match(text.parse()?));
    }
    let variant: Box<Variant> = Box::new(text.parse()?);
    check_first_move(&variant)?;
    Ok(Opened::Board(variant, text.to_owned()))
}

#[cfg(not(target_arch = "wasm32"))]
impl FileOffered {
    /// Reads a file, and never more of it than [`MOST_BYTES`].
    #[must_use]
    pub fn read(path: &std::path::Path) -> Self {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Self { name, content: read_bytes(path) }
    }
}

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn read_bytes(path: &std::path::Path) -> Result<Vec<u8>, FileProblem> {
    use std::io::Read;

    let unreadable = |error: std::io::Error| FileProblem::Unreadable(error.to_string());
    // To open a pipe would be to wait until somebody writes into it.
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(FileProblem::NotAFile);
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Ok(bytes)
}

#[cfg(not(target_arch = "wasm32"))]
fn offer_dropped_files(
    mut drops: MessageReader<bevy::window::FileDragAndDrop>,
    mut offers: MessageWriter<FileOffered>,
) {
    for drop in drops.read() {
        if let bevy::window::FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            offers.write(FileOffered::read(path_buf));
        }
    }
}

fn open_files(
    mut offers: MessageReader<FileOffered>,
    screen: Res<State<Screen>>,
    game: Option<Res<Match>>,
    lesson: Option<Res<Lesson>>,
    mut own: ResMut<OwnBoards>,
    mut setup: ResMut<MatchSetup>,
    mut editor: ResMut<Editor>,
    mut next: ResMut<NextState<Screen>>,
    mut changes: MessageWriter<OwnBoardsChanged>,
    mut notices: MessageWriter<Notice>,
    mut actions: MessageWriter<Action>,
) {
    for FileOffered { name, content } in offers.read() {
        match content.as_ref().map_err(Clone::clone).and_then(|bytes| open(bytes)) {
            Ok(Opened::Board(variant, text)) => {
                let (file, is_new) = own.keep(&variant);
                if is_new {
                    changes.write(OwnBoardsChanged::Kept { file: file.clone(), text });
                }
                if *screen.get() == Screen::Editor {
                    editor.edit(Edit::Open(variant, Some(file)));
                } else {
                    let choice = VariantChoice::Own(variant.to_string());
                    if let Err(reason) = setup.choose(choice) {
                        notices.write(Notice::trouble(format!("“{name}” cannot be chosen: {reason}")));
                    }
                    next.set(Screen::NewGame);
                }
            }
            Ok(Opened::Match(record)) => {
                let play = Action::PlayRecord(Box::new(record));
                if lesson.is_some() {
                    let sentence = format!("“{name}” is a match. End the lesson before you open it.");
                    notices.write(Notice::trouble(sentence));
                } else if game.as_ref().is_some_and(|game| game.is_running()) {
                    let question = format!("“{name}” is a match. To open it is to lose the unfinished one.");
                    notices.write(Notice::trouble(question).offering("Open it", play));
                } else {
                    actions.write(play);
                }
            }
            Err(problem) => {
                notices.write(Notice::trouble(format!("“{name}” cannot be opened. {}", sentence(&problem))));
            }
        }
    }
}

/// A problem as a sentence.
fn sentence(problem: &FileProblem) -> String {
    let text = problem.to_string();
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::VariantProblem;

    const BOARD: &str = "name: Small\nplayers: black white\nboard:\n.WB.\n";

    fn problem(bytes: &[u8]) -> String {
        open(bytes).expect_err("cannot be opened").to_string()
    }

    #[test]
    fn boards_and_records_are_told_apart() {
        let variant: Variant = BOARD.parse().unwrap();
        assert_eq!(open(BOARD.as_bytes()), Ok(Opened::Board(Box::new(variant.clone()), BOARD.to_owned())));
        let played = format!("{BOARD}moves: a1\n");
        let mut record = Record::new(variant);
        record.play_moves("a1").unwrap();
        assert_eq!(open(played.as_bytes()), Ok(Opened::Match(record)));
    }

    #[test]
    fn a_mark_of_byte_order_and_line_ends_of_windows_do_not_matter() {
        let text = format!("\u{feff}{}", BOARD.replace('\n', "\r\n"));
        assert!(matches!(open(text.as_bytes()), Ok(Opened::Board(variant, _)) if *variant == BOARD.parse().unwrap()));
    }

    #[test]
    fn what_cannot_be_opened_says_where_and_why() {
        assert_eq!(
            problem(b"name: x\nplayers: black white\nboard:\n.WX\n"),
            "line 4: row 1, column 3 of the board: 'X' is none of # . B W A C Y G R"
        );
        assert_eq!(problem(b"name: x\nplayers: \xff\n"), "line 2: this is no text in UTF-8");
        assert_eq!(problem(&vec![b';'; MOST_BYTES + 1]), "it is larger than 64 KiB; a board is a few lines of text");
        assert_eq!(problem(format!("{BOARD}moves: d9\n").as_bytes()), "move 1, d9: d9 is not on the board");
        assert!(problem(b"name: x\nplayers: black white\nboard:\n....\n").starts_with("nobody can move"));
        let missing = VariantError { line: 1, problem: VariantProblem::Missing("name") };
        assert_eq!(open(b""), Err(missing.into()));
    }
}
