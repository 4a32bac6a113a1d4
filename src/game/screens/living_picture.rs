//! Small animated boards: when they move, how one position turns into the next, and their frames.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};
use std::time::Duration;

use crate::game::audio::visibility::GameHidden;
use crate::game::board_view::detail::Detail;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::ui::board_picture::{BoardPicture, PictureTurn};
use crate::rules::{Board, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(GameSystems::Show));
}

/// Time between two moves.
const PAUSE: Duration = Duration::from_millis(2600);
/// Duration of the discs' turn in seconds, at the calm pace.
const TURN: f32 = 0.9;

/// A frame around a picture, in the colour of the chosen board theme.
#[derive(Component, Default)]
#[require(Node, Pickable::IGNORE, BackgroundColor)]
pub(super) struct PictureFrame;

fn paint_frames(settings: Res<Settings>, mut frames: Query<&mut BackgroundColor, With<PictureFrame>>) {
    for mut paint in &mut frames {
        paint.set_if_neq(BackgroundColor(settings.board_theme.look().frame));
    }
}

/// The board before a move, and the square where its disc was placed.
pub(super) type Played = (Board, Square);

/// Time of a board's next move since the start of the program; `None` until the board is first shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NextMove(Option<Duration>);

/// Decides when the boards move, and shows their moves.
#[derive(SystemParam)]
pub(super) struct Stage<'w, 's> {
    time: Res<'w, Time<Real>>,
    settings: Res<'w, Settings>,
    hidden: Res<'w, GameHidden>,
    detail: Res<'w, Detail>,
    frames: ResMut<'w, Frames>,
    commands: Commands<'w, 's>,
}

impl Stage<'_, '_> {
    /// Duration of a turn. `None` if motion is off, drawing is slow or the window is out of sight: boards then make no
    /// moves.
    fn turn(&self) -> Option<Duration> {
        let is_shown = !self.hidden.0 && *self.detail == Detail::Full;
        self.settings.pace().scale(TURN).filter(|_| is_shown)
    }

    /// Returns true if a move is due now. Schedules the next one, and a frame to show it.
    pub(super) fn is_due(&mut self, next: &mut NextMove) -> bool {
        if self.turn().is_none() {
            return false;
        }
        let now = self.time.elapsed();
        let left = next.0.get_or_insert(now + PAUSE).saturating_sub(now);
        let is_due = left.is_zero();
        if is_due {
            next.0 = Some(now + PAUSE);
        }
        self.frames.wake_in(if is_due { PAUSE } else { left });
        is_due
    }

    /// Shows a board, with an animation if a move led to it.
    pub(super) fn show(&mut self, entity: Entity, picture: &mut BoardPicture, board: &Board, played: Option<Played>) {
        picture.0 = board.clone();
        let mut shown = self.commands.entity(entity);
        if let (Some((before, from)), Some(duration)) = (played, self.settings.pace().scale(TURN)) {
            let turn = PictureTurn { before, from, progress: 0.0 };
            shown.insert((turn, TweenAnim::new(Tween::new(EaseFunction::Linear, duration, ProgressLens))));
        } else {
            shown.remove::<PictureTurn>();
        }
    }
}

/// Animates a turn from its beginning to its end.
struct ProgressLens;

impl Lens<PictureTurn> for ProgressLens {
    fn lerp(&mut self, mut turn: Mut<PictureTurn>, ratio: f32) {
        turn.progress = ratio;
    }
}
