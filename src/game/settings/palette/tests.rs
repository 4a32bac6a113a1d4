//! Tests of the palettes: WCAG 2 contrast and CIEDE2000 colour difference, also as seen by people with colour
//! blindness.

use bevy::prelude::*;
use palette::color_difference::Ciede2000;
use palette::white_point::D65;
use palette::{IntoColor, Lab, LinSrgb};

use crate::game::settings::board_theme::BoardTheme;
use crate::game::settings::board_theme::tests::square_colours;
use crate::game::settings::palette::colour_vision::ColourVision;
use crate::game::settings::palette::{DiscLook, Palette};
use crate::game::ui::theme;
use crate::rules::Disc;

/// Minimum contrast of a disc's rim with its ground; WCAG 2, success criterion 1.4.11.
const MIN_RIM_CONTRAST: f32 = 3.0;
/// Minimum contrast of a symbol with its disc; WCAG 2, success criterion 1.4.3.
const MIN_SYMBOL_CONTRAST: f32 = 4.5;
/// Minimum CIEDE2000 colour difference between two discs.
const MIN_DIFFERENCE: f64 = 15.0;

/// Kinds of colour vision to which no two discs may look alike without symbols.
const COLOUR_VISIONS: [ColourVision; 4] =
    [ColourVision::AllCones, ColourVision::Protanopia, ColourVision::Deuteranopia, ColourVision::Tritanopia];

/// Simulates a colour as these eyes see it.
fn see(vision: ColourVision, colour: Color) -> Lab<D65, f64> {
    let [red, green, blue] = vision.see(colour.to_linear()).to_f32_array_no_alpha().map(f64::from);
    LinSrgb::new(red, green, blue).into_color()
}

/// The two most similar discs without symbols, and their colour difference.
fn closest_discs(vision: ColourVision, palette: Palette) -> (f64, [Disc; 2]) {
    let seen = Disc::ALL.map(|disc| (disc, see(vision, palette.look(disc).face)));
    let pairs = seen.iter().enumerate().flat_map(|(index, one)| seen[..index].iter().map(move |other| (one, other)));
    pairs
        .map(|((one, seen_one), (other, seen_other))| (seen_one.difference(*seen_other), [*other, *one]))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .expect("there are several discs")
}

/// Contrast ratio of WCAG 2.
pub(in crate::game::settings) fn contrast(one: Color, other: Color) -> f32 {
    let [darker, lighter] = {
        let mut luminances = [one.to_linear(), other.to_linear()].map(|colour| {
            let [red, green, blue] = colour.to_f32_array_no_alpha();
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        });
        luminances.sort_by(f32::total_cmp);
        luminances
    };
    (lighter + 0.05) / (darker + 0.05)
}

/// Reads a constant from the source of a shader.
pub(in crate::game::settings) fn shader_constant(shader: &str, name: &str) -> f32 {
    let start = format!("const {name}: f32 = ");
    let line = shader.lines().find_map(|line| line.strip_prefix(&start)).expect("the shader has the constant");
    line.trim_end_matches(';').parse().expect("a number")
}

const FACE_SHADER: &str = include_str!("../../../../assets/shaders/face.wgsl");
/// Shading of a face in the blue channel, relative to the average of all channels.
const SHADE_IN_BLUE: f32 = 1.25;

/// Minimum and maximum light on the symbol of a disc that lies flat.
fn light_on_symbols() -> [f32; 2] {
    let slope = shader_constant(FACE_SHADER, "DOME") * shader_constant(FACE_SHADER, "SYMBOL_RADIUS");
    let light = Vec3::new(-0.4195, 0.5792, 0.6991);
    let side = light.truncate().normalize();
    [-1.0, 1.0].map(|towards| 0.54 + 0.46 * (side * slope * towards).extend(1.0).normalize().dot(light) / light.z)
}

fn looks() -> impl Iterator<Item = (Palette, Disc, DiscLook)> {
    Palette::ALL.into_iter().flat_map(|palette| Disc::ALL.map(|disc| (palette, disc, palette.look(disc))))
}

