//! The settings: opened from every screen, closed to the same screen, and effective at once.

use bevy::input::keyboard::Key;
use bevy::math::{FloatExt, Vec2};
use irogaeshi::game::{
    EditorCommand, ExportFolder, ExportSettings, Facing, FileOffered, Language, LessonCommand, Marking, Motion,
    MotionStyle, Navigate, Overlay, Pace, Palette, ReviewStep, Reviewing, Rotation, Screen, SettingCommand, Settings,
    SettingsSection, Sheet, ShowSection, SoundCue, Speed, Switch, SymbolUse, SymbolsShown, TextSize,
};
use irogaeshi::rules::Variant;

use crate::harness::{TestGame, TestRoom, at_once, classic, connected, humans, played, random_game};
use crate::online_screens::{open_lobby, open_match, playing_room};

fn comma(game: &mut TestGame) {
    game.type_keys(",");
    game.steps(4);
}

/// The settings in a window of this size.
fn settings_in(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window(width, height);
    game.act(Navigate::To(Screen::Settings));
    game.steps(5);
    game
}

#[test]
fn a_comma_opens_the_settings_and_escape_back_or_a_comma_closes_them() {
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
                _ => game.press_on("Back"),
            }
            game.steps(4);
            assert_eq!(game.screen(), screen, "by {way}");
        }
    }
}

#[test]
fn buttons_open_the_settings_on_the_title_a_new_game_and_a_match() {
    for size in [(1280, 800), (390, 844)] {
        let mut game = TestGame::in_window(size.0, size.1);
        game.steps(5);
        game.press_on("Settings");
        assert_eq!(game.screen(), Screen::Settings);
        game.press_on("Back");
        assert_eq!(game.screen(), Screen::Title);
        game.act(Navigate::To(Screen::NewGame));
        game.steps(5);
        game.press_on("Settings");
        game.press_on("Back");
        assert_eq!(game.screen(), Screen::NewGame);
        game.enter(classic(8, humans()));
        game.steps(5);
        game.press_on("Menu");
        game.press_on("Settings");
        game.press_on("Back");
        assert_eq!(game.screen(), Screen::Match);
        assert!(game.text_below("match menu").is_some(), "the menu is as it was left");
    }
}

#[test]
fn a_comma_in_a_field_or_during_a_question_opens_nothing() {
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
fn the_settings_return_to_an_unchanged_match() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    game.enter(played(classic(8, humans()), "f5 d6"));
    comma(&mut game);
    game.press_on("Motion");
    game.press_on("Motion: None");
    assert_eq!(game.settings().pace, Some(Pace::Still));
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!((game.screen(), game.moves().as_str()), (Screen::Match, "f5 d6"));
    game.assert_shows_record();
    game.play("c3");
    assert_eq!(game.moves(), "f5 d6 c3");
}

#[test]
fn the_settings_return_to_the_result_which_sounds_once() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    let mut over = classic(4, humans());
    over.record = random_game(&Variant::classic(4).expect("a side"), 1);
    let last = over.record.last_turn().expect("a turn").chosen().to_string();
    over.record.undo();
    game.enter(over);
    game.play(&last);
    game.until_over();
    game.steps(5);
    assert!(game.take_messages().sounds().iter().any(|sound| ["Won", "Lost", "Drawn"].contains(&sound.as_str())));
    comma(&mut game);
    game.press(Key::Escape);
    game.steps(6);
    assert!(game.labels().contains(&"Rematch".to_owned()));
    let sounds = game.take_messages().sounds();
    assert!(!sounds.iter().any(|sound| ["Won", "Lost", "Drawn"].contains(&sound.as_str())), "{sounds:?}");
}

#[test]
fn the_settings_return_to_the_position_of_a_review() {
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
fn the_settings_return_to_a_lesson_and_to_a_draft() {
    let mut game = TestGame::in_window(1280, 800);
    game.act(LessonCommand::Open(0));
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
    game.act(EditorCommand::Show(Sheet::Size));
    game.steps(4);
    comma(&mut game);
    game.press(Key::Escape);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Editor);
    assert!(game.control("Sheet: Size").chosen);
}

