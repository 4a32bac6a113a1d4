//! Marks of the editor: dots for holes, and rings on the squares that the brush would paint.

use bevy::prelude::*;

use crate::game::drawing::height;
use crate::game::editor::marks::{BrushMark, HoleMark};
use crate::game::frame::GameSystems;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shapes>().add_systems(Update, (draw_holes, draw_marks).after(GameSystems::Look));
}

/// Radius of a dot, in squares.
const DOT: f32 = 0.07;
/// Side and line width of a ring, in squares.
const RING: f32 = 0.94;
const LINE: f32 = 0.06;

/// Meshes and materials shared by all marks.
#[derive(Resource)]
struct Shapes {
    dot: Handle<Mesh>,
    ring: Handle<Mesh>,
    quiet: Handle<ColorMaterial>,
    pointed_at: Handle<ColorMaterial>,
    painted_too: Handle<ColorMaterial>,
}

impl FromWorld for Shapes {
    fn from_world(world: &mut World) -> Self {
        let mut meshes = world.resource_mut::<Assets<Mesh>>();
        let dot = meshes.add(Circle::new(DOT));
        let ring = meshes.add(Rectangle::from_length(RING).to_ring(LINE));
        let mut colours = world.resource_mut::<Assets<ColorMaterial>>();
        Self {
            dot,
            ring,
            quiet: colours.add(ColorMaterial::from(theme::HOLE_DOT.with_alpha(0.28))),
            pointed_at: colours.add(ColorMaterial::from(theme::TEXT.dark)),
            painted_too: colours.add(ColorMaterial::from(theme::ACCENT.dark.with_alpha(0.85))),
        }
    }
}

fn draw_holes(
    mut holes: Query<(Entity, &mut Transform), Added<HoleMark>>,
    shapes: Res<Shapes>,
    mut commands: Commands,
) {
    for (entity, mut transform) in &mut holes {
        transform.translation.z = height::CELL;
        commands.entity(entity).insert((Mesh2d(shapes.dot.clone()), MeshMaterial2d(shapes.quiet.clone())));
    }
}

fn draw_marks(
    mut marks: Query<(Entity, &BrushMark, &mut Transform), Added<BrushMark>>,
    shapes: Res<Shapes>,
    mut commands: Commands,
) {
    for (entity, mark, mut transform) in &mut marks {
        transform.translation.z = height::BRUSH;
        let colour = if mark.is_pointed_at { &shapes.pointed_at } else { &shapes.painted_too };
        commands.entity(entity).insert((Mesh2d(shapes.ring.clone()), MeshMaterial2d(colour.clone())));
    }
}
