// The backdrop behind everything: a room that is brighter in the middle.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::noise::hash

struct Backdrop {
    colour: vec4<f32>,
    // Brightness in the middle and at the edge.
    light: vec4<f32>,
}

@group(2) @binding(0) var<uniform> backdrop: Backdrop;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let away = length((mesh.uv - vec2<f32>(0.5, 0.42)) * vec2<f32>(1.0, 1.15));
    let light = mix(backdrop.light.x, backdrop.light.y, smoothstep(0.0, 0.85, away));
    // Without a little noise, such a slow gradient would show bands.
    let dither = (hash(mesh.position.xy) - 0.5) / 255.0;
    return vec4<f32>(backdrop.colour.rgb * light + dither * 0.25, 1.0);
}
