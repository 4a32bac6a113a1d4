//! Sheet of keys over the screen: the keys that work there, and the shortcuts, whose keys can be changed.

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::input::key_capture::{CaptureKey, CapturedKey};
use crate::game::input::pad::PadInUse;
use crate::game::screens::new_game::pane_content;
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::settings::keys::{KeyName, Keys, Shortcut};
use crate::game::settings::{SettingCommand, Settings};
use crate::game::text::worded::{Labelled, Worded};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, Refocus, bare_button, button_node, mark, plain_button};
use crate::game::ui::layout::Layout;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Ink};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.run_if(resource_changed::<Overlay>),
            name_keys.run_if(
                resource_changed::<Settings>
                    .or_else(resource_changed::<CapturedKey>)
                    .or_else(resource_changed::<PadInUse>)
                    .or_else(any_match_filter::<Added<KeyButton>>),
            ),
        )
            .chain()
            .in_set(GameSystems::Look),
    );
}

#[derive(Component)]
struct SheetRoot;

/// Button that shows the keys of a shortcut and changes them.
#[derive(Component, Clone, Copy)]
struct KeyButton(Shortcut);

/// Button that resets all shortcuts to their standard keys.
#[derive(Component)]
struct ResetButton;

/// Line that says which key the sheet waits for, or why a key was refused.
#[derive(Component)]
struct StateLine;

/// Maximum width, enough for two columns.
const WIDTH: f32 = 760.0;
/// Minimum width of a column.
const COLUMN: f32 = 270.0;

/// Keys of a screen that cannot be changed.
fn fixed_keys(screen: Screen) -> Vec<(Phrase, Phrase)> {
    let arrows = || say!("key-arrows");
    let choose = || say!("keys-either", one = say!("key-enter"), other = say!("key-space"));
    match screen {
        Screen::Match => vec![
            (say!("keys-move-focus"), arrows()),
            (say!("keys-place"), choose()),
            (say!("keys-type-square"), say!("key-square")),
            (say!("keys-undo-everywhere"), say!("key-command-z")),
        ],
        Screen::Review => vec![
            (say!("keys-step"), say!("keys-either", one = say!("key-left"), other = say!("key-right"))),
            (say!("keys-better"), say!("keys-either", one = say!("key-down"), other = say!("key-up"))),
            (say!("keys-ends"), say!("keys-either", one = say!("key-home"), other = say!("key-end"))),
            (say!("keys-replay"), say!("key-space")),
        ],
        Screen::Editor => vec![
            (say!("keys-move-focus"), arrows()),
            (say!("keys-paint"), choose()),
            (say!("keys-paint-on"), say!("key-shift-arrows")),
            (say!("keys-choose-cell"), say!("key-cells")),
            (say!("editor-fill"), Phrase::verbatim("F")),
            (say!("keys-undo-everywhere"), say!("key-command-z")),
        ],
        _ => vec![(say!("keys-walk"), arrows()), (say!("keys-press"), choose())],
    }
}

/// Keys of every screen that cannot be changed.
fn fixed_keys_everywhere() -> Vec<(Phrase, Phrase)> {
    vec![(say!("keys-next-control"), say!("key-tab")), (say!("keys-back"), say!("key-escape"))]
}

/// Shortcuts of a screen besides those of every screen.
fn shortcuts(screen: Screen) -> Vec<Shortcut> {
    match screen {
        Screen::Match => Shortcut::ALL.into_iter().filter(|shortcut| !shortcut.is_everywhere()).collect(),
        Screen::Editor => {
            let undo = |shortcut: &Shortcut| matches!(shortcut, Shortcut::Undo | Shortcut::Redo);
            Shortcut::ALL.into_iter().filter(|shortcut| undo(shortcut) || shortcut.is_of_zoom()).collect()
        }
        Screen::Review => Shortcut::ALL.into_iter().filter(|shortcut| shortcut.is_of_zoom()).collect(),
        _ => Vec::new(),
    }
}

fn spawn(
    overlay: Res<Overlay>,
    screen: Res<State<Screen>>,
    open: Query<Entity, With<SheetRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let is_wanted = *overlay == Overlay::KeySheet;
    if is_wanted != open.is_empty() {
        return;
    }
    open.iter().for_each(|root| commands.entity(root).despawn());
    if !is_wanted {
        return;
    }
    refocus.0 = Some(say!("picker-close").identity());
    spawn_card_over_screen(&mut commands, (Name::new("keys"), SheetRoot), WIDTH, |card| {
        spawn_card(card, *screen.get());
    });
}

fn spawn_card(card: &mut ChildSpawnerCommands, screen: Screen) {
    spawn_card_head(card, |head| {
        head.spawn((Pickable::IGNORE, Node::column(0).fill())).with_children(|words| {
            words.spawn(worded(say!("keys-heading"), TextStyle::Strong, theme::TEXT));
            words.spawn(state_line());
        });
    });
    let content = Node::wrapping_row(28, 14).align(AlignItems::FlexStart).padding(pane_content().padding);
    spawn_scroll_area(card, Node::default(), content, |area| {
        spawn_section(area, say!("keys-here"), &fixed_keys(screen), &shortcuts(screen));
        let everywhere: Vec<_> = Shortcut::ALL.into_iter().filter(|shortcut| shortcut.is_everywhere()).collect();
        area.spawn((Pickable::IGNORE, column())).with_children(|rest| {
            spawn_section(rest, say!("keys-everywhere"), &fixed_keys_everywhere(), &everywhere);
            rest.spawn(reset_button());
        });
    });
}

fn column() -> Node {
    Node::column(4).max_width(percent(100)).grow().basis(px(COLUMN)).fixed()
}

