//! Opening files: boards and matches are opened, other files cause an error message, and nothing is lost.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::input::keyboard::Key;
use bevy::window::FileDragAndDrop;
use irogaeshi::cpu::CpuPlayer;
use irogaeshi::game;
use irogaeshi::game::{
    CloseNotice, Editor, EditorCommand, FileOffered, MAX_BYTES, Match, MatchChange, MatchCommand, MatchSetup, Navigate,
    Overlay, OwnBoards, Screen, SetupCommand, VariantChoice,
};
use irogaeshi::notation::{Diagram, GameRecord, Ggf, RecordedSeat};
use irogaeshi::rules::{Ending, Player, Record, Variant};

use crate::harness::{MAX_MOTION_STEPS, TestGame, classic, humans, played, random_game};

const CROSS: &str =
    "; mine\nname: Cross\nplayers: black white\nboard:\n#....#\n......\n..WB..\n..BW..\n......\n#....#\n";
const WRONG: &str = "name: Wrong\nplayers: black white\nboard:\n.WB\n.XB\n";

fn offer(game: &mut TestGame, name: &str, text: &str) {
    game.write(FileOffered { name: name.to_owned(), content: Ok(text.as_bytes().to_vec()) });
    game.steps(4);
}

fn own(game: &mut TestGame) -> Vec<String> {
    game.world_mut().resource::<OwnBoards>().iter().map(|board| board.variant.name().to_owned()).collect()
}

fn chosen(game: &mut TestGame) -> String {
    game.world_mut().resource::<MatchSetup>().variant().expect("something that can be played").name().to_owned()
}

/// A match in progress.
fn match_of_two_moves() -> TestGame {
    let mut game = TestGame::with(played(classic(8, humans()), "f5 d6"));
    game.rest();
    game
}

#[test]
fn an_opened_board_is_chosen_and_added_to_the_own_boards() {
    let mut game = TestGame::new();
    offer(&mut game, "cross.txt", CROSS);
    assert_eq!((game.screen(), chosen(&mut game)), (Screen::NewGame, "Cross".to_owned()));
    assert_eq!((own(&mut game), game.notice()), (vec!["Cross".to_owned()], None));
    game.act(SetupCommand::Start);
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(game.position().board().squares().count(), 32);
}

#[test]
fn the_same_board_is_added_once_and_another_of_the_same_name_beside_it() {
    let mut game = TestGame::new();
    for text in [CROSS, &CROSS.replace("; mine\n", ""), &CROSS.replace("..WB..", "..BW..")] {
        offer(&mut game, "cross.txt", text);
    }
    assert_eq!(own(&mut game), ["Cross", "Cross"]);
    let files: Vec<String> = game.world_mut().resource::<OwnBoards>().iter().map(|board| board.file.clone()).collect();
    assert_eq!(files, ["Cross", "Cross 2"]);
}

#[test]
fn opening_a_board_during_a_match_keeps_the_match() {
    let mut game = match_of_two_moves();
    offer(&mut game, "cross.txt", CROSS);
    assert_eq!((game.screen(), chosen(&mut game)), (Screen::NewGame, "Cross".to_owned()));
    game.act(Navigate::To(Screen::Match));
    game.run_until("the match is shown", 5, |game| game.screen() == Screen::Match);
    assert_eq!(game.moves(), "f5 d6");
}

#[test]
fn an_invalid_board_names_its_line_and_reason_and_changes_nothing() {
    let large = vec![b'#'; MAX_BYTES + 1];
    let problems: [(&[u8], &str); 6] = [
        (WRONG.as_bytes(), "Line 5: Row 2, column 2 of the board: “X” is none of # . B W A C Y G R."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "It seems to be a picture. Only texts can be opened."),
        (b"f5\nd6 \xe4", "Line 2: This is not UTF-8 text."),
        (b"", "It is neither a board nor a game"),
        (&large, "It is larger than 64 KiB. A board is a few lines of text."),
        (b"name: x\nplayers: black white\nboard:\n..\n", "Nobody can move."),
    ];
    for (bytes, why) in problems {
        let mut game = match_of_two_moves();
        game.write(FileOffered { name: "some file".to_owned(), content: Ok(bytes.to_vec()) });
        game.steps(4);
        let shown_text = game.notice().expect("something is announced");
        assert!(shown_text.starts_with(&format!("“some file” cannot be opened. {why}")), "{shown_text}");
        assert_eq!(game.text_below("notice"), Some(format!("{shown_text}\nOK")), "it is shown");
        assert_eq!((game.screen(), game.moves()), (Screen::Match, "f5 d6".to_owned()));
        assert_eq!((own(&mut game).len(), chosen(&mut game)), (0, "Classic 8 × 8".to_owned()));
        game.press(Key::Escape);
        game.steps(2);
        assert_eq!((game.notice(), game.screen()), (None, Screen::Match), "Escape closes the notice first");
        game.play("c3");
        assert_eq!(game.moves(), "f5 d6 c3", "the match goes on");
    }
}

