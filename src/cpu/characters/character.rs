//! Characters: simple players with fixed rules, the classic opponents in programs for learners.

use std::cmp::Reverse;

use rand::{Rng, RngExt};

use crate::cpu::characters::around::is_corner;
use crate::cpu::characters::edges::{EdgeRank, edge_rank};
use crate::cpu::characters::openness::openness;
use crate::cpu::characters::phase::{are_filled, mobility_lead};
use crate::cpu::characters::quiet::quietness;
use crate::rules::{Placement, Position, Square};

/// A CPU player that looks only at the legal moves of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Character {
    /// Plays any legal move.
    Random,
    /// Plays the first legal square in reading order.
    First,
    /// Captures the fewest discs; the last in reading order on ties.
    Minimum,
    /// Captures the most discs; the last in reading order on ties.
    Maximum,
    /// Captures the fewest discs until a tenth of the squares that were empty at the start is filled, and the most from
    /// then on; the first in reading order on ties. On 8 x 8 it changes after the sixth move.
    SlowStarter,
    /// Takes a corner if possible, otherwise the most discs; the first in reading order on ties.
    Greedy,
    /// Prefers corners, then edges, then inner squares, and plays squares beside empty corners last; on ties, the one
    /// that captures the fewest discs, then the first in reading order.
    Edges,
    /// Plays where few neighbouring squares are empty, takes corners and avoids the squares next to them; the first in
    /// reading order on ties.
    Quiet,
    /// Plays the move of least openness; on ties, the one that captures the fewest discs, then the first in reading
    /// order.
    Openness,
    /// Changes with the share of the squares empty at the start that are filled. Up to three tenths, it seeks the
    /// largest lead in legal moves after its own, if possible not beside an empty corner; up to nine tenths, it plays
    /// as [`Character::Edges`]; then it captures the most discs. The first in reading order on ties.
    Phases,
}

/// Filled tenths from which the slow starter captures the most discs.
const SLOW_START: usize = 1;
/// Filled tenths from which [`Character::Phases`] plays by the squares.
const PHASES_MIDDLE: usize = 3;
/// Filled tenths from which [`Character::Phases`] captures the most discs.
const PHASES_END: usize = 9;

impl Character {
    /// All characters, in display order.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::First,
        Self::Minimum,
        Self::Maximum,
        Self::SlowStarter,
        Self::Greedy,
        Self::Edges,
        Self::Quiet,
        Self::Openness,
        Self::Phases,
    ];

    /// Name in the text formats, such as `minimum`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::First => "first",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::SlowStarter => "slow-starter",
            Self::Greedy => "greedy",
            Self::Edges => "edges",
            Self::Quiet => "quiet",
            Self::Openness => "openness",
            Self::Phases => "phases",
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
        let by_edges =
            || placements().min_by_key(|placement| (Reverse(edge_rank(board, placement.square())), placement.size()));
        // `max_by_key` keeps the last of equals and `min_by_key` the first, so each rule uses the one that it needs.
        let chosen = match self {
            Self::Random => {
                let all: Vec<Placement> = placements().collect();
                // Drawn as `u32` so that the web page (32 bits) and the desktop (64) draw the same square.
                let index = rng.random_range(0..u32::try_from(all.len()).ok()?);
                all.get(index as usize).copied()
            }
            Self::First => placements().next(),
            Self::Minimum => placements().max_by_key(|placement| Reverse(placement.size())),
            Self::Maximum => placements().max_by_key(Placement::size),
            Self::SlowStarter if are_filled(position, SLOW_START) => {
                placements().min_by_key(|placement| Reverse(placement.size()))
            }
            Self::SlowStarter => placements().min_by_key(Placement::size),
            Self::Greedy => {
                placements().min_by_key(|placement| Reverse((is_corner(board, placement.square()), placement.size())))
            }
            Self::Edges => by_edges(),
            Self::Quiet => placements().min_by_key(|placement| Reverse(quietness(board, placement.square()))),
            Self::Openness => placements().min_by_key(|placement| (openness(board, placement), placement.size())),
            Self::Phases if are_filled(position, PHASES_END) => {
                placements().min_by_key(|placement| Reverse(placement.size()))
            }
            Self::Phases if are_filled(position, PHASES_MIDDLE) => by_edges(),
            Self::Phases => placements().min_by_key(|placement| {
                let is_bad = edge_rank(board, placement.square()) == EdgeRank::BesideEmptyCorner;
                (is_bad, Reverse(mobility_lead(position, placement.square())))
            }),
        };
        chosen.map(|placement| placement.square())
    }
}
