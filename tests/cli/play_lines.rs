//! Games in the terminal, line by line.

use std::io::Write;
use std::process::Stdio;

use irogaeshi::notation::{AnyText, GameRecord};
use irogaeshi::rules::{DrawnBoard, Position};

use super::{command, file, printed, refused, text};

/// Output of a game with these lines as input.
fn played(arguments: &[&str], lines: &str) -> String {
    let mut child = command(&[&["play", "--seed", "1"], arguments].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool runs");
    // A game that is over reads no more.
    let _ = child.stdin.take().expect("it is piped").write_all(lines.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
    text(&output.stdout)
}

#[test]
fn without_arguments_black_is_played_against_a_cpu_player() {
    let output = played(&[], "f5\n");
    let start = "\
Classic 8 × 8. Type \"help\" for help.
   a b c d e f g h
 1 . . . . . . . .
 2 . . . . . . . .
 3 . . . * . . . .
 4 . . * W B . . .
 5 . . . B W * . .
 6 . . . . * . . .
 7 . . . . . . . .
 8 . . . . . . . .
Black 2, White 2. Black (you) to move: d3, c4, f5, e6.
> Black plays f5 and turns 1 disc.
White plays ";
    assert!(output.starts_with(start), "{output}");
    assert!(output.contains("White 3. Black (you) to move: "), "{output}");
    assert!(output.contains("\nContinue with: irogaeshi-cli play --from f5"), "{output}");
}

#[test]
fn a_wrong_line_is_answered_with_what_is_wrong_and_the_game_goes_on() {
    let output = played(&["--players", "human,human"], "a1\nd4\nk9\nnonsense\n\u{1b}[2J\nredo\nundo\nf5\n");
    let answers: Vec<&str> = output.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    let expected = [
        "Refused: a disc on a1 would capture nothing.",
        "Refused: d4 is taken.",
        "Refused: k9 is not on the board.",
        "Refused: \"nonsense\" is neither a square, such as f5, nor a word that \"help\" lists.",
        "Refused: \"[2j\" is neither a square, such as f5, nor a word that \"help\" lists.",
        "Refused: there is nothing to play again.",
        "Refused: there is nothing to take back.",
        "Black plays f5 and turns 1 disc.",
    ];
    assert_eq!(answers[..expected.len()], expected, "{output}");
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let output = played(&["--players", "human,human"], "f5\nd6\nundo\nundo\nredo\nmoves\nquit\n");
    assert!(output.contains("\n> f5\n> Classic 8 × 8: Black 4, White 1. White to move.\nf5\n"), "{output}");
}

#[test]
fn a_hint_names_a_legal_move() {
    let output = played(&["--from", "f5"], "");
    assert!(output.contains("White plays "), "{output}");
    let output = played(&["--players", "human,human", "--board", "classic-4"], "hint\n");
    let hint = output.lines().find_map(|line| line.strip_prefix("> Hint: ")).expect("there is a hint");
    assert!(["b1", "a2", "d3", "c4"].iter().any(|square| hint.starts_with(square)), "{hint}");
}

#[test]
fn cpu_players_play_to_the_end_by_themselves() {
    for (board, players) in [("classic-6", "random,pupil"), ("five", "random,random,random,random,random")] {
        let output = played(&["--board", board, "--players", players], "");
        assert!(!output.contains('>') && output.matches(" plays ").count() > 10, "{output}");
        assert!(output.contains(" wins. ") || output.contains(" is a draw. "), "{output}");
        assert!(!output.contains("Continue with"), "{output}");
        assert_eq!(played(&["--board", board, "--players", players], ""), output, "the same seed, the same game");
    }
}

#[test]
fn a_game_goes_on_after_given_moves_on_any_board() {
    let output = played(&["--players", "human,human", "--board", "classic-4", "--from", "b1"], "a1\n");
    assert!(output.contains("White plays a1"), "{output}");
    assert!(
        output.ends_with(
            "\nb1a1\nContinue with: irogaeshi-cli play --board classic-4 --players human,human --from b1a1\n"
        )
    );
}

#[test]
fn a_game_goes_on_from_a_file_and_its_record_is_printed_in_full() {
    let text = "name: Row\nplayers: black white\nboard:\n.WB.WB\nmoves: a1\n";
    let path = file("row.txt", text);
    let output = played(&["--players", "human,human", "--from", &path], "");
    assert!(output.contains("Row: Black 4, White 1. Black to move.\n"), "{output}");
    assert!(output.ends_with("board:\n.WB.WB\nmoves: a1\n"), "{output}");
    let (_, why) = refused(&["play", "--board", "classic", "--from", &path]);
    assert_eq!(why, format!("{path}: a record has its own board: omit --board and --reverse"));
}

#[test]
fn a_saved_game_has_its_players_and_moves() {
    let path = file("saved.json", "");
    played(&["--players", "human,tree:100", "--save", &path], "f5\n");
    let content = std::fs::read(&path).expect("it is saved");
    let AnyText::Game(game) = AnyText::read_bytes(&content).expect("a game") else { panic!("a game") };
    let game: GameRecord = *game;
    assert_eq!(game.record().ply(), 2);
    let again = played(&["--from", &path, "--players", "human,human"], "");
    assert!(again.contains("Black (human) to move"), "{again}");
}

#[test]
fn passes_are_told() {
    let path = file("passing.txt", "name: Passing\nplayers: ash white black\nboard:\n.WB#.WB\n");
    let output = played(&["--board", &path, "--players", "human,human,human"], "a1\n");
    assert!(output.contains("Ash passes. White passes.\n"), "{output}");
    assert!(output.contains("Black plays a1 and turns 1 disc. Ash passes. White passes.\n"), "{output}");
}

#[test]
fn free_passes_are_offered_and_told_on_boards_that_allow_them() {
    let path = file("free.txt", "name: Free\nplayers: black white\npasses: free\nboard:\n....\n.WB.\n.BW.\n....\n");
    let humans = ["--players", "human,human"];
    let output = played(&[&["--board", &path], &humans[..]].concat(), "pass\nc1\npass\nmoves\n");
    assert!(output.contains("to move: b1, a2, d3, c4.\nYou may also pass.\n> Black passes by choice.\n"), "{output}");
    assert!(output.contains("\n> passc1pass\n"), "{output}");
    let over = played(&[&["--board", &path], &humans[..]].concat(), "x\nx\n");
    assert!(over.contains("White passes by choice.\n") && over.contains("The game is a draw."), "{over}");
    let usual = played(&humans, "pass\n");
    assert!(usual.contains("Refused: Black can place a disc, and this board has no free passes.\n"), "{usual}");
    assert!(!usual.contains("You may also pass"), "{usual}");
}

#[test]
fn wrong_boards_players_and_moves_are_refused() {
    let cases: [(&[&str], &str); 6] = [
        (&["--board", "clasic"], "did you mean \"classic\"? \"irogaeshi-cli boards\" lists them"),
        (&["--players", "humn"], "\"humn\" is not a CPU player"),
        (&["--players", "human,expart"], "did you mean \"expert\"?"),
        (&["--players", "human,human,human"], "3 players are named, but Classic 8 × 8 has 2: black, white"),
        (&["--board", "five", "--players", "sage"], "sage cannot play Five"),
        (&["--from", "f5f5"], "move 2, f5: f5 is taken"),
    ];
    for (arguments, expected) in cases {
        let (output, why) = refused(&[&["play"], arguments].concat());
        assert_eq!(output, "");
        assert!(why.contains(expected), "{why}");
    }
    let (_, why) = refused(&["play", "--save", "no/such/folder/game.json"]);
    assert!(why.starts_with("no/such/folder/game.json: cannot be written"), "{why}");
}

#[test]
fn the_help_lists_everything_that_can_be_typed() {
    let help = played(&["--players", "human,human"], "help\n");
    for word in ["board", "moves", "hint", "new", "undo", "redo", "quit", "pass"] {
        assert!(help.contains(&format!(" {word} ")), "{help}");
    }
    assert!(printed(&["play", "--help"]).contains("Without arguments, you play Black"));
}

#[test]
fn a_board_drawn_for_a_game_is_named_by_its_key() {
    let output = played(&["--board", "random", "--players", "human,human"], "");
    let (kind, seed) = DrawnBoard::read_name(output.split('.').next().expect("a name")).expect("a drawn board");
    assert_eq!(kind, DrawnBoard::Random);
    let key = kind.key_of(seed);
    let first = Position::start(kind.variant(seed)).legal_squares().iter().next().expect("a legal square");
    let continued = played(&["--board", &key, "--players", "human,human"], &format!("{first}\n"));
    let expected = format!("Continue with: irogaeshi-cli play --board {key} --players human,human --from {first}");
    assert!(continued.contains(&expected), "{continued}");
    let drawn = played(&["--board", "chaos", "--players", "human"], "");
    assert!(drawn.starts_with("Chaos "), "{drawn}");
}
