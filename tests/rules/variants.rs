//! Text formats as documented in `docs/variants.md`: reads its examples, and provokes its error messages.

use irogaeshi::rules::{Board, BoardError, CutIn, Disc, Goal, Player, Record, RecordError, Variant, VariantProblem};

const DOCUMENT: &str = include_str!("../../docs/variants.md");

/// Examples of the document: the text between lines of three backticks.
fn examples() -> Vec<&'static str> {
    DOCUMENT.split("```").skip(1).step_by(2).collect()
}

/// A board of four squares between two given lines.
fn with_lines(before: &str, after: &str) -> String {
    format!("{before}\nboard:\n.WB.\n{after}\n")
}

#[test]
fn the_documented_variant_is_read() {
    let variant: Variant = examples()[0].parse().expect("the document is right");
    assert_eq!(variant.name(), "Small colour");
    assert_eq!(variant.players(), [Player::Black, Player::White, Player::Ash]);
    let cut_ins = [(5, Player::Cyan), (9, Player::Yamabuki)];
    assert_eq!(variant.cut_ins(), cut_ins.map(|(move_number, player)| CutIn { move_number, player }));
    assert_eq!((variant.board().columns(), variant.board().rows()), (8, 6));
}

#[test]
fn the_documented_record_is_what_a_record_writes() {
    let mut record = Record::new(Variant::classic(8).expect("8 x 8 is a classic board"));
    record.play_moves("F5D6c3").expect("legal moves");
    record.undo();
    assert_eq!(examples()[2].trim_start(), record.to_string());
}

#[test]
fn keys_come_in_any_order_and_letters_in_either_case() {
    let plain: Variant = with_lines("name: X\nplayers: black cyan\nscored: cyan", "").parse().expect("a variant");
    let other = "  board:\n .wb. \n; comment\n\nscored:  Cyan\nplayers: BLACK cyan\nname:  X ";
    assert_eq!(other.parse(), Ok(plain));
}

#[test]
fn a_variant_can_explain_itself_and_let_the_fewest_discs_win() {
    let plain: Variant = with_lines("name: X\nplayers: black white", "").parse().expect("a variant");
    assert_eq!((plain.about(), plain.goal()), ("", Goal::Most));
    let text = with_lines("name: X\nabout: Two squares: no more.\ngoal: FEWEST\nplayers: black white", "");
    let variant: Variant = text.parse().expect("a variant");
    assert_eq!((variant.about(), variant.goal()), ("Two squares: no more.", Goal::Fewest));
    assert_eq!(variant, plain.with_about("Two squares:\nno more.").with_goal(Goal::Fewest));
    assert_eq!(variant.to_string().parse(), Ok(variant));
}

#[test]
fn tabs_and_line_ends_of_other_systems_are_blanks() {
    let plain = with_lines("name: X\nplayers: black white\ncut-ins: 5 cyan, 6 ash", "");
    let other = plain.replace(": ", ":\t").replace(" cyan", " \t cyan").replace(" ash", "\tash").replace('\n', "\r\n");
    assert_ne!(other, plain);
    assert_eq!(other.parse::<Variant>(), plain.parse());
}

#[test]
fn without_cut_ins_and_scores_everybody_takes_turns_and_is_scored() {
    let variant: Variant = with_lines("name: X\nplayers: white ash", "").parse().expect("a variant");
    assert_eq!(variant.scored(), [Player::White, Player::Ash]);
    assert_eq!((variant.cut_ins(), variant.everybody()), (&[][..], vec![Player::White, Player::Ash]));
}

#[test]
fn black_white_and_ash_discs_turn_unless_the_text_says_whose() {
    let fine = "name: X\nplayers: black white";
    let plain: Variant = with_lines(fine, "").parse().expect("a variant");
    let turning = |variant: &Variant| Disc::ALL.map(|disc| variant.board().turns(disc));
    assert_eq!(turning(&plain), [true, true, true, false, false, false, false]);
    assert_eq!(with_lines(fine, "turns: ASH white\tblack").parse(), Ok(plain.clone()));
    assert!(!plain.to_string().contains("turns"), "{plain}");

    let other: Variant = with_lines(fine, "turns: yamabuki white cyan").parse().expect("a variant");
    assert_eq!(turning(&other), [false, true, false, true, true, false, false]);
    assert!(other.to_string().contains("\nturns: white cyan yamabuki\n"), "{other}");
    assert_eq!(other.to_string().parse(), Ok(other.clone()));
    assert_ne!(other, plain);

    let nobody: Variant = with_lines(fine, "turns:").parse().expect("a variant");
    assert_eq!(turning(&nobody), [false; 7]);
    assert!(nobody.to_string().contains("\nturns:\n"), "{nobody}");
    assert_eq!(nobody.to_string().parse(), Ok(nobody));
}

