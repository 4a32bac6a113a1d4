// A square of the board: its ground between thin lines, and the marks on it.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::cloth::{Ground, grained_ground, lined, pool}
#import irogaeshi::face::{FLAT, Face, face_colour}
#import irogaeshi::shapes::{STONE_RADIUS, coverage, covered, rounded}

struct Cell {
    ground: Ground,
    // Dot of a legal square and the rim around it; the alpha of the first applies to both.
    legal: vec4<f32>,
    legal_rim: vec4<f32>,
    // Colour and alpha of the frame: last move, keyboard focus, refusal or verdict of a review.
    frame: vec4<f32>,
    // Column and row as shown; width of the frame; strength of the wash of its colour over the square.
    place: vec4<f32>,
    // Columns and rows of the board.
    board: vec4<f32>,
    // The disc that would be placed; its colour's alpha applies to the whole disc.
    ghost: Face,
}

@group(2) @binding(0) var<uniform> cell: Cell;

const DOT_RADIUS: f32 = 0.12;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let pixel = fwidth(point.x);
    var colour = grained_ground(cell.ground, point, cell.place.xy, pixel);
    colour *= pool((cell.place.xy + vec2<f32>(0.5 + point.x, 0.5 - point.y)) / cell.board.xy);

    let radius = length(point);
    let dot_rim = max(0.016, pixel);
    let dot_colour = mix(cell.legal.rgb, cell.legal_rim.rgb, covered(DOT_RADIUS - dot_rim - radius, pixel));
    colour = mix(colour, dot_colour, covered(radius - DOT_RADIUS, pixel) * cell.legal.a);
    // A part of the condition differs from point to point, so that uniforms alone decide no branch: see face.wgsl.
    if (cell.ghost.colour.a > 0.0) & (radius < STONE_RADIUS + pixel) {
        let ghost = face_colour(cell.ghost, point / STONE_RADIUS, pixel / STONE_RADIUS, FLAT);
        colour = mix(colour, ghost, covered(radius - STONE_RADIUS, pixel) * cell.ghost.colour.a);
    }

    let width = cell.place.z;
    let frame = coverage(abs(rounded(point, vec2<f32>(0.475 - width), 0.08)) - width);
    let washed = coverage(rounded(point, vec2<f32>(0.475), 0.08));
    colour = mix(colour, cell.frame.rgb, max(frame, washed * cell.place.w) * cell.frame.a);

    let inside = 0.5 - max(abs(point.x), abs(point.y));
    return vec4<f32>(lined(colour, cell.ground, point, inside, pixel), 1.0);
}
