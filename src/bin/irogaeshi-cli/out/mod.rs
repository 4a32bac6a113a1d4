//! Shared output and work helpers: tables, JSON, files and threads.

pub(crate) mod files;
pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod parallel;
pub(crate) mod table;
