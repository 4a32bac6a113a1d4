//! Sets the window's icon, which Windows and X11 display. Wayland and macOS use the installed icon instead.

use bevy::asset::RenderAssetUsages;
use bevy::ecs::system::NonSendMarker;
use bevy::image::{CompressedImageFormats, ImageSampler, ImageType};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy::winit::WINIT_WINDOWS;
use winit::window::Icon;

/// Drawn by `scripts/icons`.
const DRAWING: &[u8] = include_bytes!("../assets/icon.png");

/// Sets the icon as soon as there is a window.
pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show_icon);
}

fn show_icon(window: Single<Entity, With<PrimaryWindow>>, mut is_shown: Local<bool>, _main_thread: NonSendMarker) {
    if *is_shown {
        return;
    }
    WINIT_WINDOWS.with_borrow(|windows| {
        if let Some(window) = windows.get_window(*window) {
            window.set_window_icon(icon());
            *is_shown = true;
        }
    });
}

fn icon() -> Option<Icon> {
    let png = ImageType::Extension("png");
    let (formats, usage) = (CompressedImageFormats::NONE, RenderAssetUsages::MAIN_WORLD);
    let image = Image::from_buffer(DRAWING, png, formats, true, ImageSampler::Default, usage).ok()?;
    let (width, height) = (image.width(), image.height());
    Icon::from_rgba(image.data?, width, height).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_can_be_read() {
        assert!(icon().is_some());
    }
}
