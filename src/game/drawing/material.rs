//! What the materials have in common: their shaders, quads, and colours as shaders want them.

use bevy::asset::uuid_handle;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy::shader::Shader;
use bevy::sprite_render::Material2d;

use crate::game::board_view::place::BoardRoot;
use crate::game::drawing::height;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHAPES, include_str!("../../../assets/shaders/shapes.wgsl"), "shapes.wgsl");
    add_shader(app, &CLOTH, include_str!("../../../assets/shaders/cloth.wgsl"), "cloth.wgsl");
    add_shader(app, &FACE, include_str!("../../../assets/shaders/face.wgsl"), "face.wgsl");
    add_shader(app, &NOISE, include_str!("../../../assets/shaders/noise.wgsl"), "noise.wgsl");
    app.init_resource::<SquareMesh>();
}

// What the other shaders import.
const SHAPES: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a05");
const CLOTH: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a10");
const FACE: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a11");
const NOISE: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a06");

/// Makes a shader known under its handle.
pub(super) fn add_shader(app: &mut App, handle: &Handle<Shader>, source: &'static str, name: &'static str) {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    if let Err(error) = shaders.insert(handle, Shader::from_wgsl(source, name)) {
        error!("the shader {name} could not be kept: {error}");
    }
}

/// A quad whose texture coordinates are the place in squares from its middle, upwards positive.
pub(super) fn quad(size: Vec2) -> Mesh {
    let mesh = Mesh::from(Rectangle::from_size(size));
    let places = match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(positions)) => positions.iter().map(|[x, y, _]| [*x, *y]).collect(),
        _ => Vec::new(),
    };
    mesh.with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
}

/// The quad of one square.
#[derive(Resource)]
pub(super) struct SquareMesh(pub(super) Handle<Mesh>);

impl FromWorld for SquareMesh {
    fn from_world(world: &mut World) -> Self {
        Self(world.resource_mut::<Assets<Mesh>>().add(quad(Vec2::ONE)))
    }
}

/// Draws a speck of a material under the board, so that its pipeline is there before the material is first seen: what
/// is seen rarely and for a moment must not be late by the time in which shaders are compiled.
pub(super) fn keep_ready<M: Material2d + Default>(
    roots: Query<Entity, Added<BoardRoot>>,
    mesh: Res<SquareMesh>,
    mut materials: ResMut<Assets<M>>,
    mut commands: Commands,
) {
    for root in &roots {
        commands.spawn((
            Name::new("speck"),
            Mesh2d(mesh.0.clone()),
            MeshMaterial2d(materials.add(M::default())),
            Transform::from_xyz(0.0, 0.0, height::SPECK).with_scale(Vec3::splat(1e-3)),
            ChildOf(root),
        ));
    }
}

/// A colour as shaders want it: linear, with an alpha.
pub(super) fn linear(colour: Color) -> Vec4 {
    colour.to_linear().to_vec4()
}
