//! The parity of an evaluation: by how much it misses scores at odd and at even numbers of empty squares, and its cure.
//!
//! Labels do not teach an evaluation who moves last: patterns do not see the number of empty squares, and a phase of
//! the game mixes both parities. Searches pass the error on from the leaves to the root, whatever their depth, as each
//! ply changes both the parity and the player.

use std::array;
use std::sync::Arc;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::engine::{Engine, Reach};
use crate::cpu::classic::training::self_play::best;

/// Up to this many empty squares, positions are solved.
const SOLVED_UP_TO: usize = 16;

/// The search of positions with more empty squares, whose score is the mean of its last two depths. Its leaves have at
/// least [`SIDE`] + 1 fewer empty squares than the position, so that their offsets are known.
const REACH: Reach = Reach { depth: 6, exact_from: 0, certainty: Reach::CERTAIN, nodes: u64::MAX };

/// The most positions with a number of empty squares.
const MOST_POSITIONS: usize = 1000;

/// The fewest positions with a number of empty squares: where games are decided early, fewer would say too little, and
/// nothing is added.
const FEWEST_POSITIONS: usize = 100;

/// The most discs by which a glance takes somebody to be ahead: a position that is decided does not hang on the last
/// move.
const MOST_LEAD: i32 = 8;

/// The bytes of the engine's table.
const TABLE_BYTES: usize = 4 << 20;

/// The numbers of empty squares on either side of one that bear on its offset.
const SIDE: usize = 3;

/// Their weights, by the distance: binomial, so that an error which both parities share cancels out.
const WEIGHTS: [f64; SIDE + 1] = [20.0 / 64.0, 15.0 / 64.0, 6.0 / 64.0, 1.0 / 64.0];

/// A measurement at one number of empty squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EmptiesParity {
    /// The positions measured.
    pub positions: usize,
    /// The mean score at a glance, without offsets, in discs.
    pub glance: f64,
    /// The mean score of a search, or of the end of the game where that is near.
    pub score: f64,
    /// The part of the difference that changes its sign with each empty square, smoothed: what is to be added to a
    /// glance.
    pub offset: f64,
}

/// The offsets that an evaluation lacks on a board, by the number of empty squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredParity {
    /// By the number of empty squares.
    pub by_empties: [EmptiesParity; Parity::COUNT],
}

impl MeasuredParity {
    /// Measures an evaluation in some positions of a board of a shape, each with a legal move. The offsets that the
    /// evaluation has there already do not count.
    ///
    /// From the end of the game on, each number of empty squares is measured by searches that end where the offsets are
    /// known already.
    #[must_use]
    pub fn measure(evaluation: &Evaluation, shape: Shape, positions: &[Bitboards]) -> Self {
        let mut glancing = Engine::new(Arc::new(evaluation.with_parities(&[])), 0);
        let groups = close_by_empties(&mut glancing, shape, positions);
        let first = groups.iter().position(|group| !group.is_empty()).unwrap_or_default();
        let count = groups.iter().rposition(|group| !group.is_empty()).map_or(0, |last| last + 1);
        let mut by_empties = [EmptiesParity::default(); Parity::COUNT];
        // Added at an odd number of empty squares, taken away at an even one, before smoothing.
        let mut alternating: Vec<f64> = Vec::with_capacity(Parity::COUNT);
        for (empties, group) in groups.iter().enumerate().take(count).skip(first) {
            // Only numbers that are further from this one than smoothing reaches have their last offsets.
            let known = Parity::from_discs(&offsets(first, &alternating));
            let mut engine = Engine::new(Arc::new(evaluation.with_parities(&[(shape, known)])), TABLE_BYTES);
            let mut measured = EmptiesParity::default();
            for board in group {
                let reach = if empties > SOLVED_UP_TO { REACH } else { Reach::TO_THE_END };
                let Some((_, [before, last])) = best(&mut engine, *board, shape, reach) else { continue };
                let score = if empties > SOLVED_UP_TO { f64::from(before + last) / 2.0 } else { f64::from(last) };
                measured.add(f64::from(glancing.glance(*board, shape)), score);
            }
            let missed = (measured.score - measured.glance) * sign(empties);
            alternating.push(if measured.positions >= FEWEST_POSITIONS { missed } else { 0.0 });
            by_empties[empties] = measured;
        }
        for (measured, offset) in by_empties.iter_mut().zip(offsets(first, &alternating)) {
            measured.offset = offset;
        }
        Self { by_empties }
    }

    /// The offsets for the evaluation.
    #[must_use]
    pub fn parity(&self) -> Parity {
        Parity::from_discs(&self.by_empties.map(|measured| measured.offset))
    }
}

