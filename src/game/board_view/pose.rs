//! How a stone looks at one moment of what it does: plain functions of a change, of how far it has come, and of the
//! way in which the player wants discs to move.

use std::f32::consts::PI;

use bevy::math::curve::{Curve, EaseFunction};

use crate::game::board_view::flip_plan::{Change, EXPLODE_SECONDS, PLACE_SECONDS};
use crate::game::settings::{Facing, MotionStyle};
use crate::rules::{Direction, Disc};

/// How high above the board a stone appears that is put down; 1 is the top of a turn.
const DROP: f32 = 0.8;
/// How far a rocking stone would tip if nothing held it, in radians; it reaches about two thirds of that.
const TIP: f32 = 1.5;
/// How high a rocking stone comes up when it tips by one radian.
const NUDGE: f32 = 0.35;
/// From how far a stone slides to its square, in squares.
const SLIDE: f32 = 0.9;
/// How high it is above the others while it slides.
const SKIM: f32 = 0.2;
/// How far a stone that is captured but never turns slides at most, in squares, per unit of [`rocking`].
const BUDGE: f32 = 0.2;
/// How much of a stone that is captured but never turns fades for a moment.
const DIM: f32 = 0.6;
/// The part of an explosion in which the stone catches fire.
const IGNITION: f32 = 0.3;
/// The part of an explosion after which the stone bursts.
const BURST_AT: f32 = 0.56;
/// How much larger a stone is when it bursts.
const SWELLING: f32 = 0.3;
/// The part of the blast in which the rest of the stone goes.
const GONE: f32 = 0.22;

/// How a stone looks at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    /// The face that is up at angle 0, and the one below.
    pub(crate) faces: (Disc, Disc),
    /// How far it has turned over, in radians.
    pub(crate) angle: f32,
    /// The direction in which it rolls over.
    pub(crate) towards: Direction,
    /// How high it is above the board: 0 lies, 1 is the top of a turn.
    pub(crate) lift: f32,
    /// Its size; 1 is the usual one.
    pub(crate) size: f32,
    /// From 0, not to be seen, to 1.
    pub(crate) opacity: f32,
    /// How far the upper face has taken the colour of the lower one and glows, from 0 to 1.
    pub(crate) heat: f32,
    /// How far the blast has spread, from 0 to 1.
    pub(crate) blast: f32,
    /// How far it is from its square, in squares in the direction in which it rolls.
    pub(crate) slid: f32,
    /// How far the lower face has come over the upper one, from 0 to 1.
    pub(crate) cover: f32,
    /// Whether the lower face comes everywhere at once; else it slides over the upper one.
    pub(crate) blends: bool,
    /// Whether it lends the mover its face.
    pub(crate) serves: bool,
}

impl Pose {
    /// A stone that lies on the board.
    pub(crate) const fn lying(disc: Disc) -> Self {
        Self {
            faces: (disc, disc),
            angle: 0.0,
            towards: Direction::East,
            lift: 0.0,
            size: 1.0,
            opacity: 1.0,
            heat: 0.0,
            blast: 0.0,
            slid: 0.0,
            cover: 0.0,
            blends: false,
            serves: false,
        }
    }

    /// The same on a board that faces another way.
    pub(crate) fn shown(self, facing: Facing) -> Self {
        Self { towards: facing.shown(self.towards), ..self }
    }

    fn placed(disc: Disc, progress: f32, style: MotionStyle) -> Self {
        let opacity = (progress * 3.0).min(1.0);
        let lying = Self::lying(disc);
        match style {
            // It falls: slowly at first.
            MotionStyle::Turn => Self { lift: DROP * (1.0 - progress * progress), opacity, ..lying },
            MotionStyle::Slide => {
                let left = 1.0 - ease(EaseFunction::CubicOut, progress);
                // It comes from below.
                Self { towards: Direction::North, slid: -SLIDE * left, lift: SKIM * left, opacity, ..lying }
            }
            MotionStyle::Fade => Self { opacity: progress, ..lying },
        }
    }

