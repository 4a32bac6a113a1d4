//! What the palettes promise, in figures: contrast after WCAG 2, and colour difference after CIEDE2000, also for eyes
//! that lack one kind of cone.

use bevy::prelude::*;
use palette::color_difference::Ciede2000;
use palette::white_point::D65;
use palette::{IntoColor, Lab, LinSrgb};

use crate::game::pictures::colour_vision::Eyes;
use crate::game::settings::palette::{DiscLook, Palette};
use crate::game::ui::theme;
use crate::rules::Disc;

/// The least contrast of a disc's rim with what it lies on: WCAG 2, success criterion 1.4.11.
const LEAST_RIM_CONTRAST: f32 = 3.0;
/// The least contrast of a symbol with its disc: WCAG 2, success criterion 1.4.3.
const LEAST_SYMBOL_CONTRAST: f32 = 4.5;
/// The least colour difference of two discs.
const LEAST_DIFFERENCE: f64 = 15.0;

/// The eyes to which no two discs may look alike without their symbols.
const EYES: [Eyes; 4] = [Eyes::AllCones, Eyes::Protanopia, Eyes::Deuteranopia, Eyes::Tritanopia];

/// What these eyes make of a colour.
fn see(eyes: Eyes, colour: Color) -> Lab<D65, f64> {
    let [red, green, blue] = eyes.see(colour.to_linear()).to_f32_array_no_alpha().map(f64::from);
    LinSrgb::new(red, green, blue).into_color()
}

/// The two discs that are closest to each other without their symbols, and how far they are apart.
fn closest_discs(eyes: Eyes, palette: Palette) -> (f64, [Disc; 2]) {
    let seen = Disc::ALL.map(|disc| (disc, see(eyes, palette.look(disc).face)));
    let pairs = seen.iter().enumerate().flat_map(|(index, one)| seen[..index].iter().map(move |other| (one, other)));
    pairs
        .map(|((one, seen_one), (other, seen_other))| (seen_one.difference(*seen_other), [*other, *one]))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .expect("there are several discs")
}

/// The contrast ratio of WCAG 2.
fn contrast(one: Color, other: Color) -> f32 {
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

/// A constant of the shader that draws the cloth.
fn cloth_constant(name: &str) -> f32 {
    let shader = include_str!("../../../../assets/shaders/cloth.wgsl");
    let start = format!("const {name}: f32 = ");
    let line = shader.lines().find_map(|line| line.strip_prefix(&start)).expect("the shader has the constant");
    line.trim_end_matches(';').parse().expect("a number")
}

/// Every colour a square can have under a disc: from the darkest thread to the lightest, bare and with each mark's
/// wash.
fn square_colours() -> impl Iterator<Item = Color> {
    let uneven = (1.0 + cloth_constant("GRAIN") / 2.0) * (1.0 + cloth_constant("CUSHION") / 2.0) - 1.0;
    let felt = theme::FELT.to_linear();
    let lit = (-4i8..=4).map(move |step| felt * (1.0 + uneven * f32::from(step) / 4.0));
    let washes = [(felt, 0.0)].into_iter().chain(
        [
            theme::REFUSED_SQUARE,
            theme::FOCUSED_SQUARE,
            theme::LAST_SQUARE,
            theme::BEST_SQUARE,
            theme::LOSSY_SQUARE,
            theme::UNKNOWN_SQUARE,
        ]
        .map(|mark| (mark.colour.to_linear(), mark.wash)),
    );
    lit.flat_map(move |cloth| washes.clone().map(move |(wash, share)| cloth.mix(&wash, share).into()))
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
    let surfaces: Vec<Color> = square_colours().chain([theme::BACKGROUND, theme::PANEL, theme::RAISED]).collect();
    for (palette, disc, look) in looks() {
        for surface in &surfaces {
            let best = contrast(look.light_rim, *surface).max(contrast(look.dark_rim, *surface));
            assert!(best >= LEAST_RIM_CONTRAST, "{palette:?}, {disc:?} on {surface:?}: {best}");
        }
    }
}

#[test]
fn a_rim_stands_out_from_squares_of_any_colour() {
    for (palette, disc, look) in looks() {
        for step in 0..=100u8 {
            let surface = Color::srgb_from_array([f32::from(step) / 100.0; 3]);
            let best = contrast(look.light_rim, surface).max(contrast(look.dark_rim, surface));
            assert!(best >= LEAST_RIM_CONTRAST, "{palette:?}, {disc:?} on {surface:?}: {best}");
        }
    }
}

#[test]
fn every_symbol_stands_out_from_its_disc() {
    for (palette, disc, look) in looks() {
        let found = contrast(look.ink, look.face);
        assert!(found >= LEAST_SYMBOL_CONTRAST, "{palette:?}, {disc:?}: {found}");
    }
}

#[test]
fn discs_with_the_same_symbol_differ_like_black_and_white() {
    for palette in Palette::ALL {
        for (index, one) in Disc::ALL.into_iter().enumerate() {
            for other in Disc::ALL[..index].iter().copied() {
                let (look, other_look) = (palette.look(one), palette.look(other));
                let found = contrast(look.face, other_look.face);
                let differ = look.symbol != other_look.symbol || found >= 15.0;
                assert!(differ, "{palette:?}: {one:?} and {other:?}, {found}");
            }
        }
    }
}

#[test]
fn discs_are_told_apart_without_their_symbols() {
    for palette in [Palette::Default, Palette::HighContrast] {
        for eyes in EYES {
            let (difference, discs) = closest_discs(eyes, palette);
            assert!(difference >= LEAST_DIFFERENCE, "{palette:?}, {eyes:?}: {discs:?}, {difference}");
        }
    }
}

#[test]
fn high_contrast_tells_discs_further_apart_than_the_default_to_all_eyes() {
    for eyes in EYES {
        let (high, usual) = (closest_discs(eyes, Palette::HighContrast), closest_discs(eyes, Palette::Default));
        assert!(high.0 > usual.0, "{eyes:?}: {high:?} against {usual:?}");
    }
}
