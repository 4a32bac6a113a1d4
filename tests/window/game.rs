//! The real program on a screen of its own: started, driven by pointer and keys, watched, and ended.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use bevy::color::ColorToPacked;
use bevy::math::Vec2;
use irogaeshi::game::Palette;
use irogaeshi::rules::{Disc, Square};

use crate::loudspeakers::Loudspeakers;
use crate::mounts::Mounts;
use crate::report::{AreaReport, CellReport, Report};
use crate::screen::{Picture, Screen, end};
use crate::session::Session;

/// Maximum wait for anything; ample even without a graphics card on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);
/// Maximum number of wheel clicks; enough to scroll through anything.
const MAX_SCROLL_STEPS: usize = 100;
/// Interval for looking at the picture again while no report comes in.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The program under test.
pub(crate) fn binary() -> OsString {
    env::var_os("IROGAESHI_BINARY").unwrap_or_else(|| env!("CARGO_BIN_EXE_irogaeshi").into())
}

/// A temporary folder of one test, removed when it is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("window-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&path).expect("cargo's folder for tests can be written");
        Self(path)
    }
}

impl Folder {
    /// The path of a file with this name, which need not exist.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// Options for starting a game.
pub(crate) struct Options<'a> {
    /// Size of the window in logical pixels.
    pub(crate) size: (u32, u32),
    /// Physical pixels per logical one.
    pub(crate) density: u32,
    /// Data folder; `None` for a temporary one.
    pub(crate) home: Option<&'a Folder>,
    /// Disks that only the game sees.
    pub(crate) mounts: Option<&'a Mounts>,
    /// Replacement for loudspeakers, since machines that run tests have none.
    pub(crate) loudspeakers: Option<&'a Loudspeakers>,
    /// Folder in which the game finds programs; `None` for those of the test.
    pub(crate) programs: Option<&'a Path>,
    /// Desktop session that the game joins.
    pub(crate) session: Option<&'a Session>,
    /// True if the game restarts itself after it has opened the display.
    pub(crate) restarts: bool,
    /// Further environment variables.
    pub(crate) environment: &'a [(&'a str, &'a str)],
    /// Further command-line arguments, other than for reports.
    pub(crate) arguments: &'a [&'a str],
    /// Name of the first screen.
    pub(crate) screen: &'a str,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            size: (1000, 700),
            density: 1,
            home: None,
            mounts: None,
            loudspeakers: None,
            programs: None,
            session: None,
            restarts: false,
            environment: &[],
            arguments: &[],
            screen: "title",
        }
    }
}

/// The game in its window. Fields are dropped in order, so that the game ends before its screen, and the folder is
/// removed last.
pub(crate) struct Game {
    process: Process,
    window: String,
    density: f32,
    lines: Receiver<String>,
    report: Report,
    /// Lines of output other than reports.
    output: Vec<String>,
    screen: Screen,
    folder: Folder,
}

/// Keys that are being typed. Dropping this waits for the last one.
pub(crate) struct Typing(Child);

impl Drop for Typing {
    fn drop(&mut self) {
        self.0.wait().ok();
    }
}

/// A process that ends when it is dropped.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.0);
    }
}

/// The section of the settings that holds a choice; `None` for a choice of the setup.
fn section_of(choice: &str) -> Option<&'static str> {
    let rows =
        [("Motion: ", "Motion"), ("Speed: ", "Motion"), ("Computer’s pause: ", "Motion"), ("Disc colours: ", "Look")];
    rows.into_iter().find_map(|(row, section)| choice.starts_with(row).then_some(section))
}

