//! Where a screen wants the large stone of the title; `drawing` draws it there.

use bevy::prelude::*;

/// The part of the title's layout over which the stone is drawn.
#[derive(Component, Default)]
pub(crate) struct TitleStonePlace;
