//! The list of games and the statistics: listing, commands, and that nothing is lost.

use std::path::{Path, PathBuf};

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    Advice, AdviceCommand, AdviceKind, CloseNotice, ComeBack, CopyText, Entry, ExportFolder, FileOffered, GamesCommand,
    GamesList, GamesListCommand, Kind, Language, MAX_BYTES, Match, MatchChange, MatchCommand, MemoryStore, Mode,
    Navigate, Pasted, PlayOn, ReviewStep, Screen, Seat, SettingCommand, StoragePlugin, Store, StoreError,
};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{Player, Record, Variant};
use tempfile::TempDir;

use crate::harness::{TestGame, at_once, classic, cpu_plays, humans, played, random_game};

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

/// Plays a match of humans from the beginning.
fn play(game: &mut TestGame, seed: u64, moves: &[&str]) {
    game.enter(Match { seed, ..classic(8, humans()) });
    for name in moves {
        game.play(name);
    }
    game.steps(2);
}

fn open_games(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Games));
    game.run_until("all games are read", 200, |game| {
        game.screen() == Screen::Games && game.world_mut().resource::<GamesList>().is_whole()
    });
    game.steps(2);
}

fn list(game: &mut TestGame) -> GamesList {
    game.world_mut().resource::<GamesList>().clone()
}

/// Number of turns of each listed game, newest first.
fn plies(game: &mut TestGame) -> Vec<usize> {
    list(game).games().iter().map(|listed| listed.plies).collect()
}

fn name(game: &mut TestGame, place: usize) -> String {
    list(game).games()[place].name.clone()
}

fn matches(store: &MemoryStore) -> Vec<String> {
    let names = store.list(Kind::Match).expect("memory can be looked at");
    names.iter().filter_map(|name| store.text(&Entry::new(Kind::Match, name))).collect()
}

fn moves_on_board(game: &mut TestGame) -> String {
    let record = &game.world_mut().resource::<Match>().record;
    record.played().iter().map(|turn| turn.chosen().to_string()).collect()
}

/// The last text that was copied.
fn copied(game: &mut TestGame) -> String {
    let texts = game.world_mut().resource_mut::<Messages<CopyText>>().drain().collect::<Vec<_>>();
    texts.into_iter().next_back().expect("something is copied").0
}

/// Puts a finished game of a human against a CPU player into the store, as another program would.
pub(crate) fn put_finished(store: &MemoryStore, number: u64, side: u8, seat: Seat) {
    let mut game = Match { seed: number, ..classic(side, humans()) };
    game.record = random_game(&Variant::classic(side).expect("a side"), number);
    game.seats[Player::White] = seat;
    let record = game.to_game_record();
    let text = format!(r#"{{"format":1,"changed":{number},"content":{{"seed":{number},"game":{record}}}}}"#);
    store.put(Entry::new(Kind::Match, format!("{number:013}-{number:016x}-0")), text);
}

fn greedy() -> Seat {
    Seat::Cpu("greedy".to_owned().try_into().expect("a CPU player"))
}

#[test]
fn finished_and_abandoned_matches_are_listed_newest_first() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6"]);
    play(&mut game, 2, &["f5"]);
    let mut over = classic(4, cpu_plays(Player::White, Character::Greedy));
    over.record = random_game(&Variant::classic(4).expect("a side"), 3);
    let plies_of_over = over.record.ply();
    game.enter(over);
    game.steps(2);
    open_games(&mut game);
    assert_eq!(plies(&mut game), [plies_of_over, 1, 2]);
    let games = list(&mut game);
    assert_eq!((games.games()[0].mode, games.games()[0].you), (Mode::Computer, Some(Player::Black)));
    assert!(games.games()[0].outcome().is_some() && games.games()[1].goes_on());
    assert_eq!(games.statistics().games, 1);
    drop(game);
    let mut game = start(&store);
    open_games(&mut game);
    assert_eq!(list(&mut game).games(), games.games(), "also after another start");
}

