//! What the lesson says beside the board: the task, and once it is done, what was seen.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use crate::game::GameSystems;
use crate::game::board_view::phase::Phase;
use crate::game::flow::screen::Screen;
use crate::game::play::lesson::{Lesson, LessonCommand};
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button, mark};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::theme::{self, TextStyle, worded};

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
    parent.spawn(worded(say!("lesson-place", place = place, count = count), TextStyle::Small, theme::QUIET_TEXT));
    parent.spawn(worded(lesson.step().heading(), TextStyle::Heading, theme::ACCENT));
    parent.spawn((
        Name::new("lesson"),
        children![(worded(Phrase::nothing(), TextStyle::Body, theme::TEXT), LessonText)],
        Node::default(),
    ));
}

/// Spawns the buttons of the lesson.
pub(super) fn spawn_buttons(parent: &mut ChildSpawnerCommands, lesson: &Lesson) {
    let leave = if lesson.interrupts_a_match() { say!("review-back-to-match") } else { say!("lesson-choose-board") };
    let (caption, command) =
        if lesson.is_last() { (leave, LessonCommand::End) } else { (say!("lesson-next"), LessonCommand::Next) };
    spawn_button(parent, caption.clone(), caption, Weight::Main, command);
    spawn_button(
        parent,
        say!("lesson-again"),
        say!("lesson-again"),
        Weight::Plain,
        MatchCommand::now(MatchChange::Restart),
    );
    if !lesson.is_last() {
        spawn_button(parent, say!("lesson-skip"), say!("lesson-skip-all"), Weight::Plain, LessonCommand::End);
    }
}

/// Spawns a button that is as wide as its caption, and wider where there is room.
fn spawn_button(
    parent: &mut ChildSpawnerCommands,
    caption: Phrase,
    label: Phrase,
    weight: Weight,
    on_press: impl Into<OnPress>,
) {
    parent
        .spawn(button(caption, label, weight, Val::Auto, on_press))
        .entry::<Node>()
        .and_modify(|mut node| node.flex_grow = 1.0);
}

fn show_lesson(
    lesson: Res<Lesson>,
    game: Res<Match>,
    phase: Res<Phase>,
    mut texts: Query<&mut Worded, With<LessonText>>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    let step = lesson.step();
    let is_done = step.is_done(&game, *phase != Phase::Flipping);
    let [_, words] = lesson.words(&game, *phase != Phase::Flipping);
    for mut text in &mut texts {
        text.set_if_neq(Worded(words.clone()));
    }
    for (entity, on_press, is_disabled) in &buttons {
        if on_press.message() == Some(&LessonCommand::Next) {
            mark::<InteractionDisabled>(&mut commands, entity, is_disabled, !is_done);
        }
    }
}
