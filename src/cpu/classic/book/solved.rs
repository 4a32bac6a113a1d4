//! A book of proved moves in the making, for a board that is small enough to be solved.
//!
//! The player who follows the book ("reader") plays the best move, and the opponent any move. Every resulting position
//! within the plies of the book is solved if the reader is to move, so the values of all the opponent's moves are known
//! too. Readers may play either side; where both sides have played best, each can also look up the other's moves.

use std::collections::{BTreeMap, HashMap};

use thiserror::Error;

use crate::cpu::budget::Budget;
use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::board::translation::bit_of;
use crate::cpu::classic::book::board::{BookBoard, Next, legal_squares};
use crate::cpu::classic::book::graph::{BOOK_PARTS, Book, BookMove};
use crate::cpu::classic::search::engine::Engine;
use crate::cpu::control::Control;
use crate::rules::Goal;

/// A solved book in the making.
#[derive(Clone, Debug)]
pub struct SolvedDraft {
    board: BookBoard,
    plies: u32,
    /// A best move of each position, by canonical image.
    known: HashMap<Bitboards, BookMove>,
}

/// Contradiction between the value of a position and those of its successors: a solver has erred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the result for {own:016x} {other:016x} contradicts the results for the positions after it",
    own = .0.own,
    other = .0.other
)]
pub struct Contradiction(pub Bitboards);

/// Sides that can be to move in a position of the book.
#[derive(Clone, Copy, Debug, Default)]
struct Movers {
    /// The reader, who plays the best move.
    reader: bool,
    /// The opponent, who may play any move.
    opponent: bool,
}

/// Positions of a book by ply, as canonical images.
type Plies = Vec<BTreeMap<Bitboards, Movers>>;

impl SolvedDraft {
    /// Creates an empty draft for a book of this many plies.
    #[must_use]
    pub fn new(board: BookBoard, plies: u32) -> Self {
        Self { board, plies: plies.min(board.empties()), known: HashMap::new() }
    }

    /// Positions to solve next, as far as known now; empty when the book is complete. They depend only on the known
    /// positions, not on the order in which these were learnt.
    #[must_use]
    pub fn wanted(&self) -> Vec<Bitboards> {
        let positions = self.positions().into_iter().flatten();
        positions.filter(|(board, by)| by.reader && !self.known.contains_key(board)).map(|(board, _)| board).collect()
    }

    /// Adds a best move of a position, with its score.
    pub fn learn(&mut self, board: Bitboards, best: BookMove) {
        let (canonical, symmetry) = board.canonical_image();
        let square = symmetry.square(best.square.into()) as u8;
        self.known.insert(canonical, BookMove { square, ..best });
    }

    /// Makes a book of everything known.
    ///
    /// # Errors
    /// A [`Contradiction`] if the value of a position differs from what its successors imply.
    pub fn book(&self) -> Result<Book, Contradiction> {
        let mut positions = HashMap::new();
        // Last plies first, so that the values of a position's successors are there to compare with.
        for (board, by) in self.positions().into_iter().rev().flatten() {
            let all = if by.opponent { self.all_moves(board) } else { None };
            let moves = all.unwrap_or_else(|| self.best_moves(board, by));
            let Some(most) = moves.iter().map(|found| found.score).max() else { continue };
            let solved = self.known.get(&board).filter(|_| by.reader);
            let contradicts = |found: &BookMove| {
                let next = Next::after(board, found.square, self.board.middle());
                let known: Option<&Vec<BookMove>> = positions.get(&next.board.canonical_image().0);
                let most = known.and_then(|moves| moves.iter().map(|found| found.score).max());
                most.is_some_and(|most| next.before(most) != found.score)
            };
            if solved.is_some_and(|best| best.score != most) || moves.iter().any(contradicts) {
                return Err(Contradiction(board));
            }
            positions.insert(board, moves);
        }
        Ok(Book::new(self.board, self.board.empties(), positions))
    }

