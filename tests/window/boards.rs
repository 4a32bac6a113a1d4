//! The player's own boards in the real window: painted, played, saved, reopened, and opened from files.

use std::fs;

use irogaeshi::rules::Variant;

use crate::game::{Folder, Game, Options};
use crate::{any_legal, square};

/// Goes from the title to the editor.
fn show_editor(game: &mut Game) {
    game.press_button("New game");
    game.press_button("Board editor");
    game.wait("the editor is shown", |game| {
        game.report().draft.is_some() && game.report().board.as_ref().is_some_and(|board| board.area.cell > 1.0)
    });
}

fn wait_for_draft(game: &mut Game, rows: &[&str]) {
    game.wait(&format!("{rows:?} is drawn"), |game| {
        game.report().draft.as_ref().is_some_and(|draft| draft.iter().eq(rows))
    });
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_board_is_painted_played_saved_and_opened_again() {
    let home = Folder::new();
    let options = Options { home: Some(&home), size: (1280, 800), ..Options::default() };
    let mut game = Game::start(&options);
    show_editor(&mut game);

    // Paint a board from scratch, by pointer and keys.
    game.press_button("Open");
    game.press_button("Empty board");
    wait_for_draft(&mut game, &["........"; 8]);
    for side in ["Columns", "Rows"] {
        for _ in 0..2 {
            let before = game.report().draft.clone();
            game.press_button(&format!("{side}: one fewer"));
            game.wait("the board is smaller", |game| game.report().draft != before);
        }
    }
    wait_for_draft(&mut game, &["......"; 6]);
    assert!(game.report().status.contains("Nobody can move"), "{}", game.report().status);
    game.press_button("Paint: White");
    game.press_button("Symmetry: Both axes");
    game.press_button("Change player in each copy");
    game.wait("the brush is chosen", |game| {
        game.report().button("Change player in each copy").is_some_and(|b| b.chosen)
    });
    game.wait_for_stillness();
    game.click_square(square("c3"));
    wait_for_draft(&mut game, &["......", "......", "..WB..", "..BW..", "......", "......"]);
    game.press_button("Symmetry: none");
    game.press_keys(&["g"]);
    game.wait("green is chosen", |game| game.report().button("Paint: Green").is_some_and(|button| button.chosen));
    game.wait_for_stillness();
    game.drag(square("a1"), square("c1"));
    wait_for_draft(&mut game, &["GGG...", "......", "..WB..", "..BW..", "......", "......"]);
    game.press_button("Undo");
    wait_for_draft(&mut game, &["......", "......", "..WB..", "..BW..", "......", "......"]);
    game.press_button("Redo");
    game.click_square(square("f6"));
    let rows = ["GGG...", "......", "..WB..", "..BW..", "......", ".....G"];
    wait_for_draft(&mut game, &rows);
    game.point_at_nothing();
    game.wait("the discs are seen", |game| {
        let picture = game.picture();
        ["c3", "d3", "c4", "d4"]
            .iter()
            .zip(["white", "black", "black", "white"])
            .all(|(name, disc)| game.disc_on(&picture, square(name)).is_some_and(|seen| seen.key() == disc))
    });
    game.keep_picture("editor", options.size);

    // Save it.
    game.press_button("Save");
    game.wait("it says where the board is kept", |game| {
        game.report().notice.as_ref().is_some_and(|notice| notice.contains("My board.txt"))
    });
    let path = home.path("irogaeshi/boards/My board.txt");
    let kept: Variant = fs::read_to_string(&path).expect("the file is there").parse().expect("it is a variant");
    assert_eq!(kept.board().row_texts().collect::<Vec<_>>(), rows);

    // Play it.
    game.press_button("Play");
    game.wait("it is chosen", |game| game.report().button("Board: My board").is_some_and(|button| button.chosen));
    game.press_button("Black: Human");
    game.press_button("Start");
    game.wait("the match is shown", |game| game.report().board.as_ref().is_some_and(|board| board.area.cell > 1.0));
    assert_eq!(**game.report().record().variant(), kept);
    let legal = any_legal(&game);
    game.click_square(legal);
    game.wait("a move is played", |game| game.report().ply() > 0);
    drop(game);

    // Reopen it after a restart, with unsaved changes.
    let mut game = Game::start(&options);
    show_editor(&mut game);
    wait_for_draft(&mut game, &rows);
    game.wait_for_stillness();
    game.click_square(square("a6"));
    game.wait("a place is painted", |game| game.report().draft.as_ref().is_some_and(|draft| draft[5] == "B....G"));
    // A stroke is saved when it ends. A file that is still being written has another name, and is lost with the game.
    let drafts = home.path("irogaeshi/drafts");
    let is_saved = || {
        let files = fs::read_dir(&drafts).into_iter().flatten().filter_map(Result::ok);
        let mut saved =
            files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|word| word == "json"));
        saved.any(|path| fs::read_to_string(path).is_ok_and(|draft| draft.contains("B....G")))
    };
    game.wait("the stroke has ended", |_| is_saved());
    drop(game);
    let mut game = Game::start(&options);
    show_editor(&mut game);
    wait_for_draft(&mut game, &["GGG...", "......", "..WB..", "..BW..", "......", "B....G"]);
    game.press_button("Open");
    game.press_button("Open My board");
    wait_for_draft(&mut game, &rows);
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_board_is_opened_from_the_command_line() {
    let home = Folder::new();
    let path = home.path("ring.txt");
    fs::write(&path, "name: Ring\nplayers: white ash\nboard:\n....\n.WA.\n.AW.\n....\n").expect("it can be written");
    let arguments = [path.to_str().expect("a path in UTF-8")];
    let options = Options { home: Some(&home), arguments: &arguments, screen: "new-game", ..Options::default() };
    let mut game = Game::start(&options);
    game.wait("it is chosen", |game| game.report().button("Board: Ring").is_some_and(|button| button.chosen));
    game.wait("it says where the board is kept", |game| {
        game.report().notice.as_ref().is_some_and(|notice| notice.contains("Ring.txt"))
    });
    drop(game);

    let mut game = Game::start(&Options { home: Some(&home), ..Options::default() });
    game.press_button("New game");
    game.wait("it is among the user's own boards", |game| game.report().button("Board: Ring").is_some());
}

