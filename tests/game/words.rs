//! Texts come from the catalogue, in whatever language it speaks.

use irogaeshi::game::{Catalogue, Language, Screen};

use crate::harness::TestGame;

fn labels(game: &TestGame) -> Vec<String> {
    let report = game.report();
    let buttons = report["buttons"].as_array().expect("a list");
    buttons.iter().map(|button| button["label"].as_str().expect("a label").to_owned()).collect()
}

fn keys(game: &TestGame) -> Vec<String> {
    let report = game.report();
    let buttons = report["buttons"].as_array().expect("a list");
    buttons.iter().map(|button| button["key"].as_str().expect("a key").to_owned()).collect()
}

fn speak(game: &mut TestGame, language: Language) {
    game.world_mut().insert_resource(Catalogue::new(language));
    game.steps(2);
}

#[test]
fn the_title_speaks_each_language() {
    let mut game = TestGame::in_window(900, 700);
    assert_eq!(game.screen(), Screen::Title);
    assert_eq!(labels(&game), ["Play", "Play online", "Learn in a minute", "Quit"]);
    let english = keys(&game);
    speak(&mut game, Language::Japanese);
    assert_eq!(labels(&game), ["あそぶ", "オンライン対戦", "1分でおぼえる", "終了"]);
    assert_eq!(keys(&game), english, "a control is the same in every language");
    assert_eq!(english, ["title-play", "title-play-online", "title-learn", "title-quit"]);
    assert_eq!(game.text_below("button title-play").as_deref(), Some("あそぶ"), "it is shown");
    speak(&mut game, Language::English);
    assert_eq!(game.text_below("button title-play").as_deref(), Some("Play"));
}
