//! Other programs as players. The module `protocols` makes the engine such a program for others.

pub(crate) mod process;
pub(crate) mod program;
