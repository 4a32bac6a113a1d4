//! Measurements of the running program. They print figures, and none of them passes or fails by the clock.

use std::fs;
use std::io::Write;
use std::time::{Duration, Instant};

use bevy::math::Vec2;

use crate::game::{Game, Options, TIMEOUT};

/// Time for which an idle match is watched.
const WATCHED: Duration = Duration::from_secs(30);
/// Linux reports processor time in hundredths of a second, whatever the kernel's own clock.
const TICKS_PER_SECOND: f64 = 100.0;

/// Prints a figure even if the test passes: only what the macros print is withheld then.
fn say(figure: &str) {
    writeln!(std::io::stderr(), "{figure}").expect("somebody reads the figures");
}

/// Processor time that a process has used so far.
fn processor_time(id: u32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("the game is running");
    // The name, in brackets, can hold spaces. User and system time are the 14th and 15th fields.
    let fields = stat.rsplit_once(')').expect("a name in brackets").1.split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).map(|field| field.parse::<f64>().expect("a number")).sum();
    Duration::from_secs_f64(ticks / TICKS_PER_SECOND)
}

/// A line such as "Pss:  1234 kB" of a file in /proc, in MiB.
fn memory(id: u32, file: &str, key: &str) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{id}/{file}")).ok()?;
    let kib: f64 = text.lines().find_map(|line| line.strip_prefix(key))?.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}

/// Processor time of the idle game, in percent of one core.
fn use_at_rest(game: &mut Game, watched: Duration) -> f64 {
    game.point_at_nothing();
    // The last frames of a motion do not count as idle.
    game.wait_for_stillness();
    let (begin, used) = (Instant::now(), processor_time(game.process_id()));
    while let Some(left) = watched.checked_sub(begin.elapsed()) {
        assert!(game.receive_reports(left), "the game runs on");
    }
    let used = processor_time(game.process_id()).saturating_sub(used);
    used.as_secs_f64() / begin.elapsed().as_secs_f64() * 100.0
}

#[test]
#[ignore = "needs Xvfb and xdotool and takes half a minute; make test runs it"]
fn measure_idle() {
    let mut game = Game::start_match(&Options { size: (1280, 800), ..Options::default() }, &[]);
    game.wait("a human is to move", |game| game.report().is_in_phase("waiting"));
    let share = use_at_rest(&mut game, WATCHED);
    let id = game.process_id();
    let resident = memory(id, "status", "VmRSS:").expect("Linux says how much memory is resident");
    let proportional =
        memory(id, "smaps_rollup", "Pss:").map_or_else(String::new, |pss| format!(", {pss:.0} MiB proportional"));
    say(&format!(
        "A match waiting for a human used {share:.2} % of one core over {} s; memory: {resident:.0} MiB resident{proportional}.",
        WATCHED.as_secs()
    ));
}

/// Ways from the title to each screen: the buttons to press, and the name of the screen.
const WAYS: [(&[&str], &str); 10] = [
    (&[], "title"),
    (&["New game"], "new-game"),
    (&["New game", "Start"], "match"),
    (&["New game", "Board editor"], "editor"),
    (&["Learn"], "learn"),
    (&["Games"], "games"),
    (&["Games", "Statistics"], "statistics"),
    (&["Settings"], "settings"),
    (&["Online"], "lobby"),
    (&["Learn", "Your first move"], "match"),
];

/// `IROGAESHI_WATCHED=60` watches each screen for 60 seconds, `IROGAESHI_MUTED=1` turns sounds off.
#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn measure_idle_on_every_screen() {
    let seconds = std::env::var("IROGAESHI_WATCHED").map_or(1, |seconds| seconds.parse().expect("a number of seconds"));
    let is_muted = std::env::var_os("IROGAESHI_MUTED").is_some();
    for (buttons, screen) in WAYS {
        let mut game = Game::start(&Options { size: (1280, 800), ..Options::default() });
        if is_muted {
            game.press_keys(&["s"]);
        }
        for button in buttons {
            game.press_button(button);
        }
        game.wait(&format!("{screen} is shown"), |game| game.report().screen == screen);
        let share = use_at_rest(&mut game, Duration::from_secs(seconds));
        let sound = if is_muted { "without" } else { "with" };
        say(&format!("{screen} at rest, {sound} sounds: {share:.2} % of one core over {seconds} s."));
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool; make test runs it"]
fn measure_first_frame() {
    let mut game = Game::start(&Options { size: (1280, 800), arguments: &["--first-frame"], ..Options::default() });
    game.wait("the game says how long its start took", |game| !game.output().is_empty());
    let said = game.output().join("\n");
    let milliseconds = said.split_whitespace().find_map(|word| word.parse::<u32>().ok());
    assert!(milliseconds.is_some(), "a number is in \"{said}\"");
    say(&format!("The program says: {said}."));
}

/// Frames after which memory is first measured; by then everything that a match needs is loaded.
const WARM: usize = 40;
/// Default number of frames that are drawn after that; `IROGAESHI_FRAMES` changes it.
const DRAWN: usize = 100;
/// Maximum growth of a match over these frames, in MiB. Compiling shaders again in every frame took 0.5 MiB a frame.
const GROWTH: f64 = 20.0;

/// Number of frames that the game says it has drawn.
fn frames_drawn(game: &Game) -> usize {
    let counted = game.output().iter().rev().find_map(|line| line.strip_suffix(" frames drawn")?.parse().ok());
    counted.unwrap_or(0)
}

/// Makes the game draw this many frames, by moving the pointer to and fro between two squares.
///
/// # Panics
/// If it has ended, or reports no new frames for a very long time.
fn draw(game: &mut Game, frames: usize) {
    let board = game.report().board();
    let places: Vec<Vec2> = board.legal().take(2).map(|square| board.middle(square)).collect();
    let (mut drawn, mut counted_at) = (frames_drawn(game), Instant::now());
    for place in places.iter().cycle() {
        let now = frames_drawn(game);
        if now >= frames {
            return;
        }
        if now > drawn {
            (drawn, counted_at) = (now, Instant::now());
        }
        assert!(counted_at.elapsed() < TIMEOUT, "only {drawn} frames are drawn");
        game.point_at(*place);
        assert!(game.receive_reports(Duration::from_millis(10)), "the game runs on");
    }
}

#[test]
#[ignore = "needs Xvfb and xdotool and draws thousands of frames; make test runs it"]
fn drawing_frames_does_not_increase_memory() {
    let options = Options { size: (320, 320), arguments: &["--count-frames"], ..Options::default() };
    let mut game = Game::start_match(&options, &["Board: Classic 6 × 6"]);
    let resident =
        |game: &Game| memory(game.process_id(), "status", "VmRSS:").expect("Linux says how much is resident");
    let drawn = std::env::var("IROGAESHI_FRAMES").map_or(DRAWN, |frames| frames.parse().expect("a number of frames"));
    let begin = frames_drawn(&game);
    draw(&mut game, begin + WARM);
    let before = resident(&game);
    let warm = frames_drawn(&game);
    draw(&mut game, warm + drawn);
    let after = resident(&game);
    say(&format!("After {drawn} more frames a match took {after:.0} MiB in place of {before:.0}."));
    assert!(after - before < GROWTH, "{drawn} frames took {:.0} MiB", after - before);
}
