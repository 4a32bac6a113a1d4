//! The number of a drawn board: a field to read and type it, and buttons that copy it and draw another one.

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::ValueChange;

use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::setup::{MatchSetup, SetupCommand, VariantChoice};
use crate::game::screens::new_game::{NewGameArrangement, a_board_is_chosen};
use crate::game::text::say;
use crate::game::ui::button::{ButtonKind, button, plain_button};
use crate::game::ui::clipboard::CopyText;
use crate::game::ui::layout::Layout;
use crate::game::ui::text_field::{TextField, text_field, type_text};
use crate::rules::DrawnBoard;

pub(super) fn plugin(app: &mut App) {
    app.add_command::<DrawnRowCommand>().add_systems(
        Update,
        (
            handle_commands.in_set(PlaySystems::Requests),
            (show, update_field)
                .chain()
                .in_set(GameSystems::Show)
                .after(super::spawn_screen)
                .run_if(resource_changed::<MatchSetup>.or_else(any_match_filter::<Added<DrawnRow>>)),
        )
            .run_if(a_board_is_chosen),
    );
}

/// A press of a button beside the number.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
enum DrawnRowCommand {
    CopyNumber,
    DrawAnother,
}

/// Container of the row; hidden unless the chosen board is a drawn one.
#[derive(Component)]
struct DrawnRow;

/// Field with the number.
#[derive(Component)]
struct NumberField;

/// Digits of a number, of which every one is a valid seed.
const DIGITS: usize = 9;

pub(super) fn spawn(parent: &mut ChildSpawnerCommands) {
    parent.spawn((DrawnRow, Name::new("drawn board"), Pickable::IGNORE, hidden()));
}

fn hidden() -> Node {
    Node { display: Display::None, ..default() }
}

fn handle_commands(
    mut requests: MessageReader<DrawnRowCommand>,
    setup: Res<MatchSetup>,
    mut setups: MessageWriter<SetupCommand>,
    mut copies: MessageWriter<CopyText>,
) {
    for request in requests.read() {
        let Some((kind, seed)) = setup.choice.draw() else { continue };
        match request {
            DrawnRowCommand::CopyNumber => {
                copies.write(CopyText(seed.to_string()));
            }
            DrawnRowCommand::DrawAnother => {
                setups.write(SetupCommand::DrawBoard(kind));
            }
        }
    }
}

/// Respawns the row when the kind or the layout changes; not when the number does, because it may be being typed.
fn show(
    setup: Res<MatchSetup>,
    arrangement: Res<NewGameArrangement>,
    rows: Query<(Entity, Has<Children>), With<DrawnRow>>,
    mut shown: Local<(Option<DrawnBoard>, NewGameArrangement)>,
    mut commands: Commands,
) {
    let wanted = setup.choice.draw();
    let now = (wanted.map(|(kind, _)| kind), *arrangement);
    for (row, is_filled) in &rows {
        if is_filled == wanted.is_some() && *shown == now {
            continue;
        }
        let mut row = commands.entity(row);
        row.despawn_children();
        let Some((kind, seed)) = wanted else {
            row.insert(hidden());
            continue;
        };
        let padding = if arrangement.has_all { UiRect::DEFAULT } else { px(12).horizontal() };
        row.insert(Node::wrapping_row(8, 6).centred().fixed().padding(padding)).with_children(|row| {
            let label = say!("drawn-number");
            row.spawn((text_field(label.clone(), &seed.to_string(), label, DIGITS, px(WIDTH)), NumberField)).observe(
                move |change: On<ValueChange<String>>, mut setups: MessageWriter<SetupCommand>| {
                    if let Some((kind, seed)) = DrawnBoard::read_key(&format!("{}-{}", kind.key(), change.value)) {
                        let choice = VariantChoice::BuiltIn(kind.key_of(seed));
                        setups.write(SetupCommand::ChooseVariant(choice));
                    }
                },
            );
            let (caption, label) = (say!("drawn-copy"), say!("drawn-copy-label"));
            row.spawn(button(caption, label, ButtonKind::Plain, Val::Auto, DrawnRowCommand::CopyNumber));
            row.spawn(plain_button(say!("drawn-another"), DrawnRowCommand::DrawAnother));
        });
    }
    *shown = now;
}

/// Width of the field in logical pixels.
const WIDTH: f32 = 110.0;

/// Shows a newly drawn number. A typed one is already the chosen one.
fn update_field(setup: Res<MatchSetup>, mut fields: Query<(&TextField, &mut EditableText), With<NumberField>>) {
    let Some((_, seed)) = setup.choice.draw() else { return };
    for (field, mut editable) in &mut fields {
        if field.text.parse() != Ok(seed) {
            type_text(field, &mut editable, &seed.to_string());
        }
    }
}
