//! Patterns placed on a board, and their configurations in a position, updated incrementally.

use std::array;
use std::sync::{Arc, LazyLock};

use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::feature_indices::{FeatureIndices, LANES};
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::pattern::LaidPattern;

/// One number for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Lanes([u16; LANES]);

impl Lanes {
    const ZERO: Self = Self([0; LANES]);

    /// Adds the digits of squares without such discs.
    #[inline(always)]
    fn add(&mut self, digits: &Self) {
        self.in_words(digits, u64::wrapping_add);
    }

    /// Subtracts the digits of squares with such discs.
    #[inline(always)]
    fn subtract(&mut self, digits: &Self) {
        self.in_words(digits, u64::wrapping_sub);
    }

    /// Changes four lanes at once, even without vectors. Nothing carries into the next lane, because each holds a valid
    /// configuration before and after.
    #[inline(always)]
    fn in_words(&mut self, digits: &Self, change: impl Fn(u64, u64) -> u64) {
        for (lanes, digits) in self.0.as_chunks_mut().0.iter_mut().zip(digits.0.as_chunks().0) {
            *lanes = lanes_of(change(word_of(*lanes), word_of(*digits)));
        }
    }
}

/// Packs the numbers of four lanes into a word.
#[inline(always)]
fn word_of(lanes: [u16; 4]) -> u64 {
    lanes.into_iter().rev().fold(0, |word, lane| word << 16 | u64::from(lane))
}

#[inline(always)]
fn lanes_of(word: u64) -> [u16; 4] {
    array::from_fn(|lane| (word >> (16 * lane)) as u16)
}

/// The patterns of an evaluation placed on a board, one a lane.
#[derive(Clone)]
pub(crate) struct Layout {
    /// Digit that a disc on a square adds to each lane's configuration: a power of three, or 0 if the pattern does not
    /// contain the square.
    digits: [Lanes; 64],
    /// First feature index of each lane's pattern.
    starts: [u32; LANES],
    /// Offset for the player to move by the number of discs, in parts of a disc.
    offsets: [i16; 65],
    /// Phase of the game by the number of discs.
    phases: [u8; 65],
    /// Maximum evaluation, one disc short of a wipe-out: only finished games reach that.
    most: i32,
}

impl Layout {
    /// Places the patterns for these boards on a board of a shape.
    pub(crate) fn new(boards: Boards, shape: Shape) -> Arc<Self> {
        static FULL: LazyLock<Arc<Layout>> =
            LazyLock::new(|| Arc::new(Layout::of(Boards::Full, &Boards::Full.laid(Shape::FULL), Shape::FULL)));
        match boards {
            Boards::Full => Arc::clone(&FULL),
            Boards::Any => Arc::new(Self::of(boards, &boards.laid(shape), shape)),
        }
    }

    fn of(boards: Boards, laid: &[LaidPattern], shape: Shape) -> Self {
        let mut digits = [Lanes::ZERO; 64];
        let mut starts = [boards.patterns().null_index() as u32; LANES];
        for (lane, laid) in laid.iter().enumerate() {
            starts[lane] = boards.patterns().start(laid.pattern) as u32;
            for (digit, square) in (0..).zip(&laid.squares) {
                if let Some(square) = square {
                    digits[usize::from(*square)].0[lane] = 3_u16.pow(digit);
                }
            }
        }
        let phases = array::from_fn(|discs| shape.phase(discs as u32) as u8);
        let most = (shape.0.count_ones() as i32 - 2).max(0);
        Self { digits, starts, offsets: [0; 65], phases, most }
    }

    /// Returns the layout with the parity offsets for a board of this shape.
    pub(crate) fn with_parity(&self, parity: &Parity, shape: Shape) -> Self {
        let squares = shape.0.count_ones() as usize;
        let offsets = array::from_fn(|discs| squares.checked_sub(discs).map_or(0, |empties| parity.parts(empties)));
        Self { offsets, ..self.clone() }
    }

    /// Phase of a position with this many discs, from 0 to [`PHASES`](crate::cpu::training::PHASES) - 1.
    #[inline(always)]
    pub(crate) const fn phase(&self, discs: u32) -> usize {
        self.phases[discs as usize] as usize
    }

    /// Offset of every position with this many discs, in parts of a disc.
    #[inline(always)]
    pub(crate) fn offset(&self, discs: u32) -> i32 {
        i32::from(self.offsets[discs as usize])
    }

    /// Maximum expected lead.
    #[inline(always)]
    pub(crate) const fn most(&self) -> i32 {
        self.most
    }

    /// Feature index of each lane's configuration.
    #[inline(always)]
    pub(crate) fn feature_indices(&self, configurations: &Configurations) -> FeatureIndices {
        FeatureIndices(array::from_fn(|lane| self.starts[lane] + u32::from(configurations.0.0[lane])))
    }
}

