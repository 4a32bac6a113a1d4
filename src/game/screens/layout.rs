//! Which way up the screens are laid out, and how large the interface is, from the size of the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::Screen;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Orientation>()
        .init_resource::<Room>()
        .init_resource::<UiScale>()
        .add_systems(PreUpdate, fit_to_window);
}

/// Which way up the window is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Orientation {
    /// The panel is beside the board.
    #[default]
    Landscape,
    /// The panel is above and below the board.
    Portrait,
}

/// The size of the window in logical pixels of the interface: what there is to lay a screen out in.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub(super) struct Room(pub(super) Vec2);

impl Default for Room {
    fn default() -> Self {
        Self(LANDSCAPE)
    }
}

/// The size in logical pixels for which the interface is drawn at scale 1.
const LANDSCAPE: Vec2 = Vec2::new(1180.0, 740.0);
const PORTRAIT: Vec2 = Vec2::new(376.0, 700.0);
/// Larger, text would shout.
const LARGEST_SCALE: f32 = 2.6;

/// The least scale of a screen's interface.
const fn least_scale(screen: Screen) -> f32 {
    match screen {
        // What does not fit can be scrolled to, so nothing need be smaller than a finger.
        Screen::Title | Screen::NewGame => 1.0,
        // Below that, text could not be read.
        Screen::Match | Screen::Review | Screen::Editor => 0.7,
    }
}

fn fit(window: Vec2, screen: Screen) -> (Orientation, f32) {
    let (orientation, drawn_for) = if window.x >= window.y * 1.05 {
        (Orientation::Landscape, LANDSCAPE)
    } else {
        (Orientation::Portrait, PORTRAIT)
    };
    (orientation, (window / drawn_for).min_element().clamp(least_scale(screen), LARGEST_SCALE))
}

fn fit_to_window(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    screen: Res<State<Screen>>,
    mut orientation: ResMut<Orientation>,
    mut room: ResMut<Room>,
    mut scale: ResMut<UiScale>,
) {
    if let Some(window) = window {
        let (fitting, factor) = fit(window.size(), *screen.get());
        orientation.set_if_neq(fitting);
        room.set_if_neq(Room(window.size() / factor));
        if scale.0.to_bits() != factor.to_bits() {
            scale.0 = factor;
        }
    }
}

/// A screen with the board on the left and a panel of this width on the right, whose parts have these heights.
pub(super) fn panel_beside_board(width: f32, rows: Vec<RepeatedGridTrack>) -> Node {
    Node {
        grid_template_columns: vec![GridTrack::flex(1.0), GridTrack::px(width)],
        padding: px(16).all(),
        column_gap: px(16),
        row_gap: px(12),
        ..whole_grid(rows)
    }
}

/// A screen with one part below the other, the board among them, of these heights.
pub(super) fn parts_around_board(rows: Vec<RepeatedGridTrack>) -> Node {
    Node { grid_template_columns: vec![GridTrack::flex(1.0)], padding: px(8).all(), row_gap: px(8), ..whole_grid(rows) }
}

fn whole_grid(rows: Vec<RepeatedGridTrack>) -> Node {
    Node { width: percent(100), height: percent(100), display: Display::Grid, grid_template_rows: rows, ..default() }
}

/// A place in such a screen, both counted from 1.
pub(super) fn place(column: i16, row: i16) -> Node {
    Node { grid_column: GridPlacement::start(column), grid_row: GridPlacement::start(row), ..default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREENS: [Screen; 5] = [Screen::Title, Screen::NewGame, Screen::Match, Screen::Review, Screen::Editor];

    #[test]
    fn phones_stand_and_desktops_lie() {
        for screen in SCREENS {
            assert_eq!(fit(Vec2::new(360.0, 640.0), screen).0, Orientation::Portrait);
            assert_eq!(fit(Vec2::new(1280.0, 800.0), screen).0, Orientation::Landscape);
            let scale = |width, height| fit(Vec2::new(width, height), screen).1;
            assert!(scale(2560.0, 1440.0) > scale(1280.0, 800.0));
            assert!(scale(200.0, 200.0) >= least_scale(screen));
        }
    }

    #[test]
    fn what_is_touched_in_menus_is_never_smaller_than_a_finger() {
        for size in [(360.0, 640.0), (844.0, 390.0), (360.0, 560.0)] {
            for screen in [Screen::Title, Screen::NewGame] {
                assert!(fit(Vec2::from(size), screen).1 >= 1.0, "{screen:?} in {size:?}");
            }
        }
    }
}
