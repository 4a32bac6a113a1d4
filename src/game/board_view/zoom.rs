//! Zoom of the board: all of it, or an enlarged part.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::place::{BoardPlace, BoardRoot, FRAME};
use crate::game::frame::GameSystems;
use crate::game::play::match_command::TurnPlayed;
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::settings::{Pace, Settings};
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

/// Smallest side of a square that fingers hit reliably, in logical pixels.
pub(crate) const MIN_TOUCHABLE: f32 = 32.0;
/// Side of a square magnified for touching, in logical pixels.
const MAGNIFIED_SIDE: f32 = 52.0;
/// Maximum side of a square in logical pixels; but any board can be enlarged at least by this factor.
const MAX_SIDE: f32 = 104.0;
const FACTOR_ALWAYS_ALLOWED: f32 = 2.0;
/// Factor of one step by key or button.
const STEP: f32 = 1.5;
/// Below this factor the whole board is shown.
const ALMOST_WHOLE: f32 = 1.04;
/// Minimum width of the frame around an enlarged board, in logical pixels; its labels need that.
const RIM: f32 = 17.0;
/// Extra space below the board that can be panned into view, in logical pixels: the button to zoom out covers it.
const BELOW: f32 = 60.0;
/// Duration of a change that is not made by fingers.
const GLIDE: Duration = Duration::from_millis(180);

/// A view of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// Magnification.
    pub(crate) factor: f32,
    /// Point of the board in the middle, in squares right of and below the board's middle.
    pub(crate) centre: Vec2,
}

impl View {
    pub(crate) const WHOLE: Self = Self { factor: 1.0, centre: Vec2::ZERO };

    /// A view on the way to another. The point that both views show at the same place stays there all the way.
    fn towards(self, to: Self, share: f32) -> Self {
        let factor = self.factor * (to.factor / self.factor).powf(share);
        let way = self.factor.recip() - to.factor.recip();
        let share = if way.abs() > 1e-4 { (self.factor.recip() - factor.recip()) / way } else { share };
        Self { factor, centre: self.centre.lerp(to.centre, share) }
    }
}

impl Default for View {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// A board at factor 1 and its place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct UnzoomedBoard {
    /// Area in the window, in logical pixels.
    pub(crate) area: Rect,
    /// Side of a square, in logical pixels.
    pub(crate) cell: f32,
    /// Width and height in squares.
    pub(crate) size: Vec2,
}

impl UnzoomedBoard {
    /// Width of the frame, in logical pixels. Zooming in first widens it to what the labels need.
    pub(crate) fn rim(self, factor: f32) -> f32 {
        let usual = self.cell * FRAME;
        usual.lerp(usual.max(RIM), ((factor - 1.0) / (STEP - 1.0)).clamp(0.0, 1.0))
    }

    /// Size of the part in which squares are visible, in logical pixels.
    pub(crate) fn seen(self, factor: f32) -> Vec2 {
        (self.area.size() - 2.0 * self.rim(factor)).min(self.size * self.cell * factor)
    }

    /// The nearest allowed view.
    pub(crate) fn limit(self, view: View) -> View {
        if view.factor <= 1.0 || self.cell <= 0.0 {
            return View::WHOLE;
        }
        let factor = view.factor.min((MAX_SIDE / self.cell).max(FACTOR_ALWAYS_ALLOWED));
        let hidden = (self.size - self.seen(factor) / (self.cell * factor)).max(Vec2::ZERO) / 2.0;
        let below = if hidden.y > 0.0 { BELOW / (self.cell * factor) } else { 0.0 };
        View { factor, centre: view.centre.clamp(-hidden, hidden + Vec2::new(0.0, below)) }
    }

    /// Zooms a view by a factor around a point of the window.
    fn around(self, view: View, point: Vec2, factor: f32) -> View {
        let from_middle = (point - self.area.center()) / self.cell;
        let centre = view.centre + from_middle / view.factor;
        let factor = self.limit(View { factor: view.factor * factor, ..view }).factor;
        self.limit(View { factor, centre: centre - from_middle / factor })
    }

    /// Returns whether a view shows all of the square at a point of the board.
    fn shows(self, view: View, from_middle: Vec2) -> bool {
        let reach = self.seen(view.factor) / (self.cell * view.factor) / 2.0 - 0.5;
        (from_middle - view.centre).abs().cmple(reach).all()
    }

