//! QR codes: images of dark squares on a light ground.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::game::frame::GameSystems;
use crate::game::ui::qr_code::{BORDER, QrCode, squares_of};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.after(GameSystems::Look));
}

/// Pixels of the image per square, enough that only the edges of squares are smoothed.
const SCALE: usize = 8;

fn draw(codes: Query<(Entity, &QrCode), Changed<QrCode>>, mut images: ResMut<Assets<Image>>, mut commands: Commands) {
    for (entity, QrCode(text)) in &codes {
        if let Some(image) = image_of(text) {
            commands.entity(entity).insert(ImageNode::new(images.add(image)));
        }
    }
}

/// Draws the code; `None` if the text is too long for one.
fn image_of(text: &str) -> Option<Image> {
    let squares = squares_of(text)?;
    let border = i32::from(BORDER);
    let all = (squares.size() + 2 * border) as usize;
    let side = all * SCALE;
    let shade = |pixel: usize| {
        let [column, row] = [pixel % side, pixel / side].map(|place| i32::from((place / SCALE) as u8) - border);
        // `get_module` is light outside the code.
        if squares.get_module(column, row) { [0, 0, 0, u8::MAX] } else { [u8::MAX; 4] }
    };
    let extent = Extent3d { width: side as u32, height: side as u32, depth_or_array_layers: 1 };
    let pixels = (0..side * side).flat_map(shade).collect();
    let (dimension, format) = (TextureDimension::D2, TextureFormat::Rgba8UnormSrgb);
    Some(Image::new(extent, dimension, pixels, format, RenderAssetUsages::RENDER_WORLD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_dark_on_light_with_the_border_that_readers_need() {
        let image = image_of("https://play.example.org/#/room/KQ7M2XRT").expect("it is short enough");
        let side = image.width() as usize;
        assert_eq!(side % SCALE, 0);
        let pixels = image.data.as_ref().expect("it is in memory");
        let is_dark = |column: usize, row: usize| pixels[4 * (row * side + column)] == 0;
        let edge = usize::from(BORDER) * SCALE;
        assert!((0..side).all(|place| (0..edge).all(|depth| !is_dark(place, depth) && !is_dark(depth, place))));
        // The corner of a code is dark, and so is the middle of its finder pattern.
        assert!(is_dark(edge, edge) && is_dark(edge + 3 * SCALE, edge + 3 * SCALE));
        assert!(!is_dark(edge + SCALE, edge + SCALE));
    }

    #[test]
    fn every_square_of_a_long_link_is_drawn_as_encoded() {
        let link = format!("https://play.example.org/#game={}", "Ab9-".repeat(150));
        let image = image_of(&link).expect("it is short enough");
        let squares = qrcodegen::QrCode::encode_text(&link, qrcodegen::QrCodeEcc::Medium).expect("the same");
        let side = image.width() as usize;
        assert_eq!(side, (squares.size() as usize + 2 * usize::from(BORDER)) * SCALE);
        let pixels = image.data.as_ref().expect("it is in memory");
        for (index, pixel) in pixels.chunks(4).enumerate() {
            let [column, row] =
                [index % side, index / side].map(|at| i32::from((at / SCALE) as u8) - i32::from(BORDER));
            assert_eq!(pixel[0] == 0, squares.get_module(column, row), "column {column}, row {row}");
        }
    }
}
