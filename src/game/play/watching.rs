//! Watching a match of computers: it can be paused and stepped through, and goes as fast as one likes.

use bevy::prelude::*;

use crate::game::PlaySystems;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::setup::change_setup;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::settings::{SettingCommand, Settings};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Watching>()
        .add_command::<WatchCommand>()
        .add_systems(
            Update,
            (note_way_back, obey, set_watched_speed)
                .chain()
                .in_set(PlaySystems::Setup)
                .after(change_setup)
                .run_if(in_state(Screen::Match).and_then(resource_exists::<Match>)),
        )
        .add_systems(OnExit(Screen::Match), leave);
}

/// What whoever watches a match of computers can ask for.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchCommand {
    /// Lets nobody move, or everybody again.
    TogglePause,
    /// Goes on by one move, and pauses there.
    Step,
    /// Goes on at the next speed.
    NextSpeed,
}

/// How a match of computers is watched.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watching {
    /// The match that is paused, by its seed: no other one is.
    paused: Option<u64>,
    /// Whether one move is made all the same.
    steps: bool,
    /// How fast it goes.
    pub speed: WatchSpeed,
}

impl Watching {
    /// Whether nobody moves in this match by themselves.
    #[must_use]
    pub fn is_paused(self, game: &Match) -> bool {
        game.is_watched() && self.paused == Some(game.seed)
    }

    /// Whether the computer to move waits until somebody asks for its move.
    pub(crate) fn holds(self, game: &Match) -> bool {
        self.is_paused(game) && !self.steps
    }

    /// The move that was asked for is made.
    pub(crate) const fn end_step(&mut self) {
        self.steps = false;
    }
}

/// Whoever goes back is not led on at once.
fn note_way_back(mut wishes: MessageReader<MatchCommand>, game: Res<Match>, mut watching: ResMut<Watching>) {
    let is_way =
        |wish: &MatchCommand| matches!(wish.change, MatchChange::TakeBack | MatchChange::Redo | MatchChange::GoTo(_));
    if wishes.read().filter(|wish| is_way(wish)).count() > 0 && game.is_watched() {
        (watching.paused, watching.steps) = (Some(game.seed), false);
    }
}

fn obey(
    mut wishes: MessageReader<WatchCommand>,
    game: Res<Match>,
    mut watching: ResMut<Watching>,
    mut matches: MessageWriter<MatchCommand>,
) {
    for wish in wishes.read().filter(|_| game.is_watched()) {
        match wish {
            WatchCommand::TogglePause if watching.is_paused(&game) => {
                (watching.paused, watching.steps) = (None, false);
            }
            WatchCommand::TogglePause => watching.paused = Some(game.seed),
            WatchCommand::Step => {
                let is_known = !game.record.undone().is_empty();
                (watching.paused, watching.steps) = (Some(game.seed), !is_known && game.ending().is_none());
                if is_known {
                    matches.write(MatchCommand::now(MatchChange::Redo));
                }
            }
            WatchCommand::NextSpeed => watching.speed = watching.speed.next(),
        }
    }
}

/// What is watched goes as fast as was asked for.
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
