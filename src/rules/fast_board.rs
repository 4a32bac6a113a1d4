//! A board for playing thousands of games: small if it can be, because each game copies it.

use rand::Rng;

use super::line_board::{LargeBoard, Place, SeenLine, SmallBoard};
use super::{Board, Disc, Player, Square, SquareSet};

/// A board of either size.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "small boards are the usual ones and are copied without allocating")]
pub(super) enum FastBoard {
    Small(SmallBoard),
    Large(Box<LargeBoard>),
}

/// Calls a method of the board of either size.
macro_rules! either {
    ($fast:expr, $board:ident => $call:expr) => {
        match $fast {
            FastBoard::Small($board) => $call,
            FastBoard::Large($board) => out_of_line(move || $call),
        }
    };
}

/// Keeps the code for large boards out of the loops over small ones, which it would slow by a twentieth.
#[inline(never)]
fn out_of_line<T>(call: impl FnOnce() -> T) -> T {
    call()
}

impl FastBoard {
    pub(super) fn new(board: &Board) -> Self {
        if board.columns().max(board.rows()) <= SmallBoard::MAX_SIDE {
            Self::Small(SmallBoard::new(board))
        } else {
            Self::Large(Box::new(LargeBoard::new(board)))
        }
    }

    pub(super) fn disc(&self, square: Square) -> Option<Disc> {
        either!(self, board => board.disc(square))
    }

    pub(super) fn count(&self, disc: Disc) -> u16 {
        either!(self, board => board.count(disc))
    }

    pub(super) fn empties(&self) -> u16 {
        either!(self, board => board.empties())
    }

    pub(super) fn can_play(&self, player: Player) -> bool {
        either!(self, board => board.can_play(player))
    }

    pub(super) fn legal_squares(&self, player: Player) -> SquareSet {
        either!(self, board => board.legal_squares(player))
    }

    /// The line of a place, as seen by the player of the discs `own`.
    pub(super) fn seen(&self, place: Place, own: Disc) -> SeenLine {
        either!(self, board => board.seen(place, own))
    }

    /// Plays a square. Returns `false` and changes nothing if it is illegal.
    pub(super) fn play(&mut self, player: Player, square: Square) -> bool {
        either!(self, board => board.play(player, square))
    }

    /// Plays a legal square chosen uniformly at random; `None` if there is none.
    pub(super) fn play_random(&mut self, player: Player, rng: &mut impl Rng) -> Option<Square> {
        either!(self, board => board.play_random(player, rng))
    }

    /// Draws two distinct legal squares, each pair equally likely, and plays the one with the higher rank; the first
    /// drawn wins ties. Plays the only legal square if there is just one; `None` if there is none.
    pub(super) fn play_better_of_two(
        &mut self,
        player: Player,
        rng: &mut impl Rng,
        rank: impl Fn(Square) -> f32,
    ) -> Option<Square> {
        either!(self, board => board.play_better_of_two(player, rng, rank))
    }
}
