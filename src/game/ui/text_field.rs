//! Text fields of one line.

use std::time::Duration;

use accesskit::Role;
use bevy::a11y::AccessibilityNode;
use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::{EditableText, EditableTextSystems, TextCursorStyle, TextEdit};
use bevy::ui_widgets::ValueChange;

use crate::game::frame::GameSystems;
use crate::game::text::Phrase;
use crate::game::text::worded::Labelled;
use crate::game::ui::button::{ControlKey, focus_ring};
use crate::game::ui::layout::Layout;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::game::ui::tone::{Border, Caret, Fill, Ink, Ring, Tone};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (paint_fields, show_placeholders).after(GameSystems::Look))
        .add_systems(PostUpdate, trigger_changes.after(EditableTextSystems));
}

/// A text field. Each change of its text triggers a `ValueChange<String>` event on its entity.
#[derive(Component, Clone, Debug)]
pub(crate) struct TextField {
    /// The text as last reported.
    pub(crate) text: String,
    pub(crate) max_characters: usize,
    /// Shown while the field is empty.
    pub(crate) placeholder: Phrase,
}

/// Message of the Enter key in a text field; without it, Enter moves on to the next control.
#[derive(Component, Clone, Debug)]
pub(crate) struct OnEnterKey(pub(crate) OnPress);

/// Text shown while the field is empty.
#[derive(Component)]
struct Placeholder;

/// Period of the cursor. A blinking cursor would redraw for nothing, so this one blinks once a year.
const STEADY: Duration = Duration::from_hours(24 * 365);
/// Width of the cursor, relative to the font size.
const CURSOR: f32 = 0.1;
const PADDING: Vec2 = Vec2::new(12.0, 11.0);

/// A text field with a label, a text, and a placeholder while it is empty.
pub(crate) fn text_field(
    label: impl Into<Phrase>,
    content: &str,
    placeholder: impl Into<Phrase>,
    max_characters: usize,
    width: Val,
) -> impl Bundle {
    let (label, placeholder) = (label.into(), placeholder.into());
    let key = label.identity();
    let inset = worded(placeholder.clone(), TextStyle::Body, theme::QUIET_TEXT);
    (
        Name::new(format!("field {key}")),
        TextField { text: content.to_owned(), max_characters, placeholder },
        (
            EditableText {
                max_characters: Some(max_characters),
                cursor_width: CURSOR,
                cursor_blink_period: STEADY,
                ..EditableText::new(content)
            },
            TextLayout::no_wrap(),
            TextStyle::Body.font(),
            Ink(theme::TEXT),
            TextCursorStyle { unfocused_selection_color: Color::NONE, ..default() },
            Caret(theme::ACCENT),
        ),
        AccessibilityNode(accesskit::Node::new(Role::TextInput)),
        (ControlKey(key), Labelled(label)),
        TabIndex(0),
        Hovered::default(),
        Node::default()
            .centred()
            .width(width)
            .height(px(theme::TOUCH))
            .inset(PADDING.x, PADDING.y)
            .bordered()
            .rounded(theme::BUTTON_RADIUS),
        (Fill(theme::SUNKEN), Border(theme::LINE), focus_ring(1.0)),
        children![(
            Placeholder,
            inset,
            Node { position_type: PositionType::Absolute, left: px(PADDING.x), ..default() }
        )],
    )
}

/// Replaces the text of a field as if it had been typed: without control characters, and cut to the maximum length.
pub(crate) fn type_text(field: &TextField, editable: &mut EditableText, content: &str) {
    let content: String =
        content.chars().filter(|character| !character.is_control()).take(field.max_characters).collect();
    editable.clear();
    editable.editor.set_text(&content);
    editable.queue_edit(TextEdit::TextEnd(false));
}

/// Reports changes. After this system, every [`TextField`] has the text that it shows.
pub(crate) fn trigger_changes(mut fields: Query<(Entity, &mut EditableText, &mut TextField)>, mut commands: Commands) {
    for (source, mut editable, mut field) in &mut fields {
        if editable.value() == field.text.as_str() {
            continue;
        }
        // Pasted text may end with a line break; Bevy's filter would reject the whole text.
        let value = editable.value().to_string();
        if value.contains(char::is_control) {
            type_text(&field, &mut editable, &value);
        }
        field.text = editable.value().to_string();
        commands.trigger(ValueChange { source, value: field.text.clone(), is_final: false });
    }
}

fn show_placeholders(
    fields: Query<&EditableText>,
    mut placeholders: Query<(&ChildOf, &mut Visibility), With<Placeholder>>,
) {
    for (parent, mut visibility) in &mut placeholders {
        let is_empty = fields.get(parent.parent()).is_ok_and(|field| field.value() == "" && !field.is_composing());
        visibility.set_if_neq(if is_empty { Visibility::Inherited } else { Visibility::Hidden });
    }
}

fn paint_fields(
    mut fields: Query<(Entity, &Hovered, &mut Border, &mut Ring), With<TextField>>,
    focus: Res<InputFocus>,
) {
    for (entity, hovered, mut border, mut ring) in &mut fields {
        // Even if a pointer set the focus, because a field must show where typing goes.
        ring.set_if_neq(Ring(if focus.get() == Some(entity) { theme::ACCENT } else { Tone::NONE }));
        border.set_if_neq(Border(if hovered.get() { theme::QUIET_TEXT } else { theme::LINE }));
    }
}
