//! Files that hold one game, in our format and those of other programs.

use super::date::written_date;
use super::{GameRecord, Ggf, Pgn, Sgf, WthorFiles, civil_date, grid_of};

/// Format of a file with one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// Generic Game Format.
    Ggf,
    /// Our own, which holds everything.
    Json,
    /// A printed board of move numbers.
    Grid,
    /// The database of the French federation. Names are in other files of it, so the game has none.
    Wthor,
}

/// Longest part of a file's name, in bytes: five of them, the date and a number stay below the 255 of most systems.
const MAX_NAME_BYTES: usize = 36;

impl GameFormat {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Pgn, Self::Sgf, Self::Ggf, Self::Json, Self::Grid, Self::Wthor];

    /// Usual name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "PGN",
            Self::Sgf => "SGF",
            Self::Ggf => "GGF",
            Self::Json => "JSON",
            Self::Grid => "grid",
            Self::Wthor => "WTHOR",
        }
    }

    /// Extension of the files.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Ggf => "ggf",
            Self::Json => "json",
            Self::Grid => "txt",
            Self::Wthor => "wtb",
        }
    }

    /// Writes a game; `None` if the format cannot hold it. WTHOR files are dated by the day of the game.
    #[must_use]
    pub fn write(self, game: &GameRecord) -> Option<Vec<u8>> {
        let text = match self {
            Self::Pgn => Pgn::of(game).ok()?.to_string(),
            Self::Sgf => Sgf::of(game).ok()?.to_string(),
            Self::Ggf => Ggf::of(game).ok()?.to_string(),
            Self::Json => game.to_string(),
            Self::Grid => grid_of(game.record())?,
            Self::Wthor => {
                let (year, month, day) = civil_date(game.started().unwrap_or_default() / SECONDS_A_DAY);
                let unnamed = game.clone().with_names(|_| String::new());
                let files = WthorFiles::of([&unnamed], year as u16, (year as u16, month as u8, day as u8));
                return Some(files.ok()?.games);
            }
        };
        Some((text.trim_end().to_owned() + "\n").into_bytes())
    }
}

const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// Name of a file with a game: the players' names and the day, as far as they are known, with letters and digits that
/// every system allows.
#[must_use]
pub fn game_file_name(game: &GameRecord, extension: &str) -> String {
    let names = game.variant().everybody().into_iter().map(|player| safe(&game.names()[player]));
    let day = game.started().map(written_date);
    let parts = std::iter::once("irogaeshi".to_owned()).chain(names).chain(day);
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    format!("{}.{extension}", parts.join("-"))
}

/// The letters and digits of a name, with dashes between its words.
fn safe(name: &str) -> String {
    let mut safe = String::new();
    for word in name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if !safe.is_empty() {
            safe.push('-');
        }
        safe.push_str(word);
    }
    while safe.len() > MAX_NAME_BYTES {
        safe.pop();
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Player, Record, Variant};

    #[test]
    fn names_of_files_have_letters_and_digits_alone() {
        let game = GameRecord::new(Record::new(Variant::classic(8).expect("is played")));
        assert_eq!(game_file_name(&game, "pgn"), "irogaeshi.pgn");
        let name = |player| if player == Player::Black { "../Ann\\a: <C>?".to_owned() } else { "色".repeat(40) };
        let game = game.with_names(name).with_dates(Some(951_868_799), None);
        assert_eq!(game_file_name(&game, "gif"), format!("irogaeshi-Ann-a-C-{}-2000-02-29.gif", "色".repeat(12)));
    }
}
