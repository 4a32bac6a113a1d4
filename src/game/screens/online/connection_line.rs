//! How things stand with the connection, in a small line.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::online::online_state::{Connection, Online};
use crate::game::redraw::Frames;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::theme::{self, TextStyle, worded};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_connection.in_set(GameSystems::Look));
}

/// A text that says how things stand with the connection.
#[derive(Component)]
struct ConnectionLine;

/// The line.
pub(super) fn connection_line() -> impl Bundle {
    (ConnectionLine, worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT))
}

/// How things stand with the connection. It is counted down to the next try.
pub(in crate::game::screens) fn connection_words(online: &Online, now: Duration, frames: &mut Frames) -> Phrase {
    match (&online.server, online.connection) {
        (None, _) => Phrase::nothing(),
        (Some(_), Connection::Off) => say!("connection-off"),
        (Some(_), Connection::Opening) => say!("connection-opening"),
        (Some(server), Connection::Open) => {
            let server = server.to_string();
            // What comes before is not what people call it.
            say!("connection-open", server = server.split_once("://").map_or(server.as_str(), |(_, place)| place))
        }
        (Some(_), Connection::Lost { retry_at, .. }) => {
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
