//! The board editor: the board, and around it what it is painted with, its size, its players, and what becomes of it.

use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui::InteractionDisabled;
use bevy::ui_widgets::ValueChange;
use bevy::window::PrimaryWindow;

use super::layout::Orientation;
use super::{Screen, screen_root};
use crate::game::disc_icon::disc_icon;
use crate::game::editor::{Brush, Draft, Edit, Editor, EditorAction, Role, Sheet, Symmetry, verdict};
use crate::game::scroll::spawn_scroll_area;
use crate::game::text_field::{TextField, text_field, type_text};
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Weight, button, card_paint, mark};
use crate::game::{Action, BoardArea, GameSystems, OwnBoards};
use crate::rules::{Cell, Direction, Goal, Player, Square};

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

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum Part {
    Root,
    Board,
    Paints,
    Sheets,
    Sheet,
    Verdict,
    Buttons,
}

/// How the parts are laid out.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Layout {
    /// Beside the board, with room for the paints and another sheet.
    #[default]
    Roomy,
    /// Beside the board, one sheet at a time.
    Beside,
    /// Below the board, one sheet at a time.
    Below,
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

const PANEL_WIDTH: f32 = 384.0;
/// The height of a sheet around a board that stands: enough for five players.
const SHEET_HEIGHT: f32 = 256.0;

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

/// A button that takes little room.
fn compact(
    parent: &mut ChildSpawnerCommands,
    caption: impl Into<String>,
    label: impl Into<String>,
    action: EditorAction,
) -> Entity {
    parent
        .spawn(button(caption, label, Weight::Plain, Val::Auto, Action::Editor(action)))
        .insert(slim_button(COMPACT))
        .id()
}

fn slim_button(height: f32) -> Node {
    Node {
        min_height: px(height),
        min_width: px(height),
        flex_grow: 1.0,
        padding: UiRect::axes(px(3), px(4)),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::BUTTON_RADIUS)),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(6),
        ..default()
    }
}

/// The height of a button that takes little room.
const COMPACT: f32 = 38.0;

fn row() -> Node {
    Node { column_gap: px(4), row_gap: px(6), flex_wrap: FlexWrap::Wrap, align_items: AlignItems::Center, ..default() }
}

// The sheets.

/// What the sheets were made for: they are made anew where this changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape {
    has_paints: bool,
    /// Whether keys and a second button can be expected.
    has_keys: bool,
    sheet: Option<Sheet>,
    sheets: Vec<Sheet>,
    /// Who cuts in, and who could, where that is shown.
    cut_ins: Vec<Player>,
    can_cut_in: Vec<Player>,
}

impl Shape {
    fn of(editor: &Editor, draft: &Draft, layout: Layout) -> Self {
        let is_roomy = layout == Layout::Roomy;
        let sheets: Vec<Sheet> = Sheet::ALL.into_iter().filter(|sheet| !is_roomy || *sheet != Sheet::Paint).collect();
        let chosen = if is_roomy && editor.sheet() == Sheet::Paint { Sheet::Size } else { editor.sheet() };
        let (cut_ins, can_cut_in) = if chosen == Sheet::CutIns {
            let takes_no_turns = |player: &Player| draft.role(*player) != Role::TakesTurns;
            let cut_ins = draft.cut_ins().iter().map(|cut_in| cut_in.player).collect();
            (cut_ins, Player::ALL.into_iter().filter(takes_no_turns).collect())
        } else {
            default()
        };
        let sheet = Some(chosen).filter(|sheet| *sheet != Sheet::Paint);
        let (has_paints, has_keys) = (is_roomy || sheet.is_none(), layout != Layout::Below);
        Self { has_paints, has_keys, sheet, sheets, cut_ins, can_cut_in }
    }
}