#[test]
fn an_unfinished_game_continues_in_its_entry_and_the_running_one_stays() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6"]);
    play(&mut game, 2, &["c4"]);
    open_games(&mut game);
    let first = name(&mut game, 1);
    game.act(GamesCommand::Open(first.clone()));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.steps(2);
    assert_eq!(moves_on_board(&mut game), "f5d6");
    assert_eq!(matches(&store).len(), 2, "nothing is kept twice");
    game.play("c3");
    game.steps(2);
    assert_eq!(matches(&store).len(), 2, "it goes on where it is kept");
    assert!(matches(&store)[0].contains(r#""moves":"f5 d6 c3""#), "{:?}", matches(&store));
    assert!(matches(&store)[1].contains(r#""moves":"c4""#));
    // And back to the second one.
    open_games(&mut game);
    let second = name(&mut game, 0);
    game.act(GamesCommand::Open(second));
    game.steps(4);
    assert_eq!(moves_on_board(&mut game), "c4");
    game.play("c3");
    game.steps(2);
    assert_eq!(matches(&store).len(), 2);
    drop(game);
    let mut game = start(&store);
    assert_eq!(moves_on_board(&mut game), "c4c3", "what was played last is continued");
    open_games(&mut game);
    assert_eq!(plies(&mut game), [2, 3]);
}

#[test]
fn opening_the_match_on_the_board_does_not_change_it() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6", "c3"]);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    open_games(&mut game);
    let running = name(&mut game, 0);
    game.act(GamesCommand::Open(running));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(moves_on_board(&mut game), "f5d6");
    assert_eq!(game.world_mut().resource::<Match>().record.undone().len(), 1);
    game.play("c4");
    game.steps(2);
    assert_eq!(matches(&store).len(), 1);
}

/// Name of the shown match's saved entry, as the page notes it.
fn saved_name(game: &TestGame) -> Option<String> {
    game.report_json()["kept_as"].as_str().map(str::to_owned)
}

#[test]
fn a_reload_returns_to_the_match_the_review_or_the_screen() {
    let store = MemoryStore::default();
    put_finished(&store, 7, 4, greedy());
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6"]);
    let running = saved_name(&game);
    assert!(running.is_some());
    open_games(&mut game);
    let listed = list(&mut game);
    let mut names = listed.games().iter().map(|listed| listed.name.clone());
    let over = names.find(|name| running.as_ref() != Some(name)).expect("the finished match is listed");
    game.act(GamesCommand::Review(over.clone()));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.steps(2);
    assert_eq!(saved_name(&game), Some(over.clone()), "also of a match that is only looked at");

    for (screen, match_name) in
        [(Screen::Match, running.clone()), (Screen::Match, Some(over.clone())), (Screen::Review, Some(over))]
    {
        let mut again = start(&store);
        again.act(ComeBack { screen, match_name: match_name.clone() });
        again.run_until("the screen is shown", 10, |game| game.screen() == screen);
        again.steps(2);
        assert_eq!(saved_name(&again), match_name);
        assert_eq!(moves_on_board(&mut again) == "f5d6", match_name == running);
    }
    for (screen, nearest) in [
        (Screen::Settings, Screen::Settings),
        (Screen::Games, Screen::Games),
        (Screen::NewRoom, Screen::Lobby),
        (Screen::Room, Screen::Lobby),
        (Screen::Match, Screen::NewGame),
    ] {
        let mut again = start(&store);
        again.act(ComeBack { screen, match_name: None });
        again.run_until("the nearest screen is shown", 10, |game| game.screen() == nearest);
    }
}

#[test]
fn a_finished_game_is_shown_and_never_changed_by_actions_on_the_board() {
    let store = MemoryStore::default();
    put_finished(&store, 7, 8, greedy());
    let kept = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    let only = name(&mut game, 0);
    game.act(GamesCommand::Open(only.clone()));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.rest();
    assert_eq!(matches(&store), kept, "to look at it changes nothing");
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(3);
    assert!(matches(&store).contains(&kept[0]));
    assert_eq!(matches(&store).len(), 2, "a changed game is a new one");
    open_games(&mut game);
    game.act(GamesCommand::Review(only));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
}

#[test]
fn playing_on_does_not_change_the_reviewed_game() {
    let store = MemoryStore::default();
    put_finished(&store, 7, 4, greedy());
    let kept = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    let only = name(&mut game, 0);
    game.act(GamesCommand::Review(only));
    game.run_until("the review is shown", 10, |game| game.screen() == Screen::Review);
    game.act(ReviewStep::To(2));
    game.act(PlayOn);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.rest();
    let now = matches(&store);
    assert_eq!(now.len(), 2, "a continued game is a new one");
    assert!(now.contains(&kept[0]), "the reviewed one is as it was");
    open_games(&mut game);
    assert_eq!(plies(&mut game).len(), 2);
}

#[test]
fn a_deleted_game_can_be_restored_unchanged() {
    let store = MemoryStore::default();
    for number in 1..=3 {
        put_finished(&store, number, 4, greedy());
    }
    let kept = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    let middle = name(&mut game, 1);
    game.act(GamesCommand::Delete(middle.clone()));
    game.steps(2);
    assert_eq!((matches(&store).len(), plies(&mut game).len()), (2, 2));
    assert_eq!(list(&mut game).statistics().games, 2);
    assert_eq!(game.notice().as_deref(), Some("Game deleted."));
    game.act(GamesCommand::Restore(middle.clone()));
    game.steps(2);
    assert_eq!(matches(&store), kept);
    assert_eq!(name(&mut game, 1), middle);
    assert_eq!(list(&mut game).statistics().games, 3);
}

#[test]
fn a_failed_command_is_announced_and_can_be_tried_again() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let kept = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    let only = name(&mut game, 0);
    for refusal in [StoreError::Full, StoreError::ReadOnly] {
        store.refuse(Some(refusal));
        for command in
            [GamesCommand::Delete(only.clone()), GamesCommand::Import("f5d6".to_owned()), GamesCommand::Reset]
        {
            game.act(command.clone());
            game.steps(2);
            let said = game.notice().unwrap_or_default();
            assert!(said.starts_with("That did not work."), "{command:?}: {said}");
            assert_eq!((matches(&store), plies(&mut game).len()), (kept.clone(), 1), "{command:?}");
            game.act(CloseNotice);
        }
    }
    store.refuse(None);
    game.act(GamesCommand::Import("f5d6".to_owned()));
    game.steps(2);
    assert_eq!(plies(&mut game).len(), 2);
}

#[test]
fn changes_of_another_copy_of_the_program_are_not_overwritten() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let (mut one, mut other) = (start(&store), start(&store));
    open_games(&mut one);
    open_games(&mut other);
    let only = name(&mut one, 0);
    one.act(GamesCommand::Delete(only.clone()));
    one.steps(2);
    other.act(GamesCommand::Open(only.clone()));
    other.steps(3);
    assert_eq!(other.notice().as_deref(), Some("That game was changed or deleted elsewhere."));
    one.act(GamesCommand::Restore(only.clone()));
    one.steps(2);
    one.act(GamesCommand::Restore(only));
    one.steps(2);
    assert_eq!(matches(&store).len(), 1, "once");
}

