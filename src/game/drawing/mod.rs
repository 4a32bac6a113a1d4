//! The look of the game's entities: materials, meshes, fonts and the camera. Nothing here decides anything.

mod backdrop;
mod board_picture;
mod cell;
mod disc_icon;
mod editor_marks;
mod face;
mod flame;
mod frame;
mod material;
mod preview_marks;
mod qr_code;
mod scorch;
mod score_graph;
mod square_values;
mod stone;
mod title_stone;

use bevy::prelude::*;
use bevy::text::Font;

use crate::game::ui::theme;

/// Gives the entities of [`GamePlugin`](super::GamePlugin) a look; needs a renderer.
pub struct DrawingPlugin;

impl Plugin for DrawingPlugin {
    fn build(&self, app: &mut App) {
        let mut fonts = app.world_mut().resource_mut::<Assets<Font>>();
        // The handles are kept for as long as the program runs: texts name fonts by family.
        let handles = FONTS.map(|bytes| fonts.add(Font::from_bytes(bytes.to_vec())));
        app.insert_resource(Fonts(handles))
            .insert_resource(ClearColor(theme::BACKGROUND))
            .add_plugins((
                material::plugin,
                square_values::plugin,
                backdrop::plugin,
                editor_marks::plugin,
                cell::plugin,
                flame::plugin,
                frame::plugin,
                preview_marks::plugin,
                scorch::plugin,
                score_graph::plugin,
                stone::plugin,
                title_stone::plugin,
                board_picture::plugin,
                disc_icon::plugin,
                qr_code::plugin,
            ))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn((Name::new("camera"), Camera2d));
            });
    }
}

const FONTS: [&[u8]; 4] = [
    include_bytes!("../../../assets/fonts/ui-medium.otf"),
    include_bytes!("../../../assets/fonts/ui-bold.otf"),
    include_bytes!("../../../assets/fonts/title.otf"),
    include_bytes!("../../../assets/fonts/japanese.otf"),
];

#[derive(Resource)]
struct Fonts(#[expect(dead_code, reason = "held, so that the fonts stay loaded")] [Handle<Font>; FONTS.len()]);

/// What lies over what. The steps leave room for stones in the air.
mod height {
    pub(super) const BACKDROP: f32 = -100.0;
    /// Hidden by the frame.
    pub(super) const SPECK: f32 = -20.0;
    pub(super) const FRAME: f32 = -10.0;
    pub(super) const FRAME_TEXT: f32 = -5.0;
    pub(super) const CELL: f32 = 0.0;
    pub(super) const SCORCH: f32 = 0.25;
    pub(super) const STAR: f32 = 0.5;
    pub(super) const STONE: f32 = 1.0;
    pub(super) const MARK: f32 = 3.0;
    pub(super) const WORTH: f32 = 3.2;
    pub(super) const BRUSH: f32 = 3.5;
    /// How far a thing lies over what it is written on.
    pub(super) const ABOVE: f32 = 0.1;
    pub(super) const FLAME: f32 = 4.0;
}
