//! The game in words and numbers: what the page's accessible mirror shows, and what tests of the real window read.

use std::collections::BTreeMap;

use bevy::ecs::query::QueryData;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::ui::{CalculatedClip, ComputedNode, ComputedStackIndex, InteractionDisabled, UiGlobalTransform};
use bevy::window::PrimaryWindow;
use serde::Serialize;

use super::banner::Announcement;
use super::board::BoardPlace;
use super::screens::{Sentence, Status, Verdict, coming_turns};
use super::text_field::TextField;
use super::widget::{Chosen, area_of, question};
use super::worth::{ToldWorths, Worth};
use super::{Advice, BoardFocus, Draft, Editor, LegalMoves, Match, Notices, Phase, Screen, ShownCounts, score_text};
use crate::rules::{Cell, Disc, Opening, Player, Record, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<ReportChanged>();
}

/// Writes [`ReportChanged`] whenever something that a person could notice has changed.
pub struct ReportPlugin;

impl Plugin for ReportPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Last, report.in_set(ReportSystems));
    }
}

/// When reports are written; whoever reads them in the same frame comes after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReportSystems;

/// Something changed; the report, as JSON.
#[derive(Message, Clone, Debug)]
pub struct ReportChanged(pub String);

/// Everything a person can see.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub struct Report {
    screen: Screen,
    /// What was announced, and what happens now.
    status: String,
    phase: Option<Phase>,
    board: Option<BoardReport>,
    /// Discs of each player of the match, as they are shown now.
    counts: BTreeMap<&'static str, u16>,
    /// The opening that the match followed, in English.
    opening: Option<&'static str>,
    /// What the advice says, while somebody wants it.
    advice: Option<String>,
    to_move: Option<Player>,
    /// The turn now and the next ones, as long as nobody must pass.
    coming: Vec<ComingReport>,
    /// The match in the text notation of the rules.
    record: Option<String>,
    /// The rows of the board in the editor, in the letters of board texts.
    draft: Option<Vec<String>>,
    /// What is said over whatever screen is shown.
    notice: Option<String>,
    /// What can be pressed, in the order in which it is read.
    buttons: Vec<ButtonReport>,
    /// What can be typed into, in the order in which it is read.
    fields: Vec<FieldReport>,
}

#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct ComingReport {
    move_number: u32,
    player: Player,
    cut_in: bool,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
