//! An opening book: what deep searches found out about the first moves, and a choice among those that are good.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::LazyLock;

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use rand::{Rng, RngExt};
use thiserror::Error;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::book::board::{BookBoard, Next, legal_squares};
use crate::cpu::classic::search::engine::Finding;
use crate::cpu::classic::search::ranking::{RankedMove, Ranking};
use crate::rules::fnv_1a;

/// In how many parts of a disc a book scores moves.
pub const BOOK_PARTS: i32 = 2;

/// A move, and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The engine's number of the square.
    pub square: u8,
    /// By how much whoever plays it is expected to win, in [`BOOK_PARTS`] of a disc.
    pub score: i32,
}

impl BookMove {
    /// The discs by which whoever plays it is expected to win.
    #[must_use]
    pub const fn lead(self) -> i32 {
        self.score / BOOK_PARTS
    }
}

/// Openings of reversi, as a graph: positions that are images of each other are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    board: BookBoard,
    /// How many plies ahead its moves were searched.
    depth: u32,
    /// Of each position, by its normal image and as it lies in a book, the moves worth knowing; at least one.
    positions: HashMap<Bitboards, Vec<BookMove>>,
}

/// The book of ordinary reversi that the game comes with.
static EIGHT: LazyLock<Book> =
    LazyLock::new(|| Book::read(include_bytes!("../../../../assets/book.bin")).expect("a test reads this file"));

/// The book of the board of 6 x 6 that the game comes with.
static SIX: LazyLock<Book> =
    LazyLock::new(|| Book::read(include_bytes!("../../../../assets/book-6.bin")).expect("a test reads this file"));

impl Book {
    /// How many discs worse than the best a move may be that players take from a book.
    pub const MARGIN: u8 = 1;

