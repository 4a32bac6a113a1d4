//! Place of the board in the window, and conversion between points and squares.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;

use crate::game::board_view::board_focus::{BoardFocus, FocusSource};
use crate::game::board_view::board_root::{BoardArea, BoardOffset, BoardRoot, FRAME, pair};
use crate::game::board_view::growth::{Growing, begin_growth};
use crate::game::board_view::sample::remove_board;
use crate::game::board_view::shown_record::{ShownRecord, shown_has_changed};
use crate::game::board_view::view::{BoardZoom, UnzoomedBoard, View};
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::settings::{Facing, Settings};
use crate::game::ui::button::{area_of, to_world};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardPlace>()
        .add_systems(
            Update,
            lay_board
                .in_set(GameSystems::Show)
                .after(remove_board)
                .before(begin_growth)
                .run_if(shown_has_changed.or_else(resource_changed::<Settings>)),
        )
        .add_systems(
            PostUpdate,
            (find_place.after(UiSystems::Layout), place_board).chain().before(TransformSystems::Propagate),
        );
}

/// Place of the board in the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoardPlace {
    /// Middle, in logical pixels from the upper left of the window.
    pub(crate) middle: Vec2,
    /// Side of a square in logical pixels; 0 before the first layout.
    pub(crate) cell: f32,
    /// Width of the frame around the visible squares, in logical pixels.
    pub(crate) rim: f32,
    /// The board when not enlarged.
    whole: UnzoomedBoard,
    /// The enlarged part.
    view: View,
    /// Window size in logical pixels.
    window: Vec2,
    columns: u8,
    rows: u8,
    facing: Facing,
}

impl BoardPlace {
    /// Upper left corner of the squares, in logical pixels.
    pub(crate) fn corner(&self) -> Vec2 {
        self.middle - self.size() / 2.0
    }

    /// Width and height of the squares, in logical pixels.
    pub(crate) fn size(&self) -> Vec2 {
        pair(self.facing.size((self.columns, self.rows))) * self.cell
    }

    /// Area of the window in which squares are visible: all of the board, or the enlarged part.
    pub(crate) fn seen(&self) -> Rect {
        let size = if self.is_enlarged() { self.whole.seen(self.view.factor) } else { self.size() };
        Rect::from_center_size(self.whole.area.center(), size)
    }

    pub(crate) const fn whole(&self) -> UnzoomedBoard {
        self.whole
    }

    pub(crate) const fn is_enlarged(&self) -> bool {
        self.view.factor > 1.0
    }

    pub(crate) const fn facing(&self) -> Facing {
        self.facing
    }

    /// Middle of a square, in logical pixels.
    pub(crate) fn middle_of(&self, square: Square) -> Vec2 {
        self.corner() + (pair(self.facing.place_of(square, (self.columns, self.rows))) + 0.5) * self.cell
    }

    /// The square at a point of the window. It may be a hole.
    pub(crate) fn square_at(&self, point: Vec2) -> Option<Square> {
        let inside = (point - self.corner()) / self.cell;
        let is_hidden = self.is_enlarged() && !self.seen().contains(point);
        if self.cell <= 0.0 || inside.min_element() < 0.0 || is_hidden {
            return None;
        }
        self.facing.square_at((inside.x as u8, inside.y as u8), (self.columns, self.rows))
    }

    /// Converts a point of the window to world coordinates, whose origin is the middle of the window.
    pub(crate) fn to_world(self, point: Vec2) -> Vec2 {
        to_world(point, self.window)
    }
}

/// Keeps a board of the record's shape on the screen, with the facing of the settings.
pub(crate) fn lay_board(
    shown: ShownRecord,
    settings: Res<Settings>,
    roots: Query<(Entity, &BoardRoot)>,
    mut focus: ResMut<BoardFocus>,
    mut commands: Commands,
) {
    let Some(record) = shown.record() else { return };
    let wanted = BoardRoot::of(record.variant(), settings.facing);
    if roots.iter().any(|(_, root)| *root == wanted) {
        return;
    }
    roots.iter().for_each(|(root, _)| commands.entity(root).despawn());
    // The pointer is over another square now; a keyboard focus stays valid if the board was only turned round.
    let is_turned = roots.iter().any(|(_, root)| BoardRoot { facing: wanted.facing, ..*root } == wanted);
    if !is_turned || focus.source == FocusSource::Pointer {
        focus.set_if_neq(BoardFocus::default());
    }
    commands.spawn((Name::new("board"), wanted, DespawnOnExit(shown.screen())));
}

