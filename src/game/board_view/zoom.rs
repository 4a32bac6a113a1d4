//! Zoom of the board: all of it, or an enlarged part.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::view::{BoardZoom, STEP, UnzoomedBoard, View, ZoomedBoard};
use crate::game::frame::GameSystems;
use crate::game::play::match_command::TurnPlayed;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardZoom>().add_message::<ZoomCommand>().add_systems(
        Update,
        (reset_for_another_board, handle_zoom_commands, show_turn, follow_focus, glide)
            .chain()
            .in_set(GameSystems::Show),
    );
}

#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum ZoomCommand {
    /// Zooms in by a step, at the keyboard's square if there is one.
    In,
    /// Zooms out by a step.
    Out,
    /// Shows all of the board.
    Whole,
    /// Zooms by a factor; the given point of the window stays where it is.
    Around {
        /// In logical pixels of the window.
        point: Vec2,
        /// Enlarges if greater than 1.
        factor: f32,
    },
    /// Pans by this many logical pixels.
    Move(Vec2),
    /// Zooms in at this point until squares are large enough to touch. The whole board returns after the next turn.
    Magnify(Vec2),
}

/// Side of a square magnified for touching, in logical pixels.
const MAGNIFIED_SIDE: f32 = 52.0;
/// Below this factor the whole board is shown.
const ALMOST_WHOLE: f32 = 1.04;
/// Duration of a change that is not made by fingers.
const GLIDE: Duration = Duration::from_millis(180);

/// Resets the zoom for another board, another match, or the same board turned round.
fn reset_for_another_board(
    root: Option<Single<(Entity, &BoardRoot)>>,
    game: Option<Res<Match>>,
    mut zoom: ResMut<BoardZoom>,
) {
    let game = game.map(|game| game.id);
    let board = root.map(|root| ZoomedBoard { root: root.0, size: root.1.size(), game });
    if zoom.board != board {
        *zoom = BoardZoom { board, ..default() };
    }
}

fn handle_zoom_commands(
    mut commands: MessageReader<ZoomCommand>,
    (place, focus): (Res<BoardPlace>, Res<BoardFocus>),
    root: Option<Single<&BoardRoot>>,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut zoom: ResMut<BoardZoom>,
) {
    let whole = place.whole();
    let Some(root) = root.filter(|_| whole.cell > 0.0) else {
        commands.clear();
        return;
    };
    let (now, motion) = (time.elapsed(), settings.pace());
    for command in commands.read() {
        let from = zoom.wanted;
        match *command {
            ZoomCommand::In => {
                let larger = whole.limit(View { factor: from.factor * STEP, ..from });
                let pointed = focus.square.map(|square| from_middle(&root, square));
                let view = pointed.map_or(larger, |at| whole.limit(View { centre: at, ..larger }));
                zoom.glide_to(view, now, motion);
            }
            ZoomCommand::Out => zoom.glide_to(smaller(whole, View { factor: from.factor / STEP, ..from }), now, motion),
            ZoomCommand::Whole => zoom.glide_to(View::WHOLE, now, motion),
            ZoomCommand::Around { point, factor } => zoom.show(smaller(whole, whole.around(from, point, factor))),
            ZoomCommand::Move(way) => {
                let centre = from.centre - way / (whole.cell * from.factor);
                zoom.show(whole.limit(View { centre, ..from }));
            }
            ZoomCommand::Magnify(point) => {
                let factor = MAGNIFIED_SIDE / (whole.cell * from.factor);
                zoom.returns_after_turn |= from == View::WHOLE;
                zoom.glide_to(whole.around(from, point, factor.max(1.0)), now, motion);
            }
        }
        // Any other command shows that the zoom is wanted, so it stays.
        zoom.returns_after_turn &= matches!(command, ZoomCommand::Magnify(_) | ZoomCommand::Move(_));
    }
}

fn from_middle(root: &BoardRoot, square: Square) -> Vec2 {
    root.middle_of(square) * Vec2::new(1.0, -1.0)
}

/// A view after zooming out; nearly the whole board becomes the whole board.
fn smaller(whole: UnzoomedBoard, view: View) -> View {
    if view.factor < ALMOST_WHOLE { View::WHOLE } else { whole.limit(view) }
}

/// After a turn, zooms out again if the view was magnified for one touch; otherwise pans to the placed disc.
fn show_turn(
    mut turns: MessageReader<TurnPlayed>,
    (place, root): (Res<BoardPlace>, Option<Single<&BoardRoot>>),
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut zoom: ResMut<BoardZoom>,
) {
    let Some((TurnPlayed(turn), root)) = turns.read().last().zip(root) else { return };
    let (whole, at) = (place.whole(), turn.square().map(|square| from_middle(&root, square)));
    let view = match (zoom.wanted, at) {
        _ if zoom.returns_after_turn => View::WHOLE,
        (wanted, Some(at)) if wanted.factor > 1.0 && !whole.shows(wanted, at) => whole.showing(wanted, at),
        _ => return,
    };
    zoom.returns_after_turn = false;
    zoom.glide_to(view, time.elapsed(), settings.pace());
}

/// Pans to the square that the keyboard points at.
fn follow_focus(
    (place, focus): (Res<BoardPlace>, Res<BoardFocus>),
    root: Option<Single<&BoardRoot>>,
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut zoom: ResMut<BoardZoom>,
) {
    let Some((root, square)) = root.zip(focus.square) else { return };
    if focus.is_changed() && focus.source == FocusSource::Keyboard && zoom.wanted.factor > 1.0 {
        let view = place.whole().showing(zoom.wanted, from_middle(&root, square));
        zoom.glide_to(view, time.elapsed(), settings.pace());
    }
}

fn glide(time: Res<Time<Real>>, mut zoom: ResMut<BoardZoom>, mut frames: ResMut<Frames>) {
    let Some((from, since)) = zoom.glide else { return };
    let share = time.elapsed().saturating_sub(since).div_duration_f32(GLIDE);
    if share >= 1.0 {
        let wanted = zoom.wanted;
        zoom.show(wanted);
    } else {
        zoom.shown = from.towards(zoom.wanted, EaseFunction::CubicOut.sample_clamped(share));
    }
    frames.keep_drawing();
}
