//! The camera. Where drawing is slow, discs that move are drawn with their board into a picture of half the resolution,
//! which a second camera shows below the interface; what lies still is drawn as sharply as ever.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::window::{PrimaryWindow, WindowRef};

use crate::game::GameSystems;
use crate::game::board_view::stones::Motion;
use crate::game::detail::Detail;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        // Every shape's shader smooths its own edges; several samples a pixel would only cost time and memory.
        commands.spawn((Name::new("camera"), BoardCamera, Camera2d, Msaa::Off));
    })
    .add_systems(Update, choose_resolution.after(GameSystems::Look));
}

/// The camera that sees boards and what is behind everything.
#[derive(Component)]
struct BoardCamera;

/// The camera of the interface, where boards have one of their own.
#[derive(Component)]
struct InterfaceCamera;

/// The picture that the board's camera draws and the interface's camera sees.
#[derive(Component)]
struct CoarsePicture;

/// Pixels of the window across a pixel of the picture.
const COARSENESS: u32 = 2;
/// The layer that only the interface's camera sees.
const PICTURE_LAYER: usize = 1;

/// The size of the picture of a window, in pixels of the picture.
fn picture_size(window: &Window) -> UVec2 {
    window.physical_size().map(|pixels| pixels.div_ceil(COARSENESS).max(1))
}

fn choose_resolution(
    detail: Res<Detail>,
    motions: Query<(), With<Motion>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&mut RenderTarget, &mut Projection), With<BoardCamera>>,
    interface: Query<Entity, With<InterfaceCamera>>,
    mut pictures: Query<(Entity, &mut Sprite, &mut Visibility), With<CoarsePicture>>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    let (mut target, mut projection) = camera.into_inner();
    let is_coarse = *detail != Detail::Full && !motions.is_empty();
    if target.as_image().is_some() != is_coarse
        && let Projection::Orthographic(projection) = &mut *projection
    {
        // The picture has as many logical pixels less, which is what texts on the board go by.
        projection.scale = if is_coarse { COARSENESS as f32 } else { 1.0 };
    }
    if !is_coarse {
        if target.as_image().is_some() {
            *target = RenderTarget::Window(WindowRef::Primary);
        }
        if *detail == Detail::Full {
            let parts = interface.iter().chain(pictures.iter().map(|(entity, ..)| entity));
            parts.for_each(|part| commands.entity(part).despawn());
        } else {
            pictures.iter_mut().for_each(|(_, _, mut visibility)| {
                visibility.set_if_neq(Visibility::Hidden);
            });
        }
        return;
    }
    let size = picture_size(&window);
    let fits = |image: &Handle<Image>| images.get(image).is_some_and(|image| image.size() == size);
    let shown = pictures.iter().map(|(_, sprite, _)| sprite.image.clone()).find(fits);
    let image = shown
        .unwrap_or_else(|| images.add(Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None)));
    if target.as_image() != Some(&image) {
        let scale_factor = window.scale_factor();
        *target = RenderTarget::Image(ImageRenderTarget { handle: image.clone(), scale_factor });
    }
    let shown_size = (size * COARSENESS).as_vec2() / window.scale_factor();
    let sprite = Sprite { image, custom_size: Some(shown_size), ..default() };
    for (_, mut shown, mut visibility) in &mut pictures {
        if shown.image != sprite.image || shown.custom_size != sprite.custom_size {
            *shown = sprite.clone();
        }
        visibility.set_if_neq(Visibility::Visible);
    }
    if interface.is_empty() {
        let layer = RenderLayers::layer(PICTURE_LAYER);
        let camera = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
        commands.spawn((Name::new("interface camera"), InterfaceCamera, Camera2d, camera, Msaa::Off, layer.clone()));
        commands.spawn((Name::new("coarse picture"), CoarsePicture, sprite, layer));
    }
}
