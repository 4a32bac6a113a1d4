//! Pictures that the game takes of itself: the demonstration, the sheets of the documentation.

pub(super) mod colour_vision;
pub(super) mod demo;
pub(super) mod scene;
pub(super) mod screens;
pub(super) mod showcase;
