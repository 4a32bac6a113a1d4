//! Colours of tinted squares and of the kinds of holes.

use super::BoardColours;
use crate::rules::Tint;

/// Hues of the tints: red, orange, yellow, green, teal, blue, violet and pink. Their luminance does not matter.
const HUES: [u32; Tint::SQUARES / 2] =
    [0xd8_50_3f, 0xe0_8a_2c, 0xd2_c4_44, 0x74_bc_58, 0x4c_b4_a4, 0x5a_92_e0, 0x90_68_e0, 0xe0_5a_a8];
/// Share of the hue in the soft tints.
const SOFT: f32 = 0.5;

/// Colours of the kinds of holes: water, rock and hedge, the same on every board.
pub const HOLE_COLOURS: [u32; Tint::HOLES] = [0x2a_5d_8f, 0x6e_6c_70, 0x3f_66_33];

impl BoardColours {
    /// Luminance of the strong tints, as a factor of the ground's.
    #[must_use]
    pub const fn tint_light(self) -> f32 {
        self.tint_percent as f32 / 100.0
    }
}

/// Linear red, green and blue of a tinted square on this ground: the first half of the tints are strong hues, then come
/// soft ones. Each is as light as the ground times `light`, or nearly so, since contrast depends on luminance alone.
/// Kinds of holes have [`HOLE_COLOURS`] on every ground.
#[must_use]
pub fn tinted(ground: [f32; 3], light: f32, tint: Tint) -> [f32; 3] {
    let index = tint.index();
    if let Some(kind) = index.checked_sub(Tint::SQUARES) {
        return linear(HOLE_COLOURS[kind]);
    }
    let (share, light) = if index < HUES.len() { (1.0, light) } else { (SOFT, light.sqrt()) };
    let target = luminance(ground) * light;
    let hue = linear(HUES[index % HUES.len()]);
    let [from, to] = [ground, hue].map(|colour| colour.map(|part| part * target / luminance(colour)));
    // As much of the hue as the screen can show with this luminance.
    let room = |part: usize| {
        if to[part] > from[part] { (1.0 - from[part]) / (to[part] - from[part]) } else { 1.0 }
    };
    let most = room(0).min(room(1)).min(room(2)).clamp(0.0, 1.0);
    std::array::from_fn(|part| from[part] + (to[part] - from[part]) * most * share)
}

/// Relative luminance of WCAG 2.
fn luminance([red, green, blue]: [f32; 3]) -> f32 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Linear red, green and blue of three bytes such as `0xff_d1_52`.
#[must_use]
pub fn linear(colour: u32) -> [f32; 3] {
    [16, 8, 0].map(|shift| {
        let part = (colour >> shift & 0xff) as f32 / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// Three bytes of linear red, green and blue.
#[must_use]
pub fn bytes(linear: [f32; 3]) -> u32 {
    linear.into_iter().fold(0, |colour, part| {
        let part = if part <= 0.003_130_8 { part * 12.92 } else { 1.055 * part.powf(1.0 / 2.4) - 0.055 };
        colour << 8 | (part.clamp(0.0, 1.0) * 255.0).round() as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tint_of_a_square_has_a_colour_of_its_own_near_the_light_of_the_ground() {
        let ground = linear(BoardColours::CLOTH.ground);
        let mut found: Vec<u32> = Tint::all().map(|tint| bytes(tinted(ground, 0.72, tint))).collect();
        for (tint, colour) in Tint::all().zip(&found).take(Tint::SQUARES) {
            let light = luminance(linear(*colour)) / luminance(ground);
            assert!((0.65..0.95).contains(&light), "{tint:?}: {light}");
        }
        assert_eq!(found[Tint::SQUARES..], HOLE_COLOURS);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), Tint::SQUARES + Tint::HOLES);
    }
}
