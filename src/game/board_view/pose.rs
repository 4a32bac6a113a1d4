//! Poses: the look of a stone at one moment, as plain functions of its change, progress and motion style.

use std::f32::consts::PI;

use bevy::math::curve::{Curve, EaseFunction};

use crate::game::board_view::flip_plan::{Change, EXPLODE_SECONDS, PLACE_SECONDS};
use crate::game::settings::{Facing, MotionStyle};
use crate::rules::{Direction, Disc};

/// Height above the board at which a placed stone appears; 1 is the highest point of a turn.
const DROP: f32 = 0.8;
/// Amplitude of rocking, in radians. Damping limits it to about two thirds of this.
const TIP: f32 = 1.5;
/// Height of a rocking stone per radian of tipping.
const NUDGE: f32 = 0.35;
/// Distance from which a stone slides to its square, in squares.
const SLIDE: f32 = 0.9;
/// Height of a sliding stone above the others.
const SKIM: f32 = 0.2;
/// Amplitude of the slide of a captured stone that never turns, in squares per unit of [`rocking`].
const BUDGE: f32 = 0.2;
/// Loss of opacity of a captured stone that never turns, at its faintest.
const DIM: f32 = 0.6;
/// Fraction of an explosion in which the stone catches fire.
const IGNITION: f32 = 0.3;
/// Fraction of an explosion after which the stone bursts.
const BURST_AT: f32 = 0.56;
/// Growth of a stone until it bursts.
const SWELLING: f32 = 0.3;
/// Fraction of the blast in which the remains disappear.
const GONE: f32 = 0.22;

/// Look of a stone at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    /// Upper and lower face at angle 0.
    pub(crate) faces: (Disc, Disc),
    /// Rotation in radians.
    pub(crate) angle: f32,
    /// Direction in which it rolls.
    pub(crate) towards: Direction,
    /// Height above the board: 0 lies, 1 is the highest point of a turn.
    pub(crate) lift: f32,
    /// Scale; 1 is normal.
    pub(crate) size: f32,
    /// Opacity, 0 to 1.
    pub(crate) opacity: f32,
    /// Heat, 0 to 1: the upper face takes the colour of the lower one and glows.
    pub(crate) heat: f32,
    /// Spread of the blast, 0 to 1.
    pub(crate) blast: f32,
    /// Distance from its square, in squares in the direction of `towards`.
    pub(crate) slid: f32,
    /// Coverage of the upper face by the lower one, 0 to 1.
    pub(crate) cover: f32,
    /// True if the lower face fades in everywhere at once; otherwise it slides over the upper one.
    pub(crate) blends: bool,
    /// True while a wild stone shows the mover's face.
    pub(crate) serves: bool,
}

impl Pose {
    /// A stone at rest.
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

    /// The same pose on a board with another facing.
    pub(crate) fn shown(self, facing: Facing) -> Self {
        Self { towards: facing.shown(self.towards), ..self }
    }

    fn placed(disc: Disc, progress: f32, style: MotionStyle) -> Self {
        let opacity = (progress * 3.0).min(1.0);
        let lying = Self::lying(disc);
        match style {
            // A fall starts slowly.
            MotionStyle::Turn => Self { lift: DROP * (1.0 - progress * progress), opacity, ..lying },
            MotionStyle::Slide => {
                let left = 1.0 - ease(EaseFunction::CubicOut, progress);
                // It slides up from below.
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
            // It takes the colour of the bomb and fades, without fire.
            return Self { cover: kindled, blends: true, opacity: 1.0 - blast, ..lying };
        }
        let swollen = if style == MotionStyle::Turn { ease(EaseFunction::CubicIn, progress / BURST_AT) } else { 0.0 };
        Self {
            // The remains fly apart.
            size: 1.0 + SWELLING * (swollen + (blast / GONE).min(1.0)),
            opacity: (1.0 - blast / GONE).max(0.0),
            heat: kindled,
            blast,
            ..lying
        }
    }
}

/// Eases progress, which is clamped to 0–1.
fn ease(function: EaseFunction, progress: f32) -> f32 {
    function.sample_clamped(progress)
}

/// Spread of the blast at some progress of an explosion.
fn blast(progress: f32) -> f32 {
    ((progress - BURST_AT) / (1.0 - BURST_AT)).max(0.0)
}

/// Damped oscillation, at rest at the end; at most about 0.7.
fn rocking(progress: f32) -> f32 {
    (progress * 2.5 * PI).sin() * (1.0 - progress).powf(1.5)
}

impl Change {
    /// Splits a change made of two parts: the part that is under way, and its own progress.
    fn part(self, progress: f32) -> (Self, f32) {
        const PLACING: f32 = PLACE_SECONDS / (PLACE_SECONDS + EXPLODE_SECONDS);
        match self {
            Self::Detonate { disc, .. } if progress < PLACING => (Self::Place(disc), progress / PLACING),
            Self::Detonate { disc, bomb } => (Self::Explode { disc, bomb }, (progress - PLACING) / (1.0 - PLACING)),
            whole => (whole, progress),
        }
    }

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

    /// The disc seen by the players.
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

    /// The disc that counts: a stone that serves or burns is still what it was.
    pub(crate) fn counted_disc(self, progress: f32) -> Option<Disc> {
        let (part, progress) = self.part(progress);
        match part {
            Self::Serve { disc, .. } => Some(disc),
            Self::Explode { disc, .. } | Self::Detonate { disc, .. } => (blast(progress) <= 0.0).then_some(disc),
            part => part.visible_disc(progress),
        }
    }

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

    /// The face of a stone that looks at rest; `None` in any other pose.
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
    fn every_change_begins_and_ends_with_the_discs_at_rest_in_every_style() {
        for (change, style) in ALL.into_iter().flat_map(|change| MotionStyle::ALL.map(|style| (change, style))) {
            for (end, wanted) in [(0.0, change.before()), (1.0, change.after())] {
                // A placed stone is already visible while it falls.
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
    fn each_style_moves_differently() {
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
