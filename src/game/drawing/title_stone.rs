//! The large stone of the title screen, on a piece of board. It turns over once, which explains the name of the game,
//! and again whenever it is pressed.

use std::f32::consts::{PI, TAU};
use std::time::Duration;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};
use bevy::ui::{ComputedNode, UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;
use bevy_tweening::lens::Lens;
use bevy_tweening::{AnimationSystem, Delay, Tween, TweenAnim};

use crate::game::board_view::pose::Pose;
use crate::game::drawing::ground::GroundLook;
use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear, quad};
use crate::game::drawing::stone::{StoneLook, StoneMaterial, StoneMesh};
use crate::game::flow::screen::Screen;
use crate::game::settings::palette::Palette;
use crate::game::settings::{Pace, Settings};
use crate::game::ui::button::{area_of, to_world};
use crate::game::ui::symbols::SymbolsShown;
use crate::game::ui::theme;
use crate::game::ui::title_stone::TitleStoneContainer;
use crate::game::ui::tone::Tone;
use crate::game::ui::turning_discs::Turning;
use crate::rules::{Direction, Disc};

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/title_board.wgsl"), "title_board.wgsl");
    app.add_plugins(Material2dPlugin::<TitleBoardMaterial>::default())
        .add_systems(OnEnter(Screen::Title), spawn_stone)
        .add_systems(
            Update,
            (
                hear_presses.run_if(any_match_filter::<Added<TitleStoneContainer>>),
                pose_stone.after(AnimationSystem::AnimationUpdate),
                paint_board.run_if(resource_changed::<Settings>),
            )
                .run_if(in_state(Screen::Title)),
        )
        .add_systems(PostUpdate, place_stone.after(UiSystems::Layout).before(TransformSystems::Propagate));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a15");

/// The stone and its rotation in radians. It comes to rest tilted, so that both faces and the edge can be seen.
#[derive(Component, Clone, Copy)]
struct TitleStone {
    angle: f32,
}

const RESTING_ANGLE: f32 = PI * 0.70;
const TURN: Duration = Duration::from_millis(1100);
const PAUSE: Duration = Duration::from_millis(450);
/// Size of the board's square relative to the area of the stone. The rest is for the light around it.
const SQUARE: f32 = 0.80;
/// Side of the quad for the board and its light, in squares.
const EXTENT: f32 = 2.5;

/// Interpolates between two angles.
struct AngleLens(f32, f32);

impl Lens<TitleStone> for AngleLens {
    fn lerp(&mut self, mut stone: Mut<TitleStone>, ratio: f32) {
        stone.angle = self.0.lerp(self.1, ratio);
    }
}

#[derive(Component)]
struct TitleBoard;

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct TitleBoardMaterial {
    #[uniform(0)]
    look: TitleBoardLook,
}

/// Shader uniforms; their fields are explained in `title_board.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct TitleBoardLook {
    ground: GroundLook,
    glow: Vec4,
}

impl Material2d for TitleBoardMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

impl TitleBoardLook {
    fn new(settings: &Settings) -> Self {
        // Lamplight, or stronger daylight.
        let glow = Tone { dark: theme::ACCENT.dark.with_alpha(0.34), light: Color::WHITE.with_alpha(0.85) };
        Self { ground: GroundLook::new(settings.board_theme.look()), glow: linear(glow.colour(settings)) }
    }
}

fn look(stone: TitleStone, palette: Palette) -> StoneLook {
    let faces = (Disc::Black, Disc::White);
    let lift = (stone.angle / 2.0).sin().abs();
    let lying = Pose::lying(faces.0);
    let pose = Pose { faces, angle: stone.angle, towards: Direction::NorthEast, lift, ..lying };
    StoneLook::new(pose, palette, Turning::default(), SymbolsShown::default())
}

fn spawn_stone(
    settings: Res<Settings>,
    mesh: Res<StoneMesh>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StoneMaterial>>,
    mut boards: ResMut<Assets<TitleBoardMaterial>>,
    mut commands: Commands,
) {
    commands.spawn((
        Name::new("title board"),
        TitleBoard,
        DespawnOnExit(Screen::Title),
        Mesh2d(meshes.add(quad(Vec2::splat(EXTENT)))),
        MeshMaterial2d(boards.add(TitleBoardMaterial { look: TitleBoardLook::new(&settings) })),
    ));
    let is_still = settings.pace() == Pace::Still;
    let stone = TitleStone { angle: if is_still { RESTING_ANGLE } else { 0.0 } };
    let mut entity = commands.spawn((
        Name::new("title stone"),
        stone,
        DespawnOnExit(Screen::Title),
        Mesh2d(mesh.0.clone()),
        MeshMaterial2d(materials.add(StoneMaterial { look: look(stone, settings.palette) })),
    ));
    if !is_still {
        let turn = Tween::new(EaseFunction::BackOut, TURN, AngleLens(0.0, RESTING_ANGLE));
        entity.insert(TweenAnim::new(Delay::new(PAUSE).then(turn)));
    }
}

/// Makes the area of the stone clickable.
fn hear_presses(places: Query<Entity, Added<TitleStoneContainer>>, mut commands: Commands) {
    for place in &places {
        commands.entity(place).insert(Pickable::default()).observe(turn_again);
    }
}

/// Turns the stone over twice, unless it is still turning or motion is off.
fn turn_again(
    _press: On<Pointer<Press>>,
    settings: Res<Settings>,
    stones: Query<Entity, (With<TitleStone>, Without<TweenAnim>)>,
    mut commands: Commands,
) {
    for stone in stones.iter().filter(|_| settings.pace() != Pace::Still) {
        let turn = Tween::new(EaseFunction::BackOut, TURN, AngleLens(RESTING_ANGLE, RESTING_ANGLE + TAU));
        commands.entity(stone).insert(TweenAnim::new(turn));
    }
}

fn pose_stone(
    stones: Query<(Ref<TitleStone>, &MeshMaterial2d<StoneMaterial>)>,
    settings: Res<Settings>,
    mut materials: ResMut<Assets<StoneMaterial>>,
) {
    for (stone, material) in &stones {
        if (stone.is_changed() || settings.is_changed())
            && let Some(mut material) = materials.get_mut(&material.0)
        {
            material.look = look(*stone, settings.palette);
        }
    }
}

fn paint_board(
    boards: Query<&MeshMaterial2d<TitleBoardMaterial>>,
    settings: Res<Settings>,
    mut materials: ResMut<Assets<TitleBoardMaterial>>,
) {
    for board in &boards {
        if let Some(mut material) = materials.get_mut(&board.0) {
            material.look = TitleBoardLook::new(&settings);
        }
    }
}

fn place_stone(
    place: Option<Single<(&ComputedNode, &UiGlobalTransform), With<TitleStoneContainer>>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut parts: Query<(&mut Transform, Has<TitleBoard>), Or<(With<TitleStone>, With<TitleBoard>)>>,
) {
    let Some((node, transform)) = place.map(Single::into_inner) else { return };
    let area = area_of(node, transform, &window);
    let side = area.size().min_element() * SQUARE;
    for (mut part, is_board) in &mut parts {
        let height = if is_board { height::CELL } else { height::STONE };
        let at = to_world(area.center(), window.size()).extend(height);
        part.set_if_neq(Transform::from_translation(at).with_scale(Vec3::splat(side)));
    }
}
