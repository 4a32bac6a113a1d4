//! Scores of all legal moves of a position, by iterative deepening.

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::search::engine::{Engine, SearchLimits};
use crate::cpu::classic::search::state::ShouldStop;
use crate::cpu::threads::Threads;

/// Iterative deepening jumps to full depth from this many plies before the end of the game.
const LEAP: u32 = 8;

/// Minimum depth: the move, and one ply of search after it.
const MIN_DEPTH: u32 = 2;

/// The legal moves of a position with their scores, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// Search depth in plies.
    pub depth: u32,
    /// True if the search reached the end of the game, so that the scores are exact.
    pub is_exact: bool,
    /// Moves, best first.
    pub moves: Vec<RankedMove>,
    /// Number of positions visited, over all depths.
    pub nodes: u64,
}

/// A legal move with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// Expected moves (principal variation) as bit indices, this move first.
    pub line: Vec<u8>,
    /// Expected final lead of the player who makes the move, in discs.
    pub score: i32,
}

impl Engine {
    /// Ranks the legal moves ever deeper within the limits, and reports each finished depth. The last report is the
    /// result; there is none without a legal move.
    /// `should_stop` receives the number of nodes and can stop the search, as in [`Self::search`].
    pub fn rank(
        &mut self,
        board: Bitboards,
        shape: Shape,
        limits: SearchLimits,
        report: &mut dyn FnMut(&Ranking),
        should_stop: &mut ShouldStop<'_>,
        threads: &Threads<'_>,
    ) {
        let legal = board.legal_moves(shape);
        let empties = board.empties(shape).count_ones();
        let last =
            if empties > limits.exact_from && limits.depth < empties { limits.depth.max(MIN_DEPTH) } else { empties };
        let mut moves: Vec<RankedMove> =
            (0..64).filter(|bit| legal >> bit & 1 == 1).map(|bit| RankedMove { line: vec![bit], score: 0 }).collect();
        if moves.is_empty() {
            return;
        }
        self.begin(shape);
        let (mut nodes, mut depth) = (0, MIN_DEPTH.min(last) - 1);
        while depth < last {
            depth = if depth + 1 + LEAP > empties { last } else { depth + 1 };
            let mut is_exact = true;
            for ranked in &mut moves {
                if nodes >= limits.nodes {
                    return;
                }
                let square = usize::from(ranked.line[0]);
                let after = board.played(square, board.flips(square));
                let limits = SearchLimits { depth: depth - 1, exact_from: 0, nodes: limits.nodes - nodes, ..limits };
                let found =
                    self.find_or_pass(after, limits, &mut |_| {}, &mut |more| should_stop(nodes + more), threads);
                nodes += found.nodes;
                if !found.is_exact && found.depth + 1 < depth {
                    return;
                }
                is_exact &= found.is_exact;
                ranked.score = -found.score;
                ranked.line.truncate(1);
                ranked.line.extend(found.line);
            }
            moves.sort_by_key(|ranked| -ranked.score);
            report(&Ranking { depth, is_exact, moves: moves.clone(), nodes });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::cpu::classic::evaluation::values::Evaluation;
    use crate::cpu::threads::single_thread;

    fn rankings(drawing: &str, limits: SearchLimits) -> Vec<Ranking> {
        let mut reports = Vec::new();
        Engine::new(Evaluation::built_in(), 1 << 20).rank(
            Bitboards::drawn(drawing),
            Shape::FULL,
            limits,
            &mut |ranking| reports.push(ranking.clone()),
            &mut |_| ControlFlow::Continue(()),
            &single_thread,
        );
        reports
    }

    /// Position 20 of the FFO suite, by M. Brockington, with the published scores of all its moves.
    #[test]
    fn published_scores_of_all_moves_are_found() {
        let diagram = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
        let last = rankings(diagram, SearchLimits::TO_THE_END).pop().expect("is reported");
        let scores: Vec<(u8, i32)> = last.moves.iter().map(|ranked| (ranked.line[0], ranked.score)).collect();
        // h5, g6, f6, h6.
        assert_eq!(scores, [(39, 6), (46, -2), (45, -4), (47, -10)]);
        assert!(last.is_exact && last.depth == 6);
    }

    #[test]
    fn each_depth_ranks_every_legal_move() {
        let start = "---------------------------OX------XO---------------------------";
        let reports = rankings(start, SearchLimits { depth: 5, exact_from: 0, ..SearchLimits::TO_THE_END });
        assert_eq!(reports.iter().map(|ranking| ranking.depth).collect::<Vec<_>>(), [2, 3, 4, 5]);
        for ranking in &reports {
            let mut squares: Vec<u8> = ranking.moves.iter().map(|ranked| ranked.line[0]).collect();
            squares.sort_unstable();
            assert_eq!(squares, [19, 26, 37, 44]);
            // All moves are equivalent, because the position is symmetric.
            assert!(ranking.moves.iter().all(|ranked| ranked.score == ranking.moves[0].score), "{ranking:?}");
        }
        assert_eq!(rankings(start, SearchLimits { nodes: 1, ..SearchLimits::TO_THE_END }), []);
    }

    #[test]
    fn without_a_legal_move_nothing_is_told() {
        assert_eq!(rankings(&format!("{}-", "O".repeat(63)), SearchLimits::TO_THE_END), []);
    }

    #[test]
    fn the_last_square_is_ranked() {
        let reports = rankings(&format!("-O{}", "X".repeat(62)), SearchLimits::TO_THE_END);
        assert_eq!(reports.len(), 1);
        assert_eq!((reports[0].depth, reports[0].moves[0].score), (1, 64));
    }
}
