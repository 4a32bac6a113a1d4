//! Failures of the tool. Modules with their own error types convert them here.

use std::io;

use irogaeshi::rules::MoveListError;

/// Reason for stopping early.
pub(crate) enum Failure {
    /// Invalid input; says where and why.
    Refused(String),
    /// A check found a wrong result.
    Wrong(String),
    /// The output cannot be written.
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