/// Computes the place of the board from the layout of the screen.
pub(crate) fn find_place(
    root: Single<&BoardRoot>,
    area: Single<(&ComputedNode, &UiGlobalTransform), With<BoardArea>>,
    window: Single<&Window, With<PrimaryWindow>>,
    zoom: Res<BoardZoom>,
    mut place: ResMut<BoardPlace>,
    mut frames: ResMut<Frames>,
) {
    let (node, transform) = *area;
    let area = area_of(node, transform, &window);
    let BoardRoot { columns, rows, facing, .. } = **root;
    let scale = window.scale_factor();
    let in_squares = root.size() + 2.0 * FRAME;
    // Whole physical pixels keep all grid lines equally sharp.
    let cell = (node.size() / in_squares).min_element().floor().max(1.0) / scale;
    let whole = UnzoomedBoard { area, cell, size: root.size() };
    let view = whole.limit(zoom.shown());
    let (middle, rim, window) = (area.center(), cell * FRAME, window.size());
    let mut found = BoardPlace { middle, cell, rim, whole, view, window, columns, rows, facing };
    if found.is_enlarged() {
        found.cell = cell * view.factor;
        if !zoom.is_gliding() {
            found.cell = (found.cell * scale).round() / scale;
        }
        found.rim = whole.rim(view.factor);
        found.middle = ((middle - view.centre * found.cell) * scale).round() / scale;
    }
    if place.set_if_neq(found) {
        frames.keep_drawing();
    }
}

fn place_board(place: Res<BoardPlace>, root: Single<(&BoardRoot, &mut Transform, &BoardOffset, Option<&Growing>)>) {
    let (board, mut transform, offset, growing) = root.into_inner();
    let (middle, cell) = match growing {
        Some(growing) => growing.interpolated(board, place.middle, place.cell),
        None => (place.middle, place.cell),
    };
    let offset = offset.0 * cell;
    transform.set_if_neq(
        Transform::from_translation((place.to_world(middle) + offset).extend(0.0))
            .with_scale(Vec3::new(cell, cell, 1.0)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::settings::Rotation;
    use crate::rules::{SquareSet, Tints};

    const PLACE: BoardPlace = BoardPlace {
        middle: Vec2::new(400.0, 300.0),
        cell: 50.0,
        rim: 25.0,
        whole: UnzoomedBoard {
            area: Rect { min: Vec2::new(150.0, 50.0), max: Vec2::new(650.0, 550.0) },
            cell: 50.0,
            size: Vec2::new(8.0, 8.0),
        },
        view: View::WHOLE,
        window: Vec2::new(1000.0, 600.0),
        columns: 8,
        rows: 8,
        facing: Facing { rotation: Rotation::None, mirrored: false },
    };

    #[test]
    fn a_point_of_the_window_is_on_the_square_drawn_there() {
        assert_eq!(PLACE.square_at(Vec2::new(201.0, 101.0)), Square::new(0, 0));
        assert_eq!(PLACE.square_at(Vec2::new(599.0, 499.0)), Square::new(7, 7));
        assert_eq!(PLACE.square_at(Vec2::new(455.0, 255.0)), "f4".parse().ok());
    }

    #[test]
    fn a_turned_board_has_its_squares_where_they_are_shown() {
        for facing in Facing::all() {
            let place = BoardPlace { columns: 6, rows: 9, facing, ..PLACE };
            let board = BoardRoot { columns: 6, rows: 9, squares: SquareSet::EMPTY, tints: Tints::default(), facing };
            for square in (0..6).flat_map(|column| (0..9).filter_map(move |row| Square::new(column, row))) {
                let middle = place.middle_of(square);
                assert_eq!(place.square_at(middle), Some(square), "{facing:?}");
                let drawn = board.middle_of(square) * Vec2::new(1.0, -1.0) * place.cell + place.middle;
                assert!(drawn.distance(middle) < 1e-3, "{facing:?} draws {square} at {drawn}, not {middle}");
            }
        }
    }

    #[test]
    fn a_point_beside_the_squares_is_on_no_square() {
        for point in [Vec2::new(199.0, 300.0), Vec2::new(601.0, 300.0), Vec2::new(400.0, 99.0), Vec2::new(400.0, 501.0)]
        {
            assert_eq!(PLACE.square_at(point), None);
        }
        assert_eq!(BoardPlace::default().square_at(Vec2::ZERO), None);
    }
}
