//! Commands of assistive technology: the page's mirror, or a screen reader on the desktop.

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::input_focus::{FocusCause, InputFocus, InputFocusVisible};
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::{Activate, Button};

use crate::game::board_view::board_focus::BoardFocus;
use crate::game::editor::painting::PaintIntent;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::GameSystems;
use crate::game::input::board_pointer::SquareChoice;
use crate::game::input::intent::IntentSystems;
use crate::game::ui::question::Questions;
use crate::game::ui::scroll::Reveal;
use crate::game::ui::slider::{Slider, ask_for, stepped};
use crate::game::ui::text_field::{TextField, type_text};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<AssistiveCommand>()
        .add_systems(Update, handle_assistive_commands.in_set(GameSystems::Input).before(IntentSystems::Write));
}

/// A command of assistive technology. Its entity may be gone by the time it is handled.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(in crate::game) enum AssistiveCommand {
    /// Plays a square like a click; in the editor, paints it.
    Choose(Square),
    /// Points at a square, as the arrow keys do.
    PointAt(Square),
    Press(Entity),
    /// Gives the keyboard focus to a button or a field.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "in the page's mirror the browser moves the focus"))]
    Focus(Entity),
    /// Scrolls a button or a field into view.
    Reveal(Entity),
    /// Sets the text of a field or the number of a slider.
    Type(Entity, String),
    /// Moves a slider by this number of steps.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "the page's mirror sends the number"))]
    Slide(Entity, i32),
}

pub(in crate::game) fn handle_assistive_commands(
    mut messages: MessageReader<AssistiveCommand>,
    screen: Res<State<Screen>>,
    questions: Questions,
    buttons: Query<(), (With<Button>, Without<InteractionDisabled>)>,
    controls: Query<(), With<TabIndex>>,
    nodes: Query<(), With<Node>>,
    (mut fields, sliders): (Query<(&TextField, &mut EditableText)>, Query<&Slider>),
    mut board_focus: ResMut<BoardFocus>,
    mut focus: ResMut<InputFocus>,
    mut visible: ResMut<InputFocusVisible>,
    mut paints: MessageWriter<PaintIntent>,
    choice: SquareChoice,
    mut commands: Commands,
) {
    let mut chosen = None;
    // As with a pointer, the board is out of reach while a question is open.
    let is_behind = questions.are_open();
    for message in messages.read() {
        match message {
            AssistiveCommand::Choose(_) | AssistiveCommand::PointAt(_) if is_behind => {}
            AssistiveCommand::Choose(square) if *screen.get() == Screen::Editor => {
                paints.write(PaintIntent(*square));
            }
            AssistiveCommand::Choose(square) => chosen = Some(*square),
            AssistiveCommand::PointAt(square) => {
                focus.clear();
                board_focus.set_if_neq(BoardFocus::keyboard(*square));
            }
            AssistiveCommand::Press(entity) if buttons.contains(*entity) => {
                commands.trigger(Activate { entity: *entity });
            }
            AssistiveCommand::Focus(entity) if controls.contains(*entity) => {
                focus.set(*entity, FocusCause::Navigated);
                visible.0 = true;
            }
            AssistiveCommand::Reveal(entity) if nodes.contains(*entity) => {
                commands.entity(*entity).insert(Reveal);
            }
            AssistiveCommand::Type(entity, text) => {
                if let Ok((field, mut editable)) = fields.get_mut(*entity) {
                    type_text(field, &mut editable, text);
                }
                if let Some((slider, number)) = sliders.get(*entity).ok().zip(text.parse::<f32>().ok()) {
                    ask_for(*entity, slider.nearest(number), true, &mut commands);
                }
            }
            AssistiveCommand::Slide(entity, steps) => {
                if let Some(value) = sliders.get(*entity).ok().and_then(|slider| stepped(slider, *steps)) {
                    ask_for(*entity, value, true, &mut commands);
                }
            }
            AssistiveCommand::Press(_) | AssistiveCommand::Focus(_) | AssistiveCommand::Reveal(_) => {}
        }
    }
    if chosen.is_some() {
        choice.choose(chosen, &mut commands);
    }
}
