//! The map of quests: open quests, matches that begin from it, and earned stars.

use bevy::prelude::*;
use irogaeshi::game::{
    GamesList, Match, MatchChange, MatchCommand, MemoryStore, Navigate, Overlay, Screen, Seat, SetupCommand,
    StoragePlugin,
};
use irogaeshi::quests::{Quest, QuestGoal};
use irogaeshi::rules::{BoardCard, ByPlayer, Player, Record, Square, Turn, Variant};

use crate::harness::{TestGame, at_once};

fn map(width: u32, height: u32) -> TestGame {
    let mut game = TestGame::in_window_with(width, height, StoragePlugin::with_store(MemoryStore::default()));
    *game.settings() = at_once();
    open_map(&mut game);
    game
}

fn open_map(game: &mut TestGame) {
    game.act(Navigate::To(Screen::Quests));
    game.run_until("all games are read", 50, |game| {
        game.screen() == Screen::Quests && game.world_mut().resource::<GamesList>().is_whole()
    });
    game.steps(5);
}

/// Labels of the quests on the map that can be played.
fn open_quests(game: &TestGame) -> Vec<String> {
    game.labels().into_iter().filter(|label| label.starts_with("Quest ") && label.contains(" stars")).collect()
}

#[test]
fn the_map_shows_every_quest_and_opens_the_first_three() {
    for (width, height) in [(1280, 800), (390, 844)] {
        let game = map(width, height);
        assert_eq!(
            open_quests(&game),
            ["Quest 1: Plus, 0 of 3 stars", "Quest 2: Classic 4 × 4, 0 of 3 stars", "Quest 3: Rectangle, 0 of 3 stars"]
        );
        let all = game.labels().iter().filter(|label| label.starts_with("Quest ")).count();
        assert_eq!(all, Quest::all().len());
        assert!(game.control("Quest 4: X, not open yet").disabled);
        assert_eq!(game.focused().as_deref(), Some("Quest 1: Plus, 0 of 3 stars"));
    }
}

#[test]
fn a_quest_begins_with_its_board_colour_and_opponent() {
    let mut game = map(390, 844);
    game.click_on("Quest 2: Classic 4 × 4, 0 of 3 stars");
    game.steps(3);
    assert_eq!(*game.world_mut().resource::<Overlay>(), Overlay::Quest(2));
    let shown_text = game.text_below("quest").expect("a card");
    for words in ["Quest 2", "You play White", "Win", "Random", "Greedy"] {
        assert!(shown_text.contains(words), "{words}: {shown_text}");
    }
    let quest = &Quest::all()[1];
    game.click_on("Play against Greedy");
    game.run_until("the match begins", 20, |game| game.screen() == Screen::Match);
    let shown = game.game();
    assert_eq!(**shown.record.variant(), *quest.variant);
    assert_eq!(shown.seats[Player::White], Seat::Human);
    assert_eq!(shown.seats[Player::Black], Seat::Cpu(quest.opponents[1]));
}

/// A quest with a known game that its player wins by the last move, and the squares of that game.
fn won_quest() -> (&'static Quest, Vec<Square>) {
    let mut games = Quest::all().iter().filter(|quest| quest.goal == QuestGoal::Win).filter_map(|quest| {
        let measures = BoardCard::of(&quest.board)?.measures;
        let known = [Some(measures.best), measures.widest, measures.wipe_out];
        let won = known.into_iter().flatten().filter(|game| game.winner == Some(quest.player));
        let mut squares = won.filter_map(|game| {
            let mut record = Record::new(Variant::clone(&quest.variant));
            record.play_moves(&game.moves).ok()?;
            let last = record.played().last()?.player;
            let squares = record.played().iter().filter_map(Turn::square).collect();
            (last == quest.player).then_some(squares)
        });
        Some((quest, squares.next()?))
    });
    games.next().expect("some known game ends with the player's move")
}

#[test]
fn a_won_game_earns_stars_that_are_announced_and_kept_on_the_map() {
    let (quest, squares) = won_quest();
    let mut game = TestGame::in_window_with(1280, 800, StoragePlugin::with_store(MemoryStore::default()));
    *game.settings() = at_once();
    let seats =
        ByPlayer::from_fn(|player| if player == quest.player { Seat::Human } else { Seat::Cpu(quest.opponents[1]) });
    let mut begun = Match::new(Variant::clone(&quest.variant), seats, 1);
    let (last, before) = squares.split_last().expect("moves");
    begun.record.play_squares(before).expect("legal moves");
    game.enter(begun);
    game.act(MatchCommand::now(MatchChange::Place { player: quest.player, square: *last }));
    let sentence = format!("Quest {}: 2 stars", quest.number);
    game.run_until("the stars are announced", 200, |game| game.report_json()["notice"] == sentence.as_str());
    open_map(&mut game);
    let label = format!("Quest {}: {}, 2 of 3 stars", quest.number, quest.variant.name());
    assert!(open_quests(&game).contains(&label), "{label}: {:?}", open_quests(&game));
    assert!(open_quests(&game).len() >= 4, "one more is open");
    assert!(game.text_below("screen Quests").expect("a map").contains("2 of 180 stars"));
}

#[test]
fn every_quest_can_be_set_up() {
    let mut game = TestGame::new();
    *game.settings() = at_once();
    for quest in Quest::all() {
        for opponent in quest.opponents {
            game.act(SetupCommand::StartQuest { number: quest.number, opponent });
            let shown = game.game();
            assert_eq!(**shown.record.variant(), *quest.variant, "{}", quest.key());
            assert_eq!(shown.you(), Some(quest.player), "{}", quest.key());
            let others = quest.variant.everybody().into_iter().filter(|player| *player != quest.player);
            assert!(others.map(|player| shown.seats[player]).all(|seat| seat == Seat::Cpu(opponent)));
        }
    }
}
