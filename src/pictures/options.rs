//! Choices for a picture.

use crate::looks::{BoardColours, DiscPalette};
use crate::rules::{ByPlayer, Square};

/// Size of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureSize {
    /// About 320 pixels wide.
    Small,
    /// About 480 pixels wide.
    #[default]
    Medium,
    /// About 960 pixels wide.
    Large,
}

impl PictureSize {
    /// Every size.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Name, such as `medium`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// Width in pixels, which boards do not exceed unless they have many columns.
    #[must_use]
    pub const fn width(self) -> u32 {
        match self {
            Self::Small => 320,
            Self::Medium => 480,
            Self::Large => 960,
        }
    }
}

/// Format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    /// Pixels.
    Png,
    /// Shapes.
    Svg,
    /// Animation of the whole game.
    Gif,
}

impl PictureFormat {
    /// Every format.
    pub const ALL: [Self; 3] = [Self::Png, Self::Svg, Self::Gif];

    /// Name, which is the extension of the files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Gif => "gif",
        }
    }
}

/// Tone of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteTone {
    /// For what matters.
    Accent,
    /// Neutral.
    Plain,
    /// For mistakes.
    Alarm,
}

/// Text on a square, such as a move's value, or without text a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The square.
    pub square: Square,
    /// Its tone. On a disc, a text has the colour of the disc's symbols.
    pub tone: NoteTone,
    /// A few letters; empty for a ring.
    pub text: String,
}

/// Choices for a picture. The usual ones show coordinates, symbols, the last move, and the counts below the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct PictureOptions {
    /// Size.
    pub size: PictureSize,
    /// Shows letters and numbers at the edges.
    pub coordinates: bool,
    /// Shows each player's name and number of discs below the board.
    pub caption: bool,
    /// Marks the last move.
    pub last_move: bool,
    /// Writes the number of its move on each placed disc.
    pub numbers: bool,
    /// Draws symbols on the discs that are neither black nor white, and rings on those that never turn. Discs with a
    /// number or a note have none.
    pub symbols: bool,
    /// Colours of the board.
    pub board: BoardColours,
    /// Colours of the discs.
    pub discs: DiscPalette,
    /// Names of the players; empty where unknown.
    pub names: ByPlayer<String>,
    /// Notes on squares.
    pub notes: Vec<Note>,
}

impl Default for PictureOptions {
    fn default() -> Self {
        Self {
            size: PictureSize::default(),
            coordinates: true,
            caption: true,
            last_move: true,
            numbers: false,
            symbols: true,
            board: BoardColours::CLOTH,
            discs: DiscPalette::default(),
            names: ByPlayer::default(),
            notes: Vec::new(),
        }
    }
}
