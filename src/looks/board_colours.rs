//! Colours of a board.

/// Colours of a board, each three bytes such as `0x1b_6e_47`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardColours {
    /// Squares.
    pub ground: u32,
    /// Frame around the squares.
    pub frame: u32,
    /// Coordinates on the frame.
    pub frame_text: u32,
    /// Marks of what matters now, such as the last move.
    pub accent: u32,
    /// Marks of neutral hints.
    pub plain: u32,
    /// Marks of mistakes and refusals.
    pub alarm: u32,
    /// Lines between the squares.
    pub line: u32,
    /// Percentage of the ground that the lines cover.
    pub line_percent: u8,
    /// Luminance of the strong tints, in percent of the ground's.
    pub tint_percent: u8,
}

impl BoardColours {
    /// Green cloth in a dark wooden frame.
    pub const CLOTH: Self = Self {
        ground: 0x1b_6e_47,
        frame: 0x39_24_18,
        frame_text: 0xca_b1_94,
        accent: 0xff_c2_4a,
        plain: 0xf2_f0_ea,
        alarm: 0xff_9e_8e,
        line: 0x00_00_00,
        line_percent: 50,
        tint_percent: 72,
    };
}
