//! Rows of settings: a caption with choices, a switch, a button or an explanation.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::game::frame::GameSystems;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, bare_button, button_node, plain_button, spawn_segments};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::Fill;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_switches.after(GameSystems::Look));
}

/// Minimum width of a caption that has its choices beside it.
const CAPTION: f32 = 140.0;
/// Side of a switch's knob, and the space around it.
const KNOB: f32 = 20.0;
const INSET: f32 = 3.0;
/// Length of a switch.
const TRACK: f32 = 46.0;

/// A button that looks like a switch.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct SwitchButton;

/// The part of a switch in which its knob slides.
#[derive(Component)]
struct Track;

#[derive(Component)]
struct Knob;

/// Spawns a caption, with the choices beside it or below it.
pub(crate) fn spawn_choices<P: Into<OnPress>>(
    rows: &mut ChildSpawnerCommands,
    caption: &Phrase,
    choices: impl IntoIterator<Item = (Phrase, P)>,
) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        align_items: AlignItems::Center,
        column_gap: px(theme::GAP),
        row_gap: px(4),
        // Aligned with the captions of switches and sliders, which are inset for their focus rings.
        padding: UiRect::horizontal(px(10)),
        flex_shrink: 0.0,
        ..default()
    };
    rows.spawn((Pickable::IGNORE, row)).with_children(|row| {
        let place = Node::default().min_width(px(CAPTION)).max_width(percent(100));
        // In a container of its own: directly in a wrapping row, a text that wraps would be measured as one line.
        row.spawn((Pickable::IGNORE, place, children![worded(caption.clone(), TextStyle::Body, theme::TEXT)]));
        let lines = Node::default().wrap(FlexWrap::Wrap).max_width(percent(100)).grow();
        let choices = choices.into_iter().map(|(choice, on_press)| {
            let label = say!("option-choice", option = caption.clone(), choice = choice.clone());
            (choice, label, on_press)
        });
        spawn_segments(row, lines, choices);
    });
}

/// Spawns a switch. It is on while it is [`Checked`].
pub(crate) fn spawn_switch(rows: &mut ChildSpawnerCommands, caption: Phrase, on_press: impl Into<OnPress>) {
    let node = button_node().spaced(theme::GAP).spread().fixed().inset(9, 6);
    rows.spawn((SwitchButton, bare_button(caption.clone(), ButtonKind::Tile, on_press, node))).with_children(|row| {
        row.spawn((worded(caption, TextStyle::Body, theme::TEXT), Node::default()));
        let track = Node::default().size(TRACK, KNOB + 2.0 * INSET).fixed().padding(px(INSET).all()).round();
        let knob = Node::default().size(KNOB, KNOB).round();
        row.spawn((
            Track,
            Pickable::IGNORE,
            track,
            Fill(theme::SUNKEN),
            children![(Knob, Pickable::IGNORE, knob, Fill(theme::QUIET_TEXT))],
        ));
    });
}

/// Spawns a button for an action.
pub(crate) fn spawn_action(rows: &mut ChildSpawnerCommands, caption: Phrase, on_press: impl Into<OnPress>) {
    rows.spawn(plain_button(caption, on_press)).entry::<Node>().and_modify(|mut node| {
        node.flex_shrink = 0.0;
        node.align_self = AlignSelf::FlexStart;
        node.margin = UiRect::horizontal(px(10));
    });
}

/// A sentence about the rows.
pub(crate) fn explanation(words: Phrase) -> impl Bundle {
    (worded(words, TextStyle::Small, theme::QUIET_TEXT), Node::default().fixed().margin(px(10).horizontal()))
}

fn paint_switches(
    switches: Query<(Has<Checked>, &Children), With<SwitchButton>>,
    mut tracks: Query<(&mut Node, &mut Fill, &Children), With<Track>>,
    mut knobs: Query<&mut Fill, (With<Knob>, Without<Track>)>,
) {
    for (is_on, children) in &switches {
        let mut tracks = tracks.iter_many_mut(children);
        while let Some((mut node, mut fill, knob)) = tracks.fetch_next() {
            let place = if is_on { JustifyContent::FlexEnd } else { JustifyContent::FlexStart };
            if node.justify_content != place {
                node.justify_content = place;
            }
            fill.set_if_neq(Fill(if is_on { theme::ACCENT } else { theme::SUNKEN }));
            let ink = if is_on { theme::TEXT_ON_ACCENT } else { theme::QUIET_TEXT };
            let mut knobs = knobs.iter_many_mut(knob);
            while let Some(mut fill) = knobs.fetch_next() {
                fill.set_if_neq(Fill(ink));
            }
        }
    }
}
