//! Painting: strokes with a pointer, and single places with keys.

use bevy::ecs::system::SystemParam;
use bevy::input_focus::InputFocus;
use bevy::picking::pointer::PointerId;
use bevy::prelude::*;
use bevy::text::EditableText;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource, KeyboardFocus};
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::place::BoardPlace;
use crate::game::editor::symmetry::Brush;
use crate::game::editor::{Editor, EditorCommand};
use crate::game::flow::screen::Screen;
use crate::game::frame::PlaySystems;
use crate::game::input::board_gesture::BoardGesture;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::settings::Settings;
use crate::game::settings::keys::{KeyName, Shortcut};
use crate::game::ui::question::Questions;
use crate::rules::{Cell, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<CurrentStroke>()
        .add_message::<PaintIntent>()
        .add_systems(OnExit(Screen::Editor), end_painting)
        .add_systems(
            Update,
            (
                read_intents.in_set(IntentSystems::Canvas),
                paint_places.in_set(PlaySystems::Editor).after(super::handle_editor_commands),
            )
                .run_if(in_state(Screen::Editor)),
        )
        .add_observer(point.run_if(in_state(Screen::Editor)))
        .add_observer(leave.run_if(in_state(Screen::Editor)))
        .add_observer(begin_stroke.run_if(in_state(Screen::Editor)))
        .add_observer(continue_stroke.run_if(in_state(Screen::Editor)))
        .add_observer(end_with_click.run_if(in_state(Screen::Editor)))
        .add_observer(end_with_drag.run_if(in_state(Screen::Editor)))
        .add_observer(end_with_cancel.run_if(in_state(Screen::Editor)));
}

/// Letter that toggles filling, unless the player has given it to a shortcut.
const FILL_KEY: char = 'f';

/// Paints one place with the brush. Keys and assistive technology send this.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaintIntent(pub Square);

/// The current stroke.
#[derive(Resource, Default)]
struct CurrentStroke(Option<Stroke>);

struct Stroke {
    pointer: PointerId,
    brush: Brush,
    /// The last place that the stroke reached; `None` outside of the board.
    last: Option<Square>,
}

fn end_painting(mut stroke: ResMut<CurrentStroke>, mut focus: ResMut<BoardFocus>, mut editor: ResMut<Editor>) {
    stroke.0 = None;
    *focus = BoardFocus::default();
    editor.end_stroke();
}

fn point(
    moved: On<Pointer<Move>>,
    areas: Query<(), With<BoardArea>>,
    (place, gesture): (Res<BoardPlace>, Res<BoardGesture>),
    mut focus: ResMut<BoardFocus>,
) {
    if areas.contains(moved.entity) && !gesture.is_looking() {
        let square = place.square_at(moved.pointer_location.position);
        focus.set_if_neq(BoardFocus { square, source: FocusSource::Pointer });
    }
}

fn leave(out: On<Pointer<Out>>, areas: Query<(), With<BoardArea>>, mut focus: ResMut<BoardFocus>) {
    if areas.contains(out.entity) && focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
}

/// Parameters for painting with a pointer.
#[derive(SystemParam)]
struct Painting<'w, 's> {
    areas: Query<'w, 's, (), With<BoardArea>>,
    pointers: Query<'w, 's, &'static PointerId>,
    place: Res<'w, BoardPlace>,
    gesture: Res<'w, BoardGesture>,
    stroke: ResMut<'w, CurrentStroke>,
    editor: ResMut<'w, Editor>,
    focus: ResMut<'w, BoardFocus>,
    input_focus: ResMut<'w, InputFocus>,
}

impl Painting<'_, '_> {
    fn go_to(&mut self, point: Vec2) {
        let here = self.place.square_at(point);
        let Some(stroke) = &mut self.stroke.0 else { return };
        let from = std::mem::replace(&mut stroke.last, here);
        if from == here {
            return;
        }
        for square in here.into_iter().flat_map(|here| line(from.unwrap_or(here), here)) {
            self.editor.paint(square, stroke.brush);
        }
        self.focus.set_if_neq(BoardFocus { square: here, source: FocusSource::Pointer });
    }

    /// A second finger has come, so both zoom or pan, and what the first has painted was not intended.
    fn cancel(&mut self) {
        if self.stroke.0.take().is_some() {
            self.editor.cancel_stroke();
            self.focus.set_if_neq(BoardFocus::default());
        }
    }

    fn end(&mut self, pointer: PointerId) {
        if self.stroke.0.as_ref().is_some_and(|stroke| stroke.pointer == pointer) {
            self.stroke.0 = None;
            self.editor.end_stroke();
        }
    }
}

