//! Gamepads: a whole game, menus, the review and the editor, and that an untouched pad moves nothing.

use std::time::Duration;

use bevy::input::gamepad::{
    GamepadAxis, GamepadButton, GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent,
    RawGamepadButtonChangedEvent, RawGamepadEvent,
};
use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    AdviceKind, CaptureKey, Editor, Keys, Navigate, Overlay, PadButton, PadInUse, Reviewing, Screen, Shortcut,
};
use irogaeshi::rules::Player;

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic, cpu_plays, humans, played, square};

/// A gamepad that the test controls.
struct Pad(Entity);

impl Pad {
    fn connect(game: &mut TestGame) -> Self {
        let pad = game.world_mut().spawn_empty().id();
        let connection =
            GamepadConnection::Connected { name: "pad".to_owned(), vendor_id: Some(0x045e), product_id: None };
        let event = GamepadConnectionEvent::new(pad, connection);
        game.write(RawGamepadEvent::from(event.clone()));
        game.write(event);
        game.step();
        Self(pad)
    }

    fn turn(&self, game: &mut TestGame, button: GamepadButton, value: f32) {
        game.write(RawGamepadEvent::from(RawGamepadButtonChangedEvent::new(self.0, button, value)));
        game.step();
    }

    fn press(&self, game: &mut TestGame, button: GamepadButton) {
        self.turn(game, button, 1.0);
        self.turn(game, button, 0.0);
        game.step();
    }

    fn lean(&self, game: &mut TestGame, axis: GamepadAxis, value: f32) {
        game.write(RawGamepadEvent::from(RawGamepadAxisChangedEvent::new(self.0, axis, value)));
        game.step();
    }

    /// Moves the focus to a square with the D-pad.
    fn walk_to(&self, game: &mut TestGame, name: &str) {
        let to = square(name);
        if game.focus().is_none() {
            self.press(game, GamepadButton::DPadUp);
        }
        for _ in 0..40 {
            let at = square(&game.focus().expect("the cross shows the focus"));
            let button = match (to.column().cmp(&at.column()), to.row().cmp(&at.row())) {
                (std::cmp::Ordering::Less, _) => GamepadButton::DPadLeft,
                (std::cmp::Ordering::Greater, _) => GamepadButton::DPadRight,
                (_, std::cmp::Ordering::Less) => GamepadButton::DPadUp,
                (_, std::cmp::Ordering::Greater) => GamepadButton::DPadDown,
                _ => return,
            };
            self.press(game, button);
        }
        panic!("{name} was not reached");
    }
}

fn pad_in_use(game: &mut TestGame) -> PadInUse {
    *game.world_mut().resource::<PadInUse>()
}

#[test]
fn a_whole_game_is_played_by_pad() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.steps(5);
    let pad = Pad::connect(&mut game);
    assert_eq!(game.screen(), Screen::Title);
    // The first tile leads to a board.
    pad.press(&mut game, GamepadButton::South);
    game.run_until("a match is shown", 10, |game| game.screen() == Screen::Match);
    // Closes the lesson's offer or any other overlay first; then the button opens the menu.
    let overlay = |game: &mut TestGame| *game.world_mut().resource::<Overlay>();
    for _ in 0..3 {
        if overlay(&mut game) != Overlay::MatchMenu {
            pad.press(&mut game, GamepadButton::East);
            game.steps(3);
        }
    }
    assert_eq!(overlay(&mut game), Overlay::MatchMenu);
    pad.press(&mut game, GamepadButton::East);
    game.steps(3);
    assert_eq!((overlay(&mut game), game.screen()), (Overlay::None, Screen::Match));
    game.enter(classic(4, humans()));
    game.steps(5);
    while game.position().to_move().is_some() {
        let wanted = game.position().legal_squares().iter().next().expect("a legal square").to_string();
        let ply = game.ply();
        pad.walk_to(&mut game, &wanted);
        pad.press(&mut game, GamepadButton::South);
        game.steps(5);
        assert_eq!(game.ply(), ply + 1, "{wanted} was played");
    }
    game.until_over();
    // Visits the review, and returns.
    game.steps(5);
    game.act(Navigate::To(Screen::Review));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(5);
    game.run_until("all is reviewed", MAX_THINKING_STEPS, |game| !game.world_mut().resource::<Reviewing>().is_open());
    let ply = |game: &mut TestGame| game.world_mut().resource::<Reviewing>().ply();
    let last = ply(&mut game);
    pad.press(&mut game, GamepadButton::LeftTrigger);
    pad.press(&mut game, GamepadButton::DPadLeft);
    assert_eq!(ply(&mut game) + 2, last);
    pad.press(&mut game, GamepadButton::RightTrigger);
    assert_eq!(ply(&mut game) + 1, last);
    pad.press(&mut game, GamepadButton::East);
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
}

