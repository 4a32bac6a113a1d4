//! The settings: reached from every screen, left to the screen they were opened from, and obeyed at once.

use bevy::input::keyboard::Key;
use irogaeshi::game::{
    EditorAction, LessonCommand, Navigate, Overlay, Pace, ReviewStep, Reviewing, Screen, SettingsSection, Sheet,
    ShowSection,
};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, TestRoom, at_once, classic, connected, humans, played, random_game};
use crate::online_screens::{open_lobby, open_match, playing_room};

fn comma(game: &mut TestGame) {
    game.type_keys(",");
    game.steps(4);
}

fn press(game: &mut TestGame, label: &str) {
    game.scroll_to(label);
    game.click_at(game.control(label).area().center());
    game.steps(4);
}

fn labels(game: &TestGame) -> Vec<String> {
    game.told().buttons.iter().map(|button| button.label.clone()).collect()
}

/// Settings in a window of this size.
fn settings_in(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    game.act(Navigate::To(Screen::Settings));
    game.steps(5);
    game
}

#[test]
fn a_comma_opens_them_and_escape_back_and_the_comma_lead_back() {
    for screen in [Screen::Title, Screen::NewGame, Screen::Editor, Screen::Lobby, Screen::NewRoom] {
        let mut game = TestGame::in_window(1280, 800);
        game.act(Navigate::To(screen));
        game.steps(5);
        for way in ["Escape", "comma", "Back"] {
            comma(&mut game);
            assert_eq!(game.screen(), Screen::Settings, "from {screen:?}");
            match way {
                "Escape" => game.press(Key::Escape),
                "comma" => comma(&mut game),
                _ => press(&mut game, "Back"),
            }
            game.steps(4);
            assert_eq!(game.screen(), screen, "by {way}");
        }
    }
}

#[test]
fn buttons_open_them_on_the_title_in_the_choices_of_a_new_game_and_in_a_match() {
    for size in [(1280, 800), (390, 844)] {
        let mut game = TestGame::in_window(size.0, size.1);
        game.steps(5);
        press(&mut game, "Settings");
        assert_eq!(game.screen(), Screen::Settings);
        press(&mut game, "Back");
        assert_eq!(game.screen(), Screen::Title);
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        press(&mut game, "Settings");
        press(&mut game, "Back");
        assert_eq!(game.screen(), Screen::NewGame);
        game.enter(classic(8, humans()));
        game.steps(5);
        press(&mut game, "Settings");
        press(&mut game, "Back");
        assert_eq!(game.screen(), Screen::Match);
    }
}

#[test]
fn a_comma_in_a_field_or_before_a_question_opens_nothing() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::NewGame));
    game.steps(5);
    game.click_on("White’s name");
    comma(&mut game);
    assert_eq!(game.screen(), Screen::NewGame);
    assert_eq!(game.control("White’s name").text, ",");
    game.enter(played(classic(8, humans()), "f5"));
    game.act(Navigate::Open(Overlay::RestartQuestion));
    game.steps(4);
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Match);
}

#[test]
fn a_match_is_as_it_was_left() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5 d6"));
    comma(&mut game);
    press(&mut game, "Motion");
    press(&mut game, "Motion: Brisk");
    assert_eq!(game.settings().pace, Some(Pace::Brisk));
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!((game.screen(), game.moves().as_str()), (Screen::Match, "f5 d6"));
    game.assert_shows_record();
    game.play("c3");
    assert_eq!(game.moves(), "f5 d6 c3");
}

#[test]
fn the_result_is_there_again_and_is_heard_once() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    game.enter(over);
    game.until_over();
    game.steps(5);
    assert!(game.heard().sounds().iter().any(|sound| ["Won", "Lost", "Drawn"].contains(&sound.as_str())));
    comma(&mut game);
    game.press(Key::Escape);
    game.steps(6);
    assert!(labels(&game).contains(&"Play again".to_owned()));
    let sounds = game.heard().sounds();
    assert!(!sounds.iter().any(|sound| ["Won", "Lost", "Drawn"].contains(&sound.as_str())), "{sounds:?}");
}