#[test]
fn games_of_later_versions_stay_and_are_reported() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let later = r#"{"format":9,"changed":5,"content":"a dream"}"#;
    store.put(Entry::new(Kind::Match, "0000000000005-0-0"), later);
    let mut game = in_window(&store, 1280, 800);
    open_games(&mut game);
    assert_eq!((plies(&mut game).len(), list(&mut game).unreadable()), (1, 1));
    assert!(game.report().status.contains("One game cannot be read by this version."), "{}", game.report().status);
    assert!(matches(&store).contains(&later.to_owned()));
}

#[test]
fn games_in_any_notation_are_added_and_nothing_else() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_games(&mut game);
    for (text, added) in [
        ("f5d6c3", vec![3]),
        ("1. F5 D6", vec![2]),
        ("(;GM[Othello]PB[Anna]PW[Ben]B[F5]W[D6];)(;GM[Othello]B[F5];)", vec![1, 2]),
    ] {
        let before = plies(&mut game).len();
        game.act(GamesCommand::Import(text.to_owned()));
        game.steps(2);
        let mut new = plies(&mut game);
        new.truncate(plies(&mut game).len() - before);
        new.sort_unstable();
        assert_eq!(new, added, "{text}");
    }
    let elsewhere = list(&mut game).games().iter().all(|listed| listed.mode == Mode::Elsewhere);
    assert!(elsewhere, "imported games have no winner at this screen");
    let kept = matches(&store);
    for wrong in ["", "hello", "f6f5", "name: x\nplayers: black white\nboard:\n.WB.\n"] {
        game.act(GamesCommand::Import(wrong.to_owned()));
        game.steps(2);
        assert!(game.notice().is_some_and(|said| said.starts_with("No game was added.")), "{wrong}");
        assert_eq!(matches(&store), kept);
        game.act(CloseNotice);
    }
    let dropped = FileOffered { name: "game.txt".to_owned(), content: Ok(b"e6f4".to_vec()) };
    game.act(dropped);
    game.steps(2);
    assert_eq!((matches(&store).len(), game.screen()), (kept.len() + 1, Screen::Games), "a dropped file is added");
}

/// Adds the games of a text, and returns the notice about it.
fn added(game: &mut TestGame, text: &str) -> String {
    game.act(GamesCommand::Import(text.to_owned()));
    game.run_until("it is announced", 40, |game| game.notice().is_some());
    let said = game.notice().unwrap_or_default();
    game.act(CloseNotice);
    said
}

#[test]
fn bare_moves_are_added_once() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_games(&mut game);
    let there = "That game is in the list already.";
    assert_eq!(added(&mut game, "f5d6c3"), "Game added.");
    for again in ["f5d6c3", "F5D6C3", "1. F5 D6 2. C3", "(;GM[Othello]B[F5]W[D6]B[C3];)"] {
        assert_eq!(added(&mut game, again), there, "{again}");
    }
    assert_eq!(added(&mut game, "f5d6"), "Game added.", "fewer moves are another game");
    // Names make it another game, and different names yet another one.
    let named = "(;GM[Othello]PB[Anna]PW[Ben]B[F5]W[D6]B[C3];)";
    let others = "(;GM[Othello]PB[Ben]PW[Anna]B[F5]W[D6]B[C3];)";
    assert_eq!(added(&mut game, named), "Game added.");
    assert_eq!(added(&mut game, named), there);
    assert_eq!(added(&mut game, &format!("{named}{others}{others}")), "Game added. 2 others were in the list already.");
    assert_eq!(added(&mut game, &format!("{named}{others}")), "All 2 games are in the list already.");
    assert_eq!(matches(&store).len(), 4);
    game.act(SettingCommand::ChooseLanguage(Some(Language::Japanese)));
    assert_eq!(added(&mut game, "f5d6c3"), "この対局はすでに一覧にあります。");
    assert_eq!(added(&mut game, &format!("{named}{others}")), "2局すべてが、すでに一覧にあります。");
}

/// This many different games in GGF.
fn many_games(count: usize) -> String {
    let games = (0..count).map(|number| format!("(;GM[Othello]PB[Player {number}]B[F5]W[D6];)"));
    games.collect::<Vec<_>>().concat()
}

