//! A board as shapes: frame, coordinates, squares with their contents, and the caption below.

use super::caption::Caption;
use super::disc_drawing::{lying, symbol, turning, vanishing};
use super::moment::{Moment, Shown};
use super::options::{Note, NoteTone, PictureOptions};
use super::shape::{Align, Area, Shape, mix};
use crate::looks::{BoardColours, DiscColours, bytes, linear, tinted};
use crate::rules::{Board, Cell, Disc, Record, Square, Tints};

/// Radius of a disc in sides of a square.
const RADIUS: f32 = 0.415;
/// Smallest side of a square, and smallest type, in pixels.
const MIN_SIDE: u32 = 12;
const MIN_TYPE: f32 = 9.0;
/// Type of coordinates, of move numbers and of notes, in sides of a square.
const COORDINATES: f32 = 0.32;
const NUMBERS: f32 = 0.42;
const NOTES: f32 = 0.36;
/// Width of the mark of the last move, in sides of a square.
const MARK: f32 = 0.055;
/// Ring of a note, in sides of a square.
const NOTE_RING: [f32; 2] = [0.2, 0.15];

/// Places and colours of everything in the pictures of a game.
pub(super) struct BoardDrawing<'a> {
    options: &'a PictureOptions,
    board: &'a Board,
    tints: &'a Tints,
    /// Side of a square in pixels.
    side: u32,
    /// Width of the frame in pixels.
    margin: u32,
    caption: Option<Caption>,
}

