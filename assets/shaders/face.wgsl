// The face of a disc: its colour, engraving and rim, and the light on them. Lengths, including the side of a pixel, are
// in disc radii; points are measured from the middle, upwards positive. Nothing here takes derivatives, so that it can
// be called from any branch. Nothing branches on values that are the same for a whole disc, because some drivers
// recompile a shader for each value that decides a branch.

#define_import_path irogaeshi::face

#import irogaeshi::shapes::covered

struct Face {
    colour: vec4<f32>,
    // Colour of the engraving.
    ink: vec4<f32>,
    // Inner and outer band of the rim.
    light_rim: vec4<f32>,
    dark_rim: vec4<f32>,
    // A figure of one box per sector: number of sectors, axis of the first in radians, reach of the box along the axis
    // from the middle, and half its width. Narrow boxes are the arms of a star, wide ones the sides of a polygon.
    symbol: vec4<f32>,
    // Half the width of the ring, or 0; distance of the symbol below the middle; boldness of the rim.
    marks: vec4<f32>,
    // Boxes repeated in rows and columns all over the face: angle of the rows in radians, distance between boxes, and
    // half the size of a box along and across the row.
    pattern: vec4<f32>,
}

// Orientation of a face towards the light: direction in which it rolls, cosine of the rotation, which makes the face
// narrower, and sine, which tilts it.
struct Tilt {
    roll: vec2<f32>,
    facing: f32,
    lean: f32,
}

const FLAT: Tilt = Tilt(vec2<f32>(1.0, 0.0), 1.0, 0.0);

const TURN: f32 = 6.2831853;
// Direction of the light from the upper left; a unit vector.
const LIGHT: vec3<f32> = vec3<f32>(-0.4195, 0.5792, 0.6991);
// The same direction, seen from above.
const LIGHT_SIDE: vec2<f32> = vec2<f32>(-0.5866, 0.8099);
// Height of the dome of a face, and its steepness towards the rim.
const DOME: f32 = 0.36;
const FALL: f32 = 0.75;
// The highlight is a crescent: its radius, half its width, and its brightness on a black and on a white disc.
const CRESCENT: f32 = 0.80;
const CRESCENT_WIDTH: f32 = 0.115;
const DARK_CRESCENT: f32 = 0.17;
const LIGHT_CRESCENT: f32 = 0.10;
// Light reflected by a black disc on the side of the light.
const SHEEN: f32 = 0.030;
// Shading of a white disc on the side away from the light, stronger in blue, which gives a warm grey.
const SHADE: f32 = 0.23;
const WARMTH: vec3<f32> = vec3<f32>(0.86, 1.0, 1.25);
// Outer radius of the pattern, and its distance from the ring.
const PATTERN_RADIUS: f32 = 0.88;
const PATTERN_GAP: f32 = 0.075;
const RING_RADIUS: f32 = 0.715;
// Symbols including their walls lie within this radius.
const SYMBOL_RADIUS: f32 = 0.67;
// Radius of a symbol's corners.
const ROUNDNESS: f32 = 0.035;
// Farther than anything on a face.
const FAR: f32 = 9.0;
// Width of an engraving's wall, if a pixel is small enough to show it, and its steepness.
const WALL: f32 = 0.06;
const STEEP: f32 = 1.7;

// Relation of a point to an engraving: distance to its border, negative inside, and the direction away from it.
struct EngravingEdge {
    distance: f32,
    away: vec2<f32>,
}

fn symbol_edge(face: Face, point: vec2<f32>, pixel: f32) -> EngravingEdge {
    let step = TURN / face.symbol.x;
    let angle = face.symbol.y + step * round((atan2(point.y, point.x) - face.symbol.y) / step);
    let axis = vec2<f32>(cos(angle), sin(angle));
    let across = vec2<f32>(-axis.y, axis.x);
    let place = vec2<f32>(dot(point, axis), dot(point, across));
    let side = select(-1.0, 1.0, place.y >= 0.0);
    // Strokes are never thinner than a pixel and a half.
    let half = max(face.symbol.w, 0.75 * pixel);
    let beyond = vec2<f32>(place.x - face.symbol.z, abs(place.y) - half) + ROUNDNESS;
    let outside = max(beyond, vec2<f32>(0.0));
    let distance = length(outside) + min(max(beyond.x, beyond.y), 0.0) - ROUNDNESS;
    var away = select(vec2<f32>(0.0, 1.0), vec2<f32>(1.0, 0.0), beyond.x > beyond.y);
    if beyond.x > 0.0 && beyond.y > 0.0 {
        away = normalize(outside);
    }
    return EngravingEdge(distance, axis * away.x + across * (away.y * side));
}

fn ring_edge(face: Face, point: vec2<f32>, pixel: f32) -> EngravingEdge {
    let radius = length(point);
    let from_middle = radius - RING_RADIUS;
    let distance = abs(from_middle) - max(face.marks.x, 0.62 * pixel);
    return EngravingEdge(select(FAR, distance, face.marks.x > 0.0), point / max(radius, 1e-4) * sign(from_middle));
}

// Distance to the border of the pattern, negative inside.
fn distance_to_pattern(face: Face, point: vec2<f32>) -> f32 {
    let axis = vec2<f32>(cos(face.pattern.x), sin(face.pattern.x));
    let along = vec2<f32>(dot(point, axis), dot(point, vec2<f32>(-axis.y, axis.x)));
    let beyond = abs(along - face.pattern.y * round(along / face.pattern.y)) - face.pattern.zw;
    return max(max(beyond.x, beyond.y), length(point) - PATTERN_RADIUS);
}

