//! Scale of a training: the factor on the numbers of games of its recipe.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// Factor on a recipe's numbers of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale(pub(crate) f64);

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a scale: a scale is a number above 0 and at most {most}", most = Scale::MAX)]
pub(crate) struct NotAScale(pub(crate) String);

impl Scale {
    /// Limit beyond which the samples would not fit in memory.
    const MAX: f64 = 100.0;
}

impl FromStr for Scale {
    type Err = NotAScale;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let scale = text.parse().ok().filter(|scale| *scale > 0.0 && *scale <= Self::MAX);
        scale.map(Self).ok_or_else(|| NotAScale(text.to_owned()))
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
