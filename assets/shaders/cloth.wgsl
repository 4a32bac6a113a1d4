// The ground of a square, whatever the board is made of, and the lines around it. Points are in squares from the middle
// of the square, upwards positive.

#define_import_path irogaeshi::cloth

#import irogaeshi::noise::noise
#import irogaeshi::shapes::covered

struct Ground {
    colour: vec4<f32>,
    // Colour of the lines; the alpha is their opacity.
    line: vec4<f32>,
    // Number of specks and of lumps per square, across and down.
    scales: vec4<f32>,
    // Differences in brightness between specks, between lumps, and between the top and bottom of a square; extra
    // brightness of the line edges that catch the light.
    relief: vec4<f32>,
}

// Half the width of a line, because each square draws its own half: in squares, and its minimum in pixels.
const LINE: f32 = 0.011;
const MIN_LINE: f32 = 0.4;
// Width of the bright hairline beside it, likewise.
const HAIR: f32 = 0.012;
const MIN_HAIR: f32 = 0.7;
// Difference in brightness between the pool of light and the darkest place.
const POOL: f32 = 0.44;
// Middle of the pool, where (0, 0) is the upper left corner of the board and (1, 1) the lower right.
const POOL_MIDDLE: vec2<f32> = vec2<f32>(0.26, 0.20);

fn speck(point: vec2<f32>) -> f32 {
    let folded = fract(point * vec2<f32>(0.1031, 0.1030));
    let mixed = folded + dot(folded, folded.yx + 33.33);
    return fract((mixed.x + mixed.y) * mixed.x);
}

// The bare ground: each square is a shallow cushion, lighter above and darker below.
fn plain_ground(ground: Ground, point: vec2<f32>) -> vec3<f32> {
    return ground.colour.rgb * (1.0 + ground.relief.z * point.y);
}

// The ground close up, with its grain; `place` is the square's column and row. Details finer than a pixel are left out.
fn grained_ground(ground: Ground, point: vec2<f32>, place: vec2<f32>, pixel: f32) -> vec3<f32> {
    let on_board = vec2<f32>(place.x + 0.5 + point.x, place.y + 0.5 - point.y);
    let finest = max(ground.scales.x, ground.scales.y) * pixel;
    let specks = ground.relief.x * (1.0 - smoothstep(0.8, 2.4, finest)) * (speck(floor(on_board * ground.scales.xy)) - 0.5);
    let lumps = ground.relief.y * (noise(on_board * ground.scales.zw) - 0.5);
    return plain_ground(ground, point) * (1.0 + specks + lumps);
}

// Light on a point of the board, from the upper left corner (0, 0) to the lower right one (1, 1).
fn pool(place: vec2<f32>) -> f32 {
    return 1.0 + POOL * (0.5 - smoothstep(0.0, 1.15, length(place - POOL_MIDDLE)));
}

// Draws the line over a square's colour; `inside` is the distance to the border of the square. Light from the upper
// left catches the lower edge of the line above and the right edge of the line to the left.
fn lined(colour: vec3<f32>, ground: Ground, point: vec2<f32>, inside: f32, pixel: f32) -> vec3<f32> {
    let line = max(LINE, MIN_LINE * pixel);
    let lit_side = 0.5 + min(point.x, -point.y);
    let hair = covered(lit_side - line - max(HAIR, MIN_HAIR * pixel), pixel) * (1.0 - smoothstep(0.025, 0.06, pixel));
    let lit = colour * (1.0 + ground.relief.w * hair);
    return mix(lit, ground.line.rgb, ground.line.a * covered(inside - line, pixel));
}
