//! The board shakes its head: the answer to a square that cannot be played.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};

use super::board::BoardRoot;
use super::{GameSystems, MoveRefused, Pace, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, shake_when_refused.in_set(GameSystems::Show));
}

const SECONDS: f32 = 0.32;
/// How far the board goes to either side, in squares.
const REACH: f32 = 0.09;
const SWINGS: f32 = 3.0;

/// How far the shake is: 1 is over.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(super) struct Shake {
    progress: f32,
}

impl Default for Shake {
    fn default() -> Self {
        Self { progress: 1.0 }
    }
}

impl Shake {
    /// How far to the right the board is, in squares.
    pub(super) fn offset(self) -> f32 {
        (self.progress * SWINGS * TAU).sin() * REACH * (1.0 - self.progress)
    }
}

struct ProgressLens;

impl Lens<Shake> for ProgressLens {
    fn lerp(&mut self, mut shake: Mut<Shake>, ratio: f32) {
        shake.progress = ratio;
    }
}

fn shake_when_refused(
    mut refusals: MessageReader<MoveRefused>,
    settings: Res<Settings>,
    root: Option<Single<Entity, With<BoardRoot>>>,
    mut commands: Commands,
) {
    let refused = refusals.read().last().is_some();
    // A shake is over soon at any pace, so only "no motion" changes it.
    if let (true, Some(root), Some(duration)) = (refused, root, Pace::Calm.scale(SECONDS))
        && settings.pace != Pace::Still
    {
        commands.entity(*root).insert(TweenAnim::new(Tween::new(EaseFunction::Linear, duration, ProgressLens)));
    }
}
