//! Theme: colours, fonts and sizes. Sizes are in logical pixels at the usual size of the interface.

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontFeatures, FontSmoothing, FontSource, FontWeight};

use crate::game::settings::board_theme::MarkInk;
use crate::game::text::Phrase;
use crate::game::text::worded::Worded;

pub(crate) const BACKGROUND: Color = Color::srgb(0.082, 0.090, 0.110);
pub(crate) const PANEL: Color = Color::srgb(0.122, 0.137, 0.169);
pub(crate) const RAISED: Color = Color::srgb(0.176, 0.196, 0.239);
pub(crate) const RAISED_HOVERED: Color = Color::srgb(0.224, 0.247, 0.298);
pub(crate) const RAISED_PRESSED: Color = Color::srgb(0.145, 0.161, 0.196);
/// Text fields, tracks and other areas that lie deeper than their panel.
pub(crate) const SUNKEN: Color = Color::srgb(0.090, 0.102, 0.125);
/// Thin lines around panels and buttons.
pub(crate) const LINE: Color = Color::srgba(1.0, 1.0, 1.0, 0.075);
/// Primary text.
pub(crate) const TEXT: Color = Color::srgb(0.910, 0.902, 0.882);
/// Secondary text; its contrast on panels is still 4.5:1.
pub(crate) const QUIET_TEXT: Color = Color::srgb(0.616, 0.635, 0.667);
pub(crate) const TEXT_ON_ACCENT: Color = Color::srgb(0.102, 0.082, 0.043);
/// The accent, for what matters now: the turn, the last move, the focus, the main button.
pub(crate) const ACCENT: Color = Color::srgb(0.851, 0.643, 0.255);
pub(crate) const ACCENT_HOVERED: Color = Color::srgb(0.918, 0.733, 0.365);
/// Dots on the holes in the editor.
pub(crate) const HOLE_DOT: Color = Color::srgb(0.792, 0.694, 0.580);
/// A square that cannot be played, and other refusals.
pub(crate) const REFUSED: Color = Color::srgb(0.878, 0.267, 0.227);
/// Background of text on the board.
pub(crate) const PLATE: Color = Color::srgb(0.043, 0.141, 0.098);
/// Background of discs in lists.
pub(crate) const FELT: Color = Color::srgb(0.145, 0.455, 0.306);
/// Ring around the best of several squares on the board.
pub(crate) const BRIGHT_RING: Color = Color::srgb(1.0, 0.878, 0.478);
/// Text about a good move, on [`PLATE`].
pub(crate) const GOOD_MOVE: Color = Color::srgb(0.553, 0.902, 0.545);
/// Text about a bad move, on [`PLATE`] and on panels.
pub(crate) const BAD_MOVE: Color = Color::srgb(0.965, 0.478, 0.427);
/// Background of a clock with little time left.
pub(crate) const LOW_TIME: Color = BAD_MOVE;
/// Layer between a screen and an overlay.
pub(crate) const VEIL: Color = Color::srgba(0.0, 0.0, 0.0, 0.55);

pub(crate) const CARD_RADIUS: f32 = 14.0;
pub(crate) const BUTTON_RADIUS: f32 = 9.0;
/// Minimum height of anything to touch, large enough for a finger.
pub(crate) const TOUCH: f32 = 44.0;
/// Usual gap.
pub(crate) const GAP: f32 = 10.0;

/// A mark on a square: a frame, and a wash of the same colour over the whole square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareMark {
    /// Colour of both.
    pub(crate) ink: MarkInk,
    /// Half the width of the frame, in squares.
    pub(crate) width: f32,
    /// Opacity of the wash, 0 to 1.
    pub(crate) wash: f32,
}

/// The square that was just refused.
pub(crate) const REFUSED_SQUARE: SquareMark = SquareMark { ink: MarkInk::Alarm, width: 0.02, wash: 0.35 };
/// The square under the keyboard cursor.
pub(crate) const FOCUSED_SQUARE: SquareMark = SquareMark { ink: MarkInk::Plain, width: 0.026, wash: 0.10 };
/// The square of the last move.
pub(crate) const LAST_SQUARE: SquareMark = SquareMark { ink: MarkInk::Accent, width: 0.016, wash: 0.16 };

/// The best square, in a review.
pub(crate) const BEST_SQUARE: SquareMark = SquareMark { ink: MarkInk::Accent, width: 0.03, wash: 0.1 };
/// The square of a move that lost something, in a review.
pub(crate) const LOSSY_SQUARE: SquareMark = SquareMark { ink: MarkInk::Alarm, width: 0.03, wash: 0.1 };
/// The square of a move that is not reviewed yet.
pub(crate) const UNKNOWN_SQUARE: SquareMark = SquareMark { ink: MarkInk::Plain, width: 0.012, wash: 0.0 };

/// Font family of everything except the title.
const SANS: &str = "Irogaeshi Sans";

/// Style of a text.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) enum TextStyle {
    /// Latin letters of the game's name on the title screen.
    Title,
    /// Japanese characters of the game's name.
    Characters,
    /// Heading of a screen or a card.
    Heading,
    /// Heading of a part of a screen.
    Section,
    Count,
    Clock,
    /// Buttons and names.
    Strong,
    /// Everything else.
    Body,
    Small,
}

impl TextStyle {
    pub(crate) const fn is_heading(self) -> bool {
        matches!(self, Self::Heading | Self::Section)
    }

    pub(crate) fn font(self) -> TextFont {
        let (family, size, weight) = match self {
            Self::Title => ("Irogaeshi Title", 46.0, 600),
            Self::Characters => ("Irogaeshi Title", 92.0, 600),
            Self::Heading | Self::Clock => (SANS, 24.0, 700),
            Self::Count => (SANS, 34.0, 700),
            Self::Strong | Self::Section => (SANS, 16.0, 700),
            Self::Body => (SANS, 16.0, 500),
            Self::Small => (SANS, 13.0, 500),
        };
        TextFont {
            font: FontSource::Family(family.into()),
            font_size: size.into(),
            weight: FontWeight(weight),
            font_smoothing: FontSmoothing::AntiAliased,
            // Tabular digits, so that a running clock does not move.
            font_features: match self {
                Self::Clock => [FontFeatureTag::TABULAR_FIGURES].into(),
                _ => FontFeatures::default(),
            },
            ..default()
        }
    }
}

/// A text in this style.
pub(crate) fn text(content: impl Into<String>, style: TextStyle, colour: Color) -> impl Bundle {
    (Text::new(content), style, style.font(), TextColor(colour), Pickable::IGNORE)
}

/// A translated phrase in this style.
pub(crate) fn worded(phrase: impl Into<Phrase>, style: TextStyle, colour: Color) -> impl Bundle {
    (Worded(phrase.into()), style, style.font(), TextColor(colour), Pickable::IGNORE)
}

/// Font of the coordinates on the board's frame; `size` is in logical pixels.
pub(crate) fn frame_font(size: f32) -> TextFont {
    TextFont { font_size: size.into(), ..TextStyle::Strong.font() }
}
