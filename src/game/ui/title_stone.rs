//! Marks the place where a screen wants the title's large stone, which `drawing` draws.

use bevy::prelude::*;

/// The node over which the stone is drawn.
#[derive(Component, Default)]
pub(crate) struct TitleStoneContainer;
