//! How many frames were drawn, said by the game itself: what tests measure by.

use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};

/// How many frames lie between two lines.
const STEP: u32 = 20;

/// Prints a line now and then: how many frames were handed to the screen.
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
