//! Tempo: the bias of an evaluation for or against the player to move, and its correction.
//!
//! Labels from searches of an even depth teach an evaluation to underrate the player to move, because the last choice
//! in such a search is the opponent's, who picks among noisy leaves. Scores of even and odd depths then differ by twice
//! that bias, and search windows, shallow searches and table entries are off by it.

use std::sync::Arc;

use rand::Rng;

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::translation::bit_of;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::classic::training::self_play::any;
use crate::cpu::control::Control;
use crate::cpu::report::Report;
use crate::rules::Square;

/// Depth of the deepest search for measuring the tempo.
const DEPTH: u32 = 2;

/// Full-width search, without pruning by selectivity.
const BUDGET: Budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(DEPTH) };

/// Measurement for one phase of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseTempo {
    /// Number of positions.
    pub positions: u32,
    /// Mean static evaluation, and mean scores at depths 1 and 2, in discs.
    pub means: [f64; DEPTH as usize + 1],
    /// Correction to add for the player to move, in discs.
    pub missing: f64,
}

/// Missing offsets of an evaluation for the player to move, by phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tempo {
    /// Measurements by phase.
    pub phases: [PhaseTempo; PHASES],
}

/// Sums that determine the offset of a phase: `own * offset + next * offset of the next phase = swing`.
#[derive(Clone, Copy, Default)]
struct Equation {
    own: f64,
    next: f64,
    swing: f64,
}

/// Positions beside a game that starts with an opening and continues by two-ply searches. Each results from a random
/// move instead of the move played, and has a legal move.
///
/// The positions of the game itself would be biased: a search chose them because it overrated them for the player who
/// had just moved. At the leaves of a search, all moves occur.
///
/// # Panics
/// If the opening is illegal.
pub fn positions_beside_game(
    engine: &mut Engine,
    (start, shape): (Bitboards, Shape),
    opening: &[Square],
    rng: &mut impl Rng,
) -> Vec<Bitboards> {
    let (mut board, mut played, mut positions) = (start, 0, Vec::with_capacity(60));
    loop {
        let moves = board.legal_moves(shape);
        if moves == 0 {
            board = board.passed();
            if board.legal_moves(shape) == 0 {
                return positions;
            }
            continue;
        }
        let other = any(moves, rng);
        let beside = board.played(other, board.flips(other));
        if beside.legal_moves(shape) != 0 {
            positions.push(beside);
        }
        let prescribed = opening.get(played).map(|square| usize::from(bit_of(*square)));
        assert!(prescribed.is_none_or(|square| moves >> square & 1 == 1), "an opening is played");
        let square = prescribed.or_else(|| best(engine, board, shape)).unwrap_or(other);
        board = board.played(square, board.flips(square));
        played += 1;
    }
}

/// Best move by a search of the depth for measuring the tempo.
fn best(engine: &mut Engine, board: Bitboards, shape: Shape) -> Option<usize> {
    let found = engine.search(board, shape, BUDGET, &mut Control::new())?;
    found.line.first().map(|square| usize::from(bit_of(*square)))
}

impl Tempo {
    /// Measures an evaluation in positions with a legal move, each with its board.
    ///
    /// Let v0 be the static evaluation and v1 and v2 the scores at depths 1 and 2. Then `2 v1 - v0 - v2` is 0 without a
    /// tempo bias, even if scores grow or shrink steadily with the depth. An offset c for the player to move adds c to
    /// v0 and v2 and subtracts it from v1, if the leaves of each are in the phase of c.
    #[must_use]
    pub fn measure(evaluation: &Arc<Evaluation>, positions: impl IntoIterator<Item = (Bitboards, Shape)>) -> Self {
        let mut engine = Engine::new(Arc::clone(evaluation), 0);
        let mut phases = [PhaseTempo::default(); PHASES];
        let mut equations = [Equation::default(); PHASES];
        for (board, shape) in positions {
            let discs = board.discs().count_ones();
            let Some([static_score, one, two]) = scores(&mut engine, board, shape) else { continue };
            let at = shape.phase(discs);
            let counts = |depth: u32| f64::from(u8::from(shape.phase(discs + depth) == at));
            let equation = &mut equations[at];
            equation.own += 1.0 + 2.0 * counts(1) + counts(2);
            equation.next += 3.0 - 2.0 * counts(1) - counts(2);
            equation.swing += f64::from(2 * one - static_score - two);
            phases[at].positions += 1;
            for (mean, score) in phases[at].means.iter_mut().zip([static_score, one, two]) {
                // Running mean.
                *mean += (f64::from(score) - *mean) / f64::from(phases[at].positions);
            }
        }
        let mut later = 0.0;
        for (phase, Equation { own, next, swing }) in phases.iter_mut().zip(equations).rev() {
            if own > 0.0 {
                phase.missing = (swing - next * later) / own;
            }
            later = phase.missing;
        }
        Self { phases }
    }

