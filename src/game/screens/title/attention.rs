//! Attention to the title: without input for a while, or without keyboard focus, the board rests and no frame is drawn.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::WindowEvent;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::input::intent::Intent;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Attention>()
        .add_systems(OnEnter(Screen::Title), |time: Res<Time<Real>>, mut attention: ResMut<Attention>| {
            attention.since = time.elapsed();
        })
        .add_systems(Update, notice.after(GameSystems::Input).before(GameSystems::Show));
}

/// Time for which the board plays on without input.
const WATCHED: Duration = Duration::from_secs(20);

/// The last sign that somebody is at this window.
#[derive(Resource, Debug)]
pub(super) struct Attention {
    /// Time of the last input, since the start of the program.
    since: Duration,
    /// Set while the window has the keyboard focus, and on systems that do not report it.
    is_focused: bool,
}

impl Default for Attention {
    fn default() -> Self {
        Self { since: Duration::ZERO, is_focused: true }
    }
}

impl Attention {
    /// Returns true while somebody is likely to look. `now` counts from the start of the program.
    pub(super) fn is_given(&self, now: Duration) -> bool {
        self.is_focused && now < self.since.saturating_add(WATCHED)
    }
}

fn notice(
    mut events: MessageReader<WindowEvent>,
    mut intents: MessageReader<Intent>,
    time: Res<Time<Real>>,
    mut attention: ResMut<Attention>,
) {
    let mut is_active = intents.read().count() > 0;
    for event in events.read() {
        if let WindowEvent::WindowFocused(focus) = event {
            attention.is_focused = focus.focused;
        }
        is_active |= matches!(
            event,
            WindowEvent::WindowFocused(_)
                | WindowEvent::CursorMoved(_)
                | WindowEvent::MouseButtonInput(_)
                | WindowEvent::MouseWheel(_)
                | WindowEvent::TouchInput(_)
        );
    }
    if is_active {
        attention.since = time.elapsed();
    }
}
