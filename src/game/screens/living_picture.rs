//! Small pictures of boards that move: when a move is played, how a position turns into the next, and what is around
//! them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};
use std::time::Duration;

use crate::game::GameSystems;
use crate::game::audio::sight::OutOfSight;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::ui::board_picture::{BoardPicture, PictureTurn};
use crate::rules::{Board, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, paint_frames.in_set(GameSystems::Show));
}

/// How long a position is looked at.
const PAUSE: Duration = Duration::from_millis(2600);
/// How long discs take to turn, in seconds, at the calm pace.
const TURN: f32 = 0.9;

/// A node around a picture, of the wood of the boards on which is played.
#[derive(Component, Default)]
#[require(Node, Pickable::IGNORE, BackgroundColor)]
pub(super) struct PictureFrame;

fn paint_frames(settings: Res<Settings>, mut frames: Query<&mut BackgroundColor, With<PictureFrame>>) {
    for mut paint in &mut frames {
        paint.set_if_neq(BackgroundColor(settings.board_theme.look().frame));
    }
}

/// What was there before a move, and where its disc was placed.
pub(super) type Played = (Board, Square);

/// When a board makes its next move, since the start of the program; nothing before the board was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NextMove(Option<Duration>);

/// What lets boards play while somebody looks.
#[derive(SystemParam)]
pub(super) struct Stage<'w, 's> {
    time: Res<'w, Time<Real>>,
    settings: Res<'w, Settings>,
    out_of_sight: Res<'w, OutOfSight>,
    frames: ResMut<'w, Frames>,
    commands: Commands<'w, 's>,
}

impl Stage<'_, '_> {
    /// How long discs turn. Without motion boards stand still, and nobody is played for who does not look.
    fn turn(&self) -> Option<Duration> {
        self.settings.pace().scale(TURN).filter(|_| !self.out_of_sight.0)
    }

    /// Whether a move is to be made now; the next one comes after a pause, with a frame that shows it.
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

    /// Shows a board, and how it came from the one before; at once where no move led to it.
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

/// Takes the turning from its beginning to its end.
struct ProgressLens;

impl Lens<PictureTurn> for ProgressLens {
    fn lerp(&mut self, mut turn: Mut<PictureTurn>, ratio: f32) {
        turn.progress = ratio;
    }
}
