//! What two players agree on before they begin: who has which colour, from which position they start, and whether one
//! is given corners.

use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};
use crate::rules::{Board, Player, Record, Variant, XOT_PLIES, xot_opening};

/// What is agreed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    /// Who has which colour.
    pub sides: Sides,
    /// From which position they start.
    pub start: Start,
    /// How many corners are Black's from the beginning, up to [`Terms::MOST_CORNERS`].
    pub corners: u8,
}

/// Who has which colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// As they were seated.
    #[default]
    AsSeated,
    /// It is drawn for each match.
    Random,
    /// They change from match to match.
    Alternate,
    /// As they were seated, until whoever moves second may take over the other's side after two moves.
    Swap,
}

/// From which position a match starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The usual one.
    #[default]
    Normal,
    /// One of the openings of XOT, drawn for each match.
    Xot,
    /// A position after random moves, drawn for each match, that a search finds about even.
    Even,
}

impl Start {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Normal, Self::Xot, Self::Even];

    /// Whether matches of this variant can start there. What is even is clear where two play, and a board that is
    /// small is decided too soon.
    #[must_use]
    pub fn suits(self, variant: &Variant) -> bool {
        match self {
            Self::Normal => true,
            Self::Xot => Terms::suit(variant),
            Self::Even => variant.everybody().len() == 2 && empties(variant) >= LEAST_EMPTIES,
        }
    }

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Normal => say!("start-normal"),
            Self::Xot => say!("start-xot"),
            Self::Even => say!("start-even"),
        }
    }
}

/// On boards with fewer empty squares no start is drawn: those of 6 x 6 have 32.
const LEAST_EMPTIES: usize = 30;
/// One ply is drawn for so many empty squares.
const EMPTIES_A_PLY: usize = 8;
/// So many at least and at most.
const DRAWN_PLIES: (usize, usize) = (4, 12);

fn empties(variant: &Variant) -> usize {
    variant.board().squares().filter(|square| variant.board().disc(*square).is_none()).count()
}

impl Terms {
    /// The most corners that can be given.
    pub const MOST_CORNERS: u8 = 4;

    /// Whether XOT and corners can be chosen for this variant: ordinary reversi on 8 x 8.
    #[must_use]
    pub fn suit(variant: &Variant) -> bool {
        Variant::classic(8).is_some_and(|classic| {
            variant.board() == classic.board() && variant.players() == classic.players() && variant.cut_ins().is_empty()
        })
    }

    /// Whether it can be chosen who has which colour: where two play.
    #[must_use]
    pub fn have_sides(variant: &Variant) -> bool {
        variant.everybody().len() == 2
    }

    /// As much of them as this variant allows. Whoever is given corners starts from the usual position.
    #[must_use]
    pub fn for_variant(self, variant: &Variant) -> Self {
        let sides = if Self::have_sides(variant) { self.sides } else { Sides::AsSeated };
        let start = if self.start.suits(variant) { self.start } else { Start::Normal };
        match (Self::suit(variant), self.corners.min(Self::MOST_CORNERS)) {
            (true, 1..) => Self { sides, start: Start::Normal, corners: self.corners.min(Self::MOST_CORNERS) },
            _ => Self { sides, start, corners: 0 },
        }
    }

    /// The variant with the corners that are given: opposite ones first.
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

    /// A game that begins as it was agreed; `seed` draws what is drawn. What a search has to judge is played later:
    /// [`Match::awaits_start`](super::match_state::Match::awaits_start).
    #[must_use]
    pub fn record(self, variant: Variant, seed: u64) -> Record {
        let mut record = Record::new(variant);
        if self.start == Start::Xot && record.play_squares(&xot_opening(seed)).is_err() {
            record.jump(0);
        }
        record
    }

    /// How many plies are played before the players begin.
    #[must_use]
    pub fn plies(self, variant: &Variant) -> usize {
        match self.start {
            Start::Normal => 0,
            Start::Xot => XOT_PLIES,
            // Rounded, and even, so that whoever moves first does so.
            Start::Even => {
                let plies = (empties(variant) + EMPTIES_A_PLY / 2) / EMPTIES_A_PLY;
                (plies / 2 * 2).clamp(DRAWN_PLIES.0, DRAWN_PLIES.1)
            }
        }
    }

    /// Whether the two change colours for the match of this seed, after one in which they had changed or not.
    #[must_use]
    pub const fn changes_sides(self, seed: u64) -> bool {
        match self.sides {
            Sides::AsSeated | Sides::Swap => false,
            // What the low bits say is used for openings.
            Sides::Random => seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1,
            Sides::Alternate => true,
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
    fn corners_are_blacks_from_the_beginning() {
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
    fn an_opening_is_played_and_another_one_by_another_seed() {
        let terms = Terms { start: Start::Xot, ..Terms::default() };
        let moves = |seed| terms.record(classic(), seed).to_string();
        assert_eq!(terms.record(classic(), 1).ply(), terms.plies(&classic()));
        assert_ne!(moves(1), moves(2));
    }

    #[test]
    fn other_boards_have_none_of_it() {
        let wanted = Terms { sides: Sides::Alternate, start: Start::Xot, corners: 2 };
        let five = Variant::built_in("five").expect("is built in");
        assert_eq!(wanted.for_variant(&five), Terms::default());
        let six = Variant::classic(6).expect("a side");
        assert_eq!(wanted.for_variant(&six), Terms { sides: Sides::Alternate, ..Terms::default() });
        let full = wanted.for_variant(&classic());
        assert_eq!((full.corners, full.start), (2, Start::Normal), "corners are given in the usual position");
    }

    #[test]
    fn starts_are_drawn_on_boards_for_two_that_are_not_too_small() {
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
    fn lots_give_both_sides_to_both() {
        let random = Terms { sides: Sides::Random, ..Terms::default() };
        let changes = (0..100).filter(|seed| random.changes_sides(*seed)).count();
        assert!((30..70).contains(&changes), "{changes} of 100");
    }

    #[test]
    fn what_older_versions_saved_has_usual_terms() {
        assert_eq!(serde_json::from_str::<Terms>("{}").expect("is read"), Terms::default());
        let terms = Terms { sides: Sides::Alternate, start: Start::Xot, corners: 1 };
        let text = serde_json::to_string(&terms).expect("is written");
        assert_eq!(serde_json::from_str::<Terms>(&text).expect("is read"), terms);
    }
}
