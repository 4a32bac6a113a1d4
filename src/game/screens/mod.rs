//! The screens: what each looks like, and where one may go from it.

mod adding_games;
mod come_back;
pub(super) mod editor;
mod games;
mod last_focus;
pub(super) mod learn;
mod living_picture;
pub(super) mod match_screen;
mod navigation;
pub(super) mod new_game;
pub(super) mod online;
pub(super) mod overlays;
mod pad_legend;
mod pictured_row;
pub(super) mod review;
pub(super) mod settings;
mod shown_turning;
mod statistics;
mod title;
mod turn_signs;
mod whole_board_button;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::ui::responsive::FillsWindow;
use crate::game::ui::rise::Rise;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        editor::plugin,
        games::plugin,
        learn::plugin,
        match_screen::plugin,
        new_game::plugin,
        online::plugin,
        review::plugin,
        settings::plugin,
        statistics::plugin,
        title::plugin,
    ));
    app.add_plugins((
        adding_games::plugin,
        come_back::plugin,
        last_focus::plugin,
        living_picture::plugin,
        navigation::plugin,
        overlays::plugin,
        pad_legend::plugin,
        shown_turning::plugin,
        whole_board_button::plugin,
    ));
}

/// The root of a screen: all of the window, gone with the screen, and no obstacle for pointers.
fn screen_root(screen: Screen) -> impl Bundle {
    (
        Name::new(format!("screen {screen:?}")),
        DespawnOnExit(screen),
        FillsWindow,
        TabGroup::default(),
        Pickable::IGNORE,
        GlobalZIndex(1),
        // A board stands still, or what stands around it would leave it behind.
        if screen.has_board() { Rise::NOT } else { Rise::UP },
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

/// The node of panes that stand beside each other, this far apart, in the height that is left.
fn row_of_panes(gap: f32) -> Node {
    Node { flex_grow: 1.0, flex_basis: px(0), min_height: px(0), column_gap: px(gap), ..default() }
}

/// A part of a pane: what belongs together.
fn part() -> impl Bundle {
    let node = Node { flex_direction: FlexDirection::Column, row_gap: px(8), flex_shrink: 0.0, ..default() };
    (Pickable::IGNORE, node)
}
