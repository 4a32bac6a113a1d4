//! The patterns for any board of at most 8 x 8: its lines, and the surroundings of its corners.
//!
//! A pattern is a kind of line or corner, so that values learnt on some boards hold on all. Lines run from edge to edge
//! or hole; their kind depends on their length, their distance from the edge, and the number of ends that are corners.
//! A corner is a square whose disc can never flip, because no line passes through it. Its kind depends on which
//! neighbours the board has.

use crate::cpu::classic::board::bitboards::{Shape, Squares};
use crate::cpu::classic::evaluation::pattern::{LaidPattern, PLACEMENTS, Pattern};

/// Minimum length of a line; nothing can flip on shorter ones.
const MIN_LENGTH: usize = 3;

/// Side of the largest board, and the length of its longest line.
const MAX_LENGTH: usize = 8;

/// Directions as steps of column and row, clockwise, alternately straight and diagonal.
const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Distance of a line from the edge of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Depth {
    /// At least one side has no squares.
    Edge,
    /// Next to an edge.
    Second,
    Inner,
    /// A diagonal, which crosses the board from edge to edge.
    Diagonal,
}

impl Depth {
    const ALL: [Self; 4] = [Self::Edge, Self::Second, Self::Inner, Self::Diagonal];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A line, with the number of its squares and of its ends that are corners. If just one end is a corner, it comes
    /// first.
    Line { squares: usize, depth: Depth, corners: usize },
    /// A corner with this many consecutive neighbours. If both ends are alike, the pattern is its own mirror image.
    Corner { beside: usize, starts_straight: bool },
    /// Five edge squares from a right-angled corner, and the five beside them.
    Block,
    /// No square at all: the value of the right to move.
    Move,
}

/// Length of the edge in a [`Kind::Block`].
const BLOCK: usize = 5;

/// Maximum number of squares in a corner pattern.
const CORNER: usize = 9;

/// All kinds, in the order of the values in a file.
fn kinds() -> impl Iterator<Item = Kind> {
    let lines = Depth::ALL.into_iter().flat_map(|depth| {
        (MIN_LENGTH..=MAX_LENGTH)
            .flat_map(move |squares| (0..=2).map(move |corners| Kind::Line { squares, depth, corners }))
    });
    let corners = [(2, true), (3, true), (3, false), (4, true)]
        .map(|(beside, starts_straight)| Kind::Corner { beside, starts_straight });
    lines.chain(corners).chain([Kind::Block, Kind::Move])
}

impl Kind {
    fn pattern(self) -> Pattern {
        let (squares, mirrors) = match self {
            Self::Line { squares, corners: 1, .. } => (squares, Vec::new()),
            Self::Line { squares, .. } => (squares, vec![(0..squares).rev().collect()]),
            Self::Corner { beside, .. } => {
                let ways = ways_from_corner(beside);
                let mirrored = |way: &Vec<usize>| {
                    let way: Vec<usize> = way.iter().rev().map(|direction| beside - 1 - direction).collect();
                    ways.iter().position(|other| *other == way).unwrap_or_default()
                };
                let mirror = ways.iter().map(mirrored).collect();
                (ways.len(), if beside == 3 { vec![mirror] } else { Vec::new() })
            }
            Self::Block => (2 * BLOCK, Vec::new()),
            Self::Move => (0, Vec::new()),
        };
        Pattern { squares, mirrors, is_in_small_set: true }
    }

    /// Places this kind on squares.
    fn laid(self, squares: Vec<Option<u8>>) -> LaidPattern {
        let pattern = kinds().position(|kind| kind == self).unwrap_or_default();
        LaidPattern { pattern, squares }
    }
}

pub(crate) fn patterns() -> Vec<Pattern> {
    kinds().map(Kind::pattern).collect()
}

/// Paths from a corner to the squares of its pattern, as steps towards its neighbours by their index: none, one, two in
/// the same direction, and one in each of two adjacent directions.
fn ways_from_corner(beside: usize) -> Vec<Vec<usize>> {
    let once = (0..beside).map(|direction| vec![direction]);
    let twice = (0..beside).map(|direction| vec![direction; 2]);
    let between = (1..beside).map(|direction| vec![direction - 1, direction]);
    [Vec::new()].into_iter().chain(once).chain(twice).chain(between).take(CORNER).collect()
}