#[test]
fn differences_are_those_published_by_sharma_wu_and_dalal() {
    let pairs = include_str!("../../../../tests/data/ciede2000.csv").lines().skip(1);
    let mut count = 0;
    for pair in pairs {
        let numbers: Vec<f64> = pair.split(',').map(|number| number.parse().expect("a number")).collect();
        let [l1, a1, b1, l2, a2, b2, expected] = numbers[..] else { panic!("seven numbers in \"{pair}\"") };
        let (one, other) = (Lab::<D65, f64>::new(l1, a1, b1), Lab::new(l2, a2, b2));
        for found in [one.difference(other), other.difference(one)] {
            assert!((found - expected).abs() < 0.000_05, "{pair}: {found}");
        }
        count += 1;
    }
    assert_eq!(count, 34);
}

#[test]
fn every_disc_stands_out_from_every_square() {
    let squares = BoardTheme::ALL.into_iter().flat_map(square_colours);
    let surfaces: Vec<Color> =
        squares.chain([theme::BACKGROUND, theme::PANEL, theme::RAISED].map(|tone| tone.dark)).collect();
    for (palette, disc, look) in looks() {
        for surface in &surfaces {
            let best = contrast(look.light_rim, *surface).max(contrast(look.dark_rim, *surface));
            assert!(best >= MIN_RIM_CONTRAST, "{palette:?}, {disc:?} on {surface:?}: {best}");
        }
    }
}

#[test]
fn a_rim_stands_out_from_squares_of_any_colour() {
    for (palette, disc, look) in looks() {
        for step in 0..=100u8 {
            let surface = Color::srgb_from_array([f32::from(step) / 100.0; 3]);
            let best = contrast(look.light_rim, surface).max(contrast(look.dark_rim, surface));
            assert!(best >= MIN_RIM_CONTRAST, "{palette:?}, {disc:?} on {surface:?}: {best}");
        }
    }
}

#[test]
fn every_symbol_stands_out_from_its_disc() {
    for (palette, disc, look) in looks() {
        let luminance = look.face.to_linear().luminance();
        let shade = 1.0 - SHADE_IN_BLUE * shader_constant(FACE_SHADER, "SHADE") * luminance * luminance;
        for light in light_on_symbols().into_iter().flat_map(|light| [light, light * shade]) {
            let [ink, face] = [look.ink, look.face].map(|colour| Color::from(colour.to_linear() * light));
            let found = contrast(ink, face);
            assert!(found >= MIN_SYMBOL_CONTRAST, "{palette:?}, {disc:?}: {found}");
        }
    }
}

#[test]
fn discs_with_the_same_symbol_and_pattern_differ_like_black_and_white() {
    for palette in Palette::ALL {
        for (index, one) in Disc::ALL.into_iter().enumerate() {
            for other in Disc::ALL[..index].iter().copied() {
                let (look, other_look) = (palette.look(one), palette.look(other));
                let found = contrast(look.face, other_look.face);
                let is_marked = (look.symbol, look.pattern) != (other_look.symbol, other_look.pattern);
                let differ = is_marked || found >= 15.0;
                assert!(differ, "{palette:?}: {one:?} and {other:?}, {found}");
            }
        }
    }
}

#[test]
fn discs_differ_without_their_symbols() {
    for palette in [Palette::Default, Palette::HighContrast, Palette::Pattern] {
        for vision in COLOUR_VISIONS {
            let (difference, discs) = closest_discs(vision, palette);
            assert!(difference >= MIN_DIFFERENCE, "{palette:?}, {vision:?}: {discs:?}, {difference}");
        }
    }
}

#[test]
fn high_contrast_separates_discs_more_than_the_default_for_all_eyes() {
    for vision in COLOUR_VISIONS {
        let (high, usual) = (closest_discs(vision, Palette::HighContrast), closest_discs(vision, Palette::Default));
        assert!(high.0 > usual.0, "{vision:?}: {high:?} against {usual:?}");
    }
}