fn fill_sheets(
    editor: Res<Editor>,
    layout: Res<Layout>,
    parts: Query<(Entity, &Part)>,
    added: Query<(), Added<Part>>,
    mut filled: Local<Option<Shape>>,
    mut commands: Commands,
) {
    let Some(draft) = editor.draft() else { return };
    let shape = Shape::of(&editor, draft, *layout);
    let before = filled.replace(shape.clone()).filter(|_| added.is_empty());
    for (area, part) in &parts {
        let is_same = |same: fn(&Shape, &Shape) -> bool| before.as_ref().is_some_and(|before| same(before, &shape));
        let mut area = commands.entity(area);
        match part {
            Part::Paints
                if !is_same(|before, now| (before.has_paints, before.has_keys) == (now.has_paints, now.has_keys)) =>
            {
                area.despawn_children();
                if shape.has_paints {
                    area.insert(card_paint()).with_children(|area| {
                        area.spawn((Pickable::IGNORE, sheet_content())).with_children(|sheet| {
                            spawn_paints(sheet);
                            // Where the board stands above, people have fingers.
                            if shape.has_keys {
                                let how = "Drag to paint; the other button wipes. Arrows, letters and Space paint too.";
                                sheet.spawn(text(how, TextStyle::Small, theme::QUIET_TEXT));
                            }
                        });
                    });
                }
            }
            Part::Sheets if !is_same(|before, now| before.sheets == now.sheets) => {
                area.despawn_children().with_children(|row| {
                    for sheet in &shape.sheets {
                        compact(row, sheet.name(), format!("Sheet: {}", sheet.name()), EditorAction::Show(*sheet));
                    }
                });
            }
            Part::Sheet if !is_same(|before, now| before == now) => {
                area.despawn_children();
                if let Some(sheet) = shape.sheet {
                    area.insert(card_paint()).with_children(|area| {
                        let frame = Node { flex_shrink: 1.0, ..default() };
                        spawn_scroll_area(area, frame, sheet_content(), |area| match sheet {
                            Sheet::Paint => {}
                            Sheet::Size => spawn_sizes(area),
                            Sheet::Players => spawn_players(area),
                            Sheet::CutIns => spawn_cut_ins(area, &shape),
                            Sheet::Name => spawn_names(area, draft),
                        });
                    });
                }
            }
            _ => {}
        }
    }
}

fn spawn_paints(sheet: &mut ChildSpawnerCommands) {
    let paints = Node {
        display: Display::Grid,
        grid_template_columns: RepeatedGridTrack::flex(5, 1.0),
        column_gap: px(6),
        row_gap: px(6),
        ..default()
    };
    sheet.spawn((Pickable::IGNORE, paints)).with_children(|paints| {
        for cell in Cell::all() {
            let label = format!("Paint: {}", cell_name(cell));
            let paint = compact(paints, cell.letter(), label, EditorAction::ChooseCell(cell));
            paints.commands().entity(paint).with_children(|paint| spawn_swatch(paint, cell));
        }
    });
    sheet.spawn((text("", TextStyle::Small, theme::QUIET_TEXT), Says::Symmetry));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|symmetries| {
        for symmetry in Symmetry::ALL {
            let label = format!("Symmetry: {}", symmetry.name());
            compact(symmetries, symmetry.sign(), label, EditorAction::ChooseSymmetry(symmetry));
        }
    });
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        let caption = "Next player in each copy";
        compact(row, caption, caption, EditorAction::ToggleChangingPlayers);
    });
}

/// What there is to see of a place: a disc, a square, or neither.
fn spawn_swatch(paint: &mut ChildSpawnerCommands, cell: Cell) {
    let ground = match cell {
        Cell::Hole => theme::BACKGROUND,
        Cell::Empty | Cell::Occupied(_) => theme::FELT,
    };
    paint
        .spawn((
            Pickable::IGNORE,
            Node {
                width: px(26),
                height: px(26),
                flex_shrink: 0.0,
                border: px(1).all(),
                border_radius: BorderRadius::all(px(4)),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            BackgroundColor(ground),
            BorderColor::all(theme::LINE),
        ))
        .with_children(|square| {
            if let Cell::Occupied(disc) = cell {
                square.spawn(disc_icon(disc, 24.0));
            }
        });
}

fn spawn_sizes(sheet: &mut ChildSpawnerCommands) {
    let sides: [(&str, Says, fn(i8) -> Edit); 2] =
        [("Columns", Says::Columns, Edit::Columns), ("Rows", Says::Rows, Edit::Rows)];
    for (name, says, edit) in sides {
        sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
            row.spawn((text(name, TextStyle::Body, theme::TEXT), Node { width: px(84), ..default() }));
            compact(row, "−", format!("{name}: one fewer"), EditorAction::Edit(edit(-1)));
            row.spawn((Pickable::IGNORE, Node { width: px(44), justify_content: JustifyContent::Center, ..default() }))
                .with_children(|number| {
                    number.spawn((text("", TextStyle::Strong, theme::TEXT), says));
                });
            compact(row, "+", format!("{name}: one more"), EditorAction::Edit(edit(1)));
        });
    }
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        row.spawn((text("Move all", TextStyle::Body, theme::TEXT), Node { width: px(84), ..default() }));
        let ways = [
            ("←", "left", Direction::West),
            ("→", "right", Direction::East),
            ("↑", "up", Direction::North),
            ("↓", "down", Direction::South),
        ];
        for (sign, way, direction) in ways {
            compact(row, sign, format!("Move all: {way}"), EditorAction::Edit(Edit::Shift(direction)));
        }
    });
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        compact(row, "No discs", "No discs", EditorAction::Edit(Edit::ClearDiscs));
        compact(row, "No holes", "No holes", EditorAction::Edit(Edit::FillHoles));
    });
}

