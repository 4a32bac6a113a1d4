//! Why the tool stops early. Whoever has an error of their own says there what failure it is.

use std::io;

use irogaeshi::rules::MoveListError;

/// Why the tool stops early.
pub(crate) enum Failure {
    /// Something it was given is wrong: where and why.
    Refused(String),
    /// What it found is wrong.
    Wrong(String),
    /// What it prints cannot be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

impl From<MoveListError> for Failure {
    fn from(error: MoveListError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
