//! Board themes: all colours and numbers of a board's look. Shaders know only these values, not the themes.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::settings::colour::colour;
use crate::game::text::{Phrase, say};
use crate::looks::{BoardColours, HOLE_COLOURS, tinted};
use crate::rules::Tint;

#[cfg(test)]
pub(super) mod tests;

/// Material of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Green cloth in a dark wooden frame.
    #[default]
    Cloth,
    /// Light wood with burnt lines.
    Wood,
    /// Slate with chalk lines.
    Slate,
    /// Paper with printed lines.
    Paper,
}

/// Texture of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// Specks per square, across and down.
    pub fine: Vec2,
    /// Range of brightness from speck to speck, as a fraction of the ground's.
    pub fine_amount: f32,
    /// Lumps per square, across and down.
    pub coarse: Vec2,
    /// Range of brightness from lump to lump, as a fraction of the ground's.
    pub coarse_amount: f32,
}

/// Role of a mark on a square; the theme chooses its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkInk {
    /// For what matters now, such as the last move.
    Accent,
    /// For neutral hints.
    Plain,
    /// For mistakes and refusals.
    Alarm,
}

/// Colours of the marks on squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkInks {
    pub accent: Color,
    pub plain: Color,
    pub alarm: Color,
}

impl MarkInks {
    #[must_use]
    pub const fn of(self, ink: MarkInk) -> Color {
        match ink {
            MarkInk::Accent => self.accent,
            MarkInk::Plain => self.plain,
            MarkInk::Alarm => self.alarm,
        }
    }
}

/// Colours and numbers with which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLook {
    /// Colour of the squares.
    pub ground: Color,
    /// Texture of the squares.
    pub grain: Grain,
    /// Lines between the squares; alpha is the share of the ground that they cover.
    pub line: Color,
    /// Extra brightness of the lit edge of a line, as a fraction of the ground's.
    pub hairline: f32,
    /// Range of brightness from the top to the bottom of a square, as a fraction of the ground's.
    pub cushion: f32,
    /// Frame around the squares.
    pub frame: Color,
    /// Range of brightness along the frame's grain, as a fraction of the frame's.
    pub frame_grain: f32,
    /// Coordinates on the frame.
    pub frame_text: Color,
    pub inks: MarkInks,
    /// Luminance of the strong tints, as a factor of the ground's. Marks must stand out from them.
    pub tint_light: f32,
}

impl BoardLook {
    /// Colours of the kinds of holes, the same on every board.
    pub(crate) const HOLES: [Color; Tint::HOLES] =
        [colour(HOLE_COLOURS[0]), colour(HOLE_COLOURS[1]), colour(HOLE_COLOURS[2])];

    /// Colour of a place with this tint.
    #[must_use]
    pub fn tinted(self, tint: Tint) -> Color {
        if let Some(kind) = tint.index().checked_sub(Tint::SQUARES) {
            return Self::HOLES[kind];
        }
        let ground = self.ground.to_linear().to_vec3().to_array();
        LinearRgba::from_vec3(tinted(ground, self.tint_light, tint).into()).into()
    }
}

/// For dark grounds.
const LIGHT_INKS: MarkInks = MarkInks {
    accent: colour(BoardColours::CLOTH.accent),
    plain: colour(BoardColours::CLOTH.plain),
    alarm: colour(BoardColours::CLOTH.alarm),
};
/// For light grounds.
const DARK_INKS: MarkInks =
    MarkInks { accent: colour(0x7a_2f_00), plain: colour(0x16_12_0c), alarm: colour(0x9c_0c_06) };

impl BoardTheme {
    pub const ALL: [Self; 4] = [Self::Cloth, Self::Wood, Self::Slate, Self::Paper];

    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Cloth => say!("board-theme-cloth"),
            Self::Wood => say!("board-theme-wood"),
            Self::Slate => say!("board-theme-slate"),
            Self::Paper => say!("board-theme-paper"),
        }
    }

    /// Colours for pictures, which have no textures.
    #[must_use]
    pub fn colours(self) -> BoardColours {
        let look = self.look();
        let bytes = |colour: Color| {
            let [red, green, blue, _] = colour.to_srgba().to_u8_array();
            u32::from_be_bytes([0, red, green, blue])
        };
        let percent = |share: f32| (100.0 * share).round() as u8;
        match self {
            Self::Cloth => BoardColours::CLOTH,
            Self::Wood | Self::Slate | Self::Paper => BoardColours {
                ground: bytes(look.ground),
                frame: bytes(look.frame),
                frame_text: bytes(look.frame_text),
                accent: bytes(look.inks.accent),
                plain: bytes(look.inks.plain),
                alarm: bytes(look.inks.alarm),
                line: bytes(look.line),
                line_percent: percent(look.line.alpha()),
                tint_percent: percent(look.tint_light),
            },
        }
    }

    #[must_use]
    pub const fn look(self) -> BoardLook {
        match self {
            Self::Cloth => BoardLook {
                ground: colour(BoardColours::CLOTH.ground),
                grain: Grain {
                    fine: Vec2::new(52.0, 52.0),
                    fine_amount: 0.20,
                    coarse: Vec2::new(3.1, 2.3),
                    coarse_amount: 0.08,
                },
                line: Color::srgba(0.0, 0.0, 0.0, 0.62),
                hairline: 0.34,
                cushion: 0.05,
                frame: colour(BoardColours::CLOTH.frame),
                frame_grain: 0.56,
                frame_text: colour(BoardColours::CLOTH.frame_text),
                inks: LIGHT_INKS,
                tint_light: BoardColours::CLOTH.tint_light(),
            },
            Self::Wood => BoardLook {
                ground: colour(0xc4_94_54),
                grain: Grain {
                    fine: Vec2::new(0.37, 44.0),
                    fine_amount: 0.07,
                    coarse: Vec2::new(0.35, 7.0),
                    coarse_amount: 0.2,
                },
                line: Color::srgba(0.16, 0.07, 0.02, 0.78),
                hairline: 0.22,
                cushion: 0.02,
                frame: colour(0x5c_34_1b),
                frame_grain: 0.6,
                frame_text: colour(0xf0_dc_ba),
                inks: DARK_INKS,
                tint_light: 1.25,
            },
            Self::Slate => BoardLook {
                ground: colour(0x3d_48_52),
                grain: Grain {
                    fine: Vec2::new(36.0, 36.0),
                    fine_amount: 0.07,
                    coarse: Vec2::new(1.7, 4.3),
                    coarse_amount: 0.18,
                },
                line: Color::srgba(0.80, 0.84, 0.86, 0.42),
                hairline: 0.0,
                cushion: 0.0,
                frame: colour(0x1f_24_29),
                frame_grain: 0.22,
                frame_text: colour(0xb4_c0_ca),
                inks: LIGHT_INKS,
                tint_light: 1.35,
            },
            Self::Paper => BoardLook {
                ground: colour(0xe2_d9_c5),
                grain: Grain {
                    fine: Vec2::new(26.0, 64.0),
                    fine_amount: 0.05,
                    coarse: Vec2::new(5.3, 3.7),
                    coarse_amount: 0.06,
                },
                line: Color::srgba(0.20, 0.18, 0.16, 0.80),
                hairline: 0.0,
                cushion: 0.0,
                frame: colour(0xbd_b2_9b),
                frame_grain: 0.06,
                frame_text: colour(0x33_2c_22),
                inks: DARK_INKS,
                tint_light: 0.72,
            },
        }
    }
}