/// Places the patterns on a board: every line and corner, the most significant first, up to the maximum.
pub(crate) fn laid(shape: Shape) -> Vec<LaidPattern> {
    let mut laid = vec![Kind::Move.laid(Vec::new())];
    let mut diagonals = Vec::new();
    for square in Squares(shape.0) {
        for (direction, (columns, rows)) in DIRECTIONS.into_iter().enumerate().take(DIRECTIONS.len() / 2) {
            let before = step(shape, Some(square as u8), (-columns, -rows));
            let line = run(shape, square as u8, (columns, rows));
            if before.is_none() && line.len() >= MIN_LENGTH {
                let lines = if direction % 2 == 0 { &mut laid } else { &mut diagonals };
                lines.push(laid_line(shape, line, direction));
            }
        }
    }
    let corners = Squares(shape.corners()).filter_map(|square| Corner::at(shape, square as u8));
    let (around, blocks): (Vec<LaidPattern>, Vec<Vec<LaidPattern>>) =
        corners.map(|corner| (corner.laid(shape), corner.blocks(shape))).unzip();
    laid.extend(around);
    diagonals.sort_by_key(|diagonal| std::cmp::Reverse(diagonal.squares.len()));
    laid.extend(diagonals);
    laid.extend(blocks.concat());
    laid.truncate(PLACEMENTS);
    laid
}

/// The square one step away, if the board has both.
fn step(shape: Shape, from: Option<u8>, (columns, rows): (i8, i8)) -> Option<u8> {
    let from = from?.cast_signed();
    let (column, row) = (from % MAX_LENGTH as i8 + columns, from / MAX_LENGTH as i8 + rows);
    let is_within = |number: i8| (0..MAX_LENGTH as i8).contains(&number);
    let square = (is_within(column) && is_within(row)).then(|| (row * MAX_LENGTH as i8 + column).cast_unsigned())?;
    (shape.0 >> square & 1 == 1).then_some(square)
}

/// A square and its successors in a direction.
fn run(shape: Shape, from: u8, direction: (i8, i8)) -> Vec<u8> {
    std::iter::successors(Some(from), |square| step(shape, Some(*square), direction)).collect()
}

fn laid_line(shape: Shape, mut line: Vec<u8>, direction: usize) -> LaidPattern {
    let is_corner = |square: Option<&u8>| square.is_some_and(|square| shape.corners() >> square & 1 == 1);
    let ends = [is_corner(line.first()), is_corner(line.last())];
    if ends == [false, true] {
        line.reverse();
    }
    let depth = if direction % 2 == 1 { Depth::Diagonal } else { depth(shape, &line, direction) };
    let kind = Kind::Line { squares: line.len(), depth, corners: ends.into_iter().filter(|end| *end).count() };
    kind.laid(line.into_iter().map(Some).collect())
}

/// Distance from the edge of a horizontal or vertical line: the mean of its squares, on the nearer side.
fn depth(shape: Shape, line: &[u8], direction: usize) -> Depth {
    let further = |across: usize| {
        let direction = DIRECTIONS[(direction + across) % DIRECTIONS.len()];
        line.iter().map(|square| run(shape, *square, direction).len() - 1).sum::<usize>()
    };
    let least = further(2).min(further(6));
    // Rounded to the nearest integer.
    match (2 * least + line.len()) / (2 * line.len()) {
        0 => Depth::Edge,
        1 => Depth::Second,
        _ => Depth::Inner,
    }
}

/// A corner with its neighbours, of a known kind.
struct Corner {
    square: u8,
    kind: Kind,
    /// Directions of the neighbours, in the order of the kind.
    directions: Vec<usize>,
}

impl Corner {
    /// The corner on a square; `None` if its kind is unknown.
    fn at(shape: Shape, square: u8) -> Option<Self> {
        let beside = DIRECTIONS.map(|direction| step(shape, Some(square), direction).is_some());
        let first = (0..8).find(|direction| beside[*direction] && !beside[(direction + 7) % 8])?;
        let mut directions: Vec<usize> =
            (first..first + 8).map(|direction| direction % 8).take_while(|direction| beside[*direction]).collect();
        if directions.len() != beside.iter().filter(|is_there| **is_there).count() {
            return None;
        }
        // With an even number of neighbours, one end is straight and the other diagonal: the straight one comes first.
        if directions.len().is_multiple_of(2) && !first.is_multiple_of(2) {
            directions.reverse();
        }
        let kind = Kind::Corner { beside: directions.len(), starts_straight: directions[0].is_multiple_of(2) };
        kinds().any(|known| known == kind).then_some(Self { square, kind, directions })
    }

    fn to(&self, shape: Shape, way: impl IntoIterator<Item = usize>) -> Option<u8> {
        // The path may lead over a hole.
        let (columns, rows) = way.into_iter().fold((0, 0), |(columns, rows), direction| {
            let (more_columns, more_rows) = DIRECTIONS[self.directions[direction]];
            (columns + more_columns, rows + more_rows)
        });
        step(shape, Some(self.square), (columns, rows))
    }

