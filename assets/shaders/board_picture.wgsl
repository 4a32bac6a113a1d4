// A small picture of a whole board in one node. Lengths are in squares.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import irogaeshi::cloth::{Ground, lined, plain_ground, pool}
#import irogaeshi::face::{FLAT, Face, face_colour}
#import irogaeshi::shapes::{STONE_RADIUS, covered, rounded}

struct BoardPicture {
    // Row by row, four bits for each of the columns of the largest board: a hole, an empty square, or a disc.
    places: array<vec4<u32>, 22>,
    faces: array<Face, 7>,
    ground: Ground,
    // Columns and rows.
    size: vec4<f32>,
    // The board before the turn, in the same format, while discs turn.
    earlier: array<vec4<u32>, 22>,
    // Column and row from which the turning spreads, and its progress, 0 to 1.
    turning: vec4<f32>,
    // Row by row, eight bits for each of these columns: the number of its tint from 1, or 0 for none.
    tints: array<vec4<u32>, 43>,
    tint_colours: array<vec4<f32>, 19>,
}

@group(1) @binding(0) var<uniform> picture: BoardPicture;

// Columns of the largest board.
const SIDE: i32 = 26;
const HOLE: u32 = 0u;
const FIRST_DISC: u32 = 2u;
// Radius of the board's corners.
const CORNER: f32 = 0.24;
// Half the side, and radius of the corners, of a tile in a hole.
const TILE: f32 = 0.43;
const TILE_CORNER: f32 = 0.08;

// Delay per square of distance, and duration of one disc's turn, as fractions of the whole time.
const DELAY: f32 = 0.06;
const DURATION: f32 = 0.5;

fn is_on_board(place: vec2<i32>) -> bool {
    let size = vec2<i32>(picture.size.xy);
    return place.x >= 0 && place.y >= 0 && place.x < size.x && place.y < size.y;
}

fn unpacked(four_words: vec4<u32>, index: u32) -> u32 {
    return (four_words[(index / 8u) % 4u] >> (4u * (index % 8u))) & 15u;
}

fn content(place: vec2<i32>) -> u32 {
    if !is_on_board(place) {
        return HOLE;
    }
    let index = u32(place.y * SIDE + place.x);
    return unpacked(picture.places[index / 32u], index);
}

fn earlier_content(place: vec2<i32>) -> u32 {
    if !is_on_board(place) {
        return HOLE;
    }
    let index = u32(place.y * SIDE + place.x);
    return unpacked(picture.earlier[index / 32u], index);
}

fn tint_of(place: vec2<i32>) -> u32 {
    if !is_on_board(place) {
        return 0u;
    }
    let index = u32(place.y * SIDE + place.x);
    return (picture.tints[index / 16u][(index / 4u) % 4u] >> (8u * (index % 4u))) & 255u;
}

@fragment
fn fragment(node: UiVertexOutput) -> @location(0) vec4<f32> {
    let fitting = min(node.size.x / picture.size.x, node.size.y / picture.size.y);
    // Whole pixels keep all lines sharp, but pictures side by side must look equally large, so only a small loss is
    // accepted.
    let side = select(fitting, floor(fitting), floor(fitting) >= 0.97 * fitting);
    let corner = floor(0.5 * (node.size - side * picture.size.xy));
    // Measured from the upper left corner of the board, downwards positive, because rows are counted that way.
    let from_corner = (node.uv * node.size - corner) / side;
    let pixel = fwidth(from_corner.x);
    let place = vec2<i32>(floor(from_corner));
    let after = content(place);
    let before = earlier_content(place);
    // A disc that changes its colour turns; one that appears or vanishes grows or shrinks.
    let offset = vec2<f32>(place) - picture.turning.xy;
    let delay = min(DELAY * max(abs(offset.x), abs(offset.y)), 1.0 - DURATION);
    let come = clamp((picture.turning.z - delay) / DURATION, 0.0, 1.0);
    let here = select(before, after, come >= 0.5 || before < FIRST_DISC);
    let turns = before != after && before >= FIRST_DISC && after >= FIRST_DISC;
    let squeeze = select(1.0, max(abs(cos(3.1415927 * come)), 0.03), turns);
    let grows = before < FIRST_DISC && after >= FIRST_DISC;
    let shrinks = before >= FIRST_DISC && after < FIRST_DISC;
    let grown = select(1.0, smoothstep(-0.3, 0.5, come), grows) * select(1.0, 1.0 - smoothstep(0.0, 0.5, come), shrinks);
    let below_middle = from_corner - floor(from_corner) - 0.5;
    let point = below_middle * vec2<f32>(1.0, -1.0);

    // Corners that touch no other square are rounded.
    let towards = vec2<i32>(select(vec2<f32>(-1.0), vec2<f32>(1.0), below_middle >= vec2<f32>(0.0)));
    let is_corner = content(place + vec2<i32>(towards.x, 0)) == HOLE && content(place + vec2<i32>(0, towards.y)) == HOLE;
    let border = rounded(point, vec2<f32>(0.5), select(0.0, CORNER, is_corner));
    // Between two squares nothing shines through.
    let square = select(1.0, covered(border, pixel), is_corner);

    let tint = tint_of(place);
    let tint_colour = picture.tint_colours[max(tint, 1u) - 1u];
    var ground = picture.ground;
    ground.colour = select(ground.colour, tint_colour, tint > 0u);
    let lit = plain_ground(ground, point) * pool(from_corner / picture.size.xy);
    var colour = lined(lit, ground, point, -border, pixel);
    if here >= FIRST_DISC {
        // Like a stone on the board, with a little shadow to the lower right.
        let scale = vec2<f32>(squeeze, 1.0) * max(grown, 0.01);
        let disc_point = point / scale;
        let disc_pixel = pixel / scale.x;
        let fallen = length((point - vec2<f32>(0.036, -0.052)) / scale);
        colour *= 1.0 - 0.6 * (1.0 - smoothstep(STONE_RADIUS - 0.08, STONE_RADIUS + 0.08, fallen));
        let face = face_colour(picture.faces[here - FIRST_DISC], disc_point / STONE_RADIUS, disc_pixel / STONE_RADIUS, FLAT);
        colour = mix(colour, face, covered(length(disc_point) - STONE_RADIUS, disc_pixel));
    }
    // A kind of hole is a smaller tile without lines.
    let tile = select(0.0, covered(rounded(point, vec2<f32>(TILE), TILE_CORNER), pixel), tint > 0u);
    colour = select(colour, tint_colour.rgb, after == HOLE);
    return vec4<f32>(colour, select(square, tile, after == HOLE));
}
