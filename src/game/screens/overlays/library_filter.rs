//! Choices beside the search field of the library: order, favourites, collection. Also acts on all games found.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::library::collection::collection_name;
use crate::game::library::game_library::GameLibrary;
use crate::game::library::library_command::LibraryCommand;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Refocus, mark, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::setting_row::{spawn_choices, spawn_switch};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::library::{Library, OrderKey};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.run_if(resource_changed::<Overlay>),
            mark_choices.run_if(resource_changed::<GameLibrary>.or_else(any_match_filter::<Added<LibraryFilterRoot>>)),
        )
            .chain()
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Library)),
    );
}

#[derive(Component)]
struct LibraryFilterRoot;

const WIDTH: f32 = 520.0;
/// Maximum number of collections that are listed; others are found by typing `in:` and a part of the name.
const MAX_COLLECTIONS: usize = 80;

fn spawn(
    overlay: Res<Overlay>,
    library: Res<GameLibrary>,
    open: Query<Entity, With<LibraryFilterRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::LibraryFilter;
    if is_wanted != open.is_empty() {
        return;
    }
    if !is_wanted {
        open.iter().for_each(|root| commands.entity(root).despawn());
        refocus.0 = Some(say!("game-library-filter").identity());
        return;
    }
    let Some(games) = library.library() else { return };
    refocus.0 = Some(say!("picker-close").identity());
    let root = (Name::new("library filter"), LibraryFilterRoot, DespawnOnExit(Screen::Library));
    spawn_card_over_screen(&mut commands, root, WIDTH, |card| {
        spawn_card_head(card, |head| {
            let heading = worded(say!("game-library-filter"), TextStyle::Strong, theme::TEXT);
            head.spawn((heading, Node::default().grow()));
        });
        spawn_scroll_area(card, Node::default(), pane_content(), |area| {
            let orders = OrderKey::ALL.map(|key| (order_name(key), LibraryCommand::Sort(key)));
            spawn_choices(area, &say!("game-library-sort"), orders);
            spawn_switch(area, say!("game-library-favourites"), LibraryCommand::ToggleFavourites);
            spawn_actions(area, library.results().found.len());
            spawn_words(area);
            spawn_collections(area, games);
        });
    });
}

fn order_name(key: OrderKey) -> Phrase {
    match key {
        OrderKey::Added => say!("game-library-by-added"),
        OrderKey::Date => say!("game-library-by-date"),
        OrderKey::Player => say!("game-library-by-player"),
        OrderKey::Result => say!("game-library-by-result"),
        OrderKey::Length => say!("game-library-by-length"),
    }
}

fn spawn_collections(area: &mut ChildSpawnerCommands, games: &Library) {
    let named = games.collections().into_iter().take(MAX_COLLECTIONS).map(|(name, count)| {
        let caption = say!("game-library-collection", name = collection_name(name), count = count);
        (caption, LibraryCommand::ShowCollection(Some(name.to_owned())))
    });
    let all = (say!("game-library-everything"), LibraryCommand::ShowCollection(None));
    spawn_choices(area, &say!("game-library-collections"), std::iter::once(all).chain(named));
}

/// Spawns the conditions that can be typed into the search field.
fn spawn_words(area: &mut ChildSpawnerCommands) {
    area.spawn((Pickable::IGNORE, Node::column(4).fixed().inset(10, 0))).with_children(|words| {
        words.spawn(worded(say!("game-library-words"), TextStyle::Small, theme::QUIET_TEXT));
        words.spawn(worded(say!("game-library-examples"), TextStyle::Small, theme::TEXT));
    });
}

fn spawn_actions(area: &mut ChildSpawnerCommands, count: usize) {
    area.spawn((Pickable::IGNORE, Node::column(6).fixed().inset(10, 0))).with_children(|part| {
        part.spawn(worded(say!("game-library-all-found", count = count), TextStyle::Body, theme::TEXT));
        part.spawn((Pickable::IGNORE, Node::wrapping_row(theme::GAP, 6))).with_children(|row| {
            for (caption, command) in [
                (say!("games-save-all"), LibraryCommand::SaveFound),
                (say!("games-delete"), LibraryCommand::RemoveFound),
            ] {
                let mut button = row.spawn(plain_button(caption, command));
                if count == 0 {
                    button.insert(InteractionDisabled);
                }
            }
        });
    });
}

fn mark_choices(library: Res<GameLibrary>, buttons: Query<(Entity, &OnPress, Has<Checked>)>, mut commands: Commands) {
    let filter = library.filter();
    for (entity, on_press, is_checked) in &buttons {
        let is_chosen = match on_press.message() {
            Some(LibraryCommand::Sort(key)) => filter.order.key == *key,
            Some(LibraryCommand::ToggleFavourites) => filter.favourites,
            Some(LibraryCommand::ShowCollection(name)) => filter.collection == *name,
            _ => continue,
        };
        mark::<Checked>(&mut commands, entity, is_checked, is_chosen);
    }
}