    /// Positions of the book, as far as known.
    fn positions(&self) -> Plies {
        let mut plies = vec![BTreeMap::new(); self.plies as usize];
        if let Some(first) = plies.first_mut() {
            first.insert(Bitboards::START.canonical_image().0, Movers { reader: true, opponent: self.plies > 1 });
        }
        for ply in 0..plies.len() {
            let (before, after) = plies.split_at_mut(ply + 1);
            // On the last ply, positions with the opponent to move are of no use to the reader.
            let goes_on = after.len() > 1;
            let Some(ahead) = after.first_mut() else { break };
            for (board, by) in &before[ply] {
                let replies =
                    if by.opponent { legal_squares(*board, self.board.middle()).collect() } else { Vec::new() };
                for square in replies {
                    let next = Next::after(*board, square, self.board.middle());
                    // Solved even if the reader must pass, so that the value of the opponent's move is known.
                    self.meet(ahead, next, Movers { reader: true, opponent: next.is_same_player && goes_on });
                }
                let best = if by.reader { self.best_moves(*board, *by) } else { Vec::new() };
                for found in best {
                    let next = Next::after(*board, found.square, self.board.middle());
                    let opponent = !next.is_same_player && goes_on;
                    self.meet(ahead, next, Movers { reader: next.is_same_player, opponent });
                }
            }
        }
        plies
    }

    fn meet(&self, ahead: &mut BTreeMap<Bitboards, Movers>, next: Next, movers: Movers) {
        if (movers.reader || movers.opponent) && next.board.legal_moves(self.board.middle()) != 0 {
            let known = ahead.entry(next.board.canonical_image().0).or_default();
            known.reader |= movers.reader;
            known.opponent |= movers.opponent;
        }
    }

    /// Known moves for a reader. If the opponent can be to move too, all best moves; otherwise the best move found, and
    /// moves that lead to symmetric images of the same position.
    fn best_moves(&self, board: Bitboards, by: Movers) -> Vec<BookMove> {
        let Some(best) = self.known.get(&board) else { return Vec::new() };
        let is_as_good = |found: &BookMove| by.opponent && found.score == best.score;
        let next = |square: u8| self.board.next_in_book(board, square);
        let is_the_same = |square: u8| next(square) == next(best.square);
        let same = legal_squares(board, self.board.middle())
            .filter(|square| is_the_same(*square))
            .map(|square| BookMove { square, ..*best });
        let as_good = self.all_moves(board).into_iter().flatten().filter(is_as_good);
        let mut moves: Vec<BookMove> = same.chain(as_good).collect();
        moves.sort_by_key(|found| found.square);
        moves.dedup();
        moves
    }

    /// Legal moves with their values; `None` until all are known.
    fn all_moves(&self, board: Bitboards) -> Option<Vec<BookMove>> {
        let shape = self.board.middle();
        let value = |square: u8| {
            let next = Next::after(board, square, shape);
            let score = if next.board.is_over(shape) {
                next.board.final_score(shape) * BOOK_PARTS
            } else {
                self.known.get(&next.board.canonical_image().0)?.score
            };
            Some(BookMove { square, score: next.before(score) })
        };
        legal_squares(board, shape).map(value).collect()
    }
}

/// Solves positions for a book.
pub struct BookSolver {
    board: BookBoard,
    engine: Engine,
}

impl BookSolver {
    /// Creates a solver with a transposition table of about this many bytes.
    #[must_use]
    pub fn new(board: BookBoard, table_bytes: usize) -> Self {
        Self { board, engine: Engine::built_in(Goal::Most, board.middle(), table_bytes) }
    }