#[test]
fn every_error_names_its_line_and_is_documented() {
    let fine = "name: X\nplayers: black white";
    let row_of = |length: usize| ".".repeat(length);
    let cases = [
        (with_lines("name: X\nplayers black", ""), "line 2: expected \"key: value\", found \"players black\""),
        (
            with_lines("player: black", ""),
            "line 1: unknown key \"player\"; the keys are format, name, about, players, cut-ins, turns, scored, goal, passes and board",
        ),
        (
            with_lines("format: 3\nname", "nonsense"),
            "line 1: the text has format 3, but this version reads formats up to 2; update the program",
        ),
        (with_lines(fine, "format: one"), "line 5: \"one\" is not a format; the format is a number from 1, such as 2"),
        (with_lines("name: X\nname: Y", ""), "line 2: \"name\" is given twice"),
        (format!("{fine}\n\n"), "line 3: there is no \"board:\" line"),
        (
            with_lines("name: X\nplayers: black blue", ""),
            "line 2: \"blue\" is not a player; the players are black, white, ash, cyan and yamabuki",
        ),
        (with_lines("name: X\nplayers: black black", ""), "line 2: Black is named twice"),
        (with_lines(fine, "scored: black black"), "line 5: Black is named twice"),
        (with_lines("players: black\nname: X", ""), "line 1: at least two players must take turns"),
        (
            with_lines(fine, "cut-ins: 5 cyan, ten cyan"),
            "line 5: \"ten cyan\" is not a cut-in; a cut-in is a move number and a player, such as \"10 cyan\"",
        ),
        (with_lines(fine, "cut-ins: 5 cyan, 5 ash"), "line 5: two cut-ins are due at move 5"),
        (with_lines(fine, "cut-ins: 5 black"), "line 5: Black cannot cut in and take turns as well"),
        (
            with_lines(fine, "turns: black blue"),
            "line 5: \"blue\" is not a player; the players are black, white, ash, cyan and yamabuki",
        ),
        (with_lines(fine, "turns: black black"), "line 5: Black is named twice"),
        (with_lines(fine, "scored:"), "line 5: nobody is scored"),
        (with_lines(fine, "scored: cyan"), "line 5: Cyan is scored but does not play"),
        (with_lines(fine, "goal: least"), "line 5: \"least\" is not a goal; the goals are most and fewest"),
        (format!("{fine}\nboard: ...."), "line 3: the rows of the board begin on the line after \"board:\""),
        (format!("{fine}\nboard:\n\n...."), "line 3: the board has no rows"),
        (format!("{fine}\nboard:\n{}", ".\n".repeat(27)), "line 30: the board has more than 26 rows"),
        (format!("{fine}\nboard:\n{}", row_of(27)), "line 4: row 1 of the board is longer than 26 squares"),
        (format!("{fine}\nboard:\n....\n..."), "line 5: row 2 of the board has 3 squares, but the first has 4"),
        (format!("{fine}\nboard:\n.X.."), "line 4: row 1, column 2 of the board: 'X' is none of # . B W A C Y G R"),
        (format!("{fine}\nboard:\n####"), "line 3: the board has no squares"),
        (
            format!("{fine}\nboard:\n{}", format!("{}\n", "R".repeat(26)).repeat(26)),
            "line 3: the board has more than 133 bombs",
        ),
    ];
    for (text, expected) in cases {
        let message = text.parse::<Variant>().expect_err("the text is wrong").to_string();
        assert_eq!(message, expected, "{text}");
        assert_is_documented(expected.split_once(": ").expect("a line number").1);
    }
}