#[test]
fn shoulders_undo_and_redo_and_buttons_ask_for_advice() {
    let start = played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6");
    let mut game = TestGame::with_settings(start, at_once());
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::LeftTrigger);
    assert_eq!(game.moves(), "");
    pad.press(&mut game, GamepadButton::RightTrigger);
    assert_eq!(game.moves(), "f5 d6");
    pad.press(&mut game, GamepadButton::West);
    game.steps(3);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
    pad.press(&mut game, GamepadButton::North);
    game.steps(3);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Analysis));
    pad.press(&mut game, GamepadButton::Select);
    game.steps(3);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::KeySheet);
    pad.press(&mut game, GamepadButton::East);
    game.steps(3);
    assert_eq!((*game.world_mut().resource::<Overlay>(), game.screen()), (Overlay::None, Screen::Match));
}

#[test]
fn a_button_is_configured_by_pressing_it() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, cpu_plays(Player::White, Character::Greedy)), "f5 d6"));
    game.steps(5);
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::Select);
    game.steps(5);
    let has = |game: &mut TestGame, label: &str| game.report().buttons.iter().any(|button| button.label == label);
    assert!(has(&mut game, "Hint: H · X"), "the sheet shows the buttons of a pad that is in use");
    game.act(CaptureKey(Shortcut::Hint));
    game.steps(3);
    // Buttons that are refused: one with another use, two with a fixed use, and the D-pad, which only navigates.
    for button in [GamepadButton::North, GamepadButton::South, GamepadButton::Start, GamepadButton::DPadUp] {
        pad.press(&mut game, button);
        assert_eq!(game.settings().keys, Keys::default(), "{button:?} is refused");
        assert!(has(&mut game, "Hint: Press a button"), "{button:?}");
    }
    pad.press(&mut game, GamepadButton::RightThumb);
    assert!(has(&mut game, "Hint: H · Right stick"));
    // The right button first cancels the capture, and then closes the sheet.
    game.act(CaptureKey(Shortcut::Undo));
    pad.press(&mut game, GamepadButton::East);
    assert_eq!(game.settings().keys.pad_button(Shortcut::Undo), Some(PadButton::LeftShoulder));
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::KeySheet);
    pad.press(&mut game, GamepadButton::East);
    game.steps(3);
    assert_eq!((*game.world_mut().resource::<Overlay>(), game.moves().as_str()), (Overlay::None, "f5 d6"));
    pad.press(&mut game, GamepadButton::West);
    game.steps(3);
    assert_eq!(game.advice().kind(), None, "nothing is on that button any more");
    pad.press(&mut game, GamepadButton::RightThumb);
    game.steps(3);
    assert_eq!(game.advice().kind(), Some(AdviceKind::Hint));
    assert!(game.text_below("pad legend").expect("the line").contains("Right stick\nHint"));
}

#[test]
fn start_opens_the_menu_of_a_match_and_elsewhere_the_settings_and_closes_both() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(5);
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::Start);
    game.run_until("the settings are shown", 10, |game| game.screen() == Screen::Settings);
    pad.press(&mut game, GamepadButton::Start);
    game.run_until("the title is shown", 10, |game| game.screen() == Screen::Title);
    let legend = |game: &mut TestGame| game.text_below("pad legend").expect("the line below the screen");
    assert!(legend(&mut game).ends_with("Start\nSettings"));
    game.enter(played(classic(8, humans()), "f5 d6"));
    game.steps(5);
    assert!(legend(&mut game).ends_with("Start\nMenu"));
    let overlay = |game: &mut TestGame| *game.world_mut().resource::<Overlay>();
    pad.press(&mut game, GamepadButton::Start);
    assert_eq!(overlay(&mut game), Overlay::MatchMenu);
    pad.press(&mut game, GamepadButton::Start);
    assert_eq!((overlay(&mut game), game.screen()), (Overlay::None, Screen::Match));
}

