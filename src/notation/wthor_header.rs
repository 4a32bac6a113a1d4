//! The header of WTHOR files, the database of tournament games of the French federation.
//!
//! Source: "Format de la base WTHOR", translated in LimeEng/wthor (`spec/wthor_spec.pdf`). All numbers are little
//! endian.

use thiserror::Error;

/// Kind of a WTHOR file, which only its extension tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WthorKind {
    /// Games (`.wtb`, and `.wtd` on 10 x 10 squares).
    Games,
    /// Names of players (`.jou`).
    Players,
    /// Names of tournaments (`.trn`).
    Tournaments,
    /// Positions to solve (`.pzz`).
    Solitaires,
}

impl WthorKind {
    /// Kind of a file with this name or path, in either case.
    ///
    /// ```
    /// use irogaeshi::notation::WthorKind;
    ///
    /// assert_eq!(WthorKind::of("data/WTH_2021.wtb"), Some(WthorKind::Games));
    /// assert_eq!(WthorKind::of("WTHOR.JOU"), Some(WthorKind::Players));
    /// assert_eq!(WthorKind::of("game.txt"), None);
    /// ```
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "wtb" | "wtd" => Some(Self::Games),
            "jou" => Some(Self::Players),
            "trn" => Some(Self::Tournaments),
            "pzz" => Some(Self::Solitaires),
            _ => None,
        }
    }
}

/// Error from reading a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WthorError {
    /// The file is shorter than its header.
    #[error("{0} bytes are too few for a WTHOR file, which has a header of 16")]
    TooShort(usize),
    /// The size does not fit the number of entries in the header.
    #[error("the file has {found} bytes, but with {entries} entries it has {expected}; copy it again")]
    Size {
        /// Number of entries in the header.
        entries: usize,
        /// Size of such a file in bytes.
        expected: usize,
        /// Size of this file in bytes.
        found: usize,
    },
    /// The board has neither 8 nor 10 squares a side.
    #[error("the board has size {0}; WTHOR files are for 8 and 10")]
    OtherSize(u8),
    /// A position to solve is invalid.
    #[error("position {0} is invalid")]
    Position(usize),
}

impl WthorError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::TooShort(_) => "too-short",
            Self::Size { .. } => "size",
            Self::OtherSize(_) => "other-size",
            Self::Position(_) => "position",
        }
    }
}

/// Size of a header in bytes.
pub(super) const HEADER_BYTES: usize = 16;

/// Header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WthorHeader {
    /// Year, month and day on which the file was made.
    pub date: (u16, u8, u8),
    /// Number of games or positions.
    pub games: u32,
    /// Number of names, or of empty squares in positions to solve.
    pub names: u16,
    /// Year of the games, if they have one.
    pub year: u16,
    /// Side of the board.
    pub side: u8,
    /// Number of empty squares from which the theoretical scores hold.
    pub depth: u8,
}

/// Depth of files that leave it out.
const USUAL_DEPTH: u8 = 22;

impl WthorHeader {
    /// Reads the header of a file, and returns the rest.
    ///
    /// # Errors
    /// [`WthorError::TooShort`] or [`WthorError::OtherSize`].
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), WthorError> {
        let (header, rest) = bytes.split_first_chunk::<HEADER_BYTES>().ok_or(WthorError::TooShort(bytes.len()))?;
        let [century, year, month, day, n1, n2, n3, n4, m1, m2, y1, y2, side, _, depth, _] = *header;
        let side = match side {
            0 | 8 => 8,
            10 => 10,
            other => return Err(WthorError::OtherSize(other)),
        };
        let header = Self {
            date: (u16::from(century) * 100 + u16::from(year), month, day),
            games: u32::from_le_bytes([n1, n2, n3, n4]),
            names: u16::from_le_bytes([m1, m2]),
            year: u16::from_le_bytes([y1, y2]),
            side,
            depth: if depth == 0 { USUAL_DEPTH } else { depth },
        };
        Ok((header, rest))
    }

    pub(super) fn write(&self) -> [u8; HEADER_BYTES] {
        let (year, month, day) = self.date;
        let [n1, n2, n3, n4] = self.games.to_le_bytes();
        let [m1, m2] = self.names.to_le_bytes();
        let [y1, y2] = self.year.to_le_bytes();
        [
            (year / 100) as u8,
            (year % 100) as u8,
            month,
            day,
            n1,
            n2,
            n3,
            n4,
            m1,
            m2,
            y1,
            y2,
            self.side,
            0,
            self.depth,
            0,
        ]
    }
}

/// Entries of this size in the rest of a file.
///
/// # Errors
/// [`WthorError::Size`] if there are not this number of them.
pub(super) fn entries(rest: &[u8], entries: usize, size: usize, before: usize) -> Result<&[u8], WthorError> {
    let found = before + rest.len();
    match entries.checked_mul(size) {
        Some(length) if length == rest.len() => Ok(rest),
        length => {
            let expected = length.unwrap_or(usize::MAX).saturating_add(before);
            Err(WthorError::Size { entries, expected, found })
        }
    }
}
