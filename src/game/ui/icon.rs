//! Icons on controls, described here as strokes and drawn with the other pictures.

use crate::game::ui::layout::Layout;
use crate::game::ui::tone::{Ink, Tone};
use bevy::prelude::*;

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Icon {
    /// An arrow that turns back.
    Undo,
    /// An arrow that turns forward.
    Redo,
    /// A lamp.
    Hint,
    /// Bars of different heights.
    Analysis,
    /// Three lines.
    Menu,
    /// The corners of a frame.
    WholeBoard,
    /// Two bars.
    Pause,
    /// A triangle that points on.
    Play,
    /// A triangle that points back, to a bar.
    StepBack,
    /// A triangle that points on, to a bar.
    StepOn,
    /// A dial with a hand.
    Speed,
    /// The face of a clock.
    Clock,
    /// An arrow up out of a box.
    Share,
    /// A balloon with words in it.
    Say,
    /// An arrow out of a door.
    Leave,
    /// An arrow around a circle.
    Restart,
    /// A flag.
    Resign,
    /// Two level bars.
    Draw,
    /// Two sheets, one behind the other.
    Copy,
    /// A board with a clip.
    Paste,
    /// A curve between two axes.
    Review,
    /// A cross in a circle.
    New,
    /// Lines with dots before them.
    Games,
    /// An open book.
    Learn,
    /// Two sliders.
    Settings,
    /// A house.
    Home,
    /// A bolt.
    CutIn,
    /// Rays from a middle.
    Explosion,
    /// Two angles that point on.
    Pass,
    /// A tick.
    Tick,
    /// A cross.
    Cross,
}

impl Icon {
    pub(crate) const ALL: [Self; 31] = [
        Self::Undo,
        Self::Redo,
        Self::Hint,
        Self::Analysis,
        Self::Menu,
        Self::WholeBoard,
        Self::Pause,
        Self::Play,
        Self::StepBack,
        Self::StepOn,
        Self::Speed,
        Self::Clock,
        Self::Share,
        Self::Say,
        Self::Leave,
        Self::Restart,
        Self::Resign,
        Self::Draw,
        Self::Copy,
        Self::Paste,
        Self::Review,
        Self::New,
        Self::Games,
        Self::Learn,
        Self::Settings,
        Self::Home,
        Self::CutIn,
        Self::Explosion,
        Self::Pass,
        Self::Tick,
        Self::Cross,
    ];

