//! Saving: nothing is lost between two starts, between two copies of the program, or when saving fails.

mod boards;

use std::time::Duration;

use bevy::input::keyboard::Key;
use bevy::prelude::{App, IntoScheduleConfigs, Last, MessageReader};
use irogaeshi::game::{
    CloseNotice, Edit, Editor, EditorCommand, EndSystems, Entry, Kind, LessonCommand, Match, MatchChange, MatchCommand,
    MatchSetup, MemoryStore, Navigate, Pace, Palette, ReportChanged, Screen, Seat, SettingCommand, Settings,
    SetupCommand, StoragePlugin, Store, StoreError, Switch, VariantChoice,
};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Player, Variant};

use crate::games::put_finished;
use crate::harness::{TestGame, at_once, classic, humans, played, random_game};

/// A board to add to the player's own.
const CROSS: &str = "name: Cross\nplayers: black white\nboard:\n#....#\n......\n..WB..\n..BW..\n......\n#....#\n";

fn start(store: &MemoryStore) -> TestGame {
    TestGame::with_plugin(StoragePlugin::with_store(store.clone()))
}

fn state(name: &str) -> Entry {
    Entry::new(Kind::State, name)
}

fn board(name: &str) -> Entry {
    Entry::new(Kind::Board, name)
}

fn moves_of(game: &mut TestGame) -> Option<String> {
    game.world_mut()
        .get_resource::<Match>()
        .map(|game| game.record.played().iter().map(|turn| turn.chosen().to_string()).collect::<Vec<_>>().join(" "))
}

/// The matches in the store as text, oldest first.
fn matches(store: &MemoryStore) -> Vec<String> {
    let names = store.list(Kind::Match).expect("memory can be looked at");
    names.iter().filter_map(|name| store.text(&Entry::new(Kind::Match, name))).collect()
}

fn moves_saved(store: &MemoryStore) -> Vec<String> {
    let moves = |text: String| {
        let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        saved["content"]["game"]["moves"].as_str().expect("moves").to_owned()
    };
    matches(store).into_iter().map(moves).collect()
}

/// Changes the only match in the store, as a later version of the program might.
fn change_match(store: &MemoryStore, change: impl FnOnce(&mut serde_json::Value)) -> (Entry, String) {
    let names = store.list(Kind::Match).expect("memory can be looked at");
    let entry = Entry::new(Kind::Match, names.first().expect("a match"));
    let mut saved = store.text(&entry).expect("a match").parse().expect("JSON");
    change(&mut saved);
    store.put(entry.clone(), saved.to_string());
    (entry, saved.to_string())
}

/// Puts a match of two humans at this screen on the board.
fn begin(game: &mut TestGame, seed: u64) {
    let new = Match { seed, ..classic(8, humans()) };
    game.enter(new);
    *game.settings() = Settings { lesson_offered: true, ..at_once() };
}

#[test]
fn a_restart_keeps_names_seats_and_undone_moves() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    let mut new = played(classic(8, humans()), "f5 d6 c3 d3");
    new.names[Player::White] = "Anna".to_owned();
    new.seats[Player::Black] = Seat::Cpu("greedy".to_owned().try_into().expect("a CPU player"));
    new.record.jump(3);
    let expected = new.clone();
    game.enter(new);
    drop(game);

    let mut game = start(&store);
    let found = game.world_mut().resource::<Match>().clone();
    assert_eq!((found.record, found.seed), (expected.record, expected.seed));
    assert_eq!(found.names[Player::White], "Anna");
    assert_eq!(found.seats[Player::Black], expected.seats[Player::Black]);
    assert!(game.names().contains(&"button title-continue".to_owned()));
}

