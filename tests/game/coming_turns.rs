//! The turn list: the current player and the next ones, with cut-ins before they happen.

use irogaeshi::game::{Match, MatchChange, MatchCommand};
use irogaeshi::rules::{Goal, Variant};

use crate::harness::{TestGame, at_once, classic, humans, random_game};

fn colour(plies: usize) -> TestGame {
    let variant = Variant::built_in("colour").expect("is built in");
    let mut game = Match::new(variant.clone(), humans(), 1);
    game.record = random_game(&variant, 3);
    game.record.jump(plies);
    TestGame::with_settings(game, at_once())
}

/// The listed turns, such as "9 Ash", by number.
fn listed(game: &mut TestGame) -> Vec<String> {
    let mut turns: Vec<String> =
        game.names().into_iter().filter_map(|name| name.strip_prefix("turn ").map(str::to_owned)).collect();
    turns.sort_by_key(|turn| turn.split_once(' ').and_then(|(number, _)| number.parse::<u32>().ok()));
    turns
}

#[test]
fn a_cut_in_is_listed_before_it_happens() {
    let mut game = colour(7);
    assert!(game.game().record.played().iter().all(|turn| turn.passes.is_empty()), "nobody was late");
    assert_eq!(listed(&mut game), ["8 white", "9 ash", "10 cyan", "11 black", "12 white", "13 ash"]);
    assert_eq!(game.text_below("turn 10 cyan").as_deref(), Some("cuts in"));
    assert_eq!(game.text_below("turn 8 white").as_deref(), Some("now"));
    assert_eq!(game.text_below("turn 11 black").as_deref(), Some("11"));
}

#[test]
fn the_list_follows_the_match_forwards_and_back() {
    let mut game = colour(7);
    let before = listed(&mut game);
    let square = game.position().legal_squares().iter().next().expect("a legal square").to_string();
    game.play(&square);
    game.rest();
    assert_eq!(listed(&mut game).first().map(String::as_str), Some("9 ash"));
    game.act(MatchCommand::now(MatchChange::TakeBack));
    game.rest();
    assert_eq!(listed(&mut game), before);
}

#[test]
fn the_list_is_empty_for_two_players_and_after_the_end() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    assert_eq!(listed(&mut game), Vec::<String>::new());
    let mut game = colour(usize::MAX);
    let last = game.game().record.ply() + game.game().record.undone().len();
    game.game_mut().record.jump(last);
    game.steps(3);
    assert!(game.position().to_move().is_none());
    assert_eq!(listed(&mut game), Vec::<String>::new());
}

#[test]
fn the_result_ranks_the_scored_players_by_the_goal() {
    for goal in Goal::ALL {
        let variant = Variant::built_in("colour").expect("is built in").with_goal(goal);
        let mut game = Match::new(variant.clone(), humans(), 1);
        game.record = random_game(&variant, 5);
        let mut game = TestGame::with_settings(game, at_once());
        game.until_over();
        game.steps(3);
        let shown_text = game.text_below("result").expect("a result");
        let counts = game.position().counts();
        let mut ranking: Vec<(u16, String)> =
            variant.scored().iter().map(|player| (counts[*player], player.to_string())).collect();
        ranking.sort();
        if goal == Goal::Most {
            ranking.reverse();
        }
        let places: Vec<usize> =
            ranking.iter().map(|(_, name)| shown_text.rfind(name).expect("everybody is named")).collect();
        assert!(places.is_sorted(), "{goal:?}: {shown_text}");
        assert!(!shown_text.contains("Cyan"), "{shown_text}");
    }
}
