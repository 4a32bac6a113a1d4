//! Counts the leaves of the game tree (perft), the classic test and benchmark of move generators.

use super::{Position, Square};

/// Depth of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassCounting {
    /// A pass counts as a ply, as in most programs.
    Ply,
    /// A pass adds no depth.
    Free,
}

/// Number of move sequences of length `depth`, without free passes; a game that ends earlier counts as one.
///
/// ```
/// use irogaeshi::rules::{PassCounting, Position, Variant, perft};
///
/// let start = Position::start(Variant::classic(8).unwrap());
/// assert_eq!(perft(&start, 5, PassCounting::Ply), 1396);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32, passes: PassCounting) -> u64 {
    let Some(player) = position.to_move() else { return 1 };
    if depth == 0 {
        return 1;
    }
    let legal = position.legal_squares();
    if depth == 1 {
        return legal.len() as u64;
    }
    let leaves_behind = |square: Square| {
        let mut next = position.clone();
        // The square is legal for the player to move, so it cannot be refused.
        let Ok(turn) = next.play(player, square) else { return 0 };
        let skipped = match passes {
            PassCounting::Ply => turn.passes.len() as u32,
            PassCounting::Free => 0,
        };
        perft(&next, (depth - 1).saturating_sub(skipped), passes)
    };
    legal.iter().map(leaves_behind).sum()
}
