//! Other programs as opponents: small scripts, and the engine of the terminal tool.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::input_focus::InputFocus;
use bevy::text::{EditableText, TextEdit};
use irogaeshi::game::{
    Match, MatchChange, MatchCommand, MatchPhase, MatchSetup, Navigate, Overlay, ProgramKey, Programs,
    RegisteredProgram, Screen, Seat, SettingCommand, Settings, SettingsSection, ShowSection,
};
use irogaeshi::notation::GameRecord;
use irogaeshi::rules::{ByPlayer, CpuKey, Ending, Player};

use crate::harness::{MAX_THINKING_STEPS, TestGame, at_once, classic};

/// A program that answers `genmove` by these commands of a shell, and is removed with the value.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, on_genmove: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-{}-{name}.sh", std::process::id()));
        let text = format!(
            "while read -r line; do\n case \"$line\" in\n name) printf '= Fake\\n\\n' ;;\n \
             genmove*) {on_genmove} ;;\n *) printf '= \\n\\n' ;;\n esac\ndone\n"
        );
        fs::write(&path, text).expect("the folder of temporary files can be written");
        Self(path)
    }

    fn command(&self) -> String {
        format!("gtp:sh \"{}\"", self.0.display())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A program of this name, registered with a time limit in seconds.
fn registered(name: &str, command: &str, seconds: u16) -> RegisteredProgram {
    let key = Programs::default().new_key(name);
    RegisteredProgram { key, name: name.to_owned(), command: command.to_owned(), seconds }
}

/// A match in which White is played by this program, and Black by a human.
fn against(program: &RegisteredProgram) -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    game.world_mut().insert_resource(at_once());
    game.act(SettingCommand::SetProgram(program.clone()));
    game.enter(seated(program.key));
    game
}

fn seated(key: ProgramKey) -> Match {
    let mut seats = ByPlayer::default();
    seats[Player::White] = Seat::Program(key);
    classic(8, seats)
}

fn answers(game: &mut TestGame, what: &str, is_so: impl Fn(&mut TestGame) -> bool) {
    game.run_until(what, MAX_THINKING_STEPS, is_so);
    game.steps(4);
}

fn is_asked(game: &mut TestGame) -> bool {
    game.labels().contains(&"Another player".to_owned())
}

#[test]
#[cfg(feature = "cli")]
fn a_program_plays_a_whole_match_and_again_after_an_undo() {
    use irogaeshi::cpu::Character;
    for protocol in ["gtp", "nboard"] {
        let path = env!("CARGO_BIN_EXE_irogaeshi-cli");
        let depth = if protocol == "gtp" { " --depth 1" } else { "" };
        let limit = if protocol == "gtp" { "" } else { "@d1" };
        let program =
            registered("Engine", &format!("{protocol}{limit}:\"{path}\" {protocol}{depth} --table-mib 1"), 60);
        let mut game = against(&program);
        assert!(game.text_below("card of white").is_some_and(|words| words.contains("Engine")), "named on its card");
        game.play("f5");
        game.until_ply(2);
        game.act(MatchCommand::now(MatchChange::TakeBack));
        assert_eq!(game.ply(), 0);
        game.play("d3");
        game.until_ply(2);
        game.act(MatchCommand::now(MatchChange::Seat(Player::Black, Seat::Cpu(Character::Greedy.into()))));
        game.until_over();
        assert_eq!(game.game().ending(), Some(Ending::PlayedOut), "{protocol}: {:?}", game.notice());
    }
}

#[test]
fn a_program_that_exceeds_its_time_loses() {
    let script = Script::new("silent", ":");
    let mut game = against(&registered("Slow", &script.command(), 1));
    game.play("f5");
    answers(&mut game, "the time is up", |game| game.game().ending().is_some());
    assert_eq!(game.game().ending(), Some(Ending::OutOfTime(Player::White)));
    assert_eq!(game.notice().as_deref(), Some("Slow did not move within 1 s and loses."));
}

#[test]
fn a_program_that_plays_an_illegal_move_or_passes_loses() {
    for answer in ["h8", "PASS"] {
        let script = Script::new(&format!("illegal-{answer}"), &format!("printf '= {answer}\\n\\n'"));
        let mut game = against(&registered("Blind", &script.command(), 60));
        game.play("f5");
        answers(&mut game, "the program has answered", |game| game.game().ending().is_some());
        assert_eq!(game.game().ending(), Some(Ending::Resigned(Player::White)));
        let expected = format!("Blind played {answer}, which is not a legal move, and loses.");
        assert_eq!(game.notice(), Some(expected));
    }
}

