//! A position as people name it on the command line: as a diagram, by the moves that lead to it, or in a file.

use std::fs;

use irogaeshi::cpu::classic::{Bitboards, Diagram, Shape, bitboards};
use irogaeshi::rules::{Position, Record, Variant};

use crate::Failure;
use crate::ggf::read_ggf;

/// Reads a position for the engine: 64 squares and the side to move, moves from the usual start such as `f5d6c3`, a
/// game in the Generic Game Format or a record, or the name of a file with one of these.
pub(crate) fn read_position(source: &str) -> Result<(Bitboards, Shape), Failure> {
    let Ok(text) = fs::read_to_string(source) else { return read_text(source).map_err(Failure::Refused) };
    Ok(read_text(&text).map_err(|why| format!("{source}: {why}"))?)
}

fn read_text(text: &str) -> Result<(Bitboards, Shape), String> {
    let text = text.trim();
    if text.starts_with("(;") {
        return read_ggf(text).map_err(|error| error.to_string()).and_then(|read| for_engine(read.game.position()));
    }
    if text.lines().any(|line| line.trim_start().starts_with("moves:")) {
        let record: Record = text.parse().map_err(|error| format!("{error}"))?;
        return for_engine(record.position());
    }
    // A diagram has no digits, and every move has one.
    if !text.is_empty() && !text.bytes().any(|byte| byte.is_ascii_digit()) {
        let diagram: Diagram = text.parse().map_err(|error| format!("{error}"))?;
        return Ok((diagram.bitboards, Shape::FULL));
    }
    let mut record = Record::new(Variant::classic(8).ok_or("8 x 8 is not played")?);
    record.play_moves(text).map_err(|error| error.to_string())?;
    for_engine(record.position())
}

fn for_engine(position: &Position) -> Result<(Bitboards, Shape), String> {
    bitboards(position).ok_or_else(|| {
        format!("the engine cannot play {}: it knows two players on boards of up to 8 x 8", position.variant().name())
    })
}

#[cfg(test)]
mod tests {
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
            ("nonsense", "'n' is no square"),
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
