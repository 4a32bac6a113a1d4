//! Colours of the discs: the usual ones, and those of a palette.

use crate::rules::Disc;

/// Colours of a disc, each three bytes such as `0xff_d1_52`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscColours {
    /// Face of the disc.
    pub face: u32,
    /// Edge between the two faces.
    pub edge: u32,
    /// Symbols and letters on the face.
    pub ink: u32,
}

impl DiscColours {
    /// Colours of a disc whose edge is like its face.
    #[must_use]
    pub const fn solid(face: u32, ink: u32) -> Self {
        Self::edged(face, face, ink)
    }

    /// Colours of a disc with an edge.
    #[must_use]
    pub const fn edged(face: u32, edge: u32, ink: u32) -> Self {
        Self { face, edge, ink }
    }

    /// Colours that stay far apart for people with colour blindness, too.
    #[must_use]
    pub const fn usual(disc: Disc) -> Self {
        match disc {
            Disc::Black => Self::edged(0x11_14_17, 0x25_2a_30, 0xe6_ea_ee),
            Disc::White => Self::edged(0xf8_f3_e8, 0xe6_dc_c8, 0x2a_2e_33),
            Disc::Ash => Self::solid(0x5b_61_67, 0xf4_f6_f8),
            Disc::Cyan => Self::solid(0x33_cf_ff, 0x05_30_44),
            Disc::Yamabuki => Self::solid(0xff_d1_52, 0x4a_2b_00),
            Disc::Green => Self::solid(0x25_93_5c, 0x00_02_01),
            Disc::Red => Self::solid(0x8b_04_04, 0xff_dc_d2),
        }
    }
}

/// Colours of every disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiscPalette([DiscColours; Disc::ALL.len()]);

impl DiscPalette {
    /// Colours as a function tells them.
    #[must_use]
    pub fn from_fn(colours: impl Fn(Disc) -> DiscColours) -> Self {
        Self(Disc::ALL.map(colours))
    }

    /// Colours of a disc.
    #[must_use]
    pub fn of(&self, disc: Disc) -> DiscColours {
        let place = Disc::ALL.iter().position(|other| *other == disc);
        self.0[place.unwrap_or_default()]
    }
}

impl Default for DiscPalette {
    fn default() -> Self {
        Self::from_fn(DiscColours::usual)
    }
}
