//! What the materials have in common: their shaders, and colours as shaders want them.

use bevy::prelude::*;
use bevy::shader::Shader;

/// Makes a shader known under its handle.
pub(super) fn add_shader(app: &mut App, handle: &Handle<Shader>, source: &'static str, name: &'static str) {
    let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
    if let Err(error) = shaders.insert(handle, Shader::from_wgsl(source, name)) {
        error!("the shader {name} could not be kept: {error}");
    }
}

/// A colour as shaders want it: linear, with an alpha.
pub(super) fn linear(colour: Color) -> Vec4 {
    colour.to_linear().to_vec4()
}
