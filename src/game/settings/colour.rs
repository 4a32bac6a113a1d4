//! Colours written as three bytes.

use bevy::prelude::*;

/// Colour from three bytes, such as `0xff_d1_52`.
pub(in crate::game) const fn colour(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::srgb(red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0)
}
