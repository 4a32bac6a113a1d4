// The piece of board below the title's stone, and the light behind it. Lengths are in squares of the board.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::cloth::{Ground, grained_ground, lined, pool}
#import irogaeshi::shapes::{coverage, rounded}

struct TitleBoard {
    ground: Ground,
    // Light behind the board; the alpha is its strength.
    glow: vec4<f32>,
}

@group(2) @binding(0) var<uniform> board: TitleBoard;

// Half the side of the piece, radius of its corners, and reach of the light from the middle.
const HALF: f32 = 0.57;
const CORNER: f32 = 0.10;
const REACH: f32 = 1.24;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let pixel = fwidth(point.x);
    let distance = rounded(point, vec2<f32>(HALF), CORNER);
    let body = coverage(distance);

    // One square and a strip of its neighbours.
    let square = round(point);
    let within = point - square;
    let place = vec2<f32>(1.0 + square.x, 1.0 - square.y);
    var colour = grained_ground(board.ground, within, place, pixel) * pool(0.5 + 0.5 * point * vec2<f32>(1.0, -1.0) / HALF);
    colour = lined(colour, board.ground, within, 0.5 - max(abs(within.x), abs(within.y)), pixel);
    // The edge is bright on the upper left and dark on the lower right.
    let edge = smoothstep(-0.035, -0.005, distance);
    let towards = dot(normalize(point + vec2<f32>(1e-4)), vec2<f32>(-0.7071, 0.7071));
    colour *= 1.0 + edge * (0.5 * towards - 0.15);

    let glow = board.glow.a * pow(1.0 - smoothstep(0.30, REACH, length(point)), 2.0);
    let fallen = rounded(point - vec2<f32>(0.03, -0.06), vec2<f32>(HALF), CORNER);
    let shadow = 0.6 * (1.0 - smoothstep(-0.05, 0.14, fallen));
    let around = vec4<f32>(board.glow.rgb * glow * (1.0 - shadow), shadow + glow * (1.0 - shadow));
    let seen = vec4<f32>(colour * body, body) + around * (1.0 - body);
    return vec4<f32>(seen.rgb / max(seen.a, 1e-4), seen.a);
}