#[test]
fn many_games_are_added_over_several_frames_and_the_game_goes_on_meanwhile() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let mut game = in_window(&store, 1280, 800);
    open_games(&mut game);
    game.act(GamesCommand::Import(many_games(300)));
    let mut progress = Vec::new();
    while let Some(percent) = list(&mut game).import_progress() {
        progress.push(percent);
        game.step();
        assert!(progress.len() < 50, "it comes to an end: {progress:?}");
        if progress.len() == 2 {
            assert!(game.report().status.contains("Adding games…"), "{}", game.report().status);
            let count = |status: &str| status.contains("1 game.") || status.contains("1 game ");
            assert!(count(&game.report().status), "the list is not announced anew: {}", game.report().status);
            let oldest = list(&mut game).games().last().expect("a game").name.clone();
            game.act(GamesListCommand::Choose(oldest.clone()));
            assert_eq!(list(&mut game).chosen(), Some(oldest.as_str()), "it hears what it is asked");
        }
    }
    assert!(progress.len() > 3, "not in one frame: {progress:?}");
    assert!(progress.is_sorted() && progress.last() < Some(&100), "{progress:?}");
    game.steps(3);
    assert_eq!(game.notice().as_deref(), Some("300 games added."));
    assert!(!game.report().status.contains("Adding games"), "{}", game.report().status);
    assert_eq!((matches(&store).len(), list(&mut game).total()), (301, 301));
}

/// Twelve games on 8 x 8 squares and one on 10 x 10, as in the archive of a server.
const WITH_ANOTHER_BOARD: &str = include_str!("../data/texts/archive-with-one-other-board.ggf");

#[test]
fn unreadable_games_of_an_archive_are_skipped_and_named() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    game.act(FileOffered { name: "archive.ggf".to_owned(), content: Ok(WITH_ANOTHER_BOARD.into()) });
    game.run_until("it is announced", 20, |game| game.notice().is_some());
    let said = game.notice().unwrap_or_default();
    assert_eq!(
        said,
        "12 games added. Game 13 (line 13) was left out. Its board has size 10. Only size 8 can be opened."
    );
    assert_eq!(matches(&store).len(), 12);
    game.act(CloseNotice);
    // The position of such a game does not matter, nor does a line that is not a game among matches as JSON.
    open_games(&mut game);
    let record = |moves: &str| {
        let mut record = Record::new(Variant::classic(8).expect("is played"));
        record.play_moves(moves).expect("are legal");
        GameRecord::new(record)
    };
    let (one, two) = (record("e6f4"), record("e6f6"));
    let said = added(&mut game, &format!("{{\"format\": 99}}\n{one}\nnonsense\n{two}\n"));
    let whole = "2 games added. 2 games were left out, the first of them game 1 (line 1).";
    assert!(said.starts_with(whole), "{said}");
    assert_eq!(matches(&store).len(), 14);
    let doubles = format!("(;GM[Amazons];)(;GM[Othello]B[E6]W[F4];){}(;GM[Othello]B[A1];)", many_games(1));
    let said = added(&mut game, &doubles);
    let whole =
        "Game added. Another one was in the list already. 2 games were left out, the first of them game 1 (line 1). ";
    assert!(said.starts_with(whole), "{said}");
    game.act(SettingCommand::ChooseLanguage(Some(Language::Japanese)));
    let said = added(&mut game, &format!("{}(;GM[Amazons];)", many_games(2)));
    assert!(
        said.starts_with(
            "1局を取り込みました。ほかの1局はすでに一覧にあります。3局目（1行目）は取り込めませんでした。"
        ),
        "{said}"
    );
}

#[test]
fn an_archive_of_unreadable_games_adds_nothing() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_games(&mut game);
    let said = added(&mut game, "(;TY[10];)(;GM[Othello]B[A1];)");
    assert_eq!(said, "No game was added. Its board has size 10. Only size 8 can be opened.");
    assert!(matches(&store).is_empty());
}

#[test]
fn every_screen_shows_the_progress_of_an_import() {
    for screen in [Screen::Title, Screen::Games, Screen::Statistics, Screen::Learn, Screen::Settings, Screen::NewGame] {
        for (width, height) in [(1280, 800), (390, 844), (320, 568)] {
            let mut game = in_window(&MemoryStore::default(), width, height);
            game.act(Navigate::To(screen));
            game.steps(3);
            game.act(GamesCommand::Import(many_games(400)));
            let mut widths = Vec::new();
            while list(&mut game).import_progress().is_some() {
                game.step();
                widths.extend(adding_bar(&mut game));
                assert!(widths.len() < 200, "it comes to an end");
                if widths.len() == 3 {
                    assert!(game.report().status.contains("Adding games…"), "{screen:?}: {}", game.report().status);
                }
            }
            assert!(widths.len() > 5 && widths.is_sorted() && widths[0] < widths[4], "{screen:?}: {widths:?}");
            game.steps(3);
            assert_eq!(adding_bar(&mut game), None, "{screen:?}: it goes when all are added");
            assert!(!game.report().status.contains("Adding games"), "{screen:?}");
        }
    }
}

#[test]
fn a_match_can_be_played_during_an_import_and_shows_its_progress() {
    let mut game = in_window(&MemoryStore::default(), 844, 390);
    game.enter(Match { seed: 1, ..classic(8, humans()) });
    game.steps(5);
    let before = game.report().squares().expect("a board").0;
    game.act(GamesCommand::Import(many_games(400)));
    game.steps(4);
    assert!(
        adding_bar(&mut game).is_some() && game.report().status.contains("Adding games…"),
        "{}",
        game.report().status
    );
    let squares = game.report().squares().expect("a board").0;
    assert!(squares.max.y < before.max.y + 1.0 && squares.height() > 0.8 * before.height(), "{squares:?}");
    game.play("f5");
    game.run_until("all are added", 400, |game| list(game).import_progress().is_none());
    game.steps(5);
    assert_eq!(game.report().squares().expect("a board").0, before, "the board is as large as before");
    assert_eq!(moves_on_board(&mut game), "f5");
}

