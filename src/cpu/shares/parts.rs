//! Parts of a board, the patterns of the networks: runs of a few squares along its lines, and the surroundings of the
//! squares at its edge.
//! On a symmetric board, parts that mirror each other share their weights. A part is seen from one player's side: each
//! of its squares is empty or holds an own disc, another player's disc that turns, or any other disc.

use std::collections::HashMap;

use crate::rules::{Board, FastPosition, LINES, Place, Player, SeenLine, Square};

/// Maximum number of squares of a part.
pub(crate) const PART_SQUARES: usize = 5;

/// Minimum length of a line with parts; nothing can flip on shorter ones.
const MIN_LINE: usize = 3;

/// Maximum distance between the starts of parts on a long line.
const STRIDE: usize = 3;

/// Number of squares in a 3 x 3 block.
const AROUND: usize = 9;

/// A square within a part: index of the part, and of the square in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InPart {
    pub(crate) part: usize,
    pub(crate) digit: usize,
}

/// All parts of a board.
pub(crate) struct Parts {
    all: Vec<Part>,
    /// Lines on which the parts are seen; the first is a dummy beyond the board, always empty.
    lines: Vec<Option<Place>>,
    /// Tables that gather a part's squares from a 3 x 3 block: bits of the part by bits of the block.
    orders: Vec<[u8; 1 << AROUND]>,
    /// Parts that contain each square.
    with_square: Vec<Vec<InPart>>,
    /// Number of pattern configurations of all kinds of parts together.
    count: usize,
    /// Number of squares of the board.
    squares: usize,
}

struct Part {
    /// Index of the first configuration of its kind.
    begin: u32,
    squares: u32,
    view: View,
}

/// Location of a part; lines are indices into [`Parts::lines`].
enum View {
    /// A run of squares on a line from bit `at` on, possibly read backwards.
    Run { line: usize, at: u32, is_backwards: bool },
    /// Some of the 3 x 3 squares around this column: on the row above, its own row and the row below.
    Around { rows: [usize; 3], column: u32, order: usize },
}

/// Squares of a part, ordered so that equivalent parts correspond square by square.
type Squares = Vec<Square>;

impl Parts {
    /// Finds the parts of a board; its discs do not matter.
    pub(crate) fn new(board: &Board) -> Self {
        let symmetries = Symmetry::of(board);
        let mut parts = Self {
            all: Vec::new(),
            lines: vec![None],
            orders: Vec::new(),
            with_square: vec![Vec::new(); Square::COUNT],
            count: 0,
            squares: board.squares().count(),
        };
        let mut begins = HashMap::new();
        let runs = runs(board).map(|(direction, squares)| (Some(direction), squares));
        for (direction, squares) in runs.chain(edges(board).map(|squares| (None, squares))) {
            let (kind, squares) = alike(&symmetries, &squares);
            let begin = *begins.entry(kind).or_insert(parts.count);
            if begin == parts.count {
                parts.count += 1 << (2 * squares.len());
            }
            let view = match direction {
                Some(direction) => parts.run(direction, &squares),
                None => parts.around(&squares),
            };
            for (digit, square) in squares.iter().enumerate() {
                parts.with_square[square.index()].push(InPart { part: parts.all.len(), digit });
            }
            parts.all.push(Part { begin: begin as u32, squares: squares.len() as u32, view });
        }
        parts
    }

    /// Number of pattern configurations of all kinds of parts together.
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// Number of squares of the board.
    pub(crate) const fn squares(&self) -> usize {
        self.squares
    }

    /// Parts that contain a square.
    pub(crate) fn with_square(&self, square: Square) -> &[InPart] {
        &self.with_square[square.index()]
    }

    /// Replaces `configurations` by the configuration of every part in a position, from a player's side.
    pub(crate) fn configurations(&self, position: &FastPosition, player: Player, configurations: &mut Vec<u32>) {
        let mut seen = [SeenLine::default(); MAX_LINES];
        for (seen, line) in seen.iter_mut().zip(&self.lines) {
            *seen = line.map_or_else(SeenLine::default, |line| position.seen(line, player));
        }
        configurations.clear();
        configurations.extend(self.all.iter().map(|part| {
            let [low, high] = part.view.bits(&seen, &self.orders, part.squares);
            part.begin + (low | high << part.squares)
        }));
    }

