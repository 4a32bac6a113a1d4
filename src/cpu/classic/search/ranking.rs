//! Scores of all legal moves of a position, by iterative deepening.

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::board::translation::square_of;
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::control::Control;
use crate::cpu::progress::Progress;
use crate::cpu::report::{Line, Report, Score};
use crate::rules::Square;

/// Iterative deepening jumps to full depth from this many plies before the end of the game.
const LEAP: u32 = 8;

/// Minimum depth: the move, and one ply of search after it.
const MIN_DEPTH: u32 = 2;

impl Engine {
    /// Ranks the legal moves ever deeper within the budget, and reports each finished depth. Returns the last report;
    /// `None` without a legal move, or if stopped before the first depth.
    pub fn rank(
        &mut self,
        board: Bitboards,
        shape: Shape,
        budget: Budget,
        control: &mut Control<'_>,
    ) -> Option<Report> {
        let legal = board.legal_moves(shape);
        let empties = board.empties(shape).count_ones();
        let deepest =
            if empties > budget.exact_from && budget.depth < empties { budget.depth.max(MIN_DEPTH) } else { empties };
        let mut ranked: Vec<Ranked> = Squares(legal).map(|bit| Ranked { bit, line: Vec::new(), score: 0 }).collect();
        if ranked.is_empty() {
            return None;
        }
        self.begin(shape);
        let threads = control.threads();
        let mut last: Option<Report> = None;
        let (mut nodes, mut depth) = (0, MIN_DEPTH.min(deepest) - 1);
        while depth < deepest {
            depth = if depth + 1 + LEAP > empties { deepest } else { depth + 1 };
            let progress = Progress { done: last.as_ref().map_or(0, |report| report.depth), of: empties };
            let mut is_exact = true;
            for Ranked { bit, line, score } in &mut ranked {
                if nodes >= budget.nodes {
                    return last;
                }
                let after = board.played(*bit, board.flips(*bit));
                let budget = Budget { depth: depth - 1, exact_from: 0, nodes: budget.nodes - nodes, ..budget };
                let should_stop = &mut || control.progress(progress);
                let found = self.find_or_pass(after, budget, &mut |_| {}, should_stop, threads);
                nodes += found.nodes;
                if !found.is_exact && found.depth + 1 < depth {
                    return last;
                }
                is_exact &= found.is_exact;
                (*score, *line) = (-found.score, found.line);
            }
            ranked.sort_by_key(|ranked| -ranked.score);
            let lines = ranked.iter().map(Ranked::line).collect();
            let report = last.insert(Report { lines, depth, is_exact, nodes });
            control.report(report);
        }
        last
    }
}

/// A legal move with its reply line and its score.
struct Ranked {
    bit: usize,
    line: Vec<Square>,
    score: i32,
}

impl Ranked {
    fn line(&self) -> Line {
        let moves = [&[square_of(self.bit as u8)], self.line.as_slice()].concat();
        Line { moves, score: Some(Score::Lead(self.score)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::evaluation::values::Evaluation;

    fn rankings(drawing: &str, budget: Budget) -> Vec<Report> {
        let mut reports = Vec::new();
        let mut on_report = |report: &Report| reports.push(report.clone());
        let control = &mut Control::new().on_report(&mut on_report);
        let last =
            Engine::new(Evaluation::built_in(), 1 << 20).rank(Bitboards::drawn(drawing), Shape::FULL, budget, control);
        assert_eq!(reports.last(), last.as_ref());
        reports
    }

    /// Position 20 of the FFO suite, by M. Brockington, with the published scores of all its moves.
    #[test]
    fn published_scores_of_all_moves_are_found() {
        let diagram = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";
        let last = rankings(diagram, Budget::TO_THE_END).pop().expect("is reported");
        let scores: Vec<(String, Option<Score>)> =
            last.lines.iter().map(|line| (line.moves[0].to_string(), line.score)).collect();
        let expected = [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)];
        assert_eq!(scores, expected.map(|(square, lead)| (square.to_owned(), Some(Score::Lead(lead)))));
        assert!(last.is_exact && last.depth == 6);
    }

    #[test]
    fn each_depth_ranks_every_legal_move() {
        let start = "---------------------------OX------XO---------------------------";
        let reports = rankings(start, Budget { depth: 5, exact_from: 0, ..Budget::TO_THE_END });
        assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [2, 3, 4, 5]);
        for report in &reports {
            let mut squares: Vec<String> = report.lines.iter().map(|line| line.moves[0].to_string()).collect();
            squares.sort_unstable();
            assert_eq!(squares, ["c4", "d3", "e6", "f5"]);
            // All moves are equivalent, because the position is symmetric.
            assert!(report.lines.iter().all(|line| line.score == report.lines[0].score), "{report:?}");
        }
        assert_eq!(rankings(start, Budget::positions(1)), []);
    }

    #[test]
    fn without_a_legal_move_nothing_is_told() {
        assert_eq!(rankings(&format!("{}-", "O".repeat(63)), Budget::TO_THE_END), []);
    }

    #[test]
    fn the_last_square_is_ranked() {
        let reports = rankings(&format!("-O{}", "X".repeat(62)), Budget::TO_THE_END);
        assert_eq!(reports.len(), 1);
        assert_eq!((reports[0].depth, reports[0].lead()), (1, Some(64)));
    }
}
