//! Board editor: the board, and a panel with paints, size, players and the commands that use the draft.

mod layout;
mod sheets;

use bevy::prelude::*;
use bevy::ui::{Checked, InteractionDisabled};

use self::layout::{EditorLayout, EditorPart, Measures, PanelArea, PanelGrid, find_layout, fit_parts, panel_content};
use self::sheets::{CompactButton, Shape, fill_sheets, fit_buttons, slim_button, write_fields};
use crate::game::board_view::board_root::BoardArea;
use crate::game::editor::draft::{Draft, Edit, Role};
use crate::game::editor::paint::Paint;
use crate::game::editor::symmetry::Brush;
use crate::game::editor::{Editor, EditorCommand, Sheet, verdict};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::overlay::Overlay;
use crate::game::flow::screen::Screen;
use crate::game::frame::{EndSystems, GameSystems};
use crate::game::own_boards::boards::OwnBoards;
use crate::game::screens::screen_root;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, captioned_button, mark};
use crate::game::ui::layout::Layout;
use crate::game::ui::notice::NoticeContainer;
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::LayoutSpace;
use crate::game::ui::responsive::filling;
use crate::game::ui::screen_status::ScreenStatus;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::tone::Ink;
use crate::rules::{Cell, Player, Square, Tint};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Verdict>()
        .init_resource::<EditorLayout>()
        .init_resource::<Measures>()
        .add_systems(OnEnter(Screen::Editor), spawn_editor)
        .add_systems(
            Update,
            (
                judge.run_if(
                    resource_changed::<Editor>
                        .or_else(resource_changed::<OwnBoards>)
                        .or_else(any_match_filter::<Added<VerdictText>>),
                ),
                show_verdict.run_if(resource_changed::<Verdict>.or_else(any_match_filter::<Added<VerdictText>>)),
                (find_layout, fill_sheets).chain(),
                fit_buttons.run_if(
                    resource_changed::<EditorLayout>
                        .or_else(resource_changed::<UiScale>)
                        .or_else(any_match_filter::<Added<CompactButton>>),
                ),
                (mark_buttons, write_labels, write_fields, fit_parts).run_if(
                    resource_changed::<Editor>
                        .or_else(resource_changed::<EditorLayout>)
                        .or_else(resource_changed::<LayoutSpace>)
                        .or_else(resource_changed::<Measures>)
                        .or_else(resource_changed::<Verdict>)
                        .or_else(any_match_filter::<Added<OnPress>>),
                ),
            )
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Editor)),
        )
        .add_systems(Last, report_status.in_set(EndSystems::Status).run_if(in_state(Screen::Editor)));
}

/// Result of checking the draft: a sentence, and whether it can be played and is already saved.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
struct Verdict {
    sentence: Phrase,
    is_playable: bool,
    is_saved: bool,
}

/// The check mark or cross before the verdict.
#[derive(Component)]
struct VerdictMark;

#[derive(Component)]
struct VerdictText;

/// A text that shows a value of the draft.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum DraftText {
    Columns,
    Rows,
    Symmetry,
    Role(Player),
    CutIn(usize),
}

fn spawn_editor(mut commands: Commands) {
    commands.spawn((screen_root(Screen::Editor), EditorPart::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), EditorPart::Board, BoardArea));
        root.spawn((EditorPart::Panel, Pickable::IGNORE)).with_children(|place| {
            // Notices appear at the top, so that the buttons at the bottom do not move.
            place.spawn(NoticeContainer);
            let area = spawn_scroll_area(place, filling(), Node::column(0), |area| {
                area.spawn((PanelGrid, panel_content())).with_children(spawn_panel);
            });
            place.commands().entity(area).insert(PanelArea);
        });
    });
}