/// Who it is, and below it what is to be said of them.
fn spawn_name(row: &mut ChildSpawnerCommands, player: Player, says: Says, width: Val) {
    let node = Node { width, flex_shrink: 0.0, flex_direction: FlexDirection::Column, ..default() };
    row.spawn((Pickable::IGNORE, node)).with_children(|names| {
        names.spawn(text(player.to_string(), TextStyle::Body, theme::TEXT));
        names.spawn((text("", TextStyle::Small, theme::QUIET_TEXT), says));
    });
}

fn spawn_players(sheet: &mut ChildSpawnerCommands) {
    for player in Player::ALL {
        sheet.spawn((Pickable::IGNORE, Node { flex_wrap: FlexWrap::NoWrap, ..row() })).with_children(|row| {
            row.spawn(disc_icon(player.disc(), 26.0));
            spawn_name(row, player, Says::Role(player), px(76));
            let toggles = [
                ("Turns", "takes turns", Edit::ToggleRole(player, Role::TakesTurns)),
                ("Cuts in", "cuts in", Edit::ToggleRole(player, Role::CutsIn)),
                ("Scored", "is scored", Edit::ToggleScored(player)),
                ("▲", "one turn earlier", Edit::Earlier(player)),
            ];
            for (caption, meaning, edit) in toggles {
                compact(row, caption, format!("{player}: {meaning}"), EditorAction::Edit(edit));
            }
        });
    }
}

fn spawn_cut_ins(sheet: &mut ChildSpawnerCommands, shape: &Shape) {
    for (index, player) in shape.cut_ins.iter().enumerate() {
        sheet.spawn((Pickable::IGNORE, Node { flex_wrap: FlexWrap::NoWrap, ..row() })).with_children(|row| {
            row.spawn(disc_icon(player.disc(), 26.0));
            spawn_name(row, *player, Says::CutIn(index), px(104));
            let number = index + 1;
            for (caption, by) in [("−10", -10), ("−1", -1), ("+1", 1), ("+10", 10)] {
                let label = format!("Cut-in {number}: {caption}");
                compact(row, caption, label, EditorAction::Edit(Edit::MoveCutIn(index, by)));
            }
            compact(row, "✗", format!("Cut-in {number}: remove"), EditorAction::Edit(Edit::RemoveCutIn(index)));
        });
    }
    if shape.can_cut_in.is_empty() {
        let why = "Everybody takes turns: nobody is left to cut in.";
        sheet.spawn(text(why, TextStyle::Small, theme::QUIET_TEXT));
        return;
    }
    let what = "Who cuts in makes one move of the game out of turn. Whose turn it would have been plays next.";
    sheet.spawn(text(what, TextStyle::Small, theme::QUIET_TEXT));
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        for player in &shape.can_cut_in {
            let label = format!("Cut-in: {player}");
            let add = compact(row, format!("+ {player}"), label, EditorAction::Edit(Edit::AddCutIn(*player)));
            row.commands().entity(add).with_child(disc_icon(player.disc(), 24.0));
        }
    });
}

/// A text field for something that a draft says.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Name,
    About,
}

impl Line {
    fn of(self, draft: &Draft) -> &str {
        match self {
            Self::Name => draft.name(),
            Self::About => draft.about(),
        }
    }

    fn edit(self, content: String) -> Edit {
        match self {
            Self::Name => Edit::Name(content),
            Self::About => Edit::About(content),
        }
    }
}

