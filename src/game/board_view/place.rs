//! The board as a whole: where it lies in the window, and which square is at a point of it.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;

use crate::game::GameSystems;
use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::shown_record::{Shown, shown_has_changed};
use crate::game::redraw::Frames;
use crate::game::ui::button::{area_of, to_world};
use crate::rules::{Board, Square, SquareSet};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<BoardPlace>()
        .add_systems(Update, lay_board.in_set(GameSystems::Show).run_if(shown_has_changed))
        .add_systems(
            PostUpdate,
            (find_place.after(UiSystems::Layout), place_board).chain().before(TransformSystems::Propagate),
        );
}

/// How wide the frame around the squares is, in squares.
pub(crate) const FRAME: f32 = 0.5;

/// The entity that carries frame, cells and stones. In a match, a board of another shape is another entity; in the
/// editor, it changes its shape. Below it one unit is one square, and the board's middle is the origin.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform, Visibility, Sway)]
pub(crate) struct BoardRoot {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
    pub(crate) squares: SquareSet,
}

impl BoardRoot {
    fn of(board: &Board) -> Self {
        Self { columns: board.columns(), rows: board.rows(), squares: board.squares().collect() }
    }

    /// Whether it has no holes.
    pub(crate) fn is_whole(&self) -> bool {
        self.squares.len() == usize::from(self.columns) * usize::from(self.rows)
    }

    /// Width and height in squares.
    pub(crate) fn size(&self) -> Vec2 {
        Vec2::new(f32::from(self.columns), f32::from(self.rows))
    }

    /// The middle of a square, below this entity.
    pub(crate) fn middle_of(&self, square: Square) -> Vec2 {
        let from_corner = Vec2::new(f32::from(square.column()), f32::from(square.row())) + 0.5;
        (from_corner - self.size() / 2.0) * Vec2::new(1.0, -1.0)
    }
}

/// How far the board is from its place, in squares to the right and upwards.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sway(pub(crate) Vec2);

/// The part of the screen's layout that the board fills.
#[derive(Component, Default)]
#[require(Node)]
pub struct BoardArea;

/// Where the board lies in the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BoardPlace {
    /// The middle, in logical pixels from the upper left of the window.
    pub(crate) middle: Vec2,
    /// The side of a square in logical pixels; 0 before the first layout.
    pub(crate) cell: f32,
    /// The size of the window in logical pixels.
    window: Vec2,
    columns: u8,
    rows: u8,
}

impl BoardPlace {
    /// The upper left corner of the squares, in logical pixels.
    pub(crate) fn corner(&self) -> Vec2 {
        self.middle - self.size() / 2.0
    }

    /// Width and height of the squares, in logical pixels.
    fn size(&self) -> Vec2 {
        Vec2::new(f32::from(self.columns), f32::from(self.rows)) * self.cell
    }

    /// The place of the grid at a point of the window.
    pub(crate) fn square_at(&self, point: Vec2) -> Option<Square> {
        let inside = (point - self.corner()) / self.cell;
        let is_inside = self.cell > 0.0
            && inside.min_element() >= 0.0
            && inside.x < f32::from(self.columns)
            && inside.y < f32::from(self.rows);
        is_inside.then(|| Square::new(inside.x as u8, inside.y as u8))?
    }

    /// A point of the window in the world, whose origin is the middle of the window.
    pub(crate) fn to_world(self, point: Vec2) -> Vec2 {
        to_world(point, self.window)
    }
}

/// The middle of a square of this board below [`BoardRoot`].
pub(crate) fn square_middle(board: &Board, square: Square) -> Vec2 {
    BoardRoot::of(board).middle_of(square)
}

/// Keeps a board of the record's shape on the screen.
pub(crate) fn lay_board(
    shown: Shown,
    roots: Query<(Entity, &BoardRoot)>,
    mut focus: ResMut<BoardFocus>,
    mut commands: Commands,
) {
    let Some(record) = shown.record() else { return };
    let wanted = BoardRoot::of(record.position().board());
    if roots.iter().any(|(_, root)| *root == wanted) {
        return;
    }
    roots.iter().for_each(|(root, _)| commands.entity(root).despawn());
    // What was pointed at is not there any more.
    focus.set_if_neq(BoardFocus::default());
    commands.spawn((Name::new("board"), wanted, DespawnOnExit(shown.screen())));
}

/// Gives the board its place in the layout of the screen.
pub(crate) fn find_place(
    root: Single<&BoardRoot>,
    area: Single<(&ComputedNode, &UiGlobalTransform), With<BoardArea>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut place: ResMut<BoardPlace>,
    mut frames: ResMut<Frames>,
) {
    let (node, transform) = *area;
    let area = area_of(node, transform, &window);
    let BoardRoot { columns, rows, .. } = **root;
    let in_squares = root.size() + 2.0 * FRAME;
    // Whole physical pixels keep every grid line equally sharp.
    let cell = (node.size() / in_squares).min_element().floor().max(1.0) / window.scale_factor();
    let found = BoardPlace { middle: area.center(), cell, window: window.size(), columns, rows };
    if place.set_if_neq(found) {
        frames.keep_drawing();
    }
}

fn place_board(place: Res<BoardPlace>, root: Single<(&mut Transform, &Sway), With<BoardRoot>>) {
    let (mut transform, sway) = root.into_inner();
    let offset = sway.0 * place.cell;
    transform.set_if_neq(
        Transform::from_translation((place.to_world(place.middle) + offset).extend(0.0))
            .with_scale(Vec3::new(place.cell, place.cell, 1.0)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: BoardPlace = BoardPlace {
        middle: Vec2::new(400.0, 300.0),
        cell: 50.0,
        window: Vec2::new(1000.0, 600.0),
        columns: 8,
        rows: 8,
    };

    #[test]
    fn a_point_of_the_window_is_on_the_square_drawn_there() {
        assert_eq!(PLACE.square_at(Vec2::new(201.0, 101.0)), Square::new(0, 0));
        assert_eq!(PLACE.square_at(Vec2::new(599.0, 499.0)), Square::new(7, 7));
        assert_eq!(PLACE.square_at(Vec2::new(455.0, 255.0)), "f4".parse().ok());
    }

    #[test]
    fn a_point_beside_the_squares_is_on_none() {
        for point in [Vec2::new(199.0, 300.0), Vec2::new(601.0, 300.0), Vec2::new(400.0, 99.0), Vec2::new(400.0, 501.0)]
        {
            assert_eq!(PLACE.square_at(point), None);
        }
        assert_eq!(BoardPlace::default().square_at(Vec2::ZERO), None);
    }
}
