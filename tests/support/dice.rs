//! Random moves that follow from a seed.

use irogaeshi::rules::{Position, Square};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

/// Random number generator for a seed.
pub(crate) fn dice(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Random legal square; `None` at the end of the game.
pub(crate) fn any_legal_square(position: &Position, dice: &mut Xoshiro256PlusPlus) -> Option<Square> {
    let legal: Vec<Square> = position.legal_squares().iter().collect();
    (!legal.is_empty()).then(|| legal[dice.random_range(0..legal.len())])
}
