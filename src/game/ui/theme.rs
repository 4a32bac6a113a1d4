//! Theme: colours, fonts and sizes. Sizes are in logical pixels at the usual size of the interface.

use bevy::prelude::*;
use bevy::text::{FontFeatureTag, FontFeatures, FontSmoothing, FontSource, FontWeight};

use crate::game::settings::board_theme::MarkInk;
use crate::game::settings::colour::colour;
use crate::game::text::Phrase;
use crate::game::text::worded::Worded;
use crate::game::ui::tone::{Ink, Tone};

pub(crate) const BACKGROUND: Tone = Tone { dark: Color::srgb(0.082, 0.090, 0.110), light: colour(0xe6_e2_d9) };
pub(crate) const PANEL: Tone = Tone { dark: Color::srgb(0.122, 0.137, 0.169), light: colour(0xf6_f4_ee) };
pub(crate) const RAISED: Tone = Tone { dark: Color::srgb(0.176, 0.196, 0.239), light: colour(0xff_ff_fe) };
pub(crate) const RAISED_HOVERED: Tone = Tone { dark: Color::srgb(0.224, 0.247, 0.298), light: colour(0xee_e8_da) };
pub(crate) const RAISED_PRESSED: Tone = Tone { dark: Color::srgb(0.145, 0.161, 0.196), light: colour(0xe0_d9_c9) };
/// A chosen button on this ground.
pub(crate) fn chosen(ground: Tone) -> Tone {
    ground.mix(ACCENT, 0.14)
}

/// Text fields, tracks and other areas that lie deeper than their panel.
pub(crate) const SUNKEN: Tone = Tone { dark: Color::srgb(0.090, 0.102, 0.125), light: colour(0xe0_db_d0) };
/// Thin lines around panels and buttons.
pub(crate) const LINE: Tone =
    Tone { dark: Color::srgba(1.0, 1.0, 1.0, 0.075), light: Color::srgba(0.0, 0.0, 0.0, 0.16) };
/// Primary text.
pub(crate) const TEXT: Tone = Tone { dark: Color::srgb(0.910, 0.902, 0.882), light: colour(0x1f_21_25) };
/// Secondary text; its contrast on panels is still 4.5:1.
pub(crate) const QUIET_TEXT: Tone = Tone { dark: Color::srgb(0.616, 0.635, 0.667), light: colour(0x55_59_60) };
pub(crate) const TEXT_ON_ACCENT: Tone = Tone { dark: Color::srgb(0.102, 0.082, 0.043), light: colour(0xff_fb_f2) };
/// The accent, for what matters now: the turn, the last move, the focus, the main button.
pub(crate) const ACCENT: Tone = Tone { dark: Color::srgb(0.851, 0.643, 0.255), light: colour(0x85_56_00) };
pub(crate) const ACCENT_HOVERED: Tone = Tone { dark: Color::srgb(0.918, 0.733, 0.365), light: colour(0x6c_45_00) };
/// Dots on the holes in the editor. Boards look the same in both appearances.
pub(crate) const HOLE_DOT: Color = Color::srgb(0.792, 0.694, 0.580);
/// A square that cannot be played, and other refusals.
pub(crate) const REFUSED: Tone = Tone { dark: Color::srgb(0.878, 0.267, 0.227), light: colour(0xb4_22_1a) };
/// Background of text on the board.
pub(crate) const PLATE: Color = Color::srgb(0.043, 0.141, 0.098);
/// Background of discs in lists.
pub(crate) const FELT: Tone = Tone { dark: Color::srgb(0.145, 0.455, 0.306), light: colour(0x3c_8a_62) };
/// Ring around the best of several squares on the board.
pub(crate) const BRIGHT_RING: Color = Color::srgb(1.0, 0.878, 0.478);
/// Text about a good move, on [`PLATE`].
pub(crate) const GOOD_MOVE: Tone = Tone { dark: Color::srgb(0.553, 0.902, 0.545), light: colour(0x1c_66_24) };
/// Text about a bad move, on [`PLATE`] and on panels.
pub(crate) const BAD_MOVE: Tone = Tone { dark: Color::srgb(0.965, 0.478, 0.427), light: colour(0xa3_1e_15) };
/// Background of a clock with little time left.
pub(crate) const LOW_TIME: Tone = BAD_MOVE;
/// Layer between a screen and an overlay.
pub(crate) const VEIL: Tone = Tone::both(Color::srgba(0.0, 0.0, 0.0, 0.55));

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
pub(crate) fn text(content: impl Into<String>, style: TextStyle, tone: Tone) -> impl Bundle {
    (Text::new(content), style, style.font(), Ink(tone), Pickable::IGNORE)
}

/// A translated phrase in this style.
pub(crate) fn worded(phrase: impl Into<Phrase>, style: TextStyle, tone: Tone) -> impl Bundle {
    (Worded(phrase.into()), style, style.font(), Ink(tone), Pickable::IGNORE)
}

/// Font of the coordinates on the board's frame; `size` is in logical pixels.
pub(crate) fn frame_font(size: f32) -> TextFont {
    TextFont { font_size: size.into(), ..TextStyle::Strong.font() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Color, other: Color) -> f32 {
        let [one, other] = [one, other].map(|colour| colour.to_linear().luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// Both appearances, with the colour of a tone in each.
    const APPEARANCES: [(&str, fn(Tone) -> Color); 2] = [("dark", |tone| tone.dark), ("light", |tone| tone.light)];

    /// Backgrounds of texts.
    const GROUNDS: [Tone; 6] = [BACKGROUND, PANEL, RAISED, RAISED_HOVERED, RAISED_PRESSED, SUNKEN];

    #[test]
    fn texts_can_be_read() {
        for (name, seen) in APPEARANCES {
            for ground in GROUNDS {
                assert!(contrast(seen(TEXT), seen(ground)) >= 4.5, "{name}, {ground:?}");
                // There is no quiet text on hovered buttons.
                let found = contrast(seen(QUIET_TEXT), seen(ground));
                assert!(found >= 4.5 || ground == RAISED_HOVERED, "{name}, {ground:?}: {found}");
                assert!(contrast(seen(TEXT), seen(chosen(ground))) >= 4.5, "{name}, chosen");
            }
            for ground in [BACKGROUND, PANEL] {
                for ink in [ACCENT, BAD_MOVE] {
                    let found = contrast(seen(ink), seen(ground));
                    assert!(found >= 4.5, "{name}, {ink:?}: {found}");
                }
            }
            for fill in [ACCENT, ACCENT_HOVERED, LOW_TIME] {
                let found = contrast(seen(TEXT_ON_ACCENT), seen(fill));
                assert!(found >= 4.5, "{name}, {fill:?}: {found}");
            }
            // Speech bubbles have the colour of texts.
            assert!(contrast(seen(BACKGROUND), seen(TEXT)) >= 4.5, "{name}");
        }
    }

    #[test]
    fn controls_and_refusals_stand_out() {
        for (name, seen) in APPEARANCES {
            for ground in [BACKGROUND, PANEL, RAISED, SUNKEN] {
                for line in [ACCENT, TEXT, REFUSED] {
                    let found = contrast(seen(line), seen(ground));
                    assert!(found >= 3.0, "{name}, {line:?} on {ground:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn transparency_is_the_same_in_both_appearances() {
        let faint = RAISED.with_alpha(0.45).light;
        assert!((faint.alpha() - 0.45).abs() < 1e-6);
        assert!(faint.luminance() > 0.8);
        assert_eq!(VEIL.light, VEIL.dark);
        assert!(LINE.light.luminance() < 0.01);
    }
}
