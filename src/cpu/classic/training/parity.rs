//! Parity: the bias of an evaluation at odd and even numbers of empties, and its correction.
//!
//! Labels cannot teach an evaluation who moves last, because patterns do not see the number of empties and each phase
//! mixes both parities. Searches carry the error from the leaves to the root at any depth, since each ply changes both
//! the parity and the player.

use std::array;
use std::sync::Arc;

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::classic::training::self_play::best;

/// Maximum number of empties of positions that are solved.
const SOLVED_UP_TO: usize = 16;

/// Search for positions with more empties; their score is the mean of the last two depths. Its leaves have at least
/// [`SIDE`] + 1 fewer empties than the position, so their offsets are already known.
const BUDGET: Budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(6) };

/// Maximum number of positions for a number of empties.
const MAX_POSITIONS: usize = 1000;

/// Minimum number of positions for a number of empties. With fewer, because games are usually decided earlier, the
/// offset is 0.
const MIN_POSITIONS: usize = 100;

/// Maximum static evaluation of a position in discs, because decided positions do not depend on the last move.
const MAX_LEAD: i32 = 8;

/// Size in bytes of the engine's transposition table.
const TABLE_BYTES: usize = 4 << 20;

/// Number of neighbouring counts of empties, on either side, that smooth an offset.
const SIDE: usize = 3;

/// Smoothing weights by distance. They are binomial, so that errors common to both parities cancel.
const WEIGHTS: [f64; SIDE + 1] = [20.0 / 64.0, 15.0 / 64.0, 6.0 / 64.0, 1.0 / 64.0];

/// Measurement at one number of empties.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EmptiesParity {
    /// Number of positions measured.
    pub positions: usize,
    /// Mean static evaluation without offsets, in discs.
    pub static_score: f64,
    /// Mean score of the search, or of the solved game near its end.
    pub score: f64,
    /// Smoothed part of the difference that alternates in sign with the number of empties: the offset to add to the
    /// static evaluation.
    pub offset: f64,
}

/// Missing offsets of an evaluation on a board, by the number of empties.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredParity {
    /// Measurements by the number of empties.
    pub by_empties: [EmptiesParity; Parity::COUNT],
}

impl MeasuredParity {
    /// Measures an evaluation in positions of a board, each with a legal move. Existing offsets of the evaluation for
    /// that board are ignored.
    ///
    /// Starts at the end of the game, so that each number of empties is measured by searches whose leaves already have
    /// known offsets.
    #[must_use]
    pub fn measure(evaluation: &Evaluation, shape: Shape, positions: &[Bitboards]) -> Self {
        let mut glancing = Engine::new(Arc::new(evaluation.with_parities(&[])), 0);
        let groups = close_by_empties(&mut glancing, shape, positions);
        let first = groups.iter().position(|group| !group.is_empty()).unwrap_or_default();
        let count = groups.iter().rposition(|group| !group.is_empty()).map_or(0, |last| last + 1);
        let mut by_empties = [EmptiesParity::default(); Parity::COUNT];
        // To be added at odd numbers of empties and subtracted at even ones, before smoothing.
        let mut alternating: Vec<f64> = Vec::with_capacity(Parity::COUNT);
        for (empties, group) in groups.iter().enumerate().take(count).skip(first) {
            // Offsets within the reach of smoothing are still provisional; the leaves are farther away.
            let known = Parity::from_discs(&offsets(first, &alternating));
            let mut engine = Engine::new(Arc::new(evaluation.with_parities(&[(shape, known)])), TABLE_BYTES);
            let mut measured = EmptiesParity::default();
            for board in group {
                let budget = if empties > SOLVED_UP_TO { BUDGET } else { Budget::TO_THE_END };
                let Some((_, [before, last])) = best(&mut engine, *board, shape, budget) else { continue };
                let score = if empties > SOLVED_UP_TO { f64::from(before + last) / 2.0 } else { f64::from(last) };
                measured.add(f64::from(glancing.evaluate(*board, shape)), score);
            }
            let missed = (measured.score - measured.static_score) * sign(empties);
            alternating.push(if measured.positions >= MIN_POSITIONS { missed } else { 0.0 });
            by_empties[empties] = measured;
        }
        for (measured, offset) in by_empties.iter_mut().zip(offsets(first, &alternating)) {
            measured.offset = offset;
        }
        Self { by_empties }
    }

