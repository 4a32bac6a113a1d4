//! Shapes as outlines: closed polygons, whose insides are where they wind around a point.

use std::f32::consts::TAU;

use super::shape::{Align, CAPITALS, Outlines, Point, Shape};
use super::typefaces::Typefaces;

/// Outlines and colour of a shape.
pub(super) fn outlines_of(shape: &Shape, typefaces: &Typefaces<'_>) -> (Outlines, u32) {
    match shape {
        Shape::Rect { left, top, width, height, colour } => {
            let (right, bottom) = (left + width, top + height);
            (vec![vec![[*left, *top], [right, *top], [right, bottom], [*left, bottom]]], *colour)
        }
        Shape::Ellipse { centre, radii, colour } => (vec![ellipse(*centre, *radii)], *colour),
        Shape::Ring { centre, outer, inner, colour } => {
            let mut hole = ellipse(*centre, [*inner; 2]);
            hole.reverse();
            (vec![ellipse(*centre, [*outer; 2]), hole], *colour)
        }
        Shape::Polygon { corners, colour } => (vec![corners.clone()], *colour),
        Shape::Text { text, at: [x, y], size, align, max_width, colour } => {
            let (mut outlines, width) = typefaces.set(text, *size, *max_width);
            let left = match align {
                Align::Start => *x,
                Align::Middle => x - width / 2.0,
            };
            let baseline = y + size * CAPITALS / 2.0;
            for point in outlines.iter_mut().flatten() {
                *point = [left + point[0], baseline - point[1]];
            }
            (outlines, *colour)
        }
    }
}

fn ellipse([x, y]: Point, [across, down]: [f32; 2]) -> Vec<Point> {
    // Corners lie within a fiftieth of a pixel of the curve.
    let count = (across.max(down).sqrt() * 16.0).ceil().max(12.0) as u16;
    let corner = |index: u16| {
        let (sine, cosine) = (TAU * f32::from(index) / f32::from(count)).sin_cos();
        [x + across * cosine, y + down * sine]
    };
    (0..count).map(corner).collect()
}
