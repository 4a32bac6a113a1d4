//! Reasons why the window does not open, written to the terminal, and shown in a dialog to those who use none.

use std::any::Any;
use std::io::{IsTerminal, stderr};
use std::panic::{self, AssertUnwindSafe};

use bevy::prelude::*;
use irogaeshi::game::{Catalogue, CommandLineProblem, system_language};

/// The words of the terminal and of dialogs, in the system's language: the player's choice is not read yet.
pub(crate) fn words() -> Catalogue {
    Catalogue::new(system_language())
}

/// Says in the terminal why there is no window.
pub(crate) fn complain(problem: &CommandLineProblem) -> AppExit {
    eprintln!("irogaeshi: {}", words().words(&problem.into()));
    AppExit::from_code(2)
}

/// Says the same, also in a dialog for those who did not start the game in a terminal.
pub(crate) fn complain_aloud(problem: &CommandLineProblem) -> AppExit {
    let exit = complain(problem);
    if !stderr().is_terminal() {
        rfd::MessageDialog::new()
            .set_level(rfd::MessageLevel::Error)
            .set_title("Irogaeshi")
            .set_description(words().words(&problem.into()))
            .show();
    }
    exit
}

/// Does what may panic in libraries, and says nothing of that in the terminal.
///
/// # Errors
/// The reason that the panic gave.
pub(crate) fn without_panic<T>(act: impl FnOnce() -> T) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let result = panic::catch_unwind(AssertUnwindSafe(act));
    panic::set_hook(hook);
    result.map_err(|reason| reason_of(&*reason))
}

fn reason_of(reason: &(dyn Any + Send)) -> String {
    let text = reason.downcast_ref::<String>().map(String::as_str).or_else(|| reason.downcast_ref::<&str>().copied());
    text.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_reason() {
        assert_eq!(without_panic(|| 1), Ok(1));
        assert_eq!(without_panic(|| panic!("plain")), Err::<(), _>("plain".to_owned()));
        assert_eq!(without_panic(|| panic!("with {}", 2)), Err::<(), _>("with 2".to_owned()));
    }
}
