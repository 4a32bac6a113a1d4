//! Tests of the board themes: WCAG 2 contrast of everything drawn on a board. The contrast of discs on all boards is
//! tested with the palettes.

use bevy::prelude::*;

use crate::game::settings::board_theme::{BoardTheme, MarkInk};
use crate::game::settings::palette::Palette;
use crate::game::settings::palette::tests::{contrast, shader_constant};
use crate::game::ui::theme::SquareMark;
use crate::game::ui::theme::{BEST_SQUARE, FOCUSED_SQUARE, LAST_SQUARE, LOSSY_SQUARE, REFUSED_SQUARE, UNKNOWN_SQUARE};
use crate::rules::{Disc, Tint};

/// All marks on squares.
const MARKS: [SquareMark; 6] = [BEST_SQUARE, FOCUSED_SQUARE, LAST_SQUARE, LOSSY_SQUARE, REFUSED_SQUARE, UNKNOWN_SQUARE];

/// Range of colours of a bare square: from the darkest speck in the dimmest place to the lightest speck in the pool of
/// light.
pub(in crate::game::settings) fn bare_squares(theme: BoardTheme) -> Vec<Color> {
    lit(theme, theme.look().ground)
}

/// Range of colours of a bare square of this colour.
fn lit(theme: BoardTheme, ground: Color) -> Vec<Color> {
    let look = theme.look();
    let [specks, lumps, cushion] = [look.grain.fine_amount, look.grain.coarse_amount, look.cushion].map(|of| of / 2.0);
    let pool = shader_constant(include_str!("../../../../assets/shaders/cloth.wgsl"), "POOL") / 2.0;
    let most = (1.0 + specks + lumps) * (1.0 + cushion) * (1.0 + pool);
    let least = (1.0 - specks - lumps) * (1.0 - cushion) * (1.0 - pool);
    let ground = ground.to_linear();
    let seen = |light: f32| LinearRgba::from_vec3((ground * light).to_vec3().min(Vec3::ONE)).into();
    (0..=8u8).map(|step| seen(least + (most - least) * f32::from(step) / 8.0)).collect()
}

/// Colours that a square can have under a disc: bare, and with each mark's wash.
pub(in crate::game::settings) fn square_colours(theme: BoardTheme) -> Vec<Color> {
    let inks = theme.look().inks;
    let washes = MARKS.map(|mark| (inks.of(mark.ink).to_linear(), mark.wash));
    let under_marks = |bare: Color| washes.map(|(ink, wash)| Color::from(bare.to_linear().mix(&ink, wash)));
    let bare = bare_squares(theme);
    bare.iter().flat_map(|bare| under_marks(*bare)).chain(bare.iter().copied()).collect()
}

#[test]
fn themes_look_different() {
    for (index, one) in BoardTheme::ALL.into_iter().enumerate() {
        for other in &BoardTheme::ALL[..index] {
            assert_ne!(one.look(), other.look());
            assert_ne!(one.look().ground, other.look().ground, "{one:?}, {other:?}");
        }
    }
}

#[test]
fn marks_stand_out_from_the_squares_they_are_on() {
    for theme in BoardTheme::ALL {
        for ink in [MarkInk::Accent, MarkInk::Plain, MarkInk::Alarm] {
            let found = contrast(theme.look().inks.of(ink), theme.look().ground);
            assert!(found >= 3.0, "{theme:?}, {ink:?}: {found}");
        }
    }
}

#[test]
fn legal_squares_are_visible_for_every_player() {
    for theme in BoardTheme::ALL {
        for (palette, disc) in Palette::ALL.into_iter().flat_map(|palette| Disc::ALL.map(|disc| (palette, disc))) {
            let rim = palette.look(disc).rim_on(theme.look().ground);
            for square in bare_squares(theme) {
                let found = contrast(rim, square);
                assert!(found >= 3.0, "{theme:?}, {palette:?}, {disc:?} on {square:?}: {found}");
            }
        }
    }
}

fn tints() -> impl Iterator<Item = (BoardTheme, Tint, Color)> {
    let squares = || Tint::all().filter(|tint| !tint.is_of_hole());
    BoardTheme::ALL
        .into_iter()
        .flat_map(move |theme| squares().map(move |tint| (theme, tint, theme.look().tinted(tint))))
}

#[test]
fn marks_and_discs_stand_out_from_every_tint() {
    for (theme, tint, ground) in tints() {
        for ink in [MarkInk::Accent, MarkInk::Plain, MarkInk::Alarm] {
            let found = contrast(theme.look().inks.of(ink), ground);
            assert!(found >= 3.0, "{theme:?}, {tint:?}, {ink:?}: {found}");
        }
        for (palette, disc) in Palette::ALL.into_iter().flat_map(|palette| Disc::ALL.map(|disc| (palette, disc))) {
            let look = palette.look(disc);
            for square in lit(theme, ground) {
                let legal = contrast(look.rim_on(ground), square);
                let best = contrast(look.light_rim, square).max(contrast(look.dark_rim, square));
                assert!(legal.min(best) >= 3.0, "{theme:?}, {tint:?}, {palette:?}, {disc:?}: {legal}, {best}");
            }
        }
    }
}

#[test]
fn tints_look_different() {
    for theme in BoardTheme::ALL {
        let mut colours = vec![theme.look().ground];
        colours.extend(tints().filter(|(of, ..)| *of == theme).map(|(.., colour)| colour));
        assert_eq!(colours.len(), 1 + Tint::SQUARES);
        for (index, one) in colours.iter().enumerate() {
            for (earlier, other) in colours[..index].iter().enumerate() {
                let [one, other] = [*one, *other].map(|colour| Oklaba::from(colour).to_vec3());
                let found = one.distance(other);
                assert!(found >= 0.012, "{theme:?}, {index} and {earlier}: {found}");
            }
        }
    }
}

#[test]
fn letters_on_the_frame_can_be_read() {
    for theme in BoardTheme::ALL {
        let look = theme.look();
        let wood = look.frame.to_linear();
        for light in [1.0 - look.frame_grain / 2.0, 1.0, 1.0 + look.frame_grain / 2.0] {
            let found = contrast(look.frame_text, (wood * light).into());
            assert!(found >= 4.5, "{theme:?}: {found}");
        }
    }
}

#[test]
fn themes_keep_their_saved_names() {
    let names = BoardTheme::ALL.map(|theme| serde_json::to_string(&theme).unwrap());
    assert_eq!(names, ["\"cloth\"", "\"wood\"", "\"slate\"", "\"paper\""]);
    let names = Palette::ALL.map(|palette| serde_json::to_string(&palette).unwrap());
    assert_eq!(names, ["\"default\"", "\"high-contrast\"", "\"published\"", "\"pattern\""]);
}