    #[expect(clippy::too_many_lines, reason = "it is a table: a few strokes for each icon")]
    pub(crate) const fn strokes(self) -> &'static [Stroke] {
        match self {
            Self::Undo => &[
                Stroke::Line(&[(8.5, 4.0), (3.5, 9.0), (8.5, 14.0)]),
                Stroke::Line(&[(3.5, 9.0), (14.5, 9.0)]),
                Stroke::Arc { middle: (14.5, 14.5), radius: 5.5, from: -90.0, to: 90.0 },
                Stroke::Line(&[(14.5, 20.0), (9.0, 20.0)]),
            ],
            Self::Redo => &[
                Stroke::Line(&[(15.5, 4.0), (20.5, 9.0), (15.5, 14.0)]),
                Stroke::Line(&[(20.5, 9.0), (9.5, 9.0)]),
                Stroke::Arc { middle: (9.5, 14.5), radius: 5.5, from: 90.0, to: 270.0 },
                Stroke::Line(&[(9.5, 20.0), (15.0, 20.0)]),
            ],
            Self::Hint => &[
                Stroke::Arc { middle: (12.0, 9.0), radius: 6.0, from: 125.0, to: 415.0 },
                Stroke::Line(&[(8.6, 14.0), (9.4, 17.5), (14.6, 17.5), (15.4, 14.0)]),
                Stroke::Line(&[(10.0, 21.5), (14.0, 21.5)]),
            ],
            Self::Analysis => &[
                Stroke::Line(&[(4.5, 20.5), (4.5, 13.0)]),
                Stroke::Line(&[(12.0, 20.5), (12.0, 4.0)]),
                Stroke::Line(&[(19.5, 20.5), (19.5, 9.0)]),
            ],
            Self::Menu => &[
                Stroke::Line(&[(4.0, 6.0), (20.0, 6.0)]),
                Stroke::Line(&[(4.0, 12.0), (20.0, 12.0)]),
                Stroke::Line(&[(4.0, 18.0), (20.0, 18.0)]),
            ],
            Self::WholeBoard => &[
                Stroke::Line(&[(9.0, 4.0), (4.0, 4.0), (4.0, 9.0)]),
                Stroke::Line(&[(15.0, 4.0), (20.0, 4.0), (20.0, 9.0)]),
                Stroke::Line(&[(20.0, 15.0), (20.0, 20.0), (15.0, 20.0)]),
                Stroke::Line(&[(9.0, 20.0), (4.0, 20.0), (4.0, 15.0)]),
            ],
            Self::Pause => &[Stroke::Line(&[(8.0, 5.0), (8.0, 19.0)]), Stroke::Line(&[(16.0, 5.0), (16.0, 19.0)])],
            Self::Play => &[Stroke::Line(&[(7.0, 4.5), (19.0, 12.0), (7.0, 19.5), (7.0, 4.5)])],
            Self::StepBack => &[
                Stroke::Line(&[(19.0, 5.0), (8.5, 12.0), (19.0, 19.0), (19.0, 5.0)]),
                Stroke::Line(&[(4.5, 5.0), (4.5, 19.0)]),
            ],
            Self::StepOn => &[
                Stroke::Line(&[(5.0, 5.0), (15.5, 12.0), (5.0, 19.0), (5.0, 5.0)]),
                Stroke::Line(&[(19.5, 5.0), (19.5, 19.0)]),
            ],
            Self::Speed => &[
                Stroke::Arc { middle: (12.0, 14.0), radius: 8.5, from: 150.0, to: 390.0 },
                Stroke::Line(&[(12.0, 14.0), (16.0, 9.5)]),
            ],
            Self::Clock => &[
                Stroke::Arc { middle: (12.0, 12.0), radius: 8.5, from: 0.0, to: 360.0 },
                Stroke::Line(&[(12.0, 7.0), (12.0, 12.0), (15.5, 14.0)]),
            ],
            Self::Share => &[
                Stroke::Line(&[(8.0, 10.0), (5.0, 10.0), (5.0, 20.5), (19.0, 20.5), (19.0, 10.0), (16.0, 10.0)]),
                Stroke::Line(&[(12.0, 15.0), (12.0, 3.5)]),
                Stroke::Line(&[(8.0, 7.5), (12.0, 3.5), (16.0, 7.5)]),
            ],
            Self::Say => &[
                Stroke::Line(&[
                    (3.0, 4.0),
                    (21.0, 4.0),
                    (21.0, 16.0),
                    (11.5, 16.0),
                    (6.5, 20.5),
                    (6.5, 16.0),
                    (3.0, 16.0),
                    (3.0, 4.0),
                ]),
                Stroke::Line(&[(7.5, 10.0), (16.5, 10.0)]),
            ],
            Self::Leave => &[
                Stroke::Line(&[(12.0, 3.5), (4.0, 3.5), (4.0, 20.5), (12.0, 20.5)]),
                Stroke::Line(&[(9.5, 12.0), (20.5, 12.0)]),
                Stroke::Line(&[(15.5, 7.0), (20.5, 12.0), (15.5, 17.0)]),
            ],
            Self::Restart => &[
                Stroke::Arc { middle: (12.0, 12.5), radius: 8.0, from: -45.0, to: 255.0 },
                Stroke::Line(&[(18.0, 2.5), (18.0, 7.2), (13.2, 7.2)]),
            ],
            Self::Resign => &[
                Stroke::Line(&[(5.5, 21.0), (5.5, 3.5)]),
                Stroke::Line(&[(5.5, 4.5), (19.5, 4.5), (15.5, 9.5), (19.5, 14.5), (5.5, 14.5)]),
            ],
            Self::Draw => &[Stroke::Line(&[(4.5, 9.0), (19.5, 9.0)]), Stroke::Line(&[(4.5, 15.0), (19.5, 15.0)])],
            Self::Copy => &[
                Stroke::Line(&[(8.5, 8.5), (20.5, 8.5), (20.5, 20.5), (8.5, 20.5), (8.5, 8.5)]),
                Stroke::Line(&[(15.5, 4.0), (3.5, 4.0), (3.5, 15.5), (4.5, 15.5)]),
            ],
            Self::Paste => &[
                Stroke::Line(&[(8.5, 5.0), (4.5, 5.0), (4.5, 21.0), (19.5, 21.0), (19.5, 5.0), (15.5, 5.0)]),
                Stroke::Line(&[(8.5, 3.0), (15.5, 3.0), (15.5, 7.0), (8.5, 7.0), (8.5, 3.0)]),
                Stroke::Line(&[(8.5, 13.5), (15.5, 13.5)]),
            ],
            Self::Review => &[
                Stroke::Line(&[(3.5, 3.5), (3.5, 20.5), (20.5, 20.5)]),
                Stroke::Line(&[(7.5, 15.5), (11.0, 9.0), (15.0, 13.0), (20.0, 5.0)]),
            ],
            Self::New => &[
                Stroke::Arc { middle: (12.0, 12.0), radius: 9.0, from: 0.0, to: 360.0 },
                Stroke::Line(&[(12.0, 7.5), (12.0, 16.5)]),
                Stroke::Line(&[(7.5, 12.0), (16.5, 12.0)]),
            ],
            Self::Games => &[
                Stroke::Line(&[(8.5, 6.0), (20.5, 6.0)]),
                Stroke::Line(&[(8.5, 12.0), (20.5, 12.0)]),
                Stroke::Line(&[(8.5, 18.0), (20.5, 18.0)]),
                Stroke::Line(&[(3.5, 6.0), (4.0, 6.0)]),
                Stroke::Line(&[(3.5, 12.0), (4.0, 12.0)]),
                Stroke::Line(&[(3.5, 18.0), (4.0, 18.0)]),
            ],
            Self::Learn => &[
                Stroke::Line(&[(12.0, 6.5), (8.5, 4.5), (2.5, 4.5), (2.5, 18.0), (8.5, 18.0), (12.0, 20.0)]),
                Stroke::Line(&[(12.0, 6.5), (15.5, 4.5), (21.5, 4.5), (21.5, 18.0), (15.5, 18.0), (12.0, 20.0)]),
                Stroke::Line(&[(12.0, 6.5), (12.0, 20.0)]),
            ],
            Self::Settings => &[
                Stroke::Line(&[(3.0, 7.5), (11.0, 7.5)]),
                Stroke::Arc { middle: (14.0, 7.5), radius: 3.0, from: 0.0, to: 360.0 },
                Stroke::Line(&[(17.0, 7.5), (21.0, 7.5)]),
                Stroke::Line(&[(3.0, 16.5), (7.0, 16.5)]),
                Stroke::Arc { middle: (10.0, 16.5), radius: 3.0, from: 0.0, to: 360.0 },
                Stroke::Line(&[(13.0, 16.5), (21.0, 16.5)]),
            ],
            Self::Home => &[
                Stroke::Line(&[(2.5, 12.0), (12.0, 3.5), (21.5, 12.0)]),
                Stroke::Line(&[(5.5, 10.0), (5.5, 20.5), (18.5, 20.5), (18.5, 10.0)]),
            ],
            Self::CutIn => &[Stroke::Line(&[
                (14.0, 2.0),
                (5.0, 13.5),
                (11.0, 13.5),
                (9.5, 22.0),
                (19.0, 10.0),
                (12.5, 10.0),
                (14.0, 2.0),
            ])],
            Self::Explosion => &[
                Stroke::Line(&[(12.0, 2.0), (12.0, 8.0)]),
                Stroke::Line(&[(12.0, 16.0), (12.0, 22.0)]),
                Stroke::Line(&[(2.0, 12.0), (8.0, 12.0)]),
                Stroke::Line(&[(16.0, 12.0), (22.0, 12.0)]),
                Stroke::Line(&[(5.0, 5.0), (9.0, 9.0)]),
                Stroke::Line(&[(15.0, 15.0), (19.0, 19.0)]),
                Stroke::Line(&[(5.0, 19.0), (9.0, 15.0)]),
                Stroke::Line(&[(15.0, 9.0), (19.0, 5.0)]),
            ],
            Self::Pass => &[
                Stroke::Line(&[(4.0, 5.0), (11.0, 12.0), (4.0, 19.0)]),
                Stroke::Line(&[(12.5, 5.0), (19.5, 12.0), (12.5, 19.0)]),
            ],
            Self::Tick => &[Stroke::Line(&[(4.0, 12.5), (9.5, 18.5), (20.0, 5.5)])],
            Self::Cross => &[Stroke::Line(&[(5.0, 5.0), (19.0, 19.0)]), Stroke::Line(&[(19.0, 5.0), (5.0, 19.0)])],
        }
    }
}

