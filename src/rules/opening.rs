//! Named openings of ordinary reversi, and the recognition of them in a game.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use thiserror::Error;

use super::label::name_key;
use super::{Board, Disc, MoveListError, Player, Position, Record, Square, Turn, Variant};

/// A named opening.
///
/// ```
/// # use irogaeshi::rules::{Opening, Record, Variant};
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("c4 e3 f6 e6 f5 c5").unwrap();
/// let tiger = Opening::of(&record).unwrap();
/// assert_eq!((tiger.name, tiger.key().as_str(), tiger.moves.len()), ("Tiger", "tiger", 5));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// English name. Its [key](Self::key) finds it in other languages.
    pub name: &'static str,
    /// One move order that reaches it, from f5 on.
    pub moves: Vec<Square>,
}

impl Opening {
    /// All named openings, each before its continuations.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &CATALOGUE.openings
    }

    /// Key of the name, such as `rose-bill`; unique.
    #[must_use]
    pub fn key(&self) -> String {
        name_key(self.name)
    }

    /// Longest opening that a game has followed so far. `None` before the first one, and in variants that do not start
    /// like ordinary reversi on 8 x 8.
    /// Positions are compared, so the order of the moves and the board's rotation or reflection do not matter.
    #[must_use]
    pub fn of(record: &Record) -> Option<&'static Self> {
        let (variant, classic) = (record.variant(), &CATALOGUE.classic);
        // Ignores whether the discs of absent players turn.
        let board = variant.board().clone().with_turning(Board::TURNING_BY_DEFAULT);
        let begins_alike = board == *classic.board()
            && variant.players().iter().all(|player| variant.board().turns(player.disc()))
            && variant.players() == classic.players()
            && variant.cut_ins() == classic.cut_ins();
        let mut shapes = (0..=record.ply()).rev().filter_map(|ply| record.position_at(ply)).map(Shape::of);
        let found = begins_alike.then(|| shapes.find_map(|shape| CATALOGUE.by_shape.get(&shape)))??;
        Some(&CATALOGUE.openings[*found])
    }
}

/// Side of the board on which the openings are played.
const SIDE: u8 = 8;

static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::read(include_str!("../../assets/openings.txt")).expect("a test reads this very text"));

/// The openings of a text, and the positions to which they lead.
#[derive(Debug)]
struct Catalogue {
    classic: Variant,
    /// Sorted by moves.
    openings: Vec<Opening>,
    /// Indices into `openings`.
    by_shape: HashMap<Shape, usize>,
}

/// Error from reading the catalogue of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum CatalogueError {
    #[error("line {0}: expected \"moves | English name\"")]
    NotAnOpening(usize),
    #[error("line {0}: {1}")]
    Moves(usize, MoveListError),
    #[error("line {0}: the moves do not begin with f5")]
    OtherFirstMove(usize),
    #[error("there are two openings called \"{0}\"")]
    NameTwice(&'static str),
    #[error("\"{0}\" and \"{1}\" are the same position")]
    PositionTwice(&'static str, &'static str),
}

impl Catalogue {
    /// Reads one opening a line; lines that begin with a semicolon are comments.
    fn read(text: &'static str) -> Result<Self, CatalogueError> {
        let classic = Variant::classic(SIDE).expect("8 is a side of ordinary reversi");
        let start = Record::new(classic.clone());
        let mut openings = Vec::new();
        let lines = text.lines().enumerate().map(|(index, text)| (index + 1, text.trim()));
        for (line, text) in lines.filter(|(_, text)| !text.is_empty() && !text.starts_with(';')) {
            let columns: Vec<&str> = text.split('|').map(str::trim).filter(|column| !column.is_empty()).collect();
            let [moves, name] = columns[..] else {
                return Err(CatalogueError::NotAnOpening(line));
            };
            let mut record = start.clone();
            record.play_moves(moves).map_err(|error| CatalogueError::Moves(line, error))?;
            let moves: Vec<Square> = record.played().iter().filter_map(Turn::square).collect();
            if moves.first() != Square::new(5, 4).as_ref() {
                return Err(CatalogueError::OtherFirstMove(line));
            }
            openings.push((Opening { name, moves }, Shape::of(record.position())));
        }
        openings.sort_by(|(one, _), (other, _)| one.moves.cmp(&other.moves));
        let (openings, shapes): (Vec<Opening>, Vec<Shape>) = openings.into_iter().unzip();
        let mut keys = HashSet::new();
        if let Some(twice) = openings.iter().find(|opening| !keys.insert(opening.key())) {
            return Err(CatalogueError::NameTwice(twice.name));
        }
        let mut by_shape = HashMap::new();
        for (index, shape) in shapes.into_iter().enumerate() {
            if let Some(earlier) = by_shape.insert(shape, index) {
                let (one, other) = (openings[earlier].name, openings[index].name);
                return Err(CatalogueError::PositionTwice(one, other));
            }
        }
        Ok(Self { classic, openings, by_shape })
    }
}