/// Starts a stroke. The main button and a finger paint; the secondary button erases discs and holes.
fn begin_stroke(press: On<Pointer<Press>>, mut painting: Painting) {
    // Ignores presses on what lies over the board.
    if press.entity != press.original_event_target() || !painting.areas.contains(press.entity) {
        return;
    }
    // The end of a touch can get lost, for example with the window, so only pointers that still exist count.
    let is_there = |pointer: PointerId| painting.pointers.iter().any(|there| *there == pointer);
    if press.pointer_id.is_touch() && painting.gesture.other_fingers(press.pointer_id).any(is_there) {
        painting.cancel();
        return;
    }
    // Another pointer does not disturb a stroke.
    let is_going_on = |stroke: &Stroke| stroke.pointer != press.pointer_id && is_there(stroke.pointer);
    if painting.stroke.0.as_ref().is_some_and(is_going_on) {
        return;
    }
    let brush = painting.editor.brush();
    let brush = match press.button {
        PointerButton::Primary => brush,
        PointerButton::Secondary => Brush { paint: brush.paint.eraser(), ..brush },
        PointerButton::Middle => return,
    };
    // Gives Enter back to the board, after a button or a text field had the focus.
    painting.input_focus.clear();
    painting.editor.begin_stroke();
    painting.stroke.0 = Some(Stroke { pointer: press.pointer_id, brush, last: None });
    painting.go_to(press.pointer_location.position);
}

fn continue_stroke(drag: On<Pointer<Drag>>, mut painting: Painting) {
    let is_painting = painting.stroke.0.as_ref().is_some_and(|stroke| stroke.pointer == drag.pointer_id);
    if is_painting && painting.areas.contains(drag.entity) {
        painting.go_to(drag.pointer_location.position);
    }
}

fn end_with_click(release: On<Pointer<Release>>, mut painting: Painting) {
    painting.end(release.pointer_id);
}

fn end_with_drag(end: On<Pointer<DragEnd>>, mut painting: Painting) {
    painting.end(end.pointer_id);
}

fn end_with_cancel(cancel: On<Pointer<Cancel>>, mut painting: Painting) {
    painting.end(cancel.pointer_id);
}

/// The places on a straight line, so that fast strokes leave no gaps.
fn line(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let start = IVec2::new(from.column().into(), from.row().into());
    let way = IVec2::new(to.column().into(), to.row().into()) - start;
    let steps = way.abs().max_element();
    (0..=steps).filter_map(move |step| {
        let place = start + ((way * step).as_vec2() / steps.max(1) as f32).round().as_ivec2();
        Square::new(place.x as u8, place.y as u8)
    })
}

fn paint_places(mut intents: MessageReader<PaintIntent>, mut editor: ResMut<Editor>) {
    for PaintIntent(square) in intents.read() {
        let brush = editor.brush();
        editor.begin_stroke();
        editor.paint(*square, brush);
        editor.end_stroke();
    }
}

fn read_intents(
    mut intents: MessageReader<Intent>,
    (editor, settings): (Res<Editor>, Res<Settings>),
    questions: Questions,
    fields: Query<(), With<EditableText>>,
    mut focus: ResMut<BoardFocus>,
    mut keyboard: KeyboardFocus,
    mut commands: MessageWriter<EditorCommand>,
    mut paints: MessageWriter<PaintIntent>,
) {
    let is_typing = keyboard.control().is_some_and(|focused| fields.contains(focused));
    let Some(draft) = editor.draft() else { return };
    for intent in intents.read() {
        match intent {
            _ if is_typing || questions.are_open() => {}
            Intent::Navigate { direction, paints: is_painted } => {
                keyboard.give_to_board();
                let grid = draft.grid();
                let middle = || Square::new((grid.columns() - 1) / 2, (grid.rows() - 1) / 2);
                let next = match focus.square.filter(|square| grid.has(*square)) {
                    Some(square) => square.step(*direction).filter(|next| grid.has(*next)),
                    None => middle(),
                };
                if let Some(square) = next {
                    *focus = BoardFocus::keyboard(square);
                    paints.write_batch(is_painted.then_some(PaintIntent(square)));
                }
            }
            Intent::Choose if keyboard.is_on_board() => {
                paints.write_batch(focus.square.map(PaintIntent));
            }
            Intent::Undo => {
                commands.write(EditorCommand::Undo);
            }
            Intent::Redo => {
                commands.write(EditorCommand::Redo);
            }
            Intent::Paste => {
                commands.write(EditorCommand::Paste);
            }
            Intent::Letter(letter) => {
                if let Some(cell) = Cell::from_letter(*letter) {
                    commands.write(EditorCommand::ChooseCell(cell));
                    // With keyboard focus a letter paints the square; with the pointer it only chooses the brush.
                    let is_written = focus.source == FocusSource::Keyboard && keyboard.is_on_board();
                    paints.write_batch(focus.square.filter(|_| is_written).map(PaintIntent));
                } else if let Some(key) = KeyName::character(*letter) {
                    match settings.keys.shortcut(&key) {
                        Some(Shortcut::Undo) => {
                            commands.write(EditorCommand::Undo);
                        }
                        Some(Shortcut::Redo) => {
                            commands.write(EditorCommand::Redo);
                        }
                        None if letter.eq_ignore_ascii_case(&FILL_KEY) => {
                            commands.write(EditorCommand::ToggleFilling);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fast_hand_leaves_no_gaps() {
        let way = |from: &str, to: &str| {
            let places = line(from.parse().unwrap(), to.parse().unwrap());
            places.map(|place| place.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(way("b2", "b2"), "b2");
        assert_eq!(way("b2", "e2"), "b2 c2 d2 e2");
        assert_eq!(way("d4", "a1"), "d4 c3 b2 a1");
        assert_eq!(way("a1", "e3"), "a1 b2 c2 d3 e3");
    }
}
