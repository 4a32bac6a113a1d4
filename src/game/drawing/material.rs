//! Common parts of the materials: shared shaders, quads, and colours for shaders.

use bevy::asset::uuid_handle;
use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;
use bevy::shader::Shader;
use bevy::sprite_render::Material2d;

use crate::game::board_view::board_root::BoardRoot;
use crate::game::drawing::height;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHAPES, include_str!("../../../assets/shaders/shapes.wgsl"), "shapes.wgsl");
    add_shader(app, &CLOTH, include_str!("../../../assets/shaders/cloth.wgsl"), "cloth.wgsl");
    add_shader(app, &FACE, include_str!("../../../assets/shaders/face.wgsl"), "face.wgsl");
    add_shader(app, &NOISE, include_str!("../../../assets/shaders/noise.wgsl"), "noise.wgsl");
    app.init_resource::<SquareMesh>();
}

// Shaders imported by the others.
const SHAPES: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a05");
const CLOTH: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a10");
const FACE: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a11");
const NOISE: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a06");

/// Registers a shader under its handle.
pub(super) fn add_shader(app: &mut App, handle: &Handle<Shader>, source: &'static str, name: &'static str) {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    if let Err(error) = shaders.insert(handle, Shader::from_wgsl(source, name)) {
        error!("the shader {name} could not be kept: {error}");
    }
}

/// A quad whose texture coordinates are the distance from its middle in squares, with y upwards.
pub(super) fn quad(size: Vec2) -> Mesh {
    let mesh = Mesh::from(Rectangle::from_size(size));
    let places = match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(positions)) => positions.iter().map(|[x, y, _]| [*x, *y]).collect(),
        _ => Vec::new(),
    };
    mesh.with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, places)
}

#[derive(Resource)]
pub(super) struct SquareMesh(pub(super) Handle<Mesh>);

impl FromWorld for SquareMesh {
    fn from_world(world: &mut World) -> Self {
        Self(world.resource_mut::<Assets<Mesh>>().add(quad(Vec2::ONE)))
    }
}

/// Draws a tiny speck of a material below the board, so that its pipeline is compiled before it is first needed.
/// Otherwise an effect that is rare and short would be over before its shader is ready.
pub(super) fn precompile<M: Material2d + Default>(
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

/// The colour in linear RGB with alpha.
pub(super) fn linear(colour: Color) -> Vec4 {
    colour.to_linear().to_vec4()
}
