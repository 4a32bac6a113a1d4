//! Games on the screen of a real terminal, one that `script` opens.

use std::io::{Read, Write};
use std::num::NonZero;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use vt100::{MouseProtocolMode, Parser};

use super::file;

/// Time after which a terminal that does not show the expected text has failed.
const TIMEOUT: Duration = Duration::from_mins(2);

/// A terminal in which the tool runs.
struct Terminal {
    child: Child,
    keys: ChildStdin,
    output: Receiver<Vec<u8>>,
    screen: Parser,
    /// Everything that was written so far.
    written: Vec<u8>,
    /// Device of the terminal, and the process of the tool.
    device: String,
    process: String,
}

/// Sends a signal, such as `-TERM`, to a process.
fn signal(name: &str, process: &str) {
    assert!(Command::new("kill").args([name, process]).status().expect("kill runs").success());
}

fn side(side: u16) -> NonZero<u16> {
    NonZero::new(side).expect("no terminal is empty")
}

impl Terminal {
    /// Starts a game in a terminal of 80 x 24 with these environment variables.
    fn open(variables: &str, arguments: &str) -> Self {
        let tool = env!("CARGO_BIN_EXE_irogaeshi-cli");
        // The shell names the terminal and itself, and then becomes the tool.
        let script = format!(
            "stty rows 24 cols 80; echo \"at $(tty) $$ .\"; export TERM=xterm-256color LANG=C.UTF-8 {variables}; \
             exec {tool} play --seed 1 --pause 1ms {arguments}"
        );
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command", &script, "/dev/null"])
            .env_remove("NO_COLOR")
            .env_remove("COLORTERM")
            .env_remove("LC_ALL")
            .env("SHELL", "/bin/sh")
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script is part of every Linux system");
        let mut out = child.stdout.take().expect("it is piped");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = out.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let keys = child.stdin.take().expect("it is piped");
        let mut named = Vec::new();
        while !named.contains(&b'\n') {
            named.extend(output.recv_timeout(TIMEOUT).expect("the shell runs"));
        }
        let mut screen = Parser::new(side(24), side(80), 0);
        screen.process(&named);
        let written = named.clone();
        let words: Vec<String> = String::from_utf8_lossy(&named).split(' ').map(str::to_owned).collect();
        Self { child, keys, output, screen, written, device: words[1].clone(), process: words[2].clone() }
    }

    /// Waits until the screen satisfies a condition, and returns its text.
    fn wait_until(&mut self, what: &str, is_met: impl Fn(&vt100::Screen) -> bool) -> String {
        let deadline = Instant::now() + TIMEOUT;
        while !is_met(self.screen.screen()) {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => {
                    self.screen.process(&bytes);
                    self.written.extend(bytes);
                }
                Err(RecvTimeoutError::Timeout) => panic!("{what}: not seen:\n{}", self.screen.screen().contents()),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("{what}: the terminal is closed:\n{}", self.screen.screen().contents())
                }
            }
        }
        self.screen.screen().contents()
    }

    fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contents().contains(text))
    }

    /// Waits for a text that is gone.
    fn wait_without(&mut self, text: &str) {
        self.wait_until(text, |screen| !screen.contents().contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("the terminal is open");
    }

    /// Place of a text on the screen as the mouse reports it: column and row from 1.
    fn place_of(&mut self, text: &str) -> (usize, usize) {
        let content = self.wait_for(text);
        let found = content
            .lines()
            .enumerate()
            .find_map(|(row, line)| line.find(text).map(|at| (line[..at].chars().count() + 1, row + 1)));
        found.expect("it is on the screen")
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.screen_mut().set_size(side(rows), side(columns));
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let stty = Command::new("stty").args(["-F", &self.device, "cols", &columns, "rows", &rows]).status();
        assert!(stty.expect("stty runs").success());
    }

    /// Settings of the terminal, as `stty` prints them.
    fn settings(&self) -> String {
        let output = Command::new("stty").args(["-F", &self.device, "-a"]).output().expect("stty runs");
        String::from_utf8(output.stdout).expect("stty prints UTF-8")
    }

    /// Waits for the end, and returns the exit code and all that is on the normal screen.
    fn ended(mut self) -> (Option<i32>, String) {
        for bytes in &self.output {
            self.screen.process(&bytes);
        }
        let status = self.child.wait().expect("it ends");
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "the screen is restored");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(status.signal(), None);
        (status.code(), screen.contents())
    }
}