#[test]
fn triggers_reach_the_buttons_beside_a_board() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5 d6"));
    game.steps(5);
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::RightTrigger2);
    let focus = |game: &mut TestGame| game.world_mut().resource::<bevy::input_focus::InputFocus>().get();
    assert!(focus(&mut game).is_some(), "a button has the focus");
    pad.press(&mut game, GamepadButton::DPadUp);
    assert_eq!((focus(&mut game), game.focus().as_deref()), (None, Some("d6")), "the cross is the board's");
}

#[test]
fn the_editor_is_painted_by_pad() {
    let mut game = TestGame::new();
    game.act(Navigate::To(Screen::Editor));
    game.steps(3);
    let pad = Pad::connect(&mut game);
    let draft = |game: &mut TestGame| game.world_mut().resource::<Editor>().draft().cloned();
    let before = draft(&mut game);
    pad.press(&mut game, GamepadButton::DPadUp);
    game.type_keys("#");
    let painted = draft(&mut game);
    assert_ne!(painted, before);
    pad.press(&mut game, GamepadButton::DPadUp);
    pad.press(&mut game, GamepadButton::South);
    assert_ne!(draft(&mut game), painted, "the lower button paints");
    pad.press(&mut game, GamepadButton::LeftTrigger);
    assert_eq!(draft(&mut game), painted, "a shoulder undoes");
}

#[test]
fn a_held_stick_repeats_and_a_trembling_one_does_not() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::DPadUp);
    assert_eq!(game.focus().as_deref(), Some("e5"));
    for value in [0.7, 0.62, 0.58, 0.63] {
        pad.lean(&mut game, GamepadAxis::LeftStickX, value);
    }
    assert_eq!(game.focus().as_deref(), Some("f5"), "it went one square");
    game.pass(Duration::from_millis(1200));
    assert_eq!(game.focus().as_deref(), Some("h5"), "it goes on as long as it leans");
    pad.lean(&mut game, GamepadAxis::LeftStickX, 0.0);
    pad.lean(&mut game, GamepadAxis::LeftStickY, 0.9);
    assert_eq!(game.focus().as_deref(), Some("h4"), "up is up");
    pad.lean(&mut game, GamepadAxis::LeftStickY, 0.1);
    game.pass(Duration::from_millis(1200));
    assert_eq!(game.focus().as_deref(), Some("h4"));
}

#[test]
fn an_untouched_pad_causes_no_frames() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    let pad = Pad::connect(&mut game);
    pad.press(&mut game, GamepadButton::DPadUp);
    game.steps(20);
    let asked = |game: &mut TestGame| game.world_mut().resource_mut::<Messages<RequestRedraw>>().drain().count();
    asked(&mut game);
    for value in [0.02, 0.0, 0.04, 0.01] {
        pad.lean(&mut game, GamepadAxis::LeftStickX, value);
    }
    assert_eq!(asked(&mut game), 0, "a stick that trembles asks for no frame");
}

#[test]
fn the_pad_is_in_use_until_another_device_is() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(5);
    let pad = Pad::connect(&mut game);
    assert_eq!(pad_in_use(&mut game), PadInUse::None, "a pad that lies there is not in use");
    pad.press(&mut game, GamepadButton::DPadDown);
    assert_eq!(pad_in_use(&mut game), PadInUse::Letters);
    game.press(Key::ArrowDown);
    assert_eq!(pad_in_use(&mut game), PadInUse::None);
    pad.press(&mut game, GamepadButton::DPadDown);
    game.move_mouse(Vec2::new(20.0, 20.0));
    assert_eq!(pad_in_use(&mut game), PadInUse::None);
}
