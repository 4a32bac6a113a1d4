//! Texts come from the catalogue, in any language.

use irogaeshi::game::{Language, Navigate, Screen, SettingCommand, Settings, SettingsSection, ShowSection};

use crate::harness::TestGame;

fn labels(game: &TestGame) -> Vec<String> {
    let report = game.report_json();
    let buttons = report["buttons"].as_array().expect("a list");
    buttons.iter().map(|button| button["label"].as_str().expect("a label").to_owned()).collect()
}

fn keys(game: &TestGame) -> Vec<String> {
    let report = game.report_json();
    let buttons = report["buttons"].as_array().expect("a list");
    buttons.iter().map(|button| button["key"].as_str().expect("a key").to_owned()).collect()
}

fn speak(game: &mut TestGame, language: Language) {
    game.act(SettingCommand::ChooseLanguage(Some(language)));
    game.step();
}

#[test]
fn the_title_speaks_each_language() {
    let mut game = TestGame::in_window(900, 700);
    assert_eq!(game.screen(), Screen::Title);
    let words = [
        "Against the computer",
        "Friends here",
        "Online",
        "Colour reversi",
        "Learn",
        "New game",
        "Games",
        "Settings",
        "Quit",
    ];
    assert_eq!(labels(&game), words);
    let english = keys(&game);
    speak(&mut game, Language::Japanese);
    assert_eq!(
        labels(&game),
        [
            "CPUと対局",
            "この画面で対戦",
            "オンライン",
            "カラーリバーシ",
            "おぼえる",
            "新しい対局",
            "棋譜一覧",
            "設定",
            "終了"
        ]
    );
    assert_eq!(keys(&game), english, "a control is the same in every language");
    assert_eq!(
        english,
        [
            "title-computer",
            "title-friends",
            "title-play-online",
            "title-colour",
            "title-learn",
            "title-new-game",
            "games-heading",
            "settings-heading",
            "title-quit"
        ]
    );
    assert_eq!(game.text_below("button title-new-game").as_deref(), Some("新しい対局"), "it is shown");
    speak(&mut game, Language::English);
    assert_eq!(game.text_below("button title-new-game").as_deref(), Some("New game"));
}

#[test]
fn the_system_language_applies_until_one_is_chosen() {
    let mut game = TestGame::in_window(900, 700);
    game.settings().system_language = Language::Japanese;
    game.steps(2);
    assert_eq!(labels(&game)[0], "CPUと対局");
    game.act(Navigate::To(Screen::Settings));
    game.steps(5);
    game.act(ShowSection(SettingsSection::Language));
    game.steps(5);
    game.scroll_to("言語：English");
    game.click_on("言語：English");
    game.steps(2);
    assert!(labels(&game).contains(&"Language: System".to_owned()), "{:?}", labels(&game));
    let saved = serde_json::to_string(&*game.settings()).expect("it can be saved");
    let read: Settings = serde_json::from_str(&saved).expect("it can be read");
    assert_eq!((read.language, read.system_language), (Some(Language::English), Language::English), "{saved}");
    game.scroll_to("Language: System");
    game.click_on("Language: System");
    game.steps(2);
    assert!(labels(&game).contains(&"言語：日本語".to_owned()), "{:?}", labels(&game));
}
