//! Light appearance: the light counterpart of each colour of the interface. Screens use the dark colours, the constants
//! of the theme; only the drawing (`drawing/light_theme.rs`) depends on the chosen appearance.

use bevy::prelude::*;

use crate::game::settings::colour::colour;
use crate::game::ui::theme;

/// Share of the accent in the colour of a chosen button.
pub(crate) const CHOSEN_ACCENT: f32 = 0.14;

/// Background in the light appearance, public because the backdrop uses it directly.
pub(crate) const LIGHT_BACKGROUND: Color = colour(0xe6_e2_d9);

const LIGHT_ACCENT: Color = colour(0x85_56_00);

/// Colours of the theme, each with its light counterpart. The backgrounds of texts come first.
const COLOURS: [(Color, Color); 18] = [
    (theme::BACKGROUND, LIGHT_BACKGROUND),
    (theme::PANEL, colour(0xf6_f4_ee)),
    (theme::RAISED, colour(0xff_ff_fe)),
    (theme::RAISED_HOVERED, colour(0xee_e8_da)),
    (theme::RAISED_PRESSED, colour(0xe0_d9_c9)),
    (theme::SUNKEN, colour(0xe0_db_d0)),
    (theme::TEXT, colour(0x1f_21_25)),
    (theme::QUIET_TEXT, colour(0x55_59_60)),
    (theme::TEXT_ON_ACCENT, colour(0xff_fb_f2)),
    (theme::ACCENT, LIGHT_ACCENT),
    (theme::ACCENT_HOVERED, colour(0x6c_45_00)),
    (theme::HOLE_DOT, colour(0x5c_46_30)),
    (theme::REFUSED, colour(0xb4_22_1a)),
    (theme::PLATE, colour(0xee_ea_df)),
    (theme::FELT, colour(0x3c_8a_62)),
    (theme::BRIGHT_RING, colour(0x8a_66_00)),
    (theme::GOOD_MOVE, colour(0x1c_66_24)),
    (theme::BAD_MOVE, colour(0xa3_1e_15)),
];

/// Number of `COLOURS` that are backgrounds of texts.
const BACKGROUNDS: usize = 6;

/// Thin lines: nearly transparent white in the dark appearance, black in the light one.
const LIGHT_LINE: Color = Color::srgba(0.0, 0.0, 0.0, 0.16);

/// Maximum difference between two channels that are equal except for rounding.
const ROUNDING: f32 = 2e-4;

