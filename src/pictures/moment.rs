//! One moment of a game: a position, and the discs that are just turning or vanishing.

use crate::rules::{Board, Cell, Disc, Record, Square, Turn};

/// Position after a number of turns, or on the way there.
#[derive(Clone, Debug)]
pub(super) struct Moment<'a> {
    record: &'a Record,
    ply: usize,
    /// Share of the last turn that has passed, from 0 to 1. The placed disc lies from the beginning.
    progress: f32,
}

/// Contents of a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shown {
    Nothing,
    Disc(Disc),
    /// A disc that turns into another, with the share of the turn that has passed, above 0 and below 1.
    Turning(Disc, Disc, f32),
    /// A disc that explodes.
    Vanishing(Disc, f32),
}

impl<'a> Moment<'a> {
    /// The position after this many turns; after the last one if there are fewer.
    pub(super) fn at(record: &'a Record, ply: usize) -> Self {
        Self { record, ply: ply.min(record.ply()), progress: 1.0 }
    }

    /// The same position, on the way from the one before.
    pub(super) const fn reached(self, progress: f32) -> Self {
        Self { progress, ..self }
    }

    /// Number of turns played.
    pub(super) const fn ply(&self) -> usize {
        self.ply
    }

    pub(super) fn board(&self) -> &'a Board {
        self.record.position_at(self.ply).unwrap_or_else(|| self.record.position()).board()
    }

    fn earlier(&self) -> Option<&'a Board> {
        Some(self.record.position_at(self.ply.checked_sub(1)?)?.board())
    }

    /// Squares that change on the way here.
    pub(super) fn changed(&self) -> Vec<Square> {
        let Some(earlier) = self.earlier() else { return Vec::new() };
        self.board().squares().filter(|square| earlier.cell(*square) != self.board().cell(*square)).collect()
    }

    /// Square of the last placement.
    pub(super) fn last_square(&self) -> Option<Square> {
        self.record.played()[..self.ply].iter().rev().find_map(Turn::square)
    }

    pub(super) fn shown(&self, square: Square) -> Shown {
        let disc = |cell| if let Cell::Occupied(disc) = cell { Some(disc) } else { None };
        let now = disc(self.board().cell(square));
        let before = self.earlier().and_then(|earlier| disc(earlier.cell(square)));
        match (before, now) {
            (Some(before), Some(now)) if self.progress < 1.0 && before != now => {
                Shown::Turning(before, now, self.progress)
            }
            (Some(before), None) if self.progress < 1.0 => Shown::Vanishing(before, self.progress),
            (_, Some(now)) => Shown::Disc(now),
            (_, None) => Shown::Nothing,
        }
    }

    /// Number of the move that placed the disc on a square; `None` for starting discs.
    pub(super) fn number(&self, square: Square) -> Option<u32> {
        let turns = self.record.played()[..self.ply].iter().rev();
        turns.into_iter().find(|turn| turn.square() == Some(square)).map(|turn| turn.move_number)
    }
}