#[test]
fn ends_undos_and_new_matches_delete_nothing_saved() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    game.play("d6");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(2);
    assert_eq!((moves_of(&mut game), moves_saved(&store)), (Some(String::new()), vec![String::new()]));
    assert!(matches(&store)[0].contains(r#""undone":"f5 d6""#), "what was taken back is saved");
    drop(game);
    let mut game = start(&store);
    assert!(game.names().contains(&"button title-continue".to_owned()), "it can still be played again");
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.act(MatchCommand::now(MatchChange::Redo));
    game.act(MatchCommand::now(MatchChange::Redo));
    game.steps(2);
    assert_eq!(moves_saved(&store), ["f5 d6"]);

    // A new match, then another one that replaces it and is already finished.
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(2);
    game.play("c4");
    assert_eq!(moves_saved(&store), ["f5 d6", "c4"]);
    let over = random_game(&Variant::classic(4).expect("a side"), 3);
    game.act(SetupCommand::Load(Box::new(GameRecord::new(over.clone()).into())));
    game.steps(3);
    assert_eq!(moves_saved(&store).len(), 3);
    assert!(matches(&store)[2].contains("played-out"));
    drop(game);
    let mut game = start(&store);
    assert_eq!(moves_of(&mut game).as_deref(), Some("c4"), "the last match that can be continued is offered");
}

#[test]
fn two_copies_that_continue_one_match_save_both_continuations() {
    let store = MemoryStore::default();
    let mut first = start(&store);
    begin(&mut first, 1);
    first.play("f5");
    let mut second = start(&store);
    second.act(Navigate::To(Screen::Match));
    second.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    second.steps(3);
    assert_eq!(moves_saved(&store), ["f5"], "to look at a match is not to change it");
    second.play("d6");
    first.play("f6");
    first.play("f7");
    second.play("c3");
    assert_eq!(moves_saved(&store), ["f5 d6 c3", "f5 f6 f7"]);
    second.act(MatchCommand::now(MatchChange::Restart));
    second.steps(2);
    second.play("c4");
    first.play("d6");
    assert_eq!(moves_saved(&store), ["f5 d6 c3", "f5 f6 f7 d6", "c4"]);
}

#[test]
fn two_copies_do_not_overwrite_each_others_settings() {
    let store = MemoryStore::default();
    let (mut first, mut second) = (start(&store), start(&store));
    first.act(SettingCommand::ChoosePace(Pace::BRISK));
    second.act(SettingCommand::ChoosePalette(Palette::HighContrast));
    first.act(SetupCommand::NamePlayer(Player::Black, "Anna".to_owned()));
    second.act(SetupCommand::NamePlayer(Player::White, "Ben".to_owned()));
    first.steps(2);
    second.steps(2);
    let mut third = start(&store);
    let settings = third.settings().clone();
    assert_eq!((settings.pace(), settings.palette), (Pace::BRISK, Palette::HighContrast));
    let names = &third.setup().names;
    assert_eq!((names[Player::Black].as_str(), names[Player::White].as_str()), ("Anna", "Ben"));
}

#[test]
fn a_start_without_a_choice_writes_nothing() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    game.steps(5);
    assert_eq!(store.work().1, 0);
    assert_eq!(game.settings().pace, None);
}

#[test]
fn a_match_of_a_later_version_is_rewritten_only_after_a_move() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    drop(game);
    let (entry, text) = change_match(&store, |saved| {
        saved["content"]["game"]["times_ms"] = serde_json::json!([1500]);
        saved["content"]["game"]["seats"]["black"] = serde_json::json!({ "cpu": "of-tomorrow" });
    });
    let mut game = start(&store);
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.steps(5);
    assert_eq!(store.text(&entry), Some(text));
    game.play("d6");
    assert!(moves_saved(&store)[0].starts_with("f5 d6"), "{:?}", moves_saved(&store));
    assert_eq!(matches(&store).len(), 1);
}

#[test]
fn a_match_with_a_newer_record_or_board_format_is_left_alone_with_a_notice() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    drop(game);
    let known = matches(&store)[0].clone();
    let mut newer = Vec::new();
    for change in [
        |game: &mut serde_json::Value| *game = serde_json::json!({ "format": 9, "moves": ["f5"], "ending": [] }),
        |game: &mut serde_json::Value| *game = serde_json::json!({ "format": 9, "variant": ["a", "list"] }),
        |game: &mut serde_json::Value| game["variant"] = "format: 3\nhexagons: 7\n".into(),
    ] {
        let (_, text) = change_match(&store, |saved| {
            saved["changed"] = 9_000_000_000_000_u64.into();
            change(&mut saved["content"]["game"]);
        });
        store.put(Entry::new(Kind::Match, format!("9000000000000-{}", newer.len())), text.as_str());
        newer.push(text);
        let first = Entry::new(Kind::Match, &store.list(Kind::Match).expect("names")[0]);
        store.put(first, known.as_str());
    }
    let mut game = start(&store);
    game.steps(2);
    assert_eq!(matches(&store)[1..], newer);
    let shown_text = "Your last match was saved by a later version of the game. \
                This version cannot open it and leaves it as it is.";
    assert_eq!((game.notice().as_deref(), store.aside().len()), (Some(shown_text), 0));
    assert_eq!(moves_of(&mut game).as_deref(), Some("f5"), "what can be continued is offered");
    // After another match was played, it is no longer the last.
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.play("d6");
    drop(game);
    let mut game = start(&store);
    game.steps(2);
    assert_eq!((game.notice(), moves_of(&mut game).as_deref()), (None, Some("f5 d6")));
}

