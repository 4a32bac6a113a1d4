// A disc in the interface. It fills its node except for a little space for its shadow.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import irogaeshi::face::{FLAT, Face, face_colour, printed_colour}
#import irogaeshi::shapes::covered

struct DiscIcon {
    face: Face,
    // 1 as in print, 0 as on the board.
    printed: vec4<f32>,
}

@group(1) @binding(0) var<uniform> icon: DiscIcon;

// Diameter relative to the shorter side, on the board and in print, where the ground must show around the disc.
const FILL: f32 = 0.92;
const PRINTED_FILL: f32 = 0.8;

@fragment
fn fragment(node: UiVertexOutput) -> @location(0) vec4<f32> {
    // In disc radii from the middle, upwards positive.
    let fill = mix(FILL, PRINTED_FILL, icon.printed.x);
    let radius_in_pixels = 0.5 * fill * min(node.size.x, node.size.y);
    let point = (node.uv - 0.5) * node.size / radius_in_pixels * vec2<f32>(1.0, -1.0);
    let pixel = fwidth(point.x);
    let disc = covered(length(point) - 1.0, pixel);
    let fallen = length(point - vec2<f32>(0.03, -0.05));
    let shadow = (1.0 - icon.printed.x) * 0.5 * (1.0 - smoothstep(0.92, 1.08, fallen));
    let alpha = disc + shadow * (1.0 - disc);
    let lying = face_colour(icon.face, point, pixel, FLAT);
    let colour = mix(lying, printed_colour(icon.face, point, pixel), icon.printed.x);
    return vec4<f32>(colour * disc / max(alpha, 1e-4), alpha);
}