/// Spawns a heading, with fixed keys and changeable shortcuts below it.
fn spawn_section(
    parent: &mut ChildSpawnerCommands,
    heading: Phrase,
    fixed: &[(Phrase, Phrase)],
    shortcuts: &[Shortcut],
) {
    parent.spawn((Pickable::IGNORE, column().basis(Val::Auto))).with_children(|section| {
        section.spawn(worded(heading, TextStyle::Strong, theme::ACCENT));
        for (command_of, key) in fixed {
            section.spawn(row()).with_children(|row| {
                row.spawn((worded(command_of.clone(), TextStyle::Body, theme::TEXT), wide()));
                row.spawn((Pickable::IGNORE, cap(), Border(theme::LINE))).with_children(|cap| {
                    cap.spawn((worded(key.clone(), TextStyle::Body, theme::QUIET_TEXT), TextLayout::no_wrap()));
                });
            });
        }
        for shortcut in shortcuts {
            spawn_shortcut(section, *shortcut);
        }
    });
}

/// Spawns the name of a shortcut, and the button that shows and changes its keys.
pub(in crate::game::screens) fn spawn_shortcut(parent: &mut ChildSpawnerCommands, shortcut: Shortcut) {
    parent.spawn(row()).with_children(|row| {
        row.spawn((worded(shortcut.name(), TextStyle::Body, theme::TEXT), wide()));
        let label = say!("keys-change", shortcut = shortcut.name());
        let node = button_node().min_width(px(64)).fixed();
        let button = bare_button(label, ButtonKind::Plain, CaptureKey(shortcut), node);
        let caption = (worded("", TextStyle::Strong, theme::TEXT), TextLayout::no_wrap());
        row.spawn((KeyButton(shortcut), button)).with_child(caption);
    });
}

/// Button that resets all shortcuts.
pub(in crate::game::screens) fn reset_button() -> impl Bundle {
    (ResetButton, plain_button(say!("keys-reset"), SettingCommand::ResetKeys))
}

/// Line that says how to change keys, which key the sheet waits for, or why a key was refused.
pub(in crate::game::screens) fn state_line() -> impl Bundle {
    (StateLine, worded(say!("keys-how-to-change"), TextStyle::Small, theme::QUIET_TEXT))
}

fn row() -> impl Bundle {
    (Pickable::IGNORE, Node::row(10).centred().min_height(px(theme::TOUCH)))
}

/// Node that shares the rest of a row.
fn wide() -> Node {
    Node::default().fill()
}

/// Node of a key that cannot be changed.
fn cap() -> Node {
    Node::default().fixed().inset(8, 3).bordered().rounded(6)
}

/// Keys of a shortcut, such as "? or F1", and its gamepad button while a gamepad is in use.
fn shown(keys: &Keys, shortcut: Shortcut, pad: PadInUse) -> Phrase {
    let named = match keys.of(shortcut).iter().map(KeyName::shown).collect::<Vec<_>>().as_slice() {
        [one, other] => say!("keys-either", one = one.as_str(), other = other.as_str()),
        names => Phrase::verbatim(names.join(" ")),
    };
    match keys.pad_button(shortcut) {
        Some(button) if pad != PadInUse::None => say!("keys-and-button", keys = named, button = pad.label(button)),
        _ => named,
    }
}

/// Updates the captions of the key buttons, and the line of the state.
fn name_keys(
    settings: Res<Settings>,
    (captured, pad): (Res<CapturedKey>, Res<PadInUse>),
    mut buttons: Query<(Entity, &KeyButton, &mut Labelled, &Children, Has<Checked>)>,
    reset: Query<(Entity, Has<InteractionDisabled>), With<ResetButton>>,
    mut texts: Query<&mut Worded, Without<StateLine>>,
    mut lines: Query<(&mut Worded, &mut Ink), With<StateLine>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    if captured.is_changed()
        && let Some(shortcut) = captured.waiting
    {
        // Focuses the waiting button, so that Enter and Space cannot press another one.
        refocus.0 = Some(say!("keys-change", shortcut = shortcut.name()).identity());
    }
    let has_pad = *pad != PadInUse::None;
    for (entity, KeyButton(shortcut), mut label, children, is_checked) in &mut buttons {
        let is_waiting = captured.waiting == Some(*shortcut);
        let words = match is_waiting {
            true if has_pad => say!("keys-press-button"),
            true => say!("keys-press-one"),
            false => shown(&settings.keys, *shortcut, *pad),
        };
        let name = shortcut.name();
        label.set_if_neq(Labelled(say!("keys-change-from", shortcut = name, keys = words.clone())));
        mark::<Checked>(&mut commands, entity, is_checked, is_waiting);
        for child in children {
            if let Ok(mut worded) = texts.get_mut(*child) {
                worded.set_if_neq(Worded(words.clone()));
            }
        }
    }
    for (entity, is_disabled) in &reset {
        mark::<InteractionDisabled>(&mut commands, entity, is_disabled, settings.keys.are_standard());
    }
    for (mut worded, mut colour) in &mut lines {
        let (words, ink) = match captured.waiting {
            _ if !captured.refusal.is_nothing() => (captured.refusal.clone(), theme::BAD_MOVE),
            Some(shortcut) if has_pad => {
                let [_, back, ..] = pad.labels();
                (say!("keys-wait-for-button", shortcut = shortcut.name(), back = back), theme::ACCENT)
            }
            Some(shortcut) => (say!("keys-wait", shortcut = shortcut.name()), theme::ACCENT),
            None => (say!("keys-how-to-change"), theme::QUIET_TEXT),
        };
        worded.set_if_neq(Worded(words));
        colour.set_if_neq(Ink(ink));
    }
}