    fn laid(&self, shape: Shape) -> LaidPattern {
        let ways = ways_from_corner(self.directions.len()).into_iter();
        self.kind.laid(ways.map(|way| self.to(shape, way)).collect())
    }

    /// Blocks along both edges of a right-angled corner.
    fn blocks(&self, shape: Shape) -> Vec<LaidPattern> {
        if self.kind != (Kind::Corner { beside: 3, starts_straight: true }) {
            return Vec::new();
        }
        let block = |(along, inwards)| {
            let squares = [None, Some(inwards)].into_iter().flat_map(|first: Option<usize>| {
                (0..BLOCK).map(move |steps| first.into_iter().chain(std::iter::repeat_n(along, steps)))
            });
            Kind::Block.laid(squares.map(|way| self.to(shape, way)).collect())
        };
        [(0, 2), (2, 0)].map(block).to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::classic::board::geometry::symmetries;

    fn shape(rows: &[&str]) -> Shape {
        let squares = rows.iter().enumerate().flat_map(|(row, squares)| {
            squares.bytes().enumerate().map(move |(column, square)| u64::from(square == b'.') << (row * 8 + column))
        });
        Shape(squares.sum())
    }

    fn count(shape: Shape, kind: Kind) -> usize {
        let wanted = kinds().position(|known| known == kind).expect("a kind");
        laid(shape).iter().filter(|laid| laid.pattern == wanted).count()
    }

    fn octagon() -> Shape {
        shape(&["##....##", "#......#", "........", "........", "........", "........", "#......#", "##....##"])
    }

    #[test]
    fn the_lines_and_corners_of_boards_are_found() {
        let line = |squares, depth, corners| Kind::Line { squares, depth, corners };
        let right = Kind::Corner { beside: 3, starts_straight: true };
        let six = shape(&["......"; 6]);
        for depth in [Depth::Edge, Depth::Second, Depth::Inner] {
            assert_eq!(count(six, line(6, depth, if depth == Depth::Edge { 2 } else { 0 })), 4, "{depth:?}");
        }
        assert_eq!(count(six, line(6, Depth::Diagonal, 2)), 2);
        assert_eq!([3, 4, 5].map(|squares| count(six, line(squares, Depth::Diagonal, 0))), [4; 3]);
        assert_eq!([count(six, right), count(six, Kind::Block)], [4, 8]);
        // All eight corners are obtuse.
        let obtuse = Kind::Corner { beside: 4, starts_straight: true };
        assert_eq!([count(octagon(), right), count(octagon(), obtuse)], [0, 8]);
        assert_eq!(count(octagon(), line(4, Depth::Edge, 2)), 4);
        assert_eq!(count(octagon(), line(3, Depth::Diagonal, 2)), 4);
        let rows = shape(&["........"; 4]);
        assert_eq!([Depth::Edge, Depth::Second].map(|depth| count(rows, line(8, depth, 0))), [0, 2]);
        assert_eq!(count(rows, line(8, Depth::Edge, 2)), 2);
        assert_eq!([count(rows, Kind::Move), laid(rows).len()], [1, 1 + 4 + 8 + 14 + 4 + 8]);
    }

    #[test]
    fn a_pattern_has_as_many_squares_wherever_it_lies() {
        let kinds = patterns();
        for seed in 0_u64..200 {
            // Random boards with many holes and with few.
            let word =
                seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17) | seed.wrapping_mul(0xD1B5_4A32_D192_ED03);
            let laid = laid(Shape(word));
            assert!(laid.len() <= PLACEMENTS);
            for LaidPattern { pattern, squares } in laid {
                assert_eq!(squares.len(), kinds[pattern].squares);
                let squares: Vec<u8> = squares.into_iter().flatten().collect();
                assert!(squares.iter().all(|square| word >> square & 1 == 1));
                assert!((1..squares.len()).all(|index| !squares[..index].contains(&squares[index])), "{squares:?}");
            }
        }
    }

    #[test]
    fn a_board_in_a_mirror_has_the_same_patterns() {
        for word in [octagon().0, 0x0F0F_0F3F_3F3F_3FFF, 0x183C_7EFF_FF7E_3C18, 0x00FF_FFE7_E7FF_FF00] {
            let sorted = |word| {
                let mut patterns: Vec<usize> = laid(Shape(word)).iter().map(|laid| laid.pattern).collect();
                patterns.sort_unstable();
                patterns
            };
            let images = symmetries(word).map(sorted);
            assert!(images.iter().all(|image| *image == images[0]), "{word:x}");
        }
    }
}
