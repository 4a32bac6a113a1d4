// The frame around the squares and the bed below them, with the board's shadow. Lengths are in squares.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::noise::noise
#import irogaeshi::shapes::{coverage, rounded}

struct Frame {
    // Colour; the alpha is the contrast of the grain.
    wood: vec4<f32>,
    // Half the width and height of the wood, and the width of its visible border.
    size: vec4<f32>,
}

@group(2) @binding(0) var<uniform> frame: Frame;

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let half = frame.size.xy;
    let point = mesh.uv;
    let distance = rounded(point, half, 0.16);
    let wood_cover = coverage(distance);

    // The bed, visible through holes of the board, lies deeper than the planks around it.
    let depth = -(distance + frame.size.z);
    let is_bed = depth > 0.0;
    // The grain runs along each plank: horizontally in the upper and lower ones and in the bed, vertically in the
    // others.
    let lies = is_bed || abs(point.y) - half.y > abs(point.x) - half.x;
    let along = select(point.yx, point, lies);
    let rings = noise(along * vec2<f32>(0.9, 9.0)) * 0.6 + noise(along * vec2<f32>(2.3, 31.0)) * 0.4;
    var colour = frame.wood.rgb * (1.0 + frame.wood.a * (rings - 0.5));
    // Light catches the upper left outer edge and the lower right inner one.
    let facing = select(sign(-point.x), sign(point.y), lies);
    let outer = smoothstep(-0.09, -0.01, distance);
    let inner = smoothstep(0.07, 0.0, -depth);
    colour *= 1.0 + select(facing * (0.75 * outer - 0.55 * inner), 0.0, is_bed);
    // The planks cast a shadow onto the bed, longer from the upper left.
    let from_light = min(point.x + half.x, half.y - point.y) - frame.size.z;
    let shade = mix(0.16, 0.46, smoothstep(0.0, 0.6, from_light) * smoothstep(0.0, 0.3, depth));
    colour *= select(mix(0.25, 1.0, smoothstep(0.0, 0.03, -depth)), shade, is_bed);

    let fallen = rounded(point - vec2<f32>(0.05, -0.09), half, 0.2);
    let shadow = 0.55 * (1.0 - smoothstep(-0.1, 0.32, fallen));
    let alpha = wood_cover + shadow * (1.0 - wood_cover);
    return vec4<f32>(colour * wood_cover / max(alpha, 1e-4), alpha);
}
