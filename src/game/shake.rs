//! The board shakes its head: the answer to a square that cannot be played.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{Tween, TweenAnim};

use super::board::{BoardRoot, Sway};
use super::{GameSystems, MoveRefused, Pace, Settings};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, shake_when_refused.in_set(GameSystems::Show));
}

const SECONDS: f32 = 0.32;
/// How far the board goes to either side, in squares.
const REACH: f32 = 0.09;
const SWINGS: f32 = 3.0;

/// Swings the board to and fro, less and less.
struct ShakeLens;

impl Lens<Sway> for ShakeLens {
    fn lerp(&mut self, mut sway: Mut<Sway>, ratio: f32) {
        sway.0 = (ratio * SWINGS * TAU).sin() * REACH * (1.0 - ratio);
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
        commands.entity(*root).insert(TweenAnim::new(Tween::new(EaseFunction::Linear, duration, ShakeLens)));
    }
}