/// Width of the filled part of the progress bar in percent; `None` without a bar.
fn adding_bar(game: &mut TestGame) -> Option<i32> {
    let world = game.world_mut();
    let line = world.query::<(Entity, &Name)>().iter(world).find(|(_, name)| name.as_str() == "adding games")?.0;
    let [_, bar] = world.get::<Children>(line)?[..] else { panic!("words and a bar") };
    let done = world.get::<Children>(bar)?.first().copied()?;
    let Val::Percent(width) = world.get::<Node>(done)?.width else { panic!("a part of the bar") };
    Some(width.round() as i32)
}

#[test]
fn games_pasted_during_an_import_are_imported_after_it() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_games(&mut game);
    game.write(GamesCommand::Import(many_games(45)));
    game.write(GamesCommand::Import(many_games(50)));
    game.run_until("the first is announced", 30, |game| game.notice().is_some());
    assert_eq!(game.notice().as_deref(), Some("45 games added."));
    game.act(CloseNotice);
    game.run_until("the second is announced", 30, |game| game.notice().is_some());
    assert_eq!(game.notice().as_deref(), Some("5 games added. 45 others were in the list already."));
    assert_eq!(matches(&store).len(), 50);
}

#[test]
fn the_same_moves_on_other_days_are_different_games() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6"]);
    play(&mut game, 2, &["f5", "d6"]);
    open_games(&mut game);
    assert_eq!(plies(&mut game), [2, 2], "both were played here");
    let dated = |date: &str| format!("(;GM[Othello]DT[{date}]PB[Anna]PW[Ben]B[F5]W[D6];)");
    let (monday, tuesday) = (dated("2014-02-17 20:52:27 GMT"), dated("2014-02-18 20:52:27 GMT"));
    assert_eq!(added(&mut game, &format!("{monday}{tuesday}")), "2 games added.");
    assert_eq!(added(&mut game, &format!("{tuesday}{monday}")), "All 2 games are in the list already.");
    let mut days: Vec<u64> = list(&mut game).games()[..2].iter().map(|listed| listed.changed_ms).collect();
    days.sort_unstable();
    assert_eq!(days, [1_392_670_347_000, 1_392_756_747_000], "they were played when they say");
    // A copy of a local game has no date, so it equals that game whatever its day.
    let newest = name(&mut game, 2);
    game.write(GamesCommand::Copy(newest));
    game.step();
    let moves = copied(&mut game);
    assert_eq!(added(&mut game, &moves), "That game is in the list already.");
    assert_eq!(matches(&store).len(), 4);
}

#[test]
fn copied_games_can_be_imported_again() {
    let store = MemoryStore::default();
    for number in 1..=3 {
        put_finished(&store, number, 4, greedy());
    }
    let mut game = start(&store);
    open_games(&mut game);
    let first = name(&mut game, 0);
    game.write(GamesCommand::Copy(first));
    game.step();
    let one = copied(&mut game);
    game.write(GamesCommand::CopyAll);
    game.step();
    let all = copied(&mut game);
    assert_eq!(all.lines().count(), 3);
    let records: Vec<GameRecord> = all.lines().map(|line| line.parse().expect("a match")).collect();
    assert!(records.iter().all(|record| record.started().is_some() && record.ended().is_some()), "with their dates");
    for text in [one, all] {
        let mut elsewhere = start(&MemoryStore::default());
        open_games(&mut elsewhere);
        let lines = text.lines().count();
        elsewhere.act(GamesCommand::Import(text));
        elsewhere.steps(2);
        assert_eq!(plies(&mut elsewhere).len(), lines);
    }
}

/// The text of the only file in a folder whose name begins with `stem`.
fn saved_file(folder: &Path, stem: &str) -> String {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let is_named = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(stem));
    let [file] = &entries.filter(is_named).collect::<Vec<_>>()[..] else { panic!("not one file {stem}") };
    std::fs::read_to_string(file).expect("a text")
}

/// A game with three finished matches in its store, and the folder for its exports.
fn start_with_folder() -> (TestGame, MemoryStore, TempDir) {
    let store = MemoryStore::default();
    let folder = tempfile::tempdir().expect("a folder");
    for number in 1..=3 {
        put_finished(&store, number, 8, greedy());
    }
    let mut game = start(&store);
    game.world_mut().insert_resource(ExportFolder(Some(folder.path().to_owned())));
    (game, store, folder)
}

