//! Mouse and fingers on the board: they point at squares, and a click plays.

use std::fmt::Debug;

use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::stones::complete_motions;
use crate::game::board_view::zoom::ZoomCommand;
use crate::game::flow::screen::Screen;
use crate::game::input::board_gesture::{BoardGesture, Tap};
use crate::game::play::match_command::MatchCommand;
use crate::game::play::match_state::Match;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(point_by_pointer::<Move>.run_if(in_state(Screen::Match)))
        // A finger points as soon as it is put down and plays when lifted, so players can hold it to look first.
        .add_observer(point_by_pointer::<Press>.run_if(in_state(Screen::Match)))
        .add_observer(leave_by_pointer.run_if(in_state(Screen::Match)))
        .add_observer(lift_finger.run_if(in_state(Screen::Match)))
        .add_observer(play_by_pointer.run_if(in_state(Screen::Match)));
}

fn point_by_pointer<E: Debug + Clone + Reflect>(
    event: On<Pointer<E>>,
    areas: Query<(), With<BoardArea>>,
    place: Res<BoardPlace>,
    (game, gesture): (Option<Res<Match>>, Res<BoardGesture>),
    mut focus: ResMut<BoardFocus>,
) {
    // Ignore controls over the board, and fingers that zoom or pan.
    let is_pointing = event.entity == event.original_event_target() && !gesture.is_looking();
    if let Some(game) = game.filter(|_| areas.contains(event.entity) && is_pointing) {
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

/// A lifted finger points at nothing. Unlike a mouse, it sends no `Out` for that.
fn lift_finger(release: On<Pointer<Release>>, areas: Query<(), With<BoardArea>>, mut focus: ResMut<BoardFocus>) {
    if areas.contains(release.entity) && release.pointer_id.is_touch() && focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
}

fn play_by_pointer(
    click: On<Pointer<Click>>,
    areas: Query<(), With<BoardArea>>,
    (place, gesture, time): (Res<BoardPlace>, Res<BoardGesture>, Res<Time<Real>>),
    mut zoom: MessageWriter<ZoomCommand>,
    choice: SquareChoice,
    mut commands: Commands,
) {
    if !areas.contains(click.entity) || click.button != PointerButton::Primary {
        return;
    }
    match gesture.meaning_of(&click, &place, time.elapsed()) {
        Tap::Nothing => {}
        Tap::Closer(command) => {
            zoom.write(command);
        }
        Tap::Square => choice.choose(place.square_at(click.pointer_location.position), &mut commands),
    }
}

/// System parameter that applies the choice of a square, from whichever device.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct SquareChoice<'w, 's> {
    game: Option<Res<'w, Match>>,
    motions: Query<'w, 's, (Entity, &'static Motion)>,
    matches: MessageWriter<'w, MatchCommand>,
}

impl SquareChoice<'_, '_> {
    /// Plays the square for the human to move.
    ///
    /// While stones are still moving, any choice completes their motions, and only a legal choice is played: a second
    /// click on the same square is impatience, not a mistake.
    pub(crate) fn choose(mut self, square: Option<Square>, commands: &mut Commands) {
        let is_moving = !self.motions.is_empty();
        if is_moving {
            complete_motions(&self.motions, commands);
        }
        let Some(game) = self.game else { return };
        let Some((player, square)) = game.human_to_move().zip(square) else { return };
        if !is_moving || game.record.position().placement(player, square).is_ok() {
            self.matches.write(MatchCommand::place(&game, player, square));
        }
    }
}
