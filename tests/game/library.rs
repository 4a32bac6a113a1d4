//! The library of games: what comes into it, what is found in it, and that nothing is lost.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::game::{
    CopyText, Entry, FileOffered, GameLibrary, Kind, LibraryCommand, LibraryState, Match, MemoryStore, Navigate,
    Overlay, Pasted, SaveFile, Screen, Seat, StoragePlugin, StoreError,
};
use irogaeshi::library::{GameId, Library, NewGame, OrderKey};
use irogaeshi::notation::{GameRecord, WthorFiles};
use irogaeshi::rules::{Move, Player, Record, Variant};

use crate::games::put_finished;
use crate::harness::{TestGame, at_once, classic, humans, played, random_game};

fn start(store: &MemoryStore) -> TestGame {
    let mut game = TestGame::with_plugin(StoragePlugin::with_store(store.clone()));
    *game.settings() = at_once();
    game
}

fn in_window(store: &MemoryStore, width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window_with(width, height, StoragePlugin::with_store(store.clone()));
    *game.settings() = at_once();
    game
}

/// A game of two players who played these moves and stopped.
fn game(black: &str, white: &str, moves: &str) -> GameRecord {
    let mut record = Record::new(Variant::classic(8).expect("a board"));
    record.play_moves(moves).expect("legal moves");
    let names = |player| if player == Player::Black { black } else { white };
    GameRecord::new(record).with_names(|player| names(player).to_owned())
}

/// A store whose library holds these games.
fn store_with(games: impl IntoIterator<Item = NewGame>) -> MemoryStore {
    let store = MemoryStore::default();
    let mut library = Library::default();
    let mut file = library.empty_file();
    let change = library.adding(games);
    file.extend(change.bytes());
    library.apply(&change).expect("it is new");
    store.put_library_file(file);
    store
}

fn three_games() -> MemoryStore {
    store_with([
        NewGame::of(&game("Anna", "Ben", "f5 d6 c3")).in_collection("Club"),
        NewGame::of(&game("Ben", "Cora", "f5 f6 e6 f4")).in_collection("Club").as_favourite(true),
        NewGame::of(&game("Dora", "Anna", "d3 c5")).in_collection("Paris"),
    ])
}

fn open_library(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Library));
    until_done(game);
}

fn until_done(game: &mut TestGame) {
    game.run_until("the library is open", 200, |game| {
        game.screen() == Screen::Library && *library(game).state() == LibraryState::Open
    });
    // A frame in which nothing changes any more.
    let mut before = 0;
    for _ in 0..200 {
        game.steps(2);
        let library = library(game);
        let number = library.results().number;
        if number == before && library.progress().is_none() {
            return;
        }
        before = number;
    }
    panic!("the library keeps changing");
}

fn library(game: &mut TestGame) -> &GameLibrary {
    game.world_mut().resource::<GameLibrary>()
}

/// Names of the players of the games found, in order.
fn found(game: &mut TestGame) -> Vec<String> {
    let shown = library(game);
    let games = shown.library().expect("it is open");
    let names = |id| games.game(id).expect("it is there").names().map(|(_, name)| name).collect::<Vec<_>>().join("–");
    shown.results().found.iter().map(|found| names(found.id)).collect()
}

fn search(game: &mut TestGame, text: &str) -> Vec<String> {
    game.act(LibraryCommand::Search(text.to_owned()));
    until_done(game);
    found(game)
}

fn ids(game: &mut TestGame) -> Vec<GameId> {
    library(game).results().found.iter().map(|found| found.id).collect()
}

/// Replaces the text of a field by typing.
fn type_into(game: &mut TestGame, label: &str, text: &str) {
    game.click_on(label);
    game.press(Key::End);
    for _ in game.control(label).text.clone().chars() {
        game.press(Key::Backspace);
    }
    for letter in text.chars() {
        game.press(if letter == ' ' { Key::Space } else { Key::Character(letter.to_string().into()) });
    }
    game.steps(3);
}

fn greedy() -> Seat {
    Seat::Cpu("greedy".to_owned().try_into().expect("a CPU player"))
}

