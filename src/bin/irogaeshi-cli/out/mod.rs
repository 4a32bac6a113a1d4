//! What every command uses to write and to work: tables, JSON, whole files, several cores.

pub(crate) mod files;
pub(crate) mod json;
pub(crate) mod line;
pub(crate) mod parallel;
pub(crate) mod table;
