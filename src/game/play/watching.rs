//! Watching a match between CPU players: pause, single steps and speed.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::play::match_command::{MatchChange, MatchChanged, MatchCommand};
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::setup::handle_setup_commands;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::settings::{SettingCommand, Settings};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Watching>()
        .add_command::<WatchCommand>()
        .add_systems(
            Update,
            (handle_watch_commands, set_watched_speed)
                .chain()
                .in_set(PlaySystems::Setup)
                .after(handle_setup_commands)
                .run_if(in_state(Screen::Match).and_then(resource_exists::<Match>)),
        )
        .add_systems(
            Update,
            (pause_when_stepped, update_watched_clock.run_if(resource_changed::<Watching>))
                .chain()
                .in_set(PlaySystems::Match)
                .run_if(in_state(Screen::Match).and_then(resource_exists::<Match>)),
        )
        .add_systems(OnExit(Screen::Match), leave);
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchCommand {
    TogglePause,
    /// Plays one move, then pauses.
    Step,
    NextSpeed,
}

#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// The paused match. A new match is never paused.
    paused: Option<MatchId>,
    /// True if one move may be made despite the pause.
    steps: bool,
    pub speed: WatchSpeed,
}

impl Watching {
    /// Returns whether the match is paused.
    #[must_use]
    pub fn is_paused(self, game: &Match) -> bool {
        game.is_watched() && self.paused == Some(game.id)
    }

    /// Returns whether the CPU player to move must wait.
    pub(crate) fn must_wait(self, game: &Match) -> bool {
        self.is_paused(game) && !self.steps
    }

    /// Ends the single step, because its move was made.
    pub(crate) const fn end_step(&mut self) {
        self.steps = false;
    }
}

/// Pauses when the spectator steps through the match; otherwise the CPU players would move on at once.
pub(super) fn pause_when_stepped(
    mut changes: MessageReader<MatchChanged>,
    game: Res<Match>,
    mut watching: ResMut<Watching>,
) {
    let is_step = |MatchChanged(change): &MatchChanged| {
        matches!(change, MatchChange::TakeBack | MatchChange::Redo | MatchChange::GoTo(_))
    };
    if changes.read().filter(|change| is_step(change)).count() > 0 && game.is_watched() {
        (watching.paused, watching.steps) = (Some(game.id), false);
    }
}

/// Stops the clock of a watched match while it is paused, at no cost to the CPU players.
fn update_watched_clock(now: Res<MatchTime>, watching: Res<Watching>, mut game: ResMut<Match>) {
    if !game.is_watched() || game.clock.control().is_none() {
        return;
    }
    if watching.is_paused(&game) {
        game.pause(now.now_ms);
    } else {
        game.resume(now.now_ms);
    }
}

fn handle_watch_commands(
    mut requests: MessageReader<WatchCommand>,
    game: Res<Match>,
    mut watching: ResMut<Watching>,
    mut matches: MessageWriter<MatchCommand>,
) {
    for request in requests.read().filter(|_| game.is_watched()) {
        match request {
            WatchCommand::TogglePause if watching.is_paused(&game) => {
                (watching.paused, watching.steps) = (None, false);
            }
            WatchCommand::TogglePause => watching.paused = Some(game.id),
            WatchCommand::Step => {
                let is_known = !game.record.undone().is_empty();
                (watching.paused, watching.steps) = (Some(game.id), !is_known && game.ending().is_none());
                if is_known {
                    matches.write(MatchCommand::now(MatchChange::Redo));
                }
            }
            WatchCommand::NextSpeed => watching.speed = watching.speed.next(),
        }
    }
}

/// Keeps the watch speed of the settings equal to that of the match.
pub(in crate::game) fn set_watched_speed(
    game: Res<Match>,
    watching: Res<Watching>,
    settings: Res<Settings>,
    mut commands: MessageWriter<SettingCommand>,
) {
    let speed = game.is_watched().then_some(watching.speed);
    if settings.watch_speed != speed {
        commands.write(SettingCommand::Watch(speed));
    }
}

fn leave(settings: Res<Settings>, mut commands: MessageWriter<SettingCommand>) {
    if settings.watch_speed.is_some() {
        commands.write(SettingCommand::Watch(None));
    }
}
