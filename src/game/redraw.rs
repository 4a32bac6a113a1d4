//! Decides when a frame is drawn: when something happens or a system asks for one, and not otherwise.
//!
//! What moves by itself calls [`Frames::keep_drawing`] in each of its frames. What only waits calls
//! [`Frames::wake_in`], also in each frame, and the game sleeps until then. Waits are kept as moments of
//! [`Time<Real>`](bevy::time::Real): game time does not pass while the game sleeps, and the first step after a sleep is
//! long.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_tweening::TweenAnim;

use crate::game::flow::woken::Woken;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: asleep(NOTHING_HAPPENS),
        unfocused_mode: asleep(NOTHING_HAPPENS),
    })
    .add_message::<RequestRedraw>()
    .add_message::<WindowEvent>()
    .init_resource::<Frames>()
    // In whatever order frames are asked for, the same ones are drawn.
    .allow_ambiguous_resource::<Frames>()
    .add_systems(Last, ask_for_frames.in_set(RedrawSystems));
}

/// When it is decided whether another frame follows; whoever asks for one in [`Last`] comes before.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RedrawSystems;

/// Draws when something happens, and after this time without.
fn asleep(at_most: Duration) -> UpdateMode {
    UpdateMode::reactive_low_power(at_most)
}

/// How long the game sleeps at most: only a safeguard, as every event wakes it.
const NOTHING_HAPPENS: Duration = Duration::from_mins(1);

/// How often a frame looks whether a thought has come to something, and shows how far it is.
const THINKING: Duration = Duration::from_millis(100);

/// Moments that lie as close together as this share of the time until then are one: they are counted by several clocks.
const SAME_MOMENT: u32 = 16;

/// Frames drawn after the last thing that moved: layout, picking and the pipelined renderer each lag by one.
const AFTERGLOW: u8 = 4;

/// Which frames are still to be drawn.
#[derive(Resource, Debug)]
pub(super) struct Frames {
    /// How many follow without a pause.
    left: u8,
    /// Until something changes by itself.
    wait: Option<Duration>,
    /// When the game wakes at the latest, since its start.
    wakes_at: Duration,
}

impl Default for Frames {
    fn default() -> Self {
        Self { left: AFTERGLOW, wait: None, wakes_at: Duration::ZERO }
    }
}

impl Frames {
    /// Something moves, or has just changed without an event: the next frames follow at once.
    pub(super) fn keep_drawing(&mut self) {
        self.left = AFTERGLOW + 1;
    }

    /// Something changes by itself, but not sooner than this.
    pub(super) fn wake_in(&mut self, wait: Duration) {
        self.wait = Some(self.wait.map_or(wait, |other| other.min(wait)));
    }

    /// Somebody thinks: a few frames a second look how far that is.
    pub(super) fn look_at_thought(&mut self) {
        self.wake_in(THINKING);
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
    // What an event leads to, such as a new screen, may take more than the frame that it woke.
    if events.read().count() + woken.read().count() > 0 || !tweens.is_empty() {
        frames.keep_drawing();
    }
    frames.left = frames.left.saturating_sub(1);
    if frames.left > 0 {
        redraw.write(RequestRedraw);
    }
    let wait = frames.wait.take().unwrap_or(NOTHING_HAPPENS).min(NOTHING_HAPPENS);
    let wakes_at = time.elapsed() + wait;
    // A new mode draws a frame at once. Whoever waits asks in each frame, and would never sleep if each were new.
    if wakes_at.abs_diff(frames.wakes_at) > wait / SAME_MOMENT {
        frames.wakes_at = wakes_at;
        let mode = asleep(wait);
        *settings = WinitSettings { focused_mode: mode, unfocused_mode: mode };
    }
}
