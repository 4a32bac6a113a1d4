//! The look in one place: colours, type and measures. Measures are logical pixels at the usual size of the interface.

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontFeatures, FontSmoothing, FontSource, FontWeight};

use crate::game::settings::board_theme::MarkInk;
use crate::game::text::Phrase;
use crate::game::text::worded::Worded;

/// Behind everything.
pub(crate) const BACKGROUND: Color = Color::srgb(0.082, 0.090, 0.110);
/// Cards and panels.
pub(crate) const PANEL: Color = Color::srgb(0.122, 0.137, 0.169);
/// Buttons on panels.
pub(crate) const RAISED: Color = Color::srgb(0.176, 0.196, 0.239);
/// Buttons under the pointer.
pub(crate) const RAISED_HOVERED: Color = Color::srgb(0.224, 0.247, 0.298);
/// Buttons that are held down.
pub(crate) const RAISED_PRESSED: Color = Color::srgb(0.145, 0.161, 0.196);
/// What lies lower than its panel: text fields, tracks.
pub(crate) const SUNKEN: Color = Color::srgb(0.090, 0.102, 0.125);
/// Thin lines around panels and buttons.
pub(crate) const LINE: Color = Color::srgba(1.0, 1.0, 1.0, 0.075);
/// Text that is to be read.
pub(crate) const TEXT: Color = Color::srgb(0.910, 0.902, 0.882);
/// Text that only helps: still 4.5:1 on panels.
pub(crate) const QUIET_TEXT: Color = Color::srgb(0.616, 0.635, 0.667);
/// Text on the accent.
pub(crate) const TEXT_ON_ACCENT: Color = Color::srgb(0.102, 0.082, 0.043);
/// What matters now: the turn, the last move, the focus, the main button.
pub(crate) const ACCENT: Color = Color::srgb(0.851, 0.643, 0.255);
/// The accent under the pointer.
pub(crate) const ACCENT_HOVERED: Color = Color::srgb(0.918, 0.733, 0.365);
/// Specks in the dark around the board of the editor.
pub(crate) const WOOD_TEXT: Color = Color::srgb(0.792, 0.694, 0.580);
/// A square that cannot be played.
pub(crate) const REFUSED: Color = Color::srgb(0.878, 0.267, 0.227);
/// What words on the board stand on.
pub(crate) const PLATE: Color = Color::srgb(0.043, 0.141, 0.098);
/// The ground of discs in lists.
pub(crate) const FELT: Color = Color::srgb(0.145, 0.455, 0.306);
/// The ring around the best of several things on the board.
pub(crate) const BRIGHT_RING: Color = Color::srgb(1.0, 0.878, 0.478);
/// Words about a good move, on plates.
pub(crate) const GOOD_MOVE: Color = Color::srgb(0.553, 0.902, 0.545);
/// Words about a bad move, on plates and panels.
pub(crate) const BAD_MOVE: Color = Color::srgb(0.965, 0.478, 0.427);
/// What a time lies on of which there is little left.
pub(crate) const LITTLE_TIME: Color = BAD_MOVE;
/// What lies under a dialog.
pub(crate) const VEIL: Color = Color::srgba(0.0, 0.0, 0.0, 0.55);

/// The roundness of cards.
pub(crate) const CARD_RADIUS: f32 = 14.0;
/// The roundness of buttons.
pub(crate) const BUTTON_RADIUS: f32 = 9.0;
/// The least height of anything that is touched.
pub(crate) const TOUCH: f32 = 44.0;
/// The usual distance between things.
pub(crate) const GAP: f32 = 10.0;

/// How a square is marked: by a frame, and by a wash of the same colour over the whole square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareMark {
    /// What both are drawn in.
    pub(crate) ink: MarkInk,
    /// Half the width of the frame, in squares.
    pub(crate) width: f32,
    /// How much of the square's colour the wash replaces, from 0 to 1.
    pub(crate) wash: f32,
}

/// The square that was refused a moment ago.
pub(crate) const REFUSED_SQUARE: SquareMark = SquareMark { ink: MarkInk::Alarm, width: 0.02, wash: 0.35 };
/// The square that the keyboard is on.
pub(crate) const FOCUSED_SQUARE: SquareMark = SquareMark { ink: MarkInk::Plain, width: 0.026, wash: 0.10 };
/// The square that was played last.
pub(crate) const LAST_SQUARE: SquareMark = SquareMark { ink: MarkInk::Accent, width: 0.016, wash: 0.16 };

/// The best square, in a review.
pub(crate) const BEST_SQUARE: SquareMark = SquareMark { ink: MarkInk::Accent, width: 0.03, wash: 0.1 };
/// The square that was played though another one was better.
pub(crate) const LOSSY_SQUARE: SquareMark = SquareMark { ink: MarkInk::Alarm, width: 0.03, wash: 0.1 };
/// The square that was played, as long as nothing more is known.
pub(crate) const UNKNOWN_SQUARE: SquareMark = SquareMark { ink: MarkInk::Plain, width: 0.012, wash: 0.0 };

/// The family of everything but the title.
const SANS: &str = "Irogaeshi Sans";

/// Lines of text.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) enum TextStyle {
    /// The name of the game on the title screen.
    Title,
    /// The characters of the name.
    Characters,
    /// What a screen or a card is about.
    Heading,
    /// The heading of a part of a screen.
    Section,
    /// Disc counts.
    Count,
    /// The time that a player has left.
    Clock,
    /// Buttons and names.
    Strong,
    /// Everything else.
    Body,
    /// Explanations.
    Small,
}

impl TextStyle {
    /// True for the styles of headings.
    pub(crate) const fn is_heading(self) -> bool {
        matches!(self, Self::Heading | Self::Section)
    }

    /// The font.
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
            // Digits that change stand still.
            font_features: match self {
                Self::Clock => [FontFeatureTag::TABULAR_FIGURES].into(),
                _ => FontFeatures::default(),
            },
            ..default()
        }
    }
}

/// A text in one of the styles.
pub(crate) fn text(content: impl Into<String>, style: TextStyle, colour: Color) -> impl Bundle {
    (Text::new(content), style, style.font(), TextColor(colour), Pickable::IGNORE)
}

/// What the phrase says, in one of the styles.
pub(crate) fn worded(phrase: impl Into<Phrase>, style: TextStyle, colour: Color) -> impl Bundle {
    (Worded(phrase.into()), style, style.font(), TextColor(colour), Pickable::IGNORE)
}

/// The type of the letters on the board's frame, in logical pixels.
pub(crate) fn frame_font(size: f32) -> TextFont {
    TextFont { font_size: size.into(), ..TextStyle::Strong.font() }
}
