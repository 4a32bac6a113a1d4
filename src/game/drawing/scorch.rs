//! Scorch marks on squares.

use std::collections::HashMap;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};

use crate::game::board_view::blast::{Blast, Scorch};
use crate::game::board_view::cells::Cell;
use crate::game::drawing::height;
use crate::game::drawing::material::{SquareMesh, add_shader, precompile};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/scorch.wgsl"), "scorch.wgsl");
    app.add_plugins(Material2dPlugin::<ScorchMaterial>::default()).add_systems(
        Update,
        (show_scorches.run_if(resource_changed::<Blast>), precompile::<ScorchMaterial>)
            .after(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a09");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
struct ScorchMaterial {
    #[uniform(0)]
    look: ScorchLook,
}

/// Shader uniforms; the field is explained in `scorch.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default)]
struct ScorchLook {
    state: Vec4,
}

impl Material2d for ScorchMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// The scorch of a cell, which is its parent.
#[derive(Component)]
struct ScorchOf(Entity);

/// Keeps a scorch on every cell that the blast has marked.
fn show_scorches(
    blast: Res<Blast>,
    cells: Query<(Entity, &Cell)>,
    scorches: Query<(Entity, &ScorchOf, &MeshMaterial2d<ScorchMaterial>)>,
    mesh: Res<SquareMesh>,
    mut materials: ResMut<Assets<ScorchMaterial>>,
    mut commands: Commands,
) {
    let look = |cell: &Cell, scorch: Scorch| {
        let (column, row) = (f32::from(cell.0.column()), f32::from(cell.0.row()));
        ScorchLook { state: Vec4::new(scorch.soot, scorch.glow, column, row) }
    };
    let mut looks: HashMap<Entity, ScorchLook> = cells
        .iter()
        .map(|(entity, cell)| (entity, cell, blast.scorch(cell.0)))
        .filter(|(_, _, scorch)| scorch.soot > 0.0)
        .map(|(entity, cell, scorch)| (entity, look(cell, scorch)))
        .collect();
    for (entity, of, material) in &scorches {
        match looks.remove(&of.0) {
            Some(look) => {
                if let Some(mut material) = materials.get_mut(&material.0) {
                    material.look = look;
                }
            }
            None => commands.entity(entity).despawn(),
        }
    }
    for (cell, look) in looks {
        commands.spawn((
            Name::new("scorch"),
            ScorchOf(cell),
            Mesh2d(mesh.0.clone()),
            MeshMaterial2d(materials.add(ScorchMaterial { look })),
            Transform::from_xyz(0.0, 0.0, height::SCORCH - height::CELL),
            ChildOf(cell),
        ));
    }
}