#[test]
fn a_newer_format_is_named_before_anything_else_is_looked_at() {
    let future = "planets: three\n\u{0}\nboard: ....\nFormat: 9\n  format :\t 99999999999999999999\n";
    let error = future.parse::<Variant>().expect_err("is newer");
    assert_eq!((error.line, &error.problem), (5, &VariantProblem::NewerFormat("99999999999999999999".to_owned())));
    assert_eq!(future.parse::<Record>(), Err(error.into()));
    for nonsense in ["", "0", "00", "-1", "1.5", "１"] {
        let error = with_lines(&format!("format: {nonsense}"), "").parse::<Variant>().expect_err("is no format");
        assert_eq!(error.problem, VariantProblem::NotAFormat(nonsense.to_owned()));
    }
    let twice = with_lines("format: 1\nformat: 1", "").parse::<Variant>().expect_err("is given twice");
    assert_eq!((twice.line, twice.problem), (2, VariantProblem::GivenTwice("format".to_owned())));
}

#[test]
fn keys_of_other_programs_are_read_over() {
    let plain = with_lines("name: X\nplayers: black white", "").parse::<Variant>();
    let noted = with_lines("format: 01\nx-author: Anna\nname: X\nx-:\nplayers: black white", "x-author: Ben");
    assert!(plain.is_ok());
    assert_eq!(noted.parse(), plain);
}

#[test]
fn tints_change_nothing_but_the_look() {
    let plain: Variant = "name: X\nplayers: black white\nboard:\n.WB.\n#..#\n".parse().expect("a variant");
    // The tints are as wide as the board has no place, and some do not fit the place.
    let text = format!("x-tints: A-4b/x-pa9x/c\n{plain}");
    let tinted: Variant = text.parse().expect("a variant");
    let found: Vec<String> = tinted.tints().iter().map(|(place, tint)| format!("{place} {}", tint.index())).collect();
    assert_eq!(found, ["a1 0", "c1 1", "d1 1", "a2 16", "c2 15"]);
    assert!(tinted != plain && tinted.is_same_game(&plain) && tinted.digest() == plain.digest());
    assert!(tinted.to_string().contains("\nx-tints: a-2b/x-p\n"), "{tinted}");
    assert_eq!(tinted.to_string().parse(), Ok(tinted.clone()));
    assert_eq!(tinted.to_line().parse(), Ok(tinted.clone()));
    for nonsense in ["", "0a", "3", "?", "a:b", "////////////////////a", &"/".repeat(300)] {
        let read: Variant = format!("x-tints: {nonsense}\n{plain}").parse().expect("tints are never wrong");
        assert!(read.tints().iter().count() <= 2, "{nonsense}");
    }
    let other = plain.board().clone();
    assert_eq!(tinted.clone().with_board(other).tints(), tinted.tints());
    let whole: Variant = "name: X\nplayers: black white\nboard:\n.WB.\n....\n".parse().expect("a variant");
    assert_eq!(tinted.with_board(whole.board().clone()).tints().iter().count(), 4, "a2 is no hole there");
}

#[test]
fn free_passes_are_a_rule_that_only_newer_versions_read() {
    let plain: Variant = with_lines("name: X\nplayers: black white", "").parse().expect("a variant");
    assert!(!plain.free_pass() && plain.to_string().starts_with("format: 1\n"));
    for forced in ["passes: forced\n", "format: 2\n"] {
        assert_eq!(format!("{forced}{plain}").replacen("format: 1\n", "", 1).parse(), Ok(plain.clone()), "{forced}");
    }
    let free = plain.clone().with_free_pass(true);
    let text = free.to_string();
    assert!(text.starts_with("format: 2\n") && text.contains("\npasses: free\n"), "{text}");
    assert_eq!(text.parse().as_ref(), Ok(&free));
    let line = free.to_line();
    assert!(line.contains(";format=2;") && line.contains(";passes=free;"), "{line}");
    assert_eq!(line.parse().as_ref(), Ok(&free));
    assert!(free != plain && !free.is_same_game(&plain) && !free.is_played_alike(&plain));
    assert_ne!(free.digest(), plain.digest());
    let classic = Variant::classic(8).expect("8 x 8 is a classic board");
    assert!(classic.is_ordinary() && !classic.with_free_pass(true).is_ordinary());
}

