//! Wakes the game when a gamepad is used. Bevy reads gamepads only in frames, and none are drawn at rest.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use gilrs::{EventType, Gilrs};

use crate::game::input::pad::StickLean;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, listen.run_if(resource_exists::<EventLoopProxyWrapper>));
}

/// Pause after the system has failed to deliver an event.
const PAUSE: Duration = Duration::from_secs(1);

/// Last stick positions, kept so that a trembling stick does not wake the game.
#[derive(Default)]
struct Known {
    leans: HashMap<(usize, u32), StickLean>,
}

impl Known {
    /// Returns whether an event must wake the game.
    fn must_wake(&mut self, pad: usize, event: &EventType) -> bool {
        match event {
            EventType::AxisChanged(_, value, code) => {
                let lean = self.leans.entry((pad, code.into_u32())).or_default();
                let before = std::mem::replace(lean, lean.after(*value));
                *lean != before
            }
            EventType::ButtonPressed(..)
            | EventType::ButtonReleased(..)
            | EventType::Connected
            | EventType::Disconnected => true,
            _ => false,
        }
    }
}

/// Starts a thread that waits for events and wakes the game, which then reads them itself.
fn listen(proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    let work = move || {
        // On failure nothing is left to do, because Bevy has already logged the error.
        let Ok(mut pads) = Gilrs::new() else { return };
        let mut known = Known::default();
        loop {
            let Some(event) = pads.next_event_blocking(None) else {
                thread::sleep(PAUSE);
                continue;
            };
            let must_wake = known.must_wake(event.id.into(), &event.event);
            if must_wake && proxy.send_event(WinitUserEvent::WakeUp).is_err() {
                // The window is closed.
                return;
            }
        }
    };
    if let Err(error) = thread::Builder::new().name("gamepads".to_owned()).spawn(work) {
        warn!("gamepads are only heard while something moves: {error}");
    }
}