#[test]
fn several_problems_are_shown_one_after_the_other() {
    let mut game = TestGame::new();
    for name in ["one", "two", "two", "three"] {
        offer(&mut game, name, WRONG);
    }
    for name in ["three", "two", "one"] {
        assert!(game.notice().is_some_and(|shown_text| shown_text.contains(name)), "{name} is named, and once");
        game.act(CloseNotice);
        game.steps(2);
    }
    assert_eq!(game.notice(), None);
}

/// A folder with files to drop, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("opening-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("cargo's folder for tests can be written");
        Self(path)
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).expect("the file can be written");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn drop_on_window(game: &mut TestGame, path_buf: PathBuf) {
    let window = game.window();
    game.write(FileDragAndDrop::HoveredFile { window, path_buf: path_buf.clone() });
    game.step();
    game.write(FileDragAndDrop::DroppedFile { window, path_buf });
    game.steps(4);
}

#[test]
fn a_file_that_is_dropped_on_the_window_is_opened() {
    let folder = Folder::new("good");
    let mut game = TestGame::new();
    drop_on_window(&mut game, folder.file("cross.txt", CROSS.as_bytes()));
    assert_eq!((game.screen(), chosen(&mut game)), (Screen::NewGame, "Cross".to_owned()));
}

#[test]
fn an_unreadable_dropped_file_causes_a_notice() {
    let folder = Folder::new("bad");
    let missing = folder.0.join("missing.txt");
    let large = folder.file("large.txt", &vec![b';'; MAX_BYTES + 1]);
    let cases = [
        (missing, "“missing.txt” cannot be opened. It cannot be read: No such file or directory"),
        (folder.0.clone(), "cannot be opened. It is not a file."),
        (large, "“large.txt” cannot be opened. It is larger than 64 KiB"),
        (folder.file("wrong.txt", WRONG.as_bytes()), "“wrong.txt” cannot be opened. Line 5:"),
    ];
    for (path, why) in cases {
        let mut game = match_of_two_moves();
        drop_on_window(&mut game, path);
        let shown_text = game.notice().expect("something is announced");
        assert!(shown_text.contains(why), "{shown_text}");
        assert_eq!((game.screen(), game.moves()), (Screen::Match, "f5 d6".to_owned()));
    }
}

#[test]
fn opening_a_board_in_the_editor_can_be_undone() {
    let mut game = TestGame::new();
    game.act(Navigate::To(Screen::Editor));
    game.steps(3);
    offer(&mut game, "cross.txt", CROSS);
    let name = |game: &mut TestGame| {
        game.world_mut().resource::<Editor>().draft().map(|draft| draft.name().to_owned()).unwrap_or_default()
    };
    assert_eq!((game.screen(), name(&mut game)), (Screen::Editor, "Cross".to_owned()));
    assert_eq!(own(&mut game), ["Cross"]);
    game.act(EditorCommand::Undo);
    assert_eq!(name(&mut game), "My Classic 8 × 8");
}

fn record() -> Record {
    let mut record = Record::new(Variant::classic(8).expect("a side"));
    record.play_moves("d3 c3").expect("legal moves");
    record
}

#[test]
fn a_match_in_a_file_can_be_continued() {
    let mut game = TestGame::new();
    offer(&mut game, "match.txt", &record().to_string());
    assert_eq!((game.screen(), game.moves()), (Screen::Match, "d3 c3".to_owned()));
}

#[test]
fn a_game_of_another_program_can_be_continued() {
    let whole = GameRecord::new(record()).to_string();
    let ggf = Ggf::of(&GameRecord::new(record())).expect("Black against White").to_string();
    for (name, text) in
        [("match.json", whole.as_str()), ("game.ggf", &ggf), ("moves.txt", "D3C3"), ("list.txt", "1. d3 c3\n")]
    {
        let mut game = TestGame::new();
        offer(&mut game, name, text);
        assert_eq!((game.screen(), game.moves()), (Screen::Match, "d3 c3".to_owned()), "{name}");
    }
    let position = Diagram::of(record().position()).expect("Black against White").to_string();
    for text in [position.clone(), format!("{position}; c4:+2; % a puzzle\n")] {
        let mut game = TestGame::new();
        offer(&mut game, "puzzle.obf", &text);
        assert_eq!((game.screen(), game.moves()), (Screen::Match, String::new()));
        assert_eq!(game.position().board(), record().position().board());
    }
}

