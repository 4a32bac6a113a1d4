//! Replay of a review: the game plays itself from the shown position, as a watched match does.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::analysis::review::{Place, Reviewing, handle_play_on, handle_review_steps};
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::redraw::Frames;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::settings::{SettingCommand, Settings};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Replay>()
        .add_command::<ReplayCommand>()
        .add_systems(
            Update,
            (
                (handle_replay_commands, set_replay_speed).chain().in_set(PlaySystems::Setup).after(handle_play_on),
                play_next_move.in_set(GameSystems::Play).after(handle_review_steps),
            )
                .run_if(in_state(Screen::Review)),
        )
        .add_systems(OnExit(Screen::Review), leave);
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCommand {
    /// Starts or stops. At the end, starts again from the beginning.
    Toggle,
    NextSpeed,
}

/// The replay, and its speed for the whole session.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    pub speed: WatchSpeed,
    /// The next move; `None` while the replay stands still.
    next: Option<NextMove>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct NextMove {
    /// Time of the move, since the start of the game.
    at: Duration,
    /// Position that it follows. At any other, somebody has stepped by hand.
    from: Place,
}

impl Replay {
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.next.is_some()
    }

    /// Time from move to move: a second at the usual speed.
    fn interval(self) -> Duration {
        Duration::from_secs(1) * 100 / u32::from(self.speed.percent())
    }
}

fn handle_replay_commands(
    mut requests: MessageReader<ReplayCommand>,
    time: Res<Time<Real>>,
    mut reviewing: ResMut<Reviewing>,
    mut replay: ResMut<Replay>,
) {
    let now = time.elapsed();
    for request in requests.read() {
        match request {
            ReplayCommand::Toggle if replay.is_playing() => replay.next = None,
            ReplayCommand::Toggle => {
                // The first position is seen as long as the others.
                let at = if reviewing.can_go_on() { now } else { now + replay.interval() };
                if !reviewing.can_go_on() {
                    reviewing.go_to(Place::Match(0));
                }
                replay.next = Some(NextMove { at, from: reviewing.place() });
            }
            ReplayCommand::NextSpeed => {
                replay.speed = replay.speed.next();
                let soonest = now + replay.interval();
                replay.next = replay.next.map(|next| NextMove { at: next.at.min(soonest), ..next });
            }
        }
    }
}

/// Turns the discs at the speed of the replay.
fn set_replay_speed(replay: Res<Replay>, settings: Res<Settings>, mut commands: MessageWriter<SettingCommand>) {
    let speed = replay.is_playing().then_some(replay.speed);
    if settings.watch_speed != speed {
        commands.write(SettingCommand::Watch(speed));
    }
}

/// Plays the next move once it is time, and stops at the end or after a step by hand.
pub(crate) fn play_next_move(
    time: Res<Time<Real>>,
    mut reviewing: ResMut<Reviewing>,
    mut replay: ResMut<Replay>,
    mut frames: ResMut<Frames>,
) {
    let Some(next) = replay.next else { return };
    let now = time.elapsed();
    if reviewing.place() != next.from {
        replay.next = None;
    } else if now >= next.at {
        reviewing.go_on();
        let following = NextMove { at: now + replay.interval(), from: reviewing.place() };
        replay.next = reviewing.can_go_on().then_some(following);
    }
    match replay.next {
        Some(next) => frames.wake_in(next.at.saturating_sub(now)),
        // The next frame gives the discs their usual speed again.
        None => frames.keep_drawing(),
    }
}

fn leave(mut replay: ResMut<Replay>, settings: Res<Settings>, mut commands: MessageWriter<SettingCommand>) {
    replay.next = None;
    if settings.watch_speed.is_some() {
        commands.write(SettingCommand::Watch(None));
    }
}
