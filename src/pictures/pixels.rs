//! Shapes as pixels.

use super::outlines::outlines_of;
use super::shape::{Area, Outlines, Shape, mix};
use super::typefaces::Typefaces;

/// Lines on which the edges of shapes are looked up, per pixel. Along a line they are exact.
const LINES: u16 = 8;

/// Picture of pixels, three bytes each such as `0xff_d1_52`.
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    colours: Vec<u32>,
}

impl Pixels {
    /// Black picture of this width and height.
    pub(super) fn new([width, height]: [u32; 2]) -> Self {
        Self { width, height, colours: vec![0; width as usize * height as usize] }
    }

    /// All pixels, row by row.
    pub(super) fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// Pixels of an area, row by row.
    pub(super) fn in_area(&self, area: Area) -> impl Iterator<Item = u32> {
        let rows = self.colours.chunks(self.width as usize).skip(area.top as usize).take(area.height as usize);
        rows.flat_map(move |row| row[area.left as usize..][..area.width as usize].iter().copied())
    }

    /// Draws shapes over what is there, each over the ones before.
    pub(super) fn draw(&mut self, shapes: &[Shape], typefaces: &Typefaces<'_>) {
        for shape in shapes {
            let (outlines, colour) = outlines_of(shape, typefaces);
            self.fill(&outlines, colour);
        }
    }

    /// Fills the inside of outlines. Pixels at the border get a mixture.
    fn fill(&mut self, outlines: &Outlines, colour: u32) {
        let [left, right] = extent(outlines, 0, self.width);
        let [top, bottom] = extent(outlines, 1, self.height);
        if left >= right {
            return;
        }
        let mut covered = vec![0.0; right - left];
        for row in top..bottom {
            covered.fill(0.0);
            for line in 0..LINES {
                let y = row as f32 + (f32::from(line) + 0.5) / f32::from(LINES);
                for [from, to] in spans(outlines, y) {
                    cover(&mut covered, from - left as f32, to - left as f32);
                }
            }
            let begin = row * self.width as usize + left;
            for (pixel, covered) in self.colours[begin..].iter_mut().zip(&covered) {
                if *covered > 0.0 {
                    *pixel = mix(*pixel, colour, (covered / f32::from(LINES)).min(1.0));
                }
            }
        }
    }
}

/// First pixel that outlines reach on an axis, and the one after the last.
fn extent(outlines: &Outlines, axis: usize, side: u32) -> [usize; 2] {
    let places = || outlines.iter().flatten().map(|point| point[axis].clamp(0.0, side as f32));
    let first = places().fold(f32::INFINITY, f32::min).floor();
    [first as usize, places().fold(0.0, f32::max).ceil() as usize]
}

/// Parts of a horizontal line inside outlines.
fn spans(outlines: &Outlines, y: f32) -> Vec<[f32; 2]> {
    let mut crossings: Vec<(f32, i32)> = Vec::new();
    for outline in outlines {
        for (index, [x, from]) in outline.iter().enumerate() {
            let [next_x, to] = outline[(index + 1) % outline.len()];
            if (*from <= y) != (to <= y) {
                crossings.push((x + (next_x - x) * (y - from) / (to - from), if to > *from { 1 } else { -1 }));
            }
        }
    }
    crossings.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut winding = 0;
    let mut spans = Vec::new();
    for pair in crossings.windows(2) {
        winding += pair[0].1;
        if winding != 0 {
            spans.push([pair[0].0, pair[1].0]);
        }
    }
    spans
}

/// Adds to each pixel the part of it that lies between two points.
fn cover(covered: &mut [f32], from: f32, to: f32) {
    let (from, to) = (from.max(0.0), to.min(covered.len() as f32));
    if from >= to {
        return;
    }
    let first = from as usize;
    for (index, pixel) in covered.iter_mut().enumerate().take(to.ceil() as usize).skip(first) {
        *pixel += (to.min(index as f32 + 1.0) - from.max(index as f32)).max(0.0);
    }
}