#[test]
fn a_file_in_place_of_the_settings_is_put_aside_with_a_notice() {
    let broken: [&[u8]; 2] = [b"{\"format\":", &vec![b' '; 2_000_000]];
    for bytes in broken {
        let store = MemoryStore::default();
        let mut game = start(&store);
        game.act(SettingCommand::ChoosePace(Pace::BRISK));
        game.steps(2);
        store.put(state("settings"), bytes);
        game.act(SettingCommand::ChoosePalette(Palette::HighContrast));
        game.steps(2);
        let shown_text = game.notice().expect("it is announced");
        assert!(
            shown_text.starts_with("Your settings could not be read. They are still there, as settings"),
            "{shown_text}"
        );
        assert_eq!(store.aside(), [bytes]);
        let mut game = start(&store);
        assert_eq!((game.settings().pace(), game.settings().palette), (Pace::BRISK, Palette::HighContrast));
    }
}

#[test]
fn an_unreadable_field_alone_gets_its_default_and_stays_in_the_file() {
    let store = MemoryStore::default();
    store.put(state("settings"), r#"{"format": 7, "pace": "brisk", "palette": "neon", "volume": 3}"#);
    store.put(
        state("setup"),
        r#"{"choice": {"built-in": "renamed"}, "goal": "fewest",
            "seats": ["person", {"cpu": "magician"}, null, null, null], "names": ["Anna", "", "", "", ""]}"#,
    );
    let mut game = start(&store);
    assert_eq!((game.settings().pace(), game.settings().palette), (Pace::BRISK, Palette::default()));
    let setup = game.setup().clone();
    assert_eq!(setup.choice, MatchSetup::default().choice);
    assert_eq!((setup.names[Player::Black].as_str(), setup.seats[Player::Black]), ("Anna", Some(Seat::Human)));
    assert_eq!(setup.seats[Player::White], None);
    game.act(SettingCommand::Toggle(Switch::LegalMarks));
    game.act(SetupCommand::NamePlayer(Player::White, "Ben".to_owned()));
    game.steps(2);
    let saved = store.text(&state("settings")).expect("saved");
    for kept in [r#""format":7"#, r#""palette":"neon""#, r#""volume":3"#, r#""pace":"brisk""#, r#""legal_marks":false"#]
    {
        assert!(saved.contains(kept), "{kept} in {saved}");
    }
    let saved = store.text(&state("setup")).expect("saved");
    for kept in ["renamed", "magician", "Anna", "Ben"] {
        assert!(saved.contains(kept), "{kept} in {saved}");
    }
    assert_eq!((game.notice(), store.aside().len()), (None, 0));
}

#[test]
fn broken_files_are_put_aside_under_unique_names_with_a_notice() {
    let store = MemoryStore::default();
    let broken: [&[u8]; 3] = [b"\xff\xfe", b"{\"format\":", &vec![b' '; 2_000_000]];
    for (number, bytes) in broken.into_iter().enumerate() {
        store.put(state("settings"), bytes);
        store.put(Entry::new(Kind::Match, "0000000000001-0"), bytes);
        let mut game = start(&store);
        game.steps(2);
        let shown_text = game.notice().expect("it is announced");
        assert!(
            shown_text.starts_with("Your settings could not be read. They are still there, as settings"),
            "{shown_text}"
        );
        game.act(CloseNotice);
        game.steps(2);
        let shown_text = game.notice().expect("it is announced");
        assert!(shown_text.starts_with("A saved match could not be read. It is still there, as "), "{shown_text}");
        game.act(SettingCommand::ChoosePace(Pace::BRISK));
        game.steps(2);
        assert_eq!(store.aside().len(), 2 * (number + 1));
        assert_eq!(store.aside().iter().filter(|aside| aside.as_slice() == bytes).count(), 2, "none is lost");
    }
    let mut game = start(&store);
    game.steps(2);
    assert_eq!(game.notice(), None, "once");
}

#[test]
fn temporarily_unreadable_files_are_neither_overwritten_nor_lost() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    game.act(SetupCommand::NamePlayer(Player::Black, "Anna".to_owned()));
    game.act(SettingCommand::ChoosePace(Pace::BRISK));
    game.steps(2);
    drop(game);
    let hidden: Vec<Entry> = ["settings", "setup"]
        .map(state)
        .into_iter()
        .chain(store.list(Kind::Match).expect("names").into_iter().map(|name| Entry::new(Kind::Match, name)))
        .collect();
    let before: Vec<Option<String>> = hidden.iter().map(|entry| store.text(entry)).collect();
    for entry in &hidden {
        store.hide(entry, Some(StoreError::Other("input/output error".to_owned())));
    }
    let mut game = start(&store);
    game.steps(2);
    assert!(game.notice().is_some_and(|shown_text| shown_text.contains("could not be read this time")));
    game.act(SettingCommand::ChoosePalette(Palette::HighContrast));
    game.act(SetupCommand::NamePlayer(Player::White, "Ben".to_owned()));
    game.steps(2);
    assert_eq!(hidden.iter().map(|entry| store.text(entry)).collect::<Vec<_>>(), before, "nothing is overwritten");
    assert_eq!(store.aside().len(), 0);
    for entry in &hidden {
        store.hide(entry, None);
    }
    game.steps(600);
    drop(game);
    let mut game = start(&store);
    assert_eq!((game.settings().pace(), game.settings().palette), (Pace::BRISK, Palette::HighContrast));
    let names = &game.setup().names;
    assert_eq!((names[Player::Black].as_str(), names[Player::White].as_str()), ("Anna", "Ben"));
    assert_eq!(moves_of(&mut game).as_deref(), Some("f5"));
}

