//! A position as people name it on the command line: as a diagram, by the moves that lead to it, or in a file.

use std::path::Path;

use irogaeshi::cpu::classic::{Bitboards, Shape, bitboards};
use irogaeshi::notation::{AnyText, AnyTextError};
use irogaeshi::rules::{Position, Variant};

use crate::failure::Failure;
use crate::out::files::{FileError, read_at_most};

/// Reads a position for the engine: any text that the library recognises, such as 64 squares and the side to move,
/// moves from the usual start such as `f5d6c3`, or a record; nothing for the usual start; or the name of a file with
/// one of these.
pub(crate) fn read_position(source: &str) -> Result<(Bitboards, Shape), Failure> {
    match read_at_most(Path::new(source), AnyText::MOST_BYTES) {
        Ok(bytes) => Ok(for_engine(AnyText::read_bytes(&bytes)).map_err(|why| format!("{source}: {why}"))?),
        Err(FileError::Unreadable { .. }) => read_text(source).map_err(Failure::Refused),
        Err(other) => Err(other.into()),
    }
}

fn read_text(text: &str) -> Result<(Bitboards, Shape), String> {
    if text.trim().is_empty() {
        return Ok((Bitboards::START, Shape::FULL));
    }
    for_engine(AnyText::read(text))
}

fn for_engine(read: Result<AnyText, AnyTextError>) -> Result<(Bitboards, Shape), String> {
    let in_words = |variant: &Variant| {
        format!("the engine cannot play {}: it knows two players on boards of up to 8 x 8", variant.name())
    };
    let found = |position: &Position| bitboards(position).ok_or_else(|| in_words(position.variant()));
    match read.map_err(|error| error.to_string())? {
        AnyText::Variant(variant) => found(&Position::start(*variant)),
        AnyText::Game(game) => found(game.record().position()),
    }
}

#[cfg(test)]
mod tests {
    use irogaeshi::rules::Record;

    use super::*;

    #[test]
    fn the_same_position_can_be_named_in_many_ways() {
        let moves = read_text("F5 d6").expect("are moves");
        let rows = ["---OX---", "---OXX--", "---O----"].concat();
        let diagram = format!("{}{rows}{} X", "-".repeat(24), "-".repeat(16));
        assert_eq!(read_text(&diagram), Ok(moves));
        assert_eq!(read_text("(;GM[Othello]B[F5]W[D6];)"), Ok(moves));
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        record.play_moves("f5d6").expect("are legal");
        assert_eq!(read_text(&record.to_string()), Ok(moves));
        assert_eq!(read_text(" ").map(|(board, _)| board), Ok(Bitboards::START));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let cases = [
            ("nonsense", "it is neither a board nor a game"),
            ("f5 f5", "move 2, f5: f5 is taken"),
            ("f5 z", "move 2: \"z\" is not a square"),
            ("(;B[F9];)", "move 1, F9: f9 is not on the board"),
            ("XO X", "2 squares where a position has 64"),
            ("name: x\nplayers: black white ash\nboard:\n.WB\nmoves:\n", "the engine cannot play x"),
            ("moves: f5", "line 1: "),
        ];
        for (text, expected) in cases {
            let why = read_text(text).expect_err(text);
            assert!(why.starts_with(expected), "{text}: {why}");
        }
    }
}
