//! Shaking of the board: sideways when a move is refused, and all over in an explosion.

use std::f32::consts::TAU;
use std::time::Duration;

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};

use crate::game::board_view::board_root::{BoardOffset, BoardRoot};
use crate::game::frame::GameSystems;
use crate::game::play::match_command::CommandRefused;
use crate::game::settings::{Pace, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, shake_when_refused.in_set(GameSystems::Show));
}

/// A shake: its duration, amplitude in squares and number of swings along both axes.
#[derive(Clone, Copy)]
struct Shake {
    seconds: f32,
    reach: Vec2,
    swings: Vec2,
}

/// Shake of the head after a refused move.
const REFUSAL: Shake = Shake { seconds: 0.32, reach: Vec2::new(0.09, 0.0), swings: Vec2::new(3.0, 0.0) };
/// Jolt by an explosion.
const JOLT: Shake = Shake { seconds: 0.42, reach: Vec2::new(0.05, 0.07), swings: Vec2::new(5.0, 4.0) };

/// Swings the board with decreasing amplitude.
impl Lens<BoardOffset> for Shake {
    fn lerp(&mut self, mut offset: Mut<BoardOffset>, ratio: f32) {
        let phase = self.swings * ratio * TAU;
        offset.0 = Vec2::new(phase.x.sin(), phase.y.sin()) * self.reach * (1.0 - ratio).powi(2);
    }
}

impl Shake {
    /// Starts the shake. Shakes are short at any pace, so only "no motion" suppresses them.
    fn start(self, root: Entity, pace: Pace, commands: &mut Commands) {
        if pace != Pace::Still {
            let duration = Duration::from_secs_f32(self.seconds);
            commands.entity(root).insert(TweenAnim::new(Tween::new(EaseFunction::Linear, duration, self)));
        }
    }
}

pub(crate) fn jolt(root: Entity, pace: Pace, commands: &mut Commands) {
    JOLT.start(root, pace, commands);
}

fn shake_when_refused(
    mut refusals: MessageReader<CommandRefused>,
    settings: Res<Settings>,
    root: Option<Single<Entity, With<BoardRoot>>>,
    mut commands: Commands,
) {
    let is_refused = refusals.read().any(|refused| refused.illegal_placement().is_some());
    if let Some(root) = root.filter(|_| is_refused) {
        REFUSAL.start(*root, settings.pace(), &mut commands);
    }
}
