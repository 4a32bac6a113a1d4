//! Positions on the command line: a diagram, the moves that lead there, or a file.

use std::path::Path;

use irogaeshi::cpu::classic::{Bitboards, Shape, bitboards};
use irogaeshi::notation::{AnyText, AnyTextError, GameRecord, Reading, Remark, TextKind, transcript_of};
use irogaeshi::rules::{Player, Record, Variant};

use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};

/// A position for the engine, in which the game is not over.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) board: Bitboards,
    pub(crate) shape: Shape,
    /// A warning about the text for the user.
    pub(crate) remark: Option<Remark>,
}

/// Reads a position from any text that the library recognises, such as 64 squares and the side to move, moves from the
/// usual start such as `f5d6c3`, or a record. An empty text is the usual start. The text may also be the name of a file
/// with any of these.
///
/// # Errors
/// The error, the format that was assumed, and a remedy.
pub(crate) fn read_position(source: &str) -> Result<Source, Failure> {
    match read_at_most(Path::new(source), AnyText::MAX_BYTES) {
        Ok(bytes) => {
            let text = AnyText::decode(&bytes).map_err(|error| error.to_string());
            Ok(text.and_then(read_text).map_err(|why| format!("{source}: {why}"))?)
        }
        Err(FileError::Unreadable { .. }) => read_text(source).map_err(Failure::Refused),
        Err(other) => Err(other.into()),
    }
}

fn read_text(text: &str) -> Result<Source, String> {
    if text.trim().is_empty() {
        return Ok(Source { board: Bitboards::START, shape: Shape::FULL, remark: None });
    }
    let Reading { kind, content, remark } = Reading::of(text).map_err(|error| unread(&error, text))?;
    let game = match content {
        AnyText::Variant(variant) => GameRecord::new(Record::new(*variant)),
        AnyText::Game(game) => *game,
    };
    let position = game.record().position();
    if let Some(Remark::Stopped(error)) = &remark {
        let moves = transcript_of(game.record());
        return Err(format!("{error}; the text was read as {kind}, and the moves before that are {moves}"));
    }
    let (board, shape) = bitboards(position).ok_or_else(|| unknown_game(position.variant()))?;
    if position.to_move().is_none() {
        return Err(over(&game, kind));
    }
    Ok(Source { board, shape, remark })
}

/// Describes an error in a text, with the assumed format unless the error names it.
fn unread(error: &AnyTextError, text: &str) -> String {
    match TextKind::of(text) {
        Some(kind) => format!("{error}; the text was read as {kind}"),
        None => error.to_string(),
    }
}

fn unknown_game(variant: &Variant) -> String {
    format!("the engine cannot play {}: it supports only two players on boards of up to 8 x 8", variant.name())
}

fn over(game: &GameRecord, kind: TextKind) -> String {
    let counts = game.record().position().counts();
    let discs = |player: Player| counts[player];
    let advice = match game.record().ply() {
        0 => "give a position with a legal move".to_owned(),
        ply => format!("omit some of its {ply} moves"),
    };
    let (black, white) = (discs(Player::Black), discs(Player::White));
    format!("the game is over, Black {black} and White {white}; the text was read as {kind}: {advice}")
}

#[cfg(test)]
mod tests {
    use irogaeshi::rules::Record;

    use super::*;

    #[test]
    fn the_same_position_can_be_named_in_many_ways() {
        let moves = read_text("F5 d6");
        assert!(moves.is_ok());
        let rows = ["---OX---", "---OXX--", "---O----"].concat();
        let squares = format!("{}{rows}{}", "-".repeat(24), "-".repeat(16));
        assert_eq!(read_text(&format!("{squares} X")), moves);
        assert_eq!(read_text("(;GM[Othello]B[F5]W[D6];)"), moves);
        assert_eq!(read_text("Transcript: f5 d6 33-31"), moves);
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        record.play_moves("f5d6").expect("are legal");
        assert_eq!(read_text(&record.to_string()), moves);
        assert_eq!(read_text(" ").map(|source| source.board), Ok(Bitboards::START));
        let remark = Some(Remark::NobodyToMove);
        assert_eq!(read_text(&squares), moves.map(|source| Source { remark, ..source }));
    }

    #[test]
    fn invalid_positions_are_refused() {
        let cases = [
            ("nonsense", "neither a board nor a game"),
            ("hello", "neither a board nor a game"),
            (
                "f5 d6 f5",
                "move 3, f5: f5 is taken; the text was read as a list of moves, and the moves before that are f5d6",
            ),
            ("f5 z99", "move 2: \"z99\" is not a square"),
            ("e3", "move 1, e3: a disc on e3 would capture nothing; the text was read as a list of moves"),
            ("(;B[F9];)", "move 1, F9: f9 is not on the board; the text was read as a game in GGF"),
            ("(;GM[1]B[f5];)", "the game has number 1 in SGF, but Othello has 2; the text was read as a game in SGF"),
            ("XO-XO-XO X", "8 squares, but a position has 64; the text was read as a position of 64 squares"),
            ("name: x\nplayers: black white ash\nboard:\n.WB\nmoves:\n", "the engine cannot play x"),
            (
                &format!("{} X", "X".repeat(64)),
                "the game is over, Black 64 and White 0; the text was read as a position of 64 squares: \
                 give a position with a legal move",
            ),
            (&"-".repeat(64), "there is no disc on the board; the text was read as a position of 64 squares"),
            (
                "f5d6c5f4e3f6g5e6e7",
                "the game is over, Black 13 and White 0; the text was read as a list of moves: \
                 omit some of its 9 moves",
            ),
        ];
        for (text, expected) in cases {
            let why = read_text(text).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
