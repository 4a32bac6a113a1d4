//! Corners and neighbours on a board of any shape.

use crate::rules::{Board, Direction, Square};

/// Returns whether a square is a corner: no line through it has neighbours on both sides, so a disc there can never be
/// captured.
pub(crate) fn is_corner(board: &Board, square: Square) -> bool {
    let has_neighbour = |direction: Direction| square.step(direction).is_some_and(|neighbour| board.has(neighbour));
    let (half, opposite) = Direction::ALL.split_at(4);
    !half.iter().zip(opposite).any(|(one, other)| has_neighbour(*one) && has_neighbour(*other))
}

pub(crate) fn around(board: &Board, square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL
        .into_iter()
        .filter_map(move |direction| square.step(direction))
        .filter(|neighbour| board.has(*neighbour))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_follow_from_the_shape() {
        let corners = |text: &str| {
            let board: Board = text.parse().unwrap();
            board
                .squares()
                .filter(|square| is_corner(&board, *square))
                .map(|square| square.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(corners("....\n....\n....\n"), ["a1", "d1", "a3", "d3"]);
        assert_eq!(corners("#..#\n....\n....\n#..#\n"), ["b1", "c1", "a2", "d2", "a3", "d3", "b4", "c4"]);
        assert_eq!(corners("..##\n..##\n....\n....\n"), ["a1", "b1", "d3", "a4", "d4"]);
    }
}