    /// The nearest view that shows a point of the board with some space around it.
    fn showing(self, view: View, from_middle: Vec2) -> View {
        let reach = (self.seen(view.factor) / (self.cell * view.factor) / 2.0 - 1.0).max(Vec2::ZERO);
        self.limit(View { centre: view.centre.clamp(from_middle - reach, from_middle + reach), ..view })
    }
}

/// Zoom state of the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoardZoom {
    shown: View,
    wanted: View,
    /// Start of a glide: view and time.
    glide: Option<(View, Duration)>,
    /// True if the whole board returns after the next turn.
    returns_after_turn: bool,
    board: Option<ZoomedBoard>,
}

/// Identity of the zoomed board; any change resets the zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ZoomedBoard {
    root: Entity,
    size: Vec2,
    game: Option<MatchId>,
}

impl BoardZoom {
    pub(crate) const fn shown(&self) -> View {
        self.shown
    }

    pub(crate) const fn is_gliding(&self) -> bool {
        self.glide.is_some()
    }

    fn show(&mut self, view: View) {
        *self = Self { shown: view, wanted: view, glide: None, ..*self };
    }

    fn glide_to(&mut self, view: View, now: Duration, pace: Pace) {
        if pace == Pace::Still {
            self.show(view);
        } else if view != self.wanted {
            self.wanted = view;
            self.glide = Some((self.shown, now));
        }
    }
}

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
    let (whole, at) = (place.whole(), from_middle(&root, turn.placement.square()));
    let view = match zoom.wanted {
        _ if zoom.returns_after_turn => View::WHOLE,
        wanted if wanted.factor > 1.0 && !whole.shows(wanted, at) => whole.showing(wanted, at),
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

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: UnzoomedBoard = UnzoomedBoard {
        area: Rect { min: Vec2::new(10.0, 100.0), max: Vec2::new(390.0, 480.0) },
        cell: 20.0,
        size: Vec2::splat(18.0),
    };

    /// Position of a point of the board in the window.
    fn shown_at(view: View, from_middle: Vec2) -> Vec2 {
        WHOLE.area.center() + (from_middle - view.centre) * WHOLE.cell * view.factor
    }

    #[test]
    fn the_point_under_the_fingers_stays_in_place_while_zooming() {
        let point = Vec2::new(150.0, 250.0);
        let view = WHOLE.around(View::WHOLE, point, 2.0);
        let under = (point - WHOLE.area.center()) / WHOLE.cell;
        assert!(shown_at(view, under).distance(point) < 1e-3);
        let between = View::WHOLE.towards(view, 0.4);
        assert!(shown_at(between, under).distance(point) < 1e-3, "and on the way there");
    }

    #[test]
    fn views_stay_on_the_board_and_within_the_maximum_size() {
        let far = WHOLE.limit(View { factor: 3.0, centre: Vec2::splat(-100.0) });
        let corner = shown_at(far, WHOLE.size / -2.0);
        let seen = Rect::from_center_size(WHOLE.area.center(), WHOLE.seen(far.factor));
        assert!(corner.distance(seen.min) < 1e-3, "the board begins where its frame ends");
        let near = WHOLE.limit(View { factor: 1000.0, centre: Vec2::ZERO });
        assert!((near.factor * WHOLE.cell - MAX_SIDE).abs() < 1e-3);
        assert_eq!(WHOLE.limit(View { factor: 0.2, centre: Vec2::ONE }), View::WHOLE);
    }

    #[test]
    fn a_square_is_shown_with_its_neighbours() {
        let view = WHOLE.limit(View { factor: 3.0, centre: Vec2::ZERO });
        let at = Vec2::new(-8.5, 0.5);
        assert!(!WHOLE.shows(view, at) && WHOLE.shows(view, Vec2::ZERO) && WHOLE.shows(View::WHOLE, at));
        let moved = WHOLE.showing(view, at);
        assert!(WHOLE.shows(moved, at));
        let seen = Rect::from_center_size(WHOLE.area.center(), WHOLE.seen(view.factor));
        assert!(seen.contains(shown_at(moved, at)));
        assert!(moved.centre.y.abs() < 1e-6, "it moves no further than it must");
        assert_eq!(WHOLE.showing(moved, at + Vec2::X), moved);
    }
}
