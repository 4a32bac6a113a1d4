// A stone: a flat cylinder with two faces, an edge and a shadow, lit from the upper left and seen from above at any
// angle of a turn. Lengths are in squares of the board.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::face::{Face, Tilt, face_colour}
#import irogaeshi::shapes::{STONE_RADIUS, coverage}

struct Stone {
    // Upper and lower face at angle 0, and the half of the edge next to each.
    faces: array<Face, 2>,
    edges: array<vec4<f32>, 2>,
    // Colour and alpha of the ring on a stone that serves or has just turned.
    tint: vec4<f32>,
    // Colour and alpha of the four studs on a stable disc.
    studs: vec4<f32>,
    // Rotation and direction of the roll, in radians from the x axis; height (0 lies); opacity.
    pose: vec4<f32>,
    // Coverage of the visible face by the other, 0 to 1; 1 if it fades in everywhere at once, 0 if it slides in from
    // the side from which the stone would roll.
    cover: vec4<f32>,
}

@group(2) @binding(0) var<uniform> stone: Stone;

const HALF_THICKNESS: f32 = 0.075;
// Apparent growth at the highest point of a turn.
const NEARER: f32 = 0.14;
// Distance of the studs from the middle, right and upwards, and their radius.
const STUD_PLACE: f32 = 0.222;
const STUD_RADIUS: f32 = 0.026;

fn ring(radius: f32, middle: f32, width: f32) -> f32 {
    return coverage(abs(radius - middle) - width);
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let point = mesh.uv;
    let lift = stone.pose.z;
    let roll = vec2<f32>(cos(stone.pose.y), sin(stone.pose.y));
    let axle = vec2<f32>(-roll.y, roll.x);
    let zoom = 1.0 + NEARER * lift;
    // Along the axle, and along the direction of the roll.
    let place = vec2<f32>(dot(point, axle), dot(point, roll)) / zoom;

    let turned = cos(stone.pose.x);
    let facing = max(abs(turned), 0.035);
    let visible = select(1u, 0u, turned >= 0.0);
    // Tilt of the visible face along the roll.
    let lean = select(-1.0, 1.0, turned >= 0.0) * sin(stone.pose.x);
    let face_middle = HALF_THICKNESS * lean;

    // The outline is the ellipse of the face, swept through the thickness.
    let swept = vec2<f32>(place.x, max(abs(place.y) - abs(face_middle), 0.0) / facing);
    let body = coverage(length(swept) - STONE_RADIUS);

    // The visible face.
    let on_face = vec2<f32>(place.x, (place.y - face_middle) / facing);
    let radius = length(on_face) / STONE_RADIUS;
    let face = coverage(length(on_face) - STONE_RADIUS);
    let tilt = Tilt(roll, abs(turned), lean);
    let upright = (axle * on_face.x + roll * on_face.y) / STONE_RADIUS;
    let pixel = fwidth(point.x) / (STONE_RADIUS * zoom * max(sqrt(facing), 0.4));
    // Most of the quad is beside the face, so this saves time.
    var lit = vec3<f32>(0.0);
    if face > 0.0 {
        lit = face_colour(stone.faces[visible], upright, pixel, tilt);
    }
    // The other face over it.
    let behind = (1.0 - stone.cover.x) * (1.0 - stone.cover.y) * 2.0 * STONE_RADIUS;
    let on_cover = vec2<f32>(on_face.x, on_face.y + behind);
    let slid_over = coverage(length(on_cover) - STONE_RADIUS);
    let covered = face * mix(slid_over, stone.cover.x, stone.cover.y) * step(1e-3, stone.cover.x);
    if covered > 0.0 {
        let upright_cover = (axle * on_cover.x + roll * on_cover.y) / STONE_RADIUS;
        lit = mix(lit, face_colour(stone.faces[1u - visible], upright_cover, pixel, tilt), covered);
    }
    let stud = length(abs(on_face) - vec2<f32>(STUD_PLACE)) - STUD_RADIUS;
    lit = mix(lit, stone.studs.rgb, coverage(stud) * stone.studs.a);
    lit = mix(lit, stone.tint.rgb, ring(radius, 0.76, 0.028) * stone.tint.a);

    // The edge between the faces: half in each colour, rounded by the light.
    let side = select(-1.0, 1.0, face_middle >= 0.0);
    let half_width = sqrt(max(STONE_RADIUS * STONE_RADIUS - place.x * place.x, 0.0)) * facing;
    let down_the_edge = (abs(face_middle) - half_width - place.y * side) / max(2.0 * abs(face_middle), 1e-4);
    let seam = clamp(0.5 + (down_the_edge - 0.5) / max(fwidth(down_the_edge), 1e-4), 0.0, 1.0);
    let round = sqrt(max(1.0 - place.x * place.x / (STONE_RADIUS * STONE_RADIUS), 0.0));
    let edge_colour = mix(stone.edges[visible].rgb, stone.edges[1u - visible].rgb, seam) * (0.34 + 0.50 * round) + 0.018;

    let colour = mix(edge_colour, lit, face);

    // The shadow falls to the lower right, farther and softer the higher the stone is.
    let fall = vec2<f32>(0.036, -0.052) + vec2<f32>(0.071, -0.10) * lift;
    let softness = 0.085 + 0.10 * lift;
    let beside = point - fall;
    let shade_facing = max(facing, 0.3);
    let shade_place = vec2<f32>(dot(beside, axle), dot(beside, roll) / shade_facing);
    let thrown = 0.62 * (1.0 - smoothstep(-softness, softness, length(shade_place) - STONE_RADIUS)) * (1.0 - 0.45 * lift);
    // A stone that touches the board has a dark contact shadow all around.
    let contact = 0.42 * (1.0 - smoothstep(0.0, 0.045, length(swept) - STONE_RADIUS)) * max(1.0 - 4.0 * lift, 0.0);
    let shadow = max(thrown, contact);

    let alpha = body + shadow * (1.0 - body);
    return vec4<f32>(colour * body / max(alpha, 1e-4), alpha * stone.pose.w);
}