#[test]
fn a_game_is_played_by_keys_and_its_moves_are_printed_at_the_end() {
    let mut terminal = Terminal::open("", "--players human,human");
    terminal.wait_for("Black (human) to move");
    let screen = terminal.screen.screen();
    assert!(screen.alternate_screen() && screen.hide_cursor());
    assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::AnyMotion);
    // A typed square, then the arrows from f5 to f6, then the first legal square after that.
    terminal.press("f5");
    terminal.wait_for("Black plays f5");
    terminal.press("\x1b[B\r");
    terminal.wait_for("White plays f6");
    terminal.press("\t");
    terminal.press(" ");
    terminal.wait_for("Black plays f7");
    terminal.press("u");
    terminal.wait_for("Taken back");
    terminal.press("r");
    terminal.wait_for("Black plays f7");
    terminal.press("q");
    terminal.wait_for("Quit this game?");
    terminal.press("y");
    let (code, text) = terminal.ended();
    assert_eq!(code, Some(0));
    assert!(text.contains("Classic 8 × 8: Black 5, White 2. White to move.\nf5f6f7\nContinue with: "), "{text}");
}

#[test]
fn a_game_is_played_by_mouse() {
    let mut terminal = Terminal::open("", "--players human,human");
    terminal.wait_for("Black (human) to move");
    let (column, _) = terminal.place_of("f    g");
    let row = terminal.wait_for(" 5 ").lines().position(|line| line.starts_with(" 5 ")).expect("row 5") + 1;
    terminal.press(&format!("\x1b[<35;{column};{row}M"));
    terminal.press(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    terminal.wait_for("Black plays f5");
    // A place outside of the board means nothing.
    terminal.press("\x1b[<0;1;24M");
    terminal.press(&format!("\x1b[<0;{column};{}M", row + 2));
    terminal.wait_for("White plays f6");
    terminal.press("\x03");
    assert!(terminal.ended().1.contains("\nf5f6\n"));
}

#[test]
fn a_cpu_player_answers_and_its_answer_is_taken_back_with_the_humans_move() {
    let mut terminal = Terminal::open("", "");
    terminal.wait_for("Black (you) to move");
    terminal.press("f5");
    terminal.wait_for("White plays ");
    terminal.wait_for("move 3");
    terminal.press("u");
    terminal.wait_for("move 1");
    terminal.press("q");
    let (code, text) = terminal.ended();
    assert_eq!(code, Some(0));
    assert!(text.contains("Classic 8 × 8: Black 2, White 2. Black to move."), "{text}");
}

#[test]
fn the_screen_stays_alive_while_a_cpu_player_thinks() {
    let mut terminal = Terminal::open("", "--players human,engine:86400s");
    terminal.wait_for("Black (you) to move");
    terminal.press("f5");
    terminal.wait_for("is thinking");
    terminal.press("c4");
    terminal.wait_for("Refused: it is the turn of White");
    terminal.press("u");
    terminal.wait_for("Black (you) to move");
    terminal.press("?");
    terminal.wait_for("Hint: ");
    terminal.press("\r");
    terminal.wait_for("is thinking");
    terminal.press("qy");
    assert_eq!(terminal.ended().0, Some(0));
}

#[test]
fn the_screen_follows_the_size_of_the_terminal() {
    let mut terminal = Terminal::open("", "--players human,human");
    let usual = terminal.wait_for("copy moves");
    assert!(usual.contains("▗▆▇▆▖"), "{usual}");
    terminal.resize(40, 20);
    terminal.wait_for("\n >▐█▌ 2");
    terminal.wait_until("small discs", |screen| screen.contents().contains(" ▐█▌▐█▌"));
    terminal.resize(18, 5);
    terminal.wait_for("Too small");
    terminal.resize(160, 50);
    terminal.wait_for("▂▅▆▇▆▅▂");
    terminal.press("q");
    terminal.ended();
}

#[test]
fn without_colours_there_are_letters() {
    let mut terminal = Terminal::open("NO_COLOR=1", "--board five");
    let text = terminal.wait_for("Black (you) to move");
    assert!(text.contains('Y') && text.contains('*') && !text.contains('█'), "{text}");
    let screen = terminal.screen.screen();
    let colours = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
    assert!(colours.into_iter().all(|cell| cell.bgcolor() == vt100::Color::Default));
    terminal.press("q");
    terminal.ended();
}

#[test]
fn colours_are_as_good_as_the_terminal() {
    for (variables, expected) in [
        ("COLORTERM=truecolor", vt100::Color::Rgb(0xf8, 0xf3, 0xe8)),
        ("", vt100::Color::Idx(255)),
        ("TERM=xterm", vt100::Color::Idx(15)),
    ] {
        let mut terminal = Terminal::open(variables, "");
        terminal.wait_for("Black (you) to move");
        let screen = terminal.screen.screen();
        let mut cells = (0..24).flat_map(|row| (0..80).filter_map(move |column| screen.cell(row, column)));
        assert!(cells.any(|cell| cell.fgcolor() == expected || cell.bgcolor() == expected), "{variables}");
        terminal.press("q");
        terminal.ended();
    }
}

#[test]
fn a_terminal_is_restored_when_the_tool_is_told_to_end() {
    for name in ["-TERM", "-HUP", "-INT"] {
        let mut terminal = Terminal::open("", "--players human,engine:86400s --from f5");
        terminal.wait_for("is thinking");
        assert!(terminal.settings().contains("-icanon"), "keys are read one by one");
        signal(name, &terminal.process);
        let (code, text) = terminal.ended();
        assert_eq!(code, Some(0), "{name}");
        assert!(text.contains("\nf5\nContinue with: "), "{name}: {text}");
    }
}

#[test]
fn a_stopped_game_gives_the_terminal_back_and_goes_on() {
    let mut terminal = Terminal::open("", "--players human,human");
    terminal.wait_for("Black (human) to move");
    terminal.press("f5");
    terminal.wait_for("Black plays f5");
    terminal.press("\x1a");
    let status = PathBuf::from("/proc").join(&terminal.process).join("status");
    let deadline = Instant::now() + TIMEOUT;
    while !std::fs::read_to_string(&status).expect("it runs").contains("State:\tT") {
        assert!(Instant::now() < deadline, "it is not stopped");
        thread::yield_now();
    }
    assert!(!terminal.settings().contains("-icanon"), "lines are read as before");
    // `script` stops itself with the tool.
    signal("-CONT", &terminal.child.id().to_string());
    signal("-CONT", &terminal.process);
    terminal.press("d6");
    terminal.wait_for("White plays d6");
    let written = String::from_utf8_lossy(&terminal.written);
    let (left, again) = (written.find("\x1b[?1049l"), written.rfind("\x1b[?1049h"));
    assert!(left.is_some() && left < again, "the normal screen was shown in between");
    assert!(terminal.settings().contains("-icanon"), "keys are read one by one again");
    terminal.press("\x03");
    assert!(terminal.ended().1.contains("\nf5d6\n"));
}

#[test]
fn the_escape_key_ends_the_typing_of_a_square() {
    let mut terminal = Terminal::open("", "--players human,human");
    terminal.wait_for("Black (human) to move");
    terminal.press("f");
    terminal.wait_for("Square: f_");
    terminal.press("\x1b");
    terminal.wait_without("Square: f_");
    terminal.press("q");
    assert_eq!(terminal.ended().0, Some(0));
}

#[test]
fn a_program_that_fails_is_named_after_the_terminal_is_restored() {
    let script = "while read -r line; do case \"$line\" in genmove*) exit 3;; *) printf '=\\n\\n';; esac; done\n";
    let program = file("failing.sh", script);
    let mut terminal = Terminal::open("", &format!("--players 'human,gtp:sh {program}'"));
    terminal.wait_for("Black (you) to move");
    terminal.press("f5");
    let (code, text) = terminal.ended();
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("the program has ended") && text.contains("\nf5\n"), "{text}");
}
