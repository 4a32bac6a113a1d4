//! A book in the making: the known positions, and those to study next.
//!
//! Deep searches score the moves of a position. If a move leads to another known position, that position's score is
//! better and is backed up. The book grows where both players give away least.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, LazyLock};

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::board::translation::bit_of;
use crate::cpu::classic::book::board::{BookBoard, after};
use crate::cpu::classic::book::graph::{BOOK_PARTS, Book, BookMove};
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::control::Control;
use crate::cpu::report::Report;
use crate::rules::Opening;

/// Size of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlan {
    /// Search depth of the moves.
    pub depth: u32,
    /// Number of plies of the book; named openings may go further.
    pub plies: u32,
    /// Maximum loss of a move in discs for the book to continue after it.
    pub margin: i32,
    /// Number of positions of the finished book.
    pub positions: usize,
}

/// Positions of the named openings, as canonical images.
static NAMED: LazyLock<HashSet<Bitboards>> = LazyLock::new(|| {
    let boards = Opening::all().iter().flat_map(|opening| {
        opening.moves.iter().scan(Bitboards::START, |board, square| {
            *board = after(*board, bit_of(*square));
            Some(board.canonical_image().0)
        })
    });
    boards.chain([Bitboards::START.canonical_image().0]).collect()
});

/// The moves of a position that are in the book.
type Moves = Vec<BookMove>;

/// A book in the making.
#[derive(Clone, Debug)]
pub struct BookDraft {
    plan: BookPlan,
    /// Known positions, with the search score of each move.
    known: BTreeMap<Bitboards, Moves>,
}

impl BookDraft {
    /// Creates an empty draft.
    #[must_use]
    pub const fn new(plan: BookPlan) -> Self {
        Self { plan, known: BTreeMap::new() }
    }

    /// Number of known positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Returns whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Positions to study next; empty when the book has its planned size. They depend only on the known positions, not
    /// on the order in which these were learnt.
    #[must_use]
    pub fn wanted(&self) -> Vec<Bitboards> {
        let left = self.plan.positions.saturating_sub(self.len());
        let is_new = |board: &&Bitboards| !self.known.contains_key(board) && board.legal_moves(Shape::FULL) != 0;
        let mut named: Vec<Bitboards> = NAMED.iter().filter(is_new).copied().collect();
        if !named.is_empty() {
            named.sort_by_key(|board| (board.discs().count_ones(), *board));
            named.truncate(left);
            return named;
        }
        let mut ahead: Vec<(i32, Bitboards)> = self.ahead().into_iter().map(|(board, cost)| (cost, board)).collect();
        ahead.sort_unstable();
        ahead.truncate(left.min(MIN_POSITIONS_A_ROUND.max(self.len() / ROUNDS_TO_DOUBLE)));
        ahead.into_iter().map(|(_, board)| board).collect()
    }

    /// Adds the moves that a study of a position has found.
    pub fn learn(&mut self, board: Bitboards, moves: Vec<BookMove>) {
        self.known.insert(board.canonical_image().0, moves);
    }

    /// Makes a book of everything known.
    #[must_use]
    pub fn book(&self) -> Book {
        let backed_up = self.backed_up();
        let worth_knowing = |(board, mut moves): (Bitboards, Moves)| {
            let least = best_score(&moves) - WORTH_KNOWING * BOOK_PARTS;
            moves.retain(|found| found.score >= least || self.known.contains_key(&next(board, *found)));
            (board, moves)
        };
        Book::new(BookBoard::EIGHT, self.plan.depth, backed_up.into_iter().map(worth_knowing).collect())
    }

    /// Moves of all known positions, with scores backed up from the positions to which they lead.
    fn backed_up(&self) -> HashMap<Bitboards, Moves> {
        let mut backed_up: HashMap<Bitboards, Moves> = HashMap::new();
        for board in self.by_discs().rev() {
            let known = |found: &BookMove| {
                let score = backed_up.get(&next(board, *found)).map_or(found.score, |moves| -best_score(moves));
                BookMove { score, ..*found }
            };
            let moves = self.known[&board].iter().map(known).collect();
            backed_up.insert(board, moves);
        }
        backed_up
    }

    /// Candidates for the next positions, with their costs: the plies, and the losses of both players, on the cheapest
    /// path to each.
    fn ahead(&self) -> HashMap<Bitboards, i32> {
        let backed_up = self.backed_up();
        let mut costs: HashMap<Bitboards, i32> = HashMap::from([(Bitboards::START.canonical_image().0, 0)]);
        let mut ahead = HashMap::new();
        for board in self.by_discs() {
            // Skips positions that cannot be reached from the start.
            let Some(&cost) = costs.get(&board) else { continue };
            let moves = &backed_up[&board];
            let best = best_score(moves);
            let goes_on = board.discs().count_ones() - Bitboards::START.discs().count_ones() + 1 < self.plan.plies;
            for found in moves {
                let next = next(board, *found);
                let given = best - found.score;
                let cost = cost + 1 + given * PLIES_A_PART;
                let is_known = self.known.contains_key(&next);
                if !is_known
                    && (!goes_on || given > self.plan.margin * BOOK_PARTS || next.legal_moves(Shape::FULL) == 0)
                {
                    continue;
                }
                let costs = if is_known { &mut costs } else { &mut ahead };
                costs.entry(next).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
            }
        }
        ahead
    }

