//! Other people's programs, started and asked as players. The engine as such a program lives in `protocols`.

pub(crate) mod process;
pub(crate) mod program;
