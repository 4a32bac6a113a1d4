//! Command `trace`: writes a game turn by turn as JSON, for other programs to check.

use std::io::Write;

use irogaeshi::rules::{MoveListError, Outcome, PlayError, Player, Position, Square, SquareSet, Turn};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::out::json::print_line;

/// Plays squares while `next` returns one, and prints each turn.
pub(crate) fn trace(
    mut position: Position,
    mut next: impl FnMut(&Position) -> Option<Square>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let passes = letters(&Position::opening_passes(position.variant().clone()));
    if !passes.is_empty() {
        print_line(out, &OpeningLine { passes })?;
    }
    let mut number = 0;
    while let Some(square) = next(&position) {
        number += 1;
        let illegal = |error| MoveListError::Illegal { number, square, error };
        let player = position.to_move().ok_or(PlayError::GameOver).map_err(illegal)?;
        let legal = position.legal_squares();
        let turn = position.play(player, square).map_err(illegal)?;
        print_line(out, &TurnLine::new(&turn, legal, &position))?;
    }
    position.outcome().map_or(Ok(()), |outcome| Ok(print_line(out, &EndLine::new(outcome, &position))?))
}

/// A placement as JSON. The order of the fields is part of the format.
#[derive(Serialize)]
struct TurnLine {
    move_number: u32,
    player: char,
    square: Square,
    legal: Vec<Square>,
    captured: Vec<Square>,
    flankers: Vec<Square>,
    exploded: bool,
    passes: Vec<char>,
    board: Vec<String>,
}

/// Players who pass before the first placement.
#[derive(Serialize)]
struct OpeningLine {
    passes: Vec<char>,
}

#[derive(Serialize)]
struct EndLine {
    end: bool,
    counts: Counts,
    winner: Option<char>,
}

/// Disc counts as an object with its keys in playing order.
struct Counts(Vec<(char, u16)>);

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

impl TurnLine {
    fn new(turn: &Turn, legal: SquareSet, after: &Position) -> Self {
        Self {
            move_number: turn.move_number,
            player: letter(turn.placement.player()),
            square: turn.placement.square(),
            legal: legal.iter().collect(),
            captured: turn.placement.captured().collect(),
            flankers: turn.placement.flankers().collect(),
            exploded: turn.placement.explodes(),
            passes: letters(&turn.passes),
            board: after.board().row_texts().collect(),
        }
    }
}

impl EndLine {
    fn new(outcome: Outcome, last: &Position) -> Self {
        let counts = last.counts();
        let winner = match outcome {
            Outcome::Win(winner) => Some(letter(winner)),
            Outcome::Draw => None,
        };
        let everybody = last.variant().everybody();
        Self {
            end: true,
            counts: Counts(everybody.into_iter().map(|player| (letter(player), counts[player])).collect()),
            winner,
        }
    }
}

const fn letter(player: Player) -> char {
    player.disc().letter()
}

fn letters(players: &[Player]) -> Vec<char> {
    players.iter().copied().map(letter).collect()
}
