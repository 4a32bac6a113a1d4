//! Terms of a match: how colours are assigned, the starting position, and corners given as a handicap.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};
use crate::rules::{Board, Player, Record, Variant, XOT_PLIES, xot_opening};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    pub sides: ColourAssignment,
    pub start: Start,
    /// Number of corners that belong to Black from the beginning, up to [`Terms::MAX_CORNERS`].
    pub corners: u8,
}

/// Assignment of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourAssignment {
    /// As chosen in the setup.
    #[default]
    AsSeated,
    /// Drawn for each match.
    Random,
    /// Swapped from match to match.
    Alternate,
    /// As chosen in the setup, but after two moves the second player may take over the first one's side.
    Swap,
}

/// Starting position of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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

impl Start {
    pub const ALL: [Self; 3] = [Self::Normal, Self::Xot, Self::Even];

    /// Returns whether matches of this variant can start this way. An even start needs two players, otherwise "even"
    /// has no clear meaning, and a board large enough not to be decided after a few moves.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Normal => true,
            Self::Xot => Terms::allow_xot_and_corners(variant),
            Self::Even => variant.everybody().len() == 2 && empties(variant) >= MIN_EMPTIES,
        }
    }

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Normal => say!("start-normal"),
            Self::Xot => say!("start-xot"),
            Self::Even => say!("start-even"),
        }
    }
}

/// Minimum number of empty squares for an even start; 6 × 6 has 32.
const MIN_EMPTIES: usize = 30;
/// An even start has one random ply for this many empty squares.
const EMPTIES_PER_PLY: usize = 8;
/// Minimum and maximum length of an even start, in plies.
const DRAWN_PLIES: (usize, usize) = (4, 12);

fn empties(variant: &Variant) -> usize {
    variant.board().squares().filter(|square| variant.board().disc(*square).is_none()).count()
}

impl Terms {
    pub const MAX_CORNERS: u8 = 4;

    /// Returns whether XOT and corners can be chosen for this variant: only for ordinary reversi on 8 × 8.
    #[must_use]
    pub fn allow_xot_and_corners(variant: &Variant) -> bool {
        Variant::classic(8).is_some_and(|classic| {
            variant.board() == classic.board() && variant.players() == classic.players() && variant.cut_ins().is_empty()
        })
    }

    /// Returns whether colours can be assigned: only with two players.
    #[must_use]
    pub fn allow_colour_assignment(variant: &Variant) -> bool {
        variant.everybody().len() == 2
    }

    /// The part of the terms that this variant allows. Given corners rule out other starts.
    #[must_use]
    pub fn for_variant(self, variant: &Variant) -> Self {
        let sides = if Self::allow_colour_assignment(variant) { self.sides } else { ColourAssignment::AsSeated };
        let start = if self.start.suits(variant) { self.start } else { Start::Normal };
        match (Self::allow_xot_and_corners(variant), self.corners.min(Self::MAX_CORNERS)) {
            (true, 1..) => Self { sides, start: Start::Normal, corners: self.corners.min(Self::MAX_CORNERS) },
            _ => Self { sides, start, corners: 0 },
        }
    }

    /// Adds the given corners to the variant. With two corners, they are opposite ones.
    #[must_use]
    pub fn variant(self, variant: Variant) -> Variant {
        let (columns, rows) = (usize::from(variant.board().columns()), usize::from(variant.board().rows()));
        let corners = [(0, 0), (columns - 1, rows - 1), (columns - 1, 0), (0, rows - 1)];
        let given = &corners[..usize::from(self.corners).min(corners.len())];
        if given.is_empty() {
            return variant;
        }
        let mut texts: Vec<Vec<char>> = variant.board().row_texts().map(|row| row.chars().collect()).collect();
        for (column, row) in given {
            texts[*row][*column] = Player::Black.disc().letter();
        }
        let texts: Vec<String> = texts.into_iter().map(String::from_iter).collect();
        let board = Board::from_rows(texts.iter().map(String::as_str)).ok();
        let board = board.map(|board| board.with_turning(*variant.board().turning()));
        board.map_or(variant.clone(), |board| variant.with_board(board))
    }

