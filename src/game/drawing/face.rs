//! Faces of discs in the form of shader uniforms.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_6, PI};

use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

use crate::game::drawing::material::linear;
use crate::game::settings::palette::{DiscLook, Pattern, Symbol};

/// Half the width of the ring on discs that never turn, in disc radii.
const RING: f32 = 0.021;
/// Growth of a polygon symbol at double boldness, in disc radii.
const GROWTH: f32 = 0.1;

/// Shader uniforms; their fields are explained in `face.wgsl`.
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
    /// Creates the uniforms. A disc that never turns gets a ring around its symbol.
    pub(super) fn new(look: DiscLook, turns: bool) -> Self {
        let ring = if turns { 0.0 } else { RING * look.boldness };
        // A centred triangle looks too high.
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

    /// The same face with another opacity, to draw it over something else.
    pub(super) fn with_alpha(self, alpha: f32) -> Self {
        Self { colour: self.colour.with_w(alpha), ..self }
    }
}

/// A pattern of boxes repeated in rows and columns, as the shader needs it: angle of the rows in radians, distance
/// between boxes, and half the size of a box along and across the row. Lengths are in disc radii.
fn texture(pattern: Pattern) -> Vec4 {
    // Boxes longer than their distance merge into stripes.
    const ENDLESS: f32 = 9.0;
    match pattern {
        // Boxes of negative size are invisible.
        Pattern::None => Vec4::new(0.0, 1.0, -ENDLESS, -ENDLESS),
        Pattern::Dots => Vec4::new(0.0, 0.50, 0.115, 0.115),
        Pattern::Vertical => Vec4::new(0.0, 0.40, 0.10, ENDLESS),
        Pattern::Horizontal => Vec4::new(0.0, 0.40, ENDLESS, 0.10),
        Pattern::Diagonal => Vec4::new(FRAC_PI_4, 0.40, ENDLESS, 0.10),
        Pattern::Lozenges => Vec4::new(FRAC_PI_4, 0.56, 0.20, 0.20),
    }
}

/// A symbol made of one box per sector, as the shader needs it: number of sectors, axis of the first in radians, reach
/// of the box along the axis, and half its width. Lengths are in disc radii.
fn figure(symbol: Symbol, boldness: f32) -> Vec4 {
    let strokes = |count: f32, first_axis, reach, half: f32| Vec4::new(count, first_axis, reach, half * boldness);
    // `size` is the distance from the middle to a corner.
    let polygon = |corners: f32, first_side, size: f32| {
        let (half, reach) = (PI / corners).sin_cos();
        let size = size + GROWTH * (boldness - 1.0);
        Vec4::new(corners, first_side, size * reach, size * half)
    };
    match symbol {
        // A box of negative length is invisible.
        Symbol::Plain => Vec4::new(1.0, 0.0, -9.0, 0.0),
        Symbol::Bar => strokes(2.0, 0.0, 0.47, 0.105),
        Symbol::Diamond => polygon(4.0, FRAC_PI_4, 0.50),
        Symbol::Triangle => polygon(3.0, FRAC_PI_6, 0.54),
        Symbol::Asterisk => strokes(6.0, FRAC_PI_2, 0.52, 0.07),
        Symbol::Cross => strokes(4.0, FRAC_PI_4, 0.52, 0.10),
    }
}