impl<'a> BoardDrawing<'a> {
    pub(super) fn new(record: &'a Record, options: &'a PictureOptions) -> Self {
        let board = record.variant().board();
        let places = u32::from(board.columns().max(board.rows()));
        // The frame takes about a square on both sides together.
        let side = (options.size.width() / (places + 1)).max(MIN_SIDE);
        let margin = if options.coordinates { (side / 2).max(14) } else { (side / 5).max(4) };
        let mut drawing = Self { options, board, tints: record.variant().tints(), side, margin, caption: None };
        if options.caption {
            let [width, top] = drawing.size();
            drawing.caption = Some(Caption::new(record.variant(), &options.names, top, width));
        }
        drawing
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> [u32; 2] {
        let [columns, rows] = [self.board.columns(), self.board.rows()].map(u32::from);
        let caption = self.caption.as_ref().map_or(0, Caption::height);
        [columns * self.side + 2 * self.margin, rows * self.side + 2 * self.margin + caption]
    }

    /// Everything at a moment.
    pub(super) fn all(&self, moment: &Moment<'_>) -> Vec<Shape> {
        let [width, height] = self.size();
        let mut shapes = vec![Area { left: 0, top: 0, width, height }.filled(self.options.board.frame)];
        if self.options.coordinates {
            shapes.extend(self.coordinates());
        }
        for place in self.places() {
            shapes.extend(self.square(place, moment));
        }
        shapes.extend(self.caption(moment));
        shapes
    }

    /// The caption at a moment, with its ground.
    pub(super) fn caption(&self, moment: &Moment<'_>) -> Vec<Shape> {
        self.caption.as_ref().map_or_else(Vec::new, |caption| caption.shapes(moment.board(), self.options))
    }

    /// Area of the caption.
    pub(super) fn caption_area(&self) -> Option<Area> {
        self.caption.as_ref().map(Caption::area)
    }

    /// All places of the grid, holes too.
    fn places(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = (self.board.columns(), self.board.rows());
        Square::all().filter(move |place| place.column() < columns && place.row() < rows)
    }

    /// Area of a place.
    pub(super) fn area(&self, place: Square) -> Area {
        let at = |index: u8| self.margin + u32::from(index) * self.side;
        Area { left: at(place.column()), top: at(place.row()), width: self.side, height: self.side }
    }

    fn coordinates(&self) -> Vec<Shape> {
        let size = (self.side as f32 * COORDINATES).max(MIN_TYPE);
        let middle = self.margin as f32 / 2.0;
        let text = |text: String, at| {
            let max_width = self.side as f32;
            Shape::Text { text, at, size, align: Align::Middle, max_width, colour: self.options.board.frame_text }
        };
        let first = |place: &Square| place.row() == 0 || place.column() == 0;
        let mut shapes = Vec::new();
        for place in self.places().filter(first) {
            let [x, y] = self.area(place).centre();
            let name = place.to_string();
            let (column, row) = name.split_at(1);
            if place.row() == 0 {
                shapes.push(text(column.to_owned(), [x, middle]));
            }
            if place.column() == 0 {
                shapes.push(text(row.to_owned(), [middle, y]));
            }
        }
        shapes
    }

    fn colours(&self, disc: Disc) -> DiscColours {
        self.options.discs.of(disc)
    }

    /// Colour of a place without a disc.
    fn ground(&self, place: Square) -> u32 {
        let colours = self.options.board;
        match self.tints.get(place) {
            Some(tint) => bytes(tinted(linear(colours.ground), colours.tint_light(), tint)),
            None if self.board.cell(place) == Cell::Hole => colours.frame,
            None => colours.ground,
        }
    }

    /// Colour of the lines around a place with this ground.
    fn line(&self, ground: u32) -> u32 {
        let BoardColours { line, line_percent, .. } = self.options.board;
        mix(ground, line, f32::from(line_percent) / 100.0)
    }

    const fn tone(&self, tone: NoteTone) -> u32 {
        match tone {
            NoteTone::Accent => self.options.board.accent,
            NoteTone::Plain => self.options.board.plain,
            NoteTone::Alarm => self.options.board.alarm,
        }
    }

    /// A place with its contents.
    pub(super) fn square(&self, place: Square, moment: &Moment<'_>) -> Vec<Shape> {
        let (area, ground) = (self.area(place), self.ground(place));
        if self.board.cell(place) == Cell::Hole {
            return vec![area.filled(ground)];
        }
        let mut shapes = vec![area.filled(self.line(ground))];
        let (width, line) = (self.side as f32, (self.side / 40).max(1) as f32);
        let [left, top] = [area.left, area.top].map(|edge| edge as f32);
        let inner = |inset: f32, end: f32, colour| Shape::Rect {
            left: left + inset,
            top: top + inset,
            width: width - inset - end,
            height: width - inset - end,
            colour,
        };
        let is_last = self.options.last_move && moment.last_square() == Some(place);
        if is_last {
            shapes.push(inner(line, 0.0, self.options.board.accent));
            let mark = (width * MARK).max(1.0).round();
            shapes.push(inner(line + mark, mark, ground));
        } else {
            shapes.push(inner(line, 0.0, ground));
        }
        let [x, y] = area.centre();
        // Even sides have their middle between two pixels; the line takes the first ones.
        let (centre, radius) = ([x + line / 2.0, y + line / 2.0], width * RADIUS);
        let shown = moment.shown(place);
        match shown {
            Shown::Nothing => {}
            Shown::Disc(disc) => shapes.extend(lying(self.colours(disc), centre, radius)),
            Shown::Turning(from, to, share) => {
                shapes.extend(turning(self.colours(from), self.colours(to), share, centre, radius));
            }
            Shown::Vanishing(disc, share) => shapes.extend(vanishing(self.colours(disc), share, centre, radius)),
        }
        let disc = if let Shown::Disc(disc) = shown { Some(disc) } else { None };
        let text = |text: String, share: f32, colour| {
            let size = (width * share).max(MIN_TYPE);
            Shape::Text { text, at: centre, size, align: Align::Middle, max_width: width, colour }
        };
        let notes: Vec<&Note> = self.options.notes.iter().filter(|note| note.square == place).collect();
        if !notes.is_empty() {
            for note in notes {
                let tone = self.tone(note.tone);
                if note.text.is_empty() {
                    let [outer, inner] = NOTE_RING.map(|share| share * width);
                    shapes.push(Shape::Ring { centre, outer, inner, colour: tone });
                } else {
                    shapes.push(text(note.text.clone(), NOTES, disc.map_or(tone, |disc| self.colours(disc).ink)));
                }
            }
        } else if let Some(disc) = disc {
            match moment.number(place).filter(|_| self.options.numbers) {
                Some(number) => shapes.push(text(number.to_string(), NUMBERS, self.colours(disc).ink)),
                None if self.options.symbols => {
                    shapes.extend(symbol(disc, self.colours(disc).ink, self.keeps_no_ring(disc), centre, radius));
                }
                None => {}
            }
        }
        shapes
    }

    /// Returns whether a disc has no ring: it turns, or never does on any board.
    fn keeps_no_ring(&self, disc: Disc) -> bool {
        self.board.turns(disc) || disc.player().is_none()
    }

    /// Colours, and pairs of colours whose borders show mixtures of both.
    pub(super) fn palette(&self) -> (Vec<u32>, Vec<(u32, u32)>) {
        let mut grounds: Vec<u32> = self.places().map(|place| self.ground(place)).collect();
        grounds.sort_unstable();
        grounds.dedup();
        let BoardColours { frame, frame_text, accent, .. } = self.options.board;
        let mut all = vec![frame, frame_text];
        let mut pairs = vec![(frame, frame_text)];
        let on_board = |disc: &Disc| self.board.squares().any(|square| self.board.disc(square) == Some(*disc));
        let plays = |disc: &Disc| {
            disc.player().is_some_and(|player| self.caption.as_ref().is_some_and(|caption| caption.has(player)))
        };
        let discs: Vec<Disc> = Disc::ALL.into_iter().filter(|disc| on_board(disc) || plays(disc)).collect();
        for ground in &grounds {
            all.extend([*ground, self.line(*ground)]);
        }
        for disc in discs {
            let [face, side] = {
                let [below, above] = lying(self.colours(disc), [0.0; 2], 1.0);
                [above, below].map(|shape| if let Shape::Ellipse { colour, .. } = shape { colour } else { 0 })
            };
            let ink = self.colours(disc).ink;
            all.extend([face, side, ink]);
            pairs.extend([(face, side), (face, ink), (frame, face), (frame, side)]);
            pairs.extend(grounds.iter().flat_map(|ground| [(*ground, face), (*ground, side)]));
        }
        if self.options.last_move {
            all.push(accent);
        }
        for note in &self.options.notes {
            all.push(self.tone(note.tone));
            pairs.extend(grounds.iter().map(|ground| (*ground, self.tone(note.tone))));
        }
        (all, pairs)
    }
}
