//! The patterns that the evaluation knows: sets of squares, laid on the board in every direction.

use std::ops::Range;

use crate::cpu::classic::board::bitboards::{Bitboards, Squares};
use crate::cpu::classic::board::geometry::symmetries;

/// How many patterns there are.
pub(crate) const PATTERNS: usize = SQUARES.len();

/// Room for all placements of patterns on the board: 62, and two of no pattern, for the sake of vectors.
pub(crate) const LANES: usize = 64;

/// How many placements there are.
pub(crate) const PLACEMENTS: usize = 62;

/// The squares of each pattern in one placement, in the reading order of the board.
///
/// The usual lines and diagonals, and what lies around a corner or along an edge (Buro, The evolution of strong Othello
/// programs, IFIP AICT 112, 2003).
const SQUARES: [&[u8]; 15] = [
    // Around a corner.
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],
    &[0, 1, 2, 3, 4, 8, 9, 16, 24, 32],
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24],
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12],
    &[0, 1, 8, 9, 10, 17, 18, 19, 26, 27],
    // Along an edge.
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13],
    // Lines.
    &[8, 9, 10, 11, 12, 13, 14, 15],
    &[16, 17, 18, 19, 20, 21, 22, 23],
    &[24, 25, 26, 27, 28, 29, 30, 31],
    // Diagonals.
    &[0, 9, 18, 27, 36, 45, 54, 63],
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
];

/// Whether each pattern is one of the few that a small evaluation looks at: the corner of nine squares, edges, lines.
const IS_FEW: [bool; PATTERNS] =
    [true, false, false, false, false, true, false, true, true, true, true, true, true, true, true];

/// For each configuration whether its pattern is one of the few.
pub(crate) fn few() -> impl Iterator<Item = bool> {
    (0..PATTERNS).flat_map(|pattern| std::iter::repeat_n(IS_FEW[pattern], STARTS[pattern + 1] - STARTS[pattern]))
}

/// Where each pattern's configurations begin among those of all patterns, and at last how many there are.
pub(crate) const STARTS: [usize; PATTERNS + 1] = starts();

/// How many configurations all patterns have together.
pub(crate) const CONFIGURATIONS: usize = STARTS[PATTERNS];

const fn starts() -> [usize; PATTERNS + 1] {
    let mut starts = [0; PATTERNS + 1];
    let mut pattern = 0;
    while pattern < PATTERNS {
        starts[pattern + 1] = starts[pattern] + 3_usize.pow(SQUARES[pattern].len() as u32);
        pattern += 1;
    }
    starts
}

/// A pattern laid on the board.
#[derive(Clone, Copy)]
struct Placement {
    pattern: usize,
    symmetry: usize,
}

/// Every placement of every pattern, without those that cover the same squares.
const ALL_PLACEMENTS: [Placement; PLACEMENTS] = placements();

