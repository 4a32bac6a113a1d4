//! Failures of the tool. Modules with their own error types say which failures these are.

use std::{fmt, io};

use irogaeshi::programs::ProgramError;
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

/// Errors that become [`Failure::Refused`], with their text.
pub(crate) trait Refusal: fmt::Display {}

impl Refusal for String {}

impl Refusal for MoveListError {}

impl Refusal for ProgramError {}

impl<E: Refusal> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
