//! The look of the game's entities: materials, meshes, fonts and the camera. It decides nothing about the game.

mod backdrop;
mod balance_bar;
mod board_picture;
mod camera;
mod cell;
mod disc_icon;
mod editor_marks;
mod face;
mod flame;
pub(crate) mod fonts;
mod frame;
mod ground;
mod hole_tiles;
mod icon;
mod mat;
mod material;
pub(crate) mod missing_glyphs;
mod move_numbers;
mod preview_marks;
mod qr_code;
mod scorch;
mod score_graph;
mod square_values;
mod stone;
#[cfg(not(target_arch = "wasm32"))]
mod system_fonts;
mod title_stone;

use bevy::prelude::*;

/// Draws the entities of [`GamePlugin`](super::GamePlugin); needs a renderer.
pub struct DrawingPlugin;

impl Plugin for DrawingPlugin {
    fn build(&self, app: &mut App) {
        #[cfg(not(target_arch = "wasm32"))]
        app.add_plugins(system_fonts::plugin);
        app.add_plugins((camera::plugin, fonts::plugin, missing_glyphs::plugin, material::plugin)).add_plugins((
            square_values::plugin,
            backdrop::plugin,
            (editor_marks::plugin, hole_tiles::plugin),
            (cell::plugin, stone::plugin, move_numbers::plugin, preview_marks::plugin, balance_bar::plugin),
            flame::plugin,
            (frame::plugin, mat::plugin),
            scorch::plugin,
            score_graph::plugin,
            title_stone::plugin,
            board_picture::plugin,
            (disc_icon::plugin, icon::plugin),
            qr_code::plugin,
        ));
    }
}

/// Depths of the layers. The gaps leave space for stones in the air.
mod height {
    pub(super) const BACKDROP: f32 = -100.0;
    /// Hidden below the frame.
    pub(super) const SPECK: f32 = -20.0;
    pub(super) const FRAME: f32 = -10.0;
    pub(super) const FRAME_TEXT: f32 = -5.0;
    pub(super) const CELL: f32 = 0.0;
    pub(super) const SCORCH: f32 = 0.25;
    pub(super) const STAR: f32 = 0.5;
    pub(super) const STONE: f32 = 1.0;
    pub(super) const NUMBER: f32 = 2.8;
    pub(super) const MARK: f32 = 3.0;
    pub(super) const VALUE: f32 = 3.2;
    pub(super) const BRUSH: f32 = 3.5;
    /// Height of a thing above the thing on which it is drawn.
    pub(super) const ABOVE: f32 = 0.1;
    pub(super) const FLAME: f32 = 4.0;
    /// Around an enlarged board, above everything on it.
    pub(super) const MAT: f32 = 8.0;
    pub(super) const MAT_TEXT: f32 = 9.0;
}
