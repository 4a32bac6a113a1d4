//! Games printed as a board of move numbers, as on the score sheets of federations: eight rows of eight numbers, with
//! the middle left free, and with or without coordinates.

use std::fmt::Write as _;

use super::word::narrow;
use super::{Diagram, Transcript, TranscriptError, read_transcript};
use crate::rules::{Disc, Record, Square};

const SIDE: usize = 8;

/// Rows with the starting discs, and the columns before which a sheet may leave them out.
const MIDDLE_ROWS: [usize; 2] = [3, 4];
const MIDDLE_COLUMN: usize = 3;

/// Number of moves of the longest game.
const MAX_MOVES: usize = 60;

/// Fewest moves of a grid, so that a board with digits is not taken for one.
const MIN_MOVES: usize = 4;

/// A board of move numbers found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveGrid {
    /// Squares of each move; none if its number is missing, several if it is on several squares.
    squares: Vec<Vec<Square>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Move(usize),
    Other,
}

impl MoveGrid {
    /// Finds the first board of move numbers in a text.
    pub(super) fn find(text: &str) -> Option<Self> {
        let text = narrow(text);
        let lines: Vec<Vec<Option<Place>>> = text.lines().filter(|line| !is_ruler(line)).map(places).collect();
        (0..lines.len().checked_sub(SIDE - 1)?).find_map(|at| Self::of_rows(&lines[at..at + SIDE]))
    }

    /// Board of eight lines, each with the contents of its words or columns.
    fn of_rows(lines: &[Vec<Option<Place>>]) -> Option<Self> {
        let label = |at: usize| Some(Some(Place::Move(at + 1)));
        let before =
            lines[0].len() > SIDE && lines.iter().enumerate().all(|(at, row)| row.first().copied() == label(at));
        let after = lines[0].len() > SIDE + usize::from(before)
            && lines.iter().enumerate().all(|(at, row)| row.last().copied() == label(at));
        let mut squares = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            let cells = line.get(usize::from(before)..line.len().checked_sub(usize::from(after))?)?;
            let is_free = MIDDLE_ROWS.contains(&row) && cells.len() == SIDE - 2;
            if cells.len() != SIDE && !is_free {
                return None;
            }
            for (index, place) in cells.iter().enumerate() {
                let column = if is_free && index >= MIDDLE_COLUMN { index + 2 } else { index };
                if let Place::Move(number) = (*place)? {
                    squares.resize_with(squares.len().max(number), Vec::new);
                    squares[number - 1].push(Square::new(column as u8, row as u8)?);
                }
            }
        }
        (squares.len() >= MIN_MOVES && squares.iter().filter(|move_| !move_.is_empty()).count() >= MIN_MOVES)
            .then_some(Self { squares })
    }

    /// Plays the moves in the order of their numbers, up to the first one that is impossible, missing or twice there.
    ///
    /// # Errors
    /// A [`TranscriptError`] if not even the first move can be played.
    pub(super) fn play(&self) -> Result<Transcript, TranscriptError> {
        let single = self.squares.iter().take_while(|squares| squares.len() == 1);
        let moves = single.flatten().fold(String::new(), |mut text, square| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{square} ");
            text
        });
        let number = moves.split_whitespace().count() + 1;
        let gap = self.squares.get(number - 1).map(|squares| match squares.len() {
            0 => TranscriptError::Missing { number },
            _ => TranscriptError::Twice { number },
        });
        if number == 1 {
            return Err(gap.unwrap_or(TranscriptError::NoMoves));
        }
        let read = read_transcript(&moves, Diagram::start().variant())?;
        Ok(Transcript { stopped: read.stopped.clone().or(gap), ..read })
    }
}

/// Returns whether a line only separates others: it is empty, or a ruler such as `+--+--+` or `|---|---|`.
fn is_ruler(line: &str) -> bool {
    let is_drawn = line.chars().all(|letter| " -+=|_─━┼│┌┐└┘├┤┬┴".contains(letter));
    is_drawn && (!line.trim().contains(' ') || line.contains(['+', '=', '─', '━']))
}

/// Contents of the words or columns of a line; `None` for something that is no place of a grid.
fn places(line: &str) -> Vec<Option<Place>> {
    const COLUMNS: [char; 5] = ['|', '│', ',', ';', '\t'];
    let line = line.trim_matches([' ', '\r']);
    if !line.contains(COLUMNS) {
        return line.split_whitespace().map(place).collect();
    }
    let inner = line.strip_prefix(['|', '│']).unwrap_or(line);
    let inner = inner.strip_suffix(['|', '│']).unwrap_or(inner);
    inner.split(COLUMNS).map(|cell| place(cell.trim())).collect()
}

fn place(cell: &str) -> Option<Place> {
    match cell.parse::<usize>() {
        Ok(0) => Some(Place::Other),
        Ok(number) => (number <= MAX_MOVES).then_some(Place::Move(number)),
        Err(_) => cell.chars().all(|letter| "-.·・_□*XxOoBbWw●○⚫⚪◯黒白()".contains(letter)).then_some(Place::Other),
    }
}

/// Board of move numbers of a game, with coordinates; `None` unless it is ordinary reversi.
///
/// ```
/// use irogaeshi::notation::grid_of;
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5 d6").unwrap();
/// let grid = grid_of(&record).unwrap();
/// assert_eq!(grid.lines().nth(5), Some(" 5  .  .  .  X  O  1  .  ."));
/// assert_eq!(grid.lines().nth(6), Some(" 6  .  .  .  2  .  .  .  ."));
/// ```
#[must_use]
pub fn grid_of(record: &Record) -> Option<String> {
    if !record.variant().is_ordinary() {
        return None;
    }
    let board = record.variant().board();
    let mut text = "    a  b  c  d  e  f  g  h\n".to_owned();
    for row in 0..SIDE as u8 {
        let _ = write!(text, "{:2}", row + 1);
        for square in (0..SIDE as u8).filter_map(|column| Square::new(column, row)) {
            let number = record.played().iter().position(|turn| turn.square() == Some(square));
            let _ = match (number, board.disc(square)) {
                (Some(ply), _) => write!(text, "{:3}", ply + 1),
                (None, Some(Disc::Black)) => write!(text, "  X"),
                (None, Some(_)) => write!(text, "  O"),
                (None, None) => write!(text, "  ."),
            };
        }
        text.push('\n');
    }
    Some(text)
}
