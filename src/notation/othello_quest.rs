//! Games of Othello Quest as JSON, one or a list: players, squares of a drawn opening, and moves with the ending.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use thiserror::Error;

use super::date::read_date;
use super::json_objects::objects_inside;
use super::{Diagram, GameRecord, Transcript, TranscriptError, opponent, read_transcript};
use crate::rules::{Ending, Player};

/// Error from reading a game of Othello Quest.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QuestError {
    /// The text is not JSON, or lacks fields.
    #[error("a game of Othello Quest: {0}")]
    Json(String),
    /// The list has no games.
    #[error("the list of Othello Quest has no games")]
    NoGames,
    /// Error in the moves.
    #[error(transparent)]
    Moves(#[from] TranscriptError),
}

impl QuestError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Json(_) => "json",
            Self::NoGames => "no-games",
            Self::Moves(error) => error.code(),
        }
    }
}

/// Fields of a game. Everything that is not needed to read the moves may be missing.
#[derive(Deserialize)]
struct QuestGame {
    #[serde(default)]
    players: Vec<QuestPlayer>,
    position: QuestPosition,
    #[serde(default)]
    created: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuestPlayer {
    #[serde(default)]
    id: Value,
    #[serde(default)]
    name: Value,
    /// Rating before the game.
    #[serde(default, rename = "oldR")]
    rating_before: Value,
    /// Rating after the game.
    #[serde(default, rename = "newR")]
    rating_after: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuestPosition {
    #[serde(default)]
    start_pos: Value,
    moves: Vec<QuestMove>,
}

#[derive(Deserialize)]
struct QuestMove {
    /// Square or pass.
    #[serde(default, rename = "m")]
    square: Option<String>,
    /// Ending of the game for the player of this move.
    #[serde(default, rename = "s")]
    status: Option<String>,
}

/// Returns whether JSON is a game of Othello Quest, or a list of such games.
pub(super) fn is_othello_quest(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Game {
        format: Option<IgnoredAny>,
        position: Option<Moves>,
        games: Option<Vec<IgnoredAny>>,
    }
    #[derive(Deserialize)]
    struct Moves {
        #[serde(rename = "moves")]
        _moves: Vec<IgnoredAny>,
    }
    serde_json::from_str::<Game>(text)
        .is_ok_and(|game| game.format.is_none() && (game.position.is_some() || game.games.is_some()))
}

/// Games of a list as their texts; a single game is a list of one.
pub(super) fn quest_games(text: &str) -> Vec<&str> {
    #[derive(Deserialize)]
    struct List {
        #[serde(rename = "games")]
        _games: Vec<IgnoredAny>,
    }
    match serde_json::from_str::<List>(text) {
        Ok(_) => objects_inside(text),
        Err(_) => vec![text],
    }
}

/// Reads a game, or the first of a list, up to the first impossible move, and returns the reason if it stopped there.
///
/// # Errors
/// A [`QuestError`] if the text is not a game of Othello Quest, or not even its first move can be played.
pub fn read_othello_quest(text: &str) -> Result<(GameRecord, Option<TranscriptError>), QuestError> {
    let first = quest_games(text).first().copied().ok_or(QuestError::NoGames)?;
    let game: QuestGame = serde_json::from_str(first).map_err(|error| QuestError::Json(error.to_string()))?;
    let Transcript { record, stopped, .. } = read_transcript(&game.moves(), Diagram::start().variant())?;
    let named = GameRecord::new(record)
        .with_names(|player| game.player(player).map(QuestPlayer::label).unwrap_or_default())
        .with_dates(read_created(&game.created), None);
    let ending = game.ending().filter(|_| stopped.is_none());
    let read = match ending {
        // If nobody can move, the game is played out, whatever the text says.
        Some(ending) => named.clone().with_ending(ending).unwrap_or(named),
        None => named,
    };
    Ok((read, stopped))
}

impl QuestGame {
    fn player(&self, player: Player) -> Option<&QuestPlayer> {
        self.players.get(usize::from(player != Player::Black))
    }

    /// Squares of the drawn opening, then the moves, as a transcript.
    fn moves(&self) -> String {
        let opening = opening_squares(&self.position.start_pos);
        let moves = self.position.moves.iter().filter_map(|entry| entry.square.as_deref()).map(str::trim);
        let moves: Vec<&str> = moves.map(|text| if text == "-" { "--" } else { text }).collect();
        // Some texts repeat the opening at the beginning of the moves.
        let repeats = moves.len() >= opening.len()
            && opening.iter().zip(&moves).all(|(square, text)| square.eq_ignore_ascii_case(text));
        let opening = opening.iter().map(String::as_str).filter(|_| !repeats);
        opening.chain(moves.iter().copied()).collect::<Vec<_>>().join(" ")
    }

    /// Ending of a game that was not played out.
    fn ending(&self) -> Option<Ending> {
        let (index, status) =
            self.position.moves.iter().enumerate().rev().find_map(|(index, entry)| {
                Some((index, entry.status.as_deref().filter(|status| status.contains(':'))?))
            })?;
        let (result, how) = status.split_once(':')?;
        let openings = opening_squares(&self.position.start_pos).len();
        let mover = if (index + openings).is_multiple_of(2) { Player::Black } else { Player::White };
        let told = match result.trim().to_ascii_uppercase().as_str() {
            "LOSE" => mover,
            "WIN" => opponent(mover),
            _ => return None,
        };
        let loser = self.loser_by_ratings().unwrap_or(told);
        match how.trim().to_ascii_uppercase().as_str() {
            "RESIGN" => Some(Ending::Resigned(loser)),
            // A player who is gone loses by time.
            "TIMEUP" | "DISCONNECT" => Some(Ending::OutOfTime(loser)),
            _ => None,
        }
    }

    /// Player whose rating fell while the other's rose.
    fn loser_by_ratings(&self) -> Option<Player> {
        let gain = |player| {
            let player: &QuestPlayer = self.player(player)?;
            Some(player.rating_after.as_f64()? - player.rating_before.as_f64()?)
        };
        let (black, white) = (gain(Player::Black)?, gain(Player::White)?);
        match (black > 0.0, white > 0.0) {
            (true, false) if white < 0.0 => Some(Player::White),
            (false, true) if black < 0.0 => Some(Player::Black),
            _ => None,
        }
    }
}

impl QuestPlayer {
    fn label(&self) -> String {
        let text = |value: &Value| value.as_str().filter(|text| !text.trim().is_empty()).map(ToOwned::to_owned);
        text(&self.name).or_else(|| text(&self.id)).unwrap_or_default()
    }
}

/// Squares of a drawn opening, as a list or as one text; empty for the usual start.
fn opening_squares(value: &Value) -> Vec<String> {
    match value {
        Value::Array(squares) => squares.iter().filter_map(Value::as_str).map(ToOwned::to_owned).collect(),
        Value::String(text) => {
            let letters: Vec<char> = text.chars().filter(char::is_ascii_alphanumeric).collect();
            letters.chunks(2).map(String::from_iter).collect()
        }
        _ => Vec::new(),
    }
}

/// Date as text, or as a number of milliseconds or seconds since 1970.
fn read_created(value: &Value) -> Option<u64> {
    /// Seconds until the year 5138, which milliseconds reached in 1973.
    const MAX_SECONDS: u64 = 100_000_000_000;
    match value {
        Value::String(text) => read_date(text),
        Value::Number(number) => {
            number.as_u64().map(|number| if number >= MAX_SECONDS { number / 1000 } else { number })
        }
        _ => None,
    }
}
