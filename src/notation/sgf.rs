//! Games of Othello in the Smart Game Format (SGF), as Edax, Cassio and others write it: `(;GM[2]SZ[8];B[f5];W[d6])`.
//!
//! No standard says how SGF names the squares of Othello. Programs write `f5`, or two letters as in Go (`fe`), and for
//! a pass `tt`, `PA` or nothing. They agree on the number of the game, 2.

use thiserror::Error;

use super::date::read_date;
use super::sgf_tree::{MainLine, Property};
use super::square_board::variant_from;
use super::{
    GameRecord, ReportedGame, ReportedMove, ReportedMoveError, TimeControl, TranscriptError, beginning, read_seconds,
};
use crate::rules::{Board, Disc, Ending, MoveListError, ParseSquareError, PlayError, Player, Square, Variant};

/// Error from reading a game in SGF.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The beginning is missing.
    #[error("a game in SGF begins with \"(;\"")]
    NotDelimited,
    /// The game has another number.
    #[error("the game has number {0} in SGF, but Othello has 2")]
    OtherGame(String),
    /// There is no board of this size.
    #[error("the board has size {0}; sizes are even numbers from 4 to 26")]
    OtherSize(String),
    /// A square of the starting position is none of the board.
    #[error("the starting position: {0}")]
    NotASquare(ParseSquareError),
    /// Discs are set after the first move.
    #[error("{0} sets discs after a move")]
    OutOfPlace(String),
    /// Error in the moves.
    #[error(transparent)]
    Moves(#[from] TranscriptError),
}

impl SgfError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotDelimited => "not-delimited",
            Self::OtherGame(_) => "other-game",
            Self::OtherSize(_) => "other-size",
            Self::NotASquare(_) => "not-a-square",
            Self::OutOfPlace(_) => "out-of-place",
            Self::Moves(error) => error.code(),
        }
    }
}

/// A game read from SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfGame {
    /// Moves of the main line up to the first impossible one, with everything known of the game.
    pub game: GameRecord,
    /// Reason why the rest was not read, if any.
    pub stopped: Option<TranscriptError>,
    /// True if the game has variations, which are not read.
    pub has_variations: bool,
}

/// Number of Othello in SGF.
const OTHELLO: &str = "2";

/// Reads the main line of the first game, up to the first impossible move. Ignores properties that do not concern the
/// position, the players, the clock, the date or the ending.
///
/// # Errors
/// An [`SgfError`] if the text is not a game of Othello, or not even its first move can be played.
pub fn read_sgf(text: &str) -> Result<SgfGame, SgfError> {
    let line = MainLine::of(text).ok_or(SgfError::NotDelimited)?;
    let value = |name| line.value(name).filter(|value| !value.is_empty());
    if let Some(number) = value("GM").filter(|number| *number != OTHELLO) {
        return Err(SgfError::OtherGame(beginning(number)));
    }
    let side = value("SZ").map_or(Some(USUAL_SIDE), read_size);
    let usual = side.and_then(Variant::classic);
    let usual = usual.ok_or_else(|| SgfError::OtherSize(beginning(value("SZ").unwrap_or_default())))?;
    let start = read_start(&line.nodes, usual, value("PL"))?;
    let (game, stopped) = play(&line.nodes, ReportedGame::on(start))?;
    let name = |player| match player {
        Player::Black => value("PB"),
        _ => value("PW"),
    };
    let seconds = value("TM").and_then(read_seconds).filter(|time| !time.is_zero());
    let clock = seconds.and_then(|time| u64::try_from(time.as_millis()).ok());
    let is_over = game.position().to_move().is_none();
    let read = GameRecord::new(game.record().clone())
        .with_names(|player| name(player).unwrap_or_default().to_owned())
        .with_clock(clock.map(|base_ms| TimeControl::Fischer { base_ms, increment_ms: 0 }))
        .with_dates(value("DT").and_then(read_date), None);
    let ending = value("RE").filter(|_| !is_over && stopped.is_none()).and_then(read_ending);
    let game = match ending {
        Some(ending) => read.clone().with_ending(ending).unwrap_or(read),
        None => read,
    };
    Ok(SgfGame { game, stopped, has_variations: line.has_variations })
}

const USUAL_SIDE: u8 = 8;

/// Side of a board, such as `8` or `8:8`.
fn read_size(text: &str) -> Option<u8> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    columns.trim().parse().ok().filter(|_| columns.trim() == rows.trim())
}

/// Returns whether a property sets discs or the player to move.
fn is_set_up(property: &Property) -> bool {
    matches!(property.name.as_str(), "AB" | "AW" | "AE" | "PL")
}

/// Player of a property that is a move.
fn mover(property: &Property) -> Option<Player> {
    match property.name.as_str() {
        "B" => Some(Player::Black),
        "W" => Some(Player::White),
        _ => None,
    }
}

