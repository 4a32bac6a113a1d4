//! When what could not be saved is tried again.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::redraw::Frames;

/// How long after a failure saving is tried again, if nothing changes sooner.
const PAUSE: Duration = Duration::from_secs(5);

/// The last failure, after which saving is tried again when some time has passed, and when the program ends.
#[derive(Default)]
pub(super) struct Retry {
    failed_at: Option<Duration>,
}

impl Retry {
    /// Whether to save now; the program is woken when it is too soon for that.
    pub(super) fn is_due(&self, time: &Time<Real>, exits: &MessageReader<AppExit>, frames: &mut Frames) -> bool {
        let left = self.failed_at.map_or(Duration::ZERO, |at| (at + PAUSE).saturating_sub(time.elapsed()));
        let is_due = left.is_zero() || !exits.is_empty();
        if !is_due {
            frames.wake_in(left);
        }
        is_due
    }

    /// Notes a failure; whether it is the first since all was well.
    pub(super) fn fail(&mut self, time: &Time<Real>, frames: &mut Frames) -> bool {
        frames.wake_in(PAUSE);
        self.failed_at.replace(time.elapsed()).is_none()
    }

    /// Forgets the last failure; whether there was one.
    pub(super) fn reset(&mut self) -> bool {
        self.failed_at.take().is_some()
    }
}
