//! Characters: simple players with fixed rules, the classic opponents in programs for learners.

use std::cmp::Reverse;

use rand::{Rng, RngExt};

use crate::cpu::characters::around::is_corner;
use crate::cpu::characters::openness::openness;
use crate::cpu::characters::quiet::quietness;
use crate::rules::{Placement, Position, Square};

/// A CPU player that looks only at the legal moves of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Character {
    /// Plays any legal move.
    Random,
    /// Captures the fewest discs; the last in reading order on ties.
    Minimum,
    /// Captures the most discs; the last in reading order on ties.
    Maximum,
    /// Takes a corner if possible, otherwise the most discs; the first in reading order on ties.
    Greedy,
    /// Plays where few neighbouring squares are empty, takes corners and avoids the squares next to them; the first in
    /// reading order on ties.
    Quiet,
    /// Plays the move of least openness; on ties, the one that captures the fewest discs, then the first in reading
    /// order.
    Openness,
}

impl Character {
    /// All characters, in display order.
    pub const ALL: [Self; 6] = [Self::Random, Self::Minimum, Self::Maximum, Self::Greedy, Self::Quiet, Self::Openness];

    /// Name in the text formats, such as `minimum`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Greedy => "greedy",
            Self::Quiet => "quiet",
            Self::Openness => "openness",
        }
    }

    /// Chooses a move; `None` when the game is over.
    ///
    /// ```
    /// use irogaeshi::cpu::Character;
    /// use irogaeshi::rules::{Position, Variant};
    /// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    ///
    /// let start = Position::start(Variant::classic(8).unwrap());
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// assert_eq!(Character::Maximum.choose(&start, &mut rng), Some("e6".parse().unwrap()));
    /// ```
    pub fn choose(self, position: &Position, rng: &mut impl Rng) -> Option<Square> {
        let player = position.to_move()?;
        let board = position.board();
        let placements = || board.empties().filter_map(|square| board.placement(player, square));
        // `max_by_key` keeps the last of equals and `min_by_key` the first, so each rule uses the one that it needs.
        let chosen = match self {
            Self::Random => {
                let all: Vec<Placement> = placements().collect();
                // Drawn as `u32` so that the web page (32 bits) and the desktop (64) draw the same square.
                let index = rng.random_range(0..u32::try_from(all.len()).ok()?);
                all.get(index as usize).copied()
            }
            Self::Minimum => placements().max_by_key(|placement| Reverse(placement.size())),
            Self::Maximum => placements().max_by_key(Placement::size),
            Self::Greedy => {
                placements().min_by_key(|placement| Reverse((is_corner(board, placement.square()), placement.size())))
            }
            Self::Quiet => placements().min_by_key(|placement| Reverse(quietness(board, placement.square()))),
            Self::Openness => placements().min_by_key(|placement| (openness(board, placement), placement.size())),
        };
        chosen.map(|placement| placement.square())
    }
}
