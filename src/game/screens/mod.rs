//! The screens: what each looks like, and where one may go from it.

pub(super) mod editor;
pub(super) mod match_screen;
mod navigation;
pub(super) mod new_game;
pub(super) mod online;
pub(super) mod overlays;
pub(super) mod review;
pub(super) mod settings;
mod shown_turning;
mod title;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        editor::plugin,
        match_screen::plugin,
        navigation::plugin,
        new_game::plugin,
        online::plugin,
        overlays::plugin,
        review::plugin,
        settings::plugin,
        shown_turning::plugin,
        title::plugin,
    ));
}

/// The root of a screen: all of the window, gone with the screen, and no obstacle for pointers.
fn screen_root(screen: Screen) -> impl Bundle {
    (
        Name::new(format!("screen {screen:?}")),
        DespawnOnExit(screen),
        TabGroup::default(),
        Pickable::IGNORE,
        GlobalZIndex(1),
    )
}

/// The node of a screen whose parts stand one below the other in the whole window, this far apart.
fn window_column(gap: f32) -> Node {
    Node {
        width: percent(100),
        height: percent(100),
        flex_direction: FlexDirection::Column,
        padding: px(gap).all(),
        row_gap: px(gap),
        ..default()
    }
}
