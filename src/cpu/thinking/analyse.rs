//! Analysis of a position: the values of all legal moves, for hints and study.

use std::cell::Cell;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::cpu::analysis::{AnalysedMove, Analysis};
use crate::cpu::classic::{Book, Ranking, SearchLimits, bitboards, bitboards_for_any_goal, square_of};
use crate::cpu::decision::Score;
use crate::cpu::effort::{OnProgress, Progress};
use crate::cpu::kept_engine::KeptEngine;
use crate::cpu::playouts::payoffs::Aim;
use crate::cpu::playouts::tree::{self, Plan};
use crate::cpu::shares::built_in::network_for;
use crate::cpu::threads::Threads;
use crate::rules::{Position, Square};

/// Selectivity of an analysis: more cautious than the levels' searches, but still pruned by ProbCut.
const SELECTIVITY: u8 = 2;
/// Maximum number of playouts of an analysis without the engine, because more do not improve it.
const MAX_PLAYOUTS: u64 = 1 << 18;
/// Number of positions in one playout: about the length of a game.
const POSITIONS_A_PLAYOUT: u64 = 64;

/// Analyses a position ever deeper and reports each step, the last being the most accurate; reports nothing if the game
/// is over. Uses the engine if it can play the variant, otherwise the tree search. Moves known from a solved book are
/// reported at once. Ends at the end of the game, after this many positions, or when `on_progress` says so. The kept
/// engine reuses results of earlier analyses.
pub fn analyse(
    position: &Position,
    positions: u64,
    report: &mut dyn FnMut(&Analysis),
    on_progress: &mut OnProgress<'_>,
    threads: &Threads<'_>,
    kept: &mut KeptEngine,
) {
    let Some((board, shape)) = bitboards_for_any_goal(position) else {
        // A fixed seed, so that the same request gets the same answer.
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let playouts = (positions / POSITIONS_A_PLAYOUT).clamp(1, MAX_PLAYOUTS);
        let plan = Plan { aim: Aim::Win, visits: playouts as u32, network: network_for(position.variant()) };
        return tree::rank(position, plan, &mut rng, report, on_progress);
    };
    let known = bitboards(position).and_then(|(board, shape)| Book::built_in_for(shape)?.rank(board));
    if let Some(ranking) = known {
        return report(&Analysis::from(&ranking));
    }
    let of = board.empties(shape).count_ones();
    let done = Cell::new(0);
    let mut report = |ranking: &Ranking| {
        done.set(ranking.depth);
        report(&Analysis::from(ranking));
    };
    let mut should_stop = |_| on_progress(Progress { done: done.get(), of });
    let limits = SearchLimits { depth: of, exact_from: 0, selectivity: SELECTIVITY, nodes: positions };
    kept.engine(position.variant().goal(), shape).rank(board, shape, limits, &mut report, &mut should_stop, threads);
}

impl From<&Ranking> for Analysis {
    fn from(ranking: &Ranking) -> Self {
        let moves = ranking.moves.iter().filter_map(|ranked| {
            let line: Vec<Square> = ranked.line.iter().map(|bit| square_of(*bit)).collect();
            Some(AnalysedMove { square: *line.first()?, score: Score::Lead(ranked.score), line })
        });
        Self { depth: ranking.depth, is_exact: ranking.is_exact, moves: moves.collect(), nodes: ranking.nodes }
    }
}
