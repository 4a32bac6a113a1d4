//! Decides when to try again after saving has failed.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::redraw::Frames;

/// Time after a failure until the next attempt, if nothing changes sooner.
const PAUSE: Duration = Duration::from_secs(5);

/// The last failure. Saving is tried again after a pause, and when the program ends.
#[derive(Default)]
pub(crate) struct Retry {
    failed_at: Option<Duration>,
}

impl Retry {
    /// Returns whether to save now. If it is too soon, schedules a frame for the next attempt.
    pub(crate) fn is_due(&self, time: &Time<Real>, exits: &MessageReader<AppExit>, frames: &mut Frames) -> bool {
        let left = self.failed_at.map_or(Duration::ZERO, |at| (at + PAUSE).saturating_sub(time.elapsed()));
        let is_due = left.is_zero() || !exits.is_empty();
        if !is_due {
            frames.wake_in(left);
        }
        is_due
    }

    /// Notes a failure. Returns whether it is the first since saving last worked.
    pub(crate) fn fail(&mut self, time: &Time<Real>, frames: &mut Frames) -> bool {
        frames.wake_in(PAUSE);
        self.failed_at.replace(time.elapsed()).is_none()
    }

    /// Forgets the last failure. Returns whether there was one.
    pub(crate) fn reset(&mut self) -> bool {
        self.failed_at.take().is_some()
    }
}
