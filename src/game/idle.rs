//! Idle is idle: a frame is drawn when something happens or moves, and not otherwise.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent};
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_tweening::TweenAnim;

use super::banner::Banner;
use super::blast::Blast;
use super::board::BoardPlace;
use super::cells::Refusal;
use super::cpu_thinking::Thought;
use super::keys::TypedName;
use super::notice::Notices;
use super::scroll::Gliding;
use super::{Action, Advice, Reviewing, Settings};

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(WinitSettings {
        focused_mode: asleep(NOTHING_HAPPENS),
        unfocused_mode: asleep(NOTHING_HAPPENS),
    })
    .add_message::<RequestRedraw>()
    .add_message::<WindowEvent>()
    .init_resource::<FramesLeft>()
    .add_systems(Last, (keep_drawing, look_at_thought));
}

/// Draws when something happens, and after this time without.
fn asleep(at_most: Duration) -> UpdateMode {
    UpdateMode::reactive_low_power(at_most)
}

/// How long the game sleeps at most: only a safeguard, as every event wakes it.
const NOTHING_HAPPENS: Duration = Duration::from_mins(1);

/// How often a frame looks whether a CPU player has decided or an analysis goes on, and shows how far it is.
const THINKING: Duration = Duration::from_millis(100);

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
    mut events: MessageReader<WindowEvent>,
    actions: Res<Messages<Action>>,
    tweens: Query<(), With<TweenAnim>>,
    refusals: Query<(), With<Refusal>>,
    banners: Query<(), With<Banner>>,
    notices: Res<Notices>,
    place: Res<BoardPlace>,
    gliding: Query<(), With<Gliding>>,
    scrolled: Query<(), Changed<ScrollPosition>>,
    blast: Res<Blast>,
    settings: Res<Settings>,
    thought: Res<Thought>,
    typed: Res<TypedName>,
    mut frames: ResMut<FramesLeft>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let is_busy = !tweens.is_empty()
        || !refusals.is_empty()
        || !banners.is_empty()
        || notices.is_counting_down()
        || !gliding.is_empty()
        || blast.is_fading(settings.pace)
        || !scrolled.is_empty()
        || thought.is_decided()
        || !typed.text().is_empty();
    // What an event leads to, such as a new screen, may take more than the frame that it woke.
    let is_woken = events.read().count() > 0 || !actions.is_empty() || place.is_changed();
    frames.0 = if is_busy || is_woken { AFTERGLOW } else { frames.0.saturating_sub(1) };
    if frames.0 > 0 {
        redraw.write(RequestRedraw);
    }
}

/// While nothing but a thought is waited for, a few frames a second show it.
fn look_at_thought(
    thought: Res<Thought>,
    advice: Res<Advice>,
    reviewing: Option<Res<Reviewing>>,
    mut settings: ResMut<WinitSettings>,
) {
    let is_open = thought.is_open() || advice.is_open() || reviewing.is_some_and(|reviewing| reviewing.is_open());
    let mode = asleep(if is_open { THINKING } else { NOTHING_HAPPENS });
    if settings.focused_mode != mode {
        *settings = WinitSettings { focused_mode: mode, unfocused_mode: mode };
    }
}
