//! Games of Othello Quest as JSON. The texts are ours, made from the description of the format.

use irogaeshi::notation::{
    AnyText, GamePart, GameRecord, Reading, TextKind, games_in, read_othello_quest, transcript_of,
};
use irogaeshi::rules::{Ending, Player};
use serde_json::{Value, json};

/// A game with these moves, opening and ending of the last move.
fn quest(moves: &str, opening: Value, status: &str) -> Value {
    let squares = moves.split_whitespace();
    let count = moves.split_whitespace().count();
    let moves: Vec<Value> =
        squares
            .enumerate()
            .map(|(index, square)| {
                if index + 1 == count { json!({ "m": square, "s": status }) } else { json!({ "m": square, "t": 1200 }) }
            })
            .collect();
    json!({
        "id": "x1",
        "players": [
            { "id": "anna", "name": "Anna", "oldR": 1500.0, "newR": 1490.0, "oldD": 1, "newD": 1 },
            { "id": "ben", "name": "", "oldR": 1600.0, "newR": 1610.0, "oldD": 2, "newD": 2 },
        ],
        "position": { "startPos": opening, "moves": moves },
        "created": "2021-01-02T03:04:05.678Z",
        "length": count,
        "gtype": "reversi",
    })
}

fn game(value: &Value) -> GameRecord {
    match Reading::of(&value.to_string()) {
        Ok(Reading { kind: TextKind::OthelloQuest, content: AnyText::Game(game), remark: None }) => *game,
        other => panic!("{value}: {other:?}"),
    }
}

#[test]
fn a_game_is_read_with_its_names_and_date() {
    let read = game(&quest("f5 d6 c3", json!([]), "SCORE"));
    assert_eq!(transcript_of(read.record()), "f5d6c3");
    assert_eq!((read.names()[Player::Black].as_str(), read.names()[Player::White].as_str()), ("Anna", "ben"));
    assert_eq!((read.started(), read.ending()), (Some(1_609_556_645), None));
    let pretty = serde_json::to_string_pretty(&quest("f5 d6 c3", json!(null), "SCORE")).expect("JSON");
    assert_eq!(transcript_of(read_othello_quest(&pretty).expect("a game").0.record()), "f5d6c3");
    for created in [json!(1_609_556_645), json!(1_609_556_645_000_u64)] {
        let mut value = quest("f5", json!([]), "SCORE");
        value["created"] = created;
        assert_eq!(game(&value).started(), Some(1_609_556_645));
    }
}

#[test]
fn the_squares_of_a_drawn_opening_come_first_or_are_repeated() {
    for opening in [json!(["f5", "d6"]), json!("f5d6")] {
        assert_eq!(transcript_of(game(&quest("c3 d3", opening.clone(), "SCORE")).record()), "f5d6c3d3");
        assert_eq!(transcript_of(game(&quest("f5 d6 c3 d3", opening, "SCORE")).record()), "f5d6c3d3");
    }
}

#[test]
fn endings_away_from_the_board_have_their_loser() {
    let unrated = |moves: &str, status: &str| {
        let mut value = quest(moves, json!([]), status);
        value["players"] = json!([]);
        game(&value).ending()
    };
    assert_eq!(unrated("f5 d6", "LOSE:RESIGN"), Some(Ending::Resigned(Player::White)));
    assert_eq!(unrated("f5 d6", "WIN:RESIGN"), Some(Ending::Resigned(Player::Black)));
    assert_eq!(unrated("f5 d6 c3", "LOSE:TIMEUP"), Some(Ending::OutOfTime(Player::Black)));
    assert_eq!(unrated("f5 d6 c3", "WIN:DISCONNECT"), Some(Ending::OutOfTime(Player::White)));
    assert_eq!(unrated("f5 d6 c3", "SCORE"), None);
    // The ratings say who lost: Anna's fell.
    assert_eq!(game(&quest("f5 d6", json!([]), "LOSE:RESIGN")).ending(), Some(Ending::Resigned(Player::Black)));
    // A game that is over on the board is played out.
    let over = quest("f5 d6 c5 f4 e3 f6 g5 e6 e7", json!([]), "WIN:RESIGN");
    assert_eq!(game(&over).ending(), Some(Ending::PlayedOut));
}

#[test]
fn passes_are_dashes_and_impossible_moves_end_the_reading() {
    let over = "c4 c5 d6 c7 d7 c3 e6 f5 c6 d8 c8 b8 d3 f4 e3 f7 f6 d2 b5 a5 f8 f3 e2 f1 b6 e7 b3 b4 a3 a4 a6 e8 a8 \
        g6 h5 a7 b7 g7 d1 e1 c2 c1 h8 g5 g8 b2 a1 a2 h4 h6 h7 g4 h3 g3 h2 g2 b1 - g1 h1 f2";
    let read = game(&quest(over, json!([]), "SCORE"));
    assert_eq!((read.record().ply(), read.ending()), (60, Some(Ending::PlayedOut)));
    let (read, stopped) = read_othello_quest(&quest("f5 d6 f5", json!([]), "SCORE").to_string()).expect("a game");
    assert_eq!(transcript_of(read.record()), "f5d6");
    assert_eq!(stopped.expect("a reason").to_string(), "move 3, f5: f5 is taken");
}

#[test]
fn lists_have_several_games() {
    let list = json!({ "games": [quest("f5 d6", json!([]), "SCORE"), quest("d3 c5", json!([]), "SCORE")], "total": 2 });
    for text in [list.to_string(), serde_json::to_string_pretty(&list).expect("JSON")] {
        let games = games_in(&text);
        let read = |part: &GamePart| transcript_of(read_othello_quest(part.text).expect("a game").0.record());
        assert_eq!(games.iter().map(read).collect::<Vec<_>>(), ["f5d6", "d3c5"]);
        assert_eq!(transcript_of(read_othello_quest(&text).expect("a game").0.record()), "f5d6", "the first");
    }
}
