//! A disc's face as the shaders are told of it.

use bevy::prelude::*;
use bevy::render::render_resource::ShaderType;

use super::material::linear;
use crate::game::palette::{DiscLook, Symbol};

/// What the shaders are told; the fields are explained in `face.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct FaceLook {
    colour: Vec4,
    ink: Vec4,
    light_rim: Vec4,
    dark_rim: Vec4,
    marks: Vec4,
}

impl FaceLook {
    pub(super) fn new(look: DiscLook) -> Self {
        let ring = if look.has_ring { 1.0 } else { 0.0 };
        Self {
            colour: linear(look.face),
            ink: linear(look.ink),
            light_rim: linear(look.light_rim),
            dark_rim: linear(look.dark_rim),
            marks: Vec4::new(f32::from(code(look.symbol)), ring, look.boldness, 0.0),
        }
    }

    /// The same, to be laid over something else.
    pub(super) fn with_alpha(self, alpha: f32) -> Self {
        Self { colour: self.colour.with_w(alpha), ..self }
    }
}

/// The number by which the shader knows a symbol.
const fn code(symbol: Symbol) -> u8 {
    match symbol {
        Symbol::Plain => 0,
        Symbol::Bar => 1,
        Symbol::Diamond => 2,
        Symbol::Triangle => 3,
        Symbol::Asterisk => 4,
        Symbol::Cross => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Palette;
    use crate::rules::Disc;

    #[test]
    fn the_shader_knows_every_symbol_by_its_code() {
        let shader = include_str!("../../../assets/shaders/face.wgsl");
        let symbols = Disc::ALL.map(|disc| Palette::Default.look(disc).symbol);
        for symbol in symbols.into_iter().filter(|symbol| *symbol != Symbol::Plain) {
            let name = format!("{symbol:?}").to_uppercase();
            let line = format!("const {name}: u32 = {}u;", code(symbol));
            assert!(shader.contains(&line), "\"{line}\" is in the shader");
            assert!(shader.contains(&format!("case {name}:")), "{name} is drawn");
        }
    }
}