    fn run(&mut self, direction: usize, squares: &[Square]) -> View {
        let [first, second] = [0, 1].map(|index| Place::all(squares[index])[direction]);
        let is_backwards = first.at > second.at;
        let at = if is_backwards { first.at - (squares.len() as u32 - 1) } else { first.at };
        View::Run { line: self.line(first), at, is_backwards }
    }

    /// View of a part whose squares all lie within one 3 x 3 block.
    fn around(&mut self, squares: &[Square]) -> View {
        let least = |of: fn(Square) -> u8| squares.iter().map(|square| of(*square)).min().unwrap_or_default();
        let most = |of: fn(Square) -> u8| squares.iter().map(|square| of(*square)).max().unwrap_or_default();
        // If they span only two rows or columns, either one will do as the middle.
        let middle = |of: fn(Square) -> u8| if most(of) - least(of) == 2 { least(of) + 1 } else { most(of) };
        let (column, row) = (middle(Square::column), middle(Square::row));
        let rows = [row.checked_sub(1), Some(row), Some(row + 1)]
            .map(|row| row.and_then(|row| Square::new(0, row)).map_or(0, |square| self.line(Place::all(square)[0])));
        let bit = |square: &Square| (square.row() + 1 - row) * 3 + square.column() + 1 - column;
        let bits: Vec<u8> = squares.iter().map(bit).collect();
        let order = std::array::from_fn(|around| {
            bits.iter().enumerate().map(|(digit, bit)| ((around >> bit & 1) as u8) << digit).sum()
        });
        View::Around { rows, column: column.into(), order: index_of(&mut self.orders, order, PartialEq::eq) }
    }

    fn line(&mut self, place: Place) -> usize {
        let is_same = |one: &Option<Place>, other: &Option<Place>| {
            let line = |place: &Place| (place.direction, place.parallel);
            one.as_ref().map(line) == other.as_ref().map(line)
        };
        index_of(&mut self.lines, Some(place), is_same)
    }
}

/// Maximum number of lines with parts: all of the largest board, and the dummy.
const MAX_LINES: usize = 1 + LINES.len() * 2 * Square::MAX_SIDE as usize;

impl View {
    /// For each square of the part, a bit for "own or never turning" and a bit for "not own".
    #[inline]
    fn bits(&self, seen: &[SeenLine; MAX_LINES], orders: &[[u8; 1 << AROUND]], squares: u32) -> [u32; 2] {
        match *self {
            Self::Run { line, at, is_backwards } => {
                let run = |bits: u32| {
                    let run = bits >> at & ((1 << squares) - 1);
                    if is_backwards { run.reverse_bits() >> (u32::BITS - squares) } else { run }
                };
                [run(seen[line].own_or_staying), run(seen[line].not_own)]
            }
            Self::Around { rows, column, order } => {
                let order = &orders[order];
                let around = |bits: fn(&SeenLine) -> u32| {
                    let [above, with, below] = rows.map(|row| (bits(&seen[row]) << 1 >> column & 0b111) as usize);
                    u32::from(order[above | with << 3 | below << 6])
                };
                [around(|line| line.own_or_staying), around(|line| line.not_own)]
            }
        }
    }
}

