//! Discs as shapes.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use super::shape::{Point, Shape, mix};
use crate::looks::DiscColours;
use crate::rules::Disc;

/// Thickness of a disc that lies flat, as seen, in radii.
const EDGE: f32 = 0.07;
/// Further thickness of a disc that stands on its edge, in radii.
const STANDING_EDGE: f32 = 0.1;
/// Ring on discs that never turn, in radii.
const RING: [f32; 2] = [0.745, 0.685];

/// A disc that lies on the board.
pub(super) fn lying(disc: DiscColours, centre: Point, radius: f32) -> [Shape; 2] {
    tilted(disc, centre, radius, 1.0, EDGE)
}

/// A disc that turns over to become another, with the share of the turn that has passed.
pub(super) fn turning(from: DiscColours, to: DiscColours, share: f32, centre: Point, radius: f32) -> [Shape; 2] {
    let (sine, cosine) = (share * PI).sin_cos();
    let seen = if cosine > 0.0 { from } else { to };
    tilted(seen, centre, radius, cosine.abs().max(0.04), EDGE + STANDING_EDGE * sine)
}

/// A disc that shrinks away, with the share that has passed.
pub(super) fn vanishing(disc: DiscColours, share: f32, centre: Point, radius: f32) -> [Shape; 2] {
    lying(disc, centre, radius * (1.0 - share))
}

fn tilted(disc: DiscColours, [x, y]: Point, radius: f32, height: f32, edge: f32) -> [Shape; 2] {
    let DiscColours { face, edge: edge_colour, .. } = disc;
    let radii = [radius, radius * height];
    // The edge of black and white discs differs little from the face; a darker one separates it from the ground.
    let side = mix(edge_colour, 0, 0.35);
    let below = Shape::Ellipse { centre: [x, y + radius * edge], radii, colour: side };
    [below, Shape::Ellipse { centre: [x, y], radii, colour: face }]
}

/// Symbol of a disc, and a ring if it never turns: the forms of the game.
pub(super) fn symbol(disc: Disc, ink: u32, turns: bool, centre: Point, radius: f32) -> Vec<Shape> {
    let polygon = |corners: Vec<Point>| {
        let corners = corners.iter().map(|[x, y]| [centre[0] + x * radius, centre[1] + y * radius]);
        Shape::Polygon { corners: corners.collect(), colour: ink }
    };
    let regular = |count: u16, first: f32, size: f32, lowered: f32| {
        let corner = |index: u16| {
            let (sine, cosine) = (first + TAU * f32::from(index) / f32::from(count)).sin_cos();
            [size * cosine, lowered + size * sine]
        };
        polygon((0..count).map(corner).collect())
    };
    // Bar through the middle.
    let bar = |angle: f32, reach: f32, half: f32| {
        let (sine, cosine) = angle.sin_cos();
        let corner = |along: f32, across: f32| [along * cosine - across * sine, along * sine + across * cosine];
        polygon(vec![corner(-reach, -half), corner(reach, -half), corner(reach, half), corner(-reach, half)])
    };
    let mut shapes = match disc {
        Disc::Black | Disc::White => Vec::new(),
        Disc::Ash => vec![bar(0.0, 0.47, 0.105)],
        Disc::Cyan => vec![regular(4, 0.0, 0.5, 0.0)],
        Disc::Yamabuki => vec![regular(3, -FRAC_PI_2, 0.54, 0.04)],
        Disc::Green => [0.0, PI / 3.0, -PI / 3.0].map(|angle| bar(FRAC_PI_2 + angle, 0.52, 0.07)).into(),
        Disc::Red => [FRAC_PI_4, -FRAC_PI_4].map(|angle| bar(angle, 0.52, 0.1)).into(),
    };
    if !turns {
        let [outer, inner] = RING.map(|share| share * radius);
        shapes.push(Shape::Ring { centre, outer, inner, colour: ink });
    }
    shapes
}
