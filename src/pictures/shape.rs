//! Shapes of which a picture consists.

/// Point in pixels from the upper left corner.
pub(super) type Point = [f32; 2];

/// Closed polygons.
pub(super) type Outlines = Vec<Vec<Point>>;

/// Shape of one colour, three bytes such as `0xff_d1_52`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Rect {
        left: f32,
        top: f32,
        width: f32,
        height: f32,
        colour: u32,
    },
    Ellipse {
        centre: Point,
        radii: [f32; 2],
        colour: u32,
    },
    /// Circle without its middle.
    Ring {
        centre: Point,
        outer: f32,
        inner: f32,
        colour: u32,
    },
    Polygon {
        corners: Vec<Point>,
        colour: u32,
    },
    Text {
        text: String,
        /// Middle of the height of the capital letters, at the side that the alignment says.
        at: Point,
        /// Size of the type.
        size: f32,
        align: Align,
        /// Longer texts are cut.
        max_width: f32,
        colour: u32,
    },
}

/// Side of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
}

/// Rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Area {
    /// Fills the area.
    pub(super) fn filled(self, colour: u32) -> Shape {
        let [left, top, width, height] = [self.left, self.top, self.width, self.height].map(|side| side as f32);
        Shape::Rect { left, top, width, height, colour }
    }

    pub(super) fn centre(self) -> Point {
        [self.left as f32 + self.width as f32 / 2.0, self.top as f32 + self.height as f32 / 2.0]
    }
}

/// Height of capital letters in sizes of the type.
pub(super) const CAPITALS: f32 = 0.72;

/// Mixes two colours: `share` of the second, from 0 to 1.
pub(super) fn mix(one: u32, other: u32, share: f32) -> u32 {
    [16, 8, 0].into_iter().fold(0, |mixed, shift| {
        let [from, to] = [one, other].map(|colour| (colour >> shift & 0xff) as f32);
        mixed | ((from + (to - from) * share).round() as u32) << shift
    })
}
