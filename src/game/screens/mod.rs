//! The screens: their content, and the navigation between them.

mod adding_games;
mod come_back;
pub(super) mod editor;
mod game_words;
mod games;
mod last_focus;
pub(super) mod learn;
mod library;
mod living_picture;
pub(super) mod match_screen;
mod navigation;
pub(super) mod new_game;
pub(super) mod online;
pub(super) mod overlays;
mod pad_legend;
mod pictured_row;
pub(super) mod quests;
pub(super) mod review;
pub(super) mod settings;
mod shown_turning;
mod simulator;
mod statistics;
mod title;
mod turn_entry;
mod whole_board_button;

use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::FillsWindow;
use crate::game::ui::rise::Rise;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        editor::plugin,
        games::plugin,
        learn::plugin,
        library::plugin,
        match_screen::plugin,
        new_game::plugin,
        online::plugin,
        review::plugin,
        settings::plugin,
        quests::plugin,
        simulator::plugin,
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

/// Root of a screen: fills the window, is despawned with the screen and lets pointers through.
fn screen_root(screen: Screen) -> impl Bundle {
    (
        Name::new(format!("screen {screen:?}")),
        DespawnOnExit(screen),
        FillsWindow,
        TabGroup::default(),
        Pickable::IGNORE,
        GlobalZIndex(1),
        // Boards do not rise with the screen: their discs are drawn outside the interface and would be left behind.
        if screen.has_board() { Rise::NONE } else { Rise::UP },
    )
}

/// Run condition: no entity has this component, such as the root of a screen that was just entered.
fn is_missing<C: Component>(entities: Query<(), With<C>>) -> bool {
    entities.is_empty()
}

/// Containers, with whether they have content.
type Containers<'w, 's, C> = Query<'w, 's, (Entity, Has<Children>), With<C>>;

/// Spawns the content of new containers, and respawns that of all if they do not show `wanted`.
fn respawn<C: Component, T: PartialEq>(
    containers: Containers<C>,
    shown: &mut T,
    wanted: T,
    commands: &mut Commands,
    mut spawn: impl FnMut(&mut ChildSpawnerCommands, &T),
) {
    for (container, is_filled) in &containers {
        if !is_filled || *shown != wanted {
            commands.entity(container).despawn_children().with_children(|content| spawn(content, &wanted));
        }
    }
    *shown = wanted;
}

/// A column that fills the window, with this gap between its parts and around them.
fn window_column(gap: f32) -> Node {
    Node::column(gap).width(percent(100)).height(percent(100)).padding(px(gap).all())
}

/// A row of panes with this gap between them, filling the remaining height.
fn row_of_panes(gap: f32) -> Node {
    Node::row(gap).min_height(px(0)).fill()
}

/// A group of related controls in a pane.
fn part() -> impl Bundle {
    (Pickable::IGNORE, Node::column(8).fixed())
}
