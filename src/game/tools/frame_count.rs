//! Counts drawn frames for tests of the real window.

use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};

/// Frames between two lines of output.
const STEP: u32 = 20;

/// Prints the number of frames handed to the screen, every 20 frames.
pub struct FrameCountPlugin;

impl Plugin for FrameCountPlugin {
    fn build(&self, app: &mut App) {
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        let mut drawn: u32 = 0;
        let count = move || {
            drawn += 1;
            if drawn.is_multiple_of(STEP) {
                println!("{drawn} frames drawn");
            }
        };
        render_app.add_systems(Render, count.in_set(RenderSystems::Cleanup));
    }
}