/// Player to move and discs, in a form that is the same for all rotations and reflections of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Shape {
    to_move: Option<Player>,
    /// White and black discs, one bit a square: the smallest of the eight symmetric images.
    discs: [u64; 2],
}

impl Shape {
    /// Shape of a position on an 8 x 8 board with black and white discs.
    fn of(position: &Position) -> Self {
        let board = position.board();
        let discs: Vec<(Square, Disc)> =
            board.squares().filter_map(|square| Some((square, board.disc(square)?))).collect();
        let image = |symmetry: u8| {
            let mut sets = [0; 2];
            for (square, disc) in &discs {
                let mirrored = |place: u8, bit| if symmetry & bit == 0 { place } else { SIDE - 1 - place };
                let (column, row) = (mirrored(square.column(), 1), mirrored(square.row(), 2));
                let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
                sets[usize::from(*disc == Disc::Black)] |= 1 << (row * SIDE + column);
            }
            sets
        };
        let discs = (1..8).map(image).fold(image(0), Ord::min);
        Self { to_move: position.to_move(), discs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &'static str) -> CatalogueError {
        Catalogue::read(text).expect_err(text)
    }

    #[test]
    fn the_catalogue_that_comes_with_the_game_can_be_read() {
        let read = Catalogue::read(include_str!("../../assets/openings.txt")).map(|catalogue| catalogue.openings.len());
        assert!(read.as_ref().is_ok_and(|count| *count > 100), "{read:?}");
    }

    #[test]
    fn a_line_that_is_no_opening_is_named() {
        assert_eq!(error("; moves\nf5 d6\n"), CatalogueError::NotAnOpening(2));
        assert_eq!(error("f5 d6 | "), CatalogueError::NotAnOpening(1));
        assert_eq!(error("f5 d6 | Perpendicular | d6"), CatalogueError::NotAnOpening(1));
        assert_eq!(error("\nc4 e3 | Perpendicular"), CatalogueError::OtherFirstMove(2));
        let illegal = error("f5f6 | Diagonal\nf5a1 | Nothing").to_string();
        assert_eq!(illegal, "line 2: move 2, a1: a disc on a1 would capture nothing");
    }

    #[test]
    fn neither_a_name_nor_a_position_can_stand_there_twice() {
        let name = "f5d6 | Perpendicular\nf5f6 | Perpendicular";
        assert_eq!(error(name), CatalogueError::NameTwice("Perpendicular"));
        let key = "f5d6c3d3c4f4c5b3c2 | Rose-Bill\nf5f6 | Rose Bill";
        assert_eq!(error(key), CatalogueError::NameTwice("Rose Bill"));
        // The same discs in another move order, and the same line mirrored after its second move.
        let transposed = "f5d6c4d3c3 | Cat to Tiger\nf5d6c3d3c4 | Tiger";
        assert_eq!(error(transposed), CatalogueError::PositionTwice("Tiger", "Cat to Tiger"));
        let mirrored = "f5f6e6f4e3 | Cow\nf5f6e6d6c5 | Mirrored Cow";
        assert_eq!(error(mirrored), CatalogueError::PositionTwice("Cow", "Mirrored Cow"));
    }
}
