//! Evaluation files, with which the engine plays instead of the built-in evaluations.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use irogaeshi::cpu::classic::{Evaluation, EvaluationError};
use irogaeshi::rules::Goal;
use thiserror::Error;

use crate::out::files::{FileError, read_at_most};

/// Maximum size of a file, many times that of the largest evaluation. Protects against endless devices.
const MAX_BYTES: usize = 64 << 20;

/// An evaluation of ordinary games, known by the path of its file.
#[derive(Clone)]
pub(crate) struct EvaluationFile {
    path: String,
    evaluation: Arc<Evaluation>,
}

/// Error from reading an [`EvaluationFile`], to be shown after its path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum EvaluationFileError {
    #[error("cannot be read: {0}")]
    Unreadable(String),
    #[error(transparent)]
    NoEvaluation(#[from] EvaluationError),
    #[error("an evaluation of games that the fewest discs win; give one of games that the most discs win")]
    OtherGoal,
}

impl EvaluationFile {
    pub(crate) fn evaluation(&self) -> Arc<Evaluation> {
        Arc::clone(&self.evaluation)
    }
}

impl FromStr for EvaluationFile {
    type Err = EvaluationFileError;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        let bytes = read_at_most(Path::new(path), MAX_BYTES).map_err(|error| match error {
            FileError::Unreadable { error, .. } => EvaluationFileError::Unreadable(error.to_string()),
            FileError::TooLarge { .. } | FileError::Unwritable { .. } => EvaluationError::NoEvaluation.into(),
        })?;
        let evaluation = Evaluation::read(&bytes)?;
        if evaluation.goal() != Goal::Most {
            return Err(EvaluationFileError::OtherGoal);
        }
        Ok(Self { path: path.to_owned(), evaluation: Arc::new(evaluation) })
    }
}

impl fmt::Debug for EvaluationFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("EvaluationFile").field(&self.path).finish()
    }
}

impl PartialEq for EvaluationFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for EvaluationFile {}
