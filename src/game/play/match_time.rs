//! Time source of the match clock, running out of time, and the warning when little time is left.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::flow::screen::Screen;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::notation::TimeControl;
use crate::online::Clock;
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchTime>()
        .init_resource::<LowTime>()
        .add_systems(PreUpdate, update_time)
        .add_systems(
            Update,
            (
                enforce_deadline.in_set(PlaySystems::Clock),
                find_low_time.after(GameSystems::Play).before(GameSystems::Look),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_systems(OnExit(Screen::Match), |mut low: ResMut<LowTime>| *low = LowTime::default());
}

/// Current time of the match clock. It stays the same during a frame so that all systems agree.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchTime {
    /// Milliseconds since an arbitrary origin, `BEFORE_START_MS` before the start of the program.
    pub now_ms: u64,
}

impl MatchTime {
    /// Converts the time since the start of the program.
    #[must_use]
    pub fn at(since_start: Duration) -> Self {
        let since_start_ms = u64::try_from(since_start.as_millis()).unwrap_or(u64::MAX);
        Self { now_ms: since_start_ms.saturating_add(BEFORE_START_MS) }
    }

    /// Time until a moment; zero once it is past.
    #[must_use]
    pub const fn until(self, at_ms: u64) -> Duration {
        Duration::from_millis(at_ms.saturating_sub(self.now_ms))
    }
}

/// Offset of the origin, some 35 years. An online turn may have begun before this program did, and its start must not
/// be negative.
const BEFORE_START_MS: u64 = 1 << 40;

/// Seed for a new match: the time of a click in nanoseconds is random enough for a game.
pub(in crate::game) fn fresh_seed(time: &Time<Real>) -> u64 {
    time.elapsed().as_nanos() as u64
}

fn update_time(time: Res<Time<Real>>, mut now: ResMut<MatchTime>) {
    *now = MatchTime::at(time.elapsed());
}

/// Ends the turn of a player whose time is up; until then, schedules the frame in which that happens.
fn enforce_deadline(
    now: Res<MatchTime>,
    game: Res<Match>,
    mut frames: ResMut<Frames>,
    mut matches: MessageWriter<MatchCommand>,
) {
    let Some(deadline) = game.own_deadline() else { return };
    if deadline.at_ms <= now.now_ms {
        // A move made in the same frame is handled first; the ply then makes this command stale.
        matches.write(MatchCommand::at(game.record.ply(), MatchChange::TimeOut(deadline.player)));
    } else {
        frames.wake_in(now.until(deadline.at_ms));
    }
}

/// The player to move, while little time is left to them.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LowTime(pub(crate) Option<Player>);

impl LowTime {
    /// Warning threshold for a whole match.
    const MAX_MS: u64 = 10_000;

    /// Warning threshold. For short times per move it is a third, otherwise the warning would never go away. With
    /// byo-yomi the main time needs no warning.
    #[must_use]
    pub(crate) fn limit_ms(control: TimeControl) -> u64 {
        match control {
            TimeControl::PerMove { limit_ms: own_ms } | TimeControl::ByoYomi { period_ms: own_ms, .. } => {
                (own_ms / 3).min(Self::MAX_MS)
            }
            TimeControl::Fischer { .. } => Self::MAX_MS,
        }
    }

    /// The player whose clock runs, and the time until the warning; `None` without a running clock.
    fn begins_in(clock: &Clock, now_ms: u64) -> Option<(Player, Duration)> {
        let (player, limit_ms) = (clock.deadline()?.player, Self::limit_ms(clock.control()?));
        let more_ms = clock.remaining(player, now_ms)?.saturating_sub(limit_ms);
        Some((player, Duration::from_millis(more_ms)))
    }
}

/// Sounds the warning once.
fn find_low_time(
    now: Res<MatchTime>,
    game: Res<Match>,
    mut low: ResMut<LowTime>,
    mut frames: ResMut<Frames>,
    mut cues: MessageWriter<SoundCue>,
) {
    let who = match LowTime::begins_in(&game.clock, now.now_ms) {
        Some((player, Duration::ZERO)) => Some(player),
        Some((_, wait)) => {
            frames.wake_in(wait);
            None
        }
        None => None,
    };
    if low.set_if_neq(LowTime(who)) && who.is_some() {
        cues.write(SoundCue::TimeIsShort);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_time_is_ten_seconds_or_a_third_of_a_short_move_time() {
        let per_move = |seconds: u64| LowTime::limit_ms(TimeControl::PerMove { limit_ms: seconds * 1000 });
        assert_eq!([10, 30, 60].map(per_move), [3_333, 10_000, 10_000]);
        let byo_yomi =
            |seconds: u64| LowTime::limit_ms(TimeControl::ByoYomi { base_ms: 600_000, period_ms: seconds * 1000 });
        assert_eq!([10, 30, 60].map(byo_yomi), [3_333, 10_000, 10_000]);
        assert_eq!(LowTime::limit_ms(TimeControl::Fischer { base_ms: 180_000, increment_ms: 2_000 }), 10_000);
    }
}
