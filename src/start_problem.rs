//! Reports why no window opens: in the terminal, and in a dialog if the game was not started in a terminal.

use std::any::Any;
use std::io::{IsTerminal, stderr};
use std::panic::{self, AssertUnwindSafe};

use bevy::prelude::*;
use irogaeshi::game::{Catalogue, CommandLineProblem, system_language};

/// Texts in the system's language, because the player's settings are not loaded yet.
pub(crate) fn words() -> Catalogue {
    Catalogue::new(system_language())
}

/// Prints a problem to the terminal.
pub(crate) fn complain(problem: &CommandLineProblem) -> AppExit {
    eprintln!("irogaeshi: {}", words().words(&problem.into()));
    AppExit::from_code(2)
}

/// Prints a problem, and also shows a dialog if the game was not started in a terminal.
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

/// Runs code in which libraries may panic, without printing the panic.
///
/// # Errors
/// The panic's message.
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
