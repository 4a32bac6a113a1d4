//! Simulation of colour vision: colours as seen by eyes that lack one kind of cone, or all colour.

use bevy::prelude::*;

/// A kind of colour vision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColourVision {
    /// All three kinds of cones.
    AllCones,
    /// No cones for long wavelengths.
    Protanopia,
    /// No cones for medium wavelengths.
    Deuteranopia,
    /// No cones for short wavelengths.
    Tritanopia,
    /// No colour, only lightness, as in a black-and-white print.
    Greyscale,
}

/// Matrix for linear red, green and blue, with one row per output channel.
type Matrix = [[f32; 3]; 3];

/// Weights of linear red, green and blue in relative luminance, as in WCAG 2.
const LUMINANCE: [f32; 3] = [0.2126, 0.7152, 0.0722];

impl ColourVision {
    pub const ALL: [Self; 5] =
        [Self::AllCones, Self::Protanopia, Self::Deuteranopia, Self::Tritanopia, Self::Greyscale];

    /// Name in files, such as `protanopia`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::AllCones => "all-cones",
            Self::Protanopia => "protanopia",
            Self::Deuteranopia => "deuteranopia",
            Self::Tritanopia => "tritanopia",
            Self::Greyscale => "greyscale",
        }
    }

    /// The matrices for missing cones are those of Machado, Oliveira and Fernandes 2009 at severity 1.
    const fn matrix(self) -> Matrix {
        match self {
            Self::AllCones => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            Self::Protanopia => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deuteranopia => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritanopia => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
            Self::Greyscale => [LUMINANCE; 3],
        }
    }

    /// Simulates this vision: the result looks to all cones as `colour` looks to it.
    #[must_use]
    pub fn see(self, colour: LinearRgba) -> LinearRgba {
        let seen = colour.to_vec3();
        let [red, green, blue] = self.matrix().map(|row| Vec3::from_array(row).dot(seen).clamp(0.0, 1.0));
        LinearRgba { red, green, blue, alpha: colour.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(vision: ColourVision, [red, green, blue]: [u8; 3]) -> [u8; 3] {
        let seen = vision.see(Color::srgb_u8(red, green, blue).to_linear());
        let [red, green, blue, _] = Color::from(seen).to_srgba().to_u8_array();
        [red, green, blue]
    }

    /// Reference values from colorspacious 1.1.2, `sRGB1+CVD` to `sRGB1` at severity 100.
    #[test]
    fn colours_match_those_of_another_program() {
        for (colour, protanopia, deuteranopia, tritanopia) in [
            ([255, 0, 0], [109, 95, 0], [163, 144, 0], [255, 0, 15]),
            ([37, 147, 92], [146, 135, 88], [133, 125, 96], [0, 146, 133]),
            ([255, 209, 82], [232, 207, 66], [243, 220, 88], [255, 192, 183]),
            ([51, 207, 255], [180, 202, 255], [154, 183, 254], [0, 221, 223]),
            ([139, 4, 4], [57, 49, 1], [87, 76, 0], [154, 0, 8]),
        ] {
            assert_eq!(seen(ColourVision::AllCones, colour), colour);
            assert_eq!(seen(ColourVision::Protanopia, colour), protanopia);
            assert_eq!(seen(ColourVision::Deuteranopia, colour), deuteranopia);
            assert_eq!(seen(ColourVision::Tritanopia, colour), tritanopia);
        }
    }

    #[test]
    fn grey_looks_the_same_to_all_eyes() {
        for vision in ColourVision::ALL {
            for grey in 0..=255 {
                let close = seen(vision, [grey; 3]).map(|channel| channel.abs_diff(grey));
                assert!(close.into_iter().all(|difference| difference <= 1), "{vision:?}, {grey}: {close:?}");
            }
        }
    }

    #[test]
    fn greyscale_is_as_light_as_the_colour() {
        // Luminances of the primaries on the sRGB curve.
        assert_eq!(seen(ColourVision::Greyscale, [255, 0, 0]), [127; 3]);
        assert_eq!(seen(ColourVision::Greyscale, [0, 255, 0]), [220; 3]);
        assert_eq!(seen(ColourVision::Greyscale, [0, 0, 255]), [76; 3]);
    }
}