#[test]
fn a_review_goes_on_at_its_position() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    game.enter(over);
    game.act(Navigate::To(Screen::Review));
    game.steps(5);
    game.act(ReviewStep::To(3));
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!((game.screen(), game.world_mut().resource::<Reviewing>().ply()), (Screen::Review, 3));
}

#[test]
fn a_lesson_and_a_draft_go_on() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(LessonCommand::Start);
    game.steps(5);
    let taught = game.text_below("screen Match");
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!(game.screen(), Screen::Match);
    assert_eq!(game.text_below("screen Match"), taught);
    game.act(LessonCommand::End);
    game.steps(4);
    game.act(Navigate::To(Screen::Editor));
    game.steps(5);
    game.act(EditorAction::Show(Sheet::Size));
    game.steps(4);
    comma(&mut game);
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Editor);
    assert!(game.control("Sheet: Size").chosen);
}

#[test]
fn a_room_goes_on_behind_them() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open_lobby(&mut game, connected());
    let mut room: TestRoom = playing_room("classic-8", 4);
    open_match(&mut game, room.known_at(crate::harness::ME));
    let before = game.ply();
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    room.play(1);
    game.know(room.known_at(crate::harness::ME));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Settings);
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!(game.screen(), Screen::Match);
    assert!(game.ply() > before, "what was played meanwhile is on the board");
}

#[test]
fn a_room_that_is_gone_is_not_come_back_to() {
    let mut game = TestGame::in_window(1280, 800);
    open_lobby(&mut game, connected());
    let room = crate::online_screens::waiting_room("classic-8");
    game.know(room.known_at(crate::harness::ME));
    game.steps(4);
    assert_eq!(game.screen(), Screen::Room);
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    game.know(connected());
    game.press(Key::Escape);
    game.steps(4);
    assert_eq!(game.screen(), Screen::Lobby);
}

#[test]
fn sections_stand_in_a_list_where_there_is_room_and_else_below_each_other() {
    let mut game = settings_in(1280, 800);
    for (section, row) in [
        (SettingsSection::Look, "Disc colours: Published"),
        (SettingsSection::Motion, "Motion: Calm"),
        (SettingsSection::Board, "Show legal moves"),
        (SettingsSection::Sound, "Mute"),
        (SettingsSection::Language, "Language: 日本語"),
    ] {
        game.act(ShowSection(section));
        game.steps(4);
        assert!(labels(&game).contains(&row.to_owned()), "{section:?}");
        assert_eq!(labels(&game).contains(&"Mute".to_owned()), section == SettingsSection::Sound);
    }
    let game = settings_in(390, 844);
    for row in ["Disc colours: Published", "Motion: Calm", "Show legal moves", "Mute", "Language: 日本語"] {
        assert!(labels(&game).contains(&row.to_owned()), "{row}");
    }
}

#[test]
fn the_list_of_sections_is_walked_by_arrows() {
    let mut game = settings_in(1280, 800);
    assert_eq!(game.focused().as_deref(), Some("Look"));
    // The first arrow shows where the focus is.
    for (arrow, section) in [(Key::ArrowDown, "Look"), (Key::ArrowDown, "Motion"), (Key::ArrowDown, "Board")] {
        game.press(arrow);
        game.steps(4);
        assert_eq!(game.focused().as_deref(), Some(section));
        assert!(game.control(section).chosen);
    }
    game.press_tab(false);
    assert_eq!(game.focused().as_deref(), Some("Show legal moves"));
    assert!(game.control("Show legal moves").chosen);
    game.press(Key::Space);
    game.steps(3);
    assert!(!game.control("Show legal moves").chosen && !game.settings().legal_marks);
}
