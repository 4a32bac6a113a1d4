//! Tools for developers, behind the feature `tools`: pictures that the game takes of itself, and measurements.

pub(super) mod demo;
pub(super) mod first_frame;
pub(super) mod frame_count;
pub(super) mod scene;
pub(super) mod screens;
pub(super) mod showcase;
