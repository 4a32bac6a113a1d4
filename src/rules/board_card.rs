//! Cards of the built-in boards: facts about each board and measured games on it.

use serde::{Deserialize, Serialize};

use super::{Outcome, Player, Record};

/// Lines of JSON, a card each, after comments that say how they were made.
const CARDS: &str = include_str!("../../assets/cards.txt");

/// The card of a built-in board.
///
/// ```
/// use irogaeshi::rules::BoardCard;
///
/// let BoardCard { measures, .. } = BoardCard::of("classic").unwrap();
/// assert_eq!((measures.squares, measures.empties), (64, 60));
/// assert_eq!(measures.wins.iter().sum::<u32>() + measures.draws, measures.games);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardCard {
    /// Key of the board.
    pub board: String,
    /// Place among all built-in boards, from 1.
    pub number: u32,
    /// Author of the board; [`BoardCard::TRADITIONAL`] for those of ordinary reversi.
    pub author: String,
    /// Facts about the board and games on it.
    #[serde(flatten)]
    pub measures: BoardMeasures,
}

/// Facts about a board, and measured games on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMeasures {
    /// Player who makes the first move.
    pub first: Player,
    /// Number of squares.
    pub squares: u32,
    /// Number of squares that are empty at the start.
    pub empties: u32,
    /// Number of random games.
    pub games: u32,
    /// Wins of each scored player in the random games, in the variant's order.
    pub wins: Vec<u32>,
    /// Drawn random games.
    pub draws: u32,
    /// Best play found: a game of the strongest CPU player against itself.
    pub best: KnownGame,
    /// Random game with the widest win, by the lead over the second.
    pub widest: Option<KnownGame>,
    /// Shortest random game in which all scored players but one lost all their discs.
    pub wipe_out: Option<KnownGame>,
}

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownGame {
    /// Winner; `None` for a draw.
    pub winner: Option<Player>,
    /// Discs of each scored player at the end, in the variant's order.
    pub discs: Vec<u16>,
    /// Moves, written one after the other: `f5d6c3`.
    pub moves: String,
}

impl KnownGame {
    /// The game of a record.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        let winner = match record.position().outcome() {
            Some(Outcome::Win(winner)) => Some(winner),
            Some(Outcome::Draw) | None => None,
        };
        let counts = record.position().counts();
        let discs = record.variant().scored().iter().map(|player| counts[*player]).collect();
        let moves = record.played().iter().map(|turn| turn.chosen().to_string()).collect();
        Self { winner, discs, moves }
    }
}

impl BoardCard {
    /// Author of boards that nobody can be named for.
    pub const TRADITIONAL: &str = "traditional";

    /// Card of the built-in board with this key; `None` for drawn and unknown boards.
    #[must_use]
    pub fn of(key: &str) -> Option<Self> {
        let key = if key == "classic" { "classic-8" } else { key };
        Self::all().find(|card| card.board == key)
    }

    /// All cards, in the order of the boards.
    pub fn all() -> impl Iterator<Item = Self> {
        CARDS.lines().filter_map(|line| serde_json::from_str(line).ok())
    }
}
