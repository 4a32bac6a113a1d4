//! The cells: one entity for each square, and the marks on it.

use bevy::prelude::*;

use super::board::{BoardRoot, square_middle};
use super::focus::FocusSource;
use super::{BoardFocus, GameSystems, LegalMoves, Match, MoveRefused, Screen, Settings};
use crate::rules::{Disc, Player, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            lay_cells.in_set(GameSystems::Show).run_if(resource_exists_and_changed::<Match>),
            (mark_cells, refuse_on_cell, fade_refusals).chain().in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Match)),
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
pub(super) struct Marks {
    /// The square can be played with this disc.
    pub(super) legal: Option<Disc>,
    /// The square is pointed at and would get this disc.
    pub(super) ghost: Option<Disc>,
    /// The last disc was placed here.
    pub(super) last: bool,
    /// The keyboard is here.
    pub(super) focused: bool,
}

/// A square was refused a moment ago.
#[derive(Component)]
pub(super) struct Refusal(Timer);

/// Keeps one cell for each square of the match's board.
fn lay_cells(
    game: Res<Match>,
    root: Single<Entity, With<BoardRoot>>,
    cells: Query<(Entity, &Cell, &Transform)>,
    mut commands: Commands,
) {
    let board = game.record.position().board();
    let place = |square| Transform::from_translation(square_middle(board, square).extend(0.0));
    let fits = cells.iter().all(|(_, cell, transform)| *transform == place(cell.0));
    if fits && cells.iter().count() == board.squares().count() {
        return;
    }
    for (entity, ..) in &cells {
        commands.entity(entity).despawn();
    }
    for square in board.squares() {
        commands.spawn((
            Name::new(format!("cell {square}")),
            Cell(square),
            place(square),
            Visibility::default(),
            ChildOf(*root),
        ));
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
    let ghost = legal.preview.map(|placement| placement.square());
    let focused = focus.square.filter(|_| focus.source == FocusSource::Keyboard);
    for (Cell(square), mut marks) in &mut cells {
        marks.set_if_neq(Marks {
            legal: disc.filter(|_| settings.hints && legal.squares.contains(*square)),
            ghost: disc.filter(|_| ghost == Some(*square)),
            last: last == Some(*square),
            focused: focused == Some(*square),
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
