// Shapes that several shaders draw. Lengths are in squares of the board; a quad's texture coordinates are the place in
// squares from its middle, upwards positive.

#define_import_path irogaeshi::shapes

// The radius of a stone.
const STONE_RADIUS: f32 = 0.415;

// How much of a pixel with this side is inside, from a distance that is negative inside.
fn covered(distance: f32, pixel: f32) -> f32 {
    return clamp(0.5 - distance / max(pixel, 1e-5), 0.0, 1.0);
}

// The same from any function that is negative inside, where all pixels come by: it compares neighbours.
fn coverage(distance: f32) -> f32 {
    return covered(distance, fwidth(distance));
}

// The distance to a rectangle with rounded corners.
fn rounded(point: vec2<f32>, half: vec2<f32>, radius: f32) -> f32 {
    let outside = abs(point) - half + radius;
    return length(max(outside, vec2<f32>(0.0))) + min(max(outside.x, outside.y), 0.0) - radius;
}
