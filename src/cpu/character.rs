//! The characters: simple players with a fixed definition, the classic opponents of programs people learn from.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::rules::{Board, Direction, Placement, Position, Square};

/// A CPU player that looks only at the legal moves of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Character {
    /// Plays any legal square.
    Random,
    /// Captures as few discs as possible; among equals the last in reading order.
    Minimum,
    /// Captures as many discs as possible; among equals the last in reading order.
    Maximum,
    /// Takes a corner where there is one, else the most discs; among equals the first in reading order.
    Greedy,
}

impl Character {
    /// All characters, the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Random, Self::Minimum, Self::Maximum, Self::Greedy];

    /// The name in the text formats, such as `minimum`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::Greedy => "greedy",
        }
    }

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "Random",
            Self::Minimum => "Minimum",
            Self::Maximum => "Maximum",
            Self::Greedy => "Greedy",
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "Plays anywhere it may",
            Self::Minimum => "Turns as few discs as it can",
            Self::Maximum => "Turns as many discs as it can",
            Self::Greedy => "Grabs corners, else the most discs",
        }
    }

    /// The square it plays; `None` when the game is over.
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
        // `max_by_key` keeps the last of equals, `min_by_key` the first: each rule below names its own.
        let chosen = match self {
            Self::Random => {
                let all: Vec<Placement> = placements().collect();
                // Drawn as u32, so that the page (32 bits) and the desktop (64) draw the same square.
                let index = rng.random_range(0..u32::try_from(all.len()).ok()?);
                all.get(index as usize).copied()
            }
            Self::Minimum => placements().max_by_key(|placement| std::cmp::Reverse(placement.size())),
            Self::Maximum => placements().max_by_key(Placement::size),
            Self::Greedy => placements().min_by_key(|placement| {
                let corner = is_corner(board, placement.square());
                std::cmp::Reverse((corner, placement.size()))
            }),
        };
        chosen.map(|placement| placement.square())
    }
}

/// A square is a corner when no line through it has a neighbour on both sides: nothing can flank a disc there.
fn is_corner(board: &Board, square: Square) -> bool {
    let has_neighbour = |direction: Direction| square.step(direction).is_some_and(|neighbour| board.has(neighbour));
    let (half, opposite) = Direction::ALL.split_at(4);
    !half.iter().zip(opposite).any(|(one, other)| has_neighbour(*one) && has_neighbour(*other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_follow_from_the_shape() {
        let corners = |text: &str| {
            let board: Board = text.parse().unwrap();
            board
                .squares()
                .filter(|square| is_corner(&board, *square))
                .map(|square| square.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(corners("....\n....\n....\n"), ["a1", "d1", "a3", "d3"]);
        assert_eq!(corners("#..#\n....\n....\n#..#\n"), ["b1", "c1", "a2", "d2", "a3", "d3", "b4", "c4"]);
        assert_eq!(corners("..##\n..##\n....\n....\n"), ["a1", "b1", "d3", "a4", "d4"]);
    }
}
