//! Buttons with an icon and a caption below the board, in groups.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::game::input::shortcuts::shortcut_on;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::settings::Settings;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ControlKey, icon_button};
use crate::game::ui::icon::Icon;
use crate::game::ui::on_press::OnPress;

/// A button. `key` is its identity if its caption changes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tool {
    pub(super) icon: Icon,
    pub(super) caption: Phrase,
    pub(super) label: Phrase,
    pub(super) on_press: OnPress,
    pub(super) key: Option<Phrase>,
    pub(super) is_disabled: bool,
}

impl Tool {
    pub(super) fn new(icon: Icon, caption: Phrase, label: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self { icon, caption, label, on_press: on_press.into(), key: None, is_disabled: false }
    }

    /// Uses the caption as the accessible label as well.
    pub(super) fn plain(icon: Icon, caption: Phrase, on_press: impl Into<OnPress>) -> Self {
        Self::new(icon, caption.clone(), caption, on_press)
    }

    /// The button of boards with free passes.
    pub(super) fn pass() -> Self {
        Self::plain(Icon::Pass, say!("match-pass"), MatchCommand::now(MatchChange::Pass))
    }

    /// Disables the button unless `is_possible`.
    pub(super) fn only_if(self, is_possible: bool) -> Self {
        Self { is_disabled: !is_possible, ..self }
    }
}

/// Width per button below which a group wraps: that of the longest caption with its padding.
const WIDTH: f32 = 62.0;

/// Spawns groups side by side, in which all buttons have the same width.
pub(super) fn spawn_groups(row: &mut ChildSpawnerCommands, groups: Vec<Vec<Tool>>, settings: &Settings) {
    for group in groups {
        let count = group.len() as f32;
        let node = Node { flex_grow: count, flex_basis: px(count * WIDTH), column_gap: px(4), ..default() };
        row.spawn((Pickable::IGNORE, node)).with_children(|place| {
            for Tool { icon, caption, label, on_press, key, is_disabled } in group {
                let shortcut = shortcut_on(&on_press).map(|shortcut| settings.keys.shown(shortcut));
                let mut spawned = place.spawn(icon_button(icon, caption, label, shortcut, on_press));
                if let Some(key) = key {
                    spawned.insert(ControlKey(key.identity()));
                }
                if is_disabled {
                    spawned.insert(InteractionDisabled);
                }
                spawned.entry::<Node>().and_modify(|mut node| {
                    node.flex_grow = 1.0;
                    node.flex_basis = px(0);
                });
            }
        });
    }
}
