//! Opening books: the results of deep searches, and the choice among good moves.

use std::collections::HashMap;

use rand::{Rng, RngExt};

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::board::translation::square_of;
use crate::cpu::classic::book::board::{BookBoard, Next, legal_squares};
use crate::cpu::classic::search::engine::SearchResult;
use crate::cpu::report::{Line, Report, Score};
use crate::rules::Square;

/// Value of one disc, in units of a book's scores.
pub const BOOK_PARTS: i32 = 2;

/// A move with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Square, by the engine's index.
    pub square: u8,
    /// Expected final lead of the player who makes it, in [`BOOK_PARTS`] of a disc.
    pub score: i32,
}

impl BookMove {
    /// Expected final lead of the player who makes it, in discs.
    #[must_use]
    pub const fn lead(self) -> i32 {
        self.score / BOOK_PARTS
    }
}

/// Openings of reversi as a graph, in which symmetric positions are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    pub(super) board: BookBoard,
    /// Search depth of the moves.
    pub(super) depth: u32,
    /// Moves of each position, by canonical image as placed in a book; at least one move each.
    pub(super) positions: HashMap<Bitboards, Vec<BookMove>>,
}

impl Book {
    /// Maximum loss in discs of the moves that players take from a book.
    pub const MARGIN: u8 = 1;

    /// Creates a book of these positions, given as canonical images as placed in a book, with at least one move each.
    pub(crate) const fn new(board: BookBoard, depth: u32, positions: HashMap<Bitboards, Vec<BookMove>>) -> Self {
        Self { board, depth, positions }
    }

    /// Board of the book.
    #[must_use]
    pub const fn board(&self) -> BookBoard {
        self.board
    }

    /// Search depth of the moves; effectively greater where the book itself continues.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns whether the moves were searched to the end of the game, so that the scores are exact.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.depth >= self.board.empties()
    }

    /// Known positions, one for each set of symmetric images, in the middle of the 64 squares.
    #[must_use]
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Bitboards> {
        self.positions.keys().copied()
    }

    /// Known moves in a position of the game, best first; empty if the position is unknown.
    #[must_use]
    pub fn moves(&self, board: Bitboards) -> Vec<BookMove> {
        self.board.in_book(board).map_or_else(Vec::new, |board| self.moves_in_book(board))
    }

    /// Like [`Self::moves`], for a position as placed in a book.
    pub(super) fn moves_in_book(&self, board: Bitboards) -> Vec<BookMove> {
        let (image, symmetry) = board.canonical_image();
        let Some(known) = self.positions.get(&image) else { return Vec::new() };
        let here = |square: u8| {
            let image = symmetry.square(square.into());
            let found = known.iter().find(|known| usize::from(known.square) == image)?;
            Some(BookMove { square: self.board.in_game(square.into()), ..*found })
        };
        let mut moves: Vec<BookMove> = legal_squares(board, self.board.middle()).filter_map(here).collect();
        moves.sort_by_key(|found| (-found.score, found.square));
        moves
    }

    /// Draws one of the good moves in a position; `None` if the position is unknown.
    ///
    /// The loss of the move is at most `margin` discs, and so is the total loss since the start of the game. Each half
    /// of a disc lost halves the probability of the move.
    pub fn choose(&self, board: Bitboards, margin: u8, rng: &mut impl Rng) -> Option<BookMove> {
        let moves = self.moves(board);
        let best = moves.first()?.score;
        let margin = i32::from(margin) * BOOK_PARTS;
        let least = (best - margin).max(best.min(self.fair_score(board) - margin));
        let good = moves.iter().take_while(|found| found.score >= least);
        let chance = |found: &BookMove| 0.5_f64.powi(best - found.score);
        let mut ticket = rng.random_range(0.0..good.clone().map(chance).sum());
        let drawn = good.clone().find(|found| {
            ticket -= chance(found);
            ticket < 0.0
        });
        // Rounding may leave the ticket positive; the last move gets the remainder.
        drawn.or(good.last()).copied()
    }

    /// Draws a move with the usual margin, as by [`Self::choose`], with its expected continuation.
    pub fn draw_move(&self, board: Bitboards, rng: &mut impl Rng) -> Option<SearchResult> {
        self.choose(board, Self::MARGIN, rng).map(|chosen| self.result(board, chosen))
    }

    /// Proven value of a position by its best move; `None` if not known.
    #[must_use]
    pub fn proven_value(&self, board: Bitboards) -> Option<SearchResult> {
        let best = *self.moves(board).first().filter(|_| self.is_solved())?;
        Some(self.result(board, best))
    }

    /// Proven values of all legal moves of a position; `None` if not all are known.
    #[must_use]
    pub fn rank(&self, board: Bitboards) -> Option<Report> {
        let moves = self.moves(board);
        let shape = self.board.shape();
        let knows_all = !moves.is_empty() && moves.len() == board.legal_moves(shape).count_ones() as usize;
        let line =
            |found: &BookMove| Line { moves: self.line(board, found.square), score: Some(Score::Lead(found.lead())) };
        (self.is_solved() && knows_all).then(|| Report {
            lines: moves.iter().map(line).collect(),
            depth: self.depth_in(board),
            is_exact: true,
            nodes: 0,
        })
    }

    fn result(&self, board: Bitboards, found: BookMove) -> SearchResult {
        SearchResult {
            line: self.line(board, found.square),
            score: found.lead(),
            depth: self.depth_in(board),
            is_exact: self.is_solved(),
            nodes: 0,
        }
    }

    /// Search depth of a position's moves, at most to the end of the game.
    fn depth_in(&self, board: Bitboards) -> u32 {
        self.depth.min(board.empties(self.board.shape()).count_ones())
    }

    /// Expected continuation: the given move, then the book's best moves. Passes are left out.
    #[must_use]
    pub fn line(&self, board: Bitboards, first: u8) -> Vec<Square> {
        let (mut line, mut board, mut next) = (Vec::new(), board, Some(first));
        while let Some(square) = next {
            line.push(square_of(square));
            board = Next::after(board, square, self.board.shape()).board;
            next = self.moves(board).first().map(|found| found.square);
        }
        line
    }

    /// Value of the start for the player to move here, assuming that nobody has passed. Passes occur only in solved
    /// books, where this makes no difference: exact scores differ by at least two discs, so only the best moves are
    /// within a margin.
    fn fair_score(&self, board: Bitboards) -> i32 {
        let start = self.moves_in_book(Bitboards::START).first().map_or(0, |found| found.score);
        if board.discs().count_ones().is_multiple_of(2) { start } else { -start }
    }
}
