//! How it is shown: motion, waiting, colours, hints.

use bevy::prelude::*;

use super::heading;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::spawn_segments;
use crate::game::{Action, Pace, Palette, Settings};

pub(super) fn spawn(parent: &mut ChildSpawnerCommands, title: Option<&str>) {
    let part = Node { flex_direction: FlexDirection::Column, row_gap: px(10), flex_shrink: 0.0, ..default() };
    parent.spawn((Pickable::IGNORE, part)).with_children(|part| {
        if let Some(title) = title {
            part.spawn(heading(title));
        }
        let paces = Pace::ALL.map(|pace| (pace.name().to_owned(), Action::ChoosePace(pace)));
        spawn_option(part, "Motion", paces);
        let delays =
            Settings::CPU_DELAYS.map(|delay| (format!("{} s", delay.as_secs_f32()), Action::ChooseCpuDelay(delay)));
        spawn_option(part, "CPU waits", delays);
        let palettes = Palette::ALL.map(|palette| (palette.name().to_owned(), Action::ChoosePalette(palette)));
        spawn_option(part, "Colours", palettes);
        spawn_option(part, "Legal squares", [("Mark legal squares".to_owned(), Action::ToggleLegalMarks)]);
    });
}

/// A caption, and the choices behind it: what they show and what they do.
fn spawn_option(parent: &mut ChildSpawnerCommands, caption: &str, choices: impl IntoIterator<Item = (String, Action)>) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: px(10),
        row_gap: px(4),
        ..default()
    };
    parent.spawn((Pickable::IGNORE, row)).with_children(|row| {
        row.spawn((text(caption, TextStyle::Body, theme::QUIET_TEXT), Node { width: px(90), ..default() }));
        let choices = choices.into_iter().map(|(name, action)| (name.clone(), format!("{caption}: {name}"), action));
        spawn_segments(row, Node::default(), choices);
    });
}
