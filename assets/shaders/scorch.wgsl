// Traces of an explosion on a square: soot, with veins that glow for a while. Lengths are in squares of the board.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::noise::noise

struct Scorch {
    // Amount of soot, strength of the glow, and column and row as a seed.
    state: vec4<f32>,
}

@group(2) @binding(0) var<uniform> scorch: Scorch;

const SOOT: vec3<f32> = vec3<f32>(0.010, 0.008, 0.007);
const FIRE: vec3<f32> = vec3<f32>(1.0, 0.27, 0.025);
const EMBER: vec3<f32> = vec3<f32>(0.72, 0.045, 0.004);

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let seed = scorch.state.zw * 7.3;
    let ragged = 0.65 * noise(point * 4.0 + seed) + 0.35 * noise(point * 11.0 + seed);
    let away = length(point);
    // The blast sweeps the middle clean, so that the mark of a legal square stays visible.
    let burnt = smoothstep(0.50, 0.16, away + (ragged - 0.5) * 0.42) * mix(0.35, 1.0, smoothstep(0.08, 0.22, away));
    let soot = 0.85 * burnt * scorch.state.x;
    let vein = smoothstep(0.10, 0.0, abs(ragged - 0.5)) * burnt * scorch.state.y;
    let alpha = max(soot, vein);
    return vec4<f32>(mix(SOOT, mix(EMBER, FIRE, scorch.state.y), vein), alpha);
}
