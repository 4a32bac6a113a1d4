//! Tiles in holes that have a kind.

use bevy::prelude::*;

use crate::game::board_view::board_root::BoardRoot;
use crate::game::drawing::height;
use crate::game::frame::GameSystems;
use crate::game::settings::board_theme::BoardLook;
use crate::rules::Tint;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Shapes>()
        .add_systems(Update, lay_tiles.run_if(any_match_filter::<Changed<BoardRoot>>).after(GameSystems::Look));
}

/// Side of a tile, in squares. Smaller than a square, so that it does not look like one.
const SIDE: f32 = 0.86;

/// Mesh and materials shared by all tiles.
#[derive(Resource)]
struct Shapes {
    tile: Handle<Mesh>,
    /// By the index of the tint, after those of squares.
    kinds: [Handle<ColorMaterial>; Tint::HOLES],
}

impl FromWorld for Shapes {
    fn from_world(world: &mut World) -> Self {
        let tile = world.resource_mut::<Assets<Mesh>>().add(Rectangle::from_length(SIDE));
        let mut colours = world.resource_mut::<Assets<ColorMaterial>>();
        Self { tile, kinds: BoardLook::HOLES.map(|colour| colours.add(ColorMaterial::from(colour))) }
    }
}

#[derive(Component)]
struct HoleTile;

fn lay_tiles(
    root: Single<(Entity, &BoardRoot)>,
    tiles: Query<Entity, With<HoleTile>>,
    shapes: Res<Shapes>,
    mut commands: Commands,
) {
    tiles.iter().for_each(|tile| commands.entity(tile).despawn());
    let (root, board) = *root;
    for (place, tint) in board.tints.iter().filter(|(place, _)| !board.squares.contains(*place)) {
        if let Some(colour) = tint.index().checked_sub(Tint::SQUARES).and_then(|kind| shapes.kinds.get(kind)) {
            commands.spawn((
                Name::new(format!("hole {place}")),
                HoleTile,
                Mesh2d(shapes.tile.clone()),
                MeshMaterial2d(colour.clone()),
                // Below the dot that the editor draws.
                Transform::from_translation(board.middle_of(place).extend(height::CELL - height::ABOVE)),
                ChildOf(root),
            ));
        }
    }
}