impl Game {
    /// Starts the game and waits for its first screen.
    pub(crate) fn start(options: &Options) -> Self {
        let folder = Folder::new();
        let screen = if options.restarts { Screen::start_for_restarts(&folder.0) } else { Screen::start(&folder.0) };
        let binary = binary();
        let home = options.home.map_or(&folder.0, |home| &home.0);
        // Only programs that enter the namespace see its mounts.
        let mut words = options.mounts.map_or_else(Vec::new, Mounts::enter_command);
        words.push(binary);
        let mut command = screen.command(&words[0]);
        if let Some(loudspeakers) = options.loudspeakers {
            command.env("ALSA_CONFIG_PATH", loudspeakers.configuration());
        }
        // Keeps the game away from the dialogs and screen readers of the desktop that runs the test.
        match options.session {
            Some(session) => command.env("DBUS_SESSION_BUS_ADDRESS", session.address()),
            None => command.env_remove("DBUS_SESSION_BUS_ADDRESS"),
        };
        command.env("XDG_RUNTIME_DIR", folder.path("nowhere"));
        command.envs(options.environment.iter().copied());
        if let Some(programs) = options.programs {
            command.env("PATH", programs);
        }
        let mut child = command
            .args(&words[1..])
            .args(["--report", "--size", &format!("{}x{}", options.size.0, options.size.1)])
            .args(options.arguments)
            .env("WINIT_X11_SCALE_FACTOR", options.density.to_string())
            // Tests find buttons by their English names.
            .env("LC_ALL", "C")
            .env("XDG_DATA_HOME", home)
            .env("HOME", home)
            .stdout(Stdio::piped())
            .stderr(fs::File::create(folder.0.join("game.log")).expect("the folder can be written"))
            .spawn()
            .expect("the game can be started");
        let stdout = child.stdout.take().expect("the output is piped");
        let (sender, lines) = channel();
        // The thread ends with the game, or when nobody receives lines any more.
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            let mut line = String::new();
            // A killed game may leave its last line half-written. Such a line does not count as reported.
            while stdout.read_line(&mut line).is_ok() && line.ends_with('\n') {
                if sender.send(std::mem::take(&mut line)).is_err() {
                    break;
                }
            }
        });
        let mut game = Self {
            process: Process(child),
            window: String::new(),
            density: options.density as f32,
            lines,
            report: Report::default(),
            output: Vec::new(),
            screen,
            folder,
        };
        game.wait("the first screen is shown", |game| game.report.screen == options.screen);
        game.wait("the window is there", |game| {
            let found = game.xdotool_says(&["search", "--onlyvisible", "--name", "^Irogaeshi$"]);
            found.trim().clone_into(&mut game.window);
            !game.window.is_empty()
        });
        // Focuses the window, as a window manager would; there is none here.
        game.xdotool(&["windowfocus", &game.window]);
        game
    }

    /// Starts the game and a match by pointer. `choices` are labels of buttons, such as "Black: Human".
    pub(crate) fn start_match(options: &Options, choices: &[&str]) -> Self {
        let mut game = Self::start(options);
        game.choose_match(choices);
        game
    }

    /// Goes from the title to a match.
    pub(crate) fn choose_match(&mut self, choices: &[&str]) {
        self.press_button("New game");
        self.wait("the choices are shown", |game| game.report.screen == "new-game");
        let is_setting = |choice: &&str| section_of(choice).is_some();
        let (settings, choices): (Vec<&str>, Vec<&str>) = choices.iter().partition(|choice| is_setting(choice));
        if !settings.is_empty() {
            self.choose_settings(&settings);
            self.wait("the choices are shown again", |game| game.report.screen == "new-game");
        }
        for choice in choices {
            self.press_button(choice);
        }
        self.press_button("Start");
        self.wait("the match is shown", |game| game.report.board.as_ref().is_some_and(|board| board.area.cell > 1.0));
    }

    /// Chooses settings, and returns to the previous screen.
    pub(crate) fn choose_settings(&mut self, choices: &[&str]) {
        self.press_button("Settings");
        self.wait("the settings are shown", |game| game.report.screen == "settings");
        for choice in choices {
            self.press_button(section_of(choice).expect("a setting"));
            match choice.strip_prefix("Speed: ") {
                Some(percent) => self.slide("Speed", percent),
                None => self.press_button(choice),
            }
        }
        self.press_button("Back");
    }

    /// Goes from the title, by keys, to the match to continue or else to a new one with the last setup.
    pub(crate) fn show_match(&mut self) {
        let can_be_continued = self.report.button("Continue").is_some();
        if can_be_continued {
            self.press_keys(&["Return"]);
        } else {
            self.press_button("New game");
            self.wait("the choices are shown", |game| game.report.screen == "new-game");
            self.press_button("Start");
        }
        self.wait("the match is shown", |game| game.report.board.as_ref().is_some_and(|board| board.area.cell > 1.0));
    }

    // Reports, and waiting for them.

    pub(crate) fn report(&self) -> &Report {
        &self.report
    }

    pub(crate) fn output(&self) -> &[String] {
        &self.output
    }

    /// The program's standard error so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.folder.0.join("game.log")).expect("it writes there")
    }

    pub(crate) fn process_id(&self) -> u32 {
        self.process.0.id()
    }

    /// Waits until a condition holds. Checks it at every report, and at intervals in between.
    ///
    /// # Panics
    /// If it does not hold within a very long time, or the game has ended.
    pub(crate) fn wait(&mut self, what: &str, mut is_so: impl FnMut(&mut Self) -> bool) {
        let begin = Instant::now();
        loop {
            let is_heard = self.receive_reports(POLL_INTERVAL);
            if is_so(self) {
                return;
            }
            if !is_heard || begin.elapsed() > TIMEOUT {
                let name = self.folder.0.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let path = kept_pictures().join(format!("failure-{name}.png"));
                self.picture().save(&path);
                let log = fs::read_to_string(self.folder.0.join("game.log")).unwrap_or_default();
                let state = if is_heard { "after a very long time" } else { "and the game has ended" };
                let (report, path) = (&self.report, path.display());
                panic!(
                    "it is not so that {what}, {state}; {path} shows the screen.\n{report:?}\nThe game's log:\n{log}"
                );
            }
        }
    }

    /// Takes in pending reports, waiting up to `timeout` for the first. Returns `false` once the game has ended.
    pub(crate) fn receive_reports(&mut self, timeout: Duration) -> bool {
        let mut next = self.lines.recv_timeout(timeout);
        while let Ok(line) = next {
            self.handle_line(&line);
            next = self.lines.recv_timeout(Duration::ZERO);
        }
        next != Err(RecvTimeoutError::Disconnected)
    }

    fn handle_line(&mut self, line: &str) {
        if line.starts_with('{') {
            self.report = serde_json::from_str(line).expect("a report has the known form");
        } else {
            self.output.push(line.trim_end().to_owned());
        }
    }

    /// Waits until the program has ended by itself, successfully.
    ///
    /// # Panics
    /// If it keeps running or reports an error.
    pub(crate) fn wait_for_end(mut self) {
        let begin = Instant::now();
        while self.receive_reports(POLL_INTERVAL) {
            assert!(begin.elapsed() < TIMEOUT, "the program is still running");
        }
        let status = self.process.0.wait().expect("the program was started");
        assert!(status.success(), "{status}");
    }

    /// Kills the program at once, as a power cut or the system would. Returns its last report.
    ///
    /// # Panics
    /// If it has already ended by itself.
    pub(crate) fn kill(mut self) -> Report {
        assert!(matches!(self.process.0.try_wait(), Ok(None)), "the game has ended by itself");
        self.process.0.kill().expect("it runs");
        while self.receive_reports(TIMEOUT) {}
        self.report.clone()
    }

    /// Stops the program wherever it is, until [`Game::resume`]. Takes in all reports that it has written before.
    ///
    /// # Panics
    /// If it has ended, or does not stop.
    pub(crate) fn stop(&mut self) {
        self.signal("STOP");
        let begin = Instant::now();
        while !self.is_stopped() {
            assert!(begin.elapsed() < TIMEOUT, "the program does not stop");
            thread::yield_now();
        }
        while let Ok(line) = self.lines.recv_timeout(POLL_INTERVAL) {
            self.handle_line(&line);
        }
    }

    /// Returns whether every thread is stopped.
    fn is_stopped(&self) -> bool {
        let threads = fs::read_dir(format!("/proc/{}/task", self.process.0.id())).expect("the game runs");
        threads.flatten().all(|thread| {
            let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
            // The state follows the name, which is in brackets.
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        })
    }

    /// Lets a stopped program go on.
    pub(crate) fn resume(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let status = Command::new("sh").arg("-c").arg(format!("kill -{name} {}", self.process.0.id())).status();
        assert!(status.is_ok_and(|status| status.success()), "the game runs");
    }

    /// Waits until this many turns are played, every stone is at rest, and a human is to move or the game is over.
    pub(crate) fn wait_for_ply(&mut self, ply: usize) {
        self.wait(&format!("turn {ply} is played and lies still"), |game| {
            let is_at_rest = game.report.is_in_phase("waiting") || game.report.is_in_phase("over");
            is_at_rest && game.report.ply() == ply
        });
    }

    // Input.

    fn xdotool_says(&self, arguments: &[&str]) -> String {
        let output = self.screen.command("xdotool").args(arguments).output().expect("xdotool is installed");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// A property of the window, as `xprop` prints it.
    pub(crate) fn property(&self, name: &str) -> String {
        let output =
            self.screen.command("xprop").args(["-id", &self.window, name]).output().expect("xprop is installed");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn xdotool(&self, arguments: &[&str]) {
        let status = self.screen.command("xdotool").args(arguments).status().expect("xdotool is installed");
        assert!(status.success(), "xdotool cannot do {arguments:?}");
    }

    /// Moves the pointer to a point of the window, in logical pixels.
    pub(crate) fn point_at(&self, point: Vec2) {
        let (x, y) = self.to_screen(point);
        self.xdotool(&["mousemove", &x, &y]);
    }

    /// Clicks at a point of the window, in logical pixels.
    pub(crate) fn click(&self, point: Vec2) {
        let (x, y) = self.to_screen(point);
        self.xdotool(&["mousemove", &x, &y, "click", "1"]);
    }

    pub(crate) fn click_square(&self, square: Square) {
        self.click(self.report.board().middle(square));
    }

    /// Drags with the left button from one square to another.
    pub(crate) fn drag(&self, from: Square, to: Square) {
        let board = self.report.board();
        let ((x, y), (to_x, to_y)) = (self.to_screen(board.middle(from)), self.to_screen(board.middle(to)));
        self.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &to_x, &to_y, "mouseup", "1"]);
    }

    /// Moves the pointer to a corner where there is nothing.
    pub(crate) fn point_at_nothing(&self) {
        self.xdotool(&["mousemove", "1", "1"]);
    }

    /// Turns the wheel by one click over a point of the window, away from the user if `is_up`.
    fn turn_wheel(&self, point: Vec2, is_up: bool) {
        let (x, y) = self.to_screen(point);
        self.xdotool(&["mousemove", &x, &y, "click", if is_up { "4" } else { "5" }]);
    }

    /// Turns the wheel until the middle of a button is in sight.
    ///
    /// # Panics
    /// If it never gets there.
    pub(crate) fn scroll_to_button(&mut self, label: &str) {
        for _ in 0..MAX_SCROLL_STEPS {
            if self.report.button(label).is_some_and(|button| button.within.is_some()) {
                // While it still scrolls, the last report is out of date.
                self.wait_for_stillness();
            }
            let button = self.report.button(label).expect("a button to scroll to");
            let (distance, before) = (button.distance_to_sight(), button.area.middle());
            let Some(within) = button.within.filter(|_| distance != 0.0) else { return };
            self.turn_wheel(within.middle(), distance > 0.0);
            self.wait(&format!("{label} moves with the wheel"), |game| {
                game.report.button(label).is_some_and(|button| button.area.middle() != before)
            });
        }
        panic!("the wheel does not lead to {label}: {:?}", self.report.button(label));
    }

    /// Clicks into a text field and types. Waits for the focus first, because keys would go elsewhere before.
    pub(crate) fn type_into(&mut self, label: &str, text: &str) {
        self.wait_for_stillness();
        let area = self.report.field(label).expect("a field to type into").area;
        self.wait_for_ring(label, area, |game| game.click(area.middle()));
        self.xdotool(&["type", "--delay", "40", text]);
        self.wait(&format!("{label} holds what was typed"), |game| {
            game.report.field(label).is_some_and(|field| field.text == text)
        });
    }

    /// Clicks a button once it can be pressed, and scrolls to it if necessary.
    pub(crate) fn press_button(&mut self, label: &str) {
        self.wait(&format!("the button {label} can be pressed"), |game| {
            game.report.button(label).is_some_and(|button| !button.disabled && button.area.middle().min_element() > 0.0)
        });
        self.scroll_to_button(label);
        let middle = self.report.button(label).expect("it was just there").area.middle();
        self.click(middle);
    }

    /// Presses a slider at a percentage, such as "200 %".
    fn slide(&mut self, label: &str, percent: &str) {
        let number = percent.trim_end_matches(" %").parse().expect("a number of percent");
        self.wait(&format!("the slider {label} is there"), |game| game.report.slider(label).is_some());
        let place = self.report.slider(label).expect("it was just there").place_of(number);
        self.click(place);
        self.wait(&format!("{label} is at {percent}"), |game| {
            game.report.slider(label).is_some_and(|slider| slider.text == percent)
        });
    }

    /// Presses keys one after the other, by their X names.
    pub(crate) fn press_keys(&self, keys: &[&str]) {
        self.xdotool(&[&["key"], keys].concat());
    }

    /// Presses (`keydown`) and releases (`keyup`) keys, by their X names.
    pub(crate) fn change_keys(&self, changes: &[(&str, &str)]) {
        for (change, key) in changes {
            self.xdotool(&[change, key]);
        }
    }

    pub(crate) fn type_square(&self, square: Square) {
        let keys: Vec<String> = square.to_string().chars().map(String::from).collect();
        self.press_keys(&keys.iter().map(String::as_str).collect::<Vec<_>>());
    }

    /// Begins to type; the keys arrive while the test goes on.
    pub(crate) fn begin_to_type(&self, keys: &str) -> Typing {
        let keys = keys.chars().map(String::from);
        Typing(self.screen.command("xdotool").arg("key").args(keys).spawn().expect("xdotool is installed"))
    }

    /// Moves the focus to a square with the arrow keys.
    pub(crate) fn walk_to(&mut self, square: Square) {
        if self.report.board().focus.is_none() {
            self.press_keys(&["Down"]);
            self.wait("an arrow shows the focus", |game| game.report.board().focus.is_some());
        }
        while let Some(focus) = self.report.board().focus.filter(|focus| *focus != square) {
            let arrow = match (focus.column().cmp(&square.column()), focus.row().cmp(&square.row())) {
                (std::cmp::Ordering::Less, _) => "Right",
                (std::cmp::Ordering::Greater, _) => "Left",
                (_, std::cmp::Ordering::Less) => "Down",
                _ => "Up",
            };
            self.press_keys(&[arrow]);
            self.wait(&format!("the focus moves on from {focus}"), |game| game.report.board().focus != Some(focus));
        }
    }

    /// Resizes the window, in logical pixels, and waits until the board has moved.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let before = self.report.board().area;
        let physical = [width, height].map(|side| (side * self.density as u32).to_string());
        self.xdotool(&["windowsize", &self.window, &physical[0], &physical[1]]);
        self.wait(&format!("the board has its place in {width} x {height}"), |game| game.report.board().area != before);
    }

    fn to_screen(&self, point: Vec2) -> (String, String) {
        let place = (point * self.density).round();
        (place.x.to_string(), place.y.to_string())
    }

    // Pictures.

    pub(crate) fn picture(&self) -> Picture {
        self.screen.picture()
    }

    /// Presses the key that moves the focus to a button, and waits until the focus ring is seen.
    pub(crate) fn walk_to_button(&mut self, label: &str, key: &str) {
        self.wait_for_stillness();
        let area = self.report.button(label).expect("a button to walk to").area;
        self.wait_for_ring(label, area, |game| game.press_keys(&[key]));
    }

    /// Does something that focuses a control, and waits until its focus ring is seen.
    fn wait_for_ring(&mut self, label: &str, area: AreaReport, act: impl FnOnce(&Self)) {
        let (corner, size) = area.ring();
        let look = |game: &Self| game.picture().part(corner * game.density, size * game.density);
        let before = look(self);
        act(self);
        self.wait(&format!("{label} has a ring"), |game| look(game) != before);
    }

    pub(crate) fn picture_of(&self, square: Square) -> Picture {
        let board = self.report.board();
        self.picture().part(board.corner(square) * self.density, Vec2::splat(board.area.cell * self.density))
    }

    /// Returns whether the middle of an empty square differs from the cloth around it, because of a hint or the
    /// pointer.
    pub(crate) fn has_hint(&self, square: Square) -> bool {
        let board = self.report.board();
        let picture = self.picture();
        let colour_at = |from_middle: Vec2| {
            let place = board.middle(square) + from_middle * board.area.cell;
            picture.at(place * self.density).map(i32::from)
        };
        let (middle, cloth) = (colour_at(Vec2::ZERO), colour_at(Vec2::new(0.25, 0.0)));
        // Threads of the cloth differ less from each other.
        middle.iter().zip(cloth).any(|(middle, cloth)| middle.abs_diff(cloth) > 20)
    }

    /// The disc that a picture shows on a square, recognised by its colour; `None` for bare cloth.
    pub(crate) fn disc_on(&self, picture: &Picture, square: Square) -> Option<Disc> {
        // Well inside a disc's rim; symbols fill less than half of it.
        let side = self.report.board().area.cell * 0.45;
        let corner = self.report.board().middle(square) - side / 2.0;
        let inside = picture.part(corner * self.density, Vec2::splat(side * self.density));
        // No disc reaches the corner towards the light, and the ring around a square is further outside.
        let bare = self.report.board().middle(square) - self.report.board().area.cell * 0.38;
        let cloth = picture.at(bare * self.density);
        let faces: Vec<Option<Disc>> = inside.pixels().map(|pixel| disc_of_pixel(pixel, cloth)).collect();
        let count = |disc: &Disc| faces.iter().filter(|face| **face == Some(*disc)).count();
        Disc::ALL.into_iter().max_by_key(count).filter(|disc| count(disc) * 3 > faces.len())
    }

    /// Waits until every square shows exactly the disc that the record has there.
    ///
    /// Hints must be off and the pointer away, because both mark the middle of squares. So does the keyboard focus on
    /// an empty square, for example where a bomb has just removed the placed disc; it is moved away here.
    pub(crate) fn wait_until_seen(&mut self) {
        let board = self.report.board();
        let is_focused = |cell: &&CellReport| board.focus == Some(cell.square);
        if board.cells.iter().find(is_focused).is_some_and(|cell| cell.disc.is_none()) {
            let is_other = |cell: &&CellReport| !is_focused(cell);
            let other = board.cells.iter().find(is_other).expect("a board has two squares").square;
            self.point_at(board.middle(other));
            self.wait("the pointer has taken over from the keyboard", |game| game.report.board().focus == Some(other));
            self.point_at_nothing();
        }
        self.wait("the picture is what the record says", |game| {
            let picture = game.picture();
            let record = game.report.record();
            let board = record.position().board();
            // Where drawing is slow, a scorch stays, and may look like a dark disc.
            let is_scorched = |square| {
                let had_disc =
                    |ply| record.position_at(ply).is_some_and(|before| before.board().disc(square).is_some());
                board.disc(square).is_none() && (0..record.ply()).any(had_disc)
            };
            let is_seen = |square| game.disc_on(&picture, square) == board.disc(square);
            board.squares().all(|square| is_scorched(square) || is_seen(square))
        });
        for cell in &self.report.board().cells {
            assert_eq!(cell.disc, self.report.record().position().board().disc(cell.square), "{}", cell.square);
        }
    }

    /// Waits until the picture has stopped changing.
    pub(crate) fn wait_for_stillness(&mut self) {
        let mut before = self.picture();
        let mut still = 0;
        self.wait("the picture stands still", |game| {
            let now = game.picture();
            still = if now == before { still + 1 } else { 0 };
            before = now;
            // Without a graphics card, drawing a frame can take several of these intervals.
            still > 20
        });
    }

    /// Saves a picture of the window in the folder that `IROGAESHI_SCREENSHOTS` names, if it is set.
    pub(crate) fn keep_picture(&mut self, name: &str, size: (u32, u32)) {
        if env::var_os("IROGAESHI_SCREENSHOTS").is_some() {
            self.wait_for_stillness();
            let size = Vec2::new(size.0 as f32, size.1 as f32) * self.density;
            self.picture().part(Vec2::ZERO, size).save(&kept_pictures().join(format!("{name}.png")));
        }
    }
}

fn kept_pictures() -> PathBuf {
    let folder = env::var_os("IROGAESHI_SCREENSHOTS").map_or_else(env::temp_dir, PathBuf::from);
    fs::create_dir_all(&folder).expect("the folder for pictures can be made");
    folder
}

/// The disc whose face is closest to a pixel, which may be lighter or darker; `None` if the cloth is closer, or nothing
/// is close.
fn disc_of_pixel(pixel: [u8; 3], cloth: [u8; 3]) -> Option<Disc> {
    let distance = |colour: [u8; 3]| -> u32 {
        colour.iter().zip(pixel).map(|(colour, seen)| u32::from(colour.abs_diff(seen)).pow(2)).sum()
    };
    let face = |disc: Disc| Palette::Default.look(disc).face.to_srgba().to_u8_array_no_alpha();
    let disc = Disc::ALL.into_iter().min_by_key(|disc| distance(face(*disc)))?;
    (distance(face(disc)) < distance(cloth).min(50 * 50)).then_some(disc)
}
