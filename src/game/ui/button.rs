//! Buttons and cards, of which every screen is made.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{Checked, ComputedNode, InteractionDisabled, Pressed, UiGlobalTransform, UiSystems};
use bevy::ui_widgets::Button;

use crate::game::frame::GameSystems;
use crate::game::text::worded::Labelled;
use crate::game::text::{Phrase, say};
use crate::game::ui::icon::{Icon, icon};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Fill, Ink, Ring, Tone};
use crate::game::ui::tooltip::Tooltip;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InputFocus>()
        .init_resource::<InputFocusVisible>()
        .init_resource::<Refocus>()
        .init_resource::<PreviousFocus>()
        .add_systems(Update, paint_buttons.after(GameSystems::Look))
        .add_systems(PostUpdate, restore_focus.before(UiSystems::Layout));
}

/// Language-independent identity of a control: that of its label, or another name.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ControlKey(pub(crate) String);

/// Key of the control that gets the keyboard focus as soon as it exists.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Refocus(pub(crate) Option<String>);

/// Key of a control that had the focus earlier; it takes precedence over [`Refocus`] if it exists.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct PreviousFocus(pub(crate) Option<String>);

/// Restores the focus of controls that were respawned, and moves it as requested.
fn restore_focus(
    controls: Query<(Entity, &ControlKey), With<TabIndex>>,
    mut focus: ResMut<InputFocus>,
    (mut wanted, mut before): (ResMut<Refocus>, ResMut<PreviousFocus>),
    mut last: Local<Option<String>>,
) {
    let key = focus.get().and_then(|focused| controls.get(focused).ok()).map(|(_, key)| key.0.clone());
    let is_lost = key.is_none() && focus.get().is_some();
    let gone = last.take().filter(|_| is_lost);
    *last = key;
    let named = |wanted: String| controls.iter().find(|(_, key)| key.0 == wanted);
    let (before, wanted) = (before.0.take(), wanted.0.take());
    if let Some((entity, key)) = before.and_then(named).or_else(|| wanted.or(gone).and_then(named)) {
        focus.set(entity, FocusCause::Navigated);
        *last = Some(key.0.clone());
    }
}

/// Area of a node in the window, in logical pixels from the upper left.
pub(crate) fn area_of(node: &ComputedNode, transform: &UiGlobalTransform, window: &Window) -> Rect {
    let scale_factor = window.scale_factor();
    let middle = transform.transform_point2(Vec2::ZERO) / scale_factor;
    Rect::from_center_size(middle, node.size() / scale_factor)
}

/// Converts a point of the window to world coordinates, whose origin is the centre of the window.
pub(crate) fn to_world(point: Vec2, window: Vec2) -> Vec2 {
    (point - window / 2.0) * Vec2::new(1.0, -1.0)
}

/// A node that covers its parent and centres its content horizontally.
pub(crate) fn over_everything(vertical: AlignItems) -> Node {
    Node::default().align(vertical).justify(JustifyContent::Center).width(percent(100)).height(percent(100)).absolute()
}

/// Importance and look of a button.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ButtonKind {
    /// The one action that most people want next.
    Main,
    Plain,
    /// One of a row of related choices.
    Segment,
    /// One of many, with a picture.
    Tile,
}

/// A button with a caption and an accessible label, at least as wide as its caption.
pub(crate) fn button(
    caption: impl Into<Phrase>,
    label: impl Into<Phrase>,
    kind: ButtonKind,
    width: Val,
    on_press: impl Into<OnPress>,
) -> impl Bundle {
    let style = if kind == ButtonKind::Main { TextStyle::Strong } else { TextStyle::Body };
    (bare_button(label, kind, on_press, button_node().width(width)), children![worded(caption, style, theme::TEXT)])
}