fn spawn_panel(panel: &mut ChildSpawnerCommands) {
    for part in [EditorPart::Paints, EditorPart::Sheets, EditorPart::Sheet] {
        panel.spawn((part, Pickable::IGNORE));
    }
    panel.spawn((Name::new("verdict"), EditorPart::Verdict, Pickable::IGNORE)).with_children(|row| {
        row.spawn((text("", TextStyle::Strong, theme::TEXT), VerdictMark));
        row.spawn((worded("", TextStyle::Body, theme::TEXT), VerdictText));
    });
    panel.spawn((EditorPart::Buttons, Pickable::IGNORE)).with_children(|buttons| {
        let choices: [(Phrase, ButtonKind, OnPress); 6] = [
            (say!("editor-back"), ButtonKind::Plain, Navigate::To(Screen::NewGame).into()),
            (say!("editor-undo"), ButtonKind::Plain, EditorCommand::Undo.into()),
            (say!("editor-redo"), ButtonKind::Plain, EditorCommand::Redo.into()),
            (say!("editor-open"), ButtonKind::Plain, Navigate::Open(Overlay::BoardLibrary).into()),
            (say!("editor-save"), ButtonKind::Plain, EditorCommand::Save.into()),
            (say!("editor-play"), ButtonKind::Main, EditorCommand::Play.into()),
        ];
        for (caption, kind, on_press) in choices {
            let slim = slim_button(theme::TOUCH).inset(2, 6);
            buttons.spawn(captioned_button(caption, kind, Val::Auto, on_press)).insert(slim);
        }
    });
}

// Verdict and labels.

fn judge(editor: Res<Editor>, own: Res<OwnBoards>, mut shown: ResMut<Verdict>) {
    let Some(draft) = editor.draft() else { return };
    let (is_playable, sentence) = match verdict(draft) {
        Ok(sentence) => (true, sentence),
        Err(sentence) => (false, sentence),
    };
    let saved = draft.file().and_then(|file| own.find(file));
    let is_saved = saved.is_some_and(|saved| draft.variant().is_ok_and(|variant| variant == saved.variant));
    shown.set_if_neq(Verdict { sentence, is_playable, is_saved });
}

fn report_status(verdict: Res<Verdict>, mut status: ResMut<ScreenStatus>) {
    status.set_if_neq(verdict.sentence.clone().into());
}

fn show_verdict(
    verdict: Res<Verdict>,
    mut marks: Query<(&mut Text, &mut Ink), (With<VerdictMark>, Without<VerdictText>)>,
    mut texts: Query<&mut Worded, With<VerdictText>>,
) {
    let (symbol, tone) = if verdict.is_playable { ("✓", theme::ACCENT) } else { ("✗", theme::REFUSED) };
    for (mut text, mut ink) in &mut marks {
        symbol.clone_into(&mut text.0);
        ink.0 = tone;
    }
    for mut text in &mut texts {
        text.set_if_neq(Worded(verdict.sentence.clone()));
    }
}

fn write_labels(editor: Res<Editor>, mut texts: Query<(&DraftText, &mut Worded)>) {
    let Some(draft) = editor.draft() else { return };
    for (value, mut text) in &mut texts {
        let words = match *value {
            DraftText::Columns => Phrase::verbatim(draft.grid().columns().to_string()),
            DraftText::Rows => Phrase::verbatim(draft.grid().rows().to_string()),
            DraftText::Symmetry => say!("editor-symmetry", symmetry = editor.brush().symmetry.name()),
            DraftText::Role(player) => match draft.players().iter().position(|other| *other == player) {
                Some(turn) => say!("editor-in-turn", place = turn + 1),
                None if draft.role(player) == Role::CutsIn => say!("editor-cuts-in"),
                None => say!("editor-stays-out"),
            },
            DraftText::CutIn(index) => draft
                .cut_ins()
                .get(index)
                .map_or_else(Phrase::nothing, |cut_in| say!("editor-makes-move", number = cut_in.move_number)),
        };
        text.set_if_neq(Worded(words));
    }
}

