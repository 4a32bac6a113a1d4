//! Saves a picture of the board: a screenshot cut to the board and its frame. The desktop writes it to the downloads
//! folder, the page offers it as a download.

use std::io;
use std::io::{Cursor, ErrorKind};

use bevy::image::ImageFormat;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::PrimaryWindow;

use crate::game::board_view::place::BoardPlace;

use crate::game::board_view::board_root::FRAME;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::save_picture::SavePicture;
use crate::game::frame::GameSystems;
#[cfg(not(target_arch = "wasm32"))]
use crate::game::platform::settings_export::{ExportFolder, write_new};
#[cfg(target_arch = "wasm32")]
use crate::game::platform::web_page::download_bytes_from_page;
use crate::game::redraw::Frames;
use crate::game::text::say;
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PictureProgress>().add_systems(Update, take_picture.after(GameSystems::Look));
}

const FILE_NAME: &str = "irogaeshi-board.png";

/// Progress of taking a picture.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PictureProgress {
    #[default]
    None,
    /// Number of frames for which nothing has covered the board.
    Seen(u8),
    /// Number of frames since the screenshot was requested.
    Taking(u16),
}

/// Frames until whatever covered the board has disappeared from the picture.
const FRAMES_UNCOVERED: u8 = 4;
/// Frames after which the renderer will not deliver the screenshot any more.
const MAX_FRAMES_TAKING: u16 = 600;

fn take_picture(
    mut requests: MessageReader<SavePicture>,
    overlay: Res<Overlay>,
    mut progress: ResMut<PictureProgress>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    if requests.read().last().is_some() && *progress == PictureProgress::None {
        *progress = PictureProgress::Seen(0);
    }
    let next = match *progress {
        PictureProgress::None => return,
        PictureProgress::Seen(_) if overlay.is_open() => return,
        PictureProgress::Seen(seen) if seen < FRAMES_UNCOVERED => PictureProgress::Seen(seen + 1),
        PictureProgress::Seen(_) => {
            commands.spawn(Screenshot::primary_window()).observe(save_picture);
            PictureProgress::Taking(0)
        }
        PictureProgress::Taking(since) if since < MAX_FRAMES_TAKING => PictureProgress::Taking(since + 1),
        PictureProgress::Taking(_) => PictureProgress::None,
    };
    frames.keep_drawing();
    *progress = next;
}

fn save_picture(
    captured: On<ScreenshotCaptured>,
    place: Res<BoardPlace>,
    window: Single<&Window, With<PrimaryWindow>>,
    #[cfg(not(target_arch = "wasm32"))] folder: Res<ExportFolder>,
    mut progress: ResMut<PictureProgress>,
    mut notices: MessageWriter<Notice>,
    mut frames: ResMut<Frames>,
) {
    *progress = PictureProgress::None;
    let frame = Vec2::splat(FRAME * place.cell);
    let area = Rect::from_corners(place.corner() - frame, place.corner() + place.size() + frame);
    let saved: io::Result<Option<String>> = match cut(&captured.image, area, window.size()) {
        Ok(bytes) => {
            #[cfg(not(target_arch = "wasm32"))]
            {
                write_new(folder.0.as_deref(), FILE_NAME, &bytes).map(|path| Some(path.display().to_string()))
            }
            #[cfg(target_arch = "wasm32")]
            {
                download_bytes_from_page(FILE_NAME, &bytes);
                Ok(None)
            }
        }
        Err(error) => Err(error),
    };
    frames.keep_drawing();
    notices.write(match saved {
        Ok(Some(place)) => Notice::news(say!("picture-saved", place = place)),
        // The browser itself shows the download.
        Ok(None) => return,
        Err(error) => Notice::trouble(say!("picture-not-saved", reason = error.to_string())),
    });
}

/// Cuts `area` out of a screenshot, and encodes it as PNG. `area` and `window`, the window's size, are in logical
/// pixels.
fn cut(image: &Image, area: Rect, window: Vec2) -> io::Result<Vec<u8>> {
    let picture = image.clone().try_into_dynamic().map_err(io::Error::other)?;
    let pixels = Vec2::new(picture.width() as f32, picture.height() as f32);
    let scale = pixels / window.max(Vec2::ONE);
    let (from, to) = ((area.min * scale).round().max(Vec2::ZERO), (area.max * scale).round().min(pixels));
    let size = to - from;
    if size.min_element() < 1.0 {
        return Err(ErrorKind::NotFound.into());
    }
    // Without alpha, since the screen shows the window opaque.
    let board = picture.crop_imm(from.x as u32, from.y as u32, size.x as u32, size.y as u32).to_rgb8();
    let format = ImageFormat::Png.as_image_crate_format().ok_or(ErrorKind::Unsupported)?;
    let mut file = Cursor::new(Vec::new());
    board.write_to(&mut file, format).map_err(io::Error::other)?;
    Ok(file.into_inner())
}

#[cfg(test)]
mod tests {
    use bevy::asset::RenderAssetUsages;
    use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
    use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

    use super::*;

    /// A window of 40 x 20 physical pixels, red where the board is: from (10, 4) to (30, 16).
    fn window() -> Image {
        let is_board = |x: u32, y: u32| (10..30).contains(&x) && (4..16).contains(&y);
        let pixel = |x, y| if is_board(x, y) { [255, 0, 0, 255] } else { [0, 0, 255, 255] };
        let data = (0..20).flat_map(|y| (0..40).flat_map(move |x| pixel(x, y))).collect();
        let size = Extent3d { width: 40, height: 20, depth_or_array_layers: 1 };
        let usages = RenderAssetUsages::default();
        Image::new(size, TextureDimension::D2, data, TextureFormat::Rgba8UnormSrgb, usages)
    }

    #[test]
    fn a_picture_is_that_of_the_board_whatever_the_density_of_the_screen() {
        // Two physical pixels per logical one.
        let area = Rect::new(5.0, 2.0, 15.0, 8.0);
        let file = cut(&window(), area, Vec2::new(20.0, 10.0)).unwrap();
        let kind = ImageType::Format(ImageFormat::Png);
        let formats = CompressedImageFormats::NONE;
        let sampler = ImageSampler::Default;
        let read = Image::from_buffer(&file, kind, formats, true, sampler, RenderAssetUsages::default()).unwrap();
        assert_eq!(read.size(), UVec2::new(20, 12));
        for pixel in read.data.unwrap().chunks(4) {
            assert_eq!(pixel, [255, 0, 0, 255]);
        }
    }

    #[test]
    fn a_board_that_reaches_beyond_the_window_is_cut_there_and_none_is_no_picture() {
        let window_size = Vec2::new(20.0, 10.0);
        assert!(cut(&window(), Rect::new(-5.0, -5.0, 50.0, 50.0), window_size).is_ok());
        assert!(cut(&window(), Rect::new(5.0, 5.0, 5.0, 5.0), window_size).is_err());
    }
}