    fn turning(from: Disc, to: Disc, towards: Direction, progress: f32, style: MotionStyle) -> Self {
        let turned = ease(EaseFunction::SineInOut, progress);
        let lying = Self { faces: (from, to), towards, ..Self::lying(from) };
        match style {
            MotionStyle::Turn => {
                let angle = turned * PI;
                Self { angle, lift: angle.sin(), ..lying }
            }
            MotionStyle::Slide => Self { cover: turned, ..lying },
            MotionStyle::Fade => Self { cover: turned, blends: true, ..lying },
        }
    }

    fn rocking(disc: Disc, towards: Direction, progress: f32, style: MotionStyle) -> Self {
        let lying = Self { towards, ..Self::lying(disc) };
        match style {
            MotionStyle::Turn => {
                let angle = TIP * rocking(progress);
                Self { angle, lift: NUDGE * angle.abs(), ..lying }
            }
            MotionStyle::Slide => Self { slid: BUDGE * rocking(progress), ..lying },
            MotionStyle::Fade => Self { opacity: 1.0 - DIM * (progress * PI).sin().max(0.0), ..lying },
        }
    }

    fn exploding(disc: Disc, bomb: Disc, progress: f32, style: MotionStyle) -> Self {
        let lying = Self { faces: (disc, bomb), ..Self::lying(disc) };
        let kindled = ease(EaseFunction::SineInOut, progress / IGNITION);
        let blast = blast(progress);
        if style == MotionStyle::Fade {
            // It takes the colour of the bomb and goes, without fire.
            return Self { cover: kindled, blends: true, opacity: 1.0 - blast, ..lying };
        }
        let swollen = if style == MotionStyle::Turn { ease(EaseFunction::CubicIn, progress / BURST_AT) } else { 0.0 };
        Self {
            // What is left of it flies apart.
            size: 1.0 + SWELLING * (swollen + (blast / GONE).min(1.0)),
            opacity: (1.0 - blast / GONE).max(0.0),
            heat: kindled,
            blast,
            ..lying
        }
    }
}

/// An easing at any progress; it stands still before 0 and after 1.
fn ease(function: EaseFunction, progress: f32) -> f32 {
    function.sample_clamped(progress)
}

/// How far the blast has spread at some progress of an explosion.
fn blast(progress: f32) -> f32 {
    ((progress - BURST_AT) / (1.0 - BURST_AT)).max(0.0)
}

/// To and fro, less and less, and still at the end; at most about 0.7.
fn rocking(progress: f32) -> f32 {
    (progress * 2.5 * PI).sin() * (1.0 - progress).powf(1.5)
}

impl Change {
    /// The same moment as a moment of a change that has no parts.
    fn part(self, progress: f32) -> (Self, f32) {
        const PLACING: f32 = PLACE_SECONDS / (PLACE_SECONDS + EXPLODE_SECONDS);
        match self {
            Self::Detonate { disc, .. } if progress < PLACING => (Self::Place(disc), progress / PLACING),
            Self::Detonate { disc, bomb } => (Self::Explode { disc, bomb }, (progress - PLACING) / (1.0 - PLACING)),
            whole => (whole, progress),
        }
    }

    /// How the stone looks.
    pub(crate) fn pose(self, progress: f32, style: MotionStyle) -> Pose {
        let (part, progress) = self.part(progress);
        match part {
            Self::Place(disc) => Pose::placed(disc, progress, style),
            Self::Remove(disc) => Pose::placed(disc, 1.0 - progress, style),
            Self::Turn { from, to, towards } => Pose::turning(from, to, towards, progress, style),
            Self::Rock { disc, towards } => Pose::rocking(disc, towards, progress, style),
            Self::Serve { disc, face, towards, turning } => {
                // It turns back the way it came.
                let turned = (progress.min(1.0 - progress) / turning).min(1.0);
                Pose { serves: true, ..Pose::turning(disc, face, towards, turned, style) }
            }
            Self::Explode { disc, bomb } | Self::Detonate { disc, bomb } => {
                Pose::exploding(disc, bomb, progress, style)
            }
        }
    }

