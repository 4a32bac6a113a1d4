//! Less detail where drawing is slow. While discs move, frame times are collected in [`FrameTimes`], a plain value from
//! which the detail follows.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::WindowFocused;

use crate::game::audio::visibility::GameHidden;
use crate::game::board_view::motion::Motion;
use crate::game::frame::GameSystems;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Detail>().add_message::<WindowFocused>().add_systems(Update, measure.in_set(GameSystems::Look));
}

/// Amount of detail drawn while discs move.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Everything.
    #[default]
    Full,
    /// The board at half its resolution; boards on other screens rest.
    Coarse,
    /// The same, and few discs move at a time.
    Sparse,
}

impl Detail {
    fn less(self) -> Self {
        match self {
            Self::Full => Self::Coarse,
            Self::Coarse | Self::Sparse => Self::Sparse,
        }
    }

    fn more(self) -> Self {
        match self {
            Self::Sparse => Self::Coarse,
            Self::Coarse | Self::Full => Self::Full,
        }
    }
}

/// Longest time of a frame that still looks like motion.
const SLOW: Duration = Duration::from_millis(60);
/// Longest time of a frame that leaves room for more detail.
const QUICK: Duration = Duration::from_millis(25);
/// Frames this long are not measured: the game slept, or the system withheld frames.
const PAUSE: Duration = Duration::from_secs(1);
/// Number of recent frames considered, and of slow ones among them that lead to less detail.
const LOOKED_AT: usize = 8;
const TOO_MANY: usize = 6;
/// Number of consecutive quick frames that lead to more detail: about five turns.
const QUICK_FOR_MORE: u32 = 240;
/// Factor by which each failed attempt at more detail raises [`QUICK_FOR_MORE`].
const AFTER_FAILURE: u32 = 4;
/// Number of frames skipped after the window gained or lost the keyboard, or came back into sight.
const COMING_BACK: u8 = 3;

/// Recent frames in which discs moved, and the detail that follows from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameTimes {
    detail: Detail,
    /// True for each recent frame that was slow.
    last: VecDeque<bool>,
    /// Quick frames in a row.
    quick: u32,
    /// Attempts at more detail that failed.
    failures: u32,
    /// True while the current detail is such an attempt.
    is_attempt: bool,
    /// Number of frames still to skip.
    passed_over: u8,
}

impl FrameTimes {
    /// The detail to draw from now on.
    #[must_use]
    pub(crate) const fn detail(&self) -> Detail {
        self.detail
    }

    /// Adds the time between two frames in which discs moved.
    pub(crate) fn take(&mut self, frame: Duration) {
        if frame >= PAUSE {
            return;
        }
        if self.passed_over > 0 {
            self.passed_over -= 1;
            return;
        }
        self.last.push_back(frame > SLOW);
        if self.last.len() > LOOKED_AT {
            self.last.pop_front();
        }
        self.quick = if frame <= QUICK { self.quick.saturating_add(1) } else { 0 };
        if self.last.iter().filter(|slow| **slow).count() >= TOO_MANY {
            self.failures += u32::from(self.is_attempt);
            self.change(self.detail.less(), false);
        } else if self.detail != Detail::Full
            && self.quick >= QUICK_FOR_MORE.saturating_mul(AFTER_FAILURE.saturating_pow(self.failures))
        {
            self.change(self.detail.more(), true);
        }
    }

    /// Forgets the measured frames, keeps the detail, and skips the next frames.
    pub(crate) fn come_back(&mut self) {
        self.last.clear();
        self.quick = 0;
        self.passed_over = COMING_BACK;
    }

    fn change(&mut self, detail: Detail, is_attempt: bool) {
        (self.detail, self.is_attempt) = (detail, is_attempt);
        self.last.clear();
        self.quick = 0;
    }
}

