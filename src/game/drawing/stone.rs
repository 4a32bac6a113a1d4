//! Stones: two faces and an edge, drawn in their pose.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};

use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::pose::Pose;
use crate::game::board_view::shown_record::ShownRecord;
use crate::game::board_view::stable_discs::StableDiscs;
use crate::game::board_view::stones::Stone;
use crate::game::board_view::trembling::Trembling;
use crate::game::drawing::face::FaceLook;
use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear, quad};
use crate::game::frame::GameSystems;
use crate::game::settings::palette::Palette;
use crate::game::settings::{Marking, Settings};
use crate::game::ui::symbols::SymbolsShown;
use crate::game::ui::theme;
use crate::game::ui::turning_discs::Turning;
use crate::rules::{Record, SquareSet, Turn};

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/stone.wgsl"), "stone.wgsl");
    app.add_plugins(Material2dPlugin::<StoneMaterial>::default())
        .init_resource::<StoneMesh>()
        .add_systems(Update, (insert_stone_materials, pose_stones).chain().after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a01");
/// Side of the quad in squares, with space for a stone in the air and its shadow.
const EXTENT: f32 = 2.0;
/// Visibility of the studs on stable discs, 0 to 1. They should not distract.
const STUDS: f32 = 0.55;

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(super) struct StoneMaterial {
    #[uniform(0)]
    pub(super) look: StoneLook,
}

/// Shader uniforms; their fields are explained in `stone.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct StoneLook {
    faces: [FaceLook; 2],
    edges: [Vec4; 2],
    tint: Vec4,
    studs: Vec4,
    pose: Vec4,
    cover: Vec4,
}

impl Material2d for StoneMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

impl StoneLook {
    pub(super) fn new(pose: Pose, palette: Palette, turning: Turning, symbols: SymbolsShown) -> Self {
        let (columns, rows) = pose.towards.delta();
        // Rows count downwards, world coordinates upwards.
        let towards = Vec2::new(f32::from(columns), -f32::from(rows)).to_angle();
        let faces = [pose.faces.0, pose.faces.1];
        Self {
            faces: faces.map(|disc| FaceLook::new(palette.look(disc).engraved(symbols.0), turning.turns(disc))),
            edges: faces.map(|disc| linear(palette.look(disc).edge)),
            // A bursting stone is drawn by its flame alone.
            pose: Vec4::new(pose.angle, towards, pose.lift, if pose.blast > 0.0 { 0.0 } else { pose.opacity }),
            cover: Vec4::new(pose.cover, if pose.blends { 1.0 } else { 0.0 }, 0.0, 0.0),
            ..default()
        }
    }
}

/// The quad shared by all stones.
#[derive(Resource)]
pub(super) struct StoneMesh(pub(super) Handle<Mesh>);

impl FromWorld for StoneMesh {
    fn from_world(world: &mut World) -> Self {
        Self(world.resource_mut::<Assets<Mesh>>().add(quad(Vec2::splat(EXTENT))))
    }
}

fn insert_stone_materials(
    stones: Query<(Entity, &Stone), Added<Stone>>,
    settings: Res<Settings>,
    (turning, symbols): (Res<Turning>, Res<SymbolsShown>),
    mesh: Res<StoneMesh>,
    mut materials: ResMut<Assets<StoneMaterial>>,
    mut commands: Commands,
) {
    for (entity, stone) in &stones {
        let look = StoneLook::new(stone.pose(None, settings.motion), settings.palette, *turning, *symbols);
        commands.entity(entity).insert((Mesh2d(mesh.0.clone()), MeshMaterial2d(materials.add(StoneMaterial { look }))));
    }
}

fn pose_stones(
    shown: ShownRecord,
    board: Option<Single<&BoardRoot>>,
    (settings, stable, trembling): (Res<Settings>, Res<StableDiscs>, Res<Trembling>),
    (turning, symbols): (Res<Turning>, Res<SymbolsShown>),
    mut stones: Query<(&Stone, Option<&Motion>, &MeshMaterial2d<StoneMaterial>, &mut Transform)>,
    mut materials: ResMut<Assets<StoneMaterial>>,
) {
    let Some(board) = board else { return };
    let turn = shown.record().and_then(Record::last_turn);
    let turned: SquareSet = turn.filter(|turn| !turn.explodes()).into_iter().flat_map(Turn::captured).collect();
    let marks_turned = settings.marks.has(Marking::JustTurned);
    for (stone, motion, material, mut transform) in &mut stones {
        let pose = stone.pose(motion, settings.motion).shown(board.facing);
        let mut look = StoneLook::new(pose, settings.palette, *turning, *symbols);
        if pose.serves {
            // The tint shows the disc that the stone still is.
            look.tint = linear(settings.palette.look(stone.disc).face);
        } else if marks_turned
            && turned.contains(stone.square)
            && turning.turns(stone.disc)
            && stone.visible_disc(motion) == Some(stone.disc)
        {
            look.tint = linear(theme::ACCENT.dark.with_alpha(0.85));
        }
        let (columns, rows) = pose.towards.delta();
        let slid = Vec2::new(f32::from(columns), -f32::from(rows)) * pose.slid;
        if motion.is_none() && stable.0.contains(stone.square) {
            look.studs = linear(settings.palette.look(stone.disc).ink.with_alpha(STUDS));
        }
        let trembles = if motion.is_none() { trembling.offset(stone.square) } else { 0.0 };
        let at = board.middle_of(stone.square) + slid + Vec2::new(trembles, 0.0);
        let at = at.extend(height::STONE + pose.lift);
        transform.set_if_neq(Transform::from_translation(at).with_scale(Vec3::new(pose.size, pose.size, 1.0)));
        // Each write sends the material to the GPU again, so only changes are written.
        if materials.get(&material.0).is_some_and(|material| material.look != look)
            && let Some(mut material) = materials.get_mut(&material.0)
        {
            material.look = look;
        }
    }
}