/// Configuration of each lane, updated incrementally.
///
/// Digits are 0 for an empty square, 1 for a disc of the first player and 2 for one of the second player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Configurations(Lanes);

impl Configurations {
    /// Configurations of a position in which the first player is to move.
    ///
    /// # Panics
    /// If a square has discs of both players.
    pub(crate) fn of(board: Bitboards, layout: &Layout) -> Self {
        assert!(board.own & board.other == 0, "a square has a disc of one player at most: {board:x?}");
        let mut lanes = Lanes::ZERO;
        for (discs, digit) in [(board.own, 1), (board.other, 2)] {
            for square in Squares(discs) {
                for _ in 0..digit {
                    lanes.add(&layout.digits[square]);
                }
            }
        }
        Self(lanes)
    }

    /// Configurations after a move of the first player or, if not `is_first`, of the second.
    #[inline(always)]
    pub(crate) fn played(&self, layout: &Layout, square: usize, flips: u64, is_first: bool) -> Self {
        let digits = &layout.digits;
        let mut lanes = self.0;
        if is_first {
            lanes.add(&digits[square]);
            for flip in Squares(flips) {
                lanes.subtract(&digits[flip]);
            }
        } else {
            lanes.add(&digits[square]);
            lanes.add(&digits[square]);
            for flip in Squares(flips) {
                lanes.add(&digits[flip]);
            }
        }
        Self(lanes)
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// The full board, an octagon, a board of 6 x 6, and a board without symmetries.
    const SHAPES: [Shape; 4] =
        [Shape::FULL, Shape(!0xC381_0000_0000_81C3), Shape(0x0000_3F3F_3F3F_3F3F), Shape(!0x0000_2400_4000_1001)];

    fn laid(boards: Boards, shape: Shape) -> Vec<LaidPattern> {
        boards.laid(shape)
    }

    /// Feature indices for the discs of two players, computed square by square.
    fn counted(boards: Boards, laid: &[LaidPattern], first: u64, second: u64) -> Vec<u32> {
        let digit = |square: u8| (first >> square & 1) + 2 * (second >> square & 1);
        let indices = laid.iter().map(|LaidPattern { pattern, squares }| {
            let digits = squares.iter().map(|square| square.map_or(0, digit)).zip(0..);
            boards.patterns().start(*pattern) as u32
                + digits.map(|(digit, power)| 3_u32.pow(power) * digit as u32).sum::<u32>()
        });
        indices.chain(std::iter::repeat(boards.patterns().null_index() as u32)).take(LANES).collect()
    }

    #[test]
    fn configurations_kept_up_move_by_move_are_those_of_the_board() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for (boards, shape) in Boards::ALL.into_iter().flat_map(|boards| SHAPES.map(|shape| (boards, shape))) {
            let (layout, laid) = (Layout::new(boards, shape), laid(boards, shape));
            for _ in 0..20 {
                let mut board = Bitboards::START;
                let (mut is_first, mut kept) = (true, Configurations::of(board, &layout));
                while !board.is_over(shape) {
                    let moves: Vec<usize> = Squares(board.legal_moves(shape)).collect();
                    if moves.is_empty() {
                        (board, is_first) = (board.passed(), !is_first);
                        continue;
                    }
                    let square = moves[dice.random_range(0..moves.len())];
                    let flips = board.flips(square);
                    kept = kept.played(&layout, square, flips, is_first);
                    (board, is_first) = (board.played(square, flips), !is_first);
                    let Bitboards { own: first, other: second } = if is_first { board } else { board.passed() };
                    assert_eq!(kept, Configurations::of(Bitboards { own: first, other: second }, &layout));
                    assert_eq!(layout.feature_indices(&kept).0.to_vec(), counted(boards, &laid, first, second));
                }
            }
        }
    }

    #[test]
    fn exchanged_players_have_exchanged_configurations() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(2);
        for (boards, shape) in Boards::ALL.into_iter().flat_map(|boards| SHAPES.map(|shape| (boards, shape))) {
            let (layout, exchanged) = (Layout::new(boards, shape), boards.patterns().exchanged());
            for _ in 0..50 {
                let discs: u64 = shape.0 & dice.random::<u64>();
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let [kept, passed] = [board, board.passed()].map(|board| Configurations::of(board, &layout));
                let both = layout.feature_indices(&kept).0.into_iter().zip(layout.feature_indices(&passed).0);
                both.for_each(|(index, other)| assert_eq!(exchanged[index as usize], other));
            }
        }
    }

    #[test]
    fn a_game_goes_through_all_phases_on_any_board() {
        for shape in SHAPES {
            let layout = Layout::new(Boards::Any, shape);
            let squares = shape.0.count_ones();
            let phases: Vec<usize> = (0..=squares).map(|discs| layout.phase(discs)).collect();
            assert!(phases.is_sorted() && phases[0] == 0 && phases[squares as usize] == 14, "{phases:?}");
        }
    }
}
