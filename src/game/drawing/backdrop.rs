//! The backdrop behind everything.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{Material2d, Material2dPlugin};
use bevy::window::PrimaryWindow;

use crate::game::drawing::height;
use crate::game::drawing::material::{add_shader, linear};
use crate::game::settings::Settings;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/backdrop.wgsl"), "backdrop.wgsl");
    app.add_plugins(Material2dPlugin::<BackdropMaterial>::default())
        .add_systems(Startup, spawn_backdrop)
        .add_systems(PreUpdate, fill_window)
        .add_systems(Update, light_backdrop.run_if(resource_changed::<Settings>));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a04");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(super) struct BackdropMaterial {
    #[uniform(0)]
    look: BackdropLook,
}

/// Shader uniforms; their fields are explained in `backdrop.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct BackdropLook {
    colour: Vec4,
    light: Vec4,
}

impl Material2d for BackdropMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

#[derive(Component)]
pub(super) struct Backdrop;

impl BackdropLook {
    fn new(settings: &Settings) -> Self {
        // A lamp in a dark room, or even daylight.
        let (middle, edge) = if settings.is_light() { (1.12, 0.86) } else { (1.75, 0.62) };
        Self { colour: linear(theme::BACKGROUND.colour(settings)), light: Vec4::new(middle, edge, 0.0, 0.0) }
    }
}

fn light_backdrop(
    settings: Res<Settings>,
    backdrops: Query<&MeshMaterial2d<BackdropMaterial>>,
    mut materials: ResMut<Assets<BackdropMaterial>>,
) {
    let look = BackdropLook::new(&settings);
    for backdrop in &backdrops {
        if materials.get(&backdrop.0).is_some_and(|material| material.look != look)
            && let Some(mut material) = materials.get_mut(&backdrop.0)
        {
            material.look = look;
        }
    }
}

fn spawn_backdrop(
    settings: Res<Settings>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<BackdropMaterial>>,
    mut commands: Commands,
) {
    let look = BackdropLook::new(&settings);
    commands.spawn((
        Name::new("backdrop"),
        Backdrop,
        Mesh2d(meshes.add(Rectangle::new(1.0, 1.0))),
        MeshMaterial2d(materials.add(BackdropMaterial { look })),
        Transform::from_xyz(0.0, 0.0, height::BACKDROP),
    ));
}

fn fill_window(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut backdrops: Query<&mut Transform, With<Backdrop>>,
) {
    if let Some(window) = window {
        for mut transform in &mut backdrops {
            let scale = window.size().extend(1.0);
            if transform.scale != scale {
                transform.scale = scale;
            }
        }
    }
}
