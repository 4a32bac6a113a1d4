//! The cells: one entity for each square, and the marks on it.

use bevy::prelude::*;

use super::board::{BoardRoot, lay_board, square_middle};
use super::focus::FocusSource;
use super::shown::{Shown, shows_record};
use super::{BoardFocus, GameSystems, LegalMoves, Match, MoveRefused, Reviewing, Screen, Settings};
use crate::rules::{Disc, Player, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            lay_cells.in_set(GameSystems::Show).after(lay_board).run_if(shows_record),
            (mark_cells, refuse_on_cell, fade_refusals)
                .chain()
                .in_set(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
            mark_reviewed.in_set(GameSystems::Look).run_if(in_state(Screen::Review)),
        ),
    );
}

/// How long a refused square stays marked, in seconds.
const REFUSAL_SECONDS: f32 = 0.45;

/// A square of the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Marks)]
pub struct Cell(pub Square);

/// What is marked on a cell.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// The square can be played with this disc.
    pub legal: Option<Disc>,
    /// The square is pointed at, and what would be placed there.
    pub ghost: Option<Ghost>,
    /// The last disc was placed here.
    pub last: bool,
    /// The keyboard is here.
    pub focused: bool,
    /// What the review says of a disc placed here.
    pub judged: Option<Judged>,
}

/// What a review says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// There is no better one.
    Best,
    /// It was played, and lost something.
    Lossy,
    /// It was played, and is not reviewed yet.
    Unknown,
}

/// A disc that would be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Which.
    pub disc: Disc,
    /// Whether it would explode, so that the square would be empty again.
    pub explodes: bool,
}

/// A square was refused a moment ago.
#[derive(Component)]
pub(super) struct Refusal(Timer);

/// Lays one cell for each square of a new board.
fn lay_cells(shown: Shown, roots: Query<Entity, Added<BoardRoot>>, mut commands: Commands) {
    let Some(record) = shown.record() else { return };
    let board = record.position().board();
    for root in &roots {
        for square in board.squares() {
            commands.spawn((
                Name::new(format!("cell {square}")),
                Cell(square),
                Transform::from_translation(square_middle(board, square).extend(0.0)),
                Visibility::default(),
                ChildOf(root),
            ));
        }
    }
}

/// Marks what the match and the focus say.
pub(super) fn mark_cells(
    game: Res<Match>,
    settings: Res<Settings>,
    legal: Res<LegalMoves>,
    focus: Res<BoardFocus>,
    mut cells: Query<(&Cell, &mut Marks)>,
) {
    let disc = game.person_to_move().map(Player::disc);
    let last = game.record.last_square();
    let ghost = |square| {
        let placement = legal.preview.filter(|placement| placement.square() == square)?;
        Some(Ghost { disc: placement.player().disc(), explodes: placement.explodes() })
    };
    let focused = focus.square.filter(|_| focus.source == FocusSource::Keyboard);
    for (Cell(square), mut marks) in &mut cells {
        marks.set_if_neq(Marks {
            legal: disc.filter(|_| settings.legal_marks && legal.squares.contains(*square)),
            ghost: ghost(*square),
            last: last == Some(*square),
            focused: focused == Some(*square),
            judged: None,
        });
    }
}

/// Marks the move that was played next, and the one that would have been the best.
fn mark_reviewed(reviewing: Res<Reviewing>, mut cells: Query<(&Cell, &mut Marks)>) {
    let record = reviewing.record();
    let played = record.undone().first().map(|turn| turn.placement);
    let found = reviewing.move_here();
    let judged = |square| match found {
        Some(found) if found.best() == square => Some(Judged::Best),
        Some(found) if found.square == square => Some(Judged::Lossy),
        None if played.is_some_and(|played| played.square() == square) => Some(Judged::Unknown),
        _ => None,
    };
    for (Cell(square), mut marks) in &mut cells {
        let judged = judged(*square);
        let ghost = played.filter(|_| judged.is_some()).map(|played| played.player().disc());
        marks.set_if_neq(Marks {
            ghost: ghost.map(|disc| Ghost { disc, explodes: false }),
            last: record.last_square() == Some(*square),
            judged,
            ..default()
        });
    }
}

fn refuse_on_cell(mut refusals: MessageReader<MoveRefused>, cells: Query<(Entity, &Cell)>, mut commands: Commands) {
    for refusal in refusals.read() {
        for (entity, _) in cells.iter().filter(|(_, cell)| cell.0 == refusal.square) {
            commands.entity(entity).insert(Refusal(Timer::from_seconds(REFUSAL_SECONDS, TimerMode::Once)));
        }
    }
}

fn fade_refusals(time: Res<Time>, mut refusals: Query<(Entity, &mut Refusal)>, mut commands: Commands) {
    for (entity, mut refusal) in &mut refusals {
        if refusal.0.tick(time.delta()).is_finished() {
            commands.entity(entity).remove::<Refusal>();
        }
    }
}
