//! Starting positions of matches: the usual one, an XOT opening, or random moves; corners given as a handicap; and the
//! swap rule.

use serde::{Deserialize, Serialize};

use super::{Board, Player, Square, Variant, XOT_PLIES, xot_opening};

/// Number of moves after which the second player may take over the first one's side, where the swap rule holds. The
/// moves of a drawn start do not count.
pub const MOVES_BEFORE_SWAP: usize = 2;

/// Starting position of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The variant's own starting position.
    #[default]
    Normal,
    /// An XOT opening, drawn for each match.
    Xot,
    /// A position after random moves, drawn for each match, that a search judges about even.
    Even,
}

/// Minimum number of empty squares for an even start; 6 × 6 has 32.
const MIN_EMPTIES: usize = 30;
/// An even start has one random ply for this many empty squares.
const EMPTIES_PER_PLY: usize = 8;
/// Minimum and maximum length of an even start, in plies.
const DRAWN_PLIES: (usize, usize) = (4, 12);

impl Start {
    /// Every start.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Xot, Self::Even];

    /// Returns whether matches of this variant can start this way. An even start needs two players, otherwise "even"
    /// has no clear meaning, and a board large enough not to be decided after a few moves.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Normal => true,
            Self::Xot => variant.is_classic_8(),
            Self::Even => variant.has_two_players() && variant.board().empties().count() >= MIN_EMPTIES,
        }
    }

    /// Number of plies played before the players take over.
    #[must_use]
    pub fn plies(self, variant: &Variant) -> usize {
        match self {
            Self::Normal => 0,
            Self::Xot => XOT_PLIES,
            // Rounded to an even number, so that the first player is to move afterwards.
            Self::Even => {
                let plies = (variant.board().empties().count() + EMPTIES_PER_PLY / 2) / EMPTIES_PER_PLY;
                (plies / 2 * 2).clamp(DRAWN_PLIES.0, DRAWN_PLIES.1)
            }
        }
    }

    /// The moves of the start for a random number, as far as no search is needed for them.
    #[must_use]
    pub fn draw(self, lot: u64) -> Vec<Square> {
        match self {
            Self::Normal | Self::Even => Vec::new(),
            Self::Xot => xot_opening(lot),
        }
    }
}

impl Variant {
    /// Maximum number of corners that can be given as a handicap.
    pub const MAX_GIVEN_CORNERS: u8 = 4;

    /// Returns whether this is ordinary reversi on 8 × 8, with either goal: the only game with XOT openings and given
    /// corners.
    #[must_use]
    pub fn is_classic_8(&self) -> bool {
        Self::classic(8).is_some_and(|classic| {
            self.board() == classic.board() && self.players() == classic.players() && self.cut_ins().is_empty()
        })
    }

    /// Returns whether exactly two players take part, so that they can exchange their sides.
    #[must_use]
    pub fn has_two_players(&self) -> bool {
        self.everybody().len() == 2
    }

    /// Gives corners to Black from the beginning. Two of them are opposite ones.
    #[must_use]
    pub fn with_given_corners(self, corners: u8) -> Self {
        let (columns, rows) = (usize::from(self.board().columns()), usize::from(self.board().rows()));
        let all = [(0, 0), (columns - 1, rows - 1), (columns - 1, 0), (0, rows - 1)];
        let given = &all[..usize::from(corners).min(all.len())];
        if given.is_empty() {
            return self;
        }
        let mut texts: Vec<Vec<char>> = self.board().row_texts().map(|row| row.chars().collect()).collect();
        for (column, row) in given {
            texts[*row][*column] = Player::Black.disc().letter();
        }
        let texts: Vec<String> = texts.into_iter().map(String::from_iter).collect();
        let board = Board::from_rows(texts.iter().map(String::as_str)).ok();
        let board = board.map(|board| board.with_turning(*self.board().turning()));
        board.map_or(self.clone(), |board| self.with_board(board))
    }

    /// Number of corners given on the board of ordinary reversi on 8 × 8; `None` on any other board.
    #[must_use]
    pub fn given_corners(&self) -> Option<u8> {
        let classic = Self::classic(8)?;
        (0..=Self::MAX_GIVEN_CORNERS)
            .find(|corners| classic.clone().with_given_corners(*corners).board() == self.board())
            .filter(|_| self.players() == classic.players() && self.cut_ins().is_empty())
    }
}
