//! Values shown on squares: from the advice in a match, of the played and the best move in a review.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::cpu::{Line, Score};
use crate::game::analysis::advice::Advice;
use crate::game::analysis::review::Reviewing;
use crate::game::board_view::shown_record::ShownRecord;
use crate::game::flow::screen::Screen;
use crate::rules::Square;

/// Value of a square for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareValue {
    pub(crate) square: Square,
    pub(crate) score: Score,
    /// Loss against the best square, in discs or percentage points.
    pub(crate) lost: f32,
}

/// System parameter that finds the values to show.
#[derive(SystemParam)]
pub(crate) struct SquareValuesParam<'w> {
    shown: ShownRecord<'w>,
    advice: Res<'w, Advice>,
}

impl SquareValuesParam<'_> {
    /// Values to show on the board, best first; empty if there are none.
    pub(crate) fn values(&self) -> Vec<SquareValue> {
        if let Some(found) = self.shown.reviewing().and_then(Reviewing::move_here) {
            let [played, best] = found.scores();
            let value = |square, score| SquareValue { square, score, lost: points(best) - points(score) };
            let best = found.is_judged().then(|| value(found.best(), best));
            let played = found.is_lossy().then(|| value(found.square, played));
            return best.into_iter().chain(played).collect();
        }
        let Some(best) = self.advice.best().and_then(|best| best.score) else { return Vec::new() };
        let value = |line: &Line| {
            let (square, score) = line.square().zip(line.score)?;
            Some(SquareValue { square, score, lost: points(best) - points(score) })
        };
        self.advice.shown().iter().filter_map(value).collect()
    }

    pub(crate) fn screen(&self) -> Screen {
        self.shown.screen()
    }

    pub(crate) const fn shown(&self) -> &ShownRecord<'_> {
        &self.shown
    }
}

/// A comparable number: discs, or percent of a win.
fn points(score: Score) -> f32 {
    match score {
        Score::Lead(discs) | Score::Points(discs) => discs as f32,
        Score::Wins(share) | Score::Discs(share) => share * 100.0,
    }
}