fn mark_buttons(
    editor: Res<Editor>,
    layout: Res<EditorLayout>,
    verdict: Res<Verdict>,
    buttons: Query<(Entity, &OnPress, Has<Checked>, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    let Some(draft) = editor.draft() else { return };
    let (can_undo, can_redo) = editor.can_undo_redo();
    for (entity, on_press, was_chosen, was_disabled) in &buttons {
        let action = on_press.message::<EditorCommand>();
        let is_chosen = action.is_some_and(|action| is_chosen(action, &editor, draft, *layout));
        let is_possible = match action {
            Some(EditorCommand::Undo) => can_undo,
            Some(EditorCommand::Redo) => can_redo,
            Some(EditorCommand::Save) => verdict.is_playable && !verdict.is_saved,
            Some(EditorCommand::Play | EditorCommand::Copy) => verdict.is_playable,
            Some(EditorCommand::Edit(edit)) => is_possible(edit, draft),
            _ => true,
        };
        mark::<Checked>(&mut commands, entity, was_chosen, is_chosen);
        mark::<InteractionDisabled>(&mut commands, entity, was_disabled, !is_possible);
    }
}

fn is_chosen(action: &EditorCommand, editor: &Editor, draft: &Draft, layout: EditorLayout) -> bool {
    let Brush { paint, symmetry, changes_players, fills } = editor.brush();
    match action {
        EditorCommand::Show(sheet) => Shape::of(editor, draft, layout).sheet.unwrap_or(Sheet::Paint) == *sheet,
        EditorCommand::ChooseCell(choice) => paint == Paint::Cell(*choice),
        EditorCommand::ChooseTint(choice) => paint == Paint::Tint(*choice),
        EditorCommand::ChooseSymmetry(choice) => symmetry == *choice,
        EditorCommand::ToggleChangingPlayers => changes_players,
        EditorCommand::ToggleFilling => fills,
        EditorCommand::Edit(Edit::ToggleRole(player, role)) => draft.role(*player) == *role,
        EditorCommand::Edit(Edit::ToggleScored(player)) => draft.scored().contains(player),
        EditorCommand::Edit(Edit::ToggleTurning(player)) => draft.turning()[*player],
        EditorCommand::Edit(Edit::Goal(goal)) => draft.goal() == *goal,
        EditorCommand::Edit(Edit::ToggleFreePass) => draft.free_pass(),
        _ => false,
    }
}

/// Returns false for edits that could change nothing.
fn is_possible(edit: &Edit, draft: &Draft) -> bool {
    match edit {
        Edit::Columns(by) => (1..=Square::MAX_SIDE).contains(&draft.grid().columns().saturating_add_signed(*by)),
        Edit::Rows(by) => (1..=Square::MAX_SIDE).contains(&draft.grid().rows().saturating_add_signed(*by)),
        Edit::Earlier(player) => draft.role(*player) == Role::TakesTurns && draft.players().len() > 1,
        Edit::ToggleScored(player) => draft.role(*player) != Role::StaysOut,
        _ => true,
    }
}

fn cell_name(cell: Cell) -> Phrase {
    match cell {
        Cell::Hole => say!("cell-hole"),
        Cell::Empty => say!("cell-empty"),
        Cell::Occupied(disc) => disc.into(),
    }
}

/// Name of a tint or a kind of hole.
fn tint_name(tint: Tint) -> Phrase {
    let hues = [
        say!("tint-red"),
        say!("tint-orange"),
        say!("tint-yellow"),
        say!("tint-green"),
        say!("tint-teal"),
        say!("tint-blue"),
        say!("tint-violet"),
        say!("tint-pink"),
    ];
    let holes = [say!("hole-water"), say!("hole-rock"), say!("hole-hedge")];
    let index = tint.index();
    if let Some(kind) = index.checked_sub(Tint::SQUARES) {
        return holes.into_iter().nth(kind).unwrap_or_default();
    }
    let hue = hues[index % hues.len()].clone();
    if index < hues.len() { say!("tint-strong", hue = hue) } else { say!("tint-soft", hue = hue) }
}
