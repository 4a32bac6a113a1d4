//! Buttons of an offline match, in groups: for playing, or for pausing and stepping through a match of CPU players.
//! Rarer commands are in the menu.

use bevy::prelude::*;

use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::watching::{WatchCommand, Watching};
use crate::game::screens::match_screen::MatchPart;
use crate::game::screens::match_screen::room_tools::RoomTools;
use crate::game::screens::match_screen::tool::{Tool, spawn_groups};
use crate::game::settings::Settings;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::text::say;
use crate::game::ui::icon::Icon;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_tools
            .before(super::mark_buttons)
            .in_set(GameSystems::Look)
            .run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<Watching>)
                    .or_else(any_match_filter::<Added<MatchPart>>),
            )
            .run_if(in_state(Screen::Match)),
    );
}

/// Everything that decides which buttons there are.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Tools {
    /// A match with a human.
    Playing { has_free_passes: bool },
    /// A match of CPU players only.
    Watching { is_paused: bool, speed: WatchSpeed },
}

impl Tools {
    fn groups(self) -> Vec<Vec<Tool>> {
        let analysis =
            || Tool::plain(Icon::Analysis, say!("match-analysis"), AdviceCommand::Toggle(AdviceKind::Analysis));
        let menu = Tool::plain(Icon::Menu, say!("match-menu"), Navigate::Open(Overlay::MatchMenu));
        let back = MatchCommand::now(MatchChange::TakeBack);
        match self {
            Self::Playing { has_free_passes } => vec![
                has_free_passes
                    .then(Tool::pass)
                    .into_iter()
                    .chain([
                        Tool::plain(Icon::Undo, say!("match-undo"), back),
                        Tool::plain(Icon::Redo, say!("match-redo"), MatchCommand::now(MatchChange::Redo)),
                    ])
                    .collect(),
                vec![Tool::plain(Icon::Hint, say!("match-hint"), AdviceCommand::Toggle(AdviceKind::Hint)), analysis()],
                vec![menu],
            ],
            Self::Watching { is_paused, speed } => {
                let (icon, pause) =
                    if is_paused { (Icon::Play, say!("watch-play")) } else { (Icon::Pause, say!("watch-pause")) };
                let pause = Tool::plain(icon, pause, WatchCommand::TogglePause);
                let name = speed.name();
                let label = say!("watch-speed", speed = name.clone());
                let speed = Tool::new(Icon::Speed, name, label, WatchCommand::NextSpeed);
                vec![
                    vec![
                        Tool::new(Icon::StepBack, say!("watch-back"), say!("watch-back-label"), back),
                        Tool { key: Some(say!("shortcut-pause")), ..pause },
                        Tool::new(Icon::StepOn, say!("watch-step"), say!("watch-step-label"), WatchCommand::Step),
                    ],
                    vec![Tool { key: Some(say!("option-speed")), ..speed }, analysis()],
                    vec![menu],
                ]
            }
        }
    }
}

/// Spawns the buttons, and respawns them when others are needed.
fn show_tools(
    game: Res<Match>,
    (watching, settings): (Res<Watching>, Res<Settings>),
    rows: Query<(Entity, &MatchPart, Option<&Tools>), Without<RoomTools>>,
    mut commands: Commands,
) {
    let wanted = if game.is_watched() {
        Tools::Watching { is_paused: watching.is_paused(&game), speed: watching.speed }
    } else {
        Tools::Playing { has_free_passes: game.record.variant().free_pass() }
    };
    for (row, _, _) in rows.iter().filter(|(_, part, shown)| **part == MatchPart::Tools && *shown != Some(&wanted)) {
        commands
            .entity(row)
            .despawn_children()
            .insert(wanted)
            .with_children(|row| spawn_groups(row, wanted.groups(), &settings));
    }
}