    /// The disc that a viewer sees.
    pub(crate) fn visible_disc(self, progress: f32) -> Option<Disc> {
        let (part, progress) = self.part(progress);
        let is_past_half = progress >= 0.5;
        match part {
            Self::Place(disc) | Self::Rock { disc, .. } => Some(disc),
            Self::Remove(disc) => (!is_past_half).then_some(disc),
            Self::Turn { from, to, .. } => Some(if is_past_half { to } else { from }),
            Self::Serve { disc, face, turning, .. } => {
                Some(if progress.min(1.0 - progress) >= turning / 2.0 { face } else { disc })
            }
            Self::Explode { disc, bomb } | Self::Detonate { disc, bomb } => {
                (blast(progress) <= 0.0).then_some(if progress >= IGNITION / 2.0 { bomb } else { disc })
            }
        }
    }

    /// The disc that is counted: what lies there, whatever colour it lends or takes for a moment.
    pub(crate) fn counted_disc(self, progress: f32) -> Option<Disc> {
        let (part, progress) = self.part(progress);
        match part {
            Self::Serve { disc, .. } => Some(disc),
            Self::Explode { disc, .. } | Self::Detonate { disc, .. } => (blast(progress) <= 0.0).then_some(disc),
            part => part.visible_disc(progress),
        }
    }

