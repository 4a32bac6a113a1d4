//! Decides when to draw a frame: when something happens or a system asks for one, and not otherwise.
//!
//! A system that animates calls [`Frames::keep_drawing`] in each of its frames. A system that waits calls
//! [`Frames::wake_in`], also in each frame, and the game sleeps until then. Waits are measured in
//! [`Time<Real>`](bevy::time::Real): game time does not pass while the game sleeps, and the first step after a sleep is
//! long.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_tweening::TweenAnim;

use crate::game::flow::woken::Woken;
use crate::game::frame::EndSystems;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings { focused_mode: sleep_mode(MAX_SLEEP), unfocused_mode: sleep_mode(MAX_SLEEP) })
        .add_message::<RequestRedraw>()
        .add_message::<WindowEvent>()
        .init_resource::<Frames>()
        // The order in which systems ask for frames does not change the result.
        .allow_ambiguous_resource::<Frames>()
        .add_systems(Last, ask_for_frames.in_set(EndSystems::Redraw));
}

/// Draws on any event, and at the latest after this time.
fn sleep_mode(at_most: Duration) -> UpdateMode {
    UpdateMode::reactive_low_power(at_most)
}

/// Maximum sleep. It is only a safeguard, because every event wakes the game.
const MAX_SLEEP: Duration = Duration::from_mins(1);

/// Interval between looks at a search in progress.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Divisor: wake-up times closer than this part of the wait count as the same, because several clocks measure them.
const SAME_WAKE_UP: u32 = 16;

/// Frames drawn after the last motion: layout, picking and the pipelined renderer each lag by one frame.
const TRAILING_FRAMES: u8 = 4;

/// Frames still to be drawn.
#[derive(Resource, Debug)]
pub(super) struct Frames {
    /// Number of frames that follow without a pause.
    left: u8,
    /// Shortest wait that any system asked for.
    wait: Option<Duration>,
    /// Latest wake-up time, since the start of the game.
    wakes_at: Duration,
}

impl Default for Frames {
    fn default() -> Self {
        Self { left: TRAILING_FRAMES, wait: None, wakes_at: Duration::ZERO }
    }
}

impl Frames {
    /// Draws the next frames at once, because something moves or has just changed without an event.
    pub(super) fn keep_drawing(&mut self) {
        self.left = TRAILING_FRAMES + 1;
    }

    /// Draws a frame after this wait at the latest.
    pub(super) fn wake_in(&mut self, wait: Duration) {
        self.wait = Some(self.wait.map_or(wait, |other| other.min(wait)));
    }

    /// Draws a few frames a second to show the progress of a search.
    pub(super) fn poll_soon(&mut self) {
        self.wake_in(POLL_INTERVAL);
    }
}

fn ask_for_frames(
    mut events: MessageReader<WindowEvent>,
    mut woken: MessageReader<Woken>,
    tweens: Query<(), With<TweenAnim>>,
    time: Res<Time<Real>>,
    mut frames: ResMut<Frames>,
    mut settings: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // The effects of an event, such as a new screen, may take more than the frame it woke.
    if events.read().count() + woken.read().count() > 0 || !tweens.is_empty() {
        frames.keep_drawing();
    }
    frames.left = frames.left.saturating_sub(1);
    if frames.left > 0 {
        redraw.write(RequestRedraw);
    }
    let wait = frames.wait.take().unwrap_or(MAX_SLEEP).min(MAX_SLEEP);
    let wakes_at = time.elapsed() + wait;
    // Every new mode draws a frame at once. A system that waits asks in each frame, so it must not set a new mode each
    // time, or the game would never sleep.
    if wakes_at.abs_diff(frames.wakes_at) > wait / SAME_WAKE_UP {
        frames.wakes_at = wakes_at;
        let mode = sleep_mode(wait);
        *settings = WinitSettings { focused_mode: mode, unfocused_mode: mode };
    }
}