#[test]
fn a_program_may_resign() {
    let script = Script::new("resigns", "printf '= resign\\n\\n'");
    let mut game = against(&registered("Meek", &script.command(), 60));
    game.play("f5");
    answers(&mut game, "it has resigned", |game| game.game().ending().is_some());
    assert_eq!(game.notice().as_deref(), Some("Meek resigns."));
}

#[test]
fn after_a_crash_the_program_can_be_asked_again() {
    let mark = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-{}-crashed", std::process::id()));
    let crash = format!(
        "if [ -e '{0}' ]; then printf '= d6\\n\\n'; else : > '{0}'; echo 'no weights' >&2; exit 3; fi",
        mark.display()
    );
    let script = Script::new("crashes", &crash);
    let mut game = against(&registered("Frail", &script.command(), 60));
    game.play("f5");
    answers(&mut game, "the crash is reported", is_asked);
    let words = game.text_below("question").expect("a question");
    assert!(words.contains("Frail does not play") && words.contains("no weights"), "{words}");
    assert_eq!(game.game().ending(), None, "nobody loses by a crash");
    game.press_on("Try again");
    game.until_ply(2);
    assert_eq!(game.moves(), "f5 d6");
    fs::remove_file(mark).expect("the program has written it");
}

#[test]
fn after_a_crash_the_match_goes_on_with_another_player() {
    let script = Script::new("dies", "exit 3");
    let program = registered("Frail", &script.command(), 60);
    for (other, seat) in [("White: Human", Some(Seat::Human)), ("White: Newcomer", None)] {
        let mut game = against(&program);
        game.play("f5");
        answers(&mut game, "the crash is reported", is_asked);
        game.press_on("Another player");
        game.press_on(other);
        match seat {
            Some(seat) => {
                assert_eq!(game.game().seats[Player::White], seat);
                game.play("d6");
                assert_eq!(game.moves(), "f5 d6");
            }
            None => game.until_ply(2),
        }
    }
}

#[test]
fn after_a_crash_that_was_put_aside_the_menu_offers_another_player() {
    let script = Script::new("leaves", "exit 3");
    let mut game = against(&registered("Frail", &script.command(), 60));
    game.play("f5");
    answers(&mut game, "the crash is reported", is_asked);
    game.act(Navigate::Close);
    game.steps(4);
    assert_eq!(game.phase(), MatchPhase::Thinking);
    assert!(game.status().contains("The program does not play."), "{}", game.status());
    game.act(Navigate::Open(Overlay::MatchMenu));
    game.steps(4);
    game.press_on("Another player");
    assert!(game.labels().contains(&"White: Frail".to_owned()), "{:?}", game.labels());
}

#[test]
fn a_program_that_says_nonsense_loses_nothing() {
    let script = Script::new("nonsense", "printf '= well\\n\\n'");
    let mut game = against(&registered("Odd", &script.command(), 60));
    game.play("f5");
    answers(&mut game, "the answer is reported", is_asked);
    assert!(game.text_below("question").is_some_and(|words| words.contains("“well”, which is not a move")));
}

#[test]
fn a_saved_match_with_a_program_that_is_missing_opens_and_keeps_its_name() {
    let key: CpuKey = "program-gone".parse().expect("a key");
    let key = ProgramKey::try_from(key).expect("a program's key");
    let saved = seated(key).to_game_record().to_string();
    let record: GameRecord = saved.parse().expect("as written");
    let opened = Match::of(record, 1, |_| Seat::Human);
    assert_eq!(opened.seats[Player::White], Seat::Program(key));
    let mut game = TestGame::in_window(1280, 800);
    game.world_mut().insert_resource(at_once());
    game.enter(opened);
    assert_eq!(game.game().to_game_record().to_string(), saved, "it is saved as it was");
    game.play("f5");
    answers(&mut game, "the program is missed", is_asked);
    let words = game.text_below("question").expect("a question");
    assert!(words.contains("gone does not play"), "{words}");
    game.press_on("Another player");
    game.press_on("White: Newcomer");
    game.until_ply(2);
}

