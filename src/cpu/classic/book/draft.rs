//! A book while it is made: which positions it knows already, and which it would know next.
//!
//! What is known of a position is what a deep search says of its moves. Where a move leads to another known position,
//! that one knows better: scores are backed up. The book grows where both players give least away.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use crate::cpu::classic::board::bitboards::{Bitboards, Shape, Squares};
use crate::cpu::classic::board::translation::bit_of;
use crate::cpu::classic::book::board::{BookBoard, after};
use crate::cpu::classic::book::graph::{BOOK_PARTS, Book, BookMove};
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::classic::search::engine::{Engine, Finding, Reach};
use crate::rules::Opening;

/// How large a book becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPlan {
    /// How many plies ahead moves are searched.
    pub depth: u32,
    /// How many plies it goes on, except where a named opening does.
    pub plies: u32,
    /// How many discs worse than the best a move may be for the book to go on after it.
    pub margin: i32,
    /// How many positions it knows in the end.
    pub positions: usize,
}

/// The positions that the named openings go through, by their normal images.
static NAMED: LazyLock<HashSet<Bitboards>> = LazyLock::new(|| {
    let boards = Opening::all().iter().flat_map(|opening| {
        opening.moves.iter().scan(Bitboards::START, |board, square| {
            *board = after(*board, bit_of(*square));
            Some(board.normal_image().0)
        })
    });
    boards.chain([Bitboards::START.normal_image().0]).collect()
});

/// The moves of a position that are worth knowing.
type Moves = Vec<BookMove>;

/// What is known so far.
#[derive(Clone, Debug)]
pub struct BookDraft {
    plan: BookPlan,
    /// The moves by what a search of each says.
    known: BTreeMap<Bitboards, Moves>,
}

impl BookDraft {
    /// Knows nothing.
    #[must_use]
    pub const fn new(plan: BookPlan) -> Self {
        Self { plan, known: BTreeMap::new() }
    }

    /// How many positions it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The positions to be studied next; none when the book is as large as planned. They depend on what is known alone,
    /// not on the order in which it was learned.
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
        ahead.truncate(left.min(FEWEST_A_ROUND.max(self.len() / ROUNDS_TO_DOUBLE)));
        ahead.into_iter().map(|(_, board)| board).collect()
    }

    /// Learns what a study of a position has found.
    pub fn learn(&mut self, board: Bitboards, moves: Vec<BookMove>) {
        self.known.insert(board.normal_image().0, moves);
    }

    /// The book of all that is known.
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

    /// The moves of all known positions by what is known of where they lead.
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

    /// The positions that the book could know next, and what each costs: the plies and what both players have given
    /// away on the cheapest way there.
    fn ahead(&self) -> HashMap<Bitboards, i32> {
        let backed_up = self.backed_up();
        let mut costs: HashMap<Bitboards, i32> = HashMap::from([(Bitboards::START.normal_image().0, 0)]);
        let mut ahead = HashMap::new();
        for board in self.by_discs() {
            // What is not reached from the start is not met in a game.
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

/// As many plies more are as dear as a part of a disc given away.
const PLIES_A_PART: i32 = 2;

/// How many positions are studied at once, at least, so that all threads have something to do.
const FEWEST_A_ROUND: usize = 16;

/// In how many rounds a book becomes twice as large.
const ROUNDS_TO_DOUBLE: usize = 8;

/// How many discs worse than the best a move may be to stand in a book at all.
const WORTH_KNOWING: i32 = 3;

fn next(board: Bitboards, found: BookMove) -> Bitboards {
    after(board, found.square).normal_image().0
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

/// The bytes of the table of the engine that studies.
const TABLE_BYTES: usize = 32 << 20;

/// What is likely enough to be left out.
const CERTAINTY: u8 = 1;

/// How many discs worse than the best a move may be, by a search of half the depth, to be searched deeply.
const PROMISING: i32 = 5;

/// A score that is not among the scores of a book.
const MOST: i32 = i8::MAX as i32;

impl Bookmaker {
    /// Searches moves this many plies ahead; at least four.
    #[must_use]
    pub fn new(evaluation: Arc<Evaluation>, depth: u32) -> Self {
        let engine = Engine::new(Arc::clone(&evaluation), TABLE_BYTES);
        Self { evaluation, engine, depth: depth.max(4) }
    }

    /// The moves of a position that are worth knowing, those of named openings among them: always the same for the same
    /// position.
    #[must_use]
    pub fn study(&mut self, board: Bitboards) -> Vec<BookMove> {
        self.engine.forget();
        let board = board.normal_image().0;
        let legal = Squares(board.legal_moves(Shape::FULL));
        let squares: Vec<(u8, Bitboards)> =
            legal.map(|square| (square as u8, after(board, square as u8).normal_image().0)).collect();
        let mut scores: BTreeMap<Bitboards, i32> = squares.iter().map(|(_, next)| (*next, 0)).collect();
        for (next, score) in &mut scores {
            *score = self.score(*next, self.depth / 2);
        }
        let best = scores.values().max().copied().unwrap_or_default();
        scores.retain(|next, score| *score >= best - PROMISING * BOOK_PARTS || NAMED.contains(next));
        // The best first: what is found out about it helps with the others.
        let mut order: Vec<(Reverse<i32>, Bitboards)> =
            scores.iter().map(|(next, score)| (Reverse(*score), *next)).collect();
        order.sort_unstable();
        for (_, next) in order {
            scores.insert(next, self.score(next, self.depth));
        }
        let known = |(square, next): (u8, Bitboards)| Some(BookMove { square, score: *scores.get(&next)? });
        squares.into_iter().filter_map(known).collect()
    }

    /// What a position is worth to whoever has just moved, by a search of this many plies from before the move.
    ///
    /// An evaluation is not quite fair to whoever is to move at the end of a search, so that scores of even and odd
    /// depths differ. Positions of a book lie at even and odd plies; so the mean of two depths in a row is taken.
    fn score(&mut self, board: Bitboards, depth: u32) -> i32 {
        let reach = Reach { depth: depth - 1, exact_from: 0, certainty: CERTAINTY, nodes: u64::MAX };
        let mut last = [None; 2];
        let mut tell = |found: &Finding| last = [last[1], Some(found.score)];
        let mut look = |_| ControlFlow::Continue(());
        let Some(found) = self.engine.search(board, Shape::FULL, reach, &mut tell, &mut look) else {
            // The opponent passes, or the game is over: either is rare enough to look no further.
            let is_over = board.is_over(Shape::FULL);
            let score =
                if is_over { board.final_score(Shape::FULL) } else { self.evaluation.glance(board, Shape::FULL) };
            return (-score * BOOK_PARTS).clamp(-MOST, MOST);
        };
        let before = if found.is_exact { None } else { last[0] };
        let sum = found.score + before.unwrap_or(found.score);
        (-sum).clamp(-MOST, MOST)
    }
}