// Normal of a part of the face that has this slope while the face lies flat.
fn tilted(slope: vec2<f32>, tilt: Tilt) -> vec3<f32> {
    let along = dot(slope, tilt.roll);
    let bent = slope + tilt.roll * (along * (tilt.facing - 1.0) + 0.9 * tilt.lean);
    return normalize(vec3<f32>(bent, max(tilt.facing, 0.25)));
}

// Brightness of a surface with this normal; 1 for one that lies flat.
fn brightness(normal: vec3<f32>) -> f32 {
    return 0.54 + 0.46 * max(dot(normal, LIGHT), 0.0) / LIGHT.z;
}

// Colour of a face at a point within it.
fn face_colour(face: Face, point: vec2<f32>, pixel: f32, tilt: Tilt) -> vec3<f32> {
    let boldness = face.marks.z;
    let radius = length(point);
    var colour = face.colour.rgb;
    // Details that a few pixels cannot show are left out.
    let legible = 1.0 - smoothstep(0.18, 0.32, pixel);

    // The face is a low dome that falls off towards the rim.
    var slope = point / max(radius, 1e-4) * (smoothstep(0.80, 1.0, radius) * FALL + DOME * radius);

    // The pattern is printed all over the face, but keeps clear of the ring.
    let ring = ring_edge(face, point, pixel);
    let printed = max(distance_to_pattern(face, point), PATTERN_GAP - ring.distance);
    colour = mix(colour, face.ink.rgb, covered(printed, pixel));

    // Ink fills the engraving. Its walls have the disc's own material and catch the light.
    var closest = ring;
    if radius < SYMBOL_RADIUS {
        let symbol = symbol_edge(face, point + vec2<f32>(0.0, face.marks.y), pixel);
        if symbol.distance < closest.distance {
            closest = symbol;
        }
    }
    let wall = WALL * (1.0 - smoothstep(0.035, 0.10, pixel));
    let up_the_wall = clamp(closest.distance / max(wall, 1e-4), 0.0, 1.0);
    slope -= closest.away * STEEP * 4.0 * up_the_wall * (1.0 - up_the_wall) * step(1e-3, wall);
    colour = mix(colour, face.ink.rgb, covered(closest.distance, pixel) * legible);

    let normal = tilted(slope, tilt);
    let half_way = normalize(LIGHT + vec3<f32>(0.0, 0.0, 1.0));
    let gloss = pow(max(dot(normal, half_way), 0.0), 42.0);
    // Strong enough to show the form of a dark disc, weak enough to keep a light one white.
    let luminance = dot(face.colour.rgb, vec3<f32>(0.2126, 0.7152, 0.0722));
    let side = dot(point, LIGHT_SIDE);
    let shade = vec3<f32>(1.0) - SHADE * WARMTH * luminance * luminance * smoothstep(-0.1, 1.0, -side);
    colour = colour * brightness(normal) * shade + gloss * mix(0.085, 0.05, luminance);
    // The rounded edge reflects the light in a crescent, and a dark face reflects a little of it, so that its form
    // shows.
    let towards_light = max(side / max(radius, 1e-4), 0.0);
    let band = 1.0 - smoothstep(0.0, CRESCENT_WIDTH, abs(radius - CRESCENT));
    let crescent = band * pow(towards_light, 5.0) * mix(DARK_CRESCENT, LIGHT_CRESCENT, luminance);
    let sheen = SHEEN * (1.0 - luminance) * (0.5 + 0.5 * side) * (0.5 + 0.5 * side);
    colour += (crescent + sheen) * tilt.facing;

    // One light and one dark flat band, so that one of them contrasts with any surroundings.
    let dark_width = min(max(0.03 * boldness, 0.8 * pixel), 0.14);
    let light_width = min(max(0.035 * boldness, pixel), 0.16) * legible;
    let rim_brightness = brightness(tilted(vec2<f32>(0.0), tilt));
    colour = mix(colour, face.light_rim.rgb * rim_brightness, covered(1.0 - dark_width - light_width - radius, pixel));
    return mix(colour, face.dark_rim.rgb * rim_brightness, covered(1.0 - dark_width - radius, pixel));
}

// A dark hairline, as around the white discs of printed records.
const HAIRLINE: vec3<f32> = vec3<f32>(0.01);
const HAIRLINE_WIDTH: f32 = 0.09;

// Colour of a face as in printed records: filled, with a hairline around it, and without light.
fn printed_colour(face: Face, point: vec2<f32>, pixel: f32) -> vec3<f32> {
    let ring = ring_edge(face, point, pixel);
    let symbol = symbol_edge(face, point + vec2<f32>(0.0, face.marks.y), pixel);
    let pattern = max(distance_to_pattern(face, point), PATTERN_GAP - ring.distance);
    let inked = min(min(ring.distance, symbol.distance), pattern);
    let colour = mix(face.colour.rgb, face.ink.rgb, covered(inked, pixel));
    let width = max(HAIRLINE_WIDTH, 1.1 * pixel);
    return mix(colour, HAIRLINE, covered(1.0 - width - length(point), pixel));
}
