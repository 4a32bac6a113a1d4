//! Help and error messages of the game's command line.

use std::fmt::Write as _;

use crate::game::text::{Catalogue, Phrase, say};

/// Reason why the game cannot start as the command line asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandLineProblem {
    UnknownOption(String),
    /// An option without its value.
    NoValue(String),
    /// A value for an option that takes none.
    NeedlessValue(String),
    /// A value that is not the size of a window.
    NotASize {
        text: String,
        /// Maximum side of a window, in logical pixels.
        max_side: u32,
    },
    /// A value that is not a link to a room.
    NotALink(String),
    /// A value that is not the address of a server.
    NotAServer(String),
    /// An option of the feature `tools` in a program without it.
    NeedsTools(String),
    /// A problem of an option of the feature `tools`, in English.
    #[cfg(feature = "tools")]
    OfTools(String),
    /// The environment names no display.
    NoScreen,
    /// The displays with these names do not answer.
    SilentScreens(Vec<String>),
    /// No graphics driver works.
    NoGraphics,
    /// The windowing library cannot open a window.
    NoWindow {
        /// The library's error message.
        reason: String,
    },
}

/// Options of the feature `tools`, which programs without it refuse by a message of their own.
const TOOL_OPTIONS: [&str; 5] = ["--demo", "--showcase", "--screens", "--first-frame", "--count-frames"];

impl From<lexopt::Error> for CommandLineProblem {
    fn from(error: lexopt::Error) -> Self {
        match error {
            lexopt::Error::MissingValue { option } => Self::NoValue(option.unwrap_or_default()),
            lexopt::Error::UnexpectedValue { option, .. } => Self::NeedlessValue(option),
            lexopt::Error::UnexpectedOption(option) if TOOL_OPTIONS.contains(&option.as_str()) => {
                Self::NeedsTools(option)
            }
            lexopt::Error::UnexpectedOption(option) => Self::UnknownOption(option),
            lexopt::Error::UnexpectedArgument(value) | lexopt::Error::NonUnicodeValue(value) => {
                Self::UnknownOption(value.to_string_lossy().into_owned())
            }
            lexopt::Error::ParsingFailed { value, .. } => Self::UnknownOption(value),
            lexopt::Error::Custom(error) => Self::UnknownOption(error.to_string()),
        }
    }
}

impl From<&CommandLineProblem> for Phrase {
    fn from(problem: &CommandLineProblem) -> Self {
        match problem {
            CommandLineProblem::UnknownOption(text) => say!("command-line-unknown-option", text = text.as_str()),
            CommandLineProblem::NoValue(option) => say!("command-line-no-value", option = option.as_str()),
            CommandLineProblem::NeedlessValue(option) => say!("command-line-needless-value", option = option.as_str()),
            CommandLineProblem::NotASize { text, max_side } => {
                say!("command-line-not-a-size", text = text.as_str(), longest = max_side.to_string())
            }
            CommandLineProblem::NotALink(text) => say!("command-line-not-a-link", text = text.as_str()),
            CommandLineProblem::NotAServer(text) => say!("command-line-not-a-server", text = text.as_str()),
            CommandLineProblem::NeedsTools(option) => say!("command-line-needs-tools", option = option.as_str()),
            #[cfg(feature = "tools")]
            CommandLineProblem::OfTools(problem) => Self::verbatim(problem),
            CommandLineProblem::NoScreen => say!("command-line-no-screen"),
            CommandLineProblem::SilentScreens(names) => {
                say!("command-line-silent-screens", names = names.join(", "))
            }
            CommandLineProblem::NoGraphics => say!("command-line-no-graphics"),
            CommandLineProblem::NoWindow { reason } => say!("command-line-no-window", reason = reason.as_str()),
        }
    }
}

/// The help text, with aligned options.
#[must_use]
pub fn command_line_help(catalogue: &Catalogue) -> String {
    let file = [("FILE", say!("command-line-file"))];
    let options = [
        ("    --join LINK", say!("command-line-join")),
        ("    --server ADDRESS", say!("command-line-server")),
        ("    --size WIDTHxHEIGHT", say!("command-line-size")),
        ("    --report", say!("command-line-report")),
        ("-h, --help", say!("command-line-help")),
        ("-V, --version", say!("command-line-version")),
    ];
    let said = |phrase: &Phrase| catalogue.words(phrase);
    let about = said(&say!("command-line-about"));
    let usage = said(&say!("command-line-usage", form = "irogaeshi [OPTIONS] [FILE]..."));
    let mut help = format!("{about}\n\n{usage}\n");
    for part in [&file[..], &options] {
        help.push('\n');
        for (form, what) in part {
            let _ = writeln!(help, "  {form:<24}  {}", said(what));
        }
    }
    help.truncate(help.trim_end().len());
    help
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::text::Language;

    fn said(problem: &CommandLineProblem, language: Language) -> String {
        Catalogue::new(language).words(&problem.into())
    }

    #[test]
    fn problems_are_described_in_the_language_of_the_reader() {
        let problem = CommandLineProblem::NotASize { text: "10".to_owned(), max_side: 8192 };
        let english = "“10” is not a size: write a width and a height from 1 to 8192, such as 1280x800.";
        assert_eq!(said(&problem, Language::English), english);
        let japanese = said(&problem, Language::Japanese);
        assert!(japanese.contains("「10」") && japanese.contains("8192") && !japanese.contains("size"), "{japanese}");
    }

    #[test]
    fn problems_of_the_option_parser_name_their_option() {
        let found = |error: lexopt::Error| said(&error.into(), Language::English);
        let cases = [
            (lexopt::Error::UnexpectedOption("--sise".to_owned()), "--sise"),
            (lexopt::Error::MissingValue { option: Some("--size".to_owned()) }, "--size"),
            (lexopt::Error::UnexpectedValue { option: "--report".to_owned(), value: "x".into() }, "--report"),
        ];
        for (error, named) in cases {
            let words = found(error);
            assert!(words.contains(named), "{words}");
        }
    }

    #[test]
    fn the_help_is_aligned_in_both_languages() {
        for language in Language::ALL {
            let help = command_line_help(&Catalogue::new(language));
            let starts = help.lines().filter(|line| line.starts_with("  ")).map(|line| {
                let (form, what) = line.split_at(28);
                assert!(form.ends_with("  ") && !what.starts_with(' '), "{line}");
            });
            assert_eq!(starts.count(), 7);
            assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
        }
    }

    #[test]
    fn options_for_developers_are_refused_by_name_and_not_in_the_help() {
        for option in TOOL_OPTIONS {
            let problem = lexopt::Error::UnexpectedOption(option.to_owned()).into();
            for language in Language::ALL {
                let words = said(&problem, language);
                assert!(words.contains(option) && words.contains("--features tools"), "{words}");
                assert!(!command_line_help(&Catalogue::new(language)).contains(option), "{option}");
            }
        }
    }
}