const fn placements() -> [Placement; PLACEMENTS] {
    let mut placements = [Placement { pattern: 0, symmetry: 0 }; PLACEMENTS];
    let (mut count, mut pattern) = (0, 0);
    while pattern < PATTERNS {
        let images = symmetries(squares_of(pattern));
        let mut symmetry = 0;
        while symmetry < images.len() {
            let mut earlier = 0;
            while earlier < symmetry && images[earlier] != images[symmetry] {
                earlier += 1;
            }
            if earlier == symmetry {
                placements[count] = Placement { pattern, symmetry };
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    assert!(count == PLACEMENTS, "every placement is counted");
    placements
}

const fn squares_of(pattern: usize) -> u64 {
    let (mut squares, mut digit) = (0, 0);
    while digit < SQUARES[pattern].len() {
        squares |= 1 << SQUARES[pattern][digit];
        digit += 1;
    }
    squares
}

/// The configurations of the smallest pattern, all of which together are worth something to every position.
pub(crate) const SMALLEST: Range<usize> = STARTS[PATTERNS - 1]..STARTS[PATTERNS];

/// How often the smallest pattern is laid on the board.
pub(crate) const SMALLEST_PLACEMENTS: usize = {
    let (mut count, mut lane) = (0, 0);
    while lane < PLACEMENTS {
        count += (ALL_PLACEMENTS[lane].pattern == PATTERNS - 1) as usize;
        lane += 1;
    }
    count
};

/// The pattern of each lane, as the place where its configurations begin.
pub(crate) static LANE_STARTS: [usize; PLACEMENTS] = lane_starts();

const fn lane_starts() -> [usize; PLACEMENTS] {
    let mut starts = [0; PLACEMENTS];
    let mut lane = 0;
    while lane < PLACEMENTS {
        starts[lane] = STARTS[ALL_PLACEMENTS[lane].pattern];
        lane += 1;
    }
    starts
}

/// For each lane a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Lanes([u16; LANES]);

impl Lanes {
    #[inline(always)]
    fn add(&mut self, digits: &Self) {
        for (lane, digit) in self.0.iter_mut().zip(&digits.0) {
            *lane = lane.wrapping_add(*digit);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, digits: &Self) {
        for (lane, digit) in self.0.iter_mut().zip(&digits.0) {
            *lane = lane.wrapping_sub(*digit);
        }
    }
}

/// What a disc on a square adds to the configuration of each lane: a power of three, or 0 where the square is not part
/// of it.
static DIGITS: [Lanes; 64] = digits();

const fn digits() -> [Lanes; 64] {
    let mut digits = [Lanes([0; LANES]); 64];
    let mut lane = 0;
    while lane < PLACEMENTS {
        let Placement { pattern, symmetry } = ALL_PLACEMENTS[lane];
        let mut digit = 0;
        while digit < SQUARES[pattern].len() {
            let square = symmetries(1 << SQUARES[pattern][digit])[symmetry].trailing_zeros();
            digits[square as usize].0[lane] = 3_u16.pow(digit as u32);
            digit += 1;
        }
        lane += 1;
    }
    digits
}

/// The configuration of each placement, kept up move by move.
///
/// Digits are 0 for an empty square, 1 for a disc of the first player, 2 for one of the second: whose turn it is does
/// not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Configurations(Lanes);

impl Configurations {
    /// Those of a position whose player to move is the first player.
    ///
    /// # Panics
    /// When a square has discs of both players.
    pub(crate) fn of(board: Bitboards) -> Self {
        assert!(board.own & board.other == 0, "a square has a disc of one player at most: {board:x?}");
        let mut lanes = Lanes([0; LANES]);
        for (discs, digit) in [(board.own, 1), (board.other, 2)] {
            for square in Squares(discs) {
                for _ in 0..digit {
                    lanes.add(&DIGITS[square]);
                }
            }
        }
        Self(lanes)
    }

    /// Those after a move of the first player or, if not `is_first`, the second.
    #[inline(always)]
    pub(crate) fn played(&self, square: usize, flips: u64, is_first: bool) -> Self {
        let mut lanes = self.0;
        if is_first {
            lanes.add(&DIGITS[square]);
            for flip in Squares(flips) {
                lanes.subtract(&DIGITS[flip]);
            }
        } else {
            lanes.add(&DIGITS[square]);
            lanes.add(&DIGITS[square]);
            for flip in Squares(flips) {
                lanes.add(&DIGITS[flip]);
            }
        }
        Self(lanes)
    }

    /// The configuration of each placement, as its place among those of all patterns.
    #[inline(always)]
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        (0..PLACEMENTS).map(|lane| LANE_STARTS[lane] + usize::from(self.0.0[lane]))
    }
}

/// For each configuration the one that stands for it: that of the same discs seen in a mirror, where the pattern is its
/// own mirror image, if that is less.
pub(crate) fn representatives() -> Vec<u32> {
    let mut representatives: Vec<u32> = (0..CONFIGURATIONS as u32).collect();
    for pattern in 0..PATTERNS {
        let squares = SQUARES[pattern];
        let images = symmetries(squares_of(pattern));
        for symmetry in (1..images.len()).filter(|symmetry| images[*symmetry] == images[0]) {
            let mirrored_digit: Vec<usize> = squares
                .iter()
                .map(|square| symmetries(1 << square)[symmetry].trailing_zeros() as u8)
                .map(|image| squares.iter().position(|square| *square == image).unwrap_or_default())
                .collect();
            let digits = mirrored_digit.iter().map(|digit| 3_u32.pow(*digit as u32)).map(|power| [0, power, 2 * power]);
            for (configuration, mirrored) in renumbered(digits).into_iter().enumerate() {
                let place = STARTS[pattern] + configuration;
                representatives[place] = representatives[place].min(STARTS[pattern] as u32 + mirrored);
            }
        }
    }
    representatives
}

/// For each configuration the one with the discs of the two players exchanged.
pub(crate) fn exchanged() -> Vec<u32> {
    let mut exchanged = Vec::with_capacity(CONFIGURATIONS);
    for pattern in 0..PATTERNS {
        let powers = (0..SQUARES[pattern].len()).map(|digit| 3_u32.pow(digit as u32));
        let digits = powers.map(|power| [0, 2 * power, power]);
        exchanged.extend(renumbered(digits).into_iter().map(|other| STARTS[pattern] as u32 + other));
    }
    exchanged
}

/// For each number of this many digits to the base 3 the sum of what its digits stand for, given from the lowest on.
/// Each sum is made of an earlier one, as this is waited for when a program starts.
fn renumbered(digits: impl Iterator<Item = [u32; 3]>) -> Vec<u32> {
    let mut sums = vec![0];
    for [zero, one, two] in digits {
        let lower = std::mem::take(&mut sums);
        sums = [zero, one, two].into_iter().flat_map(|digit| lower.iter().map(move |sum| digit + sum)).collect();
    }
    sums
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::Shape;

    /// The configurations of the discs of two players, counted square by square.
    fn counted(first: u64, second: u64) -> Vec<usize> {
        let digit = |square: u32| (first >> square & 1) + 2 * (second >> square & 1);
        let placements = ALL_PLACEMENTS.iter().map(|Placement { pattern, symmetry }| {
            let squares = SQUARES[*pattern].iter().map(|square| symmetries(1 << square)[*symmetry].trailing_zeros());
            let places = squares.enumerate().map(|(power, square)| 3_usize.pow(power as u32) * digit(square) as usize);
            STARTS[*pattern] + places.sum::<usize>()
        });
        placements.collect()
    }

    #[test]
    fn configurations_kept_up_move_by_move_are_those_of_the_board() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..100 {
            let (mut board, mut is_first, mut kept) = (Bitboards::START, true, Configurations::of(Bitboards::START));
            while !board.is_over(Shape::FULL) {
                let moves: Vec<usize> = Squares(board.legal_moves(Shape::FULL)).collect();
                if moves.is_empty() {
                    (board, is_first) = (board.passed(), !is_first);
                    continue;
                }
                let square = moves[dice.random_range(0..moves.len())];
                let flips = board.flips(square);
                kept = kept.played(square, flips, is_first);
                (board, is_first) = (board.played(square, flips), !is_first);
                let Bitboards { own: first, other: second } = if is_first { board } else { board.passed() };
                assert_eq!(kept, Configurations::of(Bitboards { own: first, other: second }));
                assert_eq!(kept.places().collect::<Vec<_>>(), counted(first, second));
            }
        }
    }

    #[test]
    fn every_square_lies_under_as_many_placements_as_its_images() {
        let under = |square: u64| {
            ALL_PLACEMENTS.iter().filter(move |Placement { pattern, symmetry }| {
                symmetries(squares_of(*pattern))[*symmetry] >> square & 1 == 1
            })
        };
        for square in 0..64 {
            let images = symmetries(1 << square).map(|image| under(image.trailing_zeros().into()).count());
            assert_eq!(images, [images[0]; 8], "{square}");
            assert!(images[0] > 0, "no pattern sees {square}");
        }
    }

    #[test]
    fn exchanging_players_twice_changes_nothing_and_goes_with_the_board() {
        let exchanged = exchanged();
        assert_eq!(exchanged.len(), CONFIGURATIONS);
        assert!((0..CONFIGURATIONS).all(|place| exchanged[exchanged[place] as usize] as usize == place));
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
        for _ in 0..100 {
            let discs: u64 = dice.random();
            let own = discs & dice.random::<u64>();
            let board = Bitboards { own, other: discs & !own };
            let (kept, passed) = (Configurations::of(board), Configurations::of(board.passed()));
            kept.places().zip(passed.places()).for_each(|(place, other)| assert_eq!(exchanged[place] as usize, other));
        }
    }

    #[test]
    fn mirrored_boards_have_the_same_representatives() {
        let representatives = representatives();
        assert!(representatives.iter().all(|place| representatives[*place as usize] == *place));
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..100 {
            let discs: u64 = dice.random();
            let own = discs & dice.random::<u64>();
            let images = Bitboards { own, other: discs & !own }.symmetries().map(|image| {
                let configurations = Configurations::of(image);
                let mut places: Vec<u32> = configurations.places().map(|place| representatives[place]).collect();
                places.sort_unstable();
                places
            });
            assert!(images.iter().all(|image| *image == images[0]));
        }
    }
}
