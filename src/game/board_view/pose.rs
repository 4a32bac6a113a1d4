//! How a stone looks at one moment of what it does: plain functions of a change and of how far it has come.

use std::f32::consts::PI;

use bevy::math::curve::{Curve, EaseFunction};

use crate::game::board_view::flip_plan::{Change, EXPLODE_SECONDS, PLACE_SECONDS};
use crate::rules::{Direction, Disc};

/// How high above the board a stone appears that is put down; 1 is the top of a turn.
const DROP: f32 = 0.8;
/// How far a rocking stone would tip if nothing held it, in radians; it reaches about two thirds of that.
const TIP: f32 = 1.5;
/// How high a rocking stone comes up when it tips by one radian.
const NUDGE: f32 = 0.35;
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
            serves: false,
        }
    }

    fn turning(from: Disc, to: Disc, towards: Direction, progress: f32) -> Self {
        let angle = ease(EaseFunction::SineInOut, progress) * PI;
        Self { faces: (from, to), angle, towards, lift: angle.sin(), ..Self::lying(from) }
    }

    fn exploding(disc: Disc, bomb: Disc, progress: f32) -> Self {
        let swollen = ease(EaseFunction::CubicIn, progress / BURST_AT);
        let blast = blast(progress);
        Self {
            faces: (disc, bomb),
            // What is left of it flies apart.
            size: 1.0 + SWELLING * (swollen + (blast / GONE).min(1.0)),
            opacity: (1.0 - blast / GONE).max(0.0),
            heat: ease(EaseFunction::SineInOut, progress / IGNITION),
            blast,
            ..Self::lying(disc)
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
    pub(crate) fn pose(self, progress: f32) -> Pose {
        let (part, progress) = self.part(progress);
        match part {
            // It falls: slowly at first.
            Self::Place(disc) => {
                let opacity = (progress * 3.0).min(1.0);
                Pose { lift: DROP * (1.0 - progress * progress), opacity, ..Pose::lying(disc) }
            }
            Self::Remove(disc) => Self::Place(disc).pose(1.0 - progress),
            Self::Turn { from, to, towards } => Pose::turning(from, to, towards, progress),
            Self::Rock { disc, towards } => {
                let angle = TIP * rocking(progress);
                Pose { angle, towards, lift: NUDGE * angle.abs(), ..Pose::lying(disc) }
            }
            Self::Serve { disc, face, towards, turning } => {
                // It turns back the way it came.
                let turned = (progress.min(1.0 - progress) / turning).min(1.0);
                Pose { serves: true, ..Pose::turning(disc, face, towards, turned) }
            }
            Self::Explode { disc, bomb } | Self::Detonate { disc, bomb } => Pose::exploding(disc, bomb, progress),
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

    #[test]
    fn every_change_begins_and_ends_with_what_lies_there() {
        for change in ALL {
            for (end, lies) in [(0.0, change.before()), (1.0, change.after())] {
                // What is put down is seen while it falls.
                if lies.is_some() || end > 0.5 {
                    assert_eq!(change.visible_disc(end), lies, "{change:?}");
                    assert_eq!(change.counted_disc(end), lies, "{change:?}");
                }
                let Pose { angle, lift, size, opacity, heat, .. } = change.pose(end);
                if lies.is_some() {
                    let is_flat = angle.sin().abs() < 1e-6 && lift.abs() < 1e-6;
                    let is_plain = (size, opacity, heat) == (1.0, 1.0, 0.0);
                    assert!(is_flat && is_plain, "{change:?}");
                } else {
                    assert!(opacity.abs() < f32::EPSILON, "{change:?}");
                }
            }
        }
    }

    #[test]
    fn no_pose_jumps() {
        const MOMENTS: u16 = 2_000;
        for change in ALL {
            let poses = (0..=MOMENTS).map(|moment| change.pose(f32::from(moment) / f32::from(MOMENTS)));
            let numbers: Vec<_> =
                poses.map(|pose| [pose.angle, pose.lift, pose.size, pose.opacity, pose.heat, pose.blast]).collect();
            for pair in numbers.windows(2) {
                let step = pair[0].iter().zip(pair[1]).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
                assert!(step < 0.05, "{change:?} jumps from {:?} to {:?}", pair[0], pair[1]);
            }
        }
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