/// Measures consecutive frames while discs move. Skips frames around a change of focus or sight, because the system may
/// have withheld them.
fn measure(
    (time, hidden): (Res<Time<Real>>, Res<GameHidden>),
    motions: Query<(), With<Motion>>,
    mut focus: MessageReader<WindowFocused>,
    mut times: Local<FrameTimes>,
    mut was_moving: Local<bool>,
    mut detail: ResMut<Detail>,
) {
    if focus.read().count() > 0 || hidden.is_changed() {
        times.come_back();
    }
    let is_moving = !motions.is_empty();
    if std::mem::replace(&mut *was_moving, is_moving) && !hidden.0 {
        times.take(time.delta());
    }
    detail.set_if_neq(times.detail());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(frames: impl IntoIterator<Item = u64>) -> FrameTimes {
        let mut times = FrameTimes::default();
        take(&mut times, frames);
        times
    }

    fn take(times: &mut FrameTimes, frames: impl IntoIterator<Item = u64>) {
        frames.into_iter().for_each(|millis| times.take(Duration::from_millis(millis)));
    }

    fn frames(millis: u64, count: usize) -> impl Iterator<Item = u64> {
        std::iter::repeat_n(millis, count)
    }

    #[test]
    fn slow_frames_lead_to_less_detail_step_by_step() {
        assert_eq!(after(frames(300, 5)).detail(), Detail::Full);
        assert_eq!(after(frames(300, 6)).detail(), Detail::Coarse);
        assert_eq!(after(frames(300, 11)).detail(), Detail::Coarse, "what is drawn now is measured anew");
        assert_eq!(after(frames(300, 12)).detail(), Detail::Sparse);
        assert_eq!(after(frames(300, 100)).detail(), Detail::Sparse);
        assert_eq!(after(frames(61, 6)).detail(), Detail::Coarse);
        assert_eq!(after(frames(60, 1000)).detail(), Detail::Full);
    }

    #[test]
    fn hiccups_and_pauses_change_nothing() {
        let hiccups = (0..1000).map(|frame| if frame % 4 == 0 { 400 } else { 16 });
        assert_eq!(after(hiccups).detail(), Detail::Full);
        let start = frames(400, 5).chain(frames(16, 300));
        assert_eq!(after(start).detail(), Detail::Full);
        assert_eq!(after(frames(1000, 100).chain(frames(60_000, 100))).detail(), Detail::Full);
    }

    #[test]
    fn what_was_slow_before_the_window_was_left_is_forgotten() {
        let mut times = after(frames(300, 5));
        times.come_back();
        take(&mut times, frames(300, 3).chain(frames(16, 50)));
        assert_eq!(times.detail(), Detail::Full, "nor do the first frames after that count");
        take(&mut times, frames(300, 6));
        times.come_back();
        assert_eq!(times.detail(), Detail::Coarse, "the detail stays");
    }

    #[test]
    fn detail_comes_back_where_drawing_is_quick_for_long() {
        let mut times = after(frames(300, 12));
        take(&mut times, frames(17, 239));
        assert_eq!(times.detail(), Detail::Sparse);
        take(&mut times, frames(17, 1));
        assert_eq!(times.detail(), Detail::Coarse);
        take(&mut times, frames(17, 240));
        assert_eq!(times.detail(), Detail::Full);
        take(&mut times, frames(17, 1000));
        assert_eq!(times.detail(), Detail::Full);
    }

    #[test]
    fn detail_does_not_go_to_and_fro() {
        // Full detail is slow here, and less is quick.
        let mut times = FrameTimes::default();
        let mut changes = 0;
        for _ in 0..20_000 {
            let before = times.detail();
            take(&mut times, [if before == Detail::Full { 90 } else { 20 }]);
            changes += usize::from(times.detail() != before);
        }
        assert!(changes <= 8, "{changes} changes in an hour of turning discs");
        assert_eq!(times.detail(), Detail::Coarse);
        // Between slow and quick nothing changes.
        let mut times = after(frames(90, 6));
        take(&mut times, frames(40, 10_000));
        assert_eq!(times.detail(), Detail::Coarse);
    }
}
