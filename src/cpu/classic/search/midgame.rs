//! Midgame search: to a depth with the evaluation at its leaves, or to the end of the game.
//!
//! Principal variation search (Reinefeld, ICCA Journal 6(4), 1983): the first move is searched for its score, the
//! others only to see whether they are better.

use crate::cpu::classic::board::bitboards::{Bitboards, Squares};
use crate::cpu::classic::evaluation::node::Node;
use crate::cpu::classic::evaluation::partial_evaluation::PartialEvaluation;
use crate::cpu::classic::search::endgame::{FASTEST_FIRST_FROM, odd_quadrants};
use crate::cpu::classic::search::machine::Machine;
use crate::cpu::classic::search::moves::{Move, Moves};
use crate::cpu::classic::search::split::SplitMoves;
use crate::cpu::classic::search::state::Search;
use crate::cpu::classic::search::table::{Found, Key, NO_MOVE};

/// Minimum depth for probing the table with the positions after each move.
const TRANSPOSITION_CUTOFF_FROM: u32 = 4;

/// Minimum depth for splitting the moves among the threads of a team.
const SPLIT_FROM: u32 = 6;

/// Minimum depth for ordering moves by the evaluation.
const EVALUATION_ORDER_FROM: u32 = 3;

/// Maximum depth for ordering moves by the static evaluation alone; deeper searches use a one-ply search.
const STATIC_ORDER_UP_TO: u32 = 16;

/// Maximum number of empties for ordering moves by mobility too; with more, the evaluation alone orders better.
const MOBILITY_FROM: u32 = 26;

/// Half width of the window of the ordering search.
const DOUBT: i32 = 12;

/// Room for all legal moves. The known maximum is 35, over all positions, reachable or not.
const MAX_MOVES: usize = 40;

const INFINITY: i32 = 127;

