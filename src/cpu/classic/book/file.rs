//! The file of an opening book: its positions in breadth-first order from the start.

use std::collections::{HashMap, HashSet, VecDeque};

use thiserror::Error;

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::book::board::BookBoard;
use crate::cpu::classic::book::graph::{Book, BookMove};
use crate::cpu::packed_file::{PackedFile, PackedFileError, pack};

/// First bytes of a file.
const MAGIC: &[u8] = b"irogaeshi book\n";

const VERSION: u8 = 2;

/// Maximum size of a decompressed book.
const MAX_BYTES: usize = 1 << 22;

/// Bit that marks a move after which the book continues.
const GOES_ON: u8 = 64;

/// Error from reading a [`Book`]. Positions count in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// The file does not begin with the magic bytes.
    #[error("not an opening book")]
    NoBook,
    /// The file has another version.
    #[error("the opening book has version {0}, but version {VERSION} is required; make it again")]
    OtherVersion(u8),
    /// The checksum does not match.
    #[error("the opening book is damaged")]
    Damaged,
    /// Books cannot have a board with this side.
    #[error("there are no opening books for boards of {0} x {0}")]
    NoBoard(u8),
    /// The file ends before a position that it leads to.
    #[error("the opening book ends before its position {0}")]
    CutShort(usize),
    /// A move is illegal or occurs twice.
    #[error("position {0} of the opening book has an illegal or repeated move")]
    IllegalMove(usize),
    /// A position has no moves.
    #[error("position {0} of the opening book has no move")]
    NoMove(usize),
    /// The file continues after its last position.
    #[error("the opening book has {0} bytes that belong to no position")]
    TooLong(usize),
}

impl From<PackedFileError> for BookError {
    fn from(error: PackedFileError) -> Self {
        match error {
            PackedFileError::OtherFormat => Self::NoBook,
            PackedFileError::OtherVersion(version) => Self::OtherVersion(version),
            PackedFileError::Damaged => Self::Damaged,
        }
    }
}

impl Book {
    /// Reads a book from a file.
    ///
    /// # Errors
    /// A [`BookError`] if the file is not a book, has another version, is damaged, or contains illegal moves.
    pub fn read(file: &[u8]) -> Result<Self, BookError> {
        Self::from_bytes(&PackedFile::open(file, MAGIC, &[VERSION])?.data(MAX_BYTES)?)
    }

    /// Writes a file for [`Self::read`].
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        pack(MAGIC, VERSION, &self.to_bytes())
    }

    /// Serialises the side of the board, the depth, and the positions in breadth-first order from the start, so that
    /// the positions themselves need not be stored: for each, the number of its moves, and their squares and scores.
    fn to_bytes(&self) -> Vec<u8> {
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

    fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
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

/// Breadth-first traversal of positions from the start, each once.
struct Walk {
    met: HashSet<Bitboards>,
    ahead: VecDeque<Bitboards>,
}

impl Walk {
    fn new() -> Self {
        let mut walk = Self { met: HashSet::new(), ahead: VecDeque::new() };
        walk.meet(Bitboards::START.canonical_image().0);
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::cpu::classic::board::bitboards::Shape;
    use crate::cpu::classic::book::board::after;

    /// Number of bytes before the compressed positions: magic, version and checksum.
    const HEAD: usize = MAGIC.len() + 1 + size_of::<u64>();

    /// A file with these bytes as its positions.
    fn file_of(bytes: &[u8]) -> Vec<u8> {
        pack(MAGIC, VERSION, bytes)
    }

    /// Squares of first moves; the second constant has the mark.
    const D3: u8 = 19;
    const D3_ON: u8 = D3 | GOES_ON;
    const C4: u8 = 26;

    fn error(file: &[u8]) -> Option<BookError> {
        Book::read(file).err()
    }

    #[test]
    fn positions_are_written_in_the_order_in_which_they_are_met() {
        let start = Bitboards::START.canonical_image().0;
        let legal = after(start, D3).canonical_image().0.legal_moves(Shape::FULL);
        let reply = legal.trailing_zeros() as u8;
        // Side 8 and depth 9, then the start with d3 and c4. Both lead to the same position, which has one move.
        let bytes = [8, 9, 2, D3_ON, 2, C4 | GOES_ON, 0, 1, reply, 254];
        let book = Book::read(&file_of(&bytes)).expect("it keeps to the rules");
        assert_eq!((book.depth(), book.positions().len()), (9, 2));
        assert_eq!(book.to_bytes(), bytes);
        let moves = book.moves(start);
        assert_eq!(moves, [BookMove { square: D3, score: 2 }, BookMove { square: C4, score: 0 }]);
        assert_eq!(moves[0].lead(), 1);
        assert_eq!(book.line(start, D3).len(), 2);
    }

    #[test]
    fn errors_of_a_file_are_reported() {
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
        assert_eq!(error(&file_of(&vec![0; MAX_BYTES + 1])), Some(BookError::Damaged));
    }

    #[test]
    fn illegal_moves_are_reported() {
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
            // d3, then d2, which exists only on larger boards.
            (&[4, 9, 1, D3_ON, 2, 1, 11, 2], BookError::IllegalMove(2)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(error(&file_of(bytes)), Some(expected), "{bytes:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

        /// Errors that a checksum cannot catch.
        #[test]
        fn any_positions_are_read_or_refused(
            bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0..4_u8, Just(D3_ON), Just(C4)], 0..40),
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..3),
        ) {
            let mut packed = Book::built_in().to_bytes();
            for (at, byte) in changes {
                let at = at.index(packed.len());
                packed[at] = byte;
            }
            for bytes in [bytes, packed] {
                match Book::from_bytes(&bytes) {
                    Ok(book) => {
                        let again = Book::from_bytes(&book.to_bytes());
                        prop_assert_eq!(again.as_ref(), Ok(&book));
                        prop_assert!(!book.moves_in_book(Bitboards::START).is_empty());
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