#[test]
fn records_write_free_passes_among_the_moves() {
    let classic = Variant::classic(8).expect("8 x 8 is a classic board").with_free_pass(true);
    let mut record = Record::new(classic);
    record.play_moves("f5d6 PASSf4passf6").expect("legal moves");
    record.undo();
    record.undo();
    let text = record.to_string();
    assert!(text.ends_with("moves: f5 d6 pass f4\nundone: pass f6\n"), "{text}");
    assert_eq!(text.parse(), Ok(record.clone()));
    record.jump(0);
    record.play_moves("pass pass").expect("legal moves");
    assert!(record.position().outcome().is_some());
    let error = record.play_moves("pass").expect_err("the game is over").to_string();
    assert_eq!(error, "move 1, pass: the game is over");
    let mut usual = Record::new(Variant::classic(8).expect("8 x 8 is a classic board"));
    let error = usual.play_moves("f5 pass").expect_err("the board has no free passes").to_string();
    assert_eq!(error, "move 2, pass: White can place a disc, and this board has no free passes");
}

#[test]
fn a_text_is_read_up_to_64_kib() {
    let fine = with_lines("name: X\nplayers: black white", "");
    let padded = |bytes: usize| format!("{fine}{}", ";".repeat(bytes - fine.len()));
    assert!(padded(Variant::MAX_BYTES).parse::<Variant>().is_ok());
    let error = padded(Variant::MAX_BYTES + 1).parse::<Variant>().expect_err("it is too long");
    assert_eq!(
        (error.to_string().as_str(), error.problem.code()),
        ("line 1: the text is larger than 64 KiB", "too-long")
    );
    assert_is_documented("the text is larger than 64 KiB");
    let record = padded(Variant::MAX_BYTES - 7) + "\nmoves: ";
    assert_eq!(record.parse::<Record>(), Err(RecordError::TooLong));
}

/// A code is the kebab-case name of the enum variant, so that no two problems of an error share one.
#[test]
fn reasons_have_codes_that_stay() {
    let code = |text: &str| text.parse::<Variant>().expect_err(text).problem.code();
    let fine = "name: X\nplayers: black white\n";
    let cases = [
        ("format: 3\n", "newer-format"),
        ("format: x\n", "not-a-format"),
        ("name\n", "not-a-field"),
        ("nome: X\n", "unknown-key"),
        ("name: X\nname: X\n", "given-twice"),
        ("name: X\n", "missing"),
        ("players: blue\n", "unknown-player"),
        ("players: ash ash\n", "player-twice"),
        ("cut-ins: ten\n", "not-a-cut-in"),
        ("goal: least\n", "unknown-goal"),
        ("passes: yes\n", "unknown-passes"),
        ("board: ...\n", "board-on-same-line"),
        ("board:\n", "no-rows"),
        ("board:\n..\n.\n", "row-length"),
        ("board:\nX\n", "unknown-letter"),
        ("board:\n#\n", "no-squares"),
    ];
    for (text, expected) in cases {
        assert_eq!(code(text), expected, "{text}");
    }
    let with_board = |line: &str| code(&format!("{fine}{line}\nboard:\n.WB.\n"));
    let cases = [
        ("cut-ins: 5 cyan, 5 ash", "cut-in-twice"),
        ("cut-ins: 5 black", "cut-in-takes-turns"),
        ("scored:", "nobody-scored"),
        ("scored: ash", "scored-does-not-play"),
    ];
    for (line, expected) in cases {
        assert_eq!(with_board(line), expected, "{line}");
    }
    let record = |moves: &str| format!("{fine}board:\n.WB.\n{moves}").parse::<Record>().expect_err(moves).code();
    let cases = [
        ("", "no-moves"),
        ("moves:\nmoves:\n", "given-twice"),
        ("moves: z99\n", "not-a-square"),
        ("moves: b1\n", "taken"),
        ("moves: a2\n", "not-on-the-board"),
        ("moves: d1\n", "captures-nothing"),
        ("moves: a1 d1\n", "game-over"),
    ];
    for (moves, expected) in cases {
        assert_eq!(record(moves), expected, "{moves}");
    }
}

