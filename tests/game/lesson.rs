//! The lesson: offered once, played on small boards, and nobody's match is lost over it.

use std::collections::BTreeSet;

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::ui::InteractionDisabled;
use irogaeshi::game::{
    FileOffered, LessonCommand, Match, MatchChange, MatchCommand, Navigate, OnPress, Screen, SetupCommand,
};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, at_once, classic, humans, played};

fn five() -> Match {
    Match::new(Variant::built_in("five").expect("is built in"), humans(), 1)
}

fn told(game: &mut TestGame) -> String {
    game.text_below("lesson").expect("the lesson is told")
}

/// Plays the only legal square, and waits until whoever cuts in has played too.
fn take_step(game: &mut TestGame) {
    let task = told(game);
    let square = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.play(&square);
    game.run_until("the step is done", 2000, |game| told(game) != task);
}

#[test]
fn the_lesson_goes_from_step_to_step_by_playing() {
    let mut game = TestGame::new();
    game.act(LessonCommand::Start);
    game.steps(4);
    let mut lessons = BTreeSet::new();
    for step in 1..=5 {
        assert_eq!(game.screen(), Screen::Match, "step {step}");
        assert!(!game.can_go_on(), "nothing was played in step {step}");
        take_step(&mut game);
        assert_eq!(game.can_go_on(), step < 5);
        lessons.insert(told(&mut game));
        game.act(LessonCommand::Next);
        game.steps(4);
    }
    assert_eq!(lessons.len(), 5);
    game.act(LessonCommand::End);
    game.steps(4);
    assert_eq!(game.screen(), Screen::NewGame);
    assert!(!game.world_mut().contains_resource::<Match>(), "the lesson's match goes with it");
}

#[test]
fn a_step_cannot_be_left_forwards_before_it_is_played_but_can_be_taken_again() {
    let mut game = TestGame::new();
    game.act(LessonCommand::Start);
    game.steps(4);
    take_step(&mut game);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert!(!game.can_go_on());
    take_step(&mut game);
    game.act(MatchCommand::now(MatchChange::Restart));
    game.rest();
    assert!(!game.can_go_on());
}

#[test]
fn the_match_that_was_interrupted_comes_back() {
    let ways: [(OnPress, Screen); 3] = [
        (LessonCommand::End.into(), Screen::Match),
        (Navigate::To(Screen::Title).into(), Screen::Title),
        (Navigate::To(Screen::NewGame).into(), Screen::NewGame),
    ];
    for (leave, screen) in ways {
        let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6 c3"), at_once());
        game.act(LessonCommand::Start);
        game.steps(4);
        assert_eq!(game.moves(), "");
        take_step(&mut game);
        game.activate(&leave);
        game.steps(4);
        assert_eq!(game.moves(), "f5 d6 c3", "{leave:?}");
        assert_eq!(game.screen(), screen);
        if screen == Screen::Match {
            game.assert_shows_record();
        }
    }
}

#[test]
fn a_board_that_is_opened_ends_the_lesson() {
    let mut game = TestGame::with_settings(played(classic(8, humans()), "f5 d6 c3"), at_once());
    game.act(LessonCommand::Start);
    game.steps(4);
    let board = b"name: Small\nplayers: black white\nboard:\n.WB.\n".to_vec();
    game.act(FileOffered { name: "small.txt".to_owned(), content: Ok(board) });
    game.run_until("a new game is offered", 5, |game| game.screen() == Screen::NewGame);
    assert_eq!(game.moves(), "f5 d6 c3", "the match that was interrupted is back");
    game.act(SetupCommand::Start);
    game.run_until("the board is played", 5, |game| game.screen() == Screen::Match);
    game.steps(3);
    assert!(!game.names().contains(&"button lesson-skip-all".to_owned()));
    game.act(LessonCommand::Start);
    game.steps(4);
    assert!(game.names().contains(&"button lesson-skip-all".to_owned()), "the lesson can be taken again");
}

#[test]
fn the_lesson_is_offered_once_to_whoever_plays_colour() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    assert_eq!(game.text_below("offer"), None);
    game.enter(five());
    assert!(game.text_below("offer").is_some());
    game.press(Key::ArrowDown);
    assert!(game.focus().is_some(), "the board can be played behind the offer");
    game.act(Navigate::Close);
    game.steps(2);
    assert_eq!(game.text_below("offer"), None);
    game.act(Navigate::To(Screen::Title));
    game.steps(3);
    game.enter(five());
    assert_eq!(game.text_below("offer"), None);
}

#[test]
fn whoever_plays_on_has_declined_the_offer() {
    let mut game = TestGame::with_settings(five(), at_once());
    assert!(game.text_below("offer").is_some());
    game.play("d3");
    game.steps(2);
    assert_eq!(game.text_below("offer"), None);
    assert_eq!(game.moves(), "d3");
}

impl TestGame {
    /// Whether the lesson's next step can be reached by a button.
    fn can_go_on(&mut self) -> bool {
        let world = self.world_mut();
        let mut enabled = world.query_filtered::<&OnPress, Without<InteractionDisabled>>();
        enabled.iter(world).any(|on_press| on_press.message() == Some(&LessonCommand::Next))
    }
}