    /// Returns the evaluation with the missing offsets added.
    #[must_use]
    pub fn level(&self, evaluation: &Evaluation) -> Evaluation {
        evaluation.with_offsets(&self.phases.map(|phase| phase.missing))
    }
}

/// Static evaluation and scores at depths 1 and 2; `None` if the end of the game is within reach.
fn scores(engine: &mut Engine, board: Bitboards, shape: Shape) -> Option<[i32; DEPTH as usize + 1]> {
    if board.empties(shape).count_ones() <= DEPTH {
        return None;
    }
    let mut reports = Vec::from([engine.evaluate(board, shape)]);
    let mut on_report = |report: &Report| reports.extend(report.lead());
    engine.search(board, shape, BUDGET, &mut Control::new().on_report(&mut on_report))?;
    reports.try_into().ok()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::rules::xot_opening;

    fn boards() -> Vec<Bitboards> {
        let mut engine = Engine::new(Evaluation::built_in(), 0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let start = (Bitboards::START, Shape::FULL);
        (0..12).flat_map(|lot| positions_beside_game(&mut engine, start, &xot_opening(lot * 800), &mut rng)).collect()
    }

    #[test]
    fn all_stages_of_games_have_positions_beside_them() {
        let boards = boards();
        let discs: Vec<u32> = boards.iter().map(|board| board.discs().count_ones()).collect();
        // After one ply of each game, and late in the game.
        assert_eq!(discs.iter().filter(|discs| **discs == 5).count(), 12);
        assert!((5..60).all(|discs_then| discs.iter().filter(|discs| **discs == discs_then).count() > 6), "{discs:?}");
        assert!(boards.iter().all(|board| board.legal_moves(Shape::FULL) != 0));
    }

    /// Finds the added offset, whatever the phases of the leaves.
    #[test]
    fn an_offset_is_measured_and_taken_out() {
        let boards = boards();
        let missing = [-0.5, 1.5, 3.0, 2.0, 0.0, -1.0, -3.0, 2.5, 2.5, 0.5, 1.0, -2.0, -1.0, 0.5, 0.25];
        let unfair = Arc::new(Evaluation::blank(Boards::Full).with_offsets(&missing.map(|discs| -discs)));
        let measured = Tempo::measure(&unfair, boards.iter().map(|board| (*board, Shape::FULL)));
        for (phase, (found, missing)) in measured.phases.iter().zip(missing).enumerate() {
            // Scores are rounded to discs; near the end, exact scores are mixed in.
            let is_near = (found.missing - missing).abs() < 0.8;
            assert!(is_near || found.positions == 0 || phase > 12, "phase {phase}: {found:?}, not {missing}");
        }
        let fair = measured.level(&unfair);
        assert!(fair.evaluate(boards[0], Shape::FULL).abs() <= 1);
    }

    #[test]
    fn no_positions_measure_nothing() {
        let nothing = Tempo::measure(&Evaluation::built_in(), []);
        assert_eq!(nothing.phases, [PhaseTempo::default(); PHASES]);
        let built_in = Evaluation::built_in();
        assert_eq!(nothing.level(&built_in).checksum(), built_in.checksum());
    }
}