#[test]
fn names_hold_nothing_that_commands_a_terminal() {
    let text = with_lines("name: \u{1b}[31mRed\u{7}\u{9b}J alert\nabout: a\u{8}b\nplayers: black white", "");
    let variant: Variant = text.parse().expect("a variant");
    assert_eq!((variant.name(), variant.about()), ("[31mRed J alert", "a b"));
    let text = with_lines("name: \u{202e}deR\u{61c}\nabout: a\u{2066}b\nplayers: black white", "");
    let variant: Variant = text.parse().expect("a variant");
    assert_eq!((variant.name(), variant.about()), ("deR", "ab"));
}

#[test]
fn names_and_explanations_are_cut() {
    let text = format!("name: {}\nabout: {}\nplayers: black white", "漢".repeat(70), "漢".repeat(600));
    let variant: Variant = with_lines(&text, "").parse().expect("a variant");
    assert_eq!(variant.name().chars().count(), Variant::MAX_NAME_LETTERS);
    assert_eq!(variant.about().chars().count(), Variant::MAX_ABOUT_LETTERS);
    assert_eq!(variant.to_string().parse(), Ok(variant));
}

/// Maximum number of placements in a game on a square board. Each explosion removes a bomb and, of the squares on the
/// lines through a square, those with another disc: at most as many as there are besides the bombs. Every other placed
/// disc stays, or is removed in this way.
fn longest_game(side: usize, bombs: usize) -> usize {
    let squares = side * side;
    squares + (1..=bombs).map(|bombs| 1 + (4 * side - 6).min(squares - bombs)).sum::<usize>()
}

#[test]
fn the_number_of_bombs_is_limited_on_boards_larger_than_16_x_16() {
    let board = |side: usize, bombs: usize| {
        let cells = "R".repeat(bombs) + &".".repeat(side * side - bombs);
        let rows: Vec<&str> = (0..side).map(|row| &cells[row * side..(row + 1) * side]).collect();
        Board::from_rows(rows)
    };
    assert!(board(16, 256).is_ok());
    assert!(board(26, 133).is_ok());
    assert_eq!(board(26, 134), Err(BoardError::TooManyBombs { most: 133 }));
}

#[test]
fn the_record_of_every_variant_fits() {
    let row = ".".repeat(26);
    let cut_ins: Vec<String> =
        (0..Variant::MAX_CUT_INS as u32).map(|less| format!("{} yamabuki", u32::MAX - less)).collect();
    let (name, about) = ("𠮷".repeat(Variant::MAX_NAME_LETTERS), "𠮷".repeat(Variant::MAX_ABOUT_LETTERS));
    let text = format!(
        "name: {name}\nabout: {about}\nplayers: black white ash cyan\nscored: black white ash cyan yamabuki\n\
        turns: black white ash cyan yamabuki\ngoal: fewest\ncut-ins: {}\nx-tints: {}\nboard:\n{}",
        cut_ins.join(", "),
        vec!["ab".repeat(13); 26].join("/"),
        format!("{row}\n").repeat(26),
    );
    let largest = text.parse::<Variant>().expect("a variant").to_string().len();
    let longest = [(16, 256), (26, 133)].map(|(side, bombs)| longest_game(side, bombs)).into_iter().max();
    let (squares, keys) = (longest.expect("two boards") * " z26".len(), "moves:\nundone:\n".len());
    assert!(largest + squares + keys <= Variant::MAX_BYTES, "{largest} + {squares}");
}

#[test]
fn accepted_variants_read_back() {
    let most = |rest: usize| "x".repeat(Variant::MAX_BYTES - rest);
    let board = "\nplayers: black white\nboard:\n.WB.\n";
    let long_about = format!("name: X\nabout: {}{board}", most(60));
    let long_name = format!("name: {}{board}", most(60));
    let cut_ins: Vec<String> = (0..6000).map(|number| format!("{} ash", 10 + number)).collect();
    let many_cut_ins = format!("name: X\ncut-ins: {}{board}", cut_ins.join(","));
    for text in [long_about, long_name, many_cut_ins] {
        assert!(text.len() <= Variant::MAX_BYTES, "{}", text.len());
        let Ok(variant) = text.parse::<Variant>() else { continue };
        assert_eq!(variant.to_string().parse(), Ok(variant.clone()), "the text of {}", &text[..20]);
        let record = Record::new(variant);
        assert_eq!(record.to_string().parse(), Ok(record), "the record of {}", &text[..20]);
    }
}

