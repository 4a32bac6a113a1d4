//! Evaluations for tests.

use std::array;
use std::sync::Arc;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::correction_network::CorrectionNetwork;
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::hidden_layer::UNITS;
use crate::rules::Goal;

/// An octagon, a board of 6 x 6, and a board without symmetries.
pub(super) const SHAPES: [Shape; 3] =
    [Shape(!0xC381_0000_0000_81C3), Shape(0x0000_3F3F_3F3F_3F3F), Shape(!0x0000_2400_4000_1001)];

pub(super) fn all_built_in() -> Vec<Arc<Evaluation>> {
    let cases = Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[0]].map(|shape| (goal, shape)));
    cases.map(|(goal, shape)| Evaluation::built_in_for(goal, shape)).collect()
}

/// An evaluation of random values, the worst case for compression.
pub(super) fn made_up(boards: Boards, seed: u64) -> Evaluation {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let feature_count = boards.patterns().feature_count();
    let mut values: Vec<i16> = (0..feature_count * PHASES).map(|_| dice.random_range(-300..=300)).collect();
    // Includes the extreme values.
    (values[0], values[1]) = (i16::MAX, i16::MIN);
    for values in values.chunks_mut(feature_count) {
        boards.patterns().mirror(values);
        values[feature_count - 1] = 0;
    }
    let stored: Vec<usize> = boards.patterns().stored().collect();
    let mut bytes: Vec<u8> = (0..stored.len() * UNITS).map(|_| dice.random()).collect();
    let numbers = bytes.len()..CorrectionNetwork::size(stored.len());
    bytes.extend(numbers.step_by(4).flat_map(|_| dice.random_range(-1.0_f32..1.0).to_le_bytes()));
    let parities = [Shape::FULL, SHAPES[0], SHAPES[1]]
        .map(|shape| (shape, Parity::from_discs(&array::from_fn(|_| dice.random_range(-3.0..3.0)))));
    let network = CorrectionNetwork::from_bytes(boards.patterns(), &stored, &bytes);
    Evaluation::new(boards, &values).with_parities(&parities).with_network(network)
}