#[test]
fn games_are_found_by_words_conditions_and_choices() {
    let mut game = start(&three_games());
    open_library(&mut game);
    assert_eq!(found(&mut game), ["Dora–Anna", "Ben–Cora", "Anna–Ben"], "the newest come first");
    assert_eq!(search(&mut game, "ben"), ["Ben–Cora", "Anna–Ben"]);
    assert_eq!(search(&mut game, "black:anna"), ["Anna–Ben"]);
    assert_eq!(search(&mut game, "opening:f5d6c3"), ["Anna–Ben"]);
    assert_eq!(search(&mut game, "nobody"), [""; 0]);
    search(&mut game, "");
    game.act(LibraryCommand::ToggleFavourites);
    until_done(&mut game);
    assert_eq!(found(&mut game), ["Ben–Cora"]);
    game.act(LibraryCommand::ShowAll);
    game.act(LibraryCommand::ShowCollection(Some("Club".to_owned())));
    game.act(LibraryCommand::Sort(OrderKey::Player));
    until_done(&mut game);
    assert_eq!(found(&mut game), ["Anna–Ben", "Ben–Cora"]);
    game.act(LibraryCommand::Sort(OrderKey::Player));
    until_done(&mut game);
    assert_eq!(found(&mut game), ["Ben–Cora", "Anna–Ben"]);
}

#[test]
fn a_text_that_is_no_query_says_why_and_keeps_the_games() {
    let mut game = in_window(&three_games(), 800, 600);
    open_library(&mut game);
    game.act(LibraryCommand::Search("plies:many".to_owned()));
    game.steps(4);
    assert!(library(&mut game).problem().is_some());
    assert!(game.report().texts.iter().any(|text| text.text.contains("plies:many")), "{:?}", game.report().texts);
    assert_eq!(found(&mut game).len(), 3);
    assert_eq!(search(&mut game, "plies:3"), ["Anna–Ben"]);
    assert!(library(&mut game).problem().is_none());
}

#[test]
fn finished_matches_come_into_the_library_once() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    put_finished(&store, 2, 4, greedy());
    let mut game = start(&store);
    open_library(&mut game);
    assert_eq!(ids(&mut game).len(), 2);
    game.act(Navigate::To(Screen::Title));
    put_finished(&store, 3, 4, greedy());
    game.enter(played(classic(8, humans()), "f5 d6"));
    game.steps(3);
    open_library(&mut game);
    assert_eq!(ids(&mut game).len(), 3, "the running match is none of them");
    assert!(search(&mut game, "in:Mine").len() == 3);
    let mut again = start(&store);
    open_library(&mut again);
    assert_eq!(ids(&mut again).len(), 3);
}

#[test]
fn a_deleted_game_can_be_restored_and_does_not_come_back_by_itself() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    put_finished(&store, 2, 4, greedy());
    let mut game = in_window(&store, 800, 600);
    open_library(&mut game);
    let all = ids(&mut game);
    game.act(LibraryCommand::Remove(vec![all[0]]));
    until_done(&mut game);
    assert_eq!(ids(&mut game), all[1..]);
    game.press_on("Undo");
    until_done(&mut game);
    assert_eq!(ids(&mut game), all);
    game.act(LibraryCommand::Remove(vec![all[0]]));
    until_done(&mut game);
    let mut again = start(&store);
    open_library(&mut again);
    assert_eq!(ids(&mut again), all[1..], "its match is still saved");
}

#[test]
fn a_position_finds_its_games_and_how_they_went_on() {
    let mut game = in_window(&three_games(), 1280, 800);
    game.enter(played(classic(8, humans()), "c4"));
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(4);
    game.press_on("Find in the library");
    until_done(&mut game);
    // c4, f5 and d3 are the same move on a board turned or mirrored.
    assert_eq!(found(&mut game).len(), 3);
    let continuations = library(&mut game).results().continuations.clone();
    assert_eq!(continuations.iter().map(|one| one.games).sum::<usize>(), 3);
    let chosen = continuations.iter().find(|one| one.games == 1).and_then(|one| one.chosen).expect("a move");
    game.act(LibraryCommand::PlayOn(chosen));
    until_done(&mut game);
    assert_eq!(found(&mut game).len(), 1);
    game.press_on("Back one move");
    until_done(&mut game);
    assert_eq!(found(&mut game).len(), 3);
    game.act(LibraryCommand::PlayOn(Move::Place("a1".parse().expect("a square"))));
    until_done(&mut game);
    assert_eq!(found(&mut game).len(), 3, "an illegal move is ignored");
    game.press_on("Back");
    game.steps(4);
    assert_eq!(game.screen(), Screen::Match, "back on the board that was searched for");
}

