//! Which stones move, how and when, to show one board after another.
//!
//! Any board can be shown from any other: the plan is the difference. Where one turn made that difference, its lines
//! time the wave: it starts at the placed stone and runs line by line, near to far, overlapping.

use std::collections::HashMap;

use crate::rules::{Board, Direction, Disc, Square, Turn};

/// Seconds, at the calm pace, until a placed stone lies.
pub(super) const PLACE_SECONDS: f32 = 0.16;
/// Seconds a stone takes to turn over.
pub(super) const TURN_SECONDS: f32 = 0.42;
/// Seconds a stone takes to vanish.
pub(super) const REMOVE_SECONDS: f32 = 0.18;
/// Seconds by which a stone starts later than its nearer neighbour.
const STEP_SECONDS: f32 = 0.085;
/// Seconds by which a line starts later than the one before.
const LINE_SECONDS: f32 = 0.05;

/// One stone's part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    /// Where the stone lies.
    pub(super) square: Square,
    /// Seconds, at the calm pace, before it begins.
    pub(super) delay: f32,
    /// What it does.
    pub(super) change: Change,
}

/// What a stone does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    /// Is put down.
    Place(Disc),
    /// Turns over.
    Turn {
        /// The face that was up.
        from: Disc,
        /// The face that comes up.
        to: Disc,
        /// The direction in which it rolls over.
        towards: Direction,
    },
    /// Is taken away.
    Remove(Disc),
}

impl Change {
    /// How long it takes, in seconds at the calm pace.
    pub(super) const fn seconds(self) -> f32 {
        match self {
            Self::Place(_) => PLACE_SECONDS,
            Self::Turn { .. } => TURN_SECONDS,
            Self::Remove(_) => REMOVE_SECONDS,
        }
    }
}

/// Plans the way from the discs that are shown to a board; `turn` is the one that led to it from what is shown.
pub(super) fn plan(shown: &HashMap<Square, Disc>, board: &Board, turn: Option<&Turn>) -> Vec<Step> {
    let wave: HashMap<Square, (f32, Direction)> = turn.map(wave).unwrap_or_default();
    let gone = shown.keys().copied().filter(|square| board.disc(*square).is_none());
    board
        .squares()
        .chain(gone)
        .filter_map(|square| {
            let (delay, towards) = wave.get(&square).copied().unwrap_or((0.0, Direction::East));
            let change = match (shown.get(&square).copied(), board.disc(square)) {
                (None, Some(disc)) => Change::Place(disc),
                (Some(from), Some(to)) if from != to => Change::Turn { from, to, towards },
                (Some(disc), None) => Change::Remove(disc),
                _ => return None,
            };
            Some(Step { square, delay, change })
        })
        .collect()
}

/// When each captured disc of a turn starts, and the direction in which the wave passes it.
fn wave(turn: &Turn) -> HashMap<Square, (f32, Direction)> {
    let lines = turn.placement.lines().enumerate();
    lines
        .flat_map(|(line_index, line)| {
            let start = PLACE_SECONDS * 0.75 + LINE_SECONDS * line_index as f32;
            let delay = move |index: usize| STEP_SECONDS.mul_add(index as f32, start);
            line.captured().enumerate().map(move |(index, square)| (square, (delay(index), line.direction)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Position, Variant};

    fn discs(board: &Board) -> HashMap<Square, Disc> {
        board.squares().filter_map(|square| Some((square, board.disc(square)?))).collect()
    }

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_turn_places_one_stone_and_turns_the_captured_ones_near_to_far() {
        let variant: Variant = "name: x\nplayers: black white\nboard:\n.WWB\n....\n".parse().unwrap();
        let mut position = Position::start(variant);
        let before = discs(position.board());
        let turn = position.play(position.to_move().unwrap(), square("a1")).unwrap();
        let steps = plan(&before, position.board(), Some(&turn));
        assert_eq!(steps.iter().map(|step| step.square).collect::<Vec<_>>(), ["a1", "b1", "c1"].map(square));
        assert_eq!(steps[0].change, Change::Place(Disc::Black));
        let turned = Change::Turn { from: Disc::White, to: Disc::Black, towards: Direction::East };
        assert_eq!((steps[1].change, steps[2].change), (turned, turned));
        assert!(steps[0].delay < steps[1].delay && steps[1].delay < steps[2].delay);
        assert!(steps[2].delay < steps[1].delay + TURN_SECONDS, "the wave overlaps");
    }

    #[test]
    fn any_board_follows_from_any_other() {
        let one: Board = "BW.\n.AR\n".parse().unwrap();
        let other: Board = "WWB\n...\n".parse().unwrap();
        let mut shown = discs(&one);
        for step in plan(&shown.clone(), &other, None) {
            match step.change {
                Change::Place(disc) | Change::Turn { to: disc, .. } => shown.insert(step.square, disc),
                Change::Remove(_) => shown.remove(&step.square),
            };
        }
        assert_eq!(shown, discs(&other));
        assert!(plan(&shown, &other, None).is_empty());
    }
}
