//! Colours of discs and boards as bytes, for everything that draws them: the game and the terminal tool.

mod board_colours;
mod disc_colours;

pub use board_colours::BoardColours;
pub use disc_colours::DiscColours;