#[test]
fn a_store_without_saving_is_announced_once_at_the_start() {
    let store = MemoryStore::default();
    store.refuse(Some(StoreError::SwitchedOff));
    for name in ["settings", "setup"] {
        store.hide(&state(name), Some(StoreError::SwitchedOff));
    }
    let mut game = start(&store);
    game.steps(2);
    let shown_text = "The browser does not let this page save anything. \
                Your match and your settings are lost when you close this tab.";
    assert_eq!(game.notice().as_deref(), Some(shown_text));
    game.press(Key::Escape);
    game.act(SettingCommand::ChoosePalette(Palette::HighContrast));
    begin(&mut game, 1);
    game.play("f5");
    game.steps(600);
    assert_eq!(game.notice(), None, "once");
}

#[test]
fn saving_that_is_switched_off_later_is_announced_with_the_first_failure() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    store.refuse(Some(StoreError::SwitchedOff));
    game.play("d6");
    game.steps(2);
    let shown_text = game.notice().expect("it is announced");
    assert!(shown_text.ends_with("Your match and your settings are lost when you close this tab."), "{shown_text}");
    store.refuse(None);
    game.steps(600);
    assert_eq!(game.notice().as_deref(), Some("Saving works again. Everything is saved."));
}

#[test]
fn the_notice_of_a_failed_save_disappears_after_a_successful_one() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.steps(2);
    for reason in [StoreError::Full, StoreError::Denied, StoreError::ReadOnly] {
        store.refuse(Some(reason));
        game.act(MatchCommand::now(MatchChange::Restart));
        game.steps(2);
        game.play("f5");
        game.steps(2);
        assert!(game.notice().is_some_and(|shown_text| shown_text.starts_with("Your match is not saved.")));
        store.refuse(None);
        game.steps(600);
        assert_eq!(game.notice().as_deref(), Some("Saving works again. Everything is saved."));
        game.steps(1_000);
        assert_eq!(game.notice(), None, "nothing else is left to be announced");
    }
}

#[test]
fn a_denied_permission_is_reported_as_one() {
    let store = MemoryStore::default();
    store.hide(&state("settings"), Some(StoreError::Denied));
    let mut game = start(&store);
    game.steps(2);
    let shown_text = "Your settings could not be read this time. \
                Permission denied: check the permissions of the game’s data folder. Nothing was changed.";
    assert_eq!(game.notice().as_deref(), Some(shown_text));
}