    fn by_discs(&self) -> impl DoubleEndedIterator<Item = Bitboards> {
        let mut boards: Vec<Bitboards> = self.known.keys().copied().collect();
        boards.sort_by_key(|board| board.discs().count_ones());
        boards.into_iter()
    }
}

/// Cost in plies of giving away one part of a disc.
const PLIES_A_PART: i32 = 2;

/// Minimum number of positions in a round, so that all threads have work.
const MIN_POSITIONS_A_ROUND: usize = 16;

/// Number of rounds in which a book doubles its size.
const ROUNDS_TO_DOUBLE: usize = 8;

/// Maximum loss of a move in discs to be in a book at all.
const WORTH_KNOWING: i32 = 3;

fn next(board: Bitboards, found: BookMove) -> Bitboards {
    after(board, found.square).canonical_image().0
}

fn best_score(moves: &[BookMove]) -> i32 {
    moves.iter().map(|found| found.score).max().unwrap_or_default()
}

/// Studies positions for a book.
pub struct Bookmaker {
    evaluation: Arc<Evaluation>,
    engine: Engine,
    depth: u32,
}

/// Size in bytes of the engine's transposition table.
const TABLE_BYTES: usize = 32 << 20;

/// Level of selectivity of the searches.
const SELECTIVITY: u8 = 1;

/// Maximum loss of a move in discs, by a search of half the depth, to be searched deeply.
const PROMISING: i32 = 5;

/// Maximum absolute value of a score in a book.
const MAX: i32 = i8::MAX as i32;

impl Bookmaker {
    /// Creates a bookmaker that searches to this depth, at least 4.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, depth: u32) -> Self {
        let engine = Engine::new(Arc::clone(&evaluation), TABLE_BYTES);
        Self { evaluation, engine, depth: depth.max(4) }
    }

    /// Moves of a position worth adding, including those of named openings. Always the same for the same position.
    #[must_use]
    pub fn study(&mut self, board: Bitboards) -> Vec<BookMove> {
        self.engine.forget();
        let board = board.canonical_image().0;
        let legal = Squares(board.legal_moves(Shape::FULL));
        let squares: Vec<(u8, Bitboards)> =
            legal.map(|square| (square as u8, after(board, square as u8).canonical_image().0)).collect();
        let mut scores: BTreeMap<Bitboards, i32> = squares.iter().map(|(_, next)| (*next, 0)).collect();
        for (next, score) in &mut scores {
            *score = self.score(*next, self.depth / 2);
        }
        let best = scores.values().max().copied().unwrap_or_default();
        scores.retain(|next, score| *score >= best - PROMISING * BOOK_PARTS || NAMED.contains(next));
        // Best first, because the table then helps with the others.
        let mut order: Vec<(Reverse<i32>, Bitboards)> =
            scores.iter().map(|(next, score)| (Reverse(*score), *next)).collect();
        order.sort_unstable();
        for (_, next) in order {
            scores.insert(next, self.score(next, self.depth));
        }
        let known = |(square, next): (u8, Bitboards)| Some(BookMove { square, score: *scores.get(&next)? });
        squares.into_iter().filter_map(known).collect()
    }

    /// Value of a position for the player who has just moved, searched to `depth` plies counted from before that move.
    ///
    /// Evaluations are slightly biased for or against the player to move, so that scores of even and odd depths differ.
    /// A book has positions at even and odd plies, so the mean of two successive depths is used.
    fn score(&mut self, board: Bitboards, depth: u32) -> i32 {
        let budget = Budget { selectivity: SELECTIVITY, ..Budget::plies(depth - 1) };
        let mut last = [None; 2];
        let mut on_report = |report: &Report| last = [last[1], report.lead()];
        let control = &mut Control::new().on_report(&mut on_report);
        let Some(found) = self.engine.search(board, Shape::FULL, budget, control) else {
            // The opponent passes, or the game is over: too rare to search further.
            let is_over = board.is_over(Shape::FULL);
            let score =
                if is_over { board.final_score(Shape::FULL) } else { self.evaluation.evaluate(board, Shape::FULL) };
            return (-score * BOOK_PARTS).clamp(-MAX, MAX);
        };
        let before = if found.is_exact { None } else { last[0] };
        let sum = found.score + before.unwrap_or(found.score);
        (-sum).clamp(-MAX, MAX)
    }
}