    /// Offsets for the evaluation.
    #[must_use]
    pub fn parity(&self) -> Parity {
        Parity::from_discs(&self.by_empties.map(|measured| measured.offset))
    }
}

impl EmptiesParity {
    /// Adds a position to the running means.
    fn add(&mut self, static_score: f64, score: f64) {
        self.positions += 1;
        let share = 1.0 / self.positions as f64;
        self.static_score += (static_score - self.static_score) * share;
        self.score += (score - self.score) * share;
    }
}

/// Positions with a small static evaluation, by the number of empties.
fn close_by_empties(engine: &mut Engine, shape: Shape, positions: &[Bitboards]) -> [Vec<Bitboards>; Parity::COUNT] {
    let mut groups = array::from_fn(|_| Vec::new());
    for board in positions {
        let group: &mut Vec<_> = &mut groups[board.empties(shape).count_ones() as usize];
        if group.len() < MAX_POSITIONS && engine.evaluate(*board, shape).abs() <= MAX_LEAD {
            group.push(*board);
        }
    }
    groups
}

/// Sign of the alternation: positive at odd numbers of empties, which favour the player to move.
const fn sign(empties: usize) -> f64 {
    if empties % 2 == 1 { 1.0 } else { -1.0 }
}

/// Offsets from the measurements, which start at `first` empties. Beyond the last one they keep its size and alternate
/// in sign.
fn offsets(first: usize, alternating: &[f64]) -> [f64; Parity::COUNT] {
    let smooth = |at: usize| -> f64 {
        let last = alternating.len() - 1;
        let near = |distance: usize| {
            // Reflects at either end, which preserves the parity.
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
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::cpu::classic::training::tempo::positions_beside_game;
    use crate::rules::xot_opening;

    #[test]
    fn an_error_common_to_both_parities_is_no_offset() {
        let alternating: Vec<f64> = (1..=40).map(|empties| 1.5 + 0.7 * sign(empties)).collect();
        let offsets = offsets(1, &alternating);
        for (empties, offset) in offsets.iter().enumerate().skip(1) {
            assert!((offset - 1.5 * sign(empties)).abs() < 1e-9, "{empties}: {offset}");
        }
        assert!(offsets[0].abs() < f64::EPSILON);
    }

    #[test]
    fn measured_offsets_are_added_to_the_static_evaluation() {
        const EMPTIES: std::ops::RangeInclusive<u32> = 5..=9;
        let mut engine = Engine::new(Evaluation::built_in(), 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = (Bitboards::START, Shape::FULL);
        let games = (0..16).map(|lot| positions_beside_game(&mut engine, start, &xot_opening(lot * 600), &mut rng));
        let empties = |board: &Bitboards| board.empties(Shape::FULL).count_ones();
        let few: Vec<Bitboards> = games.flatten().filter(|board| EMPTIES.contains(&empties(board))).collect();
        let unfair = Evaluation::built_in().with_parities(&[]);
        assert_eq!(MeasuredParity::measure(&unfair, Shape::FULL, &few).parity(), Parity::ZERO);
        let positions = few.repeat(MIN_POSITIONS / 4);
        let measured = MeasuredParity::measure(&unfair, Shape::FULL, &positions);
        let fair = unfair.with_parities(&[(Shape::FULL, measured.parity())]);
        assert_ne!(measured.parity(), Parity::ZERO);
        let again = MeasuredParity::measure(&fair, Shape::FULL, &positions);
        assert_eq!(again, measured, "the offsets that an evaluation has already do not count");
        for board in &few {
            let [before, after] = [&unfair, &fair].map(|evaluation| evaluation.evaluate(*board, Shape::FULL));
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
        assert_eq!(measured.parity(), Parity::ZERO);
    }
}
