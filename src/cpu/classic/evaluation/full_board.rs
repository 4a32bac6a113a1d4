//! The patterns for the board of 8 x 8 without holes, placed in every orientation.

use crate::cpu::classic::board::geometry::symmetries;
use crate::cpu::classic::evaluation::pattern::{LaidPattern, Pattern};

/// Squares of each pattern in one placement, in reading order of the board, and whether the small set includes it.
///
/// The usual lines and diagonals, and patterns at corners and edges (Buro, The evolution of strong Othello programs,
/// IFIP AICT 112, 2003).
const SQUARES: [(&[u8], bool); 15] = [
    // Corners.
    (&[0, 1, 2, 8, 9, 10, 16, 17, 18], true),
    (&[0, 1, 2, 3, 4, 8, 9, 16, 24, 32], false),
    (&[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], false),
    (&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], false),
    (&[0, 1, 8, 9, 10, 17, 18, 19, 26, 27], false),
    // Edges.
    (&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], true),
    (&[0, 2, 3, 4, 5, 7, 10, 11, 12, 13], false),
    // Lines.
    (&[8, 9, 10, 11, 12, 13, 14, 15], true),
    (&[16, 17, 18, 19, 20, 21, 22, 23], true),
    (&[24, 25, 26, 27, 28, 29, 30, 31], true),
    // Diagonals.
    (&[0, 9, 18, 27, 36, 45, 54, 63], true),
    (&[1, 10, 19, 28, 37, 46, 55], true),
    (&[2, 11, 20, 29, 38, 47], true),
    (&[3, 12, 21, 30, 39], true),
    (&[4, 13, 22, 31], true),
];

/// Number of placements of the last pattern, which is the smallest.
pub(crate) const LAST_PATTERN_PLACEMENTS: usize = 4;

pub(crate) fn patterns() -> Vec<Pattern> {
    SQUARES.into_iter().map(pattern).collect()
}

fn pattern((squares, is_in_small_set): (&[u8], bool)) -> Pattern {
    let images = symmetries(word(squares));
    let mirrors = (1..images.len()).filter(|symmetry| images[*symmetry] == images[0]).map(|symmetry| {
        let images = squares.iter().map(|square| image(*square, symmetry));
        images.map(|image| squares.iter().position(|square| *square == image).unwrap_or_default()).collect()
    });
    Pattern { squares: squares.len(), mirrors: mirrors.collect(), is_in_small_set }
}

/// Places every pattern in every orientation, without duplicates of the same squares.
pub(crate) fn laid() -> Vec<LaidPattern> {
    let mut laid = Vec::new();
    for (pattern, (squares, _)) in SQUARES.into_iter().enumerate() {
        let images = symmetries(word(squares));
        for symmetry in (0..images.len()).filter(|symmetry| !images[..*symmetry].contains(&images[*symmetry])) {
            let squares = squares.iter().map(|square| Some(image(*square, symmetry))).collect();
            laid.push(LaidPattern { pattern, squares });
        }
    }
    laid
}

fn word(squares: &[u8]) -> u64 {
    squares.iter().fold(0, |word, square| word | 1 << square)
}

fn image(square: u8, symmetry: usize) -> u8 {
    symmetries(1 << square)[symmetry].trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_lies_under_as_many_patterns_as_its_images() {
        let laid = laid();
        let under = |square: u8| laid.iter().filter(|laid| laid.squares.contains(&Some(square))).count();
        for square in 0..64 {
            let images = symmetries(1 << square).map(|image| under(image.trailing_zeros() as u8));
            assert_eq!(images, [images[0]; 8], "{square}");
            assert!(images[0] > 0, "no pattern sees {square}");
        }
        assert_eq!(laid.iter().filter(|laid| laid.pattern == SQUARES.len() - 1).count(), LAST_PATTERN_PLACEMENTS);
    }
}
