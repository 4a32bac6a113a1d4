//! Translates intents to steps through the positions of a review.

use bevy::prelude::*;

use crate::game::analysis::review::ReviewStep;
use crate::game::flow::screen::Screen;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::ui::question::Questions;
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, step.in_set(IntentSystems::Board).run_if(in_state(Screen::Review)));
}

fn step(mut intents: MessageReader<Intent>, questions: Questions, mut steps: MessageWriter<ReviewStep>) {
    for intent in intents.read().filter(|_| !questions.are_open()) {
        let step = match intent {
            Intent::Undo | Intent::Navigate { direction: Direction::West, .. } => ReviewStep::Back,
            Intent::Redo | Intent::Navigate { direction: Direction::East, .. } => ReviewStep::On,
            Intent::Navigate { direction: Direction::South, .. } => ReviewStep::Better,
            Intent::Navigate { direction: Direction::North, .. } => ReviewStep::Match,
            Intent::First => ReviewStep::First,
            Intent::Last => ReviewStep::Last,
            _ => continue,
        };
        steps.write(step);
    }
}