    /// A record that begins as agreed; `seed` draws the XOT opening. An even start needs a search and is therefore
    /// added later, see [`Match::awaits_start`](super::match_state::Match::awaits_start).
    #[must_use]
    pub fn record(self, variant: Variant, seed: u64) -> Record {
        let mut record = Record::new(variant);
        if self.start == Start::Xot && record.play_squares(&xot_opening(seed)).is_err() {
            record.jump(0);
        }
        record
    }

    /// Number of plies played before the players take over.
    #[must_use]
    pub fn plies(self, variant: &Variant) -> usize {
        match self.start {
            Start::Normal => 0,
            Start::Xot => XOT_PLIES,
            // Rounded to an even number, so that the first player is to move afterwards.
            Start::Even => {
                let plies = (empties(variant) + EMPTIES_PER_PLY / 2) / EMPTIES_PER_PLY;
                (plies / 2 * 2).clamp(DRAWN_PLIES.0, DRAWN_PLIES.1)
            }
        }
    }

    /// Returns whether the two players swap colours for the match with this seed.
    #[must_use]
    pub const fn swaps_colours(self, seed: u64) -> bool {
        match self.sides {
            ColourAssignment::AsSeated | ColourAssignment::Swap => false,
            // The opening is drawn by the low bits of the seed, so this takes the top bit of a hash.
            ColourAssignment::Random => seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1,
            ColourAssignment::Alternate => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic() -> Variant {
        Variant::classic(8).expect("a side")
    }

    #[test]
    fn given_corners_belong_to_black() {
        for corners in 0..=4 {
            let terms = Terms { corners, ..Terms::default() };
            let variant = terms.variant(classic());
            assert_eq!(variant.board().count(Player::Black.disc()), 2 + u16::from(corners));
            assert_eq!(variant.name(), classic().name());
        }
        let opposite = Terms { corners: 2, ..Terms::default() }.variant(classic());
        let row = |index| opposite.board().row_texts().nth(index).expect("a row");
        assert_eq!((row(0).as_str(), row(7).as_str()), ("B.......", ".......B"));
    }

    #[test]
    fn the_seed_draws_the_opening() {
        let terms = Terms { start: Start::Xot, ..Terms::default() };
        let moves = |seed| terms.record(classic(), seed).to_string();
        assert_eq!(terms.record(classic(), 1).ply(), terms.plies(&classic()));
        assert_ne!(moves(1), moves(2));
    }

    #[test]
    fn other_boards_allow_no_special_terms() {
        let wanted = Terms { sides: ColourAssignment::Alternate, start: Start::Xot, corners: 2 };
        let five = Variant::built_in("five").expect("is built in");
        assert_eq!(wanted.for_variant(&five), Terms::default());
        let six = Variant::classic(6).expect("a side");
        assert_eq!(wanted.for_variant(&six), Terms { sides: ColourAssignment::Alternate, ..Terms::default() });
        let full = wanted.for_variant(&classic());
        assert_eq!((full.corners, full.start), (2, Start::Normal), "corners are given in the usual position");
    }

    #[test]
    fn even_starts_need_two_players_and_a_large_board() {
        let plies = |key: &str| {
            let variant = Variant::built_in(key).expect("is built in");
            let terms = Terms { start: Start::Even, ..Terms::default() }.for_variant(&variant);
            (terms.start == Start::Even).then(|| terms.plies(&variant))
        };
        let wanted = [("classic-8", 8), ("classic-6", 4), ("classic-10", 12), ("classic-16", 12), ("heart", 4)];
        for (key, expected) in wanted {
            assert_eq!(plies(key), Some(expected), "{key}");
        }
        for key in ["classic-4", "colour", "five"] {
            assert_eq!(plies(key), None, "{key}");
        }
    }

    #[test]
    fn random_colours_are_fair() {
        let random = Terms { sides: ColourAssignment::Random, ..Terms::default() };
        let changes = (0..100).filter(|seed| random.swaps_colours(*seed)).count();
        assert!((30..70).contains(&changes), "{changes} of 100");
    }

    #[test]
    fn saves_of_older_versions_have_the_usual_terms() {
        assert_eq!(serde_json::from_str::<Terms>("{}").expect("is read"), Terms::default());
        let terms = Terms { sides: ColourAssignment::Alternate, start: Start::Xot, corners: 1 };
        let text = serde_json::to_string(&terms).expect("is written");
        assert_eq!(serde_json::from_str::<Terms>(&text).expect("is read"), terms);
    }
}
