// Noise that is the same in every frame.

#define_import_path irogaeshi::noise

// White noise, 0 to 1.
fn hash(point: vec2<f32>) -> f32 {
    return fract(sin(dot(point, vec2<f32>(12.9898, 78.233))) * 43758.547);
}

// Smooth noise, 0 to 1, with lumps of size 1.
fn noise(point: vec2<f32>) -> f32 {
    let cell = floor(point);
    let within = fract(point);
    let blend = within * within * (3.0 - 2.0 * within);
    let below = mix(hash(cell), hash(cell + vec2<f32>(1.0, 0.0)), blend.x);
    let above = mix(hash(cell + vec2<f32>(0.0, 1.0)), hash(cell + vec2<f32>(1.0, 1.0)), blend.x);
    return mix(below, above, blend.y);
}
