//! The board's wooden frame with its letters and numbers, and the stars between the squares.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};

use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};
use bevy::text::Text2dUpdateSystems;

use crate::game::GameSystems;
use crate::game::board_view::place::{BoardPlace, BoardRoot, FRAME, find_place};
use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear, quad};
use crate::game::flow::screen::Screen;
use crate::game::ui::theme::{self, frame_font};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/frame.wgsl"), "frame.wgsl");
    app.add_plugins(Material2dPlugin::<FrameMaterial>::default())
        .add_systems(Update, make_frame.run_if(any_match_filter::<Changed<BoardRoot>>).after(GameSystems::Look));
    // In the frame in which the board is given its place: the next one can be late.
    app.add_systems(
        PostUpdate,
        write_labels
            .run_if(resource_changed::<BoardPlace>.or_else(any_match_filter::<Added<BoardRoot>>))
            .after(find_place)
            .before(Text2dUpdateSystems)
            .before(TransformSystems::Propagate),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a03");
/// How far the quad reaches beyond the wood, in squares: room for the shadow.
const MARGIN: f32 = 0.45;
/// The visible wood, in squares: a little less than the frame, so that the shadow has room in the window.
const WOOD: f32 = FRAME - 0.06;
/// The usual size of letters and numbers, in squares.
const LABEL: f32 = 0.25;
/// Where that is hard to read they are of this size, in logical pixels,
const LEGIBLE_LABEL: f32 = 11.0;
/// but no larger than the wood has room for, in squares.
const LARGEST_LABEL: f32 = 0.34;
/// The radius of a star, in squares.
const STAR: f32 = 0.055;

/// The frame's material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct FrameMaterial {
    #[uniform(0)]
    look: FrameLook,
}

/// What the shader is told; the fields are explained there.
#[derive(ShaderType, Clone, Copy, Debug)]
struct FrameLook {
    wood: Vec4,
    size: Vec4,
}

impl Material2d for FrameMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// A letter or number on the frame.
#[derive(Component)]
struct FrameLabel;

/// A part of the frame, made anew for a board of another size.
#[derive(Component)]
struct FramePart;

fn make_frame(
    root: Single<(Entity, &BoardRoot)>,
    parts: Query<Entity, With<FramePart>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<FrameMaterial>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    parts.iter().for_each(|part| commands.entity(part).despawn());
    let (root, board) = *root;
    let half = board.size() / 2.0 + WOOD;
    let look = FrameLook { wood: linear(theme::WOOD), size: Vec4::new(half.x, half.y, WOOD, 0.0) };
    commands.spawn((
        Name::new("frame"),
        FramePart,
        Mesh2d(meshes.add(quad((half + MARGIN) * 2.0))),
        MeshMaterial2d(materials.add(FrameMaterial { look })),
        Transform::from_xyz(0.0, 0.0, height::FRAME),
        ChildOf(root),
    ));
    let star_mesh = meshes.add(Circle::new(STAR));
    let star_colour = colours.add(ColorMaterial::from(theme::FELT.mix(&Color::BLACK, 0.5)));
    for star in stars(board) {
        commands.spawn((
            Name::new("star"),
            FramePart,
            Mesh2d(star_mesh.clone()),
            MeshMaterial2d(star_colour.clone()),
            Transform::from_translation(star.extend(height::STAR)),
            ChildOf(root),
        ));
    }
}

/// The four corners two squares in from the rim, by which players find their way on a board of 8 x 8 or more that has
/// no holes to find it by.
fn stars(board: &BoardRoot) -> impl Iterator<Item = Vec2> {
    let has_stars = board.is_whole() && board.size().min_element() >= 8.0;
    let Vec2 { x, y } = board.size() / 2.0 - 2.0;
    [(x, y), (-x, y), (x, -y), (-x, -y)].into_iter().filter(move |_| has_stars).map(Vec2::from)
}

/// Writes the labels anew, as texts are never scaled: each size has letters of its own.
fn write_labels(
    screen: Res<State<Screen>>,
    board: Single<&BoardRoot>,
    place: Res<BoardPlace>,
    labels: Query<Entity, With<FrameLabel>>,
    mut commands: Commands,
) {
    labels.iter().for_each(|label| commands.entity(label).despawn());
    let middle_of_wood = place.cell * WOOD / 2.0;
    let size = (place.cell * LABEL).max(LEGIBLE_LABEL.min(place.cell * LARGEST_LABEL));
    let mut write = |name: String, at: Vec2| {
        commands.spawn((
            Name::new(format!("label {name}")),
            FrameLabel,
            DespawnOnExit(*screen.get()),
            Text2d::new(name),
            frame_font(size),
            TextColor(theme::WOOD_TEXT),
            Transform::from_translation(place.to_world(at).extend(height::FRAME_TEXT)),
        ));
    };
    let corner = place.corner();
    for column in 0..board.columns {
        let x = (f32::from(column) + 0.5) * place.cell;
        let name = Square::column_letter(column).to_ascii_uppercase().to_string();
        write(name, corner + Vec2::new(x, -middle_of_wood));
    }
    for row in 0..board.rows {
        let y = (f32::from(row) + 0.5) * place.cell;
        write((row + 1).to_string(), corner + Vec2::new(-middle_of_wood, y));
    }
}