/// Returns the light counterpart of a colour of the theme, with the same alpha; other colours stay unchanged.
pub(crate) fn light_counterpart(dark: LinearRgba) -> LinearRgba {
    let is_same = |one: LinearRgba| (one.to_vec3() - dark.to_vec3()).abs().max_element() < ROUNDING;
    if theme::LINE.to_linear().to_vec4().abs_diff_eq(dark.to_vec4(), ROUNDING) {
        return LIGHT_LINE.to_linear();
    }
    let chosen = |ground: &Color, accent: &Color| ground.mix(accent, CHOSEN_ACCENT).to_linear();
    let of_accent = |(ground, light): &(Color, Color)| {
        is_same(chosen(ground, &theme::ACCENT)).then(|| chosen(light, &LIGHT_ACCENT))
    };
    let plain = |(dark, light): &(Color, Color)| is_same(dark.to_linear()).then(|| light.to_linear());
    let light = COLOURS.iter().find_map(plain).or_else(|| COLOURS[..BACKGROUNDS].iter().find_map(of_accent));
    light.map_or(dark, |light| light.with_alpha(dark.alpha))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(one: Color, other: Color) -> f32 {
        let [one, other] = [one, other].map(|colour| colour.to_linear().luminance() + 0.05);
        one.max(other) / one.min(other)
    }

    /// Both appearances, with their mapping of the theme's colours.
    const APPEARANCES: [(&str, fn(Color) -> Color); 2] =
        [("dark", |dark| dark), ("light", |dark| light_counterpart(dark.to_linear()).into())];

    #[test]
    fn every_colour_of_the_theme_has_a_light_counterpart() {
        let source = include_str!("theme.rs");
        let names = source.lines().filter_map(|line| line.strip_prefix("pub(crate) const ")?.split_once(": Color"));
        let constants: Vec<&str> = names.map(|(name, _)| name).collect();
        // Not in the table: an alias, transparent black, and the line that `light_counterpart` handles itself.
        let others = ["LOW_TIME", "VEIL", "LINE"];
        let missing: Vec<_> = constants.iter().filter(|name| !others.contains(name)).collect();
        assert_eq!(missing.len(), COLOURS.len(), "{missing:?}");
        for (dark, light) in COLOURS {
            assert!(contrast(light_counterpart(dark.to_linear()).into(), light) < 1.001);
        }
    }

    #[test]
    fn no_two_colours_of_the_theme_are_too_similar() {
        for (index, (one, _)) in COLOURS.iter().enumerate() {
            for (other, _) in &COLOURS[..index] {
                let apart = (one.to_linear().to_vec3() - other.to_linear().to_vec3()).abs().max_element();
                assert!(apart > 4.0 * ROUNDING, "{one:?}, {other:?}");
            }
        }
    }

    #[test]
    fn texts_can_be_read() {
        for (name, seen) in APPEARANCES {
            for (ground, _) in &COLOURS[..BACKGROUNDS] {
                assert!(contrast(seen(theme::TEXT), seen(*ground)) >= 4.5, "{name}, {ground:?}");
                // There is no quiet text on hovered buttons.
                let found = contrast(seen(theme::QUIET_TEXT), seen(*ground));
                assert!(found >= 4.5 || *ground == theme::RAISED_HOVERED, "{name}, {ground:?}: {found}");
                let chosen = ground.mix(&theme::ACCENT, CHOSEN_ACCENT);
                assert!(contrast(seen(theme::TEXT), seen(chosen)) >= 4.5, "{name}, chosen");
            }
            for ground in [theme::BACKGROUND, theme::PANEL] {
                for ink in [theme::ACCENT, theme::BAD_MOVE] {
                    let found = contrast(seen(ink), seen(ground));
                    assert!(found >= 4.5, "{name}, {ink:?}: {found}");
                }
            }
            for fill in [theme::ACCENT, theme::ACCENT_HOVERED, theme::LOW_TIME] {
                let found = contrast(seen(theme::TEXT_ON_ACCENT), seen(fill));
                assert!(found >= 4.5, "{name}, {fill:?}: {found}");
            }
            // Speech bubbles have the colour of texts.
            assert!(contrast(seen(theme::BACKGROUND), seen(theme::TEXT)) >= 4.5, "{name}");
        }
    }

    #[test]
    fn controls_and_refusals_stand_out() {
        for (name, seen) in APPEARANCES {
            for ground in [theme::BACKGROUND, theme::PANEL, theme::RAISED, theme::SUNKEN] {
                for line in [theme::ACCENT, theme::TEXT, theme::REFUSED] {
                    let found = contrast(seen(line), seen(ground));
                    assert!(found >= 3.0, "{name}, {line:?} on {ground:?}: {found}");
                }
            }
        }
    }

    #[test]
    fn transparency_and_foreign_colours_are_unchanged() {
        let faint = light_counterpart(theme::RAISED.with_alpha(0.45).to_linear());
        assert!((faint.alpha - 0.45).abs() < 1e-6);
        assert!(faint.luminance() > 0.8);
        assert_eq!(light_counterpart(LinearRgba::WHITE), LinearRgba::WHITE);
        assert_eq!(light_counterpart(theme::VEIL.to_linear()), theme::VEIL.to_linear());
        assert!(light_counterpart(theme::LINE.to_linear()).luminance() < 0.01);
    }
}
