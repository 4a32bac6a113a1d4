//! The board themes: all that a board's look consists of. The shaders know no theme, only these figures.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::game::text::{Phrase, say};

#[cfg(test)]
pub(super) mod tests;

/// What the board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardTheme {
    /// Green cloth in a dark wooden frame.
    #[default]
    Cloth,
    /// Light wood with the lines burnt in.
    Wood,
    /// Slate with chalk lines.
    Slate,
    /// Paper with printed lines.
    Paper,
}

/// How uneven a surface is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grain {
    /// How many specks a square has across and down.
    pub fine: Vec2,
    /// How much the light differs from speck to speck, of 1.
    pub fine_amount: f32,
    /// How many lumps a square has across and down.
    pub coarse: Vec2,
    /// How much the light differs from lump to lump, of 1.
    pub coarse_amount: f32,
}

/// What a square is marked with: the theme says which colour that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkInk {
    /// What matters now.
    Accent,
    /// What is merely pointed out.
    Plain,
    /// What is wrong.
    Alarm,
}

/// What marks on squares are drawn in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkInks {
    /// Of what matters now.
    pub accent: Color,
    /// Of what is merely pointed out.
    pub plain: Color,
    /// Of what is wrong.
    pub alarm: Color,
}

impl MarkInks {
    /// The colour of an ink.
    #[must_use]
    pub const fn of(self, ink: MarkInk) -> Color {
        match ink {
            MarkInk::Accent => self.accent,
            MarkInk::Plain => self.plain,
            MarkInk::Alarm => self.alarm,
        }
    }
}

/// Everything by which a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLook {
    /// The squares.
    pub ground: Color,
    /// How uneven they are.
    pub grain: Grain,
    /// The lines between them; its alpha is how much of the ground they cover.
    pub line: Color,
    /// How much brighter the edge of a line is that catches the light, of 1.
    pub hairline: f32,
    /// How much each square is lighter above than below, of 1.
    pub cushion: f32,
    /// The frame around the squares.
    pub frame: Color,
    /// How much the light differs along the frame's grain, of 1.
    pub frame_grain: f32,
    /// Letters and numbers on the frame.
    pub frame_text: Color,
    /// Marks on squares.
    pub inks: MarkInks,
}

/// A colour from three bytes, as in `0xff_d1_52`.
const fn colour(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::srgb(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0)
}

/// For grounds that are darker than most marks.
const LIGHT_INKS: MarkInks =
    MarkInks { accent: colour(0xff_c2_4a), plain: colour(0xf2_f0_ea), alarm: colour(0xff_9e_8e) };
/// For grounds that are lighter than most marks.
const DARK_INKS: MarkInks =
    MarkInks { accent: colour(0x7a_2f_00), plain: colour(0x16_12_0c), alarm: colour(0x9c_0c_06) };

impl BoardTheme {
    /// All choices.
    pub const ALL: [Self; 4] = [Self::Cloth, Self::Wood, Self::Slate, Self::Paper];

    /// The name that players read.
    #[must_use]
    pub fn name(self) -> Phrase {
        match self {
            Self::Cloth => say!("board-theme-cloth"),
            Self::Wood => say!("board-theme-wood"),
            Self::Slate => say!("board-theme-slate"),
            Self::Paper => say!("board-theme-paper"),
        }
    }

    /// How the board looks.
    #[must_use]
    pub const fn look(self) -> BoardLook {
        match self {
            Self::Cloth => BoardLook {
                ground: colour(0x1b_6e_47),
                grain: Grain {
                    fine: Vec2::new(52.0, 52.0),
                    fine_amount: 0.20,
                    coarse: Vec2::new(3.1, 2.3),
                    coarse_amount: 0.08,
                },
                line: Color::srgba(0.0, 0.0, 0.0, 0.62),
                hairline: 0.34,
                cushion: 0.05,
                frame: colour(0x39_24_18),
                frame_grain: 0.56,
                frame_text: colour(0xca_b1_94),
                inks: LIGHT_INKS,
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
            },
        }
    }
}
