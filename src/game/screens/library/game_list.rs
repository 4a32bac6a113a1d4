//! The games found, with rows only for those in sight.

use bevy::input_focus::InputFocus;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::ui_widgets::ScrollArea;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::library::game_library::GameLibrary;
use crate::game::redraw::Frames;
use crate::game::screens::library::library_row;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::LayoutSpace;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastPlace>()
        .add_systems(Update, show_rows.in_set(GameSystems::Show).run_if(in_state(Screen::Library)));
}

/// Height of a row with the gap below it, in logical pixels.
pub(super) const ROW: f32 = 86.0;
/// Rows above and below those in sight, so that the focus can move to them.
const BEYOND: usize = 4;

/// Scroll position of the list when it was last shown, in logical pixels.
#[derive(Resource, Debug, Default)]
pub(super) struct LastPlace(pub(super) f32);

/// As high as all rows together; holds those in sight.
#[derive(Component, Default)]
struct GameList {
    /// Number of the search whose games are shown.
    number: Option<u64>,
    /// Number of the choice whose games are shown.
    choice: u64,
}

/// The row of the game with this index, from 0.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct RowIndex(usize);

pub(super) fn spawn(area: &mut ChildSpawnerCommands) {
    area.spawn((GameList::default(), Pickable::IGNORE, Node::default().fixed().width(percent(100))));
}

/// Scrolls the list once it is spawned.
pub(super) fn scroll_to(commands: &mut Commands, place: f32) {
    commands.queue(move |world: &mut World| {
        let list = world.query_filtered::<&ChildOf, With<GameList>>().iter(world).next().map(ChildOf::parent);
        if let Some(area) = list {
            world.entity_mut(area).insert(ScrollPosition(Vec2::new(0.0, place)));
        }
    });
}

/// Indices of the rows in sight and a few beyond. `top` is where the list begins, seen from the upper edge of the area,
/// and `height` that of the area.
fn in_sight(top: f32, height: f32, count: usize) -> std::ops::Range<usize> {
    let first = (-top / ROW).floor().max(0.0) as usize;
    let end = ((height - top) / ROW).ceil().max(0.0) as usize;
    first.saturating_sub(BEYOND).min(count)..(end + BEYOND).min(count)
}

/// Spawns the rows that have come into sight, and despawns those that have left it.
fn show_rows(
    library: Res<GameLibrary>,
    space: Res<LayoutSpace>,
    mut lists: Query<(Entity, &mut GameList, &mut Node, &ComputedNode, &UiGlobalTransform, &ChildOf)>,
    mut areas: Query<(&ComputedNode, &UiGlobalTransform, &mut ScrollPosition), (With<ScrollArea>, Without<GameList>)>,
    rows: Query<(Entity, &RowIndex)>,
    focus: Res<InputFocus>,
    mut last: ResMut<LastPlace>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let Some(games) = library.library() else { return };
    let results = library.results();
    for (entity, mut list, mut node, computed, transform, parent) in &mut lists {
        let Ok((area, area_transform, mut position)) = areas.get_mut(parent.parent()) else { continue };
        let is_new_choice = list.number.is_some() && list.choice != results.choice;
        if list.number != Some(results.number) {
            rows.iter().for_each(|(row, _)| commands.entity(row).despawn());
            node.height = px(results.found.len() as f32 * ROW);
            if is_new_choice {
                *position = ScrollPosition::default();
            }
        }
        last.bypass_change_detection().0 = position.y;
        let top = if area.is_empty() || is_new_choice || list.number.is_none() {
            -position.y
        } else {
            let upper =
                |node: &ComputedNode, transform: &UiGlobalTransform| transform.translation.y - node.size().y / 2.0;
            (upper(computed, transform) - upper(area, area_transform)) * area.inverse_scale_factor
        };
        let height = if area.is_empty() { space.0.y } else { area.size().y * area.inverse_scale_factor };
        let wanted = in_sight(top, height, results.found.len());
        let is_new = list.number != Some(results.number);
        if is_new {
            (list.number, list.choice) = (Some(results.number), results.choice);
            frames.keep_drawing();
        }
        let mut there = Vec::new();
        for (row, index) in rows.iter().filter(|_| !is_new) {
            if wanted.contains(&index.0) {
                there.push(index.0);
            } else if focus.get() != Some(row) {
                commands.entity(row).despawn();
            } else {
                there.push(index.0);
            }
        }
        for index in wanted.filter(|index| !there.contains(index)) {
            let Some(found) = results.found.get(index) else { continue };
            let Some(game) = games.game(found.id) else { continue };
            let place = (index, results.found.len());
            let row = library_row::spawn(&mut commands, &game, found.ply, place, library.now_ms());
            let node = library_row::node(index as f32 * ROW, ROW);
            commands.entity(row).insert((RowIndex(index), ChildOf(entity), node));
            frames.keep_drawing();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_in_sight_and_a_few_beyond_are_made() {
        assert_eq!(in_sight(0.0, 3.0 * ROW, 100_000), 0..3 + BEYOND);
        assert_eq!(in_sight(-50.5 * ROW, 3.0 * ROW, 100_000), 50 - BEYOND..54 + BEYOND);
        assert_eq!(in_sight(-99_998.0 * ROW, 3.0 * ROW, 100_000), 99_998 - BEYOND..100_000);
        assert_eq!(in_sight(100.0, 50.0, 10), 0..BEYOND, "the list begins below the area");
        assert_eq!(in_sight(-500.0, 300.0, 0), 0..0);
        assert_eq!(in_sight(-500.0 * ROW, 300.0, 10), 10..10, "the list has become shorter");
    }
}
