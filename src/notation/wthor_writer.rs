//! Writes games as WTHOR files, which `wthor.rs` reads.

use std::collections::HashMap;

use thiserror::Error;

use super::GameRecord;
use super::square_board::final_lead;
use super::wthor::{PLAYER_BYTES, TOURNAMENT_BYTES, UNKNOWN_PLAYER, move_bytes, row_factor};
use super::wthor_header::WthorHeader;
use crate::rules::{Ending, Player, Square, Turn};

/// Files of games, of their players, and of their tournaments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorFiles {
    /// The file `.wtb`.
    pub games: Vec<u8>,
    /// The file `.jou`.
    pub players: Vec<u8>,
    /// The file `.trn`.
    pub tournaments: Vec<u8>,
}

/// Error for games that cannot be written as WTHOR files.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotForWthor {
    /// A game is played on another board: its index, and the name of the board.
    #[error("{1} cannot be written as WTHOR: it is for ordinary reversi on 8 × 8 squares")]
    Board(usize, String),
    /// There are more names than a file has room for.
    #[error("there are more than 65,535 players")]
    TooManyPlayers,
}

const SIDE: u8 = 8;
/// Name of the tournament of games of which none is known, as in the federation's files.
const ANY_TOURNAMENT: &str = "Diverses parties";
/// Number of empty squares from which the theoretical score holds: with one, the move is forced.
const DEPTH: u8 = 1;

impl WthorFiles {
    /// Writes games of a year, as of a day given as year, month and day. Games are turned so that they begin with f5,
    /// as all of the database do. Their theoretical score is their score.
    ///
    /// # Errors
    /// [`NotForWthor`] if a game is played on another board, or there are too many players.
    pub fn of<'a>(
        games: impl IntoIterator<Item = &'a GameRecord>,
        year: u16,
        date: (u16, u8, u8),
    ) -> Result<Self, NotForWthor> {
        let mut names = Names::default();
        let mut entries = Vec::new();
        let mut count = 0;
        for (index, game) in games.into_iter().enumerate() {
            let record = game.record();
            if !record.variant().is_ordinary() {
                return Err(NotForWthor::Board(index, record.variant().name().to_owned()));
            }
            let players = [Player::Black, Player::White].map(|player| names.index(&game.names()[player]));
            let [black, white] = players.map(|index| index.ok_or(NotForWthor::TooManyPlayers));
            let discs = black_discs(game);
            for number in [0, black?, white?] {
                entries.extend(number.to_le_bytes());
            }
            entries.extend([discs, discs]);
            let squares: Vec<Square> = record.played().iter().filter_map(Turn::square).collect();
            let turned = |square: Square| turned_to_f5(squares.first().copied(), square);
            let code = |(column, row): (u8, u8)| (row + 1) * row_factor(SIDE) + column + 1;
            let codes = squares.iter().map(|square| code(turned(*square))).chain(std::iter::repeat(0));
            entries.extend(codes.take(move_bytes(SIDE)));
            count += 1;
        }
        let header = WthorHeader { date, games: count, names: 0, year, side: SIDE, depth: DEPTH };
        let file_of = |names: &[Vec<u8>], size: usize| {
            let count = names.len() as u16;
            let header = WthorHeader { games: 0, names: count, year: 0, side: 0, depth: 0, ..header };
            let padded = names.iter().flat_map(|name| name.iter().copied().chain(std::iter::repeat(0)).take(size));
            header.write().into_iter().chain(padded).collect()
        };
        Ok(Self {
            games: header.write().into_iter().chain(entries).collect(),
            players: file_of(&names.all, PLAYER_BYTES),
            tournaments: file_of(&[latin(ANY_TOURNAMENT, TOURNAMENT_BYTES)], TOURNAMENT_BYTES),
        })
    }
}

/// Black's discs at the end, with the empty squares added to the winner's.
fn black_discs(game: &GameRecord) -> u8 {
    const SQUARES: i32 = 64;
    let lead = final_lead(game.record().position().board());
    let lead = match game.ending().and_then(Ending::loser) {
        Some(Player::Black) => lead.min(-2),
        Some(_) => lead.max(2),
        None => lead,
    };
    i32::midpoint(SQUARES, lead).clamp(0, SQUARES) as u8
}

/// Column and row of a square on the board turned so that this first move becomes f5.
fn turned_to_f5(first: Option<Square>, square: Square) -> (u8, u8) {
    const LAST: u8 = SIDE - 1;
    let (column, row) = (square.column(), square.row());
    match first.map(|first| (first.column(), first.row())) {
        // e6, c4 and d3.
        Some((4, 5)) => (row, column),
        Some((2, 3)) => (LAST - column, LAST - row),
        Some((3, 2)) => (LAST - row, LAST - column),
        _ => (column, row),
    }
}

/// Names of players, each once.
struct Names {
    all: Vec<Vec<u8>>,
    indices: HashMap<Vec<u8>, u16>,
}

impl Default for Names {
    fn default() -> Self {
        Self { all: vec![latin(UNKNOWN_PLAYER, PLAYER_BYTES)], indices: HashMap::new() }
    }
}

impl Names {
    /// Index of a name; `None` if there is no room for it.
    fn index(&mut self, name: &str) -> Option<u16> {
        let name = latin(name, PLAYER_BYTES);
        if name.is_empty() {
            return Some(0);
        }
        if let Some(index) = self.indices.get(&name) {
            return Some(*index);
        }
        let index = u16::try_from(self.all.len()).ok().filter(|index| *index < u16::MAX)?;
        self.all.push(name.clone());
        self.indices.insert(name, index);
        Some(index)
    }
}

/// Text in Latin-1 that leaves room for a 0; other letters become question marks.
fn latin(text: &str, size: usize) -> Vec<u8> {
    text.chars().map(|letter| u8::try_from(letter).unwrap_or(b'?')).take(size - 1).collect()
}