    /// The book of ordinary reversi that the game comes with.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &EIGHT
    }

    /// The book that the game comes with for boards of this shape, if there is one. It knows what comes of the usual
    /// start.
    #[must_use]
    pub fn built_in_for(shape: Shape) -> Option<&'static Self> {
        if shape == BookBoard::EIGHT.shape() {
            Some(&EIGHT)
        } else if shape == BookBoard::SIX.shape() {
            Some(&SIX)
        } else {
            None
        }
    }

    /// A book of these positions, each by its normal image, as it lies in a book, and with at least one move.
    pub(crate) const fn new(board: BookBoard, depth: u32, positions: HashMap<Bitboards, Vec<BookMove>>) -> Self {
        Self { board, depth, positions }
    }

    /// The board that it is for.
    #[must_use]
    pub const fn board(&self) -> BookBoard {
        self.board
    }

    /// How many plies ahead its moves were searched; further where the book itself goes on.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// Whether its moves were searched to the end of the game, so that its scores are certain.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.depth >= self.board.empties()
    }

    /// The positions that it knows, one of each eight images, in the middle of the 64 squares.
    #[must_use]
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Bitboards> {
        self.positions.keys().copied()
    }

    /// The moves that it knows in a position of the game on its board, the best first; none where it does not know the
    /// position.
    #[must_use]
    pub fn moves(&self, board: Bitboards) -> Vec<BookMove> {
        self.board.in_book(board).map_or_else(Vec::new, |board| self.moves_in_book(board))
    }

    /// As [`Self::moves`], of a position as it lies in a book.
    fn moves_in_book(&self, board: Bitboards) -> Vec<BookMove> {
        let (normal, symmetry) = board.normal_image();
        let Some(known) = self.positions.get(&normal) else { return Vec::new() };
        let here = |square: u8| {
            let image = symmetry.square(square.into());
            let found = known.iter().find(|known| usize::from(known.square) == image)?;
            Some(BookMove { square: self.board.in_game(square.into()), ..*found })
        };
        let mut moves: Vec<BookMove> = legal_squares(board, self.board.middle()).filter_map(here).collect();
        moves.sort_by_key(|found| (-found.score, found.square));
        moves
    }

    /// One of the good moves in a position, the likelier the better; `None` where it does not know the position.
    ///
    /// The move is at most `margin` discs worse than the best, and all that is given away since the start of the game
    /// is not more either. Each half of a disc that a move gives away halves how likely it is.
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
        // What rounding leaves over is the last one's.
        drawn.or(good.last()).copied()
    }

    /// What [`Self::choose`] finds at the usual margin, and how the game is expected to go on.
    pub fn recall(&self, board: Bitboards, rng: &mut impl Rng) -> Option<Finding> {
        self.choose(board, Self::MARGIN, rng).map(|chosen| self.finding(board, chosen))
    }

    /// What a position is worth for certain, by the best move; `None` where that is not known.
    #[must_use]
    pub fn judge(&self, board: Bitboards) -> Option<Finding> {
        let best = *self.moves(board).first().filter(|_| self.is_solved())?;
        Some(self.finding(board, best))
    }

    /// What each legal move of a position is worth for certain; `None` where that is not known of all.
    #[must_use]
    pub fn rank(&self, board: Bitboards) -> Option<Ranking> {
        let moves = self.moves(board);
        let shape = self.board.shape();
        let knows_all = !moves.is_empty() && moves.len() == board.legal_moves(shape).count_ones() as usize;
        let ranked = |found: &BookMove| RankedMove { line: self.line(board, found.square), score: found.lead() };
        (self.is_solved() && knows_all).then(|| Ranking {
            depth: self.depth_in(board),
            is_exact: true,
            moves: moves.iter().map(ranked).collect(),
            nodes: 0,
        })
    }

    fn finding(&self, board: Bitboards, found: BookMove) -> Finding {
        Finding {
            line: self.line(board, found.square),
            score: found.lead(),
            depth: self.depth_in(board),
            is_exact: self.is_solved(),
            nodes: 0,
        }
    }

    /// How many plies ahead the moves of a position were searched: never further than the game goes.
    fn depth_in(&self, board: Bitboards) -> u32 {
        self.depth.min(board.empties(self.board.shape()).count_ones())
    }

    /// How the book expects the game to go on after a move: the move, then the best moves one after the other. Passes
    /// are left out.
    #[must_use]
    pub fn line(&self, board: Bitboards, first: u8) -> Vec<u8> {
        let (mut line, mut board, mut next) = (Vec::new(), board, Some(first));
        while let Some(square) = next {
            line.push(square);
            board = Next::after(board, square, self.board.shape()).board;
            next = self.moves(board).first().map(|found| found.square);
        }
        line
    }

    /// What the start is worth to the player to move here, if nobody has passed. That happens in a solved book alone,
    /// where this decides nothing: scores are whole numbers of two discs, so that only the best are within a margin.
    fn fair_score(&self, board: Bitboards) -> i32 {
        let start = self.moves_in_book(Bitboards::START).first().map_or(0, |found| found.score);
        if board.discs().count_ones().is_multiple_of(2) { start } else { -start }
    }

    /// The book that a file holds.
    ///
    /// # Errors
    /// When it is no such file, of another version, damaged, or against the rules.
    pub fn read(file: &[u8]) -> Result<Self, BookError> {
        let (head, packed) = file.split_at_checked(HEAD).ok_or(BookError::NoBook)?;
        let (magic, head) = head.split_at(MAGIC.len());
        if magic != MAGIC {
            return Err(BookError::NoBook);
        }
        let (version, checksum) = head.split_at(1);
        if version != [VERSION] {
            return Err(BookError::OtherVersion(version[0]));
        }
        let bytes = decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|_| BookError::Damaged)?;
        if checksum != fnv_1a(&bytes).to_le_bytes() {
            return Err(BookError::Damaged);
        }
        Self::unpack(&bytes)
    }

    /// The file for [`Self::read`].
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        let bytes = self.pack();
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        file.extend(fnv_1a(&bytes).to_le_bytes());
        file.extend(compress_to_vec(&bytes, 10));
        file
    }

    /// The side of the board and the depth, then the positions in the order in which they are met from the start on, so
    /// that they need not be written: of each the number of its moves, and their squares and scores.
    fn pack(&self) -> Vec<u8> {
        let mut bytes = vec![self.board.side(), self.depth as u8];
        let mut walk = Walk::new();
        while let Some(board) = walk.next() {
            let Some(moves) = self.positions.get(&board) else { continue };
            bytes.push(moves.len() as u8);
            for found in moves {
                let next = self.board.next_in_book(board, found.square);
                let goes_on = self.positions.contains_key(&next);
                if goes_on {
                    walk.meet(next);
                }
                bytes.push(found.square | if goes_on { GOES_ON } else { 0 });
                bytes.push((found.score as i8).cast_unsigned());
            }
        }
        bytes
    }

    fn unpack(bytes: &[u8]) -> Result<Self, BookError> {
        let ([side, depth], mut rest) = bytes.split_first_chunk().ok_or(BookError::CutShort(0))?;
        let on = BookBoard::of_side(*side).ok_or(BookError::NoBoard(*side))?;
        let mut positions = HashMap::new();
        let mut walk = Walk::new();
        while let Some(board) = walk.next() {
            let number = positions.len() + 1;
            let (count, behind) = rest.split_first().ok_or(BookError::CutShort(number))?;
            let (pairs, behind) =
                behind.split_at_checked(2 * usize::from(*count)).ok_or(BookError::CutShort(number))?;
            rest = behind;
            let mut legal = board.legal_moves(on.middle());
            let mut moves = Vec::new();
            for pair in pairs.as_chunks::<2>().0 {
                let [square, score] = *pair;
                let found = BookMove { square: square & !GOES_ON, score: score.cast_signed().into() };
                if legal.checked_shr(found.square.into()).is_none_or(|rest| rest & 1 == 0) {
                    return Err(BookError::IllegalMove(number));
                }
                legal &= !(1 << found.square);
                if square & GOES_ON != 0 {
                    walk.meet(on.next_in_book(board, found.square));
                }
                moves.push(found);
            }
            if moves.is_empty() {
                return Err(BookError::NoMove(number));
            }
            positions.insert(board, moves);
        }
        if rest.is_empty() {
            Ok(Self::new(on, (*depth).into(), positions))
        } else {
            Err(BookError::TooLong(rest.len()))
        }
    }
}

