// The face of a disc: its colour, what is engraved into it, the rim around it, and the light on all that. Lengths are in
// radii of the disc, from its middle, upwards positive; a pixel's side is in the same unit. Nothing here takes
// derivatives, so that it can be called from any branch.

#define_import_path irogaeshi::face

#import irogaeshi::shapes::covered

struct Face {
    colour: vec4<f32>,
    // Of what is engraved.
    ink: vec4<f32>,
    // The inner and the outer band of the rim.
    light_rim: vec4<f32>,
    dark_rim: vec4<f32>,
    // The symbol's code; 1 where there is a ring; how bold symbol, ring and rim are.
    marks: vec4<f32>,
}

// How a face is held into the light: the direction in which it rolls, and of the angle by which it has rolled the
// cosine, which makes it narrower, and the sine, by which it leans.
struct Tilt {
    roll: vec2<f32>,
    facing: f32,
    lean: f32,
}

const FLAT: Tilt = Tilt(vec2<f32>(1.0, 0.0), 1.0, 0.0);

const BAR: u32 = 1u;
const DIAMOND: u32 = 2u;
const TRIANGLE: u32 = 3u;
const ASTERISK: u32 = 4u;
const CROSS: u32 = 5u;

const TURN: f32 = 6.2831853;
// Upper left. Its length is 1.
const LIGHT: vec3<f32> = vec3<f32>(-0.4195, 0.5792, 0.6991);
const RING_RADIUS: f32 = 0.715;
// How wide the wall of an engraving is where a pixel is small enough to show it, and how steep.
const WALL: f32 = 0.06;
const STEEP: f32 = 1.7;

// The way to something engraved: how far its border is, negative inside, and the direction away from it.
struct Way {
    distance: f32,
    away: vec2<f32>,
}

// A figure that repeats itself around the middle: each of its `sectors` holds a box from the middle to `reach` along
// the sector's axis and `half` to either side. Narrow boxes are the arms of a star, wide ones the sides of a polygon.
fn star(point: vec2<f32>, sectors: f32, first_axis: f32, reach: f32, half: f32, radius: f32) -> Way {
    let step = TURN / sectors;
    let angle = first_axis + step * round((atan2(point.y, point.x) - first_axis) / step);
    let axis = vec2<f32>(cos(angle), sin(angle));
    let across = vec2<f32>(-axis.y, axis.x);
    let place = vec2<f32>(dot(point, axis), dot(point, across));
    let side = select(-1.0, 1.0, place.y >= 0.0);
    let beyond = vec2<f32>(place.x - reach, abs(place.y) - half) + radius;
    let outside = max(beyond, vec2<f32>(0.0));
    let distance = length(outside) + min(max(beyond.x, beyond.y), 0.0) - radius;
    var away = select(vec2<f32>(0.0, 1.0), vec2<f32>(1.0, 0.0), beyond.x > beyond.y);
    if beyond.x > 0.0 && beyond.y > 0.0 {
        away = normalize(outside);
    }
    return Way(distance, axis * away.x + across * (away.y * side));
}

// A polygon whose corners are this far from the middle, rounded a little.
fn polygon(point: vec2<f32>, corners: f32, first_side: f32, size: f32) -> Way {
    let half_angle = 0.5 * TURN / corners;
    return star(point, corners, first_side, size * cos(half_angle), size * sin(half_angle), 0.03);
}

// Strokes that cross in the middle, as wide as they are bold, and no thinner than a pixel and a half.
fn strokes(point: vec2<f32>, sectors: f32, first_axis: f32, reach: f32, half: f32, boldness: f32, pixel: f32) -> Way {
    let width = max(half * boldness, 0.75 * pixel);
    return star(point, sectors, first_axis, reach, width, 0.5 * width);
}