fn spawn_names(sheet: &mut ChildSpawnerCommands, draft: &Draft) {
    let fields = [
        (Line::Name, "Name of the board", "Its name", Draft::LONGEST_NAME),
        (Line::About, "About the board", "What it is, in a line", Draft::LONGEST_ABOUT),
    ];
    for (line, label, placeholder, longest) in fields {
        sheet.spawn((text_field(label, line.of(draft), placeholder, longest, percent(100)), line)).observe(
            move |change: On<ValueChange<String>>, mut actions: MessageWriter<Action>| {
                actions.write(Action::Editor(EditorAction::Edit(line.edit(change.value.clone()))));
            },
        );
    }
    sheet.spawn((Pickable::IGNORE, row())).with_children(|row| {
        for goal in Goal::ALL {
            let caption = format!("The {} discs win", goal.key());
            compact(row, &caption, &caption, EditorAction::Edit(Edit::Goal(goal)));
        }
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

/// Puts the draft's own text into a field where they differ, such as when a step was taken back.
fn write_fields(editor: Res<Editor>, mut fields: Query<(&TextField, &Line, &mut EditableText)>) {
    let Some(draft) = editor.draft() else { return };
    for (field, line, mut editable) in &mut fields {
        if field.text != line.of(draft) {
            type_text(field, &mut editable, line.of(draft));
        }
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

// The layout.

/// As high as the interface must be to have room for the paints and another sheet beside the board.
const ROOMY: f32 = 690.0;

fn find_layout(
    orientation: Res<Orientation>,
    scale: Res<UiScale>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut layout: ResMut<Layout>,
) {
    layout.set_if_neq(match *orientation {
        Orientation::Landscape if window.height() / scale.0 >= ROOMY => Layout::Roomy,
        Orientation::Landscape => Layout::Beside,
        Orientation::Portrait => Layout::Below,
    });
}

fn fit_parts(layout: Res<Layout>, mut parts: Query<(&Part, &mut Node, Option<&Children>)>) {
    for (part, mut node, children) in &mut parts {
        let fitting = match *layout {
            Layout::Roomy => beside_board(*part, true),
            Layout::Beside => beside_board(*part, false),
            Layout::Below => below_board(*part),
        };
        let is_empty_sheet =
            matches!(part, Part::Paints | Part::Sheet) && children.is_none_or(RelationshipTarget::is_empty);
        let fitting = if is_empty_sheet { Node { display: Display::None, ..fitting } } else { fitting };
        if *node != fitting {
            *node = fitting;
        }
    }
}

fn beside_board(part: Part, is_roomy: bool) -> Node {
    let panel = |row| Node { grid_column: GridPlacement::start(2), grid_row: GridPlacement::start(row), ..default() };
    match part {
        Part::Root => Node {
            width: percent(100),
            height: percent(100),
            display: Display::Grid,
            grid_template_columns: vec![GridTrack::flex(1.0), GridTrack::px(PANEL_WIDTH)],
            grid_template_rows: vec![
                GridTrack::auto(),
                GridTrack::auto(),
                GridTrack::flex(1.0),
                GridTrack::auto(),
                GridTrack::auto(),
            ],
            padding: px(16).all(),
            column_gap: px(16),
            row_gap: px(12),
            ..default()
        },
        Part::Board => Node {
            grid_column: GridPlacement::start(1),
            grid_row: GridPlacement::start_span(1, 5),
            min_width: px(0),
            min_height: px(0),
            ..default()
        },
        Part::Paints if is_roomy => sheet(panel(1)),
        Part::Sheets => Node { column_gap: px(6), ..panel(2) },
        Part::Paints | Part::Sheet => Node { align_self: AlignSelf::Start, ..sheet(panel(3)) },
        Part::Verdict => Node { min_height: px(44), ..verdict_line(panel(4)) },
        Part::Buttons => Node { column_gap: px(6), ..panel(5) },
    }
}

fn below_board(part: Part) -> Node {
    let row = |row| Node { grid_column: GridPlacement::start(1), grid_row: GridPlacement::start(row), ..default() };
    match part {
        Part::Root => Node {
            width: percent(100),
            height: percent(100),
            display: Display::Grid,
            grid_template_columns: vec![GridTrack::flex(1.0)],
            grid_template_rows: vec![
                GridTrack::flex(1.0),
                GridTrack::auto(),
                GridTrack::auto(),
                GridTrack::px(SHEET_HEIGHT),
                GridTrack::auto(),
            ],
            padding: px(8).all(),
            row_gap: px(6),
            ..default()
        },
        Part::Board => Node { min_width: px(0), min_height: px(0), ..row(1) },
        Part::Verdict => Node { min_height: px(22), ..verdict_line(row(2)) },
        Part::Sheets => Node { column_gap: px(4), ..row(3) },
        Part::Paints | Part::Sheet => sheet(row(4)),
        Part::Buttons => Node { column_gap: px(4), ..row(5) },
    }
}

fn sheet(place: Node) -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        min_height: px(0),
        border: px(1).all(),
        border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
        ..place
    }
}

/// What is in a sheet: one thing below the other, and room for the ring around what has the focus.
fn sheet_content() -> Node {
    Node { flex_direction: FlexDirection::Column, row_gap: px(6), padding: px(10).all(), ..default() }
}

fn verdict_line(place: Node) -> Node {
    Node { column_gap: px(8), padding: UiRect::horizontal(px(4)), ..place }
}