/// Positions in the order in which they are met, each once, from the start on.
struct Walk {
    met: HashSet<Bitboards>,
    ahead: VecDeque<Bitboards>,
}

impl Walk {
    fn new() -> Self {
        let mut walk = Self { met: HashSet::new(), ahead: VecDeque::new() };
        walk.meet(Bitboards::START.normal_image().0);
        walk
    }

    fn meet(&mut self, board: Bitboards) {
        if self.met.insert(board) {
            self.ahead.push_back(board);
        }
    }

    fn next(&mut self) -> Option<Bitboards> {
        self.ahead.pop_front()
    }
}

/// What a file with a book begins with.
const MAGIC: &[u8] = b"irogaeshi book\n";

/// The version of the file.
const VERSION: u8 = 2;

/// The bytes before the compressed positions: magic, version and checksum.
const HEAD: usize = MAGIC.len() + 1 + size_of::<u64>();

/// No book is longer once it is unpacked.
const MOST_BYTES: usize = 1 << 22;

/// Marks a square after which the book goes on.
const GOES_ON: u8 = 64;

/// Why a file cannot be read as a book. Positions are counted in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// It does not begin like one.
    #[error("this is no file with an opening book")]
    NoBook,
    /// It was written by another version of the program.
    #[error("this opening book is of version {0}, and version {VERSION} is needed: make it anew")]
    OtherVersion(u8),
    /// The positions are not those that were written.
    #[error("the file with the opening book is damaged")]
    Damaged,
    /// It is for a board that no book is for, of this side.
    #[error("no opening book is for a board of {0} x {0}")]
    NoBoard(u8),
    /// It ends before a position that it leads to.
    #[error("the opening book ends before its position {0}")]
    CutShort(usize),
    /// A move cannot be played, or stands there twice.
    #[error("the opening book has a move in its position {0} that is not legal, or has it twice")]
    IllegalMove(usize),
    /// A position without moves.
    #[error("the opening book has no move in its position {0}")]
    NoMove(usize),
    /// It goes on after its last position.
    #[error("the opening book has {0} bytes that belong to no position")]
    TooLong(usize),
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cpu::classic::book::board::after;

    /// A file with these bytes where positions belong.
    fn file_of(bytes: &[u8]) -> Vec<u8> {
        [MAGIC, &[VERSION], &fnv_1a(bytes).to_le_bytes(), &compress_to_vec(bytes, 6)].concat()
    }

    /// Squares of first moves, the first with its mark.
    const D3: u8 = 19;
    const D3_ON: u8 = D3 | GOES_ON;
    const C4: u8 = 26;

    fn error(file: &[u8]) -> Option<BookError> {
        Book::read(file).err()
    }

    #[test]
    fn the_books_that_the_game_comes_with_can_be_read() {
        let boards = [BookBoard::EIGHT, BookBoard::SIX];
        let files: [&[u8]; 2] =
            [include_bytes!("../../../../assets/book.bin"), include_bytes!("../../../../assets/book-6.bin")];
        for (board, file) in boards.into_iter().zip(files) {
            let book = Book::read(file).expect("it can be read");
            assert_eq!(book.board(), board);
            assert_eq!(Book::built_in_for(board.shape()), Some(&book));
        }
        assert_eq!(Book::built_in_for(BookBoard::SIX.middle()), None);
    }

    #[test]
    fn positions_are_written_in_the_order_in_which_they_are_met() {
        let start = Bitboards::START.normal_image().0;
        let legal = after(start, D3).normal_image().0.legal_moves(Shape::FULL);
        let reply = legal.trailing_zeros() as u8;
        // Side 8 and depth 9, then the start with d3 and c4: after either it is the same position, with one move.
        let bytes = [8, 9, 2, D3_ON, 2, C4 | GOES_ON, 0, 1, reply, 254];
        let book = Book::read(&file_of(&bytes)).expect("it keeps to the rules");
        assert_eq!((book.depth(), book.positions().len()), (9, 2));
        assert_eq!(book.pack(), bytes);
        let moves = book.moves(start);
        assert_eq!(moves, [BookMove { square: D3, score: 2 }, BookMove { square: C4, score: 0 }]);
        assert_eq!(moves[0].lead(), 1);
        assert_eq!(book.line(start, D3).len(), 2);
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let file = Book::built_in().to_file();
        for length in (0..HEAD).chain([HEAD, file.len() / 2, file.len() - 1]) {
            let expected = if length < HEAD { BookError::NoBook } else { BookError::Damaged };
            assert_eq!(error(&file[..length]), Some(expected), "{length} bytes");
        }
        for at in 0..HEAD {
            let mut changed = file.clone();
            changed[at] ^= 0x40;
            let expected = match at {
                at if at < MAGIC.len() => BookError::NoBook,
                at if at == MAGIC.len() => BookError::OtherVersion(VERSION ^ 0x40),
                _ => BookError::Damaged,
            };
            assert_eq!(error(&changed), Some(expected), "byte {at}");
        }
        assert_eq!(error(&file_of(&vec![0; MOST_BYTES + 1])), Some(BookError::Damaged));
    }

    #[test]
    fn what_is_against_the_rules_is_told() {
        let cases: [(&[u8], BookError); 12] = [
            (&[], BookError::CutShort(0)),
            (&[8], BookError::CutShort(0)),
            (&[7, 9], BookError::NoBoard(7)),
            (&[8, 9], BookError::CutShort(1)),
            (&[8, 9, 2, D3, 2, C4], BookError::CutShort(1)),
            (&[8, 9, 1, D3_ON, 2], BookError::CutShort(2)),
            (&[8, 9, 0], BookError::NoMove(1)),
            (&[8, 9, 1, 0, 2], BookError::IllegalMove(1)),
            (&[8, 9, 1, 200, 2], BookError::IllegalMove(1)),
            (&[8, 9, 2, D3, 2, D3, 2], BookError::IllegalMove(1)),
            (&[8, 9, 1, D3, 2, 7, 7, 7], BookError::TooLong(3)),
            // d3, and then d2, which is on larger boards alone.
            (&[4, 9, 1, D3_ON, 2, 1, 11, 2], BookError::IllegalMove(2)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(error(&file_of(bytes)), Some(expected), "{bytes:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        /// What no checksum keeps out.
        #[test]
        fn any_positions_are_read_or_refused(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0..4_u8, Just(D3_ON), Just(C4)], 0..40),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        ) {
            let mut packed = Book::built_in().pack();
            for (at, byte) in changes {
                let at = at.index(packed.len());
                packed[at] = byte;
            }
            for bytes in [bytes, packed] {
                match Book::unpack(&bytes) {
                    Ok(book) => {
                        let again = Book::unpack(&book.pack());
                        prop_assert_eq!(again.as_ref(), Ok(&book));
                        prop_assert!(!book.moves_in_book(Bitboards::START).is_empty());
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
