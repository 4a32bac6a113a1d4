//! Flames of exploding stones, which burn, swell and fly apart.

use std::collections::HashMap;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};

use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::stones::Stone;
use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear, precompile};
use crate::game::drawing::stone::StoneMesh;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/flame.wgsl"), "flame.wgsl");
    app.add_plugins(Material2dPlugin::<FlameMaterial>::default()).add_systems(
        Update,
        (feed_flames, precompile::<FlameMaterial>).after(GameSystems::Look).run_if(in_state(Screen::Match)),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a08");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
struct FlameMaterial {
    #[uniform(0)]
    look: FlameLook,
}

/// Shader uniforms; their fields are explained in `flame.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
struct FlameLook {
    bomb: Vec4,
    state: Vec4,
}

impl Material2d for FlameMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

#[derive(Component)]
struct Flame {
    stone: Entity,
}

/// Keeps one flame over every hot stone.
fn feed_flames(
    root: Single<Entity, With<BoardRoot>>,
    stones: Query<(Entity, &Stone, &Motion, &Transform)>,
    flames: Query<(Entity, &Flame, &MeshMaterial2d<FlameMaterial>)>,
    settings: Res<Settings>,
    mesh: Res<StoneMesh>,
    mut materials: ResMut<Assets<FlameMaterial>>,
    mut commands: Commands,
) {
    let mut burning: HashMap<Entity, (FlameLook, Vec2)> = stones
        .iter()
        .map(|(entity, stone, motion, at)| (entity, stone, stone.pose(Some(motion), settings.motion), at))
        .filter(|(_, _, pose, _)| pose.heat > 0.0)
        .map(|(entity, stone, pose, at)| {
            let bomb = linear(settings.palette.look(pose.faces.1).face.with_alpha(pose.opacity));
            let state = Vec4::new(pose.heat, pose.size, pose.blast, stone.square.index() as f32);
            (entity, (FlameLook { bomb, state }, at.translation.truncate()))
        })
        .collect();
    for (entity, flame, material) in &flames {
        match burning.remove(&flame.stone) {
            Some((look, _)) => {
                if let Some(mut material) = materials.get_mut(&material.0) {
                    material.look = look;
                }
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for (stone, (look, at)) in burning {
        commands.spawn((
            Name::new("flame"),
            Flame { stone },
            Mesh2d(mesh.0.clone()),
            MeshMaterial2d(materials.add(FlameMaterial { look })),
            Transform::from_translation(at.extend(height::FLAME)),
            ChildOf(*root),
        ));
    }
}
