//! What the lesson says beside the board: the task, and once it is done, what was seen.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::Screen;
use crate::game::lesson::Lesson;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button, mark};
use crate::game::{Action, GameSystems, Match, Phase};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_lesson.in_set(GameSystems::Look).run_if(in_state(Screen::Match)).run_if(resource_exists::<Lesson>),
    );
}

/// The text that says what to do, then what was seen.
#[derive(Component)]
struct LessonText;

/// Spawns the words of the lesson.
pub(super) fn spawn_words(parent: &mut ChildSpawnerCommands, lesson: &Lesson) {
    let (place, count) = lesson.place();
    parent.spawn(text(format!("Lesson {place} of {count}"), TextStyle::Small, theme::QUIET_TEXT));
    parent.spawn(text(lesson.step().heading, TextStyle::Heading, theme::ACCENT));
    parent.spawn((
        Name::new("lesson"),
        children![(text("", TextStyle::Body, theme::TEXT), LessonText)],
        Node::default(),
    ));
}

/// Spawns the buttons of the lesson.
pub(super) fn spawn_buttons(parent: &mut ChildSpawnerCommands, lesson: &Lesson) {
    let leave = if lesson.interrupts_a_match() { "Back to the match" } else { "Choose a board" };
    let ways = match (lesson.is_last(), lesson.interrupts_a_match()) {
        (false, _) => vec![("Next", Weight::Main, Action::NextStep), ("Again", Weight::Plain, Action::RestartNow)],
        (true, _) => vec![(leave, Weight::Main, Action::EndLesson), ("Again", Weight::Plain, Action::RestartNow)],
    };
    for (caption, weight, action) in ways {
        parent.spawn(button(caption, caption, weight, Val::Auto, action));
    }
    if !lesson.is_last() {
        parent.spawn(button("Skip", "Skip the lesson", Weight::Plain, Val::Auto, Action::EndLesson));
    }
}

fn show_lesson(
    lesson: Res<Lesson>,
    game: Res<Match>,
    phase: Res<Phase>,
    mut texts: Query<&mut Text, With<LessonText>>,
    buttons: Query<(Entity, &Action, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    let step = lesson.step();
    let is_done = step.is_done(&game, *phase);
    let words = if is_done { step.lesson } else { step.task };
    for mut text in &mut texts {
        if text.0 != words {
            words.clone_into(&mut text.0);
        }
    }
    for (entity, action, is_disabled) in &buttons {
        if *action == Action::NextStep {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_done);
        }
    }
}
