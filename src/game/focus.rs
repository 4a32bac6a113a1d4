//! Which square is pointed at, by pointer or keyboard, and what a click on the board does.

use std::fmt::Debug;

use bevy::prelude::*;

use super::board::BoardPlace;
use super::stones::complete_motions;
use super::{BoardArea, Match, Motion, MoveIntent, Screen};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardFocus>()
        .add_systems(OnExit(Screen::Match), |mut focus: ResMut<BoardFocus>| *focus = BoardFocus::default())
        .add_observer(point_by_pointer::<Move>.run_if(in_state(Screen::Match)))
        // A finger that is put down points at once, and plays where it is lifted: whoever wants to look first holds it.
        .add_observer(point_by_pointer::<Press>.run_if(in_state(Screen::Match)))
        .add_observer(leave_by_pointer.run_if(in_state(Screen::Match)))
        .add_observer(lift_finger.run_if(in_state(Screen::Match)))
        .add_observer(play_by_pointer.run_if(in_state(Screen::Match)));
}

/// The square that is pointed at.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardFocus {
    /// Which; only squares of the board.
    pub square: Option<Square>,
    /// By what.
    pub source: FocusSource,
}

/// What points at a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusSource {
    /// Mouse or finger.
    #[default]
    Pointer,
    /// Arrow keys or a square's name.
    Keyboard,
}

impl BoardFocus {
    /// Points with the keyboard.
    #[must_use]
    pub const fn keyboard(square: Square) -> Self {
        Self { square: Some(square), source: FocusSource::Keyboard }
    }
}

fn point_by_pointer<E: Debug + Clone + Reflect>(
    event: On<Pointer<E>>,
    areas: Query<(), With<BoardArea>>,
    place: Res<BoardPlace>,
    game: Option<Res<Match>>,
    mut focus: ResMut<BoardFocus>,
) {
    if let Some(game) = game.filter(|_| areas.contains(event.entity)) {
        let board = game.record.position().board();
        let square = place.square_at(event.pointer_location.position).filter(|square| board.has(*square));
        focus.set_if_neq(BoardFocus { square, source: FocusSource::Pointer });
    }
}

fn leave_by_pointer(out: On<Pointer<Out>>, areas: Query<(), With<BoardArea>>, mut focus: ResMut<BoardFocus>) {
    if areas.contains(out.entity) && focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
}

/// A finger that is lifted points at nothing; it leaves no area for that.
fn lift_finger(release: On<Pointer<Release>>, areas: Query<(), With<BoardArea>>, mut focus: ResMut<BoardFocus>) {
    if areas.contains(release.entity) && release.pointer_id.is_touch() && focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
}

fn play_by_pointer(
    click: On<Pointer<Click>>,
    areas: Query<(), With<BoardArea>>,
    place: Res<BoardPlace>,
    choice: SquareChoice,
    commands: Commands,
) {
    if areas.contains(click.entity) && click.button == PointerButton::Primary {
        choice.choose(place.square_at(click.pointer_location.position), commands);
    }
}

/// What choosing a square does, however it was chosen.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct SquareChoice<'w, 's> {
    game: Option<Res<'w, Match>>,
    motions: Query<'w, 's, (Entity, &'static Motion)>,
    intents: MessageWriter<'w, MoveIntent>,
}

impl SquareChoice<'_, '_> {
    /// Writes the intent of the person to move.
    ///
    /// While stones still turn, any choice completes them, and only a legal one is played: a second click on the same
    /// square is impatience, not a mistake.
    pub(super) fn choose(mut self, square: Option<Square>, mut commands: Commands) {
        let is_moving = !self.motions.is_empty();
        if is_moving {
            complete_motions(&self.motions, &mut commands);
        }
        let Some(game) = self.game else { return };
        let Some((player, square)) = game.person_to_move().zip(square) else { return };
        if !is_moving || game.record.position().placement(player, square).is_ok() {
            self.intents.write(MoveIntent { player, square });
        }
    }
}
