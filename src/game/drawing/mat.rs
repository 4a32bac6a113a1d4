//! The mat around the visible part of an enlarged board: a fixed frame, and beyond it the backdrop again, so that the
//! board does not cover its surroundings.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::game::board_view::place::{BoardPlace, find_place};

use crate::game::board_view::board_root::BoardRoot;
use crate::game::drawing::backdrop::{Backdrop, BackdropMaterial};
use crate::game::drawing::height;
use crate::game::flow::screen::Screen;
use crate::game::settings::Settings;
use crate::game::ui::button::to_world;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        PostUpdate,
        lay_mat
            .run_if(
                resource_changed::<BoardPlace>
                    .or_else(resource_changed::<Settings>)
                    .or_else(any_match_filter::<Added<BoardRoot>>),
            )
            .after(find_place)
            .before(TransformSystems::Propagate),
    );
}

/// A part of the mat.
#[derive(Component)]
struct Mat;

/// Width of the frame's shadow on the board, in logical pixels.
const SHADE: f32 = 2.0;

fn lay_mat(
    place: Res<BoardPlace>,
    settings: Res<Settings>,
    screen: Res<State<Screen>>,
    window: Single<&Window, With<PrimaryWindow>>,
    backdrop: Single<&MeshMaterial2d<BackdropMaterial>, With<Backdrop>>,
    laid: Query<Entity, With<Mat>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    laid.iter().for_each(|part| commands.entity(part).despawn());
    if !place.is_enlarged() {
        return;
    }
    let window = window.size();
    let seen = place.seen();
    let outer = seen.inflate(place.rim);
    let theme = settings.board_theme.look();
    let mut lay = |name: &'static str, mesh: Mesh| {
        let at = Transform::from_xyz(0.0, 0.0, height::MAT);
        commands.spawn((Name::new(name), Mat, DespawnOnExit(*screen.get()), Mesh2d(meshes.add(mesh)), at)).id()
    };
    let around = lay("mat", ring(Rect::from_corners(Vec2::ZERO, window), outer, window));
    let wood = lay("mat frame", ring(outer, seen, window));
    let shade = lay("mat shade", ring(seen, seen.inflate(-SHADE), window));
    let frame = colours.add(ColorMaterial::from(theme.frame.with_alpha(1.0)));
    let dark = colours.add(ColorMaterial::from(Color::BLACK.with_alpha(0.3)));
    commands.entity(around).insert((*backdrop).clone());
    commands.entity(wood).insert(MeshMaterial2d(frame));
    commands.entity(shade).insert(MeshMaterial2d(dark));
}

/// The area inside one rectangle of the window and outside another. Its texture covers the window.
fn ring(outer: Rect, inner: Rect, window: Vec2) -> Mesh {
    let inner = inner.intersect(outer);
    let corners =
        |rect: Rect| [rect.min, Vec2::new(rect.max.x, rect.min.y), rect.max, Vec2::new(rect.min.x, rect.max.y)];
    let points: Vec<Vec2> = corners(outer).into_iter().chain(corners(inner)).collect();
    // Corners clockwise from the upper left, outside 0 to 3, inside 4 to 7. Triangles must wind counter-clockwise.
    let sides = (0..4).flat_map(|side| {
        let next = (side + 1) % 4;
        [side, side + 4, next, next, side + 4, next + 4]
    });
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_POSITION,
            points.iter().map(|point| to_world(*point, window).extend(0.0).to_array()).collect::<Vec<_>>(),
        )
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 0.0, 1.0]; points.len()])
        .with_inserted_attribute(
            Mesh::ATTRIBUTE_UV_0,
            points.iter().map(|point| (*point / window).to_array()).collect::<Vec<_>>(),
        )
        .with_inserted_indices(Indices::U32(sides.collect()))
}