impl EmptiesParity {
    /// Counts one more position: the means so far move towards its scores.
    fn add(&mut self, glance: f64, score: f64) {
        self.positions += 1;
        let share = 1.0 / self.positions as f64;
        self.glance += (glance - self.glance) * share;
        self.score += (score - self.score) * share;
    }
}

/// Positions in which nobody is far ahead at a glance, by the number of empty squares.
fn close_by_empties(engine: &mut Engine, shape: Shape, positions: &[Bitboards]) -> [Vec<Bitboards>; Parity::COUNT] {
    let mut groups = array::from_fn(|_| Vec::new());
    for board in positions {
        let group: &mut Vec<_> = &mut groups[board.empties(shape).count_ones() as usize];
        if group.len() < MOST_POSITIONS && engine.glance(*board, shape).abs() <= MOST_LEAD {
            group.push(*board);
        }
    }
    groups
}

/// An odd number of empty squares is good for the player to move.
const fn sign(empties: usize) -> f64 {
    if empties % 2 == 1 { 1.0 } else { -1.0 }
}

/// The offsets that follow from what was measured from a number of empty squares on; beyond the last they stay as they
/// are there, but for the sign.
fn offsets(first: usize, alternating: &[f64]) -> [f64; Parity::COUNT] {
    let smooth = |at: usize| -> f64 {
        let last = alternating.len() - 1;
        let near = |distance: usize| {
            // Past either end the numbers come back, parity for parity.
            let before = alternating[at.abs_diff(distance).min(last)];
            let after = at + distance;
            before + alternating[if after > last { last.saturating_sub(after - last) } else { after }]
        };
        WEIGHTS[0] * alternating[at] + (1..=SIDE).map(|distance| WEIGHTS[distance] * near(distance)).sum::<f64>()
    };
    array::from_fn(|empties| match alternating.len() {
        0 => 0.0,
        _ if empties < first => 0.0,
        count => smooth((empties - first).min(count - 1)) * sign(empties),
    })
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::cpu::classic::evaluation::pattern::Boards;
    use crate::cpu::classic::training::tempo::positions_beside_game;
    use crate::rules::xot_opening;

    #[test]
    fn what_both_parities_miss_alike_is_no_offset() {
        let alternating: Vec<f64> = (1..=40).map(|empties| 1.5 + 0.7 * sign(empties)).collect();
        let offsets = offsets(1, &alternating);
        for (empties, offset) in offsets.iter().enumerate().skip(1) {
            assert!((offset - 1.5 * sign(empties)).abs() < 1e-9, "{empties}: {offset}");
        }
        assert!(offsets[0].abs() < f64::EPSILON);
    }

    #[test]
    fn what_is_measured_is_added_at_a_glance() {
        const EMPTIES: std::ops::RangeInclusive<u32> = 5..=9;
        let mut engine = Engine::new(Evaluation::built_in(), 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = (Bitboards::START, Shape::FULL);
        let games = (0..16).map(|lot| positions_beside_game(&mut engine, start, &xot_opening(lot * 600), &mut rng));
        let empties = |board: &Bitboards| board.empties(Shape::FULL).count_ones();
        let few: Vec<Bitboards> = games.flatten().filter(|board| EMPTIES.contains(&empties(board))).collect();
        let unfair = Evaluation::built_in().with_parities(&[]);
        assert_eq!(MeasuredParity::measure(&unfair, Shape::FULL, &few).parity(), Parity::NOTHING);
        let positions = few.repeat(FEWEST_POSITIONS / 4);
        let measured = MeasuredParity::measure(&unfair, Shape::FULL, &positions);
        let fair = unfair.with_parities(&[(Shape::FULL, measured.parity())]);
        assert_ne!(measured.parity(), Parity::NOTHING);
        let again = MeasuredParity::measure(&fair, Shape::FULL, &positions);
        assert_eq!(again, measured, "the offsets that an evaluation has already do not count");
        for board in &few {
            let [before, after] = [&unfair, &fair].map(|evaluation| evaluation.glance(*board, Shape::FULL));
            let offset = measured.by_empties[empties(board) as usize].offset;
            assert!(
                (f64::from(after - before) - offset).abs() <= 1.1 || before.abs() > 50,
                "{before}, {after}, {offset}"
            );
        }
    }

    #[test]
    fn nothing_measured_is_nothing_added() {
        let measured = MeasuredParity::measure(&Evaluation::blank(Boards::Full), Shape::FULL, &[]);
        assert_eq!(measured.parity(), Parity::NOTHING);
    }
}
