//! Colours of discs and boards as bytes, for everything that draws them: the game, the terminal tool and pictures.

mod board_colours;
mod disc_colours;
mod tint_colours;

pub use board_colours::BoardColours;
pub use disc_colours::{DiscColours, DiscPalette};
pub use tint_colours::{HOLE_COLOURS, bytes, linear, tinted};