/// A button whose label is its caption.
pub(crate) fn captioned_button(
    caption: impl Into<Phrase>,
    kind: ButtonKind,
    width: Val,
    on_press: impl Into<OnPress>,
) -> impl Bundle {
    let caption = caption.into();
    button(caption.clone(), caption, kind, width, on_press)
}

pub(crate) fn plain_button(caption: impl Into<Phrase>, on_press: impl Into<OnPress>) -> impl Bundle {
    captioned_button(caption, ButtonKind::Plain, Val::Auto, on_press)
}

pub(crate) fn main_button(caption: impl Into<Phrase>, on_press: impl Into<OnPress>) -> impl Bundle {
    captioned_button(caption, ButtonKind::Main, Val::Auto, on_press)
}

/// A button with an icon above a small caption. Its tooltip shows the label and the shortcut.
pub(crate) fn icon_button(
    picture: Icon,
    caption: impl Into<Phrase>,
    label: impl Into<Phrase>,
    key: Option<String>,
    on_press: impl Into<OnPress>,
) -> impl Bundle {
    let label = label.into();
    let tooltip = match key {
        Some(key) => say!("tooltip-key", label = label.clone(), key = key),
        None => label.clone(),
    };
    let node = button_node().stacked(2).min_width(px(theme::TOUCH)).inset(2, 4);
    (
        bare_button(label, ButtonKind::Plain, on_press, node),
        Tooltip(tooltip),
        children![
            icon(picture, ICON, theme::TEXT),
            (worded(caption, TextStyle::Small, theme::TEXT), TextLayout::no_wrap()),
        ],
    )
}

/// Side of an icon on a button, in logical pixels.
const ICON: f32 = 20.0;

pub(crate) fn button_node() -> Node {
    Node::default().middle().min_height(px(theme::TOUCH)).inset(12, 6).bordered().rounded(theme::BUTTON_RADIUS)
}

/// A button with an accessible label and no content of its own.
pub(crate) fn bare_button(
    label: impl Into<Phrase>,
    kind: ButtonKind,
    on_press: impl Into<OnPress>,
    node: Node,
) -> impl Bundle {
    let label = label.into();
    let key = label.identity();
    (
        Name::new(format!("button {key}")),
        Button,
        kind,
        on_press.into(),
        ControlKey(key),
        Labelled(label),
        TabIndex(0),
        Hovered::default(),
        node,
        Fill(theme::RAISED),
        Border(theme::LINE),
        focus_ring(2.0),
    )
}

/// An outline at this distance, in logical pixels, for controls that have the focus.
pub(crate) fn focus_ring(offset: f32) -> impl Bundle {
    (Outline { width: px(2), offset: px(offset), ..default() }, Ring(Tone::NONE))
}

/// Spawns a row of choices, each with caption, label and message. The node decides whether the row may wrap; note that
/// the layout also wraps lines that fit exactly.
pub(crate) fn spawn_segments<C: Into<Phrase>, L: Into<Phrase>, P: Into<OnPress>>(
    parent: &mut ChildSpawnerCommands,
    node: Node,
    choices: impl IntoIterator<Item = (C, L, P)>,
) {
    let node =
        Node { border_radius: BorderRadius::all(px(theme::BUTTON_RADIUS)), column_gap: px(2), row_gap: px(2), ..node };
    parent.spawn((Pickable::IGNORE, node, Fill(theme::SUNKEN))).with_children(|row| {
        for (caption, label, on_press) in choices {
            let node = button_node().grow().inset(10, 6);
            row.spawn(bare_button(label, ButtonKind::Segment, on_press, node)).with_children(|segment| {
                segment.spawn((worded(caption, TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
            });
        }
    });
}

/// Node of a card: a column with padding.
pub(crate) fn card() -> Node {
    Node::column(theme::GAP).padding(px(20).all()).bordered().rounded(theme::CARD_RADIUS)
}

pub(crate) fn card_paint() -> impl Bundle {
    (
        Fill(theme::PANEL),
        Border(theme::LINE),
        BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.35), px(0), px(6), px(0), px(24)),
    )
}

/// Tones of a button.
struct Paint {
    fill: Tone,
    line: Tone,
    ink: Tone,
}

/// State of the pointer over a button.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Nothing,
    Hovers,
    Presses,
}

