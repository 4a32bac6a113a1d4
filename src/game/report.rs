//! The game in words and numbers: what the page's accessible mirror shows, and what tests of the real window read.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::ui::{ComputedNode, InteractionDisabled, UiGlobalTransform};
use bevy::window::PrimaryWindow;
use serde::Serialize;

use super::banner::Announcement;
use super::board::BoardPlace;
use super::screens::{Status, coming_turns};
use super::widget::{Label, area_of};
use super::{BoardFocus, LegalMoves, Match, Phase, Screen, ShownCounts};
use crate::rules::{Disc, Player, Square};

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
    to_move: Option<Player>,
    /// The turn now and the next ones, as long as nobody must pass.
    coming: Vec<ComingReport>,
    /// The match in the text notation of the rules.
    record: Option<String>,
    buttons: Vec<ButtonReport>,
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
    disc: Option<Disc>,
    legal: bool,
    last: bool,
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
    id: String,
    label: String,
    disabled: bool,
    area: ButtonAreaReport,
}

/// Where a button lies, in logical pixels of the window.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct ButtonAreaReport {
    left: f32,
    top: f32,
    width: f32,
    height: f32,
}

fn report(
    screen: Res<State<Screen>>,
    phase: Res<Phase>,
    status: Res<Status>,
    announcement: Res<Announcement>,
    game: Option<Res<Match>>,
    counts: Res<ShownCounts>,
    legal: Res<LegalMoves>,
    focus: Res<BoardFocus>,
    place: Res<BoardPlace>,
    buttons: Query<(Entity, &Label, &ComputedNode, &UiGlobalTransform, Has<InteractionDisabled>)>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut last: Local<String>,
    mut changes: MessageWriter<ReportChanged>,
) {
    let button =
        |(entity, label, node, transform, disabled): (Entity, &Label, &ComputedNode, &UiGlobalTransform, bool)| {
            let area = area_of(node, transform, &window);
            let (corner, size) = (area.min, area.size());
            let area = ButtonAreaReport { left: corner.x, top: corner.y, width: size.x, height: size.y };
            ButtonReport { id: entity.to_bits().to_string(), label: label.0.clone(), disabled, area }
        };
    let mut buttons: Vec<ButtonReport> = buttons.iter().map(button).collect();
    // The order in which they are read: entities have none that means anything.
    buttons.sort_by(|one, other| {
        (one.area.top, one.area.left).partial_cmp(&(other.area.top, other.area.left)).unwrap_or(Ordering::Equal)
    });
    let game = game.filter(|_| *screen.get() == Screen::Match);
    let report = Report {
        screen: *screen.get(),
        status: game.as_ref().map_or_else(String::new, |_| {
            let announced = announcement.sentences().map(|sentence| sentence + ". ");
            announced.collect::<String>() + &status.0
        }),
        phase: game.as_ref().map(|_| *phase),
        board: game.as_ref().map(|game| board_report(game, &legal, *focus, *place)),
        counts: game.as_ref().map_or_else(BTreeMap::new, |game| {
            let everybody = game.record.variant().everybody();
            everybody.into_iter().map(|player| (player.key(), counts.0[player])).collect()
        }),
        to_move: game.as_ref().and_then(|game| game.record.position().to_move()),
        coming: game.as_ref().map_or_else(Vec::new, |game| {
            coming_turns(game.record.position())
                .map(|turn| ComingReport { move_number: turn.move_number, player: turn.player, cut_in: turn.is_cut_in })
                .collect()
        }),
        record: game.as_ref().map(|game| game.record.to_string()),
        buttons,
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

fn board_report(game: &Match, legal: &LegalMoves, focus: BoardFocus, place: BoardPlace) -> BoardReport {
    let board = game.record.position().board();
    let last = game.record.last_square();
    let cell = |square| CellReport {
        square,
        disc: board.disc(square),
        legal: legal.squares.contains(square),
        last: last == Some(square),
    };
    let corner = place.corner();
    BoardReport {
        columns: board.columns(),
        rows: board.rows(),
        cells: board.squares().map(cell).collect(),
        focus: focus.square,
        area: BoardAreaReport { left: corner.x, top: corner.y, cell: place.cell },
    }
}
