//! The values of squares that are shown: in a match from the advice, in a review from the played and the best move.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::cpu::{AnalysedMove, Score};
use crate::game::analysis::advice::Advice;
use crate::game::analysis::review::Reviewing;
use crate::game::board_view::shown_record::Shown;
use crate::game::flow::screen::Screen;
use crate::rules::Square;

/// What a square is worth to whoever is to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Worth {
    pub(crate) square: Square,
    pub(crate) score: Score,
    /// How many discs, or hundredths of a win, less than the best square.
    pub(crate) lost: f32,
}

/// Knows what is told.
#[derive(SystemParam)]
pub(crate) struct ToldWorths<'w> {
    shown: Shown<'w>,
    advice: Res<'w, Advice>,
}

impl ToldWorths<'_> {
    /// What squares of the board on the screen are worth, the best first; none where nothing is told.
    pub(crate) fn worths(&self) -> Vec<Worth> {
        if let Some(found) = self.shown.reviewing().and_then(Reviewing::move_here) {
            let [played, best] = found.scores();
            let worth = |square, score| Worth { square, score, lost: points(best) - points(score) };
            let best = found.is_judged().then(|| worth(found.best(), best));
            let played = found.is_lossy().then(|| worth(found.square, played));
            return best.into_iter().chain(played).collect();
        }
        let Some(best) = self.advice.best() else { return Vec::new() };
        let worth = |analysed: &AnalysedMove| Worth {
            square: analysed.square,
            score: analysed.score,
            lost: points(best.score) - points(analysed.score),
        };
        self.advice.shown().iter().map(worth).collect()
    }

    /// The screen with that board.
    pub(crate) fn screen(&self) -> Screen {
        self.shown.screen()
    }

    /// What that board shows.
    pub(crate) const fn shown(&self) -> &Shown<'_> {
        &self.shown
    }
}

/// A score in points that can be compared: discs, or hundredths of a win.
fn points(score: Score) -> f32 {
    match score {
        Score::Lead(discs) | Score::Points(discs) => discs as f32,
        Score::Wins(share) | Score::Discs(share) => share * 100.0,
    }
}
