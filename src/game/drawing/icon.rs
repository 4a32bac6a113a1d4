//! Icons: strokes drawn into white images that are tinted with the ink of their control.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use crate::game::frame::GameSystems;
use crate::game::ui::icon::{GRID, Icon, STROKE};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<IconPictures>().add_systems(Update, insert_icon_images.after(GameSystems::Look));
}

/// Side of an image in pixels. Icons are 20 logical pixels wide, and larger in large windows.
const SIDE: u8 = 64;

/// Images in the order of [`Icon::ALL`].
#[derive(Resource)]
struct IconPictures(Vec<Handle<Image>>);

impl FromWorld for IconPictures {
    fn from_world(world: &mut World) -> Self {
        let mut images = world.resource_mut::<Assets<Image>>();
        Self(Icon::ALL.into_iter().map(|icon| images.add(picture(icon))).collect())
    }
}

/// Draws white strokes on a transparent ground.
fn picture(icon: Icon) -> Image {
    let strokes: Vec<Vec<Vec2>> = icon.strokes().iter().map(|stroke| stroke.points()).collect();
    let pixel = GRID / f32::from(SIDE);
    let mut data = Vec::new();
    for row in 0..SIDE {
        for column in 0..SIDE {
            let at = (Vec2::new(f32::from(column), f32::from(row)) + 0.5) * pixel;
            let lines = strokes.iter().flat_map(|points| points.windows(2));
            let nearest = lines.map(|line| distance(at, line[0], line[1])).fold(f32::MAX, f32::min);
            let cover = (0.5 + (STROKE / 2.0 - nearest) / pixel).clamp(0.0, 1.0);
            data.extend([255, 255, 255, (cover * 255.0).round() as u8]);
        }
    }
    let size = Extent3d { width: SIDE.into(), height: SIDE.into(), depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, data, format, RenderAssetUsages::RENDER_WORLD)
}

/// Distance between a point and a line segment.
fn distance(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let line = to - from;
    let along = ((point - from).dot(line) / line.length_squared().max(f32::EPSILON)).clamp(0.0, 1.0);
    point.distance(from + line * along)
}

fn insert_icon_images(
    icons: Query<(Entity, &Icon), Changed<Icon>>,
    pictures: Res<IconPictures>,
    mut commands: Commands,
) {
    for (entity, icon) in &icons {
        let place = Icon::ALL.iter().position(|other| other == icon);
        if let Some(image) = place.and_then(|place| pictures.0.get(place)) {
            commands.entity(entity).insert(ImageNode::new(image.clone()));
        }
    }
}
