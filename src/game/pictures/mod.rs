//! Pictures that the game takes of itself, for the demonstration and the documentation.

pub(super) mod colour_vision;
pub(super) mod demo;
pub(super) mod scene;
pub(super) mod screens;
pub(super) mod showcase;