#[test]
fn a_program_is_only_offered_for_ordinary_reversi_and_leaves_the_setup_when_removed() {
    let program = registered("Edax", "gtp:edax", 5);
    let mut game = TestGame::in_window(1280, 800);
    game.act(SettingCommand::SetProgram(program.clone()));
    game.act(Navigate::To(Screen::NewGame));
    game.steps(4);
    for (board, is_offered) in [("colour", false), ("classic-8", true)] {
        game.choose_board(board);
        game.act(Navigate::Open(Overlay::CpuPicker(Player::White)));
        game.steps(4);
        assert_eq!(game.labels().contains(&"White: Edax".to_owned()), is_offered, "{board}");
        if !is_offered {
            game.act(Navigate::Close);
        }
    }
    game.press_on("White: Edax");
    assert!(game.text_below("seats").is_some_and(|words| words.contains("5 s a move · gtp:edax")));
    let setup: MatchSetup = game.setup().clone();
    assert_eq!(setup.seats[Player::White], Some(Seat::Program(program.key)));
    let saved = serde_json::to_string(&setup).expect("JSON");
    assert_eq!(serde_json::from_str::<MatchSetup>(&saved).expect("JSON"), setup);
    game.act(SettingCommand::RemoveProgram(program.key));
    game.steps(2);
    assert_eq!(game.setup().seats[Player::White], None);
}

/// Replaces the text of a field.
fn write_into(game: &mut TestGame, label: &str, text: &str) {
    game.press_on(label);
    let field = game.world_mut().resource::<InputFocus>().get().expect("the field has the focus");
    let mut editable = game.world_mut().get_mut::<EditableText>(field).expect("it is a field");
    editable.editor.set_text(text);
    editable.queue_edit(TextEdit::TextEnd(false));
    game.steps(4);
}

fn in_settings() -> TestGame {
    let mut game = TestGame::in_window(1280, 800);
    game.act(Navigate::To(Screen::Settings));
    game.steps(4);
    game.act(ShowSection(SettingsSection::Programs));
    game.steps(4);
    game
}

#[test]
fn a_program_is_registered_tried_changed_and_removed_in_the_settings() {
    let script = Script::new("tried", "printf '= d3\\n\\n'");
    let mut game = in_settings();
    game.press_on("Add a program");
    game.type_keys("edax");
    game.press_on("Save and try");
    assert!(game.text_below("program form").is_some_and(|words| words.contains("such as gtp:edax -gtp")));
    write_into(&mut game, "Protocol and command", &script.command());
    write_into(&mut game, "Name", "Mine");
    game.press_on("Time for a move: 30 s");
    game.press_on("Save and try");
    let program = game.settings().programs.iter().next().cloned().expect("it is registered");
    let expected = RegisteredProgram { seconds: 30, ..registered("Mine", &script.command(), 30) };
    assert_eq!(program, expected);
    answers(&mut game, "it has answered", |game| {
        game.text_below("programs").is_some_and(|words| words.contains("Fake answered d3 in "))
    });

    game.press_on("Change Mine");
    write_into(&mut game, "Name", "Yours");
    game.press_on("Save and try");
    let changed = game.settings().programs.get(program.key).cloned();
    assert_eq!(changed, Some(RegisteredProgram { name: "Yours".to_owned(), ..program.clone() }));

    game.press_on("Remove Yours");
    assert!(game.settings().programs.is_empty());
    game.press_on("Undo");
    assert!(game.settings().programs.get(program.key).is_some());
}

#[test]
fn trying_a_program_says_what_is_wrong_with_it() {
    let refuses = Script::new("refuses", "printf '? no\\n\\n'");
    let cases = [
        ("gtp:no/such/program".to_owned(), "There is no such program."),
        ("gtp:echo hello".to_owned(), "It is not a program for GTP. It wrote “hello”."),
        ("gtp:true".to_owned(), "It ended by itself: "),
        (refuses.command(), "It refused “genmove black”: no"),
    ];
    let mut game = in_settings();
    for (number, (command, _)) in cases.iter().enumerate() {
        game.act(SettingCommand::SetProgram(registered(&format!("P{number}"), command, 5)));
    }
    game.steps(4);
    for (number, (_, expected)) in cases.iter().enumerate() {
        game.press_on(&format!("Try P{number}"));
        answers(&mut game, expected, |game| game.text_below("programs").is_some_and(|words| words.contains(expected)));
    }
}

#[test]
fn a_file_of_settings_brings_no_commands_and_takes_none_away() {
    let program = registered("Edax", "gtp:edax", 5);
    let mut game = TestGame::new();
    game.act(SettingCommand::SetProgram(program.clone()));
    let file = game.settings().to_file();
    assert!(!file.contains("edax"), "{file}");
    let evil = file.replacen("\"settings\": {", "\"settings\": {\"programs\": [{\"key\": \"program-x\", \"name\": \"X\", \"command\": \"gtp:x\", \"seconds\": 5}],", 1);
    let read = Settings::of_file(evil.as_bytes()).expect("a file of settings").expect("with settings");
    game.act(SettingCommand::Import(Box::new(read)));
    assert_eq!(game.settings().programs.iter().collect::<Vec<_>>(), [&program]);
    game.act(SettingCommand::Reset);
    assert_eq!(game.settings().programs.iter().count(), 1);
}
