//! State of the connection, in a small line.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::frame::GameSystems;
use crate::game::online::online_state::{ConnectionStatus, Online};
use crate::game::redraw::Frames;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_connection.in_set(GameSystems::Look));
}

/// Text with the state of the connection.
#[derive(Component)]
struct ConnectionLine;

pub(super) fn connection_line() -> impl Bundle {
    (ConnectionLine, worded("", TextStyle::Small, theme::QUIET_TEXT))
}

/// State of the connection; while it is lost, counts down to the next attempt.
pub(in crate::game::screens) fn connection_words(online: &Online, now: Duration, frames: &mut Frames) -> Phrase {
    match (&online.server, online.connection) {
        (None, _) => Phrase::nothing(),
        (Some(_), ConnectionStatus::Off) => say!("connection-off"),
        (Some(_), ConnectionStatus::Opening) => say!("connection-opening"),
        (Some(server), ConnectionStatus::Open) => {
            let server = server.to_string();
            // Leaves out the scheme, which means nothing to most players.
            say!("connection-open", server = server.split_once("://").map_or(server.as_str(), |(_, place)| place))
        }
        (Some(_), ConnectionStatus::Lost { retry_at, .. }) => {
            let left = retry_at.saturating_sub(now);
            if left.is_zero() {
                return say!("connection-trying");
            }
            let seconds = left.as_millis().div_ceil(1000) as u32;
            frames.wake_in(left.saturating_sub(Duration::from_secs(u64::from(seconds - 1))));
            say!("connection-lost", seconds = seconds)
        }
    }
}

fn show_connection(
    online: Res<Online>,
    time: Res<Time<Real>>,
    mut lines: Query<&mut Worded, With<ConnectionLine>>,
    mut frames: ResMut<Frames>,
) {
    for mut line in &mut lines {
        line.set_if_neq(Worded(connection_words(&online, time.elapsed(), &mut frames)));
    }
}
