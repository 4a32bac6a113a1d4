//! Starting the program: error messages if no window can be opened, and no output if one can.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::game::{Folder, Game, Options, binary};
use crate::screen::Screen;
use crate::{PERSONS_ON_4, any_legal};

/// A display that does not exist.
const NO_DISPLAY: &str = ":4093";

/// A file that does not exist.
const NOTHING: &str = "/nonexistent";

/// Environment in which no Vulkan driver is found.
const NO_VULKAN: [(&str, &str); 2] = [("VK_DRIVER_FILES", NOTHING), ("VK_ICD_FILENAMES", NOTHING)];

/// System languages, with parts of the messages about a missing driver and a silent display.
const LANGUAGES: [(&str, &str, &str); 2] = [
    ("en_GB.UTF-8", "There is no graphics driver", "does not answer"),
    ("ja_JP.UTF-8", "グラフィックドライバーがありません", "応答がない"),
];

/// The program, cut off from the desktop that runs the test. Its dialogs write their words to the folder.
fn program(folder: &Folder) -> Command {
    let dialog = folder.path("zenity");
    fs::write(&dialog, format!("#!/bin/sh\necho \"$@\" > '{}'\n", folder.path("dialog").display()))
        .expect("the folder can be written");
    fs::set_permissions(&dialog, fs::Permissions::from_mode(0o755)).expect("it is the test's own");
    let mut command = Command::new(binary());
    command.stdin(Stdio::null()).env("PATH", folder.path("")).env("HOME", folder.path(""));
    command.env("XDG_DATA_HOME", folder.path("")).env("XDG_RUNTIME_DIR", folder.path(""));
    for variable in ["DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY", "LC_ALL", "LANGUAGE"] {
        command.env_remove(variable);
    }
    command
}

/// Checks that the program fails with these words, in the terminal and in a dialog.
fn assert_says(output: &Output, dialog: &Path, words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("irogaeshi: ") && said.contains(words), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    let shown = fs::read_to_string(dialog).expect("a dialog was opened");
    assert!(shown.contains(words), "{shown}");
    fs::remove_file(dialog).expect("it is the test's own");
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_missing_graphics_driver_is_reported_with_a_message_of_the_game() {
    let folder = Folder::new();
    for (language, words, _) in LANGUAGES {
        let screen = Screen::start_for_restarts(&folder.path(""));
        let output = program(&folder)
            .env("DISPLAY", screen.display())
            .env("LANG", language)
            .envs(NO_VULKAN)
            .env("__EGL_VENDOR_LIBRARY_FILENAMES", NOTHING)
            .output()
            .expect("the program can be started");
        assert_says(&output, &folder.path("dialog"), words);
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_display_that_does_not_answer_is_reported_with_a_message_of_the_game() {
    let folder = Folder::new();
    let displays: [&[(&str, &str)]; 4] = [
        &[("DISPLAY", NO_DISPLAY)],
        &[("DISPLAY", "nonsense")],
        &[("WAYLAND_DISPLAY", "wayland-9")],
        &[("WAYLAND_DISPLAY", "wayland-9"), ("DISPLAY", NO_DISPLAY)],
    ];
    for (language, _, words) in LANGUAGES {
        for display in displays {
            let output = program(&folder)
                .envs(display.iter().copied())
                .env("LANG", language)
                .output()
                .expect("the program can be started");
            assert_says(&output, &folder.path("dialog"), words);
        }
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn the_window_opens_under_x11_if_wayland_does_not_answer() {
    let game = Game::start(&Options { environment: &[("WAYLAND_DISPLAY", "wayland-9")], ..Options::default() });
    assert_eq!(game.report().screen, "title");
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn a_match_is_drawn_by_opengl_if_no_vulkan_driver_is_installed() {
    let mut game = Game::start(&Options { environment: &NO_VULKAN, restarts: true, ..Options::default() });
    game.choose_match(&PERSONS_ON_4);
    game.wait_for_stillness();
    let before = game.picture();
    let square = any_legal(&game);
    game.click_square(square);
    game.wait_for_ply(1);
    game.wait_for_stillness();
    assert!(game.picture().pixels().ne(before.pixels()), "the window shows the placed disc");
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn nothing_is_printed_if_the_window_opens() {
    let mut game = Game::start(&Options::default());
    game.wait_for_stillness();
    // An unoptimised build of that library prints this for every Japanese text.
    let log = game.log();
    let said: Vec<&str> = log.lines().filter(|line| !line.starts_with("ICU4X data error")).collect();
    assert_eq!(said, Vec::<&str>::new());
}