#[test]
fn cut_ins_are_counted() {
    let with_cut_ins = |count: usize| {
        let cut_ins: Vec<String> = (1..=count).map(|number| format!("{number} cyan")).collect();
        with_lines("name: X\nplayers: black white", &format!("cut-ins: {}", cut_ins.join(", "))).parse::<Variant>()
    };
    assert!(with_cut_ins(Variant::MAX_CUT_INS).is_ok());
    let error = with_cut_ins(Variant::MAX_CUT_INS + 1).expect_err("they are too many");
    assert_eq!(
        (error.to_string().as_str(), error.problem.code()),
        ("line 5: there are more than 256 cut-ins", "too-many-cut-ins")
    );
    assert_is_documented("there are more than 256 cut-ins");
}

#[test]
fn a_variant_made_in_code_meets_the_same_conditions_as_a_text() {
    use Player::{Ash, Black, Cyan, White};

    let refused = |players: &[Player], cut_ins: &[(u32, Player)], scored: &[Player]| {
        let board = Variant::classic(4).expect("4 x 4 is a classic board").board().clone();
        let cut_ins = cut_ins.iter().map(|(move_number, player)| CutIn { move_number: *move_number, player: *player });
        Variant::new("Made", board, players.to_vec(), cut_ins.collect(), scored.to_vec()).expect_err("it is wrong")
    };
    let two = &[Black, White];
    assert_eq!(refused(&[Black], &[], &[Black]), VariantProblem::TooFewPlayers);
    assert_eq!(refused(&[Black, White, Black], &[], two), VariantProblem::PlayerTwice(Black));
    assert_eq!(refused(two, &[], &[White, White]), VariantProblem::PlayerTwice(White));
    assert_eq!(refused(two, &[(0, Cyan)], two), VariantProblem::NotACutIn("0 cyan".to_owned()));
    assert_eq!(refused(two, &[(3, Cyan), (3, Ash)], two), VariantProblem::CutInTwice(3));
    assert_eq!(refused(two, &[(3, White)], two), VariantProblem::CutInTakesTurns(White));
    assert_eq!(refused(two, &[], &[]), VariantProblem::NobodyScored);
    assert_eq!(refused(two, &[(3, Cyan)], &[Black, Ash]), VariantProblem::ScoredDoesNotPlay(Ash));
    let nameless = with_lines("players: black white\nname:", "").parse::<Variant>().expect_err("it has no name");
    assert_eq!((nameless.line, nameless.problem), (2, VariantProblem::Missing("name")));
    let at_zero = with_lines("name: X\nplayers: black white", "cut-ins: 0 cyan").parse::<Variant>();
    assert_eq!(at_zero.expect_err("moves begin at 1").line, 5);
}

#[test]
fn every_error_of_a_record_is_documented() {
    let classic = Variant::classic(8).expect("8 x 8 is a classic board").to_string();
    let short = "name: X\nplayers: black white\nboard:\n.WB\n";
    let cases = [
        (classic.clone(), "there is no \"moves:\" line"),
        (
            format!("{classic}moves: f5 z99"),
            "move 2: \"z99\" is not a square: a square is a letter from a to z and a number from 1 to 26, such as f5",
        ),
        (format!("{classic}moves: f5 e5"), "move 2, e5: e5 is taken"),
        (format!("{classic}moves: f5 j5"), "move 2, j5: j5 is not on the board"),
        (format!("{classic}moves: f5 a1"), "move 2, a1: a disc on a1 would capture nothing"),
        (format!("{short}moves: a1 a1"), "move 2, a1: the game is over"),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse::<Record>().expect_err("the text is wrong").to_string(), expected);
        assert_is_documented(expected);
    }
    let undone = format!("{classic}moves: f5 d6\nundone: a1").parse::<Record>();
    assert_eq!(undone.expect_err("a1 is wrong").to_string(), "move 1, a1: a disc on a1 would capture nothing");
}

#[test]
fn a_record_names_the_line_of_an_error_in_its_variant() {
    let text = "moves: f5\nname: X\nplayers: black\nboard:\n....\nundone:\n";
    let error = text.parse::<Record>().expect_err("one player is too few");
    assert_eq!(error.to_string(), "line 3: at least two players must take turns");
}

fn assert_is_documented(message: &str) {
    assert!(DOCUMENT.contains(&format!("| `{message}` |")), "docs/variants.md does not explain: {message}");
}
