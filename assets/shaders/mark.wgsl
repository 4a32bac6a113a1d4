// The mark on a disc that shows what a move would do to it. Marks differ in shape, and all are light with a dark rim,
// so that they are legible on every disc and without colours. On a disc with a symbol they lie beside it. Lengths are
// in stone radii.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::shapes::{STONE_RADIUS, coverage}

struct Mark {
    // Colour of the disc that would be placed; the alpha is the kind of mark, see `code` in drawing/preview_marks.rs.
    mover: vec4<f32>,
    // Colour of flankers.
    accent: vec4<f32>,
    // Offset of the mark from the middle, right and upwards, and its scale there.
    place: vec4<f32>,
}

@group(2) @binding(0) var<uniform> mark: Mark;

const TURNS: u32 = 1u;
const STAYS: u32 = 2u;
const FLANKS: u32 = 3u;
const SERVES: u32 = 4u;

const DARK: vec3<f32> = vec3<f32>(0.012, 0.014, 0.018);
const LIGHT: vec3<f32> = vec3<f32>(0.95, 0.93, 0.88);
const ALARM: vec3<f32> = vec3<f32>(1.0, 0.17, 0.02);

// Lays a shape over what is below, premultiplied by its alpha.
fn lay(below: vec4<f32>, colour: vec3<f32>, distance: f32) -> vec4<f32> {
    let cover = coverage(distance);
    return vec4<f32>(colour * cover, cover) + below * (1.0 - cover);
}

// A filled shape with a light and a dark line around it.
fn filled(below: vec4<f32>, colour: vec3<f32>, distance: f32) -> vec4<f32> {
    return lay(lay(lay(below, DARK, distance - 0.15), LIGHT, distance - 0.085), colour, distance);
}

// A line with a dark line on both sides.
fn line(below: vec4<f32>, colour: vec3<f32>, distance: f32, width: f32) -> vec4<f32> {
    return lay(lay(below, DARK, abs(distance) - width - 0.07), colour, abs(distance) - width);
}

// Approximate distance to a star with eight points.
fn star(point: vec2<f32>) -> f32 {
    let turn = atan2(point.y, point.x) / 6.2831853 * 8.0;
    let to_point = abs(fract(turn) - 0.5) * 2.0;
    return (length(point) - mix(0.32, 0.62, to_point)) * 0.65;
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let place = mesh.uv / STONE_RADIUS;
    let radius = length(place);
    // Symbols too small to be seen leave the middle to the mark.
    let small = smoothstep(0.08, 0.13, fwidth(place.x));
    let on_mark = (place - mark.place.xy * (1.0 - small)) / mix(mark.place.z, 1.0, small);
    let mark_radius = length(on_mark);
    let nothing = vec4<f32>(0.0);
    // All marks are computed, whichever is needed, because derivatives must not depend on a branch.
    let turns = filled(nothing, mark.mover.rgb, mark_radius - 0.40);
    let stays = line(nothing, LIGHT, max(abs(on_mark.x), abs(on_mark.y)) - 0.40, 0.065);
    let flanks = line(nothing, mark.accent.rgb, radius - 0.86, 0.065);
    let serves = filled(flanks, mark.mover.rgb, mark_radius - 0.28);
    let explodes = filled(nothing, ALARM, star(on_mark));
    // Selected instead of branched: see face.wgsl.
    let kind = u32(mark.mover.a);
    var seen = explodes;
    seen = select(seen, turns, kind == TURNS);
    seen = select(seen, stays, kind == STAYS);
    seen = select(seen, flanks, kind == FLANKS);
    seen = select(seen, serves, kind == SERVES);
    return vec4<f32>(seen.rgb / max(seen.a, 1e-4), seen.a);
}
