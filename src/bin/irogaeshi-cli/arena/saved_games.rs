//! File of a match's finished games, so that an interrupted match can continue.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::played_game::PlayedGame;
use crate::failure::{Failure, Refusal};
use crate::out::files::FileError;

/// Identity of a match, so that games of another match are not mixed in. The number of games is not part of it, since a
/// game does not depend on those after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MatchKey {
    /// The variant's text.
    pub(crate) variant: String,
    /// Contender of each seat.
    pub(crate) seats: Vec<String>,
    pub(crate) rotated: bool,
    pub(crate) seed: u64,
    pub(crate) opening_plies: u32,
    /// Name and number of the openings.
    pub(crate) openings: Option<(String, usize)>,
    pub(crate) knows_book: bool,
}

#[derive(Debug, Error)]
enum KeptGamesError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}: in use by another process", path = .0.display())]
    Busy(PathBuf),
    #[error("{path}: contains the games of another match; give another file", path = .0.display())]
    OtherMatch(PathBuf),
    #[error("{path}: line {line} is not a game of a match", path = path.display())]
    NoGame { path: PathBuf, line: usize },
}

impl Refusal for KeptGamesError {}

/// Stored games by number, and their file if there is one.
#[derive(Default)]
pub(crate) struct SavedGames {
    games: HashMap<usize, PlayedGame>,
    file: Option<(PathBuf, Mutex<File>)>,
}

impl SavedGames {
    /// Opens a file, or creates one: a line for the match, then a line for each game. Drops an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read or written, belongs to another match, or has another format.
    pub(crate) fn open(path: &Path, key: &MatchKey) -> Result<Self, Failure> {
        Ok(Self::read(path, key)?)
    }

    fn read(path: &Path, key: &MatchKey) -> Result<Self, KeptGamesError> {
        let unreadable = |error| FileError::Unreadable { path: path.to_owned(), error };
        let unwritable = |error| FileError::Unwritable { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(KeptGamesError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => return Err(unwritable(error).into()),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(unreadable)?;
        let WholeLines { whole, key: found, games } = WholeLines::read(path, &text)?;
        match found {
            Some(other) if other != *key => return Err(KeptGamesError::OtherMatch(path.to_owned())),
            None if whole < text.len() => return Err(KeptGamesError::NoGame { path: path.to_owned(), line: 1 }),
            _ => {}
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(unwritable)?;
        if whole == 0 {
            write_line(&mut file, key).map_err(unwritable)?;
        }
        Ok(Self { games, file: Some((path.to_owned(), Mutex::new(file))) })
    }

    /// Reads the match of a file and the games finished so far, in order of their numbers.
    ///
    /// # Errors
    /// If the file cannot be read, or contains no games.
    pub(crate) fn look_at(path: &Path) -> Result<(MatchKey, Vec<PlayedGame>), Failure> {
        let text = fs::read_to_string(path).map_err(|error| FileError::Unreadable { path: path.to_owned(), error })?;
        let WholeLines { key, games, .. } = WholeLines::read(path, &text)?;
        let key = key.ok_or_else(|| KeptGamesError::NoGame { path: path.to_owned(), line: 1 })?;
        let mut games: Vec<(usize, PlayedGame)> = games.into_iter().collect();
        games.sort_by_key(|(number, _)| *number);
        Ok((key, games.into_iter().map(|(_, game)| game).collect()))
    }

    pub(crate) fn get(&self, number: usize) -> Option<&PlayedGame> {
        self.games.get(&number)
    }

    /// Stores a finished game.
    ///
    /// # Errors
    /// If the game cannot be written.
    pub(crate) fn keep(&self, number: usize, game: &PlayedGame) -> Result<(), Failure> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = write_line(&mut file, &(number, game));
        Ok(written.map_err(|error| FileError::Unwritable { path: path.clone(), error })?)
    }
}

/// Content of a file's complete lines.
struct WholeLines {
    /// Size of the complete lines in bytes.
    whole: usize,
    /// The match of the first line, if there is one.
    key: Option<MatchKey>,
    games: HashMap<usize, PlayedGame>,
}

impl WholeLines {
    fn read(path: &Path, text: &str) -> Result<Self, KeptGamesError> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let no_game = |line| KeptGamesError::NoGame { path: path.to_owned(), line };
        let mut lines = text[..whole].lines();
        let key = lines.next().map(serde_json::from_str).transpose().map_err(|_| no_game(1))?;
        let games = lines.enumerate().map(|(index, line)| serde_json::from_str(line).map_err(|_| no_game(index + 2)));
        Ok(Self { whole, key, games: games.collect::<Result<_, _>>()? })
    }
}

/// Writes a line with a single call, so that an aborted process leaves only complete lines.
fn write_line(file: &mut File, line: &impl Serialize) -> std::io::Result<()> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    file.write_all(&bytes)
}
