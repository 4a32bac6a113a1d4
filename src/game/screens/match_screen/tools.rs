//! The buttons of a match that is played at this screen alone, in groups; what is needed less often is in the menu.
//! Whoever watches computers has others: to pause, to step, and how fast it goes.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::analysis::advice::{AdviceCommand, AdviceKind};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::input::shortcuts::shortcut_on;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::play::watching::{WatchCommand, Watching};
use crate::game::screens::match_screen::Part;
use crate::game::settings::Settings;
use crate::game::settings::watch_speed::WatchSpeed;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ControlKey, icon_button};
use crate::game::ui::icon::Icon;
use crate::game::ui::on_press::OnPress;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_tools
            .before(super::mark_buttons)
            .in_set(GameSystems::Look)
            .run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<Watching>)
                    .or_else(any_match_filter::<Added<Part>>),
            )
            .run_if(in_state(Screen::Match)),
    );
}

/// What the tools depend on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Tools {
    /// Of whoever plays.
    Playing,
    /// Of whoever watches computers.
    Watching { is_paused: bool, speed: WatchSpeed },
}

/// A button: its picture, its caption, what it is called, what it does, and what it is known by where that changes.
struct Tool {
    icon: Icon,
    caption: Phrase,
    label: Phrase,
    on_press: OnPress,
    key: Option<Phrase>,
}

impl Tool {
    fn new(icon: Icon, caption: Phrase, label: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self { icon, caption, label, on_press: on_press.into(), key: None }
    }

    /// One that is called as its caption says.
    fn plain(icon: Icon, caption: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self::new(icon, caption.clone(), caption, on_press)
    }
}

impl Tools {
    fn groups(self) -> [Vec<Tool>; 3] {
        let analysis =
            || Tool::plain(Icon::Analysis, say!("match-analysis"), AdviceCommand::Toggle(AdviceKind::Analysis));
        let menu = Tool::plain(Icon::Menu, say!("match-menu"), Navigate::Open(Overlay::MatchMenu));
        let back = MatchCommand::now(MatchChange::TakeBack);
        match self {
            Self::Playing => [
                vec![
                    Tool::plain(Icon::Undo, say!("match-undo"), back),
                    Tool::plain(Icon::Redo, say!("match-redo"), MatchCommand::now(MatchChange::Redo)),
                ],
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
                [
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

/// Spawns the tools, and others where those that are needed have changed.
fn show_tools(
    game: Res<Match>,
    (watching, settings): (Res<Watching>, Res<Settings>),
    rows: Query<(Entity, &Part, Option<&Tools>)>,
    mut commands: Commands,
) {
    let wanted = if game.is_watched() {
        Tools::Watching { is_paused: watching.is_paused(&game), speed: watching.speed }
    } else {
        Tools::Playing
    };
    for (row, _, _) in rows.iter().filter(|(_, part, shown)| **part == Part::Tools && *shown != Some(&wanted)) {
        commands
            .entity(row)
            .despawn_children()
            .insert(wanted)
            .with_children(|row| spawn_groups(row, wanted, &settings));
    }
}

fn spawn_groups(row: &mut ChildSpawnerCommands, tools: Tools, settings: &Settings) {
    for group in tools.groups() {
        let node = Node { flex_grow: group.len() as f32, flex_basis: px(0), column_gap: px(4), ..default() };
        row.spawn((Pickable::IGNORE, node)).with_children(|place| {
            for Tool { icon, caption, label, on_press, key } in group {
                let shortcut = shortcut_on(&on_press).map(|shortcut| settings.keys.shown(shortcut));
                let mut spawned = place.spawn(icon_button(icon, caption, label, shortcut, on_press));
                if let Some(key) = key {
                    spawned.insert(ControlKey(key.identity()));
                }
                spawned.entry::<Node>().and_modify(|mut node| {
                    node.flex_grow = 1.0;
                    node.flex_basis = px(0);
                });
            }
        });
    }
}
