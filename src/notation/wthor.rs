//! Games and names in WTHOR files.
//!
//! The games stay in the bytes of the file and are replayed one by one, so that large files need no more memory.

use super::wthor_header::{HEADER_BYTES, WthorError, WthorHeader, entries};
use super::{GameRecord, TranscriptError};
use crate::rules::{Ending, MoveListError, ParseSquareError, PlayError, Player, Record, Square, Variant};

/// Games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGames<'a> {
    header: WthorHeader,
    games: &'a [u8],
}

/// A game of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorGame<'a> {
    /// Index of the tournament's name.
    pub tournament: u16,
    /// Index of Black's name.
    pub black: u16,
    /// Index of White's name.
    pub white: u16,
    /// Black's discs at the end, with the empty squares added to the winner's.
    pub black_discs: u8,
    /// Black's discs after perfect play from the depth in the header on.
    pub perfect_discs: u8,
    side: u8,
    /// Squares played, without passes; 0 after the end.
    moves: &'a [u8],
}

/// Bytes of a game before its moves.
const PREFIX_BYTES: usize = 8;

/// Bytes of a game's moves on a board of this side: one for each square but the four in the middle.
pub(super) const fn move_bytes(side: u8) -> usize {
    side as usize * side as usize - 4
}

/// Factor of the row in the number of a square.
pub(super) const fn row_factor(side: u8) -> u8 {
    side + 2
}

impl<'a> WthorGames<'a> {
    /// Reads the header of a file of games.
    ///
    /// # Errors
    /// A [`WthorError`] if the file is not one of games.
    pub fn read(bytes: &'a [u8]) -> Result<Self, WthorError> {
        let (header, rest) = WthorHeader::read(bytes)?;
        let size = PREFIX_BYTES + move_bytes(header.side);
        Ok(Self { header, games: entries(rest, header.games as usize, size, HEADER_BYTES)? })
    }

    /// Header of the file.
    #[must_use]
    pub const fn header(&self) -> &WthorHeader {
        &self.header
    }

    /// Games in the order of the file.
    #[must_use]
    pub fn games(&self) -> impl ExactSizeIterator<Item = WthorGame<'a>> + use<'a> {
        let side = self.header.side;
        self.games.chunks_exact(PREFIX_BYTES + move_bytes(side)).map(move |game| {
            let number = |at: usize| u16::from_le_bytes([game[at], game[at + 1]]);
            WthorGame {
                tournament: number(0),
                black: number(2),
                white: number(4),
                black_discs: game[6],
                perfect_discs: game[7],
                side,
                moves: &game[PREFIX_BYTES..],
            }
        })
    }
}

impl WthorGame<'_> {
    /// Squares played. Numbers that are no squares are errors.
    pub fn squares(&self) -> impl Iterator<Item = Result<Square, ParseSquareError>> {
        let factor = row_factor(self.side);
        self.moves.iter().take_while(|code| **code != 0).map(move |code| {
            let (row, column) = ((code / factor).checked_sub(1), (code % factor).checked_sub(1));
            let square = row.zip(column).and_then(|(row, column)| Square::new(column, row));
            square.ok_or_else(|| ParseSquareError(code.to_string()))
        })
    }

    /// Plays the moves up to the first impossible one, and returns the reason if they stopped there.
    ///
    /// # Panics
    /// Never: reversi is played on both sizes of a file.
    #[must_use]
    pub fn record(&self) -> (Record, Option<TranscriptError>) {
        let mut record = Record::new(Variant::classic(self.side).expect("8 or 10 squares a side"));
        for (square, number) in self.squares().zip(1..) {
            let square = match square {
                Ok(square) => square,
                Err(error) => return (record, Some(MoveListError::NotASquare { number, error }.into())),
            };
            let player = record.position().to_move().ok_or(PlayError::GameOver);
            if let Err(error) = player.and_then(|player| record.play(player, square).map(|_| ())) {
                return (record, Some(MoveListError::Illegal { number, square, error }.into()));
            }
        }
        (record, None)
    }

    /// Converts the game, with the names of its players where known, and returns the reason if an impossible move
    /// stopped it. A game with moves left counts as resigned by the player with fewer discs.
    #[must_use]
    pub fn to_game_record(&self, players: Option<&WthorNames>) -> (GameRecord, Option<TranscriptError>) {
        let (record, stopped) = self.record();
        let is_over = record.position().to_move().is_none();
        let named = GameRecord::new(record).with_names(|player| {
            let index = if player == Player::Black { self.black } else { self.white };
            players.and_then(|names| names.get(index)).unwrap_or_default().to_owned()
        });
        let ending = self.resigned().filter(|_| !is_over && stopped.is_none());
        let game = match ending {
            Some(ending) => named.clone().with_ending(ending).unwrap_or(named),
            None => named,
        };
        (game, stopped)
    }

    /// Ending of a game with moves left: the player with fewer discs has resigned. `None` if nobody has fewer.
    pub(crate) const fn resigned(&self) -> Option<Ending> {
        let half = self.side * self.side / 2;
        if self.black_discs < half {
            Some(Ending::Resigned(Player::Black))
        } else if self.black_discs > half {
            Some(Ending::Resigned(Player::White))
        } else {
            None
        }
    }
}

/// Names of a file, of players or of tournaments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorNames {
    names: Vec<String>,
}

/// Size of a player's name in bytes, with the 0 at its end.
pub(super) const PLAYER_BYTES: usize = 20;
/// Size of a tournament's name in bytes, with the 0 at its end.
pub(super) const TOURNAMENT_BYTES: usize = 26;

/// Name of an unknown player.
pub(super) const UNKNOWN_PLAYER: &str = "???";

impl WthorNames {
    /// Reads a file of players.
    ///
    /// # Errors
    /// A [`WthorError`] if the file is not one of players.
    pub fn read_players(bytes: &[u8]) -> Result<Self, WthorError> {
        Self::read(bytes, PLAYER_BYTES)
    }

    /// Reads a file of tournaments.
    ///
    /// # Errors
    /// A [`WthorError`] if the file is not one of tournaments.
    pub fn read_tournaments(bytes: &[u8]) -> Result<Self, WthorError> {
        Self::read(bytes, TOURNAMENT_BYTES)
    }

    fn read(bytes: &[u8], size: usize) -> Result<Self, WthorError> {
        let (header, rest) = WthorHeader::read(bytes)?;
        let names = entries(rest, usize::from(header.names), size, HEADER_BYTES)?.chunks_exact(size);
        Ok(Self { names: names.map(latin).collect() })
    }

    /// Name with this index; `None` if there is none or it is unknown.
    #[must_use]
    pub fn get(&self, index: u16) -> Option<&str> {
        let name = self.names.get(usize::from(index)).map(String::as_str);
        name.filter(|name| !name.is_empty() && *name != UNKNOWN_PLAYER)
    }

    /// All names, by their indices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// Text in Latin-1 up to the first 0.
fn latin(bytes: &[u8]) -> String {
    let text: String = bytes.iter().take_while(|byte| **byte != 0).map(|byte| char::from(*byte)).collect();
    text.trim().to_owned()
}
