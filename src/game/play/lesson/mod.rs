//! The lesson: reversi and colour reversi, learnt by exercises on small boards.
//!
//! An exercise is played in the match screen as a match of its own; the interrupted match returns when the lesson
//! ends. The progress of an exercise is derived from its match, so that undo works here too.

pub(in crate::game) mod pages;

use bevy::prelude::*;

use crate::cpu::Character;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::PlaySystems;
use crate::game::play::lesson::pages::{Chapter, PAGES, Page, Progress};
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::seat::Seat;
use crate::game::settings::SettingCommand;
use crate::game::text::{Phrase, say};
use crate::rules::{ByPlayer, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LastPage>()
        .init_resource::<LessonOffer>()
        .add_command::<LessonCommand>()
        .add_systems(Update, handle_lesson_commands.in_set(PlaySystems::Lesson))
        // A visit to the settings usually leads back to the lesson, so it does not end it.
        .add_systems(OnExit(Screen::Match), replace_match.run_if(not(in_state(Screen::Settings))))
        .add_systems(OnExit(Screen::Settings), replace_match.run_if(not(in_state(Screen::Match))));
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonCommand {
    /// Opens the page with this index in [`PAGES`], and begins the lesson if none is in progress.
    Open(usize),
    Next,
    Previous,
    /// Leaves the lesson for the interrupted match or the new-game screen.
    End,
}

/// A newcomer's first match, beside which the lesson is offered.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LessonOffer(pub(crate) Option<MatchId>);

/// Index of the page opened last.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LastPage(pub(crate) Option<usize>);

/// The lesson in progress.
#[derive(Resource)]
pub(crate) struct Lesson {
    /// Index of the page in [`PAGES`].
    index: usize,
    /// The interrupted match.
    interrupted: Option<Match>,
    /// True if the interrupted match was on the screen: the lesson returns to it even before its first move.
    is_from_match: bool,
    /// Action on leaving the match screen. Opening another page leaves and re-enters that screen; any other way out
    /// ends the lesson.
    next: Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Page(usize),
    End,
}

/// The exercise of a page as a match. The CPU players in the other seats are placeholders: the lines script their
/// moves.
fn exercise(page: &'static Page) -> Option<Match> {
    let seats = ByPlayer::from_fn(|player| match player {
        Page::LEARNER => Seat::Human,
        _ => Seat::Cpu(Character::Greedy.into()),
    });
    let game = Match::new(page.variant()?, seats, 0);
    Some(Match { exercise: Some(page), ..game })
}

impl Lesson {
    pub(crate) fn page(&self) -> &'static Page {
        &PAGES[self.index]
    }

    /// Page number within the chapter, from 1, and number of pages in it.
    pub(crate) fn place(&self) -> (usize, usize) {
        let pages = self.page().chapter.pages();
        pages.fold((0, 0), |(place, count), (index, _)| (place + usize::from(index <= self.index), count + 1))
    }

    /// Chapter and page number, such as "Rules, page 2 of 4".
    pub(crate) fn place_words(&self) -> Phrase {
        let (place, count) = self.place();
        say!("lesson-place", chapter = self.page().chapter.heading(), place = place, count = count)
    }

    pub(crate) fn has_next(&self) -> bool {
        self.index + 1 < PAGES.len()
    }

    pub(crate) const fn has_previous(&self) -> bool {
        self.index > 0
    }

    /// Returns whether most people leave after this page: the last page of all, or in a lesson that interrupts a match,
    /// the last page of its chapter.
    pub(crate) fn is_at_end(&self) -> bool {
        let (place, count) = self.place();
        !self.has_next() || self.interrupts_a_match() && place == count
    }

    /// Progress of the exercise once the discs lie still. Open until the exercise has replaced the match before it.
    pub(crate) fn progress(&self, game: &Match, is_still: bool) -> Progress {
        let exercise = game.exercise.filter(|page| is_still && *page == self.page());
        exercise.map_or(Progress::Open, |page| page.progress(&game.record))
    }

    /// Sentences beside the board. The verdict appears once the discs lie still.
    pub(crate) fn words(&self, game: &Match, is_still: bool) -> Phrase {
        let progress = self.progress(game, is_still);
        let verdict = verdict(progress).map(|verdict| say!("spoken-sentence", words = verdict));
        Phrase::sentences(verdict.into_iter().chain([self.page().words(progress)]))
    }

    pub(crate) const fn interrupted(&self) -> Option<&Match> {
        self.interrupted.as_ref()
    }

    /// Returns whether a match waits to be resumed.
    pub(crate) fn interrupts_a_match(&self) -> bool {
        let goes_on = |game: &Match| game.is_unfinished() || self.is_from_match && game.ending().is_none();
        self.interrupted().is_some_and(goes_on)
    }

    /// Returns whether leaving the match screen opens another page.
    pub(crate) const fn goes_on(&self) -> bool {
        matches!(self.next, Next::Page(_))
    }
}

