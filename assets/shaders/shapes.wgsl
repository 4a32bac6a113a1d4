// Shapes shared by several shaders. Lengths are in squares of the board; the texture coordinates of a quad are the
// distance from its middle in squares, upwards positive.

#define_import_path irogaeshi::shapes

const STONE_RADIUS: f32 = 0.415;

// Coverage of a pixel with this side, from a distance that is negative inside.
fn covered(distance: f32, pixel: f32) -> f32 {
    return clamp(0.5 - distance / max(pixel, 1e-5), 0.0, 1.0);
}

// The same for any function that is negative inside. It takes derivatives, so all pixels must execute it.
fn coverage(distance: f32) -> f32 {
    return covered(distance, fwidth(distance));
}

// Distance to a rectangle with rounded corners, negative inside.
fn rounded(point: vec2<f32>, half: vec2<f32>, radius: f32) -> f32 {
    let outside = abs(point) - half + radius;
    return length(max(outside, vec2<f32>(0.0))) + min(max(outside.x, outside.y), 0.0) - radius;
}
