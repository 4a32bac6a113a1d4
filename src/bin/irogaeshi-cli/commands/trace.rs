//! Command `trace`: writes a game turn by turn as JSON, for other programs to check.

use std::io::Write;

use irogaeshi::rules::{Move, MoveListError, Outcome, PlayError, Player, Position, Square, SquareSet, Turn};
use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::out::json::print_line;

/// Makes moves while `next` returns one, and prints each turn.
pub(crate) fn trace(
    mut position: Position,
    mut next: impl FnMut(&Position) -> Option<Move>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let passes = letters(&Position::opening_passes(position.variant().clone()));
    if !passes.is_empty() {
        print_line(out, &OpeningLine { passes })?;
    }
    let mut number = 0;
    while let Some(chosen) = next(&position) {
        number += 1;
        let illegal = |error| MoveListError::illegal(number, chosen, error);
        let player = position.to_move().ok_or(PlayError::GameOver).map_err(illegal)?;
        let legal = position.legal_squares();
        let turn = position.make(player, chosen).map_err(illegal)?;
        print_line(out, &TurnLine::new(&turn, legal, &position))?;
    }
    position.outcome().map_or(Ok(()), |outcome| Ok(print_line(out, &EndLine::new(outcome, &position))?))
}

/// A move as JSON; the square of a free pass is `pass`. The order of the fields is part of the format.
#[derive(Serialize)]
struct TurnLine {
    move_number: u32,
    player: char,
    square: Move,
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
            player: letter(turn.player),
            square: turn.chosen(),
            legal: legal.iter().collect(),
            captured: turn.captured().collect(),
            flankers: turn.flankers().collect(),
            exploded: turn.explodes(),
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
