//! File of studied positions, one a line, so that no position is studied twice.

use std::collections::HashMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use irogaeshi::cpu::classic::{Bitboards, BookBoard, BookMove};
use thiserror::Error;

use crate::failure::Refusal;
use crate::out::files::FileError;

/// Result of studying a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Study {
    pub(crate) board: Bitboards,
    pub(crate) moves: Vec<BookMove>,
}

#[derive(Debug, Error)]
pub(crate) enum StudiesError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: belongs to another book: its first line is \"{found}\" instead of \"{wanted}\"; give another file", path = path.display())]
    OtherBook { path: PathBuf, found: String, wanted: String },
    #[error("{path}: in use by another process", path = path.display())]
    Busy { path: PathBuf },
    #[error("{path}: line {line} is not a study of a position; delete the line to redo it", path = path.display())]
    NoStudy { path: PathBuf, line: usize },
}

impl Refusal for StudiesError {}

/// All studies so far.
pub(crate) struct Studies {
    file: StudiesFile,
    known: HashMap<Bitboards, Vec<BookMove>>,
}

/// The locked file of studies.
pub(crate) struct StudiesFile {
    path: PathBuf,
    file: File,
}

impl Studies {
    /// Opens the file of studies of this kind and board, or creates one.
    ///
    /// # Errors
    /// If the file belongs to another book, has another content, is in use, or cannot be written.
    pub(crate) fn open(path: &Path, kind: &str, board: BookBoard) -> Result<Self, StudiesError> {
        let path = path.to_owned();
        let unwritable = |error| FileError::Unwritable { path: path.clone(), error };
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(unwritable)?;
        // On a file system without locks, nothing keeps another process out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(StudiesError::Busy { path });
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(|error| FileError::Unreadable { path: path.clone(), error })?;
        // An interruption can leave an incomplete last line.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let torn = text.split_off(whole);
        let wanted = format!("irogaeshi-cli book, {kind}");
        let mut lines = text.lines();
        match lines.next() {
            Some(found) if found == wanted => file.set_len(whole as u64).map_err(unwritable)?,
            None if torn.is_empty() => writeln!(file, "{wanted}").map_err(unwritable)?,
            found => {
                let found: String = found.unwrap_or(&torn).chars().take(80).collect();
                return Err(StudiesError::OtherBook { path, found, wanted });
            }
        }
        let study = |(index, line)| {
            let study =
                read_study(line, board).ok_or_else(|| StudiesError::NoStudy { path: path.clone(), line: index + 2 })?;
            Ok((study.board, study.moves))
        };
        let known = lines.enumerate().map(study).collect::<Result<_, StudiesError>>()?;
        Ok(Self { file: StudiesFile { path, file }, known })
    }

    pub(crate) fn contains(&self, board: Bitboards) -> bool {
        self.known.contains_key(&board)
    }

    /// The studied moves of a position; empty if it was not studied.
    pub(crate) fn moves(&self, board: Bitboards) -> &[BookMove] {
        self.known.get(&board).map_or(&[], Vec::as_slice)
    }

    pub(crate) const fn file(&self) -> &StudiesFile {
        &self.file
    }

    /// Adds studies that the file already contains.
    pub(crate) fn add(&mut self, studies: Vec<Study>) {
        self.known.extend(studies.into_iter().map(|study| (study.board, study.moves)));
    }
}

impl StudiesFile {
    /// Writes a study to the file.
    ///
    /// # Errors
    /// If the study cannot be written.
    pub(crate) fn keep(&self, study: &Study) -> Result<(), FileError> {
        // A single write, so that lines of several threads do not mix.
        (&self.file)
            .write_all(format!("{study}\n").as_bytes())
            .map_err(|error| FileError::Unwritable { path: self.path.clone(), error })
    }
}

/// Writes the discs of the player to move and of the opponent, then each square with its score.
impl fmt::Display for Study {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, moves } = self;
        write!(formatter, "{:016x} {:016x}", board.own, board.other)?;
        moves.iter().try_for_each(|found| write!(formatter, " {}:{}", found.square, found.score))
    }
}

/// Parses a study; `None` if the text is not one, or has an illegal move.
fn read_study(text: &str, on: BookBoard) -> Option<Study> {
    let mut words = text.split(' ');
    let mut discs = || u64::from_str_radix(words.next()?, 16).ok();
    let board = Bitboards { own: discs()?, other: discs()? };
    let legal = if board.own & board.other == 0 { board.legal_moves(on.middle()) } else { 0 };
    let read_move = |word: &str| {
        let (square, score) = word.split_once(':')?;
        let (square, score): (u8, i8) = (square.parse().ok()?, score.parse().ok()?);
        (square < 64 && legal >> square & 1 == 1).then_some(BookMove { square, score: score.into() })
    };
    let moves: Vec<BookMove> = words.map(read_move).collect::<Option<_>>()?;
    (!moves.is_empty()).then_some(Study { board, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "0000000810000000 0000001008000000 19:1 26:-3";

    #[test]
    fn a_study_is_read_as_it_is_written() {
        let study = read_study(START, BookBoard::EIGHT).expect("a study");
        assert_eq!((study.board, study.moves.len()), (Bitboards::START, 2));
        assert_eq!(study.to_string(), START);
    }

    #[test]
    fn illegal_studies_are_refused() {
        let bad = [
            "",
            "0000000810000000 0000001008000000",
            "0000000810000000 0000001008000000 0:1",
            "0000000810000000 0000001008000000 99:1",
            "0000000810000000 0000001008000000 19:200",
            "0000000810000000 0000001008000000 19",
            "0000000810000000 0000000810000000 19:1",
            "x 0000001008000000 19:1",
        ];
        for text in bad {
            assert_eq!(read_study(text, BookBoard::EIGHT), None, "{text}");
        }
        // A position in which d2 is legal on the full board only.
        let edge = "0000000810000000 0000001008080000 11:1";
        assert!(read_study(edge, BookBoard::EIGHT).is_some());
        assert_eq!(BookBoard::of_side(4).and_then(|four| read_study(edge, four)), None);
    }
}
