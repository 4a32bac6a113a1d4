//! Every shader is put together and checked as the renderer does it, without a renderer: there, one that is wrong would
//! only leave its part of the picture empty.

#![cfg(feature = "game")]

use std::fs;
use std::path::Path;

use bevy::asset::Assets;
use bevy::render::render_resource::{DownlevelFlags, WgpuFeatures};
use bevy::shader::{Shader, ShaderCache, ShaderCacheError};

/// What the shaders import from Bevy, as far as they use it.
const OF_BEVY: [(&str, &str); 2] = [
    (
        "mesh2d_vertex_output.wgsl",
        "#define_import_path bevy_sprite::mesh2d_vertex_output
        struct VertexOutput { @builtin(position) position: vec4<f32>, @location(2) uv: vec2<f32> }",
    ),
    (
        "ui_vertex_output.wgsl",
        "#define_import_path bevy_ui::ui_vertex_output
        struct UiVertexOutput {
            @location(0) uv: vec2<f32>,
            @location(3) @interpolate(flat) size: vec2<f32>,
            @builtin(position) position: vec4<f32>,
        }",
    ),
];

#[test]
fn every_shader_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shaders");
    let mut sources: Vec<(String, String)> =
        OF_BEVY.map(|(name, source)| (name.to_owned(), source.to_owned())).to_vec();
    for entry in fs::read_dir(folder).expect("the shaders are in their folder") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().expect("a file's name").to_string_lossy().into_owned();
        sources.push((name, fs::read_to_string(&path).expect("a text")));
    }
    // On a device that can do nothing beyond the ordinary.
    let (features, flags) = (WgpuFeatures::empty(), DownlevelFlags::empty());
    let mut cache = ShaderCache::<(), ()>::new((), features, flags, |(), _, _| Ok(()));
    let mut shaders = Assets::<Shader>::default();
    let mut drawing = Vec::new();
    for (name, source) in sources {
        let shader = shaders.add(Shader::from_wgsl(source.clone(), name.clone()));
        cache.set_shader(shader.id(), shaders.get(&shader).expect("it was just added").clone());
        if source.contains("@fragment") {
            drawing.push((name, shader));
        }
    }
    assert!(drawing.len() >= 6, "{drawing:?}");
    for (pipeline, (name, shader)) in drawing.iter().enumerate() {
        match cache.get(pipeline, shader.id(), &[]) {
            Ok(_) => {}
            Err(ShaderCacheError::ProcessShaderError(error)) => panic!("{}", error.emit_to_string(&cache.composer)),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}
