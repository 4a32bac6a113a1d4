//! The board of a new match grows out of the picture by which it was chosen. The growth takes only a moment and blocks
//! nothing: squares can already be pressed at their final place.

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform, UiSystems};
use bevy::window::PrimaryWindow;

use crate::game::board_view::board_root::{BoardRoot, FRAME};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::settings::{Pace, Settings};
use crate::game::ui::button::area_of;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<PictureArea>()
        .add_systems(
            Update,
            (
                forget_picture.in_set(GameSystems::Show).run_if(state_changed::<Screen>),
                begin_growth.in_set(GameSystems::Show).run_if(any_match_filter::<Added<BoardRoot>>),
                grow.in_set(GameSystems::Look).run_if(any_match_filter::<With<Growing>>),
            )
                .chain(),
        )
        .add_systems(PostUpdate, find_picture.after(UiSystems::Layout).run_if(in_state(Screen::NewGame)));
}

const DURATION: Duration = Duration::from_millis(250);
/// Maximum progress per frame. The frame in which a match begins may be long, and would otherwise swallow the growth.
const MAX_FRAME_TIME: Duration = Duration::from_millis(34);

/// Marks the picture of the chosen board.
#[derive(Component)]
pub(crate) struct ChosenPicture;

/// Area of that picture in the window, in logical pixels, if visible.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PictureArea(Option<Rect>);

/// A board growing from a picture to its place.
#[derive(Component, Debug)]
pub(crate) struct Growing {
    from: Rect,
    since: Duration,
}

impl Growing {
    /// Current middle of the board and side of a square, in logical pixels; `middle` and `cell` are the final values.
    pub(crate) fn interpolated(&self, board: &BoardRoot, middle: Vec2, cell: f32) -> (Vec2, f32) {
        let along = EaseFunction::CubicInOut.sample_clamped(self.since.div_duration_f32(DURATION));
        let first = (self.from.size() / (board.size() + 2.0 * FRAME)).min_element();
        (self.from.center().lerp(middle, along), first.lerp(cell, along))
    }
}

fn find_picture(
    pictures: Query<(&ComputedNode, &UiGlobalTransform), With<ChosenPicture>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut picture: ResMut<PictureArea>,
) {
    let area = pictures.single().ok().map(|(node, transform)| area_of(node, transform, &window));
    let is_seen =
        |area: &Rect| !area.is_empty() && !area.intersect(Rect { min: Vec2::ZERO, max: window.size() }).is_empty();
    picture.set_if_neq(PictureArea(area.filter(is_seen)));
}

/// Forgets the picture, unless the match begins directly from the new-game screen.
fn forget_picture(screen: Res<State<Screen>>, mut picture: ResMut<PictureArea>) {
    if !matches!(screen.get(), Screen::NewGame | Screen::Match) {
        picture.set_if_neq(PictureArea::default());
    }
}

pub(super) fn begin_growth(
    settings: Res<Settings>,
    boards: Query<Entity, Added<BoardRoot>>,
    mut picture: ResMut<PictureArea>,
    mut commands: Commands,
) {
    if let Some(from) = picture.0.take().filter(|_| settings.pace() != Pace::Still) {
        for board in &boards {
            commands.entity(board).insert(Growing { from, since: Duration::ZERO });
        }
    }
}

fn grow(
    time: Res<Time<Real>>,
    mut boards: Query<(Entity, &mut Growing)>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    for (board, mut growing) in &mut boards {
        if growing.since >= DURATION {
            commands.entity(board).remove::<Growing>();
        } else {
            growing.since += time.delta().min(MAX_FRAME_TIME);
        }
        frames.keep_drawing();
    }
}