fn paint(kind: ButtonKind, is_chosen: bool, is_disabled: bool, touch: Touch) -> Paint {
    let plain_fill = match touch {
        Touch::Nothing => theme::RAISED,
        Touch::Hovers => theme::RAISED_HOVERED,
        Touch::Presses => theme::RAISED_PRESSED,
    };
    let is_touched = touch != Touch::Nothing;
    match kind {
        _ if is_disabled => {
            Paint { fill: theme::RAISED.with_alpha(0.45), line: theme::LINE, ink: theme::QUIET_TEXT.with_alpha(0.5) }
        }
        ButtonKind::Main => Paint {
            fill: if touch == Touch::Hovers { theme::ACCENT_HOVERED } else { theme::ACCENT },
            line: Tone::NONE,
            ink: theme::TEXT_ON_ACCENT,
        },
        _ if is_chosen => {
            let ground = if is_touched { plain_fill } else { theme::PANEL };
            Paint { fill: theme::chosen(ground), line: theme::ACCENT, ink: theme::TEXT }
        }
        ButtonKind::Plain => Paint { fill: plain_fill, line: theme::LINE, ink: theme::TEXT },
        ButtonKind::Segment => Paint {
            fill: if is_touched { plain_fill } else { Tone::NONE },
            line: Tone::NONE,
            ink: if is_touched { theme::TEXT } else { theme::QUIET_TEXT },
        },
        ButtonKind::Tile => {
            Paint { fill: if is_touched { plain_fill } else { Tone::NONE }, line: Tone::NONE, ink: theme::TEXT }
        }
    }
}

fn paint_buttons(
    mut buttons: Query<
        (
            Entity,
            &ButtonKind,
            &Hovered,
            Has<Pressed>,
            Has<Checked>,
            Has<InteractionDisabled>,
            &Children,
            &mut Fill,
            &mut Border,
            &mut Ring,
        ),
        With<Button>,
    >,
    mut inks: Query<&mut Ink>,
    focus: Res<InputFocus>,
    focus_visible: Res<InputFocusVisible>,
) {
    for (entity, kind, hovered, pressed, chosen, disabled, children, mut background, mut border, mut ring) in
        &mut buttons
    {
        let touch = match (pressed, hovered.get()) {
            (true, _) => Touch::Presses,
            (_, true) => Touch::Hovers,
            _ => Touch::Nothing,
        };
        let Paint { fill, line, ink } = paint(*kind, chosen, disabled, touch);
        background.set_if_neq(Fill(fill));
        border.set_if_neq(Border(line));
        let is_focused = focus_visible.0 && focus.get() == Some(entity);
        ring.set_if_neq(Ring(if is_focused { theme::TEXT } else { Tone::NONE }));
        for child in children {
            if let Ok(mut shown) = inks.get_mut(*child) {
                shown.set_if_neq(Ink(ink));
            }
        }
    }
}

/// Adds or removes a marker. The entity may be gone by then, because the same press can close its parent.
pub(crate) fn mark<M: Component + Default>(commands: &mut Commands, entity: Entity, has: bool, wanted: bool) {
    match (has, wanted) {
        (false, true) => {
            commands.entity(entity).try_insert(M::default());
        }
        (true, false) => {
            commands.entity(entity).try_remove::<M>();
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marking_a_despawned_entity_does_no_harm() {
        for (has, wanted) in [(false, true), (true, false)] {
            let mut world = World::new();
            let control = world.spawn_empty().id();
            let mut commands = world.commands();
            commands.entity(control).despawn();
            mark::<Checked>(&mut commands, control, has, wanted);
            world.flush();
            assert!(world.get_entity(control).is_err());
        }
    }
}