/// Heading of a finished exercise, such as "Well done".
pub(crate) fn verdict(progress: Progress) -> Option<Phrase> {
    match progress {
        Progress::Open => None,
        Progress::Solved => Some(say!("lesson-solved")),
        Progress::Missed => Some(say!("lesson-missed")),
    }
}

fn handle_lesson_commands(
    mut requests: MessageReader<LessonCommand>,
    screen: Res<State<Screen>>,
    game: Option<Res<Match>>,
    now: Res<MatchTime>,
    mut lesson: Option<ResMut<Lesson>>,
    mut last: ResMut<LastPage>,
    mut settings: MessageWriter<SettingCommand>,
    mut navigate: MessageWriter<Navigate>,
    mut commands: Commands,
) {
    for request in requests.read() {
        let index = match (request, &lesson) {
            (LessonCommand::Open(index), _) => Some(*index),
            (LessonCommand::Next, Some(lesson)) => Some(lesson.index + 1),
            (LessonCommand::Previous, Some(lesson)) => lesson.index.checked_sub(1),
            (LessonCommand::End, Some(lesson)) => {
                let there = if lesson.interrupts_a_match() { Screen::Match } else { Screen::NewGame };
                navigate.write(Navigate::To(there));
                None
            }
            // No lesson is in progress.
            (LessonCommand::Next | LessonCommand::Previous | LessonCommand::End, None) => None,
        };
        let Some((index, page)) = index.and_then(|index| Some((index, PAGES.get(index)?))) else { continue };
        if page.chapter == Chapter::Colour {
            settings.write(SettingCommand::NoteLessonOffered);
        }
        *last = LastPage(Some(index));
        let is_from_match = *screen.get() == Screen::Match;
        if let Some(lesson) = &mut lesson {
            lesson.next = Next::Page(index);
        } else {
            let mut interrupted = game.as_deref().cloned();
            // Pauses the copy, because the screen is left only after the copy was made.
            if let Some(interrupted) = &mut interrupted {
                interrupted.pause(now.now_ms);
            }
            // The match screen needs its match until it is left, so the page begins only then.
            let next = if is_from_match {
                Next::Page(index)
            } else {
                if let Some(first) = exercise(page) {
                    commands.insert_resource(first);
                }
                Next::End
            };
            commands.insert_resource(Lesson { index, interrupted, is_from_match, next });
        }
        navigate.write(Navigate::To(Screen::Match));
    }
}

/// Replaces the match while no screen shows it.
fn replace_match(lesson: Option<ResMut<Lesson>>, mut commands: Commands) {
    let Some(mut lesson) = lesson else { return };
    let game = match std::mem::replace(&mut lesson.next, Next::End) {
        Next::Page(index) => {
            lesson.index = index;
            exercise(lesson.page())
        }
        Next::End => {
            commands.remove_resource::<Lesson>();
            lesson.interrupted.take()
        }
    };
    match game {
        Some(game) => commands.insert_resource(game),
        None => commands.remove_resource::<Match>(),
    }
}

/// Returns whether a variant has special discs or cut-ins, which the lesson teaches.
pub(crate) fn is_worth_a_lesson(variant: &Variant) -> bool {
    let board = variant.board();
    let is_special = |square| board.disc(square).is_some_and(|disc| !board.turns(disc));
    !variant.cut_ins().is_empty() || board.squares().any(is_special)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_reversi_is_worth_a_lesson_and_classic_is_not() {
        let is_worth = |key| is_worth_a_lesson(&Variant::built_in(key).expect("is built in"));
        assert_eq!(
            ["classic", "colour-2", "colour-3", "colour", "five"].map(is_worth),
            [false, false, true, true, true]
        );
    }
}
