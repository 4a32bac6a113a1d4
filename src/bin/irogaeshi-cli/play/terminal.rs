//! The terminal: its keys one by one, its other screen, its size, and everything as before at the end.

use std::io::{self, IsTerminal, Write};

use rustix::process::{Signal, getpid, kill_process};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Enters the other screen, hides the cursor, and asks for all movements of the mouse.
const ENTER: &str = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1003h\x1b[?1006h";
/// Undoes [`ENTER`].
const LEAVE: &str = "\x1b[0m\x1b[?1006l\x1b[?1003l\x1b[?1000l\x1b[?25h\x1b[?1049l";

/// Size of terminals that do not say theirs.
const USUAL_SIZE: (u16, u16) = (80, 24);

/// A terminal that shows a screen of its own. Dropping it, or a panic, restores the terminal.
pub(crate) struct Terminal {
    usual: Termios,
}

/// Returns whether input and output are a terminal that can move its cursor.
pub(crate) fn is_available() -> bool {
    let can_move = std::env::var("TERM").is_ok_and(|name| !["", "dumb"].contains(&name.as_str()));
    can_move && io::stdin().is_terminal() && io::stdout().is_terminal()
}

impl Terminal {
    /// Enters the screen.
    ///
    /// # Errors
    /// If the terminal cannot be set.
    pub(crate) fn enter() -> io::Result<Self> {
        let terminal = Self { usual: tcgetattr(io::stdin())? };
        let (usual, report) = (terminal.usual.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            leave(&usual);
            report(panic);
        }));
        terminal.show()?;
        Ok(terminal)
    }

    /// Enters the screen again.
    ///
    /// # Errors
    /// If the terminal cannot be set.
    pub(crate) fn show(&self) -> io::Result<()> {
        let mut raw = self.usual.clone();
        raw.make_raw();
        tcsetattr(io::stdin(), OptionalActions::Now, &raw)?;
        self.write(ENTER)
    }

    /// Stops this process as Control+Z does, and enters the screen again when it is continued.
    ///
    /// # Errors
    /// If the terminal cannot be set.
    pub(crate) fn suspend(&self) -> io::Result<()> {
        leave(&self.usual);
        kill_process(getpid(), Signal::STOP)?;
        self.show()
    }

    /// Width and height.
    #[expect(clippy::unused_self, reason = "only a terminal that was entered is asked")]
    pub(crate) fn size(&self) -> (u16, u16) {
        match tcgetwinsize(io::stdout()) {
            Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col, size.ws_row),
            _ => USUAL_SIZE,
        }
    }

    /// Writes a text with its escape sequences.
    ///
    /// # Errors
    /// If the terminal is gone.
    #[expect(clippy::unused_self, reason = "only a terminal that was entered is written to")]
    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(text.as_bytes())?;
        out.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave(&self.usual);
    }
}

/// Restores the terminal. Nothing can be done if it is gone.
fn leave(usual: &Termios) {
    let mut out = io::stdout();
    let _ = out.write_all(LEAVE.as_bytes()).and_then(|()| out.flush());
    let _ = tcsetattr(io::stdin(), OptionalActions::Flush, usual);
}
