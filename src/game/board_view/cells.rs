//! Cells: one entity per square, with the marks on it.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::analysis::review::Reviewing;
use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::legal_moves::{LegalMoves, find_legal_moves};
use crate::game::board_view::place::lay_board;
use crate::game::board_view::shown_record::{ShownRecord, shows_match, shows_record};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_command::CommandRefused;
use crate::game::redraw::Frames;
use crate::game::settings::{Marking, Settings};
use crate::rules::{Disc, Player, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            lay_cells.in_set(GameSystems::Show).after(lay_board).run_if(shows_record),
            mark_cells.in_set(GameSystems::Look).after(find_legal_moves).run_if(shows_match),
            (refuse_on_cell, remove_expired_refusals)
                .chain()
                .in_set(GameSystems::Look)
                .after(mark_cells)
                .run_if(in_state(Screen::Match)),
            mark_reviewed.in_set(GameSystems::Look).run_if(in_state(Screen::Review)),
        ),
    );
}

/// Time for which a refused square stays marked.
const REFUSAL: Duration = Duration::from_millis(450);

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Marks)]
pub struct Cell(pub Square);

#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Disc that may legally be placed here.
    pub legal: Option<Disc>,
    /// Disc that would be placed here, while the square is pointed at.
    pub ghost: Option<Ghost>,
    /// The last disc was placed here.
    pub last: bool,
    /// The keyboard points here.
    pub focused: bool,
    /// Verdict of the review on a disc placed here.
    pub judged: Option<MoveVerdict>,
}

/// Verdict of a review on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveVerdict {
    /// No move is better.
    Best,
    /// The move was played and lost something.
    Lossy,
    /// The move was played and has no verdict, or none yet.
    Unknown,
}

/// Preview of a disc to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    pub disc: Disc,
    /// True if the move explodes, which leaves the square empty.
    pub explodes: bool,
}

/// Marks a refused square until a time since the start of the game.
#[derive(Component)]
pub(crate) struct RefusalMark {
    until: Duration,
}

/// Spawns the cells of a new board.
fn lay_cells(shown: ShownRecord, roots: Query<(Entity, &BoardRoot), Added<BoardRoot>>, mut commands: Commands) {
    let Some(record) = shown.record() else { return };
    let board = record.position().board();
    for (root, shape) in &roots {
        for square in board.squares() {
            commands.spawn((
                Name::new(format!("cell {square}")),
                Cell(square),
                Transform::from_translation(shape.middle_of(square).extend(0.0)),
                Visibility::default(),
                ChildOf(root),
            ));
        }
    }
}

/// Derives the marks from the match and the focus.
pub(crate) fn mark_cells(
    shown: ShownRecord,
    settings: Res<Settings>,
    legal: Res<LegalMoves>,
    focus: Res<BoardFocus>,
    mut cells: Query<(&Cell, &mut Marks)>,
) {
    let Some(game) = shown.game() else { return };
    let disc = game.human_to_move().map(Player::disc);
    let last = game.record.last_square();
    let marks_last = settings.marks.has(Marking::LastMove);
    let ghost = |square| {
        let placement = legal.preview.filter(|placement| placement.square() == square)?;
        Some(Ghost { disc: placement.player().disc(), explodes: placement.explodes() })
    };
    let focused = focus.square.filter(|_| focus.source == FocusSource::Keyboard);
    for (Cell(square), mut marks) in &mut cells {
        marks.set_if_neq(Marks {
            legal: disc.filter(|_| settings.legal_marks && legal.squares.contains(*square)),
            ghost: ghost(*square),
            last: marks_last && last == Some(*square),
            focused: focused == Some(*square),
            judged: None,
        });
    }
}

/// Marks the move that was played next and the best one. Within a line of play, marks the next move of the line.
fn mark_reviewed(reviewing: Res<Reviewing>, settings: Res<Settings>, mut cells: Query<(&Cell, &mut Marks)>) {
    let record = reviewing.shown();
    let marks_last = settings.marks.has(Marking::LastMove);
    let played = record.undone().first().and_then(|turn| turn.placement);
    let found = reviewing.move_here();
    let judged = |square| match found {
        Some(found) if !found.is_judged() => (found.square == square).then_some(MoveVerdict::Unknown),
        Some(found) if found.best() == square => Some(MoveVerdict::Best),
        Some(found) if found.square == square => Some(MoveVerdict::Lossy),
        None if reviewing.line().is_some() => {
            played.filter(|played| played.square() == square).map(|_| MoveVerdict::Best)
        }
        None if played.is_some_and(|played| played.square() == square) => Some(MoveVerdict::Unknown),
        _ => None,
    };
    for (Cell(square), mut marks) in &mut cells {
        let judged = judged(*square);
        let ghost = played.filter(|_| judged.is_some()).map(|played| played.player().disc());
        marks.set_if_neq(Marks {
            ghost: ghost.map(|disc| Ghost { disc, explodes: false }),
            last: marks_last && record.last_square() == Some(*square),
            judged,
            ..default()
        });
    }
}

fn refuse_on_cell(
    time: Res<Time<Real>>,
    mut refusals: MessageReader<CommandRefused>,
    cells: Query<(Entity, &Cell)>,
    mut commands: Commands,
) {
    let until = time.elapsed() + REFUSAL;
    for (square, _) in refusals.read().filter_map(CommandRefused::illegal_placement) {
        for (entity, _) in cells.iter().filter(|(_, cell)| cell.0 == square) {
            commands.entity(entity).insert(RefusalMark { until });
        }
    }
}

fn remove_expired_refusals(
    time: Res<Time<Real>>,
    refusals: Query<(Entity, &RefusalMark)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    for (entity, refusal) in &refusals {
        let left = refusal.until.saturating_sub(time.elapsed());
        if left.is_zero() {
            frames.keep_drawing();
            commands.entity(entity).remove::<RefusalMark>();
        } else {
            frames.wake_in(left);
        }
    }
}
