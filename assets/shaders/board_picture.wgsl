// A small picture of a whole board in one node. Lengths are in squares.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import irogaeshi::cloth::{lined, plain_cloth}
#import irogaeshi::face::{FLAT, Face, face_colour}
#import irogaeshi::shapes::{STONE_RADIUS, covered, rounded}

struct BoardPicture {
    // Row by row, four bits for each of the sixteen places of a row: a hole, an empty square, or a disc.
    places: array<vec4<u32>, 8>,
    faces: array<Face, 7>,
    cloth: vec4<f32>,
    // Columns and rows.
    size: vec4<f32>,
}

@group(1) @binding(0) var<uniform> picture: BoardPicture;

const HOLE: u32 = 0u;
const FIRST_DISC: u32 = 2u;
// How round the corners of the shape are.
const CORNER: f32 = 0.24;

fn content(place: vec2<i32>) -> u32 {
    let size = vec2<i32>(picture.size.xy);
    if place.x < 0 || place.y < 0 || place.x >= size.x || place.y >= size.y {
        return HOLE;
    }
    let index = u32(place.y * 16 + place.x);
    let four_words = picture.places[index / 32u];
    return (four_words[(index / 8u) % 4u] >> (4u * (index % 8u))) & 15u;
}

@fragment
fn fragment(node: UiVertexOutput) -> @location(0) vec4<f32> {
    let fitting = min(node.size.x / picture.size.x, node.size.y / picture.size.y);
    // Whole pixels keep every line equally sharp; below a few of them, too much room would be lost.
    let side = select(fitting, floor(fitting), fitting >= 6.0);
    let corner = floor(0.5 * (node.size - side * picture.size.xy));
    // From the upper left corner of the board, downwards positive, as rows are counted.
    let from_corner = (node.uv * node.size - corner) / side;
    let pixel = fwidth(from_corner.x);
    let place = vec2<i32>(floor(from_corner));
    let here = content(place);
    let below_middle = from_corner - floor(from_corner) - 0.5;
    let point = below_middle * vec2<f32>(1.0, -1.0);

    // A corner that no other square touches is round.
    let towards = vec2<i32>(select(vec2<f32>(-1.0), vec2<f32>(1.0), below_middle >= vec2<f32>(0.0)));
    let is_corner = content(place + vec2<i32>(towards.x, 0)) == HOLE && content(place + vec2<i32>(0, towards.y)) == HOLE;
    let border = rounded(point, vec2<f32>(0.5), select(0.0, CORNER, is_corner));
    // Between squares nothing shows through.
    let square = select(1.0, covered(border, pixel), is_corner);

    var colour = lined(plain_cloth(picture.cloth.rgb, point), -border, pixel);
    if here >= FIRST_DISC {
        // As above, a little shadow to the lower right.
        let fallen = length(point - vec2<f32>(0.02, -0.03));
        colour *= 1.0 - 0.45 * (1.0 - smoothstep(STONE_RADIUS - 0.05, STONE_RADIUS + 0.06, fallen));
        let face = face_colour(picture.faces[here - FIRST_DISC], point / STONE_RADIUS, pixel / STONE_RADIUS, FLAT);
        colour = mix(colour, face, covered(length(point) - STONE_RADIUS, pixel));
    }
    return vec4<f32>(colour, select(square, 0.0, here == HOLE));
}