#[test]
fn the_last_played_match_is_continued_even_if_the_clock_was_wrong() {
    const TODAY: u64 = 1_800_000_000_000;
    const YEAR: u64 = 365 * 24 * 60 * 60 * 1000;
    for wrong in [TODAY + 50 * YEAR, 5] {
        let store = MemoryStore::default();
        for number in 1..=60 {
            put_finished(&store, TODAY - 1_000_000 + number, 4, Seat::Human);
        }
        store.set_clock(TODAY - 1000);
        let mut game = start(&store);
        begin(&mut game, 1);
        game.play("f5");
        drop(game);
        // While the clock is wrong, and after another start.
        store.set_clock(wrong);
        let mut game = start(&store);
        begin(&mut game, 2);
        game.play("c4");
        drop(game);
        let mut game = start(&store);
        assert_eq!(moves_of(&mut game).as_deref(), Some("c4"), "at {wrong}");
        drop(game);
        // Once the clock is right again.
        store.set_clock(TODAY);
        let mut game = start(&store);
        assert_eq!(moves_of(&mut game).as_deref(), Some("c4"), "at {wrong}");
        begin(&mut game, 3);
        game.play("d3");
        drop(game);
        let mut game = start(&store);
        assert_eq!(moves_of(&mut game).as_deref(), Some("d3"), "at {wrong}");
    }
}

#[test]
fn the_latest_draft_is_opened_even_if_the_clock_was_wrong() {
    let store = MemoryStore::default();
    let name = |game: &mut TestGame, name: &str| {
        game.act(EditorCommand::Edit(Edit::Name(name.to_owned())));
        game.steps(2);
    };
    let enter = || {
        let mut game = start(&store);
        game.act(Navigate::To(Screen::Editor));
        game.steps(3);
        game
    };
    store.set_clock(9_000_000);
    let mut first = enter();
    name(&mut first, "One");
    let [entry] = &store.list(Kind::Draft).expect("names")[..] else { panic!("one draft") };
    let text = store.text(&Entry::new(Kind::Draft, entry)).expect("it is saved");
    for number in 0..25 {
        store.put(Entry::new(Kind::Draft, format!("{:013}-0-0", 1_000_000 + number)), text.as_str());
    }
    let mut second = enter();
    store.set_clock(5);
    name(&mut second, "Two");
    // Its entry was changed meanwhile, so it gets a new one, whose name begins with the current time.
    name(&mut first, "Three");
    name(&mut first, "Four");
    let mut third = start(&store);
    let draft = third.world_mut().resource::<Editor>().draft().map(|draft| draft.name().to_owned());
    assert_eq!(draft.as_deref(), Some("Four"));
}