impl<M: Machine> Search<'_, '_, M> {
    #[inline(always)]
    fn partial_evaluation(&self, node: &Node) -> PartialEvaluation<'_, M> {
        let discs = node.board.discs().count_ones();
        self.evaluation.partial_evaluation(self.layout, &node.configurations, discs, node.is_first, self.machine)
    }

    /// Static evaluation.
    #[inline(always)]
    pub(crate) fn evaluate(&self, node: &Node) -> i32 {
        self.partial_evaluation(node).score()
    }

    /// Faster static evaluation without the costly parts, good enough for move ordering.
    #[inline(always)]
    fn evaluate_fast(&self, node: &Node) -> i32 {
        self.partial_evaluation(node).fast_score()
    }

    /// Score of a game that is obviously over, since the board is full or the mover has no discs. Does not detect
    /// passes.
    #[inline(always)]
    fn score_at_end(&self, node: &Node) -> Option<i32> {
        if node.board.own == 0 || node.empties(self.shape) == 0 { Some(self.final_score(node.board)) } else { None }
    }

    /// Static evaluation of a leaf, or a bound of it on the same side of alpha.
    #[inline(always)]
    fn leaf(&self, node: &Node, alpha: i32) -> i32 {
        if let Some(score) = self.score_at_end(node) { score } else { self.partial_evaluation(node).bound(alpha) }
    }

    /// Like [`Self::leaf`], but always the evaluation itself.
    #[inline(always)]
    fn scored_leaf(&self, node: &Node) -> i32 {
        if let Some(score) = self.score_at_end(node) { score } else { self.evaluate(node) }
    }

    #[inline(always)]
    pub(crate) fn legal_moves(&self, node: &Node) -> u64 {
        self.machine.reached(node.board.own, node.board.other) & node.board.empties(self.shape)
    }

    /// Searches whether the score is greater than alpha, and returns a bound on the same side. `depth` is in plies; it
    /// reaches the end of the game if it is at least the number of empties.
    #[inline(always)]
    pub(crate) fn null_window_here(&mut self, node: &Node, depth: u32, alpha: i32) -> i32 {
        let empties = node.empties(self.shape);
        if depth == 0 {
            self.nodes += 1;
            return self.leaf(node, alpha);
        }
        let moves = self.legal_moves(node);
        let is_to_end = depth >= empties;
        if is_to_end && empties <= FASTEST_FIRST_FROM {
            return self.solved(node.board, moves, empties, alpha);
        }
        if moves == 0 {
            let passed = node.passed();
            if self.legal_moves(&passed) == 0 {
                self.nodes += 1;
                return self.final_score(node.board);
            }
            return -M::null_window(self, &passed, depth, -alpha - 1);
        }
        self.nodes += 1;
        if self.must_stop() {
            return alpha;
        }
        if depth == 1 {
            return self.one_ply(node, moves, alpha);
        }
        if is_to_end && let Some(bound) = self.stability_cutoff(node.board, empties, alpha) {
            return bound;
        }
        let key = Key::of(node.board);
        let before = self.nodes;
        let selectivity = self.selectivity;
        let found = self.table.get(key);
        if let Some(found) = found.filter(|found| u32::from(found.depth) >= depth && found.selectivity >= selectivity) {
            if i32::from(found.lower) > alpha {
                return found.lower.into();
            }
            if i32::from(found.upper) <= alpha {
                return found.upper.into();
            }
        }
        let best_moves = found.map_or([NO_MOVE; 2], |found| found.best);
        let mut list = Moves::<MAX_MOVES>::new();
        self.fill(&mut list, node, moves, depth, best_moves, alpha);
        if depth >= TRANSPOSITION_CUTOFF_FROM
            && let Some(score) = self.transposition_cutoff(&list, depth, alpha)
        {
            return score;
        }
        if let Some(score) = self.probable_cutoff(node, depth, is_to_end, alpha) {
            return score;
        }
        let mut best = (-INFINITY, NO_MOVE);
        let mut split = SplitMoves::new((depth >= SPLIT_FROM).then_some(self.team));
        while let Some(split_move) = split.next(&mut list) {
            let candidate = &list[split_move.number];
            let next = self.after(node, candidate);
            let score = -M::null_window(self, &next, depth - 1, -alpha - 1);
            split.leave(&split_move);
            if self.is_stopped {
                return alpha;
            }
            if score > best.0 {
                best = (score, candidate.square);
                if score > alpha {
                    break;
                }
            }
        }
        let (score, square) = best;
        let (lower, upper) = if score > alpha { (score as i8, 64) } else { (-64, score as i8) };
        let found = Found { lower, upper, depth: depth as u8, selectivity, best: [square, NO_MOVE] };
        self.table.put(key, found, self.nodes - before);
        score
    }

    /// Score within a window, and the best move. Stores the principal variation in the table.
    pub(crate) fn principal(&mut self, node: &Node, depth: u32, mut alpha: i32, beta: i32) -> (i32, u8) {
        if depth == 0 {
            self.nodes += 1;
            return (self.scored_leaf(node), NO_MOVE);
        }
        let empties = node.empties(self.shape);
        let moves = self.legal_moves(node);
        if moves == 0 {
            let passed = node.passed();
            if self.legal_moves(&passed) == 0 {
                self.nodes += 1;
                return (self.final_score(node.board), NO_MOVE);
            }
            return (-self.principal(&passed, depth, -beta, -alpha).0, NO_MOVE);
        }
        self.nodes += 1;
        if self.must_stop() {
            return (alpha, NO_MOVE);
        }
        let depth = depth.min(empties);
        let key = Key::of(node.board);
        let before = self.nodes;
        let selectivity = self.selectivity;
        let best_moves = self.table.get(key).map_or([NO_MOVE; 2], |found| found.best);
        let mut list = Moves::<MAX_MOVES>::new();
        self.fill(&mut list, node, moves, depth, best_moves, alpha);
        let (mut best, at_first) = ((-INFINITY, NO_MOVE), alpha);
        let mut split = SplitMoves::new((depth >= SPLIT_FROM).then_some(self.team));
        while let Some(split_move) = split.next(&mut list) {
            let candidate = &list[split_move.number];
            let next = self.after(node, candidate);
            let mut score = alpha + 1;
            if !split_move.is_first {
                score = -M::null_window(self, &next, depth - 1, -alpha - 1);
            }
            if score > alpha && (score < beta || split_move.is_first) && !self.is_stopped {
                score = -self.principal(&next, depth - 1, -beta, -alpha).0;
            }
            split.leave(&split_move);
            if self.is_stopped {
                // A move found to be better than alpha so far is the best known one.
                return if best.0 > at_first { best } else { (at_first, NO_MOVE) };
            }
            if score > best.0 {
                best = (score, candidate.square);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        let (score, square) = best;
        let lower = if score > at_first { score as i8 } else { -64 };
        let upper = if score < beta { score as i8 } else { 64 };
        let found = Found { lower, upper, depth: depth as u8, selectivity, best: [square, NO_MOVE] };
        self.table.put(key, found, self.nodes - before);
        best
    }

    /// Score by the endgame solver.
    #[inline(always)]
    fn solved(&mut self, board: Bitboards, moves: u64, empties: u32, alpha: i32) -> i32 {
        let odd = odd_quadrants(board.empties(self.shape));
        match empties {
            7.. => M::fastest_first(self, board, moves, odd, alpha),
            6 => M::six_empties(self, board, moves, odd, alpha),
            5 => M::five_empties(self, board, odd, alpha),
            _ => self.last_empties(board),
        }
    }

    /// Best static evaluation after one ply.
    #[inline(always)]
    fn one_ply(&mut self, node: &Node, moves: u64, alpha: i32) -> i32 {
        let mut best = -INFINITY;
        for square in Squares(moves) {
            let flips = self.machine.flips(node.board.own, node.board.other, square);
            let next = node.played(self.layout, square, flips);
            self.nodes += 1;
            let score = -self.leaf(&next, -alpha - 1);
            if score > best {
                best = score;
                if score > alpha {
                    break;
                }
            }
        }
        best
    }

    /// Fills the list with the legal moves and their ordering scores.
    #[inline(always)]
    fn fill(&mut self, list: &mut Moves<MAX_MOVES>, node: &Node, moves: u64, depth: u32, best: [u8; 2], alpha: i32) {
        let empties = node.board.empties(self.shape);
        let odd = odd_quadrants(empties);
        let counts_mobility = empties.count_ones() <= MOBILITY_FROM;
        for square in Squares(moves) {
            let flips = self.machine.flips(node.board.own, node.board.other, square);
            let board = node.board.played(square, flips);
            if depth > 2 {
                self.table.fetch_soon(Key::of(board));
            }
            let machine = self.machine;
            let mobility = || (machine.reached(board.own, board.other) & empties & !(1 << square)).count_ones() as i32;
            let order = if square == usize::from(best[0]) {
                1 << 20
            } else if square == usize::from(best[1]) {
                1 << 19
            } else if depth < EVALUATION_ORDER_FROM {
                -mobility()
            } else {
                let next = node.played(self.layout, square, flips);
                let score = if depth <= STATIC_ORDER_UP_TO {
                    -self.evaluate_fast(&next)
                } else {
                    -M::window(self, &next, 1, -(alpha + DOUBT), -(alpha - DOUBT))
                };
                let open = if counts_mobility { mobility() * 20 } else { 0 };
                score * 4 - open + if odd >> square & 1 == 1 { 8 } else { 0 }
            };
            list.push(Move { square: square as u8, board, replies: 0 }, order);
        }
    }

    /// A plain search for move ordering.
    #[inline(always)]
    pub(crate) fn window_here(&mut self, node: &Node, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let moves = self.legal_moves(node);
        if depth == 0 {
            return self.evaluate_fast(node);
        }
        if moves == 0 {
            let passed = node.passed();
            if self.legal_moves(&passed) == 0 {
                return self.final_score(node.board);
            }
            return -M::window(self, &passed, depth, -beta, -alpha);
        }
        let mut best = -INFINITY;
        for square in Squares(moves) {
            let flips = self.machine.flips(node.board.own, node.board.other, square);
            self.nodes += 1;
            let score = -M::window(self, &node.played(self.layout, square, flips), depth - 1, -beta, -alpha);
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Enhanced transposition cutoff: a bound from a move whose position the table knows to be good enough.
    #[inline(always)]
    fn transposition_cutoff(&self, list: &Moves<MAX_MOVES>, depth: u32, alpha: i32) -> Option<i32> {
        list.iter().find_map(|candidate| {
            let found = self.table.get(Key::of(candidate.board))?;
            let is_enough = u32::from(found.depth) + 1 >= depth && found.selectivity >= self.selectivity;
            (is_enough && -i32::from(found.upper) > alpha).then_some(-i32::from(found.upper))
        })
    }

    /// Position after a move of the list.
    #[inline(always)]
    fn after(&self, node: &Node, candidate: &Move) -> Node {
        // Squares that the opponent has lost are the flipped ones.
        node.played(self.layout, candidate.square.into(), node.board.other & !candidate.board.own)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::budget::Budget;
    use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
    use crate::cpu::classic::board::translation::bit_of;
    use crate::cpu::classic::evaluation::boards::Boards;
    use crate::cpu::classic::evaluation::values::Evaluation;
    use crate::cpu::classic::search::engine::Engine;
    use crate::cpu::classic::search::machine::Portable;
    use crate::cpu::classic::search::state::Resources;
    use crate::cpu::classic::search::table::Table;
    use crate::cpu::classic::search::team::Team;
    use crate::cpu::control::Control;
    use crate::cpu::report::Report;
    use crate::rules::Square;

    const SHAPES: [Shape; 3] = [Shape::FULL, Shape(!0xC381_0000_0000_81C3), Shape(!0x0000_2400_4000_1001)];

    /// A position after random moves, with a legal move.
    fn midgame(shape: Shape, plies: usize, seed: u64) -> Option<Bitboards> {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut board = Bitboards::START;
        for _ in 0..plies {
            let moves: Vec<usize> = Squares(board.legal_moves(shape)).collect();
            let square = *moves.get(dice.random_range(0..moves.len().max(1)))?;
            board = board.played(square, board.flips(square));
            if board.legal_moves(shape) == 0 {
                board = board.passed();
            }
        }
        (board.legal_moves(shape) != 0).then_some(board)
    }

    /// Score by plain minimax at this depth, not counting passes.
    fn minimax(evaluation: &Evaluation, shape: Shape, board: Bitboards, depth: u32) -> i32 {
        if board.empties(shape) == 0 || board.own == 0 {
            return board.final_score(shape);
        }
        if depth == 0 {
            return evaluation.evaluate(board, shape);
        }
        let moves = board.legal_moves(shape);
        if moves != 0 {
            let after = |square: usize| board.played(square, board.flips(square));
            let scores = Squares(moves).map(|square| -minimax(evaluation, shape, after(square), depth - 1));
            scores.max().expect("a move is legal")
        } else if board.is_over(shape) {
            board.final_score(shape)
        } else {
            -minimax(evaluation, shape, board.passed(), depth)
        }
    }

    #[test]
    fn nothing_is_left_out_that_matters() {
        let evaluation = Evaluation::built_in();
        for seed in 0..24 {
            let shape = SHAPES[seed as usize % SHAPES.len()];
            let Some(board) = midgame(shape, 4 + seed as usize * 7 % 44, seed) else { continue };
            let empties = board.empties(shape).count_ones();
            for depth in 1..=4.min(empties - 1) {
                let mut engine = Engine::new(evaluation.clone(), 1 << 20);
                let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(depth) };
                let result = engine.search(board, shape, budget, &mut Control::new()).expect("a move is legal");
                let score = minimax(&evaluation, shape, board, depth);
                assert_eq!((result.score, result.depth), (score, depth), "seed {seed}: {board:x?} of {shape:x?}");
                let best = usize::from(bit_of(result.line[0]));
                let next = board.played(best, board.flips(best));
                assert_eq!(-minimax(&evaluation, shape, next, depth - 1), score, "seed {seed}: {best} in {board:x?}");
            }
        }
    }

    #[test]
    fn a_better_move_found_before_a_stop_counts() {
        let evaluation = Evaluation::built_in();
        let mut better = 0;
        for seed in 0..18 {
            let Some(board) = midgame(Shape::FULL, 6 + 2 * seed as usize, seed) else { continue };
            let budget = Budget { selectivity: Budget::FULL_WIDTH, ..Budget::plies(4) };
            let mut finished = Vec::new();
            let mut on_report = |report: &Report| finished.push(report.clone());
            let mut engine = Engine::new(evaluation.clone(), 1 << 20);
            engine.search(board, Shape::FULL, budget, &mut Control::new().on_report(&mut on_report));
            for [earlier, later] in finished.array_windows() {
                let order = |square: Square| {
                    let bit = bit_of(square).into();
                    let next = board.played(bit, board.flips(bit));
                    -minimax(&evaluation, Shape::FULL, next, later.depth - 1)
                };
                for nodes in (earlier.nodes + 1..later.nodes).step_by(11) {
                    engine.forget();
                    let budget = Budget { nodes, ..budget };
                    let stopped = engine.search(board, Shape::FULL, budget, &mut Control::new());
                    let (best, before) = (stopped.expect("a move is legal").line[0], earlier.lines[0].moves[0]);
                    if best != before {
                        assert!(order(best) >= order(before), "seed {seed}, {nodes} nodes: {best} in {board:x?}");
                        better += 1;
                    }
                }
            }
        }
        assert!(better > 0, "no stop came after a better move");
    }

    #[test]
    fn an_outcome_is_that_of_the_score_whatever_was_known() {
        const EMPTIES: usize = 7;
        let evaluation = Evaluation::built_in();
        let mut outcomes = HashSet::new();
        for seed in 0..90 {
            let shape = SHAPES[seed as usize % SHAPES.len()];
            let plies = shape.0.count_ones() as usize - 4 - EMPTIES;
            let Some(board) = midgame(shape, plies, seed) else { continue };
            let order = |square: u8| {
                let next = board.played(square.into(), board.flips(square.into()));
                -minimax(&evaluation, shape, next, 64)
            };
            let first = board.legal_moves(shape).trailing_zeros() as u8;
            let score = minimax(&evaluation, shape, board, 64);
            for guess in [-9, 0, 9] {
                let (layout, table, team) = (evaluation.layout(shape), Table::new(1 << 16), Team::new());
                let resources = Resources {
                    shape,
                    layout: &layout,
                    table: &table,
                    evaluation: &evaluation,
                    node_limit: u64::MAX,
                    team: &team,
                };
                let should_stop = &mut || ControlFlow::Continue(());
                let mut search = Search::new(Portable, resources, should_stop);
                search.begin(0, Budget::FULL_WIDTH);
                let (found, best) = search.outcome(&Node::new(board, &layout), EMPTIES as u32, (guess, first));
                let why = format!("seed {seed}, guess {guess}: {score} in {board:x?}");
                assert_eq!(found.signum(), score.signum(), "{why}");
                assert!((found - score).abs() <= (guess - score).abs(), "{why}: {found}");
                match score {
                    ..0 => assert_eq!(best, first, "{why}"),
                    _ => assert_eq!(order(best).signum(), score.signum(), "{why}: {best}"),
                }
            }
            outcomes.insert(score.signum());
        }
        assert_eq!(outcomes.len(), 3, "there were won, drawn and lost ends");
    }

    #[test]
    fn every_legal_move_is_searched() {
        // No known position has more legal moves than this one, found by simulated annealing.
        let board = Bitboards { own: 0x0080_6406_213C_0800, other: 0x005E_0A40_5240_5600 };
        let moves = board.legal_moves(Shape::FULL);
        assert_eq!(moves.count_ones(), 35);
        let (evaluation, table, team) = (Evaluation::blank(Boards::Full), Table::new(0), Team::new());
        let layout = evaluation.layout(Shape::FULL);
        let resources = Resources {
            shape: Shape::FULL,
            layout: &layout,
            table: &table,
            evaluation: &evaluation,
            node_limit: u64::MAX,
            team: &team,
        };
        let should_stop = &mut || ControlFlow::Continue(());
        let mut search = Search::new(Portable, resources, should_stop);
        let mut list = Moves::<MAX_MOVES>::new();
        search.fill(&mut list, &Node::new(board, &layout), moves, 2, [NO_MOVE; 2], 0);
        assert_eq!(list.iter().fold(0, |squares, found| squares | 1 << found.square), moves);
    }
}