#[test]
fn a_game_is_put_on_the_board_and_leads_back_to_the_library() {
    let store = three_games();
    let mut game = in_window(&store, 1280, 800);
    open_library(&mut game);
    let first = ids(&mut game)[0];
    game.act(Navigate::Open(Overlay::LibraryGame(first)));
    game.steps(4);
    game.press_on("Show");
    game.run_until("the game is shown", 10, |game| game.screen() == Screen::Match);
    let shown = game.world_mut().resource::<Match>();
    assert_eq!((shown.record.ply(), shown.names[Player::Black].as_str()), (2, "Dora"));
    game.steps(5);
    game.act(Navigate::Back);
    game.steps(4);
    assert_eq!(game.screen(), Screen::Library);
    game.act(LibraryCommand::Copy(first));
    game.step();
    let copied: Vec<_> = game.world_mut().resource_mut::<Messages<CopyText>>().drain().collect();
    assert_eq!(copied.last().map(|copy| copy.0.as_str()), Some("d3c5"));
}

#[test]
fn a_finished_game_on_the_board_makes_no_saved_match() {
    let record = random_game(&Variant::classic(4).expect("a board"), 7);
    let store = store_with([NewGame::of(&GameRecord::new(record))]);
    let mut game = start(&store);
    open_library(&mut game);
    let id = ids(&mut game)[0];
    game.act(LibraryCommand::Review(id));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(5);
    assert_eq!(irogaeshi::game::Store::list(&store, Kind::Match), Ok(Vec::new()));
}

#[test]
fn title_and_tags_are_saved_when_the_card_is_closed() {
    let store = three_games();
    let mut game = in_window(&store, 800, 600);
    open_library(&mut game);
    let first = ids(&mut game)[0];
    game.act(Navigate::Open(Overlay::LibraryGame(first)));
    game.steps(4);
    type_into(&mut game, "Title", "The long ending");
    type_into(&mut game, "Tags, separated by commas", "club, ending");
    game.act(Navigate::Close);
    until_done(&mut game);
    assert_eq!(search(&mut game, "tag:ending title:long"), ["Dora–Anna"]);
    game.act(Navigate::Open(Overlay::LibraryGame(first)));
    game.steps(4);
    type_into(&mut game, "Tags, separated by commas", "club");
    game.press_on("Favourite");
    game.steps(4);
    game.act(Navigate::Close);
    until_done(&mut game);
    let games = library(&mut game).library().expect("it is open");
    let kept = games.game(first).expect("it is there");
    assert_eq!((kept.tags().collect::<Vec<_>>(), kept.is_favourite()), (vec!["club"], true));
    let mut again = start(&store);
    open_library(&mut again);
    assert_eq!(search(&mut again, "tag:club favourite"), ["Dora–Anna"]);
}

#[test]
fn texts_and_databases_are_added_with_their_names() {
    let store = MemoryStore::default();
    let mut game = in_window(&store, 800, 600);
    open_library(&mut game);
    game.act(Pasted(Some("f5d6c3\nf5f6e6\nf6f5\n".to_owned())));
    until_done(&mut game);
    assert_eq!(ids(&mut game).len(), 2);
    assert!(
        game.report().notice.as_ref().is_some_and(|notice| notice.contains("Line 3: Move 1, f6")),
        "{:?}",
        game.report().notice
    );
    let games = [self::game("Anna", "Ben", "f5 d6 c3"), self::game("Ben", "Cora", "f5 f6 e6 f4")];
    let files = WthorFiles::of(&games, 2019, (2026, 11, 30)).expect("they fit");
    for (name, bytes) in [("WTH_2019.WTB", files.games), ("WTHOR.JOU", files.players), ("WTHOR.TRN", files.tournaments)]
    {
        game.write(FileOffered { name: name.to_owned(), content: Ok(bytes) });
    }
    until_done(&mut game);
    assert_eq!(search(&mut game, "cora"), ["Ben–Cora"], "the names came after the games");
    assert_eq!(search(&mut game, "in:\"WTHOR 2019\"").len(), 2);
}

