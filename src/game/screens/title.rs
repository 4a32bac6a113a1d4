//! The title: the name of the game and the way in.

use bevy::prelude::*;

use super::{Screen, menu_column, screen_root};
use crate::game::drawing::TitleStonePlace;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button};
use crate::game::{Action, Match};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Title), spawn_title);
}

fn spawn_title(game: Option<Res<Match>>, mut commands: Commands) {
    let is_running = game.is_some_and(|game| game.is_running());
    let mut ways: Vec<(&str, Action)> = vec![("Play", Action::ShowNewGame), ("Learn in a minute", Action::StartLesson)];
    if is_running {
        ways.insert(0, ("Continue", Action::Continue));
    }
    // A page is left by leaving the page.
    if cfg!(not(target_arch = "wasm32")) {
        ways.push(("Quit", Action::Quit));
    }
    commands.spawn((screen_root(Screen::Title), menu_column(4.0))).with_children(|screen| {
        screen.spawn((Pickable::IGNORE, TitleStonePlace, Node { width: px(190), height: px(190), ..default() }));
        screen.spawn(text("色返し", TextStyle::Characters, theme::TEXT));
        screen.spawn(text("Irogaeshi", TextStyle::Title, theme::ACCENT));
        screen.spawn((
            text("Reversi, one disc at a time", TextStyle::Body, theme::QUIET_TEXT),
            Node { margin: UiRect::vertical(px(14)), ..default() },
        ));
        for (index, (caption, action)) in ways.into_iter().enumerate() {
            let weight = if index == 0 { Weight::Main } else { Weight::Plain };
            screen.spawn((
                Pickable::IGNORE,
                Node { margin: UiRect::top(px(theme::GAP)), ..default() },
                children![button(caption, caption, weight, px(240), action)],
            ));
        }
    });
}
