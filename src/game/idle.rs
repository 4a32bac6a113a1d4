//! Idle is idle: a frame is drawn when something happens or moves, and not otherwise.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_tweening::TweenAnim;

use super::banner::Banner;
use super::cells::Refusal;
use super::cpu_thinking::Thought;
use super::keys::TypedName;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: UpdateMode::reactive_low_power(NOTHING_HAPPENS),
        unfocused_mode: UpdateMode::reactive_low_power(NOTHING_HAPPENS),
    })
    .init_resource::<FramesLeft>()
    .add_systems(Last, keep_drawing);
}

/// How long the game sleeps at most: only a safeguard, as every event wakes it.
const NOTHING_HAPPENS: Duration = Duration::from_secs(60);

/// Frames drawn after the last thing that moved: layout, picking and the pipelined renderer each lag by one.
const AFTERGLOW: u8 = 4;

/// How many frames are still to be drawn.
#[derive(Resource)]
struct FramesLeft(u8);

impl Default for FramesLeft {
    fn default() -> Self {
        Self(AFTERGLOW)
    }
}

fn keep_drawing(
    time: Res<Time<Real>>,
    tweens: Query<(), With<TweenAnim>>,
    refusals: Query<(), With<Refusal>>,
    banners: Query<(), With<Banner>>,
    thought: Res<Thought>,
    typed: Res<TypedName>,
    mut frames: ResMut<FramesLeft>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_busy = !tweens.is_empty()
        || !refusals.is_empty()
        || !banners.is_empty()
        || thought.is_pending()
        || !typed.text().is_empty();
    // A long sleep has ended: something woke the game and may need more than this frame to be seen.
    let woke_up = time.delta() > Duration::from_millis(100);
    frames.0 = if is_busy || woke_up { AFTERGLOW } else { frames.0.saturating_sub(1) };
    if frames.0 > 0 {
        redraw.write(RequestRedraw);
    }
}
