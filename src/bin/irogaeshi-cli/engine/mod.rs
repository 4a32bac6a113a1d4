//! The engine as the terminal tool sets it up and bounds it. What other programs speak lives in `protocols`.

pub(crate) mod brain;
pub(crate) mod budget;
pub(crate) mod clock;
pub(crate) mod interrupt;
pub(crate) mod memory;
