//! Texts as outlines.

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::shape::{Outlines, Point};

/// Fonts in which texts are set, in order of preference: a letter comes from the first font that has it.
#[derive(Clone)]
pub struct Typefaces<'a>(Vec<Face<'a>>);

/// Segments of a curve of a letter.
const SEGMENTS: u8 = 6;
/// Replacement for letters that no font has.
const MISSING: char = '?';
const ELLIPSIS: char = '…';

impl<'a> Typefaces<'a> {
    /// Takes fonts in TrueType or OpenType, or collections, of which it takes the first font. Leaves out those that it
    /// cannot read; without any font, pictures have no texts.
    #[must_use]
    pub fn new(fonts: &[&'a [u8]]) -> Self {
        Self(fonts.iter().filter_map(|font| Face::parse(font, 0).ok()).collect())
    }

    /// The fonts of the game, for programs without its assets.
    #[cfg(any(feature = "cli", feature = "server"))]
    #[must_use]
    pub fn bundled() -> Self {
        let medium: &[u8] = include_bytes!("../../assets/fonts/ui-medium.otf");
        Self::new(&[medium, include_bytes!("../../assets/fonts/japanese.otc")])
    }

    /// Sets a text from the origin on, upwards positive. Returns its outlines and its width, cut to a maximum.
    pub(super) fn set(&self, text: &str, size: f32, max_width: f32) -> (Outlines, f32) {
        let width_of = |text: &str| text.chars().map(|letter| self.advance(letter, size)).sum::<f32>();
        let mut letters: Vec<char> = text.chars().collect();
        if width_of(text) > max_width {
            let mut left = max_width - self.advance(ELLIPSIS, size);
            let fits = |letter: &char| {
                left -= self.advance(*letter, size);
                left >= 0.0
            };
            letters = text.chars().take_while(fits).collect();
            letters.push(ELLIPSIS);
        }
        let mut pen = Pen { outlines: Vec::new(), origin: 0.0, scale: 1.0 };
        for letter in letters {
            if let Some((face, glyph)) = self.find(letter) {
                pen.scale = size / f32::from(face.units_per_em());
                face.outline_glyph(glyph, &mut pen);
            }
            pen.origin += self.advance(letter, size);
        }
        pen.outlines.retain(|outline| outline.len() > 2);
        (pen.outlines, pen.origin)
    }

    fn find(&self, letter: char) -> Option<(&Face<'a>, GlyphId)> {
        let glyph = |letter| self.0.iter().find_map(move |face| Some((face, face.glyph_index(letter)?)));
        glyph(letter).or_else(|| glyph(MISSING))
    }

    fn advance(&self, letter: char, size: f32) -> f32 {
        let advance = |(face, glyph): (&Face<'_>, GlyphId)| {
            f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * size / f32::from(face.units_per_em())
        };
        self.find(letter).map_or(0.0, advance)
    }
}

/// Turns the curves of letters into polygons.
struct Pen {
    outlines: Outlines,
    /// Left end of the letter.
    origin: f32,
    /// Size of a unit of the font.
    scale: f32,
}

impl Pen {
    fn place(&self, x: f32, y: f32) -> Point {
        [self.origin + x * self.scale, y * self.scale]
    }

    fn push(&mut self, point: Point) {
        if let Some(outline) = self.outlines.last_mut() {
            outline.push(point);
        }
    }

    /// Draws a Bézier curve from the current point on: `points` are the others.
    fn curve<const POINTS: usize>(&mut self, points: [Point; POINTS]) {
        let Some(start) = self.outlines.last().and_then(|outline| outline.last()).copied() else { return };
        for step in 1..=SEGMENTS {
            let share = f32::from(step) / f32::from(SEGMENTS);
            let mut hull: Vec<Point> = std::iter::once(start).chain(points).collect();
            // De Casteljau's construction.
            while hull.len() > 1 {
                let between = |pair: &[Point]| {
                    std::array::from_fn(|axis| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share)
                };
                hull = hull.windows(2).map(between).collect();
            }
            self.push(hull[0]);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        let start = self.place(x, y);
        self.outlines.push(vec![start]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(self.place(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.curve([self.place(x1, y1), self.place(x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.curve([self.place(x1, y1), self.place(x2, y2), self.place(x, y)]);
    }

    fn close(&mut self) {}
}
