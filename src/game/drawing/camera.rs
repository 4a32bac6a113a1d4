//! The camera. Where drawing is slow, a board with moving discs is drawn into a picture of half the resolution, which a
//! second camera shows below the interface. A board at rest is always drawn in full resolution.

use bevy::camera::visibility::RenderLayers;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::window::{PrimaryWindow, WindowRef};

use crate::game::board_view::detail::Detail;
use crate::game::board_view::motion::Motion;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, |mut commands: Commands| {
        // Every shader smooths the edges of its shape, so multisampling would only cost time and memory.
        commands.spawn((Name::new("camera"), BoardCamera, Camera2d, Msaa::Off));
    })
    .add_systems(Update, (choose_resolution.after(GameSystems::Look), clear.run_if(resource_changed::<Settings>)));
}

/// Clears frames with the background of the appearance.
fn clear(settings: Res<Settings>, mut clear: ResMut<ClearColor>) {
    clear.0 = theme::BACKGROUND.colour(&settings);
}

/// The camera of boards and the backdrop.
#[derive(Component)]
struct BoardCamera;

/// The camera of the interface while the board is drawn into a picture.
#[derive(Component)]
struct InterfaceCamera;

/// The picture of the board that the interface's camera shows.
#[derive(Component)]
struct CoarsePicture;

/// Width of a pixel of the picture, in pixels of the window.
const COARSENESS: u32 = 2;
/// Render layer of the picture, seen only by the interface's camera.
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
    mut pictures: Query<(Entity, &mut Sprite), With<CoarsePicture>>,
    mut images: ResMut<Assets<Image>>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    let (mut target, mut projection) = camera.into_inner();
    let is_coarse = *detail != Detail::Full && !motions.is_empty();
    if target.as_image().is_some() != is_coarse
        && let Projection::Orthographic(projection) = &mut *projection
    {
        // Keeps the logical size of the view, so that texts on the board keep theirs.
        projection.scale = if is_coarse { COARSENESS as f32 } else { 1.0 };
    }
    if !is_coarse {
        if target.as_image().is_some() {
            *target = RenderTarget::Window(WindowRef::Primary);
        }
        // One camera draws what lies still, so that a picture of a board at rest does not depend on the speed of
        // drawing.
        for part in interface.iter().chain(pictures.iter().map(|(entity, _)| entity)) {
            commands.entity(part).despawn();
            frames.keep_drawing();
        }
        return;
    }
    let size = picture_size(&window);
    let fits = |image: &Handle<Image>| images.get(image).is_some_and(|image| image.size() == size);
    let shown = pictures.iter().map(|(_, sprite)| sprite.image.clone()).find(fits);
    let image = shown
        .unwrap_or_else(|| images.add(Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None)));
    if target.as_image() != Some(&image) {
        let scale_factor = window.scale_factor();
        *target = RenderTarget::Image(ImageRenderTarget { handle: image.clone(), scale_factor });
    }
    let shown_size = (size * COARSENESS).as_vec2() / window.scale_factor();
    let sprite = Sprite { image, custom_size: Some(shown_size), ..default() };
    for (_, mut shown) in &mut pictures {
        if shown.image != sprite.image || shown.custom_size != sprite.custom_size {
            *shown = sprite.clone();
        }
    }
    if interface.is_empty() {
        let layer = RenderLayers::layer(PICTURE_LAYER);
        let camera = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
        commands.spawn((Name::new("interface camera"), InterfaceCamera, Camera2d, camera, Msaa::Off, layer.clone()));
        commands.spawn((Name::new("coarse picture"), CoarsePicture, sprite, layer));
    }
}