/// Index of an item in a list; appends the item if it is missing.
fn index_of<T>(list: &mut Vec<T>, item: T, is_same: impl Fn(&T, &T) -> bool) -> usize {
    list.iter().position(|other| is_same(other, &item)).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// All runs along lines, with the direction.
fn runs(board: &Board) -> impl Iterator<Item = (usize, Squares)> {
    (0..LINES.len()).flat_map(move |direction| {
        let along = LINES[direction];
        let is_first = move |square: &Square| board.squares().all(|before| before.step(along) != Some(*square));
        board.squares().filter(is_first).flat_map(move |first| {
            let next = |square: &Square| square.step(along).filter(|next| board.has(*next));
            let line: Squares = std::iter::successors(Some(first), next).collect();
            begins(line.len()).into_iter().map(move |begin| {
                let end = line.len().min(begin + PART_SQUARES);
                (direction, line[begin..end].to_vec())
            })
        })
    })
}

/// Start of each run on a line, spaced evenly from the first square to the last.
fn begins(line: usize) -> Vec<usize> {
    if line < MIN_LINE {
        Vec::new()
    } else if line <= PART_SQUARES {
        vec![0]
    } else {
        let last = (line - 2).div_ceil(STRIDE).max(2) - 1;
        (0..=last).map(|index| index * (line - PART_SQUARES) / last).collect()
    }
}

/// For each square at the edge of the board: the square, its direct neighbours, and as many diagonal neighbours as fit.
/// If not all fit, one part for each diagonal neighbour.
fn edges(board: &Board) -> impl Iterator<Item = Squares> {
    board.squares().flat_map(|square| {
        let steps = |other: &Square| {
            let [columns, rows] = [square.column().abs_diff(other.column()), square.row().abs_diff(other.row())];
            (columns <= 1 && rows <= 1).then_some(columns + rows)
        };
        let away = |distance| board.squares().filter(move |other| steps(other) == Some(distance)).collect::<Squares>();
        let (beside, diagonal) = (away(1), away(2));
        let around = 1 + beside.len() + diagonal.len();
        let with = |diagonal: &[Square]| [&[square], beside.as_slice(), diagonal].concat();
        let room = PART_SQUARES - 1 - beside.len();
        if !(MIN_LINE..AROUND).contains(&around) {
            Vec::new()
        } else if room == 0 || diagonal.len() <= room {
            vec![with(&diagonal[..room.min(diagonal.len())])]
        } else {
            diagonal.chunks(1).map(with).collect()
        }
    })
}

/// A symmetry of a board.
#[derive(Clone, Copy)]
struct Symmetry {
    /// Swaps columns and rows, before the reflections.
    is_turned: bool,
    /// The last column, to count from there; likewise the last row below.
    from_columns: Option<u8>,
    from_rows: Option<u8>,
}

impl Symmetry {
    /// All symmetries, the identity first.
    fn of(board: &Board) -> Vec<Self> {
        let [columns, rows] = [board.columns() - 1, board.rows() - 1];
        let ways = [false, true].into_iter().flat_map(|is_turned| {
            [None, Some(columns)].into_iter().flat_map(move |from_columns| {
                [None, Some(rows)].map(|from_rows| Self { is_turned, from_columns, from_rows })
            })
        });
        let fits = |symmetry: &Self| {
            let is_within = |square| symmetry.laid(square).is_some_and(|laid| board.has(laid));
            (columns == rows || !symmetry.is_turned) && board.squares().all(is_within)
        };
        ways.filter(fits).collect()
    }

    fn laid(self, square: Square) -> Option<Square> {
        let (column, row) = (square.column(), square.row());
        let (column, row) = if self.is_turned { (row, column) } else { (column, row) };
        let from = |last: Option<u8>, number: u8| last.map_or(Some(number), |last| last.checked_sub(number));
        Square::new(from(self.from_columns, column)?, from(self.from_rows, row)?)
    }
}

/// Returns a key common to all equivalent parts, and the part's squares in corresponding order.
fn alike(symmetries: &[Symmetry], squares: &[Square]) -> (Squares, Squares) {
    let laid = |symmetry: &Symmetry| {
        let mut pairs: Vec<(Square, Square)> =
            squares.iter().filter_map(|square| Some((symmetry.laid(*square)?, *square))).collect();
        pairs.sort();
        pairs.into_iter().unzip()
    };
    symmetries.iter().map(laid).min().unwrap_or_else(|| (squares.to_vec(), squares.to_vec()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

    use super::*;
    use crate::rules::{Position, Variant};

    /// Configurations of all parts, computed square by square.
    fn slow(parts: &Parts, position: &FastPosition, player: Player) -> Vec<u32> {
        let board = position.board();
        let mut configurations: Vec<u32> = parts.all.iter().map(|part| part.begin).collect();
        for square in board.squares() {
            let digit = match board.disc(square) {
                None => 0,
                Some(disc) if disc == player.disc() => 0b01,
                Some(disc) if board.turns(disc) => 0b10,
                Some(_) => 0b11,
            };
            for InPart { part, digit: at } in parts.with_square(square) {
                configurations[*part] += (digit & 1) << at | (digit >> 1) << (*at as u32 + parts.all[*part].squares);
            }
        }
        configurations
    }

    #[test]
    fn parts_are_seen_as_square_by_square() {
        for key in ["colour", "gorin", "matsuri", "raiun", "classic-16"] {
            let variant = Variant::built_in(key).expect("it is built in");
            let parts = Parts::new(variant.board());
            let mut position = FastPosition::new(&Position::start(variant));
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut configurations = Vec::new();
            loop {
                for player in Player::ALL {
                    parts.configurations(&position, player, &mut configurations);
                    let expected = slow(&parts, &position, player);
                    assert_eq!(configurations, expected, "{key}");
                    assert!(expected.iter().all(|place| (*place as usize) < parts.count()));
                }
                if position.play_random(&mut dice).is_none() {
                    break;
                }
            }
        }
    }

    /// Counts the parts by kind and digits. The digits are sorted, because a part that is its own mirror image may be
    /// read from either end.
    fn counted(variant: Variant) -> BTreeMap<(u32, Vec<u32>), u32> {
        let parts = Parts::new(variant.board());
        let mut configurations = Vec::new();
        parts.configurations(&FastPosition::new(&Position::start(variant)), Player::Black, &mut configurations);
        let mut counts = BTreeMap::new();
        for (part, configuration) in parts.all.iter().zip(configurations) {
            let bits = configuration - part.begin;
            let digit = |at| bits >> at & 1 | (bits >> (at + part.squares) & 1) << 1;
            let mut digits: Vec<u32> = (0..part.squares).map(digit).collect();
            digits.sort_unstable();
            *counts.entry((part.begin, digits)).or_insert(0) += 1;
        }
        counts
    }

    #[test]
    fn mirror_images_are_alike() {
        let start = Variant::built_in("colour").expect("it is built in");
        let text = start.to_string();
        let (head, _) = text.split_once("board:\n").expect("it has a board");
        let rows: Vec<String> = start.board().row_texts().collect();
        let upside_down = rows.iter().rev().map(String::as_str).collect::<Vec<_>>().join("\n");
        let mirrored: Variant = format!("{head}board:\n{upside_down}\n").parse().expect("it is a variant");
        assert_eq!(counted(start), counted(mirrored));
    }

    #[test]
    fn parts_that_lie_alike_are_known_together() {
        let parts = |key: &str| Parts::new(Variant::built_in(key).expect("it is built in").board());
        let count = |key: &str| parts(key).count();
        assert_eq!(parts("colour").all.len(), 124);
        // Fourteen kinds with five squares and two with four, the surroundings of corners.
        assert_eq!(count("colour"), 14 * 1024 + 2 * 256);
        assert!(count("heart") > 2 * count("classic"), "a heart is alike from left and right alone");
    }

    #[test]
    fn every_square_is_looked_at_and_lines_are_covered() {
        for line in MIN_LINE..=16 {
            let begins = begins(line);
            assert_eq!((begins[0], begins[begins.len() - 1] + PART_SQUARES.min(line)), (0, line), "{line}");
            assert!(begins.windows(2).all(|two| two[1] - two[0] <= STRIDE), "{line}");
        }
        for key in Variant::shelves().flat_map(|shelf| shelf.keys) {
            let variant = Variant::built_in(&key).expect("it is built in");
            let parts = Parts::new(variant.board());
            assert!(variant.board().squares().all(|square| !parts.with_square(square).is_empty()), "{key}");
        }
    }
}
