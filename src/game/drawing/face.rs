//! A disc's face as the shaders are told of it.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_6, PI};

use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

use crate::game::drawing::material::linear;
use crate::game::settings::palette::{DiscLook, Pattern, Symbol};

/// Half the width of the ring on discs that never turn, in radii of the disc.
const RING: f32 = 0.021;
/// How much larger a polygon gets when it is twice as bold, in radii of the disc.
const GROWTH: f32 = 0.1;

/// What the shaders are told; the fields are explained in `face.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FaceLook {
    colour: Vec4,
    ink: Vec4,
    light_rim: Vec4,
    dark_rim: Vec4,
    symbol: Vec4,
    marks: Vec4,
    pattern: Vec4,
}

impl FaceLook {
    /// A disc that never turns has a ring around its symbol.
    pub(super) fn new(look: DiscLook, turns: bool) -> Self {
        let ring = if turns { 0.0 } else { RING * look.boldness };
        // A triangle whose middle is the disc's looks too high.
        let lowered = if look.symbol == Symbol::Triangle { 0.04 } else { 0.0 };
        Self {
            colour: linear(look.face),
            ink: linear(look.ink),
            light_rim: linear(look.light_rim),
            dark_rim: linear(look.dark_rim),
            symbol: figure(look.symbol, look.boldness),
            marks: Vec4::new(ring, lowered, look.boldness, 0.0),
            pattern: texture(look.pattern),
        }
    }

    /// The same, to be laid over something else.
    pub(super) fn with_alpha(self, alpha: f32) -> Self {
        Self { colour: self.colour.with_w(alpha), ..self }
    }
}

/// A pattern as the shader draws it: boxes that repeat in rows and columns. Which way the rows lean in radians, how far
/// it is from one box to the next, and how far a box reaches to either side, along the row and across it; all in radii
/// of the disc.
fn texture(pattern: Pattern) -> Vec4 {
    // Boxes that are longer than the way to the next one are stripes.
    const ENDLESS: f32 = 9.0;
    match pattern {
        // Boxes that end before they begin.
        Pattern::None => Vec4::new(0.0, 1.0, -ENDLESS, -ENDLESS),
        Pattern::Dots => Vec4::new(0.0, 0.50, 0.115, 0.115),
        Pattern::Upright => Vec4::new(0.0, 0.40, 0.10, ENDLESS),
        Pattern::Lying => Vec4::new(0.0, 0.40, ENDLESS, 0.10),
        Pattern::Climbing => Vec4::new(FRAC_PI_4, 0.40, ENDLESS, 0.10),
        Pattern::Lozenges => Vec4::new(FRAC_PI_4, 0.56, 0.20, 0.20),
    }
}

/// A symbol as the shader draws it: how many sectors it has, the axis of the first one in radians, and how far the box
/// in each sector reaches along that axis and to either side of it, in radii of the disc.
fn figure(symbol: Symbol, boldness: f32) -> Vec4 {
    let strokes = |count: f32, first_axis, reach, half: f32| Vec4::new(count, first_axis, reach, half * boldness);
    // From the middle to a corner it is so far.
    let polygon = |corners: f32, first_side, size: f32| {
        let (half, reach) = (PI / corners).sin_cos();
        let size = size + GROWTH * (boldness - 1.0);
        Vec4::new(corners, first_side, size * reach, size * half)
    };
    match symbol {
        // A box that ends far before it begins.
        Symbol::Plain => Vec4::new(1.0, 0.0, -9.0, 0.0),
        Symbol::Bar => strokes(2.0, 0.0, 0.47, 0.105),
        Symbol::Diamond => polygon(4.0, FRAC_PI_4, 0.50),
        Symbol::Triangle => polygon(3.0, FRAC_PI_6, 0.54),
        Symbol::Asterisk => strokes(6.0, FRAC_PI_2, 0.52, 0.07),
        Symbol::Cross => strokes(4.0, FRAC_PI_4, 0.52, 0.10),
    }
}
