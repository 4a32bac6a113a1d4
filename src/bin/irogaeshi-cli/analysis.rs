//! What every legal move of a position is worth, ply by ply deeper.

use std::time::{Duration, Instant};

use irogaeshi::cpu::classic::{Bitboards, Shape};

use crate::brain::{Brain, Budget};

/// How many plies before the end of the game an analysis leaps to it.
const LEAP: u32 = 8;

/// The least depth: the move, and a ply of the engine's after it.
const LEAST_DEPTH: u32 = 2;

/// The legal moves of a position, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Analysis {
    /// How many plies ahead.
    pub(crate) depth: u32,
    /// Whether that is the end of the game, and the scores certain.
    pub(crate) is_exact: bool,
    pub(crate) moves: Vec<ScoredMove>,
    /// Positions visited since the analysis began.
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ScoredMove {
    /// How the game would go on, the move first, by the engine's numbers of the squares.
    pub(crate) line: Vec<u8>,
    /// The discs by which whoever plays it would win.
    pub(crate) score: i32,
}

impl Analysis {
    /// Analyses a position within a budget and tells every depth that it has finished. The last one told is the result;
    /// nothing is told where there is no legal move.
    pub(crate) fn deepen(
        brain: &mut Brain,
        board: Bitboards,
        shape: Shape,
        budget: &Budget,
        tell: &mut dyn FnMut(&Self),
    ) {
        let start = Instant::now();
        let legal = board.legal_moves(shape);
        let empties = board.empties(shape).count_ones();
        let last = match budget.depth {
            Some(depth) if empties > budget.exact_from => depth.clamp(LEAST_DEPTH, empties.max(LEAST_DEPTH)),
            _ => empties,
        };
        let mut moves: Vec<ScoredMove> =
            (0..64).filter(|bit| legal >> bit & 1 == 1).map(|bit| ScoredMove { line: vec![bit], score: 0 }).collect();
        if moves.is_empty() {
            return;
        }
        let (mut nodes, mut depth) = (0, LEAST_DEPTH.min(last) - 1);
        while depth < last {
            depth = if depth + 1 + LEAP > empties { last } else { depth + 1 };
            let mut is_exact = true;
            for scored in &mut moves {
                let Some(left) = budget.left(start, nodes) else { return };
                let square = usize::from(scored.line[0]);
                let after = board.played(square, board.flips(square));
                let budget = Budget { depth: Some(depth - 1), exact_from: 0, ..left };
                let thought = brain.think(after, shape, &budget, &mut |_| {});
                nodes += thought.nodes;
                if !thought.is_exact && thought.depth + 1 < depth {
                    return;
                }
                is_exact &= thought.is_exact;
                scored.score = -thought.score;
                scored.line.truncate(1);
                scored.line.extend(thought.line);
            }
            moves.sort_by_key(|scored| -scored.score);
            tell(&Self { depth, is_exact, moves: moves.clone(), nodes, time: start.elapsed() });
        }
    }
}

#[cfg(test)]
mod tests {
    use irogaeshi::cpu::classic::Diagram;

    use super::*;
    use crate::brain::EngineArguments;

    fn analyses(diagram: &str, budget: &Budget) -> Vec<Analysis> {
        let diagram: Diagram = diagram.parse().expect("a diagram");
        let mut brain = Brain::new(EngineArguments::with_table(1));
        let mut told = Vec::new();
        Analysis::deepen(&mut brain, diagram.bitboards, Shape::FULL, budget, &mut |analysis| {
            told.push(analysis.clone());
        });
        told
    }

    /// Position 20 of the FFO suite, by M. Brockington, with the published scores of all its moves.
    #[test]
    fn published_scores_of_all_moves_are_found() {
        let diagram = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
        let last = analyses(diagram, &Budget::default()).pop().expect("is told");
        let scores: Vec<(u8, i32)> = last.moves.iter().map(|scored| (scored.line[0], scored.score)).collect();
        // h5, g6, f6, h6.
        assert_eq!(scores, [(39, 6), (46, -2), (45, -4), (47, -10)]);
        assert!(last.is_exact && last.depth == 6);
    }

    #[test]
    fn each_depth_scores_every_legal_move() {
        let start = "---------------------------OX------XO--------------------------- X";
        let told = analyses(start, &Budget { depth: Some(5), ..Budget::default() });
        assert_eq!(told.iter().map(|analysis| analysis.depth).collect::<Vec<_>>(), [2, 3, 4, 5]);
        for analysis in &told {
            let mut squares: Vec<u8> = analysis.moves.iter().map(|scored| scored.line[0]).collect();
            squares.sort_unstable();
            assert_eq!(squares, [19, 26, 37, 44]);
            // The position is symmetrical, so all moves are worth the same.
            assert!(analysis.moves.iter().all(|scored| scored.score == analysis.moves[0].score), "{analysis:?}");
        }
        let budget = Budget { nodes: Some(1), ..Budget::default() };
        assert_eq!(analyses(start, &budget), []);
    }

    #[test]
    fn without_a_legal_move_nothing_is_told() {
        assert_eq!(analyses(&format!("{}- O", "X".repeat(63)), &Budget::default()), []);
    }

    #[test]
    fn the_last_square_is_scored() {
        let told = analyses(&format!("-O{} X", "X".repeat(62)), &Budget::default());
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].depth, told[0].moves[0].score), (1, 64));
    }
}
