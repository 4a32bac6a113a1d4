//! One-line text of a position, for any board and up to five players.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use super::{Board, BoardError, Disc, Player, Position, PositionError, Square, Variant};

/// Contents of a [`Position`] without its variant: the board, the players to move, and the move number.
///
/// The text form is one line: the rows separated by slashes, the letter of the player to move, the letter of the player
/// of the turn order who moves after that, and the number of the next placement. When the game is over, `-` stands for
/// the players. After free passes, a fifth part is their number since the last placement.
///
/// ```
/// use irogaeshi::rules::{Position, PositionText, Variant};
///
/// let start = Position::start(Variant::classic(4).unwrap());
/// let text = PositionText::of(&start).to_string();
/// assert_eq!(text, "..../.WB./.BW./.... B W 1");
/// let read: PositionText = text.parse().unwrap();
/// assert_eq!(read.on(start.variant().clone()), Ok(start));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    board: Board,
    to_move: Option<Player>,
    next_in_order: Option<Player>,
    move_number: u32,
    free_passes: u8,
}

/// Error from parsing a [`PositionText`], or from placing it in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionTextError {
    /// The number of parts is neither four nor five.
    #[error(
        "a position has four parts: the rows, the player to move, the player after that, and the move number; after \
         free passes, their number follows"
    )]
    PartCount,
    /// The rows are invalid.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A part is not the letter of a player.
    #[error("\"{0}\" is not a player: B, W, A, C or Y, or - when the game is over")]
    NotAPlayer(String),
    /// A part is not a move number.
    #[error("\"{0}\" is not a move number; moves are counted from 1")]
    NotANumber(String),
    /// The fifth part is not a number of free passes.
    #[error("\"{0}\" is not a number of free passes, 1 to {max}", max = Player::ALL.len())]
    NotPasses(String),
    /// The squares differ from those of the variant.
    #[error("the board is not that of {0}")]
    OtherBoard(String),
    /// A disc cannot be on this square.
    #[error("no player can have placed the {name} disc on {square}", name = .disc.key())]
    StrangeDisc {
        /// The disc.
        disc: Disc,
        /// Square of the disc.
        square: Square,
    },
    /// The position is impossible, regardless of the turn.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// By the rules, it is another player's turn, or nobody's.
    #[error("by the rules {} to move here, not {}", is_to_move(*.expected), turn(*.found))]
    OtherTurn {
        /// Player to move and next player, by the rules.
        expected: Option<[Player; 2]>,
        /// Player to move and next player, in the text.
        found: Option<[Player; 2]>,
    },
}

fn turn(turn: Option<[Player; 2]>) -> String {
    turn.map_or("nobody".to_owned(), |[to_move, next]| format!("{to_move} and then {next}"))
}

fn is_to_move(expected: Option<[Player; 2]>) -> String {
    let verb = if expected.is_some() { "are" } else { "is" };
    format!("{} {verb}", turn(expected))
}

impl PositionText {
    /// Contents of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let to_move = position.to_move();
        Self {
            // The variant says whose discs turn, so the text does not.
            board: position.board().clone().with_turning(Board::TURNING_BY_DEFAULT),
            to_move,
            next_in_order: to_move.map(|_| position.next_in_order()),
            move_number: position.move_number(),
            free_passes: position.free_passes(),
        }
    }

    /// Creates the position in a game of this variant.
    ///
    /// # Errors
    /// A [`PositionTextError`] if the rules contradict it.
    pub fn on(self, variant: impl Into<Arc<Variant>>) -> Result<Position, PositionTextError> {
        let variant = variant.into();
        let start = variant.board();
        if !self.board.has_squares_of(start) {
            return Err(PositionTextError::OtherBoard(variant.name().to_owned()));
        }
        let everybody = variant.everybody();
        let can_lie = |square: Square, disc: Disc| {
            start.disc(square) == Some(disc) || disc.player().is_some_and(|player| everybody.contains(&player))
        };
        for square in self.board.squares() {
            if let Some(disc) = self.board.disc(square).filter(|disc| !can_lie(square, *disc)) {
                return Err(PositionTextError::StrangeDisc { disc, square });
            }
        }
        let found = self.to_move.zip(self.next_in_order).map(|(to_move, next)| [to_move, next]);
        // A cut-in delays the next player; anybody else is in turn.
        let in_turn =
            found.map_or(
                variant.players()[0],
                |[to_move, next]| {
                    if variant.players().contains(&to_move) { to_move } else { next }
                },
            );
        let position = Position::in_progress(Arc::clone(&variant), self.board, self.move_number, in_turn)?;
        let position = position.after_free_passes(self.free_passes)?;
        let expected = position.to_move().map(|to_move| [to_move, position.next_in_order()]);
        if expected == found { Ok(position) } else { Err(PositionTextError::OtherTurn { expected, found }) }
    }
}

impl FromStr for PositionText {
    type Err = PositionTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let (parts, free_passes) = match parts[..] {
            [rows, to_move, next_in_order, number] => ([rows, to_move, next_in_order, number], 0),
            [rows, to_move, next_in_order, number, passes] => {
                let possible = 1..=Player::ALL.len() as u8;
                let is_number = passes.bytes().all(|byte| byte.is_ascii_digit());
                let read = passes.parse().ok().filter(|count| is_number && possible.contains(count));
                let count = read.ok_or_else(|| PositionTextError::NotPasses(passes.to_owned()))?;
                ([rows, to_move, next_in_order, number], count)
            }
            _ => return Err(PositionTextError::PartCount),
        };
        let [rows, to_move, next_in_order, number] = parts;
        let board = Board::from_rows(rows.split('/'))?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        let move_number = number.parse().ok().filter(|number| is_number && *number > 0);
        let move_number = move_number.ok_or_else(|| PositionTextError::NotANumber(number.to_owned()))?;
        let (to_move, next_in_order) = (read_player(to_move)?, read_player(next_in_order)?);
        Ok(Self { board, to_move, next_in_order, move_number, free_passes })
    }
}

/// Reads the letter of a player, or `-`.
fn read_player(text: &str) -> Result<Option<Player>, PositionTextError> {
    if text == NOBODY {
        return Ok(None);
    }
    let has_letter = |player: &Player| text.eq_ignore_ascii_case(player.disc().letter().encode_utf8(&mut [0; 4]));
    let player = Player::ALL.into_iter().find(has_letter);
    player.map(Some).ok_or_else(|| PositionTextError::NotAPlayer(text.to_owned()))
}

/// Stands for a player when the game is over.
const NOBODY: &str = "-";

impl fmt::Display for PositionText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.board.row_texts().collect();
        let letter = |player: Option<Player>| player.map_or(NOBODY.to_owned(), |player| player.disc().letter().into());
        let (to_move, next) = (letter(self.to_move), letter(self.next_in_order));
        write!(formatter, "{} {to_move} {next} {}", rows.join("/"), self.move_number)?;
        if self.free_passes > 0 { write!(formatter, " {}", self.free_passes) } else { Ok(()) }
    }
}

/// JSON fields of a position, before they are checked.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct Fields {
    variant: String,
    position: String,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let position = PositionText::of(self).to_string();
        Fields { variant: self.variant().to_string(), position }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Fields { variant, position } = Fields::deserialize(deserializer)?;
        let variant: Variant = variant.parse().map_err(D::Error::custom)?;
        let position: PositionText = position.parse().map_err(D::Error::custom)?;
        position.on(variant).map_err(D::Error::custom)
    }
}