#[test]
fn a_database_opens_the_library_from_any_screen() {
    let mut game = start(&MemoryStore::default());
    let files = WthorFiles::of(&[self::game("Anna", "Ben", "f5 d6 c3")], 2019, (2026, 11, 30)).expect("it fits");
    game.act(FileOffered { name: "x.wtb".to_owned(), content: Ok(files.games) });
    until_done(&mut game);
    assert_eq!(ids(&mut game).len(), 1);
    game.act(FileOffered { name: "y.wtb".to_owned(), content: Ok(vec![1, 2, 3]) });
    until_done(&mut game);
    assert_eq!(ids(&mut game).len(), 1);
}

#[test]
fn a_stopped_import_leaves_whole_games() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_library(&mut game);
    let mut text = String::new();
    for number in 0..3000_u32 {
        let mut record = random_game(&Variant::classic(6).expect("a board"), number.into());
        record.jump(8 + number as usize % 20);
        text += &GameRecord::new(record).to_string();
        text.push('\n');
    }
    game.act(LibraryCommand::Paste(text));
    game.run_until("some games are added", 200, |game| library(game).library().is_some_and(|games| games.len() > 20));
    game.act(LibraryCommand::Stop);
    until_done(&mut game);
    let count = library(&mut game).library().expect("it is open").len();
    assert!(count < 3000, "{count}");
    let (again, report) = Library::open(&store.library_file()).expect("a library");
    assert!(report.is_whole() && again.len() == count);
    assert!(again.games().all(|game| game.to_record().is_ok()));
}

#[test]
fn what_cannot_be_saved_is_not_shown_and_can_be_tried_again() {
    let store = three_games();
    let mut game = in_window(&store, 800, 600);
    open_library(&mut game);
    let all = ids(&mut game);
    store.refuse(Some(StoreError::Full));
    game.act(LibraryCommand::Remove(vec![all[0]]));
    until_done(&mut game);
    assert_eq!(ids(&mut game), all);
    store.refuse(None);
    game.press_on("Try again");
    until_done(&mut game);
    assert_eq!(ids(&mut game), all[1..]);
}

#[test]
fn a_library_of_a_later_version_is_left_alone() {
    let store = MemoryStore::default();
    let mut file = Library::default().empty_file();
    file[4] = 99;
    store.put_library_file(file.clone());
    put_finished(&store, 1, 4, greedy());
    let mut game = in_window(&store, 800, 600);
    game.act(Navigate::To(Screen::Library));
    game.run_until("it has failed", 50, |game| matches!(library(game).state(), LibraryState::Failed(_)));
    game.steps(5);
    assert_eq!(store.library_file(), file);
    assert!(game.report().texts.iter().any(|text| text.text.contains("cannot be opened")), "{:?}", game.report().texts);
    store.put_library_file(Vec::new());
    game.press_on("Try again");
    until_done(&mut game);
    assert_eq!(ids(&mut game).len(), 1);
}

#[test]
fn two_windows_share_a_library() {
    let store = three_games();
    let mut games = [start(&store), start(&store)];
    games.iter_mut().for_each(open_library);
    let [one, other] = &mut games;
    let all = ids(one);
    one.act(LibraryCommand::Mark(all[0]));
    until_done(one);
    // The second window has not seen that change.
    other.act(LibraryCommand::Remove(vec![all[1]]));
    until_done(other);
    assert_eq!(search(other, "favourite"), ["Dora–Anna"]);
    one.act(Navigate::To(Screen::Title));
    one.steps(3);
    open_library(one);
    assert_eq!(ids(one), [all[0], all[2]]);
}