#[test]
fn a_room_continues_while_the_settings_are_open() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = at_once();
    open_lobby(&mut game, connected());
    let mut room: TestRoom = playing_room("classic-8", 4);
    open_match(&mut game, room.known_at(crate::harness::ME));
    let before = game.ply();
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    room.play(1);
    game.set_online(room.known_at(crate::harness::ME));
    game.steps(5);
    assert_eq!(game.screen(), Screen::Settings);
    game.press(Key::Escape);
    game.steps(6);
    assert_eq!(game.screen(), Screen::Match);
    assert!(game.ply() > before, "what was played meanwhile is on the board");
}

#[test]
fn the_settings_do_not_return_to_a_room_that_is_gone() {
    let mut game = TestGame::in_window(1280, 800);
    open_lobby(&mut game, connected());
    let room = crate::online_screens::waiting_room("classic-8");
    game.set_online(room.known_at(crate::harness::ME));
    game.steps(4);
    assert_eq!(game.screen(), Screen::Room);
    comma(&mut game);
    assert_eq!(game.screen(), Screen::Settings);
    game.set_online(connected());
    game.press(Key::Escape);
    game.steps(4);
    assert_eq!(game.screen(), Screen::Lobby);
}

#[test]
fn sections_are_in_a_list_if_there_is_space_and_else_below_each_other() {
    let mut game = settings_in(1280, 800);
    for (section, row) in [
        (SettingsSection::Look, "Disc colours: Published"),
        (SettingsSection::Motion, "Motion: Turn"),
        (SettingsSection::Board, "Show legal moves"),
        (SettingsSection::Sound, "Mute"),
        (SettingsSection::Language, "Language: 日本語"),
    ] {
        game.act(ShowSection(section));
        game.steps(4);
        assert!(game.labels().contains(&row.to_owned()), "{section:?}");
        assert_eq!(game.labels().contains(&"Mute".to_owned()), section == SettingsSection::Sound);
    }
    let game = settings_in(390, 844);
    for row in ["Disc colours: Published", "Motion: Turn", "Show legal moves", "Mute", "Language: 日本語"] {
        assert!(game.labels().contains(&row.to_owned()), "{row}");
    }
}

#[test]
fn a_chosen_section_is_scrolled_into_view_on_a_phone() {
    let mut game = settings_in(390, 844);
    for (section, row) in [
        (SettingsSection::Board, "Show legal moves"),
        (SettingsSection::Language, "Language: 日本語"),
        (SettingsSection::Look, "Disc colours: Published"),
        (SettingsSection::Motion, "Motion: Turn"),
    ] {
        assert!(!game.control(row).is_seen(), "{section:?} is not seen before");
        game.act(ShowSection(section));
        game.steps(4);
        assert!(game.control(row).is_seen(), "{section:?} is seen");
    }
}

#[test]
fn marks_motion_and_facing_can_be_chosen() {
    let mut game = settings_in(1280, 800);
    game.act(ShowSection(SettingsSection::Board));
    game.steps(4);
    for row in ["Move numbers", "Stable discs", "Coordinates", "Board rotation: 90°", "Mirror board"] {
        game.press_on(row);
    }
    game.act(ShowSection(SettingsSection::Motion));
    game.steps(4);
    for row in ["Motion: None", "Motion: Slide"] {
        game.press_on(row);
        assert!(game.control(row).chosen, "{row}");
    }
    while game.focused().as_deref() != Some("Speed") {
        game.press_tab(false);
    }
    for (key, speed) in [(Key::End, "300 %"), (Key::Home, "25 %"), (Key::ArrowRight, "50 %")] {
        game.press(key);
        game.steps(2);
        assert_eq!(game.control("Speed").text, speed);
    }
    let settings = game.settings().clone();
    let marked = Marking::ALL.map(|marking| settings.marks.has(marking));
    assert_eq!(marked, [true, true, true, false, true, true]);
    assert_eq!(settings.facing, Facing { rotation: Rotation::Quarter, mirrored: true });
    assert_eq!((settings.motion, settings.pace), (MotionStyle::Slide, Some(Pace::At(Speed::of_percent(50)))));
}

