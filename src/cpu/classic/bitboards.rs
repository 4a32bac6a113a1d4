//! A position for two players on a board of at most 8 x 8, as two words of 64 bits, from the side of the player to move.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::machine::portable;
use super::stability::{edge_stability, stable_discs};

/// The side of the largest board that fits.
const SIDE: usize = 8;

/// Bit n of a word is the square with n in reading order: bit 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// Squares that are neither of these two and lie on the board are empty; which squares lie on the board is said by a
/// [`Shape`], as it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bitboards {
    /// The discs of the player to move.
    pub own: u64,
    /// The discs of the other player.
    pub other: u64,
}

impl Bitboards {
    /// The usual start, Black to move.
    pub const START: Self = Self { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    /// The squares with a disc.
    #[must_use]
    pub const fn discs(self) -> u64 {
        self.own | self.other
    }

    /// The same board with the other player to move.
    #[must_use]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The discs that would flip if the player to move played the empty square with this index.
    #[must_use]
    pub const fn flips(self, square: usize) -> u64 {
        portable::flips(self.own, self.other, square)
    }

    /// The squares that the player to move can play.
    #[must_use]
    pub const fn legal_moves(self, shape: Shape) -> u64 {
        portable::reached(self.own, self.other) & self.empties(shape)
    }

    /// The squares without a disc.
    #[must_use]
    pub const fn empties(self, shape: Shape) -> u64 {
        shape.0 & !self.discs()
    }

    /// The position after the player to move has played this square and these discs have flipped.
    #[must_use]
    pub const fn played(self, square: usize, flips: u64) -> Self {
        Self { own: self.other ^ flips, other: self.own ^ flips ^ (1 << square) }
    }

    /// Whether neither player can move.
    #[must_use]
    pub const fn is_over(self, shape: Shape) -> bool {
        self.legal_moves(shape) == 0 && self.passed().legal_moves(shape) == 0
    }

    /// The discs by which the player to move is ahead, the empty squares counted for whoever is: the usual score of a
    /// game that is over.
    #[must_use]
    pub const fn final_score(self, shape: Shape) -> i32 {
        let (own, other) = (self.own.count_ones() as i32, self.other.count_ones() as i32);
        let empties = self.empties(shape).count_ones() as i32;
        match own - other {
            lead if lead > 0 => lead + empties,
            lead if lead < 0 => lead - empties,
            _ => 0,
        }
    }

    /// Discs of the player to move that nobody can ever flip again: not always all of them.
    #[must_use]
    pub fn stable(self, shape: Shape) -> u64 {
        stable_discs(edge_stability(), self.own, self.other, shape)
    }

    /// The position as it looks under each of the eight symmetries of the square.
    #[must_use]
    pub fn symmetries(self) -> [Self; 8] {
        let own = symmetries(self.own);
        let other = symmetries(self.other);
        std::array::from_fn(|index| Self { own: own[index], other: other[index] })
    }

    /// The image that stands for all eight, and the symmetry that leads to it.
    #[must_use]
    pub(super) fn normal_image(self) -> (Self, Symmetry) {
        let images = self.symmetries();
        let least = (1..8).fold(0, |least, index| if images[index] < images[least] { index } else { least });
        (images[least], Symmetry(least))
    }
}

/// One of the symmetries of the square, by its number in [`Bitboards::symmetries`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(usize);

impl Symmetry {
    /// Where it takes a square.
    pub(super) const fn square(self, square: usize) -> usize {
        symmetries(1 << square)[self.0].trailing_zeros() as usize
    }
}

/// The squares that a board has, of the 64 of the largest; what is missing is a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape(pub u64);

impl Shape {
    /// The board of 8 x 8 without holes.
    pub const FULL: Self = Self(!0);
}

/// The squares of a set.
pub(super) struct Squares(pub(super) u64);

impl Iterator for Squares {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// Exchanges columns and rows.
#[must_use]
pub(super) const fn transposed(word: u64) -> u64 {
    // Swaps ever larger blocks across the diagonal (Warren, Hacker's Delight, 7-3).
    let mut swap = (word ^ (word >> 7)) & 0x00AA_00AA_00AA_00AA;
    let word = word ^ swap ^ (swap << 7);
    swap = (word ^ (word >> 14)) & 0x0000_CCCC_0000_CCCC;
    let word = word ^ swap ^ (swap << 14);
    swap = (word ^ (word >> 28)) & 0x0000_0000_F0F0_F0F0;
    word ^ swap ^ (swap << 28)
}

/// The word under each symmetry of the square: upright, turned over top to bottom, left to right, both; then the same
/// with columns and rows exchanged.
#[must_use]
pub(super) const fn symmetries(word: u64) -> [u64; 8] {
    let across = transposed(word);
    [
        word,
        word.swap_bytes(),
        word.reverse_bits().swap_bytes(),
        word.reverse_bits(),
        across,
        across.swap_bytes(),
        across.reverse_bits().swap_bytes(),
        across.reverse_bits(),
    ]
}

/// A position as text has it: the squares in reading order, and whose turn it is.
///
/// `X`, `x`, `*` and `B` are Black's discs, `O`, `o` and `W` White's, `-` and `.` empty squares; then, after spaces or not, the player to move.
///
/// ```
/// use irogaeshi::cpu::classic::{Bitboards, Diagram};
/// let text = "---------------------------OX------XO--------------------------- X;";
/// let diagram: Diagram = text.parse().unwrap();
/// assert_eq!(diagram.bitboards, Bitboards::START);
/// assert_eq!(diagram.to_string(), "---------------------------OX------XO--------------------------- X");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position.
    pub bitboards: Bitboards,
    /// Whether Black is the player to move.
    pub is_black_to_move: bool,
}

/// Why a text is not a [`Diagram`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// Too few or too many squares.
    #[error("{0} squares where a position has 64")]
    SquareCount(usize),
    /// No square looks like this.
    #[error("'{0}' is no square: X is a black disc, O a white one, - an empty square")]
    UnknownSquare(char),
    /// Nobody is said to be to move.
    #[error("it does not say whose turn it is: X or O after the 64 squares")]
    NobodyToMove,
    /// There is nothing to play with.
    #[error("there is no disc on the board")]
    NoDiscs,
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().trim_end_matches(';').trim_end();
        let (squares, to_move) = match text.rsplit_once(char::is_whitespace) {
            Some((squares, to_move)) if to_move.chars().count() == 1 => (squares, Some(to_move)),
            _ => (text, None),
        };
        let (mut black, mut white, mut count) = (0_u64, 0_u64, 0);
        let mut letters = squares.chars().filter(|letter| !letter.is_whitespace());
        for letter in letters.by_ref().take(SIDE * SIDE) {
            match Content::of(letter).ok_or(DiagramError::UnknownSquare(letter))? {
                Content::Black => black |= 1 << count,
                Content::White => white |= 1 << count,
                Content::Empty => {}
            }
            count += 1;
        }
        let rest: Vec<char> = letters.chain(to_move.into_iter().flat_map(str::chars)).collect();
        if count < SIDE * SIDE || rest.len() > 1 {
            return Err(DiagramError::SquareCount(count + rest.len().saturating_sub(1)));
        }
        let to_move = rest.first().ok_or(DiagramError::NobodyToMove)?;
        let is_black_to_move = match Content::of(*to_move) {
            Some(Content::Black) => true,
            Some(Content::White) => false,
            _ => return Err(DiagramError::NobodyToMove),
        };
        if black | white == 0 {
            return Err(DiagramError::NoDiscs);
        }
        let (own, other) = if is_black_to_move { (black, white) } else { (white, black) };
        Ok(Self { bitboards: Bitboards { own, other }, is_black_to_move })
    }
}

/// What a letter says a square holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Black,
    White,
    Empty,
}

impl Content {
    const fn of(letter: char) -> Option<Self> {
        match letter {
            'X' | 'x' | '*' | 'B' | 'b' => Some(Self::Black),
            'O' | 'o' | 'W' | 'w' => Some(Self::White),
            '-' | '.' => Some(Self::Empty),
            _ => None,
        }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bitboards { own, other } = self.bitboards;
        let (black, white) = if self.is_black_to_move { (own, other) } else { (other, own) };
        for index in 0..SIDE * SIDE {
            let letter = match (black >> index & 1, white >> index & 1) {
                (0, 0) => '-',
                (0, _) => 'O',
                _ => 'X',
            };
            write!(formatter, "{letter}")?;
        }
        write!(formatter, " {}", if self.is_black_to_move { 'X' } else { 'O' })
    }
}