struct BoardReport {
    columns: u8,
    rows: u8,
    cells: Vec<CellReport>,
    focus: Option<Square>,
    area: BoardAreaReport,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
struct CellReport {
    square: Square,
    /// Whether there is no square: only the editor shows such places.
    hole: bool,
    disc: Option<Disc>,
    legal: bool,
    last: bool,
    /// What it is worth to play there, while somebody wants to know.
    worth: Option<String>,
}

/// Where the squares lie, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct BoardAreaReport {
    left: f32,
    top: f32,
    cell: f32,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
struct ButtonReport {
    #[serde(flatten)]
    control: ControlReport,
    disabled: bool,
    /// Whether what it chooses is chosen.
    chosen: bool,
}

#[derive(Serialize, Clone, Debug, PartialEq)]
struct FieldReport {
    #[serde(flatten)]
    control: ControlReport,
    text: String,
    placeholder: String,
    max_length: usize,
}

/// What buttons and fields have in common.
#[derive(Serialize, Clone, Debug, PartialEq)]
struct ControlReport {
    id: String,
    label: String,
    area: AreaReport,
    /// The part of the window outside of which nothing of it is seen, where it lies in something that scrolls.
    within: Option<AreaReport>,
}

/// Where something lies, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct AreaReport {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

impl From<Rect> for AreaReport {
    fn from(area: Rect) -> Self {
        Self { left: area.min.x, top: area.min.y, width: area.width(), height: area.height() }
    }
}

/// What is asked of the entities that can be pressed or typed into.
#[derive(QueryData)]
struct Control {
    entity: Entity,
    label: &'static AccessibleLabel,
    node: &'static ComputedNode,
    transform: &'static UiGlobalTransform,
    clip: Option<&'static CalculatedClip>,
    order: &'static ComputedStackIndex,
    is_disabled: Has<InteractionDisabled>,
    is_chosen: Has<Chosen>,
    field: Option<&'static TextField>,
}

impl ControlItem<'_, '_> {
    fn report(&self, window: &Window) -> ControlReport {
        let scale = window.scale_factor();
        let all = Rect::from_corners(Vec2::ZERO, window.size());
        let within = self
            .clip
            .map(|CalculatedClip { clip }| Rect { min: clip.min / scale, max: clip.max / scale }.intersect(all));
        ControlReport {
            id: self.entity.to_bits().to_string(),
            label: self.label.0.clone(),
            area: area_of(self.node, self.transform, window).into(),
            within: within.map(AreaReport::from),
        }
    }
}

fn report(
    screen: Res<State<Screen>>,
    phase: Res<Phase>,
    (status, announcement, verdict, sentence): (Res<Status>, Res<Announcement>, Res<Verdict>, Res<Sentence>),
    told: ToldWorths,
    (editor, notices): (Res<Editor>, Res<Notices>),
    game: Option<Res<Match>>,
    counts: Res<ShownCounts>,
    (legal, advice): (Res<LegalMoves>, Res<Advice>),
    focus: Res<BoardFocus>,
    place: Res<BoardPlace>,
    controls: Query<Control>,
    groups: Query<(Entity, &TabGroup)>,
    parents: Query<&ChildOf>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut last: Local<String>,
    mut changes: MessageWriter<ReportChanged>,
) {
    // Behind a question there is nothing to be done.
    let question = question(&groups);
    let is_in_reach = |control: &ControlItem| {
        let mut around = parents.iter_ancestors(control.entity).filter_map(|ancestor| groups.get(ancestor).ok());
        !control.node.is_empty()
            && question.is_none_or(|(question, asked)| {
                around.any(|(entity, group)| entity == question || group.order > asked.order)
            })
    };
    let mut controls: Vec<ControlItem> = controls.iter().filter(is_in_reach).collect();
    // What is drawn later is read later: entities have no order that means anything.
    controls.sort_by_key(|control| control.order.0);
    let button = |control: &ControlItem| ButtonReport {
        control: control.report(&window),
        disabled: control.is_disabled,
        chosen: control.is_chosen,
    };
    let field = |(control, field): (&ControlItem, &TextField)| FieldReport {
        control: control.report(&window),
        text: field.text.clone(),
        placeholder: field.placeholder.clone(),
        max_length: field.max_characters,
    };
    let is_match = *screen.get() == Screen::Match;
    let record = told.shown().record();
    let game = game.filter(|_| is_match);
    let draft = editor.draft().filter(|_| *screen.get() == Screen::Editor);
    let report = Report {
        screen: *screen.get(),
        status: match screen.get() {
            Screen::Match => {
                let announced = announcement.sentences().map(|sentence| sentence + ". ");
                announced.collect::<String>() + &status.0
            }
            Screen::Review => sentence.all(),
            Screen::Editor => verdict.sentence.clone(),
            Screen::Title | Screen::NewGame => String::new(),
        },
        phase: game.as_ref().map(|_| *phase),
        board: match (record, draft) {
            (Some(record), _) => Some(board_report(record, &legal, &told.worths(), *focus, *place)),
            (None, Some(draft)) => Some(draft_report(draft, *focus, *place)),
            (None, None) => None,
        },
        counts: record.map_or_else(BTreeMap::new, |record| {
            let everybody = record.variant().everybody();
            everybody.into_iter().map(|player| (player.key(), counts.0[player])).collect()
        }),
        opening: game.as_ref().and_then(|game| Opening::of(&game.record)).map(|opening| opening.english),
        advice: game.as_ref().filter(|_| advice.kind().is_some()).map(|game| advice.words(game).join(". ")),
        to_move: game.as_ref().and_then(|game| game.record.position().to_move()),
        coming: game.as_ref().map_or_else(Vec::new, |game| {
            coming_turns(game.record.position())
                .map(|turn| ComingReport { move_number: turn.move_number, player: turn.player, cut_in: turn.is_cut_in })
                .collect()
        }),
        record: record.map(ToString::to_string),
        draft: draft.map(|draft| draft.grid().row_texts().collect()),
        notice: notices.shown().map(ToOwned::to_owned),
        buttons: controls.iter().filter(|control| control.field.is_none()).map(button).collect(),
        fields: controls.iter().filter_map(|control| Some((control, control.field?))).map(field).collect(),
    };
    match serde_json::to_string(&report) {
        Ok(text) if text != *last => {
            last.clone_from(&text);
            changes.write(ReportChanged(text));
        }
        Ok(_) => {}
        Err(error) => error!("the report could not be written: {error}"),
    }
}

fn board_report(
    record: &Record,
    legal: &LegalMoves,
    worths: &[Worth],
    focus: BoardFocus,
    place: BoardPlace,
) -> BoardReport {
    let board = record.position().board();
    let last = record.last_square();
    let cell = |square| CellReport {
        square,
        hole: false,
        disc: board.disc(square),
        legal: legal.squares.contains(square),
        last: last == Some(square),
        worth: worths.iter().find(|worth| worth.square == square).map(|worth| score_text(worth.score)),
    };
    BoardReport {
        columns: board.columns(),
        rows: board.rows(),
        cells: board.squares().map(cell).collect(),
        focus: focus.square,
        area: place.into(),
    }
}

fn draft_report(draft: &Draft, focus: BoardFocus, place: BoardPlace) -> BoardReport {
    let grid = draft.grid();
    let cell = |square| {
        let cell = grid.cell(square);
        let disc = if let Cell::Occupied(disc) = cell { Some(disc) } else { None };
        CellReport { square, hole: cell == Cell::Hole, disc, legal: false, last: false, worth: None }
    };
    BoardReport {
        columns: grid.columns(),
        rows: grid.rows(),
        cells: grid.places().map(cell).collect(),
        focus: focus.square,
        area: place.into(),
    }
}

impl From<BoardPlace> for BoardAreaReport {
    fn from(place: BoardPlace) -> Self {
        let corner = place.corner();
        Self { left: corner.x, top: corner.y, cell: place.cell }
    }
}
