//! Pictures of games: SVG and PNG of a position, and an animated GIF of the whole game.
//!
//! Plain functions from a record and options to bytes, without clocks, threads, files or Bevy. A picture is a list of
//! shapes, which one writer turns into SVG and another into pixels.
//!
//! ```
//! use irogaeshi::pictures::{PictureOptions, svg};
//! use irogaeshi::rules::{Record, Variant};
//!
//! let mut record = Record::new(Variant::classic(8).unwrap());
//! record.play_moves("f5 d6 c3").unwrap();
//! assert!(svg(&record, 3, &PictureOptions::default()).starts_with("<svg "));
//! ```

mod animation;
mod board_drawing;
mod caption;
mod disc_drawing;
mod moment;
mod options;
mod outlines;
mod pixels;
mod png_file;
mod shape;
mod svg_text;
mod typefaces;

pub use animation::{Animation, AnimationProgress};
pub use options::{Note, NoteTone, PictureFormat, PictureOptions, PictureSize};
pub use typefaces::Typefaces;

use crate::rules::{Record, Square};

use board_drawing::BoardDrawing;
use moment::Moment;
use pixels::Pixels;

/// Draws the position after this many turns as SVG; after the last one if there are fewer.
#[must_use]
pub fn svg(record: &Record, ply: usize, options: &PictureOptions) -> String {
    let drawing = BoardDrawing::new(record, options);
    svg_text::write(drawing.size(), &drawing.all(&Moment::at(record, ply)))
}

/// Draws the position after this many turns as PNG; after the last one if there are fewer.
#[must_use]
pub fn png(record: &Record, ply: usize, options: &PictureOptions, typefaces: &Typefaces<'_>) -> Vec<u8> {
    let drawing = BoardDrawing::new(record, options);
    let mut pixels = Pixels::new(drawing.size());
    pixels.draw(&drawing.all(&Moment::at(record, ply)), typefaces);
    png_file::write(&pixels)
}

/// Middle of a square in the pictures of a game, in pixels from the left and from the top, for callers that put
/// something over them. There a disc without symbol, number and note has the colour of its face.
#[must_use]
pub fn middle_of(square: Square, record: &Record, options: &PictureOptions) -> [u32; 2] {
    BoardDrawing::new(record, options).area(square).centre().map(|place| place as u32)
}
