//! Terms of a match: how colours are assigned, the starting position, and corners given as a handicap.

use serde::{Deserialize, Serialize};

use crate::rules::{Record, Start, Variant};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terms {
    pub sides: ColourAssignment,
    pub start: Start,
    /// Number of corners that belong to Black from the beginning, up to [`Variant::MAX_GIVEN_CORNERS`].
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

impl Terms {
    /// Returns whether colours can be assigned: only with two players.
    #[must_use]
    pub fn allow_colour_assignment(variant: &Variant) -> bool {
        variant.has_two_players()
    }

    /// The part of the terms that this variant allows. Given corners rule out other starts.
    #[must_use]
    pub fn for_variant(self, variant: &Variant) -> Self {
        let sides = if Self::allow_colour_assignment(variant) { self.sides } else { ColourAssignment::AsSeated };
        let start = if self.start.suits(variant) { self.start } else { Start::Normal };
        match self.corners.min(Variant::MAX_GIVEN_CORNERS) {
            corners @ 1.. if variant.is_classic_8() => Self { sides, start: Start::Normal, corners },
            _ => Self { sides, start, corners: 0 },
        }
    }

    /// Adds the given corners to the variant.
    #[must_use]
    pub fn variant(self, variant: Variant) -> Variant {
        variant.with_given_corners(self.corners)
    }

    /// A record that begins as agreed; `seed` draws the XOT opening. An even start needs a search and is therefore
    /// added later, see [`Match::awaits_start`](super::match_state::Match::awaits_start).
    #[must_use]
    pub fn record(self, variant: Variant, seed: u64) -> Record {
        let mut record = Record::new(variant);
        if record.play_squares(&self.start.draw(seed)).is_err() {
            record.jump(0);
        }
        record
    }

    /// Number of plies played before the players take over.
    #[must_use]
    pub fn plies(self, variant: &Variant) -> usize {
        self.start.plies(variant)
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
    use crate::rules::Player;

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
