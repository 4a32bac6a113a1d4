//! Field for the human's name in rooms. The name is sent only after a pause in typing, because everybody in the room is
//! notified.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui_widgets::ValueChange;

use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::redraw::Frames;
use crate::game::screens::new_game::seats::NAME_LENGTH;
use crate::game::screens::online::RequestSystems;
use crate::game::text::say;
use crate::game::ui::text_field::text_field;
use crate::online::PlayerName;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<TypedPlayerName>().add_systems(Update, pass_on.in_set(RequestSystems::Name));
}

/// A name that is still being typed, and the time to send it, since the start of the game.
#[derive(Resource, Default)]
struct TypedPlayerName(Option<(PlayerName, Duration)>);

/// Pause in typing before a name is sent.
const PAUSE: Duration = Duration::from_millis(700);

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, online: &Online, width: Val) {
    let content = online.name.as_str();
    parent.spawn(text_field(say!("online-your-name"), content, say!("online-your-name"), NAME_LENGTH, width)).observe(
        |change: On<ValueChange<String>>, time: Res<Time<Real>>, mut typed: ResMut<TypedPlayerName>| {
            typed.0 = Some((PlayerName::nearest(&change.value), time.elapsed() + PAUSE));
        },
    );
}

fn pass_on(
    time: Res<Time<Real>>,
    online: Res<Online>,
    mut typed: ResMut<TypedPlayerName>,
    mut requests: MessageWriter<OnlineCommand>,
    mut frames: ResMut<Frames>,
) {
    let Some((_, due)) = &typed.0 else { return };
    let left = due.saturating_sub(time.elapsed());
    if !left.is_zero() {
        frames.wake_in(left);
        return;
    }
    if let Some((name, _)) = typed.0.take()
        && name != online.name
    {
        requests.write(OnlineCommand::Rename(name));
    }
}
