//! The frame of the board with its letters and numbers, and the stars between squares.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};

use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};
use bevy::text::Text2dUpdateSystems;

use crate::game::board_view::board_root::{BoardRoot, FRAME};
use crate::game::board_view::growth::Growing;
use crate::game::board_view::place::{BoardPlace, find_place};
use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear, quad};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::settings::{Marking, Settings};
use crate::game::ui::theme::frame_font;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/frame.wgsl"), "frame.wgsl");
    app.add_plugins(Material2dPlugin::<FrameMaterial>::default()).add_systems(
        Update,
        make_frame
            .run_if(any_match_filter::<Changed<BoardRoot>>.or_else(resource_changed::<Settings>))
            .after(GameSystems::Look),
    );
    // Runs in the frame in which the board gets its place, because the next frame may come late.
    app.add_systems(
        PostUpdate,
        write_labels
            .run_if(
                resource_changed::<BoardPlace>
                    .or_else(resource_changed::<Settings>)
                    .or_else(any_match_filter::<Added<BoardRoot>>)
                    .or_else(any_component_removed::<Growing>),
            )
            .after(find_place)
            .before(Text2dUpdateSystems)
            .before(TransformSystems::Propagate),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a03");
/// Space for the shadow around the wood, in squares.
const MARGIN: f32 = 0.45;
/// Width of the visible wood in squares; less than the frame, so that the shadow fits into the window.
pub(super) const WOOD: f32 = FRAME - 0.06;
/// Usual size of letters and numbers, in squares.
const LABEL: f32 = 0.25;
/// Minimum size of letters and numbers, in logical pixels; [`MAX_LABEL`] takes precedence.
const MIN_LABEL: f32 = 11.0;
/// Maximum size of letters and numbers in squares, so that two digits fit on the wood.
const MAX_LABEL: f32 = 0.38;
/// Radius of a star, in squares.
const STAR: f32 = 0.055;

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct FrameMaterial {
    #[uniform(0)]
    look: FrameLook,
}

/// Shader uniforms; their fields are explained in `frame.wgsl`.
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

#[derive(Component)]
struct FrameLabel;

/// A part of the frame that is rebuilt when the board changes its size.
#[derive(Component)]
struct FramePart;

fn make_frame(
    root: Single<(Entity, &BoardRoot)>,
    parts: Query<Entity, With<FramePart>>,
    settings: Res<Settings>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<FrameMaterial>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    parts.iter().for_each(|part| commands.entity(part).despawn());
    let (root, board) = *root;
    let theme = settings.board_theme.look();
    let half = board.size() / 2.0 + WOOD;
    let look = FrameLook {
        wood: linear(theme.frame.with_alpha(theme.frame_grain)),
        size: Vec4::new(half.x, half.y, WOOD, 0.0),
    };
    commands.spawn((
        Name::new("frame"),
        FramePart,
        Mesh2d(meshes.add(quad((half + MARGIN) * 2.0))),
        MeshMaterial2d(materials.add(FrameMaterial { look })),
        Transform::from_xyz(0.0, 0.0, height::FRAME),
        ChildOf(root),
    ));
    let star_mesh = meshes.add(Circle::new(STAR));
    let star_colour = colours.add(ColorMaterial::from(theme.ground.mix(&theme.line.with_alpha(1.0), 0.7)));
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

/// The four points two squares in from the edge that help players to find their way. Boards have them from 8 × 8 on,
/// unless holes serve the same purpose.
fn stars(board: &BoardRoot) -> impl Iterator<Item = Vec2> {
    let has_stars = board.is_whole() && board.size().min_element() >= 8.0;
    let Vec2 { x, y } = board.size() / 2.0 - 2.0;
    [(x, y), (-x, y), (x, -y), (-x, -y)].into_iter().filter(move |_| has_stars).map(Vec2::from)
}

/// Writes all labels again, because texts are never scaled: each size has glyphs of its own.
fn write_labels(
    screen: Res<State<Screen>>,
    settings: Res<Settings>,
    board: Single<(&BoardRoot, Has<Growing>)>,
    place: Res<BoardPlace>,
    labels: Query<Entity, With<FrameLabel>>,
    mut commands: Commands,
) {
    labels.iter().for_each(|label| commands.entity(label).despawn());
    let (board, is_growing) = *board;
    // A growing board is not yet at its place, so the labels would be beside it.
    if is_growing || !settings.marks.has(Marking::Coordinates) {
        return;
    }
    let wood = place.rim * WOOD / FRAME;
    let cell = place.rim / FRAME;
    let grown = settings.text_size.factor() * (cell * LABEL).max(MIN_LABEL);
    let size = grown.min(cell * MAX_LABEL);
    // Glyphs of every size are cached for good, and pinching would create hundreds of sizes.
    let (size, height) =
        if place.is_enlarged() { (size.round(), height::MAT_TEXT) } else { (size, height::FRAME_TEXT) };
    let mut write = |name: String, at: Vec2| {
        commands.spawn((
            Name::new(format!("label {name}")),
            FrameLabel,
            DespawnOnExit(*screen.get()),
            Text2d::new(name),
            frame_font(size),
            TextColor(settings.board_theme.look().frame_text),
            Transform::from_translation(place.to_world(at).extend(height)),
        ));
    };
    let seen = place.seen();
    // Names above the board run along it horizontally, names on the left vertically, whether they are columns or rows.
    let mut write_beside = |name: String, square: Option<Square>, is_above: bool| {
        let Some(square) = square else { return };
        let Vec2 { x, y } = place.middle_of(square);
        let (is_seen, at) = if is_above {
            ((seen.min.x..=seen.max.x).contains(&x), Vec2::new(x, seen.min.y - wood / 2.0))
        } else {
            ((seen.min.y..=seen.max.y).contains(&y), Vec2::new(seen.min.x - wood / 2.0, y))
        };
        if is_seen {
            write(name, at);
        }
    };
    let swaps_sides = board.facing.swaps_sides();
    for column in 0..board.columns {
        let name = Square::column_letter(column).to_ascii_uppercase().to_string();
        write_beside(name, Square::new(column, 0), !swaps_sides);
    }
    for row in 0..board.rows {
        write_beside((row + 1).to_string(), Square::new(0, row), swaps_sides);
    }
}