/// Side of the square in which icons are described.
pub(crate) const GRID: f32 = 24.0;
/// Width of a stroke in that square.
pub(crate) const STROKE: f32 = 2.2;

/// A stroke of an icon, in coordinates from the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stroke {
    /// A line through these points.
    Line(&'static [(f32, f32)]),
    /// An arc between two angles, in degrees clockwise from the right.
    Arc {
        middle: (f32, f32),
        radius: f32,
        /// Angle of the start.
        from: f32,
        /// Angle of the end.
        to: f32,
    },
}

/// Number of lines that approximate an arc.
const LINES: u8 = 24;

impl Stroke {
    /// Points of the stroke, to be joined by straight lines.
    pub(crate) fn points(self) -> Vec<Vec2> {
        match self {
            Self::Line(points) => points.iter().map(|point| Vec2::from(*point)).collect(),
            Self::Arc { middle, radius, from, to } => (0..=LINES)
                .map(|step| {
                    let angle = (from + (to - from) * f32::from(step) / f32::from(LINES)).to_radians();
                    Vec2::from(middle) + radius * Vec2::from_angle(angle)
                })
                .collect(),
        }
    }
}

/// An icon in a square node with this side, in logical pixels.
pub(crate) fn icon(icon: Icon, side: f32, ink: Tone) -> impl Bundle {
    (Name::new(format!("icon {icon:?}")), icon, Ink(ink), Pickable::IGNORE, Node::default().size(side, side).fixed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_fits_its_square_and_no_two_look_alike() {
        for icon in Icon::ALL {
            let points: Vec<Vec2> = icon.strokes().iter().flat_map(|stroke| stroke.points()).collect();
            let margin = STROKE / 2.0;
            assert!(points.iter().all(|point| point.min_element() >= margin && point.max_element() <= GRID - margin));
            for other in Icon::ALL.into_iter().filter(|other| *other != icon) {
                assert_ne!(icon.strokes(), other.strokes(), "{icon:?} and {other:?}");
            }
        }
    }
}