    /// Whether the stone has burst.
    pub(crate) fn has_burst(self, progress: f32) -> bool {
        let (part, progress) = self.part(progress);
        matches!(part, Self::Explode { .. }) && blast(progress) > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOWARDS: Direction = Direction::North;
    const SERVE: Change = Change::Serve { disc: Disc::Green, face: Disc::Black, towards: TOWARDS, turning: 0.25 };
    const EXPLODE: Change = Change::Explode { disc: Disc::White, bomb: Disc::Red };
    const DETONATE: Change = Change::Detonate { disc: Disc::Black, bomb: Disc::Red };
    const ALL: [Change; 7] = [
        Change::Place(Disc::Ash),
        Change::Remove(Disc::Ash),
        Change::Turn { from: Disc::White, to: Disc::Black, towards: TOWARDS },
        Change::Rock { disc: Disc::Cyan, towards: TOWARDS },
        SERVE,
        EXPLODE,
        DETONATE,
    ];

    fn seen(change: Change, progress: [f32; 4]) -> [Option<Disc>; 4] {
        progress.map(|progress| change.visible_disc(progress))
    }

    /// The face that lies up, alone and whole, in the place of the stone; `None` for a pose in which none does.
    fn lies(pose: Pose) -> Option<Disc> {
        let Pose { angle, lift, size, opacity, heat, slid, cover, .. } = pose;
        let is_flat = angle.sin().abs() < 1e-6 && lift.abs() < 1e-6 && slid.abs() < 1e-6;
        let is_plain = (size, opacity, heat) == (1.0, 1.0, 0.0);
        let is_turned = angle > 1.0;
        let face = if is_turned { pose.faces.1 } else { pose.faces.0 };
        let other = if is_turned { pose.faces.0 } else { pose.faces.1 };
        (is_flat && is_plain && cover.fract() < 1e-6).then_some(if cover > 0.5 { other } else { face })
    }

    #[test]
    fn every_change_begins_and_ends_with_what_lies_there_in_every_style() {
        for (change, style) in ALL.into_iter().flat_map(|change| MotionStyle::ALL.map(|style| (change, style))) {
            for (end, wanted) in [(0.0, change.before()), (1.0, change.after())] {
                // What is put down is seen while it falls.
                if wanted.is_some() || end > 0.5 {
                    assert_eq!(change.visible_disc(end), wanted, "{change:?}");
                    assert_eq!(change.counted_disc(end), wanted, "{change:?}");
                }
                let pose = change.pose(end, style);
                if wanted.is_some() {
                    assert_eq!(lies(pose), wanted, "{style:?} {change:?} at {end}");
                } else {
                    assert!(pose.opacity.abs() < f32::EPSILON, "{style:?} {change:?}");
                }
            }
        }
    }

    #[test]
    fn no_pose_jumps_in_any_style() {
        const MOMENTS: u16 = 2_000;
        for (change, style) in ALL.into_iter().flat_map(|change| MotionStyle::ALL.map(|style| (change, style))) {
            let poses = (0..=MOMENTS).map(|moment| change.pose(f32::from(moment) / f32::from(MOMENTS), style));
            let numbers: Vec<_> = poses
                .map(|pose| {
                    let Pose { angle, lift, size, opacity, heat, blast, slid, cover, .. } = pose;
                    [angle, lift, size, opacity, heat, blast, slid, cover]
                })
                .collect();
            for pair in numbers.windows(2) {
                let step = pair[0].iter().zip(pair[1]).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
                assert!(step < 0.05, "{style:?} {change:?} jumps from {:?} to {:?}", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn styles_move_in_their_own_ways() {
        let turn = Change::Turn { from: Disc::White, to: Disc::Black, towards: TOWARDS };
        let half = |style| turn.pose(0.5, style);
        assert!((half(MotionStyle::Turn).angle - PI / 2.0).abs() < 1e-5);
        for (style, blends) in [(MotionStyle::Slide, false), (MotionStyle::Fade, true)] {
            let pose = half(style);
            assert!((pose.cover - 0.5).abs() < 1e-5 && pose.angle == 0.0 && pose.blends == blends, "{pose:?}");
        }
        let moments = |style| (0..100_u8).map(move |moment| EXPLODE.pose(f32::from(moment) / 100.0, style));
        assert!(moments(MotionStyle::Fade).all(|pose| (pose.heat, pose.blast, pose.size) == (0.0, 0.0, 1.0)));
        assert!(moments(MotionStyle::Slide).any(|pose| pose.blast > 0.5));
    }

    #[test]
    fn a_turning_stone_shows_its_old_face_first_and_its_new_face_last() {
        let change = Change::Turn { from: Disc::White, to: Disc::Black, towards: TOWARDS };
        let (old, new) = (Some(Disc::White), Some(Disc::Black));
        assert_eq!(seen(change, [0.0, 0.49, 0.5, 1.0]), [old, old, new, new]);
    }

    #[test]
    fn a_serving_stone_shows_the_movers_face_but_never_counts_for_the_mover() {
        let (own, lent) = (Some(Disc::Green), Some(Disc::Black));
        assert_eq!(seen(SERVE, [0.0, 0.13, 0.87, 0.88]), [own, lent, lent, own]);
        assert_eq!([0.0, 0.5, 1.0].map(|progress| SERVE.counted_disc(progress)), [own; 3]);
    }

    #[test]
    fn an_exploding_stone_becomes_a_bomb_and_counts_until_it_bursts() {
        let moments = [0.0, 0.2, 0.55, 0.57];
        assert_eq!(seen(EXPLODE, moments), [Some(Disc::White), Some(Disc::Red), Some(Disc::Red), None]);
        let counted = moments.map(|progress| EXPLODE.counted_disc(progress));
        assert_eq!(counted, [Some(Disc::White), Some(Disc::White), Some(Disc::White), None]);
        assert_eq!(moments.map(|progress| EXPLODE.has_burst(progress)), [false, false, false, true]);
        assert_eq!(seen(DETONATE, [0.0, 0.1, 0.5, 0.7]), [Some(Disc::Black), Some(Disc::Black), Some(Disc::Red), None]);
    }
}
