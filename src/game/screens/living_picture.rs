//! Small pictures of boards that move: how a position turns into the next, and what is around them.

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};
use std::time::Duration;

use crate::game::GameSystems;
use crate::game::settings::Settings;
use crate::game::ui::board_picture::PictureTurn;
use crate::rules::{Board, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(GameSystems::Show));
}

/// How long a position is looked at.
pub(super) const PAUSE: Duration = Duration::from_millis(2600);
/// How long discs take to turn, in seconds, at the calm pace.
pub(super) const TURN: f32 = 0.9;

/// A node around a picture, of the wood of the boards on which is played.
#[derive(Component, Default)]
#[require(Node, Pickable::IGNORE, BackgroundColor)]
pub(super) struct PictureFrame;

fn paint_frames(settings: Res<Settings>, mut frames: Query<&mut BackgroundColor, With<PictureFrame>>) {
    for mut paint in &mut frames {
        paint.set_if_neq(BackgroundColor(settings.board_theme.look().frame));
    }
}

/// Takes a picture from the board that it showed before to the one that it shows, from where a disc was placed.
pub(super) fn turning(before: Board, from: Square, duration: Duration) -> impl Bundle {
    let turn = PictureTurn { before, from, progress: 0.0 };
    (turn, TweenAnim::new(Tween::new(EaseFunction::Linear, duration, ProgressLens)))
}

/// Takes the turning from its beginning to its end.
struct ProgressLens;

impl Lens<PictureTurn> for ProgressLens {
    fn lerp(&mut self, mut turn: Mut<PictureTurn>, ratio: f32) {
        turn.progress = ratio;
    }
}