#[test]
fn exported_games_are_imported_once() {
    let (mut game, store, folder) = start_with_folder();
    play(&mut game, 9, &["f5", "d6"]);
    open_games(&mut game);
    game.act(GamesCommand::SaveAll);
    game.steps(3);
    let shown_text = game.notice().expect("it is announced");
    assert!(shown_text.starts_with("Saved in ") && shown_text.contains("irogaeshi-games"), "{shown_text}");
    let text = saved_file(folder.path(), "irogaeshi-games");
    assert_eq!(text.lines().count(), 4);
    game.act(CloseNotice);
    // Import where all games are already in the list.
    game.act(FileOffered { name: "games.json".to_owned(), content: Ok(text.clone().into_bytes()) });
    game.steps(3);
    assert_eq!(game.notice().as_deref(), Some("All 4 games are in the list already."));
    assert_eq!(matches(&store).len(), 4);
    // Import where one is missing.
    game.act(CloseNotice);
    let oldest = name(&mut game, 3);
    game.act(GamesCommand::Delete(oldest));
    game.steps(2);
    game.act(CloseNotice);
    game.act(GamesCommand::Import(text.clone()));
    game.steps(2);
    assert_eq!(game.notice().as_deref(), Some("Game added. 3 others were in the list already."));
    assert_eq!(matches(&store).len(), 4);
    // Import on another device, by pasting on any screen. A second import adds nothing.
    let mut elsewhere = start(&MemoryStore::default());
    for _ in 0..2 {
        elsewhere.act(Pasted(Some(text.clone())));
        elsewhere.steps(3);
        assert_eq!(elsewhere.screen(), Screen::Title);
        open_games(&mut elsewhere);
        let mut there = plies(&mut elsewhere);
        there.sort_unstable();
        let mut here = plies(&mut game);
        here.sort_unstable();
        assert_eq!(there, here);
        elsewhere.act(Navigate::To(Screen::Title));
        elsewhere.steps(3);
    }
}

#[test]
fn the_statistics_can_be_exported() {
    let (mut game, _, folder) = start_with_folder();
    open_games(&mut game);
    game.act(GamesCommand::SaveStatistics);
    game.steps(3);
    let text = saved_file(folder.path(), "irogaeshi-statistics");
    let saved: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(saved["games"], 3);
    assert_eq!(saved, serde_json::to_value(list(&mut game).statistics()).expect("JSON"));
}

#[test]
fn a_file_of_many_games_is_larger_than_a_board_may_be() {
    let store = MemoryStore::default();
    for number in 1..=200 {
        put_finished(&store, number, 8, greedy());
    }
    let mut game = start(&store);
    open_games(&mut game);
    game.write(GamesCommand::CopyAll);
    game.step();
    let text = copied(&mut game);
    assert!(text.len() > MAX_BYTES, "{} bytes", text.len());
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.json");
    std::fs::write(&path, &text).expect("it is written");
    let mut elsewhere = start(&MemoryStore::default());
    elsewhere.act(FileOffered::read(&path));
    elsewhere.run_until("all are added", 100, |game| game.notice().is_some());
    open_games(&mut elsewhere);
    assert_eq!(plies(&mut elsewhere).len(), 200);
}

#[test]
fn a_classic_game_is_copied_as_its_squares() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["f5", "d6", "c3"]);
    open_games(&mut game);
    let only = name(&mut game, 0);
    game.write(GamesCommand::Copy(only));
    game.step();
    assert_eq!(copied(&mut game), "f5d6c3");
}

#[test]
fn help_is_saved_with_the_game() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    let seats = cpu_plays(Player::White, Character::Greedy);
    game.enter(Match { seed: 5, ..played(classic(8, seats), "f5 d6") });
    game.act(AdviceCommand::Toggle(AdviceKind::Hint));
    game.steps(2);
    assert!(game.world_mut().resource::<Match>().marks.advised);
    let advice = game.world_mut().resource::<Advice>().kind();
    assert_eq!(advice, Some(AdviceKind::Hint), "to note it does not take the hint away");
    game.play("c3");
    game.steps(2);
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.steps(2);
    drop(game);
    let mut game = start(&store);
    let marks = game.world_mut().resource::<Match>().marks;
    assert_eq!((marks.advised, marks.taken_back, marks.imported), (true, true, false));
    game.act(MatchCommand::now(MatchChange::Restart));
    assert!(!game.world_mut().resource::<Match>().marks.has_help(), "a new match has a clean sheet");
}

#[test]
fn removed_games_still_count() {
    const MAX: usize = 30;
    let store = MemoryStore::default();
    store.limit_matches(MAX);
    for number in 1..=MAX as u64 {
        put_finished(&store, number, 4, greedy());
    }
    let mut game = start(&store);
    open_games(&mut game);
    let before = list(&mut game).statistics();
    assert_eq!(before.games as usize, MAX);
    // One more match removes the oldest.
    let mut over = classic(4, cpu_plays(Player::White, Character::Greedy));
    over.record = random_game(&Variant::classic(4).expect("a side"), 3);
    game.enter(over);
    game.steps(2);
    assert_eq!(matches(&store).len(), MAX);
    drop(game);
    let mut game = start(&store);
    open_games(&mut game);
    let after = list(&mut game).statistics();
    assert_eq!(after.games, before.games + 1);
    assert_eq!(after.tally().games(), before.tally().games() + 1);
}

