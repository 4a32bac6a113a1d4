//! Trembling of the discs that the pointed-at move would blow up, so that nobody overlooks them.

use std::f32::consts::TAU;
use std::time::Duration;

use bevy::prelude::*;

use crate::game::board_view::legal_moves::LegalMoves;
use crate::game::board_view::preview::Preview;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::redraw::Frames;
use crate::game::settings::{Pace, Settings};
use crate::rules::{Square, SquareSet};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Trembling>()
        .add_systems(OnExit(Screen::Match), |mut trembling: ResMut<Trembling>| *trembling = Trembling::default())
        .add_systems(
            Update,
            (advance, begin.run_if(resource_changed::<LegalMoves>))
                .chain()
                .after(GameSystems::Look)
                .run_if(in_state(Screen::Match)),
        );
}

const DURATION: Duration = Duration::from_millis(700);
/// Amplitude in squares, and number of swings.
const AMPLITUDE: f32 = 0.045;
const SWINGS: f32 = 7.0;

/// The trembling discs.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trembling {
    squares: SquareSet,
    age: Duration,
}

impl Trembling {
    /// Offset of a disc from its square, in squares to the right.
    #[must_use]
    pub fn offset(&self, square: Square) -> f32 {
        if !self.squares.contains(square) {
            return 0.0;
        }
        let progress = self.age.div_duration_f32(DURATION).min(1.0);
        AMPLITUDE * (progress * SWINGS * TAU).sin() * (1.0 - progress)
    }
}

fn begin(legal: Res<LegalMoves>, settings: Res<Settings>, mut trembling: ResMut<Trembling>) {
    let vanish = legal.marks.iter().filter(|(_, preview)| **preview == Preview::Explodes);
    let squares =
        if settings.pace() == Pace::Still { SquareSet::EMPTY } else { vanish.map(|(square, _)| *square).collect() };
    trembling.set_if_neq(Trembling { squares, age: Duration::ZERO });
}

fn advance(time: Res<Time>, mut trembling: ResMut<Trembling>, mut frames: ResMut<Frames>) {
    if trembling.squares.is_empty() {
        return;
    }
    frames.keep_drawing();
    let age = trembling.age + time.delta();
    *trembling = if age < DURATION { Trembling { age, ..*trembling } } else { Trembling::default() };
}
