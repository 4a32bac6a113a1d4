//! Translates intents to steps through the positions of a review, and to its replay.

use bevy::prelude::*;

use crate::game::analysis::replay::ReplayCommand;
use crate::game::analysis::review::ReviewStep;
use crate::game::board_view::board_focus::KeyboardFocus;
use crate::game::flow::screen::Screen;
use crate::game::input::intent::{Intent, IntentSystems};
use crate::game::input::shortcuts::shortcut_of;
use crate::game::input::typed_square::read_intents;
use crate::game::settings::Settings;
use crate::game::settings::keys::Shortcut;
use crate::game::ui::question::Questions;
use crate::rules::Direction;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, step.in_set(IntentSystems::Board).after(read_intents).run_if(in_state(Screen::Review)));
}

fn step(
    mut intents: MessageReader<Intent>,
    questions: Questions,
    (keyboard, settings): (KeyboardFocus, Res<Settings>),
    mut steps: MessageWriter<ReviewStep>,
    mut replays: MessageWriter<ReplayCommand>,
) {
    for intent in intents.read().filter(|_| !questions.are_open()) {
        let is_pause = match intent {
            // A focused control is pressed instead.
            Intent::Choose => keyboard.is_on_board(),
            Intent::Letter(letter) => shortcut_of(*letter, &settings.keys) == Some(Shortcut::Pause),
            Intent::Shortcut(shortcut) => *shortcut == Shortcut::Pause,
            _ => false,
        };
        if is_pause {
            replays.write(ReplayCommand::Toggle);
        }
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
