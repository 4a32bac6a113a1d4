//! Finds a display on Linux. A Wayland display must answer before a window is opened on it, because the windowing
//! library does not fall back to X11 by itself. X servers are not asked: some end when the client that asks
//! disconnects.

use std::env;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use irogaeshi::game::CommandLineProblem;

/// Maximum wait for an answer; long enough for a busy computer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The display to open the window on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Display {
    /// The first that the environment names.
    AsNamed,
    /// X11, although the environment also names a Wayland display.
    X11Instead,
}

/// Finds a display, preferring Wayland as the windowing library does.
///
/// # Errors
/// If the environment names none, or only a Wayland display that does not answer.
pub(crate) fn find() -> Result<Display, CommandLineProblem> {
    choose(
        // Asking would use up a socket that was passed on.
        named("WAYLAND_SOCKET").is_some(),
        named("WAYLAND_DISPLAY").map(|name| (wayland_answers(&name).is_ok(), name)),
        named("DISPLAY").is_some(),
    )
}

/// Chooses X11 for a program to be started. The windowing library takes the first display that the environment names.
pub(crate) fn choose_x11(command: &mut Command) {
    command.env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
}

/// The problem of a display that has not let a window open.
pub(crate) fn silent() -> CommandLineProblem {
    let names = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(named).take(1).collect();
    CommandLineProblem::SilentScreens(names)
}

/// An environment variable; empty ones count as missing.
fn named(variable: &str) -> Option<String> {
    env::var_os(variable).map(|value| value.to_string_lossy().into_owned()).filter(|value| !value.is_empty())
}

/// Chooses a display. `wayland` says whether it answers, and its name.
fn choose(
    has_wayland_socket: bool,
    wayland: Option<(bool, String)>,
    has_x11: bool,
) -> Result<Display, CommandLineProblem> {
    match wayland {
        Some((true, _)) => Ok(Display::AsNamed),
        Some((false, _)) if has_x11 => Ok(Display::X11Instead),
        Some((false, name)) => Err(CommandLineProblem::SilentScreens(vec![name])),
        None if has_wayland_socket || has_x11 => Ok(Display::AsNamed),
        None => Err(CommandLineProblem::NoScreen),
    }
}

fn wayland_answers(name: &str) -> io::Result<()> {
    let folder = named("XDG_RUNTIME_DIR").map_or_else(PathBuf::new, PathBuf::from);
    // Joining an absolute name replaces the folder.
    let socket = UnixStream::connect(folder.join(name))?;
    socket.set_read_timeout(Some(TIMEOUT))?;
    // `wl_display.sync`, which is answered at once: object 1, a message of 12 bytes with opcode 0, and the id of the
    // answer.
    let words: [u32; 3] = [1, 12 << 16, 2];
    hears_back(socket, &words.map(u32::to_ne_bytes).concat())
}

fn hears_back(mut socket: impl Read + Write, hello: &[u8]) -> io::Result<()> {
    socket.write_all(hello)?;
    socket.read_exact(&mut [0])
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;
    use std::thread;

    use super::*;

    #[test]
    fn x11_is_taken_where_wayland_does_not_answer() {
        let wayland = |answers: bool| Some((answers, "wayland-1".to_owned()));
        let silent = Err(CommandLineProblem::SilentScreens(vec!["wayland-1".to_owned()]));
        let cases = [
            (wayland(true), true, Ok(Display::AsNamed)),
            (wayland(true), false, Ok(Display::AsNamed)),
            (wayland(false), true, Ok(Display::X11Instead)),
            (wayland(false), false, silent),
            (None, true, Ok(Display::AsNamed)),
            (None, false, Err(CommandLineProblem::NoScreen)),
        ];
        for (wayland, has_x11, expected) in cases {
            assert_eq!(choose(false, wayland.clone(), has_x11), expected, "{wayland:?}, {has_x11}");
        }
        assert_eq!(choose(true, None, false), Ok(Display::AsNamed));
    }

    #[test]
    fn a_display_answers_where_something_comes_back_and_not_where_the_line_is_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        for answers in [true, false] {
            let path = folder.path().join(if answers { "live" } else { "dead" });
            let listener = UnixListener::bind(&path).expect("a socket");
            let server = thread::spawn(move || {
                let (mut client, _) = listener.accept().expect("somebody asks");
                let mut asked = [0; 12];
                client.read_exact(&mut asked).expect("a whole message");
                if answers {
                    client.write_all(&[2]).expect("the client waits");
                }
            });
            assert_eq!(wayland_answers(path.to_str().expect("a plain path")).is_ok(), answers);
            server.join().expect("the server ends");
        }
        assert!(wayland_answers(folder.path().join("none").to_str().expect("a plain path")).is_err());
    }
}
