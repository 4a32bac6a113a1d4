//! Views of the board, whole or enlarged: their geometry, and the current one.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::board_view::board_root::FRAME;
use crate::game::play::match_id::MatchId;
use crate::game::settings::Pace;

/// Smallest side of a square that fingers hit reliably, in logical pixels.
pub(crate) const MIN_TOUCHABLE: f32 = 32.0;
/// Maximum side of a square in logical pixels; but any board can be enlarged at least by this factor.
const MAX_SIDE: f32 = 104.0;
const FACTOR_ALWAYS_ALLOWED: f32 = 2.0;
/// Factor of one step by key or button.
pub(super) const STEP: f32 = 1.5;
/// Minimum width of the frame around an enlarged board, in logical pixels; its labels need that.
const RIM: f32 = 17.0;
/// Extra space below the board that can be panned into view, in logical pixels: the button to zoom out covers it.
const BELOW: f32 = 60.0;

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
    pub(super) fn towards(self, to: Self, share: f32) -> Self {
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
    pub(super) fn around(self, view: View, point: Vec2, factor: f32) -> View {
        let from_middle = (point - self.area.center()) / self.cell;
        let centre = view.centre + from_middle / view.factor;
        let factor = self.limit(View { factor: view.factor * factor, ..view }).factor;
        self.limit(View { factor, centre: centre - from_middle / factor })
    }

    /// Returns whether a view shows all of the square at a point of the board.
    pub(super) fn shows(self, view: View, from_middle: Vec2) -> bool {
        let reach = self.seen(view.factor) / (self.cell * view.factor) / 2.0 - 0.5;
        (from_middle - view.centre).abs().cmple(reach).all()
    }

    /// The nearest view that shows a point of the board with some space around it.
    pub(super) fn showing(self, view: View, from_middle: Vec2) -> View {
        let reach = (self.seen(view.factor) / (self.cell * view.factor) / 2.0 - 1.0).max(Vec2::ZERO);
        self.limit(View { centre: view.centre.clamp(from_middle - reach, from_middle + reach), ..view })
    }
}

/// Zoom state of the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoardZoom {
    pub(super) shown: View,
    pub(super) wanted: View,
    /// Start of a glide: view and time.
    pub(super) glide: Option<(View, Duration)>,
    /// True if the whole board returns after the next turn.
    pub(super) returns_after_turn: bool,
    pub(super) board: Option<ZoomedBoard>,
}

/// Identity of the zoomed board; any change resets the zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ZoomedBoard {
    pub(super) root: Entity,
    pub(super) size: Vec2,
    pub(super) game: Option<MatchId>,
}

impl BoardZoom {
    pub(crate) const fn shown(&self) -> View {
        self.shown
    }

    pub(crate) const fn is_gliding(&self) -> bool {
        self.glide.is_some()
    }

    pub(super) fn show(&mut self, view: View) {
        *self = Self { shown: view, wanted: view, glide: None, ..*self };
    }

    pub(super) fn glide_to(&mut self, view: View, now: Duration, pace: Pace) {
        if pace == Pace::Still {
            self.show(view);
        } else if view != self.wanted {
            self.wanted = view;
            self.glide = Some((self.shown, now));
        }
    }
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
