// A square of the board: cloth between thin lines, and the marks on it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::shapes::{STONE_RADIUS, coverage, rounded}

struct Cell {
    cloth: vec4<f32>,
    // The disc that would be placed; its alpha is the disc's.
    ghost: vec4<f32>,
    // The dot that marks a legal square; its alpha is the dot's.
    legal: vec4<f32>,
    // The frame of the last move, of the keyboard's focus, or of a refusal; its alpha is the frame's.
    frame: vec4<f32>,
    // Column and row, for the grain of the cloth; the frame's width; the wash of the frame's colour over the square.
    place: vec4<f32>,
}

@group(2) @binding(0) var<uniform> cell: Cell;

const LINE: f32 = 0.011;

fn grain(point: vec2<f32>) -> f32 {
    let folded = fract(point * vec2<f32>(0.1031, 0.1030));
    let mixed = folded + dot(folded, folded.yx + 33.33);
    return fract((mixed.x + mixed.y) * mixed.x);
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let thread = floor((point + 0.5 + cell.place.xy) * 64.0);
    var colour = cell.cloth.rgb * (0.965 + 0.07 * grain(thread));
    // Each square is a shallow cushion: lighter above, darker below.
    colour *= 1.0 + 0.05 * point.y;

    let radius = length(point);
    colour = mix(colour, cell.legal.rgb, coverage(radius - 0.115) * cell.legal.a);
    colour = mix(colour, cell.ghost.rgb, coverage(radius - STONE_RADIUS) * cell.ghost.a);

    let width = cell.place.z;
    let frame = coverage(abs(rounded(point, vec2<f32>(0.475 - width), 0.08)) - width);
    let inside = coverage(rounded(point, vec2<f32>(0.475), 0.08));
    colour = mix(colour, cell.frame.rgb, max(frame, inside * cell.place.w) * cell.frame.a);

    let to_line = 0.5 - max(abs(point.x), abs(point.y));
    colour *= 1.0 - 0.62 * coverage(to_line - LINE);
    return vec4<f32>(colour, 1.0);
}
