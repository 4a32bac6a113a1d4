//! The board editor: the board, and around it what it is painted with, its size, its players, and what becomes of it.

mod layout;
mod sheets;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use self::layout::{Layout, Part, find_layout, fit_parts};
use self::sheets::{Shape, fill_sheets, slim_button, write_fields};
use super::{Screen, screen_root};
use crate::game::editor::{Brush, Draft, Edit, Editor, EditorAction, Role, Sheet, verdict};
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Weight, button, mark};
use crate::game::{Action, BoardArea, GameSystems, OwnBoards};
use crate::rules::{Cell, Player, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Verdict>()
        .init_resource::<Layout>()
        .add_systems(OnEnter(Screen::Editor), spawn_editor)
        .add_systems(
            Update,
            (
                judge.run_if(resource_changed::<Editor>.or_else(resource_changed::<OwnBoards>)),
                show_verdict.run_if(resource_changed::<Verdict>.or_else(any_added::<VerdictText>)),
                (find_layout, fill_sheets).chain(),
                (mark_buttons, write_labels, write_fields, fit_parts).run_if(
                    resource_changed::<Editor>
                        .or_else(resource_changed::<Layout>)
                        .or_else(resource_changed::<Verdict>)
                        .or_else(any_added::<Action>),
                ),
            )
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Editor)),
        );
}

fn any_added<C: Component>(added: Query<(), Added<C>>) -> bool {
    !added.is_empty()
}

/// Whether the draft can be played and is kept, and that in a sentence.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Verdict {
    pub(in crate::game) sentence: String,
    is_playable: bool,
    is_kept: bool,
}

/// The mark before the verdict, and its sentence.
#[derive(Component)]
struct VerdictMark;

#[derive(Component)]
struct VerdictText;

/// A text that says something of the draft.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    Columns,
    Rows,
    Symmetry,
    Role(Player),
    CutIn(usize),
}

fn spawn_editor(mut commands: Commands) {
    commands.spawn((screen_root(Screen::Editor), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        for part in [Part::Paints, Part::Sheets, Part::Sheet] {
            root.spawn((part, Pickable::IGNORE));
        }
        root.spawn((Name::new("verdict"), Part::Verdict, Pickable::IGNORE)).with_children(|row| {
            row.spawn((text("", TextStyle::Strong, theme::TEXT), VerdictMark));
            row.spawn((text("", TextStyle::Body, theme::TEXT), VerdictText, Node { flex_shrink: 1.0, ..default() }));
        });
        root.spawn((Part::Buttons, Pickable::IGNORE)).with_children(|buttons| {
            let choices = [
                ("Back", Action::ShowNewGame),
                ("Undo", Action::Undo),
                ("Redo", Action::Redo),
                ("Open", Action::ShowBoards),
                ("Save", Action::Editor(EditorAction::Save)),
                ("Play", Action::Editor(EditorAction::Play)),
            ];
            for (caption, action) in choices {
                let weight = if caption == "Play" { Weight::Main } else { Weight::Plain };
                let slim = Node { padding: UiRect::axes(px(2), px(6)), ..slim_button(theme::TOUCH) };
                buttons.spawn(button(caption, caption, weight, Val::Auto, action)).insert(slim);
            }
        });
    });
}

// What is said of the draft.

fn judge(editor: Res<Editor>, own: Res<OwnBoards>, mut shown: ResMut<Verdict>) {
    let Some(draft) = editor.draft() else { return };
    let (is_playable, sentence) = match verdict(draft) {
        Ok(sentence) => (true, sentence),
        Err(sentence) => (false, sentence),
    };
    let kept = draft.file().and_then(|file| own.find(file));
    let is_kept = kept.is_some_and(|kept| draft.variant().is_ok_and(|variant| variant == kept.variant));
    shown.set_if_neq(Verdict { sentence, is_playable, is_kept });
}

fn show_verdict(
    verdict: Res<Verdict>,
    mut marks: Query<(&mut Text, &mut TextColor), (With<VerdictMark>, Without<VerdictText>)>,
    mut texts: Query<&mut Text, With<VerdictText>>,
) {
    let (sign, colour) = if verdict.is_playable { ("✓", theme::ACCENT) } else { ("✗", theme::REFUSED) };
    for (mut text, mut shown_colour) in &mut marks {
        sign.clone_into(&mut text.0);
        shown_colour.0 = colour;
    }
    for mut text in &mut texts {
        text.0.clone_from(&verdict.sentence);
    }
}

