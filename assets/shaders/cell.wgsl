// A square of the board: cloth between thin lines, and the marks on it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::cloth::{lined, woven_cloth}
#import irogaeshi::face::{FLAT, Face, face_colour}
#import irogaeshi::shapes::{STONE_RADIUS, coverage, covered, rounded}

struct Cell {
    cloth: vec4<f32>,
    // The dot that marks a legal square; its alpha is the dot's.
    legal: vec4<f32>,
    // The frame of the last move, of the keyboard's focus, or of a refusal; its alpha is the frame's.
    frame: vec4<f32>,
    // Column and row, for the grain of the cloth; the frame's width; the wash of the frame's colour over the square.
    place: vec4<f32>,
    // The disc that would be placed; the alpha of its colour is the disc's.
    ghost: Face,
}

@group(2) @binding(0) var<uniform> cell: Cell;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let pixel = fwidth(point.x);
    var colour = woven_cloth(cell.cloth.rgb, point, cell.place.xy);

    let radius = length(point);
    colour = mix(colour, cell.legal.rgb, coverage(radius - 0.115) * cell.legal.a);
    if cell.ghost.colour.a > 0.0 {
        let ghost = face_colour(cell.ghost, point / STONE_RADIUS, pixel / STONE_RADIUS, FLAT);
        colour = mix(colour, ghost, covered(radius - STONE_RADIUS, pixel) * cell.ghost.colour.a);
    }

    let width = cell.place.z;
    let frame = coverage(abs(rounded(point, vec2<f32>(0.475 - width), 0.08)) - width);
    let washed = coverage(rounded(point, vec2<f32>(0.475), 0.08));
    colour = mix(colour, cell.frame.rgb, max(frame, washed * cell.place.w) * cell.frame.a);

    let inside = 0.5 - max(abs(point.x), abs(point.y));
    return vec4<f32>(lined(colour, inside, pixel), 1.0);
}
