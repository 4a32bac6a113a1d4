//! Games on the command line: a text such as moves or a link, a file, or standard input.

use std::path::Path;

use irogaeshi::notation::{AnyText, GamePart, GameRecord, Reading, games_in};
use irogaeshi::rules::Record;

use crate::failure::Failure;
use crate::out::files::{FileError, STDIN, read_at_most, read_stdin_at_most};
use crate::out::line::say;

/// Name of standard input among the arguments.
const STDIN_ARGUMENT: &str = "-";

/// Maximum size of an archive, the same as for the game's list of games.
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Reads all games of a source: of a file, of standard input for `-`, otherwise of the text itself. A board alone is a
/// game without moves. Warnings go to stderr.
///
/// # Errors
/// The first error, with the name of the file and the line of the game.
pub(crate) fn read_games(source: &str) -> Result<Vec<GameRecord>, Failure> {
    if source == STDIN_ARGUMENT {
        return games_of(&format!("{STDIN}: "), &read_stdin_at_most(MAX_BYTES)?);
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
    let text = AnyText::decode_list(bytes).map_err(|error| format!("{place}{error}"))?;
    let games = games_in(text);
    let is_archive = games.len() > 1;
    let read = |GamePart { line, text }: GamePart<'_>| {
        let at = if is_archive { format!("{place}line {line}: ") } else { place.to_owned() };
        let Reading { content, remark, .. } = Reading::of(text).map_err(|error| format!("{at}{error}"))?;
        if let Some(remark) = remark {
            say(&format!("{at}{remark}"));
        }
        Ok(match content {
            AnyText::Variant(variant) => GameRecord::new(Record::new(*variant)),
            AnyText::Game(game) => *game,
        })
    };
    games.into_iter().map(read).collect()
}