#[test]
fn all_games_found_are_saved_and_deleted_together() {
    let store = three_games();
    let mut game = in_window(&store, 800, 600);
    open_library(&mut game);
    search(&mut game, "in:club");
    game.act(LibraryCommand::SaveFound);
    let mut files = Vec::new();
    for _ in 0..10 {
        game.step();
        files.extend(game.world_mut().resource_mut::<Messages<SaveFile>>().drain());
    }
    let [file] = files.as_slice() else { panic!("{files:?}") };
    let lines: Vec<GameRecord> =
        String::from_utf8_lossy(&file.bytes).lines().map(|line| line.parse().expect("a game")).collect();
    assert_eq!(lines, [self::game("Ben", "Cora", "f5 f6 e6 f4"), self::game("Anna", "Ben", "f5 d6 c3")]);
    game.act(LibraryCommand::RemoveFound);
    game.steps(3);
    game.press_on("Delete");
    until_done(&mut game);
    assert_eq!(ids(&mut game), [GameId(0); 0]);
    assert_eq!(search(&mut game, ""), ["Dora–Anna"]);
}

#[test]
fn rows_are_made_only_for_games_in_sight() {
    let classic = Variant::classic(4).expect("a board");
    let games = (0..2000).map(|number| {
        let names = move |player| format!("{player:?} {number}");
        NewGame::of(&GameRecord::new(random_game(&classic, number)).with_names(names))
    });
    let mut game = in_window(&store_with(games), 800, 600);
    open_library(&mut game);
    let rows = |game: &mut TestGame| {
        let labels = game.report().buttons.iter().map(|button| button.label.clone());
        labels.filter(|label| label.starts_with("Game ")).collect::<Vec<_>>()
    };
    let first = rows(&mut game);
    assert!(first.len() < 30, "{}", first.len());
    assert!(first[0].starts_with("Game 1 of 2"), "{}", first[0]);
    let middle = Vec2::new(400.0, 400.0);
    for _ in 0..40 {
        game.turn_wheel(middle, -20.0);
        game.steps(2);
    }
    let later = rows(&mut game);
    assert!(later.len() < 30 && !later.contains(&first[0]), "{later:?}");
    search(&mut game, "\"black 17\"");
    game.steps(4);
    assert!(rows(&mut game)[0].starts_with("Game 1 of "), "the list begins at its top");
}

#[test]
fn the_library_is_searched_by_its_field() {
    let mut game = in_window(&three_games(), 390, 844);
    open_library(&mut game);
    type_into(&mut game, "Search the library", "cora");
    until_done(&mut game);
    assert_eq!(found(&mut game), ["Ben–Cora"]);
    assert_eq!(game.report().status, "1 of 3 games");
}

#[test]
fn a_position_of_any_board_can_be_searched_for() {
    for key in ["five", "classic-6", "octagon"] {
        let Some(variant) = Variant::built_in(key) else { continue };
        let record = random_game(&variant, 3);
        let mut reached = Match::new(variant, humans(), 1);
        reached.record = record.clone();
        reached.record.jump(4);
        let store = store_with([NewGame::of(&GameRecord::new(record))]);
        let mut game = start(&store);
        open_library(&mut game);
        game.act(Navigate::To(Screen::Title));
        game.enter(reached);
        game.act(LibraryCommand::FindShown);
        until_done(&mut game);
        assert_eq!(ids(&mut game).len(), 1, "{key}");
        game.enter(classic(8, humans()));
        game.act(LibraryCommand::FindShown);
        until_done(&mut game);
        assert_eq!(ids(&mut game).len(), 0, "{key}");
    }
}

#[test]
fn a_finished_match_stays_among_the_saved_ones_unchanged() {
    // Statistics count the saved matches.
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let names = irogaeshi::game::Store::list(&store, Kind::Match).expect("memory can be looked at");
    let before = store.text(&Entry::new(Kind::Match, names[0].as_str()));
    let mut game = start(&store);
    open_library(&mut game);
    assert_eq!(store.text(&Entry::new(Kind::Match, names[0].as_str())), before);
}
