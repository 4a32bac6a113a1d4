//! A position with its score, to fit the evaluation.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};

/// A position, and its score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Position.
    pub board: Bitboards,
    /// Shape of the board.
    pub shape: Shape,
    /// Score at the end of the game.
    pub score: i8,
}

impl Sample {
    /// Number of bytes of a sample.
    pub const SIZE: usize = 25;

    /// Serialises the sample.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.other.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.shape.0.to_le_bytes());
        bytes[24] = self.score.cast_unsigned();
        bytes
    }

    /// Reads a sample; `None` if the bytes are not one.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Self::SIZE]) -> Option<Self> {
        let word = |at: usize| Some(u64::from_le_bytes(bytes[at..at + 8].try_into().ok()?));
        let (board, shape) = (Bitboards::new(word(0)?, word(8)?)?, word(16)?);
        let score = bytes[24].cast_signed();
        let is_one = board.discs() & !shape == 0 && (-64..=64).contains(&score);
        is_one.then_some(Self { board, shape: Shape(shape), score })
    }

    /// Phase of the game, from 0 to [`PHASES`](crate::cpu::training::PHASES) - 1.
    #[must_use]
    pub const fn phase(&self) -> usize {
        self.shape.phase(self.board.discs().count_ones())
    }

    /// Number of empties.
    #[must_use]
    pub const fn empties(&self) -> u32 {
        self.board.empties(self.shape).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn samples_survive_their_bytes() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for score in -64..=64 {
            let (own, discs): (u64, u64) = (rng.random(), rng.random());
            let boards = [Bitboards { own, other: discs & !own }, Bitboards::START];
            for (board, shape) in boards.into_iter().flat_map(|board| [board.discs(), !0].map(|shape| (board, shape))) {
                let sample = Sample { board, shape: Shape(shape), score };
                assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
            }
        }
    }

    #[test]
    fn invalid_samples_are_refused() {
        let sample = Sample { board: Bitboards::START, shape: Shape::FULL, score: 2 };
        let impossible = [65, -65, i8::MIN, i8::MAX].map(|score| Sample { score, ..sample });
        let overlapping = Sample { board: Bitboards { other: Bitboards::START.own, ..Bitboards::START }, ..sample };
        let beside_the_board = Sample { shape: Shape(Bitboards::START.own), ..sample };
        for bad in impossible.into_iter().chain([overlapping, beside_the_board]) {
            assert_eq!(Sample::from_bytes(&bad.to_bytes()), None, "{bad:?}");
        }
    }
}
