//! Remembers the focused control of each screen, so that the focus is restored on return.

use std::collections::HashMap;

use bevy::input_focus::InputFocus;
use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::ui::button::ControlKey;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastFocus>()
        .add_systems(Update, remember.in_set(GameSystems::Look).run_if(resource_changed::<InputFocus>));
}

/// Key of the last focused control, by screen.
#[derive(Resource, Debug, Default)]
pub(super) struct LastFocus(HashMap<Screen, String>);

impl LastFocus {
    pub(super) fn on(&self, screen: Screen) -> Option<&str> {
        self.0.get(&screen).map(String::as_str)
    }
}

fn remember(
    focus: Res<InputFocus>,
    controls: Query<&ControlKey>,
    parents: Query<&ChildOf>,
    roots: Query<&DespawnOnExit<Screen>>,
    mut last: ResMut<LastFocus>,
) {
    if let Some(focused) = focus.get()
        && let Ok(ControlKey(key)) = controls.get(focused)
        // Overlays and notices do not belong to a screen.
        && let Ok(DespawnOnExit(screen)) = roots.get(parents.root_ancestor(focused))
    {
        last.0.insert(*screen, key.clone());
    }
}