/// Where somebody is in turn order, such as "2nd".
fn ordinal(turn: usize) -> String {
    let ending = ["st", "nd", "rd"].get(turn).unwrap_or(&"th");
    format!("{}{ending}", turn + 1)
}

fn write_labels(editor: Res<Editor>, mut texts: Query<(&Says, &mut Text)>) {
    let Some(draft) = editor.draft() else { return };
    for (says, mut text) in &mut texts {
        let words = match *says {
            Says::Columns => draft.grid().columns().to_string(),
            Says::Rows => draft.grid().rows().to_string(),
            Says::Symmetry => format!("Painted together: {}", editor.brush().symmetry.name().to_lowercase()),
            Says::Role(player) => match draft.players().iter().position(|other| *other == player) {
                Some(turn) => format!("{} in turn", ordinal(turn)),
                None if draft.role(player) == Role::CutsIn => "cuts in".to_owned(),
                None => "out".to_owned(),
            },
            Says::CutIn(index) => draft
                .cut_ins()
                .get(index)
                .map_or_else(String::new, |cut_in| format!("makes move {}", cut_in.move_number)),
        };
        if text.0 != words {
            text.0 = words;
        }
    }
}

fn mark_buttons(
    editor: Res<Editor>,
    layout: Res<Layout>,
    verdict: Res<Verdict>,
    buttons: Query<(Entity, &Action, Has<Chosen>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    let Some(draft) = editor.draft() else { return };
    let (can_undo, can_redo) = editor.can_undo_redo();
    for (entity, action, was_chosen, was_disabled) in &buttons {
        let is_chosen = match action {
            Action::Editor(action) => is_chosen(action, &editor, draft, *layout),
            _ => false,
        };
        let is_possible = match action {
            Action::Undo => can_undo,
            Action::Redo => can_redo,
            Action::Editor(EditorAction::Save) => verdict.is_playable && !verdict.is_kept,
            Action::Editor(EditorAction::Play) => verdict.is_playable,
            Action::Editor(EditorAction::Edit(edit)) => is_possible(edit, draft),
            _ => true,
        };
        mark::<Chosen>(&mut commands, entity, was_chosen, is_chosen);
        mark::<InteractionDisabled>(&mut commands, entity, was_disabled, !is_possible);
    }
}

fn is_chosen(action: &EditorAction, editor: &Editor, draft: &Draft, layout: Layout) -> bool {
    let Brush { cell, symmetry, changes_players } = editor.brush();
    match action {
        EditorAction::Show(sheet) => Shape::of(editor, draft, layout).sheet.unwrap_or(Sheet::Paint) == *sheet,
        EditorAction::ChooseCell(choice) => cell == *choice,
        EditorAction::ChooseSymmetry(choice) => symmetry == *choice,
        EditorAction::ToggleChangingPlayers => changes_players,
        EditorAction::Edit(Edit::ToggleRole(player, role)) => draft.role(*player) == *role,
        EditorAction::Edit(Edit::ToggleScored(player)) => draft.scored().contains(player),
        EditorAction::Edit(Edit::Goal(goal)) => draft.goal() == *goal,
        _ => false,
    }
}

/// Whether an edit could change anything.
fn is_possible(edit: &Edit, draft: &Draft) -> bool {
    match edit {
        Edit::Columns(by) => (1..=Square::MAX_SIDE).contains(&draft.grid().columns().saturating_add_signed(*by)),
        Edit::Rows(by) => (1..=Square::MAX_SIDE).contains(&draft.grid().rows().saturating_add_signed(*by)),
        Edit::Earlier(player) => draft.role(*player) == Role::TakesTurns && draft.players().len() > 1,
        Edit::ToggleScored(player) => draft.role(*player) != Role::StaysOut,
        _ => true,
    }
}

/// What is at a place, in a word.
pub(in crate::game) fn cell_name(cell: Cell) -> &'static str {
    match cell {
        Cell::Hole => "no square",
        Cell::Empty => "empty square",
        Cell::Occupied(disc) => disc.key(),
    }
}