#[test]
fn a_match_in_a_file_keeps_its_players_and_its_ending() {
    let names = |player| if player == Player::Black { "Anna".to_owned() } else { String::new() };
    let oracle = CpuPlayer::MonteCarlo;
    let whole = GameRecord::new(record()).with_names(names).with_seats(|player| {
        Some(if player == Player::Black { RecordedSeat::Human } else { RecordedSeat::Cpu(oracle.into()) })
    });
    let resigned = whole.clone().with_ending(Ending::Resigned(Player::Black)).expect("Black can move");
    for (saved, ending) in [(whole, None), (resigned, Some(Ending::Resigned(Player::Black)))] {
        let mut game = TestGame::new();
        offer(&mut game, "match.json", &saved.to_string());
        assert_eq!((game.screen(), game.moves()), (Screen::Match, "d3 c3".to_owned()));
        let shown = game.world_mut().resource::<Match>().clone();
        assert_eq!((shown.ending(), shown.names[Player::Black].as_str()), (ending, "Anna"));
        assert_eq!(shown.seats[Player::Black], game::Seat::Human);
        assert_eq!(shown.seats[Player::White], game::Seat::Cpu(oracle));
    }

    let mut game = TestGame::new();
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let ggf = format!("(;GM[Othello]PB[Anna]PW[Ben]RE[-64.000:r]{board}B[D3]W[C3];)");
    offer(&mut game, "game.ggf", &ggf);
    let shown = game.world_mut().resource::<Match>().clone();
    assert_eq!(shown.ending(), Some(Ending::Resigned(Player::Black)));
    assert_eq!((shown.names[Player::White].as_str(), shown.humans()), ("Ben", 2));
}

#[test]
fn opening_a_match_over_an_unfinished_one_asks_first() {
    let mut game = match_of_two_moves();
    offer(&mut game, "match.txt", &record().to_string());
    assert!(game.notice().is_some_and(|shown_text| shown_text.contains("ends the match on the board")));
    game.act(CloseNotice);
    game.steps(3);
    assert_eq!((game.moves(), game.notice()), ("f5 d6".to_owned(), None));

    offer(&mut game, "match.txt", &record().to_string());
    // The question receives all keys until it is answered.
    game.press(Key::Tab);
    assert_eq!(game.focused_button().as_deref(), Some("button notice-leave-it"));
    game.press(Key::Tab);
    game.press(Key::Enter);
    game.steps(4);
    assert_eq!((game.moves(), game.notice()), ("d3 c3".to_owned(), None));
    game.assert_shows_record();
}

#[test]
fn keys_do_not_reach_past_the_question_about_a_file() {
    let mut game = match_of_two_moves();
    offer(&mut game, "match.txt", &record().to_string());
    game.type_keys("c3u");
    game.press(Key::ArrowRight);
    game.press(Key::ArrowRight);
    assert_eq!(game.focused_button().as_deref(), Some("button file-open-it"), "arrows walk through the answers");
    game.press(Key::ArrowLeft);
    game.type_keys("n");
    game.steps(4);
    assert_eq!((game.screen(), game.moves()), (Screen::Match, "f5 d6".to_owned()));
}

#[test]
fn replacing_a_completely_undone_match_asks_first() {
    let mut game = match_of_two_moves();
    for _ in 0..2 {
        game.act(MatchCommand::now(MatchChange::TakeBack));
        game.rest();
    }
    offer(&mut game, "match.txt", &record().to_string());
    assert_eq!((game.moves(), game.notice().is_some()), (String::new(), true));
}

#[test]
fn a_finished_match_shows_its_result_however_it_was_opened() {
    let over = random_game(&Variant::classic(4).expect("a side"), 6).to_string();
    let mut game = TestGame::new();
    for _ in 0..2 {
        offer(&mut game, "over.txt", &over);
        game.run_until("the result is shown", MAX_MOTION_STEPS, |game| game.names().contains(&"result".to_owned()));
        game.act(Navigate::To(Screen::Title));
        game.steps(4);
    }
}

/// Played-out games of others, with and without names, and one that was resigned.
const FINISHED_ELSEWHERE: [&str; 3] = [
    include_str!("../data/texts/finished-elsewhere.txt"),
    include_str!("../data/texts/wthor.pgn"),
    "(;gm[Othello]pb[Anna]re[-64.000:r]b[f5]w[d6];)",
];

