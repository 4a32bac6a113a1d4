//! Composes and validates every shader as the renderer does, but without one: at run time, an invalid shader would only
//! leave its part of the picture empty.

#![cfg(feature = "game")]

mod branches;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use bevy::asset::Assets;
use bevy::render::render_resource::{DownlevelFlags, WgpuFeatures};
use bevy::shader::{Shader, ShaderCache, ShaderCacheError, ShaderCacheSource};
use naga::Module;

use crate::branches::functions_branching_on_uniforms;

/// Bevy's imports, reduced to the parts that the shaders use.
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

/// Name and text of a shader.
type Source = (String, String);

/// Composes all shaders with entry points, with their imports, for a device without optional features.
///
/// # Panics
/// If a shader is invalid.
fn put_together(sources: impl IntoIterator<Item = Source>) -> BTreeMap<String, Arc<Module>> {
    let of_bevy = OF_BEVY.map(|(name, source)| (name.to_owned(), source.to_owned()));
    let mut cache = ShaderCache::<Module, ()>::new(
        (),
        WgpuFeatures::empty(),
        DownlevelFlags::empty(),
        |(), source, _| match source {
            ShaderCacheSource::Naga(module) => Ok(module),
            other => Err(ShaderCacheError::CreateShaderModule(format!("{other:?} is no module"))),
        },
    );
    let mut shaders = Assets::<Shader>::default();
    let mut drawing = Vec::new();
    for (name, source) in of_bevy.into_iter().chain(sources) {
        let shader = shaders.add(Shader::from_wgsl(source.clone(), name.clone()));
        cache.set_shader(shader.id(), shaders.get(&shader).expect("it was just added").clone());
        if source.contains("@fragment") {
            drawing.push((name, shader));
        }
    }
    let mut modules = BTreeMap::new();
    for (pipeline, (name, shader)) in drawing.into_iter().enumerate() {
        let module = match cache.get(pipeline, shader.id(), &[]) {
            Ok(module) => module,
            Err(ShaderCacheError::ProcessShaderError(error)) => panic!("{}", error.emit_to_string(&cache.composer)),
            Err(error) => panic!("{name}: {error}"),
        };
        modules.insert(name, module);
    }
    modules
}

fn shaders() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/shaders");
    let entries = fs::read_dir(folder).expect("the shaders are in their folder");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let read = |path: &Path| fs::read_to_string(path).expect("a text");
    paths.map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), read(&path))).collect()
}

#[test]
fn every_shader_is_valid() {
    let drawing = put_together(shaders());
    assert!(drawing.len() >= 6, "{:?}", drawing.keys());
}

#[test]
fn no_shader_branches_on_a_uniform_alone() {
    let found: BTreeMap<String, BTreeSet<String>> = put_together(shaders())
        .into_iter()
        .map(|(name, module)| (name, functions_branching_on_uniforms(&module)))
        .filter(|(_, functions)| !functions.is_empty())
        .collect();
    assert!(found.is_empty(), "these functions branch on uniforms alone: {found:#?}");
}

/// Names of the functions that branch on a uniform alone, in a shader with this entry point; `look.x` and `look.y` are
/// uniforms, `point` is not.
fn found_in(body: &str) -> Vec<String> {
    let source = format!(
        "#import bevy_sprite::mesh2d_vertex_output::VertexOutput
        @group(2) @binding(0) var<uniform> look: vec4<f32>;
        fn chosen(number: f32, value: f32) -> f32 {{
            var seen = 0.0;
            if number > 0.5 {{ seen = value; }}
            return seen;
        }}
        @fragment
        fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {{
            let point = mesh.uv;
            var seen = vec4<f32>(0.0);
            {body}
            return seen;
        }}"
    );
    let modules = put_together([("look.wgsl".to_owned(), source)]);
    functions_branching_on_uniforms(&modules["look.wgsl"]).into_iter().collect()
}

#[test]
fn a_branch_on_uniforms_alone_is_found_wherever_it_hides() {
    let branching = [
        "if look.x > 0.0 { seen.x = point.x; }",
        "let heat = look.x * look.y; if heat > 0.0 { seen.x = point.x; }",
        "var heat = 0.0; heat = look.x; if heat > 0.0 { seen.x = point.x; }",
        // The first half of the condition is a branch of its own.
        "if look.x > 0.0 && point.x > 0.0 { seen.x = 1.0; }",
        "if point.x > 0.0 { if look.x > 0.0 { seen.x = 1.0; } }",
        "switch u32(look.x) { case 1u: { seen.x = point.x; } default: {} }",
        "for (var index = 0; index < i32(look.x); index++) { seen.x += point.x; }",
    ];
    for body in branching {
        assert_eq!(found_in(body), ["fragment"], "{body}");
    }
    assert_eq!(found_in("seen.x = chosen(look.x, point.x);"), ["chosen"]);
}

#[test]
fn a_branch_that_also_depends_on_the_point_or_on_no_uniform_is_none() {
    let others = [
        "if point.x > look.x { seen.x = 1.0; }",
        "if (look.x > 0.0) & (point.x > 0.0) { seen.x = 1.0; }",
        "seen.x = select(0.0, point.x, look.x > 0.0);",
        "seen.x = chosen(point.x, look.x);",
        "var side = 0.0; if point.x > 0.0 { side = 1.0; } if side + look.x > 0.5 { seen.x = 1.0; }",
        "for (var index = 0; index < 3; index++) { seen.x += point.x * look.x; }",
    ];
    for body in others {
        assert_eq!(found_in(body), [""; 0], "{body}");
    }
}
