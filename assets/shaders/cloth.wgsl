// The cloth of one square and the lines around it. Points are in squares from the middle of the square, upwards positive.

#define_import_path irogaeshi::cloth

#import irogaeshi::shapes::covered

// Half the width of a line, as each square draws its own half: in squares, and at least so much of a pixel.
const LINE: f32 = 0.011;
const LEAST_LINE: f32 = 0.4;
// How much light differs from thread to thread, and from the top of a square to its bottom.
const GRAIN: f32 = 0.07;
const CUSHION: f32 = 0.05;

fn grain(point: vec2<f32>) -> f32 {
    let folded = fract(point * vec2<f32>(0.1031, 0.1030));
    let mixed = folded + dot(folded, folded.yx + 33.33);
    return fract((mixed.x + mixed.y) * mixed.x);
}

// Bare cloth: each square is a shallow cushion, lighter above, darker below.
fn plain_cloth(colour: vec3<f32>, point: vec2<f32>) -> vec3<f32> {
    return colour * (1.0 + CUSHION * point.y);
}

// Bare cloth so near that its threads are seen; `place` is the square's column and row.
fn woven_cloth(colour: vec3<f32>, point: vec2<f32>, place: vec2<f32>) -> vec3<f32> {
    let thread = floor((point + 0.5 + place) * 64.0);
    return plain_cloth(colour, point) * (1.0 + GRAIN * (grain(thread) - 0.5));
}

// Draws the line over a square's colour; `inside` is how far the border of the square is.
fn lined(colour: vec3<f32>, inside: f32, pixel: f32) -> vec3<f32> {
    return colour * (1.0 - 0.62 * covered(inside - max(LINE, LEAST_LINE * pixel), pixel));
}
