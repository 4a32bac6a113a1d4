//! Texts as people paste them from sites, programs and pages: the game or position is read, or the obstacle is
//! reported.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use irogaeshi::notation::{
    AnyText, AnyTextError, Collection, Diagram, GamePart, GameRecord, Reading, Remark, TextKind, games_in,
    transcript_of,
};
use irogaeshi::rules::{Ending, Player, Record, Variant};
use proptest::prelude::*;
use serde::Deserialize;

use crate::cases;
use crate::random_games::random_record;

/// Expected values of a text, computed by another implementation.
#[derive(Deserialize)]
struct Expected {
    over: Option<bool>,
    to_move: Option<String>,
    legal: Option<Vec<String>>,
    counts: Option<BTreeMap<String, u32>>,
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/texts"))
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("a text")
}

fn reading(text: &str) -> Reading {
    Reading::of(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> GameRecord {
    match reading(text).content {
        AnyText::Game(game) => *game,
        AnyText::Variant(_) => panic!("{text} is a game"),
    }
}

/// Moves read from a text, and the warning.
fn told(text: &str) -> (String, Option<String>) {
    (transcript_of(game(text).record()), reading(text).remark.map(|remark| remark.to_string()))
}

#[test]
fn texts_from_elsewhere_are_read_as_another_program_reads_them() {
    let expected: BTreeMap<String, Expected> = serde_json::from_str(&text("expected.json")).expect("is JSON");
    let mut compared = 0;
    for (name, expected) in &expected {
        if expected.over.is_none() {
            continue;
        }
        let game = game(&text(name));
        let position = game.record().position();
        assert_eq!(position.to_move().is_none(), expected.over == Some(true), "{name}");
        if let Some(to_move) = &expected.to_move {
            let letter = position.to_move().map(|player| player.disc().letter().to_string());
            assert_eq!(letter.as_ref(), Some(to_move), "{name}");
        }
        if let Some(legal) = &expected.legal {
            let mut squares: Vec<String> = position.legal_squares().iter().map(|square| square.to_string()).collect();
            squares.sort_unstable();
            assert_eq!(&squares, legal, "{name}");
        }
        if let Some(counts) = &expected.counts {
            let of = |player: Player| u32::from(position.counts()[player]);
            assert_eq!((of(Player::Black), of(Player::White)), (counts["B"], counts["W"]), "{name}");
        }
        compared += 1;
    }
    assert_eq!(compared, 10);
}

#[test]
fn nothing_is_remarked_of_texts_that_are_read_whole() {
    for name in ["bullet.txt", "ggs-board.txt", "leading-word.txt", "playok.pgn", "playok.txt", "title-line.txt"] {
        assert_eq!(reading(&text(name)).remark, None, "{name}");
    }
    assert_eq!(reading(&text("board-no-mover.txt")).remark, Some(Remark::NobodyToMove));
}

#[test]
fn moves_are_found_among_signs_numbers_and_words() {
    for text in [
        "f5d6c3",
        "F5 D6 C3",
        "f5-d6-c3",
        "f5/d6/c3",
        "f5 > d6 > c3",
        "f5→d6→c3",
        "f5, d6, c3.",
        "F5;D6;C3;",
        "[f5][d6][c3]",
        "1-f5 2-d6 3-c3",
        "1=f5, 2=d6, 3=c3",
        "Move 1: f5\nMove 2: d6\nMove 3: c3",
        "⚫f5 ⚪d6 ⚫c3",
        "ｆ５－ｄ６－ｃ３　（３３－３１）",
        "P@f4 P@d3 P@c6",
        "f5d6c3 B+2",
        "https://example.org/play#f5d6c3",
        "> f5d6c3\n> Nice game!",
        "1 f5 2 d6 3 c3",
        "1: f5 2: d6 3: c3",
        "1) f5, 2) d6, 3) c3",
        "1. f5 d6 2. c3",
        "1.f5 2.d6 3.c3",
        "B:f5 W:d6 B:c3",
        "Black f5, White d6, Black c3",
        "ｆ５ｄ６ｃ３",
        "Ｆ５　Ｄ６　Ｃ３",
        "１．Ｆ５ ２．Ｄ６ ３．Ｃ３",
        "棋譜：F5D6C3",
        "棋譜F5D6C3でした",
        "黒F5 白D6 黒C3",
        "第1手F5 第2手D6 第3手C3",
        "・F5・D6・C3",
        "● f5 ○ d6 ● c3",
        "f5d6c3 33-31",
        "f5d6c3 (33-31)",
        "f5 d6 c3 Black wins 33-31",
        "f5d6c3\nWhite resigned.\n",
        "Transcript: f5d6c3",
        "transcript: f5d6c3",
        "moves: f5d6c3",
        "name: Anna\nf5d6c3",
        "players: Anna, Ben\nf5d6c3",
        "format: XOT\nf5d6c3",
        "goal: to win\nf5d6c3",
        "Table A1\nf5d6c3",
        "Round B4, board A1: f5d6c3",
        "Opening F5: f5d6c3",
        "8x8: f5d6c3",
        "see https://example.org/game/123?moves=f5d6c3&lang=en",
        "<p>Moves</p>\n<b>f5</b> <b>d6</b> <b>c3</b>",
        "I played d3 yesterday, today f5d6c3",
        "1. f5 good 2. d6 better 3. c3",
        "1 (0:03) f5 2 (0:05) d6 3 (1.5s) c3",
        "----------------\nf5d6c3\n----------------",
        "\u{feff}\r\nf5d6c3\r\n",
        "[Event \"?\"]\n[Black \"Anna\"]\n\n1. f5 {the usual one} d6 (1... f6 2. e6) 2. c3 *\n",
    ] {
        assert_eq!(told(text), ("f5d6c3".to_owned(), None), "{text}");
    }
}

#[test]
fn reading_stops_at_the_first_impossible_move_and_says_so() {
    for (text, moves, why) in [
        ("f5d6f5", "f5d6", "move 3, f5: f5 is taken"),
        ("f5d6a1c3", "f5d6", "move 3, a1: a disc on a1 would capture nothing"),
        ("Transcript: f5 d6 z99 c3", "f5d6", "move 3: \"z99\" is not a square"),
        ("f5d6c", "f5d6", "move 3: \"c\" is not a square"),
        ("f5 d6 pass c3", "f5d6", "move 3: Black has a legal move and must not pass"),
        ("f5 d6 and then c3", "f5d6", "move 3: \"and\" is not a move"),
        ("f5d6c3\nAnother game: f5f6e6", "f5d6c3", "move 4: \"Another\" is not a move"),
        ("[Black \"Anna\"]\n1. f5 d6 2. d6 *", "f5d6", "move 3, d6: d6 is taken"),
    ] {
        let remark = format!("reading stopped there: {why}");
        let (read, said) = told(text);
        assert_eq!(read, moves, "{text}");
        assert!(said.as_ref().is_some_and(|said| said.starts_with(&remark)), "{text}: {said:?}");
    }
    for text in ["a1f5d6", "pass f5", "f6", "Moves: e3f3"] {
        let why = Reading::of(text).expect_err(text).to_string();
        assert!(why.starts_with("move 1"), "{text}: {why}");
    }
}

#[test]
fn boards_are_found_in_brackets_with_coordinates_and_among_words() {
    let rows = ["--------", "--------", "--------", "---OX---", "---XO---", "--------", "--------", "--------"];
    let board = rows.concat();
    let numbered: Vec<String> = rows.iter().zip(1..).map(|(row, number)| format!("{number} {row} {number}")).collect();
    let blanks = |row: &str| row.chars().map(|letter| letter.to_string()).collect::<Vec<_>>().join(" ");
    let spaced: Vec<String> =
        rows.iter().zip(1..).map(|(row, number)| format!("{number} | {} |", blanks(row))).collect();
    let drawn = rows.join("\n").replace('-', "□").replace('X', "●").replace('O', "○");
    let texts = [
        board.clone(),
        format!("board: {board}"),
        format!("Position {board}, what now?"),
        format!("[8 {} *]", rows.join(" ").replace('X', "*")),
        format!("board:\n{}\n", rows.join("\n")),
        format!("  abcdefgh\n{}\n  abcdefgh\n\nBlack to move\n", numbered.join("\n")),
        format!("    A B C D E F G H\n{}\n", spaced.join("\n")),
        format!("次の一手は？\n{drawn}\n黒番です\n"),
        rows.join("/"),
        board.replace('-', "_"),
        format!("{board}\n{board}\n"),
    ];
    let start = Variant::classic(8).expect("is played");
    for text in &texts {
        assert_eq!(reading(text).kind, TextKind::Diagram, "{text}");
        let game = game(text);
        assert_eq!(game.record().position().board(), start.board(), "{text}");
        assert_eq!(game.record().position().to_move(), Some(Player::Black), "{text}");
    }
    for mover in
        ["O", "White to move", "It is White's turn", "turn: white", "白番", "手番：白", "White to play and win"]
    {
        let text = format!("{}\n{mover}\n", rows.join("\n"));
        assert_eq!(game(&text).record().position().to_move(), Some(Player::White), "{text}");
        assert_eq!(reading(&text).remark, None, "{text}");
    }
    // With nine rows, the first row of the board is ambiguous.
    assert!(Reading::of(&format!("{}\n--------", rows.join("\n"))).is_err());
}

#[test]
fn a_game_in_pgn_keeps_its_names_date_and_end() {
    let pgn =
        |tags: &str| game(&format!("[Black \"Anna\"]\n[White \"?\"]\n[Date \"2021.01.02\"]\n{tags}\n1. f5 d6 *\n"));
    let plain = pgn("");
    assert_eq!((plain.names()[Player::Black].as_str(), plain.names()[Player::White].as_str()), ("Anna", ""));
    assert_eq!((plain.started(), plain.ending()), (Some(1_609_545_600), None));
    for (tags, ending) in [
        ("[Result \"0-1\"]", Ending::Resigned(Player::Black)),
        ("[Result \"40-24\"]", Ending::Resigned(Player::White)),
        ("[Result \"0-1\"]\n[Termination \"Time forfeit\"]", Ending::OutOfTime(Player::Black)),
        ("[Result \"1/2-1/2\"]", Ending::DrawAgreed),
    ] {
        assert_eq!(pgn(tags).ending(), Some(ending), "{tags}");
    }
    assert_eq!(pgn("[Result \"*\"]").ending(), None);
    let whole = game(&text("wthor.pgn"));
    assert_eq!((whole.names()[Player::White].as_str(), whole.ending()), ("W", Some(Ending::PlayedOut)));
}

#[test]
fn texts_without_a_game_or_a_board_are_not_taken_for_one() {
    for text in [
        "",
        "hello",
        "What a fine day: no rain.",
        "note: call Anna",
        "phone: 12\nname: Anna",
        "pass00a",
        "https://example.org/",
        "33-31",
        "2026-11-28",
        "Room B4, table A1.",
        "--------",
        "x",
        "{",
    ] {
        let read = Reading::of(text);
        let is_refused =
            matches!(read, Err(AnyTextError::Unrecognised | AnyTextError::GameRecord(_) | AnyTextError::Diagram(_)));
        assert!(is_refused, "{text}: {read:?}");
    }
}

#[test]
fn the_games_of_archives_are_read_one_by_one() {
    let archive = text("archive-with-one-other-board.ggf");
    let games = games_in(&archive);
    let lines = games.iter().map(|part| part.line).collect::<Vec<_>>();
    assert_eq!(lines, (1..=13).collect::<Vec<_>>());
    let Collection { found, unread } = Collection::read(&archive);
    assert_eq!((found.len(), unread.len()), (12, 1));
    let pgn = text("playok.pgn") + &text("wthor.pgn") + &text("playok.pgn");
    let black = |part: &GamePart| game(part.text).names()[Player::Black].clone();
    assert_eq!(games_in(&pgn).iter().map(black).collect::<Vec<_>>(), ["blackplayer", "B", "blackplayer"]);
    let commented = "(;GM[Othello]C[see (; and ;) here]B[F5];)\n1 (;GM[Othello]B[D3];)";
    assert_eq!(games_in(commented).len(), 2);
}

#[test]
fn lists_with_a_game_a_line_fall_into_their_lines() {
    let lines = |text: &str| games_in(text).iter().map(|part| part.line).collect::<Vec<_>>();
    let board = Diagram::start();
    let games = format!("{}\n\n{}\n", GameRecord::new(Record::new(Variant::classic(8).unwrap())), "{\"format\":9}");
    for (text, expected) in [
        ("f5d6c3\nf5f6e6\nd3c3c4", vec![1, 2, 3]),
        ("# a list\n\nf5d6c3 33-31\nAnna - Ben\nf5f6e6 32-32\r\n\n1. d3 c3 2. c4\n", vec![3, 5, 7]),
        ("f5d6c3\nf6f5e4\nf5f6e6", vec![1, 2, 3]),
        ("f5d6\nf5f6\nf5f4", vec![1, 2, 3]),
        // A single game over several lines, also one with an impossible move.
        ("1. f5 d6 2. c3 d3\n3. c4 f4 4. c5 b3", vec![1]),
        ("f5d6\nc3d3\nc4", vec![1]),
        ("f5\nd6\nc3", vec![1]),
        ("f5d6c3d3\nc4f4f4b3", vec![1]),
        ("Table A1, round B4\nf5d6c3d3", vec![1]),
        (&format!("{board};\n% comment\n{board}; f5:+2;\n"), vec![1, 3]),
        (&format!("{board};\nnonsense"), vec![1]),
        (&games, vec![1, 3]),
        ("[{\"format\": 1},\n {\"format\": 2}]", vec![1, 2]),
        ("{\n\"format\": 1\n}\n{\n\"format\": 2\n}", vec![1, 4]),
        ("[Black \"A\"]\n\n1. f5 d6\n\n[Black \"B\"]\n\n1. f5 f6\n", vec![1, 5]),
        ("(;GM[2];B[f5])\n(;GM[2];B[d3](;W[c3])(;W[e3]))", vec![1, 2]),
        ("2 (;GM[Othello]B[F5];)(;GM[Othello]B[D3];)\n1 (;GM[Othello]B[D3];)", vec![1, 1, 2]),
    ] {
        assert_eq!(lines(text), expected, "{text}");
    }
    let long = "f5d6c3d3c4f4f6f3e6e7d7c6d8c8 33-31\n".repeat(4000);
    assert_eq!(lines(&long).last(), Some(&4000), "longer than any single text");
    let long = format!("{board};\n").repeat(2000);
    assert_eq!(lines(&long).len(), 2000);
    assert_eq!(lines(&"no game at all\n".repeat(9000)), [1]);
}

#[test]
fn what_cannot_be_read_is_named_by_its_line_and_the_rest_is_read() {
    let Collection { found, unread } = Collection::read("f5d6c3\nf6f5e4\nf5f6e6e6\nd3c3");
    assert_eq!(found.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 4]);
    assert!(matches!(found[1].1.remark, Some(Remark::Stopped(_))));
    assert_eq!(unread.len(), 1);
    assert_eq!((unread[0].0, unread[0].1.to_string().as_str()), (2, "move 1, f6: a disc on f6 would capture nothing"));
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn a_game_is_found_whatever_stands_around_it(
        seed: u64,
        plies in 4..61_usize,
        before in "([A-Za-z]{3,9}[ :,.\n]{1,2}){0,4}",
        separator in "[ ,;/>|.]{1,2}|-|",
        numbered: bool,
        result in "|\n33-31| [0-9]{1,2}-[0-9]{1,2}\n|, [a-z]{6,9} [a-z]{6,9}[.]",
    ) {
        // Avoids words that are a move, a player or a pass, and keys of boards.
        let before = before.replace(['a', 'b', 'p', 'w', 'A', 'B', 'P', 'W'], "k");
        let record = random_record(Variant::classic(8).expect("is played"), seed, plies);
        let squares = record.played().iter().enumerate().map(|(index, turn)| {
            let number = if numbered { format!(" {}. ", index + 1) } else { String::new() };
            format!("{number}{}", turn.chosen())
        });
        let moves = squares.collect::<Vec<_>>().join(&separator);
        let text = format!("{before}\n{moves}{result}");
        let read = game(&text).into_record();
        prop_assert_eq!(read, record, "{}", text);
        prop_assert_eq!(reading(&text).remark, None, "{}", text);
    }

    #[test]
    fn every_game_read_is_legal(text in "([a-h][1-8]|[ ,;:/\n.-]|[0-9]{1,2}|pass|--|[-XO]{8}|\\PC{0,3}){0,40}") {
        if let Ok(Reading { content: AnyText::Game(game), .. }) = Reading::of(&text) {
            prop_assert_eq!(game.to_string().parse::<GameRecord>(), Ok(*game));
        }
    }
}
