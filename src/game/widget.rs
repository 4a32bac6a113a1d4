//! Buttons and cards, the pieces every screen is made of.

use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{InputFocus, InputFocusVisible};
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::ui::{ComputedNode, InteractionDisabled, Pressed, UiGlobalTransform};
use bevy::ui_widgets::Button;

use super::theme::{self, TextStyle, text};
use super::{Action, GameSystems};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<InputFocus>()
        .init_resource::<InputFocusVisible>()
        .add_systems(Update, paint_buttons.after(GameSystems::Look));
}

/// Where a node lies in the window, in logical pixels from the upper left.
pub(super) fn area_of(node: &ComputedNode, transform: &UiGlobalTransform, window: &Window) -> Rect {
    let scale_factor = window.scale_factor();
    let middle = transform.transform_point2(Vec2::ZERO) / scale_factor;
    Rect::from_center_size(middle, node.size() / scale_factor)
}

/// A point of the window in the world, whose origin is the middle of the window.
pub(super) fn to_world(point: Vec2, window: Vec2) -> Vec2 {
    (point - window / 2.0) * Vec2::new(1.0, -1.0)
}

/// A node that fills what it lies over, with what is in it in the middle across.
pub(super) fn over_everything(vertical: AlignItems) -> Node {
    Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: vertical,
        justify_content: JustifyContent::Center,
        ..default()
    }
}

/// How much a button asks to be pressed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// The one thing most people want next.
    Main,
    /// One of several.
    Plain,
}

/// A button whose choice is the one in force.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct Chosen;

/// A button that shows `caption`, is called `label` where it cannot be seen, and is at least as wide as its caption.
pub(super) fn button(
    caption: impl Into<String>,
    label: impl Into<String>,
    weight: Weight,
    width: Val,
    action: Action,
) -> impl Bundle {
    let caption = caption.into();
    let style = if weight == Weight::Main { TextStyle::Strong } else { TextStyle::Body };
    (
        Name::new(format!("button {caption}")),
        Button,
        weight,
        action,
        AccessibleLabel::new(label),
        TabIndex(0),
        Hovered::default(),
        Node {
            width,
            min_height: px(theme::TOUCH),
            padding: UiRect::axes(px(12), px(6)),
            border: px(1).all(),
            border_radius: BorderRadius::all(px(theme::BUTTON_RADIUS)),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        BackgroundColor(theme::RAISED),
        BorderColor::all(theme::LINE),
        Outline { width: px(2), offset: px(2), color: Color::NONE },
        children![text(caption, style, theme::TEXT)],
    )
}

/// The node of a card: a column on a panel.
pub(super) fn card() -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        padding: px(20).all(),
        row_gap: px(theme::GAP),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
        ..default()
    }
}

/// The paint of a card.
pub(super) fn card_paint() -> impl Bundle {
    (
        BackgroundColor(theme::PANEL),
        BorderColor::all(theme::LINE),
        BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.35), px(0), px(6), px(0), px(24)),
    )
}

fn paint_buttons(
    mut buttons: Query<
        (
            Entity,
            &Weight,
            &Hovered,
            Has<Pressed>,
            Has<Chosen>,
            Has<InteractionDisabled>,
            &Children,
            &mut BackgroundColor,
            &mut BorderColor,
            &mut Outline,
        ),
        With<Button>,
    >,
    mut colours: Query<&mut TextColor>,
    focus: Res<InputFocus>,
    focus_visible: Res<InputFocusVisible>,
) {
    for (entity, weight, hovered, pressed, chosen, disabled, children, mut background, mut border, mut outline) in
        &mut buttons
    {
        let hovered = hovered.get() && !disabled;
        let is_accented = chosen || (*weight == Weight::Main && !disabled);
        let fill = match (is_accented, pressed, hovered) {
            (true, _, true) => theme::ACCENT_HOVERED,
            (true, ..) => theme::ACCENT,
            (_, true, _) => theme::RAISED_PRESSED,
            (_, _, true) => theme::RAISED_HOVERED,
            _ => theme::RAISED,
        };
        background.set_if_neq(BackgroundColor(if disabled { fill.with_alpha(0.45) } else { fill }));
        border.set_if_neq(BorderColor::all(if is_accented { Color::NONE } else { theme::LINE }));
        let ink = match (is_accented, disabled) {
            (true, _) => theme::TEXT_ON_ACCENT,
            (_, true) => theme::QUIET_TEXT.with_alpha(0.5),
            _ => theme::TEXT,
        };
        let is_focused = focus_visible.0 && focus.get() == Some(entity);
        let ring = if is_focused { theme::TEXT } else { Color::NONE };
        outline.set_if_neq(Outline { color: ring, ..*outline });
        for child in children {
            if let Ok(mut colour) = colours.get_mut(*child) {
                colour.set_if_neq(TextColor(ink));
            }
        }
    }
}

/// Sets or takes away a marker component.
pub(super) fn mark<M: Component + Default>(commands: &mut Commands, entity: Entity, has: bool, wanted: bool) {
    match (has, wanted) {
        (false, true) => {
            commands.entity(entity).insert(M::default());
        }
        (true, false) => {
            commands.entity(entity).remove::<M>();
        }
        _ => {}
    }
}