    /// Best move of a position, placed as in a book, with its exact score; `None` if no move is legal. Always the same
    /// for the same position.
    #[must_use]
    pub fn solve(&mut self, board: Bitboards) -> Option<BookMove> {
        self.engine.forget();
        let shape = self.board.middle();
        let found = self.engine.search(board, shape, Budget::TO_THE_END, &mut Control::new())?;
        Some(BookMove { square: bit_of(*found.line.first()?), score: found.score * BOOK_PARTS })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A board small enough for exhaustive search.
    fn four() -> BookBoard {
        BookBoard::of_side(4).expect("there can be a book")
    }

    const TABLE_BYTES: usize = 1 << 20;

    fn solved(plies: u32) -> SolvedDraft {
        let (mut draft, mut solver) = (SolvedDraft::new(four(), plies), BookSolver::new(four(), TABLE_BYTES));
        loop {
            let wanted = draft.wanted();
            if wanted.is_empty() {
                return draft;
            }
            for board in wanted {
                draft.learn(board, solver.solve(board).expect("a move is legal"));
            }
        }
    }

    /// Value of a position for the player to move, in discs, by exhaustive search.
    fn value(board: Bitboards, known: &mut HashMap<Bitboards, i32>) -> i32 {
        if board.is_over(four().middle()) {
            return board.final_score(four().middle());
        }
        if let Some(value) = known.get(&board) {
            return *value;
        }
        let scores: Vec<i32> = legal_squares(board, four().middle())
            .map(|square| Next::after(board, square, four().middle()))
            .map(|next| next.before(value(next.board, known)))
            .collect();
        let best = scores.into_iter().max().expect("whoever is to move can move");
        known.insert(board, best);
        best
    }

    /// Follows a book from the start, with best moves by the reader and all moves by the opponent. Returns the number
    /// of positions that the reader met.
    fn assert_perfect(book: &Book, plies: u32, is_reader: bool) -> usize {
        let (shape, mut values, mut met) = (four().middle(), HashMap::new(), HashSet::new());
        let mut ahead = vec![(Bitboards::START, is_reader)];
        while let Some((board, is_reader)) = ahead.pop() {
            let ply = board.discs().count_ones() - Bitboards::START.discs().count_ones();
            if ply >= plies || board.is_over(shape) || !met.insert((board, is_reader)) {
                continue;
            }
            let moves = book.moves(Bitboards { own: board.own >> SHIFT, other: board.other >> SHIFT });
            let value_now = value(board, &mut values);
            for found in &moves {
                let next = Next::after(board, found.square + SHIFT, shape);
                assert_eq!(found.score, BOOK_PARTS * next.before(value(next.board, &mut values)), "{board:x?}");
            }
            let best = moves.first().map(|found| found.score);
            let squares: Vec<u8> = if is_reader {
                assert_eq!(best, Some(BOOK_PARTS * value_now), "{board:x?}");
                let good = moves.iter().take_while(|found| Some(found.score) == best);
                good.map(|found| found.square + SHIFT).collect()
            } else {
                legal_squares(board, shape).collect()
            };
            for square in squares {
                let next = Next::after(board, square, shape);
                ahead.push((next.board, is_reader == next.is_same_player));
            }
        }
        met.into_iter().filter(|(_, is_reader)| *is_reader).count()
    }

    /// Difference between a square's index in a book and in the game, on the board of 4 x 4.
    const SHIFT: u8 = 18;

    #[test]
    fn a_reader_of_a_solved_book_plays_perfectly_on_either_side() {
        for plies in [1, 2, 5, 8, 12] {
            let book = solved(plies).book().expect("it does not contradict itself");
            assert!(book.is_solved() && book.board() == four());
            let met = [true, false].map(|is_reader| assert_perfect(&book, plies, is_reader));
            assert!(met[0] > 0 && (plies == 1 || met[1] > 0), "{met:?}");
            assert_eq!(Book::read(&book.to_file()), Ok(book));
        }
    }

    #[test]
    fn contradictions_make_no_book() {
        let whole = solved(6);
        let mut refused = 0;
        for (board, best) in &whole.known {
            let mut draft = whole.clone();
            draft.learn(*board, BookMove { score: best.score + BOOK_PARTS, ..*best });
            refused += usize::from(draft.book().is_err());
        }
        assert!(refused > whole.known.len() / 2, "{refused} of {}", whole.known.len());
        let mut draft = whole.clone();
        let start = Bitboards::START.canonical_image().0;
        draft.learn(start, BookMove { score: 0, ..whole.known[&start] });
        let error = draft.book().expect_err("the second player wins");
        assert_eq!(error, Contradiction(start));
        assert!(error.to_string().contains(&format!("{:016x}", start.own)));
    }

    #[test]
    fn a_draft_wants_the_start_first_and_nothing_in_the_end() {
        let mut draft = SolvedDraft::new(four(), 4);
        assert!(draft.known.is_empty() && draft.book().is_ok_and(|book| book.positions().len() == 0));
        let wanted = draft.wanted();
        assert_eq!(wanted[0], Bitboards::START.canonical_image().0);
        draft.learn(Bitboards::START, BookMove { square: 19, score: -2 });
        assert_eq!(draft.known.len(), 1);
        assert!(!draft.wanted().contains(&wanted[0]));
        assert_eq!(SolvedDraft::new(four(), 0).wanted(), []);
        assert_eq!(solved(40).wanted(), []);
    }
}