#[test]
fn checksums_of_saved_texts_are_checked_and_optional() {
    let store = MemoryStore::default();
    let mut game = TestGame::in_window_with(1280, 800, StoragePlugin::with_store(store.clone()));
    begin(&mut game, 1);
    game.play("f5");
    game.act(SetupCommand::NamePlayer(Player::Black, "Anna".to_owned()));
    game.steps(2);
    let open = |game: &mut TestGame| {
        game.act(Navigate::To(Screen::Title));
        game.steps(3);
        game.act(Navigate::To(Screen::Games));
        game.steps(5);
        game.report().status.clone()
    };
    let status = open(&mut game);
    assert!(status.contains("All saved files are intact."), "{status}");
    let [name] = &store.list(Kind::Match).expect("names")[..] else { panic!("one match") };
    for entry in [Entry::new(Kind::Match, name), state("settings"), state("setup")] {
        let text = store.text(&entry).expect("it is saved");
        assert!(text.contains(r#","checksum":""#) && text.ends_with(r#""}"#), "{text}");
        // Change one letter of a name, or of anything else.
        let place = ["f5", "Anna", "true"].iter().find_map(|word| text.find(word)).expect("a word");
        let mut damaged = text.clone().into_bytes();
        damaged[place] ^= 1;
        store.put(entry.clone(), damaged);
        let status = open(&mut game);
        let shown_text = format!("One saved file is damaged or was changed by hand: {}.", store.place(&entry));
        assert!(status.contains(&shown_text), "{status}");
        // Older versions write no checksum.
        let mut fields: serde_json::Map<String, serde_json::Value> =
            text.parse::<serde_json::Value>().expect("JSON").as_object().expect("an object").clone();
        fields.remove("checksum");
        store.put(entry.clone(), serde_json::to_string(&fields).expect("JSON"));
        assert!(open(&mut game).contains("All saved files are intact."));
        store.put(entry, text);
        assert!(open(&mut game).contains("All saved files are intact."));
    }
    store.put(Entry::new(Kind::Match, "0000000000001-0-0"), r#"{"format":1,"chan"#);
    let status = open(&mut game);
    assert!(status.contains("One saved file is damaged"), "one that was cut off: {status}");
}

#[test]
fn a_failure_is_announced_once_and_saving_resumes() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    store.refuse(Some(StoreError::Full));
    game.play("d6");
    game.steps(2);
    let shown_text = "Your match is not saved. The disk is full. You can play on: the game keeps trying.";
    assert_eq!(game.notice().as_deref(), Some(shown_text));
    game.press(Key::Escape);
    game.play("c3");
    game.steps(2);
    assert_eq!((game.notice(), moves_saved(&store)), (None, vec!["f5".to_owned()]), "once");
    // Another match begins before the first could be saved.
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(2);
    game.play("c4");
    store.refuse(None);
    let seconds = Duration::from_secs(6);
    game.steps((seconds.as_millis() / 10) as usize);
    assert_eq!(moves_saved(&store), ["f5 d6 c3", "c4"]);
    assert_eq!(game.notice().as_deref(), Some("Saving works again. Everything is saved."));
}

#[test]
fn a_match_that_could_not_be_saved_is_saved_while_a_lesson_is_taken() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    store.refuse(Some(StoreError::Full));
    game.play("d6");
    game.steps(2);
    game.press(Key::Escape);
    game.act(LessonCommand::Open(0));
    game.steps(600);
    assert_eq!((game.notice(), moves_saved(&store)), (None, vec!["f5".to_owned()]), "the disk is still full");
    store.refuse(None);
    game.steps(600);
    assert_eq!(moves_saved(&store), ["f5 d6"]);
    assert_eq!(game.notice().as_deref(), Some("Saving works again. Everything is saved."));
}

#[test]
fn a_move_is_saved_before_it_is_reported() {
    let store = MemoryStore::default();
    let looked_at = store.clone();
    let mut game = TestGame::with_plugin(move |app: &mut App| {
        let store = looked_at.clone();
        let compare = move |mut reports: MessageReader<ReportChanged>| {
            for ReportChanged(json) in reports.read() {
                let report: serde_json::Value = serde_json::from_str(json).expect("JSON");
                let record = report["record"].as_str().unwrap_or_default();
                let moves = record.lines().find_map(|line| line.strip_prefix("moves: "));
                assert!(moves.is_none_or(|moves| moves_saved(&store).iter().any(|saved| saved == moves)), "{record}");
            }
        };
        app.add_plugins(StoragePlugin::with_store(looked_at.clone()));
        app.add_systems(Last, compare.after(EndSystems::Report));
    });
    begin(&mut game, 1);
    for square in ["f5", "d6", "c3", "d3", "c4"] {
        game.play(square);
    }
    assert_eq!(moves_saved(&store), ["f5 d6 c3 d3 c4"]);
}

#[test]
fn copies_started_in_the_same_millisecond_name_their_matches_differently() {
    // Like two tabs in the same millisecond, before either sees the other's entry.
    let stores = [MemoryStore::default(), MemoryStore::default()];
    let names = [1, 2].map(|seed| {
        let store = &stores[seed as usize - 1];
        let mut game = start(store);
        begin(&mut game, seed);
        game.play("f5");
        store.list(Kind::Match).expect("memory can be looked at")
    });
    assert_eq!((names[0].len(), names[1].len()), (1, 1));
    assert_ne!(names[0], names[1]);
}

#[test]
fn files_of_older_versions_are_converted_and_left_unchanged() {
    let store = MemoryStore::default();
    let record = played(classic(8, humans()), "f5 d6").record.to_string();
    let old = [
        (
            "match",
            serde_json::json!({ "record": record, "seats": ["person", { "cpu": "greedy" }, "person", "person", "person"],
                "names": ["Anna", "", "", "", ""], "seed": 18_446_744_073_709_551_615_u64 })
            .to_string(),
        ),
        (
            "choices",
            serde_json::json!({ "settings": { "hints": false, "pace": "calm", "palette": "high-contrast",
                    "cpu_delay": { "secs": 0, "nanos": 300_000_000 }, "lesson_offered": true },
                "setup": { "choice": { "built-in": "five" }, "goal": "most",
                    "seats": [null, "person", null, null, null], "names": ["Anna", "", "", "", ""] } })
            .to_string(),
        ),
        ("draft", serde_json::to_string(Editor::with(irogaeshi::game::Draft::default()).draft().expect("one")).expect("JSON")),
    ];
    for (name, text) in &old {
        store.put(state(name), text.as_str());
    }
    for _ in 0..2 {
        let mut game = start(&store);
        game.steps(2);
        assert_eq!(moves_of(&mut game).as_deref(), Some("f5 d6"));
        assert_eq!(moves_saved(&store), ["f5 d6"], "taken over once");
        let settings = game.settings().clone();
        assert_eq!((settings.legal_marks, settings.pace, settings.palette), (false, None, Palette::HighContrast));
        assert_eq!(settings.cpu_delay, Duration::from_millis(300));
        let setup = game.setup().clone();
        assert_eq!(setup.choice, VariantChoice::BuiltIn("five".to_owned()));
        assert_eq!((setup.names[Player::Black].as_str(), setup.seats[Player::White]), ("Anna", Some(Seat::Human)));
        assert!(game.world_mut().resource::<Editor>().draft().is_some());
        assert_eq!(game.notice(), None);
        for (name, text) in &old {
            assert_eq!(store.text(&state(name)).as_ref(), Some(text), "{name} is left as it was");
        }
    }
}

#[test]
fn drafts_of_two_copies_are_both_saved_and_the_changed_one_is_opened() {
    let store = MemoryStore::default();
    let mut first = start(&store);
    first.act(Navigate::To(Screen::Editor));
    first.steps(3);
    let mut second = start(&store);
    second.act(Navigate::To(Screen::Editor));
    second.steps(3);
    let name = |game: &mut TestGame, name: &str| {
        game.act(EditorCommand::Edit(Edit::Name(name.to_owned())));
        game.steps(2);
    };
    name(&mut first, "One");
    name(&mut second, "Two");
    name(&mut first, "Three");
    let names = store.list(Kind::Draft).expect("names");
    let texts: Vec<String> = names.iter().filter_map(|name| store.text(&Entry::new(Kind::Draft, name))).collect();
    assert!(
        texts.iter().any(|text| text.contains("Two")) && texts.iter().any(|text| text.contains("Three")),
        "{texts:?}"
    );
    let mut third = start(&store);
    assert_eq!(
        third.world_mut().resource::<Editor>().draft().map(|draft| draft.name().to_owned()).as_deref(),
        Some("Three")
    );
}

#[test]
fn only_the_oldest_finished_matches_are_removed() {
    const MAX: usize = 1000;
    let store = MemoryStore::default();
    let mut game = start(&store);
    begin(&mut game, 1);
    game.play("f5");
    let running = matches(&store).pop().expect("a match");
    let over = random_game(&Variant::classic(4).expect("a side"), 3);
    game.act(SetupCommand::Load(Box::new(GameRecord::new(over).into())));
    game.steps(3);
    let over = matches(&store).pop().expect("a match");
    let newer = over.replace(r#""game":{"format":1,"#, r#""game":{"format":9,"#);
    store.limit_matches(MAX);
    for number in 0..MAX {
        let text = match number {
            1 => &newer,
            _ if number % 100 == 0 => &running,
            _ => &over,
        };
        store.put(Entry::new(Kind::Match, format!("0000000000000-{number:04}")), text.as_str());
    }
    game.act(MatchCommand::now(MatchChange::Restart));
    game.steps(2);
    game.play("b1");
    let names = store.list(Kind::Match).expect("names");
    assert_eq!(names.len(), MAX);
    let going_on = matches(&store).iter().filter(|text| !text.contains("played-out")).count();
    assert_eq!(going_on, 10 + 2, "each that goes on is still there");
    assert!(matches(&store).contains(&newer), "what a later version means is not known");
    drop(game);
    let before = store.work().0;
    start(&store);
    assert!(store.work().0 - before < 100, "{} texts were read at the start", store.work().0 - before);
}
