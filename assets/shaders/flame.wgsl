// The fire that consumes a stone, which glows from the rim inwards, swells and flies apart. Lengths are in squares of
// the board.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput
#import irogaeshi::noise::{hash, noise}
#import irogaeshi::shapes::{STONE_RADIUS, coverage}

struct Flame {
    // Colour of the bomb that the stone becomes; the alpha is the part of the stone that is left.
    bomb: vec4<f32>,
    // Heat, size (1 is normal), spread of the blast, and a seed.
    state: vec4<f32>,
}

@group(2) @binding(0) var<uniform> flame: Flame;

// Growth of a stone until it bursts.
const SWELLING: f32 = 0.3;
const WHITE_HOT: vec3<f32> = vec3<f32>(1.0, 0.84, 0.50);
const FIRE: vec3<f32> = vec3<f32>(1.0, 0.27, 0.025);
const EMBER: vec3<f32> = vec3<f32>(0.72, 0.045, 0.004);
const SMOKE: vec3<f32> = vec3<f32>(0.030, 0.024, 0.022);
const SPARKS: i32 = 11;
// Farther than any spark flies.
const REACH: f32 = 1.1;

// Lays a colour over what is below, premultiplied by its alpha.
fn over(below: vec4<f32>, colour: vec3<f32>, alpha: f32) -> vec4<f32> {
    return below * (1.0 - alpha) + vec4<f32>(colour, 1.0) * alpha;
}

// The stone itself and the light around it.
fn glow(point: vec2<f32>) -> vec4<f32> {
    let heat = flame.state.x;
    let size = flame.state.y;
    let away = length(point);
    let swelling = clamp((size - 1.0) / SWELLING, 0.0, 1.0);
    let radius = away / (STONE_RADIUS * size);
    let mottled = noise(point / size * 9.0 + vec2<f32>(flame.state.w, flame.state.w - 3.0 * swelling));
    let burnt = smoothstep(0.0, 0.25, heat * 1.4 - (1.0 - radius) - 0.15 * mottled);
    let core = clamp(swelling * (1.2 - 0.7 * radius * radius) - 0.35 * mottled * swelling * (1.0 - swelling), 0.0, 1.0);
    // Like a coal: darker patches, and the edge of a disc.
    let coal = flame.bomb.rgb + EMBER * (0.15 + 0.75 * mottled) * (1.0 - 0.6 * smoothstep(0.85, 1.0, radius));
    let colour = mix(coal, mix(FIRE, WHITE_HOT, core * core), core);
    // Slightly larger than the stone, whose rim would otherwise shine through.
    let rim = away - STONE_RADIUS * size - 0.01;
    let disc = burnt * coverage(rim);
    let halo = 0.6 * swelling * exp(-max(rim, 0.0) * 9.0);
    return over(over(vec4<f32>(0.0), FIRE, halo), colour, disc) * flame.bomb.a;
}

// The remains that fly off after the burst.
fn burst(point: vec2<f32>, below: vec4<f32>) -> vec4<f32> {
    let blast = flame.state.z;
    let seed = flame.state.w;
    let away = length(point);
    let left = 1.0 - blast;
    let spread = 1.0 - left * left * left;

    let ragged = noise(point * 5.0 + vec2<f32>(seed, blast * 2.0));
    let smoke = 0.5 * left * smoothstep(0.30 + 0.45 * spread, 0.05, away + (ragged - 0.5) * 0.3);
    var seen = over(below, SMOKE, smoke);

    // A ragged ring of fire that gets thinner and darker as it spreads.
    let front = 0.26 + (0.42 + 0.16 * noise(point / max(away, 0.01) * 2.5 + seed)) * spread;
    let wave = (away - front) / (0.04 + 0.13 * left);
    seen = over(seen, mix(EMBER, FIRE, left), pow(left, 2.5) * exp(-wave * wave));

    let flash = pow(max(1.0 - blast * 2.2, 0.0), 2.0) * exp(-pow(away / (0.26 + 0.5 * spread), 2.0) * 2.2);
    seen = over(seen, mix(FIRE, WHITE_HOT, flash), flash);

    for (var index = 0; index < SPARKS; index++) {
        let number = f32(index);
        let angle = (number + hash(vec2<f32>(number, seed))) / f32(SPARKS) * 6.2831853;
        let reach = 0.35 + 0.55 * hash(vec2<f32>(seed, number + 0.5));
        let size = (0.022 + 0.030 * hash(vec2<f32>(number, seed + 7.0))) * sqrt(left);
        // Sparks slow down and fall a little.
        let at = vec2<f32>(cos(angle), sin(angle)) * reach * spread - vec2<f32>(0.0, 0.10 * blast * blast);
        let spark = smoothstep(size, size * 0.35, length(point - at)) * min(left * 2.0, 1.0);
        seen = over(seen, mix(EMBER, WHITE_HOT, left * left), spark);
    }
    return seen;
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    var seen = glow(mesh.uv);
    // A part of the condition differs from point to point, so that uniforms alone decide no branch: see face.wgsl.
    if (flame.state.z > 0.0) & (length(mesh.uv) < REACH) {
        seen = burst(mesh.uv, seen);
    }
    return vec4<f32>(seen.rgb / max(seen.a, 1e-4), seen.a);
}
