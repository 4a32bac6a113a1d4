//! Palettes: all colours, symbols and patterns of the discs.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::settings::colour::colour;
use crate::game::text::{Phrase, say};
use crate::looks::DiscColours;
use crate::rules::Disc;

#[cfg(any(test, feature = "tools"))]
pub(in crate::game) mod colour_vision;
#[cfg(test)]
pub(super) mod tests;

/// Colours of the discs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Palette {
    /// Colours that stay far apart for people with colour blindness, too.
    #[default]
    Default,
    /// Pure colours, further apart than in the default, with bolder symbols and rims.
    HighContrast,
    /// Colours in which the game with five colours was published. Without symbols, its green and red are hard to
    /// distinguish for people with colour blindness.
    Published,
    /// Default colours, with a pattern over the whole face in place of a small symbol.
    Pattern,
}

/// Symbol engraved in a disc, so that it can be recognised without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    Plain,
    /// A horizontal bar.
    Bar,
    /// A square on its corner.
    Diamond,
    /// A triangle that points up.
    Triangle,
    /// Three bars crossed in the middle.
    Asterisk,
    /// Two bars crossed in the middle.
    Cross,
}

/// Pattern over the whole face of a disc, so that it can be recognised without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    None,
    /// Small dots.
    Dots,
    /// Vertical stripes.
    Vertical,
    /// Horizontal stripes.
    Horizontal,
    /// Stripes that rise to the right.
    Diagonal,
    /// Large lozenges.
    Lozenges,
}

/// Colours and marks with which a disc is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscLook {
    pub face: Color,
    /// Edge between the two faces.
    pub edge: Color,
    /// Colour of symbol and pattern.
    pub ink: Color,
    /// Inner band around the face, which contrasts with dark squares.
    pub light_rim: Color,
    /// Outer band around the face, which contrasts with light squares.
    pub dark_rim: Color,
    pub symbol: Symbol,
    pub pattern: Pattern,
    /// Width of symbol, ring and rim, relative to the usual width.
    pub boldness: f32,
}

impl DiscLook {
    /// Returns the look with or without its symbol.
    #[must_use]
    pub const fn engraved(self, has_symbol: bool) -> Self {
        Self { symbol: if has_symbol { self.symbol } else { Symbol::Plain }, ..self }
    }
}

impl Palette {
    pub const ALL: [Self; 4] = [Self::Default, Self::HighContrast, Self::Published, Self::Pattern];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Default => say!("palette-default"),
            Self::HighContrast => say!("palette-high-contrast"),
            Self::Published => say!("palette-published"),
            Self::Pattern => say!("palette-pattern"),
        }
    }

    #[must_use]
    pub const fn look(self, disc: Disc) -> DiscLook {
        let DiscColours { face, edge, ink } = self.colours(disc);
        DiscLook {
            face: colour(face),
            edge: colour(edge),
            ink: colour(ink),
            light_rim: self.light_rim(disc),
            dark_rim: colour(0x0a_0c_0e),
            symbol: if matches!(self, Self::Pattern) { Symbol::Plain } else { symbol(disc) },
            pattern: if matches!(self, Self::Pattern) { pattern(disc) } else { Pattern::None },
            boldness: if matches!(self, Self::HighContrast) { 1.4 } else { 1.0 },
        }
    }

    /// Nearly white, with a tint of the disc's colour unless the palette needs the contrast.
    const fn light_rim(self, disc: Disc) -> Color {
        colour(match (self, disc) {
            (Self::HighContrast, _) | (_, Disc::White) => 0xff_ff_ff,
            (_, Disc::Black) => 0xd9_de_e4,
            (_, Disc::Ash) => 0xdd_e1_e6,
            (_, Disc::Cyan) => 0xd2_f3_ff,
            (_, Disc::Yamabuki) => 0xff_f0_c4,
            (_, Disc::Green) => 0xcf_ee_dd,
            (_, Disc::Red) => 0xf8_d8_d2,
        })
    }

    /// Colours of a disc as bytes.
    pub(crate) const fn colours(self, disc: Disc) -> DiscColours {
        match self {
            Self::Default | Self::Pattern => DiscColours::usual(disc),
            Self::HighContrast => match disc {
                Disc::Black => DiscColours::edged(0x00_00_00, 0x2c_2c_2c, 0xff_ff_ff),
                Disc::White => DiscColours::solid(0xff_ff_ff, 0x00_00_00),
                Disc::Ash => DiscColours::solid(0x67_62_66, 0xff_ff_ff),
                Disc::Cyan => DiscColours::solid(0x00_c9_ff, 0x00_00_00),
                Disc::Yamabuki => DiscColours::solid(0xff_d0_00, 0x00_00_00),
                Disc::Green => DiscColours::solid(0x64_93_54, 0x00_00_00),
                Disc::Red => DiscColours::solid(0x85_17_03, 0xff_ff_ff),
            },
            Self::Published => match disc {
                Disc::Black => DiscColours::edged(0x00_00_00, 0x33_33_33, 0xe6_ea_ee),
                Disc::White => DiscColours::solid(0xff_ff_ff, 0x2a_2e_33),
                Disc::Ash => DiscColours::solid(0x9f_a0_9e, 0x1c_1e_20),
                Disc::Cyan => DiscColours::solid(0x00_a1_e9, 0x00_1a_29),
                Disc::Yamabuki => DiscColours::solid(0xf8_b5_00, 0x42_25_00),
                Disc::Green => DiscColours::solid(0x00_80_00, 0xf0_ff_ee),
                Disc::Red => DiscColours::solid(0xff_00_00, 0x14_00_00),
            },
        }
    }
}

impl DiscLook {
    /// The rim that contrasts with this ground.
    #[must_use]
    pub(crate) fn rim_on(&self, ground: Color) -> Color {
        // Luminance at which both contrast equally.
        if ground.to_linear().luminance() < 0.18 { self.light_rim } else { self.dark_rim }
    }
}

const fn pattern(disc: Disc) -> Pattern {
    match disc {
        Disc::Black | Disc::White => Pattern::None,
        Disc::Ash => Pattern::Dots,
        Disc::Cyan => Pattern::Vertical,
        Disc::Yamabuki => Pattern::Horizontal,
        Disc::Green => Pattern::Diagonal,
        Disc::Red => Pattern::Lozenges,
    }
}

/// Symbol of a disc, the same in all palettes that have symbols.
const fn symbol(disc: Disc) -> Symbol {
    match disc {
        Disc::Black | Disc::White => Symbol::Plain,
        Disc::Ash => Symbol::Bar,
        Disc::Cyan => Symbol::Diamond,
        Disc::Yamabuki => Symbol::Triangle,
        Disc::Green => Symbol::Asterisk,
        Disc::Red => Symbol::Cross,
    }
}