#[test]
fn a_finished_game_of_others_is_neither_won_by_you_nor_played_by_a_cpu_player() {
    for text in FINISHED_ELSEWHERE {
        let mut game = TestGame::new();
        // Choices for the next match must not affect the result.
        game.act(SetupCommand::ChooseSeat(Player::Black, game::Seat::Cpu(CpuPlayer::MonteCarlo)));
        game.act(SetupCommand::NamePlayer(Player::White, "Newcomer".to_owned()));
        offer(&mut game, "game.txt", text);
        game.run_until("the result is shown", MAX_MOTION_STEPS, |game| game.names().contains(&"result".to_owned()));
        let shown = game.world_mut().resource::<Match>().clone();
        assert_eq!((shown.humans(), shown.you()), (2, None), "{text}");
        assert_ne!(shown.names[Player::White], "Newcomer", "{text}");
        let result = game.text_below("result").unwrap_or_default();
        assert!(!result.contains("You"), "{result}");
    }
    // A human against a CPU player, at another screen.
    let names = |player| if player == Player::Black { "Anna".to_owned() } else { String::new() };
    let seats = |player| {
        Some(if player == Player::Black {
            RecordedSeat::Human
        } else {
            RecordedSeat::Cpu(CpuPlayer::MonteCarlo.into())
        })
    };
    let lost = GameRecord::new(record()).with_names(names).with_seats(seats);
    let lost = lost.with_ending(Ending::Resigned(Player::Black)).expect("Black can move");
    let mut game = TestGame::new();
    offer(&mut game, "match.json", &lost.to_string());
    assert_eq!(game.world_mut().resource::<Match>().you(), None);
}

#[test]
fn an_unfinished_game_gets_the_chosen_players() {
    let mut game = TestGame::new();
    game.act(SetupCommand::ChooseSeat(Player::White, game::Seat::Cpu(CpuPlayer::MonteCarlo)));
    game.act(SetupCommand::ChooseSeat(Player::Black, game::Seat::Human));
    offer(&mut game, "game.txt", "f5d6c3");
    assert_eq!(game.world_mut().resource::<Match>().humans(), 1);
}

#[test]
fn a_partly_readable_text_is_opened_with_a_notice_about_the_rest() {
    for (text, moves, why) in [
        ("f5d6f5c3", "f5 d6", "The moves after that were not read. Move 3, f5: f5 is taken."),
        ("Moves: f5 d6 and then c3", "f5 d6", "The moves after that were not read. Move 3: “and” is not a move."),
        (
            include_str!("../data/texts/board-no-mover.txt"),
            "",
            "The text does not say whose turn it is, so Black moves first.",
        ),
        (
            include_str!("../data/texts/variations.sgf"),
            "f5 d6 c3",
            "The game has variations. Only its main line was read.",
        ),
    ] {
        let mut game = TestGame::new();
        offer(&mut game, "text", text);
        assert_eq!((game.screen(), game.moves().as_str()), (Screen::Match, moves), "{text}");
        assert_eq!(game.notice().as_deref(), Some(why));
    }
    let mut game = match_of_two_moves();
    offer(&mut game, "text", "f5d6f5c3");
    let why = "“text” is a match. Opening it ends the match on the board. \
        The moves after that were not read. Move 3, f5: f5 is taken.";
    assert_eq!(game.notice().as_deref(), Some(why));
    let mut game = TestGame::new();
    offer(&mut game, "game.sgf", "(;GM[1]SZ[19];B[dd])");
    let why = "“game.sgf” cannot be opened. It is a game with the number 1 in SGF, not of Othello, which has 2.";
    assert_eq!(game.notice().as_deref(), Some(why));
}

#[test]
fn a_wrong_move_in_a_file_causes_a_notice() {
    let mut game = TestGame::new();
    offer(&mut game, "match.txt", &record().to_string().replace("d3 c3", "d3 a1"));
    let shown_text = game.notice().expect("something is announced");
    assert_eq!(shown_text, "“match.txt” cannot be opened. Move 2, a1: A disc on a1 would capture nothing.");
    assert_eq!(game.screen(), Screen::Title);
}

#[test]
fn boards_can_be_opened_from_the_list_and_removal_asks_first() {
    let mut game = TestGame::in_window(1280, 800);
    offer(&mut game, "cross.txt", CROSS);
    game.act(SetupCommand::ChooseVariant(VariantChoice::BuiltIn("classic".to_owned())));
    game.act(Navigate::Open(Overlay::BoardLibrary));
    game.steps(5);
    game.click_on("Open Cross");
    game.steps(3);
    assert_eq!(chosen(&mut game), "Cross");
    assert_eq!(game.text_below("list of boards"), None, "what was chosen closes the list");

    game.act(Navigate::Open(Overlay::BoardLibrary));
    game.steps(5);
    game.click_on("Delete Cross");
    game.click_on("Cancel");
    assert_eq!(own(&mut game), ["Cross"]);
    game.click_on("Delete Cross");
    game.click_on("Delete");
    game.steps(3);
    assert_eq!(own(&mut game), Vec::<String>::new());
    assert!(game.text_below("list of boards").is_some_and(|text| text.contains("There are none yet.")));
    game.press(Key::Escape);
    game.steps(3);
    assert_eq!((game.text_below("list of boards"), game.screen()), (None, Screen::NewGame));
}