#[test]
fn arrows_move_through_the_list_of_sections() {
    let mut game = settings_in(1280, 800);
    assert_eq!(game.focused().as_deref(), Some("Look"));
    // The first arrow key shows the focus.
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

// Choices.

#[test]
fn a_slider_is_moved_by_mouse_finger_and_arrows() {
    let mut game = settings_in(1280, 800);
    game.act(ShowSection(SettingsSection::Sound));
    game.steps(4);
    let percent = |game: &mut TestGame| game.settings().sound.all.percent();
    let area = game.control("Volume").area();
    let at = |share: f32| Vec2::new(area.min.x.lerp(area.max.x, share), area.max.y - 14.0);
    game.click_at(at(0.5));
    assert!((45..=55).contains(&percent(&mut game)), "{}", percent(&mut game));
    game.drag_mouse(at(0.5), at(1.0));
    assert_eq!(percent(&mut game), 100);
    game.drag_finger(at(0.9), at(0.0), 9);
    assert_eq!(percent(&mut game), 0);
    // The edge itself is outside.
    game.tap(at(0.98));
    assert_eq!(percent(&mut game), 100);
    while game.focused().as_deref() != Some("Volume") {
        game.press_tab(false);
    }
    for (key, expected) in
        [(Key::ArrowLeft, 95), (Key::ArrowLeft, 90), (Key::ArrowRight, 95), (Key::Home, 0), (Key::End, 100)]
    {
        game.press(key.clone());
        game.steps(2);
        assert_eq!(percent(&mut game), expected, "after {key:?}");
    }
    assert_eq!(game.control("Volume").text, "100 %");
    game.press(Key::ArrowDown);
    assert_ne!(game.focused().as_deref(), Some("Volume"), "up and down lead to other rows");
}

#[test]
fn choosing_a_volume_plays_a_sound() {
    let mut game = settings_in(1280, 800);
    game.act(ShowSection(SettingsSection::Sound));
    game.steps(4);
    while game.focused().as_deref() != Some("Clock") {
        game.press_tab(false);
    }
    game.take_messages();
    game.press(Key::ArrowLeft);
    game.steps(2);
    assert!(game.take_messages().cues.contains(&SoundCue::TimeIsShort));
}

#[test]
fn the_sample_shows_legal_moves_and_the_chosen_motion() {
    let mut game = settings_in(1280, 800);
    let marked =
        |game: &mut TestGame| game.all::<irogaeshi::game::Marks>().iter().filter(|marks| marks.legal.is_some()).count();
    assert!(marked(&mut game) > 0);
    game.act(SettingCommand::Toggle(Switch::LegalMarks));
    game.steps(2);
    assert_eq!(marked(&mut game), 0);
    game.act(SettingCommand::ChoosePace(Pace::BRISK));
    game.steps(5);
    assert!(game.count::<Motion>() > 0, "the turn is played once more");
    game.rest();
    game.act(SettingCommand::ChoosePace(Pace::Still));
    game.steps(5);
    assert_eq!(game.count::<Motion>(), 0, "nothing moves");
}

#[test]
fn the_sample_is_not_reported_as_a_board_and_leaves_nothing_behind() {
    let mut game = TestGame::in_window(1280, 800);
    game.steps(5);
    let (names, entities) = (game.names(), game.entities());
    for section in SettingsSection::ALL {
        game.act(Navigate::To(Screen::Settings));
        game.steps(4);
        game.act(ShowSection(section));
        game.steps(4);
        assert_eq!(game.report().squares(), None);
        game.act(Navigate::Back);
        game.steps(5);
        assert_eq!((game.names(), game.entities()), (names.clone(), entities), "{section:?}");
    }
}

#[test]
fn symbols_are_shown_if_chosen() {
    let shown = |game: &mut TestGame| game.world_mut().resource::<SymbolsShown>().0;
    for (choice, classic_has, five_has) in
        [(SymbolUse::Always, true, true), (SymbolUse::ManyColours, false, true), (SymbolUse::Never, false, false)]
    {
        let mut game = TestGame::with_settings(classic(8, humans()), Settings { symbols: choice, ..at_once() });
        game.steps(2);
        assert_eq!(shown(&mut game), classic_has, "{choice:?}");
        let five = Variant::built_in("five").expect("is built in");
        game.enter(irogaeshi::game::Match::new(five, humans(), 1));
        game.steps(2);
        assert_eq!(shown(&mut game), five_has, "{choice:?}");
    }
}

#[test]
fn counts_are_hidden_until_the_end() {
    let mut game = TestGame::in_window(1280, 800);
    *game.settings() = Settings { counts: false, ..at_once() };
    game.enter(played(classic(8, humans()), "f5"));
    game.steps(4);
    let has = |game: &mut TestGame, text: &str| {
        game.text_below("screen Match").is_some_and(|words| words.lines().any(|line| line == text))
    };
    // Black has 4 discs. A count of 1 would not be unique, since it is also a move number.
    assert!(!has(&mut game, "4"));
    game.act(SettingCommand::Toggle(Switch::Counts));
    game.steps(4);
    assert!(has(&mut game, "4"));
}

#[test]
fn a_reset_asks_first_and_restores_all_defaults() {
    let mut game = settings_in(1280, 800);
    *game.settings() = Settings {
        palette: Palette::Published,
        text_size: TextSize::from(125),
        lesson_offered: true,
        reduced_motion: true,
        ..Settings::default()
    };
    game.act(ShowSection(SettingsSection::Data));
    game.steps(4);
    game.press_on("Reset all settings");
    game.press_on("Keep them");
    assert_eq!(game.settings().palette, Palette::Published);
    game.press_on("Reset all settings");
    game.press_on("Reset");
    let expected = Settings { lesson_offered: true, reduced_motion: true, ..Settings::default() };
    assert_eq!(*game.settings(), expected, "only chosen settings are reset");
    assert!(!game.labels().contains(&"Keep them".to_owned()), "the question is answered");
}

/// The notice that is shown.
fn notice(game: &TestGame) -> String {
    game.report().notice.clone().unwrap_or_default()
}

#[test]
fn exported_settings_can_be_imported() {
    let folder = tempfile::tempdir().expect("a folder");
    let chosen = Settings {
        language: Some(Language::Japanese),
        palette: Palette::HighContrast,
        symbols: SymbolUse::ManyColours,
        ..Settings::default()
    };
    let mut game = settings_in(1280, 800);
    *game.settings() = chosen.clone();
    game.world_mut().insert_resource(ExportFolder(Some(folder.path().to_owned())));
    game.act(ExportSettings);
    game.act(ExportSettings);
    game.steps(4);
    let (first, second) =
        (folder.path().join("irogaeshi-settings.json"), folder.path().join("irogaeshi-settings-2.json"));
    assert!(notice(&game).contains("irogaeshi-settings-2.json"), "{}", notice(&game));
    let written = std::fs::read(&first).expect("was written");
    assert_eq!(written, std::fs::read(second).expect("nothing is written over"));

    let mut game = settings_in(1280, 800);
    game.act(FileOffered::read(&first));
    game.steps(4);
    assert_eq!(*game.settings(), chosen);
    assert_eq!(game.screen(), Screen::Settings);
}

#[test]
fn an_invalid_settings_file_changes_nothing_and_causes_a_notice() {
    let mut game = settings_in(1280, 800);
    let before = game.settings().clone();
    for text in [r#"{"irogaeshi-settings": 1, "settings": []}"#, r#"{"irogaeshi-settings": 1, "settings": {"pace": "#] {
        let content = Ok(text.as_bytes().to_vec());
        game.act(FileOffered { name: "bad.json".to_owned(), content });
        game.steps(4);
        assert!(notice(&game).contains("bad.json"), "{text}");
        assert_eq!(*game.settings(), before);
        assert_eq!(game.screen(), Screen::Settings);
    }
}

#[test]
fn a_folder_that_cannot_be_written_causes_a_notice() {
    let mut game = settings_in(1280, 800);
    game.world_mut().insert_resource(ExportFolder(Some("/nowhere/at/all".into())));
    game.act(ExportSettings);
    game.steps(4);
    assert!(notice(&game).contains("could not be saved"), "{}", notice(&game));
}
