//! Grids of choices: Tab stops only at the current choice, and the arrow keys move through the grid and choose at once.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::ui::{Checked, UiGlobalTransform};
use bevy::ui_widgets::Button;

use crate::game::frame::GameSystems;
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, leave_one_in_tab_order.after(GameSystems::Look));
}

/// Marks the buttons below this node as a grid of choices. Bevy's `RadioGroup` does not fit: it treats them as a list
/// that wraps around, but these have rows and columns.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct ChoiceGrid;

/// Maximum vertical distance within a row, in pixels.
const ROW: f32 = 8.0;

/// Finds the next choice in a direction.
#[derive(SystemParam)]
pub(crate) struct GridWalk<'w, 's> {
    grids: Query<'w, 's, Entity, With<ChoiceGrid>>,
    buttons: Query<'w, 's, (Entity, &'static UiGlobalTransform), With<Button>>,
    parents: Query<'w, 's, &'static ChildOf>,
    children: Query<'w, 's, &'static Children>,
}

impl GridWalk<'_, '_> {
    pub(crate) fn grid_of(&self, button: Entity) -> Option<Entity> {
        self.parents.iter_ancestors(button).find(|ancestor| self.grids.contains(*ancestor))
    }

    /// Returns the next choice in a direction: in the nearest row, the one that is most nearly straight ahead.
    pub(crate) fn step(&self, from: Entity, direction: Direction) -> Option<Entity> {
        let grid = self.grid_of(from)?;
        let (_, start) = self.buttons.get(from).ok()?;
        let (columns, rows) = direction.delta();
        let ahead = Vec2::new(f32::from(columns), f32::from(rows));
        let found = self.buttons.iter_many(self.children.iter_descendants(grid)).filter_map(|(entity, transform)| {
            let way = transform.translation - start.translation;
            let (along, aside) = (way.dot(ahead), way.dot(ahead.perp()).abs());
            // Sideways movement stays within the row.
            let is_ahead = along > ROW && (rows != 0 || aside < ROW);
            is_ahead.then_some((entity, along, aside))
        });
        // Positions within one row can differ by a pixel.
        let row = |along: f32| (along / ROW).round();
        let nearest = |one: &(Entity, f32, f32), other: &(Entity, f32, f32)| {
            row(one.1).total_cmp(&row(other.1)).then(one.2.total_cmp(&other.2))
        };
        found.min_by(nearest).map(|(entity, ..)| entity)
    }
}

/// Makes the current choice the only Tab stop of a grid, or the first choice if there is no current one.
fn leave_one_in_tab_order(
    grids: Query<Entity, With<ChoiceGrid>>,
    children: Query<&Children>,
    mut choices: Query<(Entity, Has<Checked>, &mut TabIndex), With<Button>>,
) {
    for grid in &grids {
        let members = || children.iter_descendants(grid);
        let chosen = choices.iter_many(members()).find(|(_, is_chosen, _)| *is_chosen);
        let stop = chosen.or_else(|| choices.iter_many(members()).next()).map(|(entity, ..)| entity);
        let mut choices = choices.iter_many_mut(members());
        while let Some((entity, _, mut index)) = choices.fetch_next() {
            index.set_if_neq(TabIndex(if stop == Some(entity) { 0 } else { -1 }));
        }
    }
}
