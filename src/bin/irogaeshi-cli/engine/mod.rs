//! The engine as configured and limited by the terminal tool. The module `protocols` speaks to other programs.

pub(crate) mod budget;
pub(crate) mod clock;
pub(crate) mod evaluation_file;
pub(crate) mod interrupt;
pub(crate) mod memory;
pub(crate) mod session;