/// Variant that begins with the discs that are set before the first move.
fn read_start(nodes: &[Vec<Property>], usual: Variant, first: Option<&str>) -> Result<Variant, SgfError> {
    let side = usual.board().columns();
    let before = nodes.iter().position(|node| node.iter().any(|property| mover(property).is_some()));
    let (before, after) = nodes.split_at(before.map_or(nodes.len(), |node| node + 1));
    let late = after.iter().flatten().find(|property| is_set_up(property) && property.name != "PL");
    if let Some(property) = late {
        return Err(SgfError::OutOfPlace(property.name.clone()));
    }
    let mut rows = vec![vec![EMPTY; usize::from(side)]; usize::from(side)];
    let mut is_set = false;
    for property in before.iter().flatten().filter(|property| is_set_up(property)) {
        let letter = match property.name.as_str() {
            "AB" => Disc::Black.letter(),
            "AW" => Disc::White.letter(),
            "AE" => EMPTY,
            _ => continue,
        };
        for square in property.values.iter().map(|value| read_squares(value, side)) {
            for square in square.map_err(SgfError::NotASquare)? {
                rows[usize::from(square.row())][usize::from(square.column())] = letter;
                is_set |= letter != EMPTY;
            }
        }
    }
    // Black discs alone are a handicap beside the usual ones.
    let is_white = |letter: &char| *letter == Disc::White.letter();
    if !rows.iter().flatten().any(is_white) {
        for square in usual.board().squares() {
            if let Some(disc) = usual.board().disc(square) {
                rows[usize::from(square.row())][usize::from(square.column())] = disc.letter();
            }
        }
    }
    let told = first.map(|player| player.to_ascii_uppercase().starts_with(['B', '1']));
    let is_black = told.unwrap_or_else(|| nodes.iter().flatten().find_map(mover) != Some(Player::White));
    if !is_set && is_black {
        return Ok(usual);
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let board = Board::from_rows(rows.iter().map(String::as_str)).expect("rows of squares and discs");
    Ok(variant_from(board, if is_black { Player::Black } else { Player::White }))
}

const EMPTY: char = '.';

/// A square, such as `d3` or `dc`, or all squares of a rectangle, such as `aa:cc`.
fn read_squares(value: &str, side: u8) -> Result<Vec<Square>, ParseSquareError> {
    let error = || ParseSquareError(beginning(value));
    let square = |text: &str| {
        let square = read_square(text.trim()).ok_or_else(error)?;
        if square.column() < side && square.row() < side { Ok(square) } else { Err(error()) }
    };
    let Some((first, last)) = value.split_once(':') else { return Ok(vec![square(value)?]) };
    let (first, last) = (square(first)?, square(last)?);
    let columns = || first.column()..=last.column();
    Ok((first.row()..=last.row())
        .flat_map(|row| columns().filter_map(move |column| Square::new(column, row)))
        .collect())
}

/// A square as a letter and a number, or as the letters of its column and its row.
fn read_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [column, row] if column.is_ascii_alphabetic() && row.is_ascii_alphabetic() => {
            let number = |letter: &u8| letter.to_ascii_lowercase() - b'a';
            Square::new(number(column), number(row))
        }
        _ => text.parse().ok(),
    }
}

/// Largest board on which `tt` is a pass: on larger ones it is a square.
const MAX_SIDE_OF_TT: u8 = 19;

/// A move, such as `d3`, `dc` or a pass.
fn read_move(text: &str, side: u8) -> Result<ReportedMove, ParseSquareError> {
    let text = text.trim();
    if text.is_empty() || side <= MAX_SIDE_OF_TT && text.eq_ignore_ascii_case("tt") {
        return Ok(ReportedMove::Pass);
    }
    match text.parse() {
        Ok(reported) => Ok(reported),
        Err(error) => read_square(text).map(ReportedMove::Square).ok_or(error),
    }
}

/// Plays the moves up to the first impossible one.
fn play(
    nodes: &[Vec<Property>],
    mut game: ReportedGame,
) -> Result<(ReportedGame, Option<TranscriptError>), TranscriptError> {
    let side = game.position().board().columns();
    let moves = nodes.iter().flatten().filter_map(|property| Some((mover(property)?, property.values.first()?)));
    for ((player, value), number) in moves.zip(1..) {
        let played = match read_move(value, side) {
            Ok(reported) => play_one(&mut game, number, player, reported),
            Err(ParseSquareError(text)) => {
                Err(MoveListError::NotASquare { number, error: ParseSquareError(beginning(&text)) }.into())
            }
        };
        match played {
            Ok(()) => {}
            Err(error) if game.record().ply() == 0 => return Err(error),
            Err(error) => return Ok((game, Some(error))),
        }
    }
    Ok((game, None))
}

fn play_one(
    game: &mut ReportedGame,
    number: usize,
    player: Player,
    reported: ReportedMove,
) -> Result<(), TranscriptError> {
    let to_move = game.position().to_move();
    game.play(player, reported).map_err(|error| match (error, reported) {
        (ReportedMoveError::MustMove(player), _) => TranscriptError::MustMove { number, player },
        (ReportedMoveError::Square(error), ReportedMove::Square(square)) => {
            // At the end of the game it is nobody's turn.
            let error = if to_move.is_none() { PlayError::GameOver } else { error };
            MoveListError::Illegal { number, square, error }.into()
        }
        (ReportedMoveError::Square(error), ReportedMove::Pass) => MoveListError::IllegalPass { number, error }.into(),
    })
}

/// Ending of a game that was not played out, such as `B+Resign`, `W+Time`, `Draw` or `Void`. A lead in discs does not
/// count, because some programs write White's as Black's.
fn read_ending(value: &str) -> Option<Ending> {
    let text = value.to_ascii_lowercase();
    match text.as_str() {
        "0" | "draw" => return Some(Ending::DrawAgreed),
        "void" => return Some(Ending::Abandoned),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let loser = match winner {
        "b" => Player::White,
        "w" => Player::Black,
        _ => return None,
    };
    match how.chars().next()? {
        'r' => Some(Ending::Resigned(loser)),
        't' => Some(Ending::OutOfTime(loser)),
        _ => None,
    }
}