#[test]
fn no_game_is_removed_if_the_totals_cannot_be_saved() {
    let store = MemoryStore::default();
    store.limit_matches(30);
    for number in 1..=30 {
        put_finished(&store, number, 4, greedy());
    }
    store.put(Entry::new(Kind::State, "games"), r#"{"format":9,"changed":1,"content":{}}"#);
    let mut game = start(&store);
    play(&mut game, 9, &["f5"]);
    assert_eq!(matches(&store).len(), 31, "a later version counts, so that it must drop them");
}

#[test]
fn imported_games_remove_none() {
    let store = MemoryStore::default();
    for number in 1..=17 {
        put_finished(&store, number, 4, greedy());
    }
    let own = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    game.act(GamesCommand::Import(many_games(1_050)));
    game.run_until("it is announced", 400, |game| game.notice().is_some());
    assert_eq!(game.notice().as_deref(), Some("1050 games added."));
    let kept = matches(&store);
    assert_eq!((kept.len(), list(&mut game).total()), (17 + 1_050, 17 + 1_050), "the number is the true one");
    assert!(own.iter().all(|game| kept.contains(game)), "each game that was played here is still there");
    play(&mut game, 99, &["f5"]);
    assert_eq!(matches(&store).len(), 17 + 1_050 + 1);
}

#[test]
fn an_imported_game_is_not_the_match_to_continue() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    play(&mut game, 1, &["c4", "c3"]);
    open_games(&mut game);
    game.act(GamesCommand::Import("f5d6".to_owned()));
    game.steps(2);
    drop(game);
    let mut game = start(&store);
    assert_eq!(moves_on_board(&mut game), "c4c3");
    // Playing on makes it the match to continue.
    open_games(&mut game);
    let imported = name(&mut game, 0);
    game.act(GamesCommand::Open(imported));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    game.play("c5");
    game.steps(2);
    drop(game);
    let mut game = start(&store);
    assert_eq!(moves_on_board(&mut game), "f5d6c5");
}

#[test]
fn imported_games_use_only_free_capacity_and_are_removed_first() {
    let store = MemoryStore::default();
    store.limit_matches(100);
    for number in 1..=17 {
        put_finished(&store, number, 4, greedy());
    }
    let mut own = matches(&store);
    let mut game = start(&store);
    open_games(&mut game);
    let text = many_games(120);
    game.act(GamesCommand::Import(text.clone()));
    game.run_until("it is announced", 100, |game| game.notice().is_some());
    let shown_text = "83 games added. 37 more were not added: there is room for 100 games.";
    assert_eq!(game.notice().as_deref(), Some(shown_text));
    assert_eq!(matches(&store).len(), 100);
    game.act(CloseNotice);
    game.act(GamesCommand::Import(text));
    game.run_until("it is announced", 100, |game| game.notice().is_some());
    assert_eq!(game.notice().as_deref(), Some("37 more were not added: there is room for 100 games."));
    // Imported games are removed first, to make room for games that are played here.
    for number in 100..=110 {
        put_finished(&store, number, 4, greedy());
    }
    own = matches(&store).into_iter().filter(|text| own.contains(text) || !text.contains("brought_in")).collect();
    play(&mut game, 99, &["f5"]);
    let kept = matches(&store);
    assert!(own.iter().all(|game| kept.contains(game)), "each game that was played here is still there");
}

#[test]
fn many_games_over_the_limit_are_removed_over_several_frames() {
    let store = MemoryStore::default();
    for number in 1..=400 {
        put_finished(&store, number, 4, greedy());
    }
    store.limit_matches(100);
    let mut game = start(&store);
    game.enter(Match { seed: 9, ..classic(8, humans()) });
    game.play("f5");
    let mut left = vec![matches(&store).len()];
    while *left.last().expect("a number") > 100 {
        game.step();
        left.push(matches(&store).len());
        assert!(left.len() < 100, "it comes to an end: {left:?}");
    }
    let most = left.windows(2).map(|pair| pair[0] - pair[1]).max();
    assert!(most.is_some_and(|most| most <= 50), "no frame removes more: {left:?}");
    drop(game);
    let mut game = start(&store);
    open_games(&mut game);
    assert_eq!(list(&mut game).statistics().games, 400, "all of them count on");
}

#[test]
fn one_game_is_called_a_game() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let mut game = in_window(&store, 1280, 800);
    game.act(Navigate::To(Screen::Statistics));
    game.steps(5);
    let texts: Vec<String> = game.report().texts.iter().map(|shown_text| shown_text.text.clone()).collect();
    assert!(texts.iter().any(|text| text == "game") && !texts.iter().any(|text| text == "games"), "{texts:?}");
}

#[test]
fn resetting_the_statistics_keeps_the_games() {
    let store = MemoryStore::default();
    put_finished(&store, 1, 4, greedy());
    let mut game = start(&store);
    game.act(Navigate::To(Screen::Statistics));
    game.steps(5);
    assert_eq!(list(&mut game).statistics().games, 1);
    game.act(GamesCommand::AskToReset);
    game.steps(2);
    assert_eq!(list(&mut game).statistics().games, 1, "it is asked first");
    game.act(GamesCommand::Reset);
    game.steps(2);
    assert_eq!((list(&mut game).statistics().games, matches(&store).len()), (0, 1));
    drop(game);
    let mut game = start(&store);
    open_games(&mut game);
    assert_eq!((list(&mut game).statistics().games, plies(&mut game).len()), (0, 1));
}