fn symbol(code: u32, point: vec2<f32>, boldness: f32, pixel: f32) -> Way {
    switch code {
        case BAR: { return strokes(point, 2.0, 0.0, 0.47, 0.105, boldness, pixel); }
        case DIAMOND: { return polygon(point, 4.0, TURN / 8.0, 0.50 + 0.1 * (boldness - 1.0)); }
        case TRIANGLE: { return polygon(point + vec2<f32>(0.0, 0.04), 3.0, TURN / 12.0, 0.54 + 0.1 * (boldness - 1.0)); }
        case ASTERISK: { return strokes(point, 6.0, TURN / 4.0, 0.52, 0.07, boldness, pixel); }
        case CROSS: { return strokes(point, 4.0, TURN / 8.0, 0.52, 0.1, boldness, pixel); }
        default: { return Way(1e3, vec2<f32>(0.0)); }
    }
}

fn ring(point: vec2<f32>, boldness: f32, pixel: f32) -> Way {
    let radius = length(point);
    let width = max(0.021 * boldness, 0.5 * pixel);
    let away = point / max(radius, 1e-4) * sign(radius - RING_RADIUS);
    return Way(abs(radius - RING_RADIUS) - width, away);
}

// Which way a part of the face looks whose slope is this while the face lies flat.
fn tilted(slope: vec2<f32>, tilt: Tilt) -> vec3<f32> {
    let along = dot(slope, tilt.roll);
    let bent = slope + tilt.roll * (along * (tilt.facing - 1.0) + 0.9 * tilt.lean);
    return normalize(vec3<f32>(bent, max(tilt.facing, 0.25)));
}

// How much light falls there: 1 on what lies flat.
fn brightness(normal: vec3<f32>) -> f32 {
    return 0.54 + 0.46 * max(dot(normal, LIGHT), 0.0) / LIGHT.z;
}

// The colour of a face at a point within it.
fn face_colour(face: Face, point: vec2<f32>, pixel: f32, tilt: Tilt) -> vec3<f32> {
    let boldness = face.marks.z;
    let radius = length(point);
    var colour = face.colour.rgb;
    // What a few pixels cannot show is left out.
    let legible = smoothstep(0.32, 0.18, pixel);

    // The face is a low dome that falls off towards the rim.
    var slope = point / max(radius, 1e-4) * (smoothstep(0.80, 1.0, radius) * 0.80 + 0.16 * radius);

    // Ink lies in the engraving; its walls are of the disc's own material and catch the light.
    var way = symbol(u32(face.marks.x), point, boldness, pixel);
    if face.marks.y > 0.5 {
        let to_ring = ring(point, boldness, pixel);
        if to_ring.distance < way.distance {
            way = to_ring;
        }
    }
    let wall = WALL * smoothstep(0.10, 0.035, pixel);
    let up_the_wall = clamp(way.distance / max(wall, 1e-4), 0.0, 1.0);
    slope -= way.away * STEEP * 4.0 * up_the_wall * (1.0 - up_the_wall) * step(1e-3, wall);
    colour = mix(colour, face.ink.rgb, covered(way.distance, pixel) * legible);

    // A face that lies flat shows its colours as the palette has them.
    let normal = tilted(slope, tilt);
    let half_way = normalize(LIGHT + vec3<f32>(0.0, 0.0, 1.0));
    let gloss = pow(max(dot(normal, half_way), 0.0), 42.0);
    // Light enough to tell a dark disc's form, faint enough to keep a light one white.
    let luminance = dot(face.colour.rgb, vec3<f32>(0.2126, 0.7152, 0.0722));
    colour = colour * brightness(normal) + gloss * mix(0.085, 0.05, luminance);

    // Two flat bands, one light and one dark, so that one of them stands out from whatever lies around the disc.
    let dark_width = min(max(0.03 * boldness, 0.8 * pixel), 0.14);
    let light_width = min(max(0.035 * boldness, pixel), 0.16) * legible;
    let rim_brightness = brightness(tilted(vec2<f32>(0.0), tilt));
    colour = mix(colour, face.light_rim.rgb * rim_brightness, covered(1.0 - dark_width - light_width - radius, pixel));
    return mix(colour, face.dark_rim.rgb * rim_brightness, covered(1.0 - dark_width - radius, pixel));
}
