//! Games on the command line: a text such as moves or a link, a file, or standard input.

use std::io::{self, Read};
use std::path::Path;

use irogaeshi::notation::{AnyText, GameRecord, Reading, games_in, without_mark};
use irogaeshi::rules::Record;

use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};
use crate::out::line::say;

/// Name of standard input among the arguments.
const STDIN: &str = "-";

/// Maximum size of an archive, the same as for the game's list of games.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Reads all games of a source: of a file, of standard input for `-`, otherwise of the text itself. A board alone is a
/// game without moves. Warnings go to stderr.
///
/// # Errors
/// The first error, with the name of the file and the number of the game.
pub(crate) fn read_games(source: &str) -> Result<Vec<GameRecord>, Failure> {
    if source == STDIN {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| format!("standard input cannot be read: {error}"))?;
        if bytes.len() > MAX_BYTES {
            return Err(format!("standard input is larger than {} KiB", MAX_BYTES / 1024).into());
        }
        return games_of("standard input: ", &bytes);
    }
    match read_at_most(Path::new(source), MAX_BYTES) {
        Ok(bytes) => games_of(&format!("{source}: "), &bytes),
        Err(FileError::Unreadable { .. }) => games_of("", source.as_bytes()),
        Err(other) => Err(other.into()),
    }
}

/// Reads the first game of a source, like [`read_games`].
///
/// # Errors
/// The first error, with the name of the file.
pub(crate) fn read_game(source: &str) -> Result<GameRecord, Failure> {
    let first = read_games(source)?.into_iter().next();
    first.ok_or_else(|| Failure::Refused(format!("{source}: there is no game")))
}

fn games_of(place: &str, bytes: &[u8]) -> Result<Vec<GameRecord>, Failure> {
    let text = str::from_utf8(bytes).map_err(|_| format!("{place}not UTF-8 text"))?;
    let games = games_in(without_mark(text));
    let is_archive = games.len() > 1;
    let read = |(index, text): (usize, &str)| {
        let at = if is_archive { format!("{place}game {}: ", index + 1) } else { place.to_owned() };
        let Reading { content, remark, .. } = Reading::of(text).map_err(|error| format!("{at}{error}"))?;
        if let Some(remark) = remark {
            say(&format!("{at}{remark}"));
        }
        Ok(match content {
            AnyText::Variant(variant) => GameRecord::new(Record::new(*variant)),
            AnyText::Game(game) => *game,
        })
    };
    games.into_iter().enumerate().map(read).collect()
}
