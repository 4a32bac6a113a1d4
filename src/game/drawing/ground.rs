//! The ground of the squares in the form of shader uniforms.

use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

use crate::game::drawing::material::linear;
use crate::game::settings::board_theme::BoardLook;

/// Shader uniforms; their fields are explained in `cloth.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GroundLook {
    colour: Vec4,
    line: Vec4,
    scales: Vec4,
    relief: Vec4,
}

impl GroundLook {
    pub(super) fn new(look: BoardLook) -> Self {
        let BoardLook { ground, grain, line, hairline, cushion, .. } = look;
        Self {
            colour: linear(ground),
            line: linear(line),
            scales: Vec4::from((grain.fine, grain.coarse)),
            relief: Vec4::new(grain.fine_amount, grain.coarse_amount, cushion, hairline),
        }
    }
}
