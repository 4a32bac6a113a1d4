//! Motions of stones.

use bevy::prelude::*;

use crate::game::board_view::flip_plan::Change;
use crate::game::settings::MotionStyle;
use crate::rules::Disc;

/// A motion in progress; a stone without one is at rest.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    pub(super) change: Change,
    /// 0 to 1; the only thing that the tween changes.
    pub(super) progress: f32,
    /// Duration of the whole change, in seconds at the calm pace.
    pub(super) seconds: f32,
    /// True if undone, so that progress runs back to 0.
    pub(super) is_undone: bool,
}

impl Motion {
    /// Progress, 0 to 1. Undone motions run backwards.
    #[must_use]
    pub const fn progress(self) -> f32 {
        self.progress
    }

    /// Disc at the end; `None` if the stone disappears.
    pub(super) fn leads_to(self) -> Option<Disc> {
        if self.is_undone { self.change.before() } else { self.change.after() }
    }

    /// Disc at the end if the motion ran the other way.
    pub(super) fn comes_from(self) -> Option<Disc> {
        Self { is_undone: !self.is_undone, ..self }.leads_to()
    }

    /// Disc at the end, or the one that disappears.
    pub(super) fn disc(self) -> Disc {
        self.leads_to().unwrap_or(self.change.pose(0.0, MotionStyle::default()).faces.0)
    }

    /// The same moment of the opposite motion.
    pub(super) fn reversed(self) -> Self {
        Self { is_undone: !self.is_undone, ..self }
    }

    /// Final value of the progress.
    pub(super) fn end(self) -> f32 {
        if self.is_undone { 0.0 } else { 1.0 }
    }

    pub(crate) fn has_burst(self) -> bool {
        self.change.has_burst(self.progress)
    }

    /// Progress of turning over, 0 to 1; `None` for any other motion.
    #[cfg(feature = "tools")]
    pub(crate) fn turned(self) -> Option<f32> {
        matches!(self.change, Change::Turn { .. }).then_some(self.progress)
    }

    /// Spread of the blast, 0 to 1; `None` for any other motion.
    #[cfg(feature = "tools")]
    pub(crate) fn blast(self) -> Option<f32> {
        matches!(self.change, Change::Explode { .. } | Change::Detonate { .. })
            .then(|| self.change.pose(self.progress, MotionStyle::default()).blast)
    }
}
