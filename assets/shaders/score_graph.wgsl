// Score graph: a strip of the board, covered from the middle line in the leader's colour, or with one band per player.
// Lengths are in pixels from the upper left corner, downwards positive.

#import bevy_ui::ui_vertex_output::UiVertexOutput
#import irogaeshi::shapes::{covered, rounded}

struct ScoreGraph {
    // Per ply: height of its dot, from 1 at the upper edge to -1 at the lower, which is the lead in a graph without
    // bands; flags for known, marked, and has a dot.
    plies: array<vec4<f32>, 192>,
    // Per ply: lower ends of the first four bands, from 0 at the upper edge to 1 at the lower.
    bands: array<vec4<f32>, 192>,
    // Colours of the leader above and below the middle; or of the bands, from the top.
    faces: array<vec4<f32>, 5>,
    ground: vec4<f32>,
    line: vec4<f32>,
    accent: vec4<f32>,
    mark: vec4<f32>,
    // Last ply; chosen ply; physical pixels per interface pixel; distance of the first ply from the edge.
    place: vec4<f32>,
    // 1 for bands, 0 for a curve.
    kind: vec4<f32>,
}

@group(1) @binding(0) var<uniform> graph: ScoreGraph;

// In interface pixels.
const CURVE: f32 = 0.9;
const DOT: f32 = 4.2;
const RIM: f32 = 1.6;
const CORNER: f32 = 9.0;

fn place_of(ply: i32, size: vec2<f32>) -> vec2<f32> {
    let inset = graph.place.w;
    let step = (size.x - 2.0 * inset) / graph.place.x;
    let half = 0.5 * size.y - inset;
    return vec2<f32>(inset + f32(ply) * step, 0.5 * size.y - graph.plies[ply].x * half);
}

// Distance to a line segment.
fn distance_to_segment(point: vec2<f32>, from_here: vec2<f32>, to_there: vec2<f32>) -> f32 {
    let direction = to_there - from_here;
    let along = clamp(dot(point - from_here, direction) / max(dot(direction, direction), 1e-4), 0.0, 1.0);
    return length(point - from_here - along * direction);
}

// Colour of the band at a point between a ply and the next.
fn all_bands(point: vec2<f32>, ply: i32, along: f32, step_width: f32, size: vec2<f32>) -> vec3<f32> {
    let inset = graph.place.w;
    let height = size.y - 2.0 * inset;
    var colour = graph.faces[0].rgb;
    for (var band = 0; band < 4; band++) {
        let from_here = graph.bands[ply][band];
        let to_there = graph.bands[ply + 1][band];
        let slope = length(vec2<f32>(1.0, (to_there - from_here) * height / max(step_width, 1e-4)));
        let below = (inset + mix(from_here, to_there, along) * height - point.y) / slope;
        colour = mix(colour, graph.faces[band + 1].rgb, covered(below, 1.0));
        // A thin line separates bands of similar colours.
        colour *= 1.0 - 0.55 * covered(abs(below) - 0.4 * graph.place.z, 1.0);
    }
    return colour;
}

@fragment
fn fragment(node: UiVertexOutput) -> @location(0) vec4<f32> {
    let size = node.size;
    let point = node.uv * size;
    let unit = graph.place.z;
    let last = i32(graph.place.x);
    let inset = graph.place.w;
    let middle = 0.5 * size.y;
    let half = middle - inset;

    // The ground of the board, with a line for each quarter.
    var colour = graph.ground.rgb * (1.025 - 0.05 * node.uv.y);
    let quarter = abs(fract((point.y - middle) / (0.5 * half) + 0.5) - 0.5) * 0.5 * half;
    let is_inside = step(abs(point.y - middle), half + unit);
    colour *= 1.0 - 0.22 * covered(quarter - 0.5 * unit, 1.0) * is_inside;

    // The area between the middle and the curve, if both ends of this piece are known.
    let step_width = (size.x - 2.0 * inset) / graph.place.x;
    let ply = clamp(i32(floor((point.x - inset) / step_width)), 0, last - 1);
    let here = place_of(ply, size);
    let next = place_of(ply + 1, size);
    let along = clamp((point.x - here.x) / max(next.x - here.x, 1e-4), 0.0, 1.0);
    let height = mix(here.y, next.y, along);
    let is_known = graph.plies[ply].y * graph.plies[ply + 1].y
        * step(inset - 0.5 * unit, point.x) * step(point.x, size.x - inset + 0.5 * unit);
    let slope = length(vec2<f32>(1.0, (next.y - here.y) / max(next.x - here.x, 1e-4)));
    let has_bands = graph.kind.x;
    let has_curve = 1.0 - has_bands;
    let bands = all_bands(point, ply, along, step_width, size);
    colour = mix(colour, bands, has_bands * is_known * covered(abs(point.y - middle) - half, 1.0));
    let up = covered((height - point.y) / slope, 1.0) * covered(point.y - middle, 1.0);
    let down = covered((point.y - height) / slope, 1.0) * covered(middle - point.y, 1.0);
    colour = mix(colour, graph.faces[0].rgb, has_curve * up * is_known);
    colour = mix(colour, graph.faces[1].rgb, has_curve * down * is_known);
    // The middle line.
    let middle_line = covered(abs(point.y - middle) - 0.5 * unit, 1.0);
    colour = mix(colour, graph.line.rgb, has_curve * 0.75 * middle_line);

    // The chosen ply.
    let chosen = place_of(i32(graph.place.y), size);
    let stripe = covered(abs(point.x - chosen.x) - 0.5 * max(step_width, 3.0 * unit), 1.0);
    colour = mix(colour, graph.accent.rgb, 0.22 * stripe);
    colour = mix(colour, graph.accent.rgb, covered(abs(point.x - chosen.x) - 0.75 * unit, 1.0));

    // The curve and its dots.
    var curve = 0.0;
    for (var offset = -1; offset <= 1; offset++) {
        let from_ply = clamp(ply + offset, 0, last - 1);
        let piece = distance_to_segment(point, place_of(from_ply, size), place_of(from_ply + 1, size));
        curve = max(curve, covered(piece - CURVE * unit, 1.0) * graph.plies[from_ply].y * graph.plies[from_ply + 1].y);
    }
    colour = mix(colour, graph.accent.rgb, has_curve * curve);
    for (var offset = -4; offset <= 5; offset++) {
        let near = clamp(ply + offset, 0, last);
        let away = length(point - place_of(near, size));
        let is_marked = graph.plies[near].z * graph.plies[near].w;
        colour = mix(colour, graph.line.rgb, covered(away - (DOT + RIM) * unit, 1.0) * is_marked);
        colour = mix(colour, graph.mark.rgb, covered(away - DOT * unit, 1.0) * is_marked);
    }
    let away = length(point - chosen);
    let chosen_known = graph.plies[i32(graph.place.y)].w;
    colour = mix(colour, graph.line.rgb, covered(away - (DOT + RIM) * unit, 1.0) * chosen_known);
    let core = mix(graph.accent.rgb, graph.mark.rgb, graph.plies[i32(graph.place.y)].z);
    colour = mix(colour, core, covered(away - DOT * unit, 1.0) * chosen_known);

    let border = rounded(point - 0.5 * size, 0.5 * size, CORNER * unit);
    colour *= 1.0 - 0.5 * covered(-border - unit, 1.0);
    return vec4<f32>(colour, covered(border, 1.0));
}