#[test]
fn a_thousand_games_are_read_in_steps_and_twenty_are_shown() {
    let store = MemoryStore::default();
    for number in 1..=1000 {
        put_finished(&store, number, 4, greedy());
    }
    let mut game = in_window(&store, 1280, 800);
    let before = store.work().0;
    game.act(Navigate::To(Screen::Games));
    let in_a_frame = store.work().0 - before;
    assert!((1..=205).contains(&in_a_frame), "{in_a_frame} texts are read in the first frame");
    game.steps(3);
    let rows = game.report().buttons.iter().filter(|button| button.label.starts_with("Game ")).count();
    assert_eq!(rows, GamesList::PAGE_SIZE);
    open_games(&mut game);
    assert!(game.report().status.contains("1000 games"), "{}", game.report().status);
    game.scroll_to("Older games");
    game.click_on("Older games");
    game.steps(3);
    assert!(game.report().buttons.iter().any(|button| button.label.starts_with("Game 21:")));
}

#[test]
fn games_are_chosen_and_opened_by_mouse_finger_and_keyboard() {
    for hand in 0..3 {
        let store = MemoryStore::default();
        put_finished(&store, 1, 4, greedy());
        put_finished(&store, 2, 4, greedy());
        let mut game = in_window(&store, 844, 390);
        open_games(&mut game);
        let label = |game: &TestGame, beginning: &str| {
            let report = game.report();
            let found = report.buttons.iter().find(|button| button.label.starts_with(beginning));
            found.unwrap_or_else(|| panic!("{beginning} is there")).label.clone()
        };
        let press = |game: &mut TestGame, beginning: &str| {
            let wanted = label(game, beginning);
            match hand {
                0 => {
                    game.scroll_to(&wanted);
                    game.click_on(&wanted);
                }
                1 => {
                    game.scroll_to(&wanted);
                    let middle = game.control(&wanted).area().center();
                    game.tap(middle);
                }
                _ => {
                    for _ in 0..30 {
                        if game.focused().as_deref() == Some(wanted.as_str()) {
                            break;
                        }
                        game.press_tab(false);
                        game.steps(2);
                    }
                    assert_eq!(game.focused().as_deref(), Some(wanted.as_str()));
                    game.press(Key::Enter);
                }
            }
            game.steps(4);
        };
        press(&mut game, "Game 1:");
        press(&mut game, "Show");
        game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    }
}

#[test]
fn pasted_games_are_imported_and_the_usual_key_pastes() {
    let store = MemoryStore::default();
    let mut game = start(&store);
    open_games(&mut game);
    game.act(Pasted(Some("f5d6c3".to_owned())));
    game.steps(2);
    assert_eq!(plies(&mut game), [3]);
    game.act(CloseNotice);
    game.press_together(&[Key::Control, Key::Character("v".into())]);
    game.steps(4);
    // Machines that run tests may have no clipboard, or any content in it; a notice is shown in each case.
    assert!(game.notice().is_some());
}

#[test]
fn the_list_shows_the_result_of_a_game_for_its_player() {
    let store = MemoryStore::default();
    let mut record = Record::new(Variant::classic(8).expect("a side"));
    record.play_moves("f5 d6").expect("legal moves");
    let game = GameRecord::new(record)
        .with_names(|player| if player == Player::Black { "Anna".into() } else { String::new() });
    let text = format!(r#"{{"format":1,"changed":3,"content":{{"seed":3,"game":{game}}}}}"#);
    store.put(Entry::new(Kind::Match, "0000000000003-3-0"), text);
    put_finished(&store, 1, 8, greedy());
    let mut game = in_window(&store, 1280, 800);
    open_games(&mut game);
    let report = game.report();
    let rows: Vec<&str> =
        report.buttons.iter().map(|button| button.label.as_str()).filter(|label| label.starts_with("Game ")).collect();
    assert!(rows[0].starts_with("Game 1: Unfinished after 2 moves. Anna and White. Classic 8 × 8"), "{rows:?}");
    assert!(rows[1].starts_with("Game 2: You ") && rows[1].contains("You and Greedy"), "{rows:?}");
}

#[test]
fn the_list_keeps_its_position_when_the_player_returns() {
    let store = MemoryStore::default();
    for number in 1..=3 {
        put_finished(&store, number, 4, greedy());
    }
    let mut game = in_window(&store, 1280, 800);
    open_games(&mut game);
    let newest = game.focused().expect("the newest game has the focus");
    let walk = |game: &mut TestGame, is_there: &dyn Fn(&str) -> bool| {
        for _ in 0..20 {
            if game.focused().is_some_and(|label| is_there(&label)) {
                return;
            }
            game.press(Key::Tab);
            game.steps(2);
        }
        panic!("it is not reached; {game:?}");
    };
    walk(&mut game, &|label| label == "Statistics");
    game.press(Key::Enter);
    game.steps(5);
    assert_eq!(game.screen(), Screen::Statistics);
    open_games(&mut game);
    game.steps(3);
    assert_eq!(game.focused().as_deref(), Some("Statistics"));
    // Selects a game in the middle of the list, and shows its board.
    walk(&mut game, &|label| label == newest);
    game.press(Key::Tab);
    game.steps(2);
    game.press(Key::Enter);
    game.steps(4);
    walk(&mut game, &|label| label == "Show");
    game.press(Key::Enter);
    game.run_until("the match is shown", 10, |game| game.screen() == Screen::Match);
    open_games(&mut game);
    game.steps(3);
    assert_eq!(game.focused().as_deref(), Some("Show"));
}
