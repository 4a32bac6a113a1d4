//! The built-in opening books.

use std::sync::LazyLock;

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::book::board::BookBoard;
use crate::cpu::classic::book::graph::Book;

/// Built-in book of ordinary reversi.
static EIGHT: LazyLock<Book> =
    LazyLock::new(|| Book::read(include_bytes!("../../../../assets/book.bin")).expect("a test reads this file"));

/// Built-in book of the board of 6 x 6.
static SIX: LazyLock<Book> =
    LazyLock::new(|| Book::read(include_bytes!("../../../../assets/book-6.bin")).expect("a test reads this file"));

impl Book {
    /// Built-in book of ordinary reversi.
    #[must_use]
    pub fn built_in() -> &'static Self {
        &EIGHT
    }

    /// Built-in book for boards of this shape, if any. It contains positions reached from the usual start.
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