/// Goes from the title to the system's dialog for files.
fn choose_file(game: &mut Game) {
    game.press_button("New game");
    game.press_button("Your boards");
    game.press_button("Open a file");
}

#[cfg(unix)]
#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_board_can_be_chosen_in_the_systems_dialog() {
    use std::os::unix::fs::PermissionsExt;

    let home = Folder::new();
    let path = home.path("ring.txt");
    fs::write(&path, "name: Ring\nplayers: white ash\nboard:\n....\n.WA.\n.AW.\n....\n").expect("it can be written");
    // A stand-in for a user who chooses that file.
    let dialog = home.path("zenity");
    fs::write(&dialog, format!("#!/bin/sh\necho '{}'\n", path.display())).expect("it can be written");
    fs::set_permissions(&dialog, fs::Permissions::from_mode(0o755)).expect("it can be run");
    let programs = home.path("");
    let mut game = Game::start(&Options { home: Some(&home), programs: Some(&programs), ..Options::default() });
    choose_file(&mut game);
    game.wait("it is chosen", |game| game.report().button("Board: Ring").is_some_and(|button| button.chosen));
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn without_a_dialog_another_method_of_opening_a_file_is_shown() {
    let home = Folder::new();
    let programs = home.path("");
    let mut game = Game::start(&Options { programs: Some(&programs), ..Options::default() });
    choose_file(&mut game);
    game.wait("it is announced", |game| {
        game.report().notice.as_ref().is_some_and(|notice| notice.contains("Drop the file"))
    });
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_file_that_cannot_be_opened_causes_a_notice_in_the_window() {
    let home = Folder::new();
    let wrong = home.path("wrong.txt");
    fs::write(&wrong, "name: Wrong\nplayers: black blue\nboard:\n.WB\n").expect("it can be written");
    let why = "“wrong.txt” cannot be opened. Line 2: “blue” is not a player. The players are black, white, ash, cyan and yamabuki.";
    for (path, why) in [(wrong, why), (home.path("missing.txt"), "“missing.txt” cannot be opened. It cannot be read: ")]
    {
        let arguments = [path.to_str().expect("a path in UTF-8")];
        let mut game = Game::start(&Options { arguments: &arguments, ..Options::default() });
        game.wait("it is announced", |game| {
            game.report().notice.as_ref().is_some_and(|notice| notice.starts_with(why))
        });
        game.press_button("OK");
        game.wait("the notice is gone", |game| game.report().notice.is_none());
        game.press_button("New game");
        game.wait("the game goes on", |game| game.report().screen == "new-game");
    }
}
