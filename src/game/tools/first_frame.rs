//! Measures how long the game takes to start.

use std::time::Instant;

use bevy::prelude::*;
use bevy::render::{Render, RenderApp, RenderSystems};

/// Prints the milliseconds from `started` until the first frame was handed to the screen.
pub struct FirstFramePlugin {
    /// Start of the program.
    pub started: Instant,
}

impl Plugin for FirstFramePlugin {
    fn build(&self, app: &mut App) {
        let started = self.started;
        let Some(render_app) = app.get_sub_app_mut(RenderApp) else { return };
        let mut is_printed = false;
        let print = move || {
            if !is_printed {
                is_printed = true;
                println!("first frame after {} ms", started.elapsed().as_millis());
            }
        };
        render_app.add_systems(Render, print.in_set(RenderSystems::Cleanup));
    }
}
