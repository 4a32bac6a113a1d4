//! The stones: entities that show the discs of the match, and the motions by which they get there.

use std::collections::HashMap;
use std::f32::consts::PI;
use std::time::Duration;

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{AnimCompletedEvent, Delay, Tween, TweenAnim};

use super::board::{BoardRoot, square_middle};
use super::flip_plan::{Change, Step, plan};
use super::{GameSystems, Match, Screen, Settings};
use crate::rules::{ByPlayer, Direction, Disc, Square};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownPly>()
        .init_resource::<ShownCounts>()
        .add_systems(OnEnter(Screen::Match), forget_what_was_shown)
        .add_systems(
            Update,
            (
                show_position.in_set(GameSystems::Show).run_if(resource_exists_and_changed::<Match>),
                count_shown_faces.in_set(GameSystems::Look),
            )
                .run_if(in_state(Screen::Match)),
        )
        .add_observer(rest_when_completed);
}

/// A stone on the board. Its place in the hierarchy is below the board.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where it lies.
    pub square: Square,
    /// The face that is up once it lies still.
    pub disc: Disc,
}

/// A stone is on its way; without this it lies still.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    change: Change,
    /// From 0 to 1; the tween drives this number and nothing else.
    progress: f32,
}

impl Motion {
    /// Whether it is turning over and near the middle of that.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn is_half_way(self) -> bool {
        matches!(self.change, Change::Turn { .. }) && (0.25..0.75).contains(&self.progress)
    }
}

/// How a stone looks at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// The face that is up at angle 0, and the one below.
    pub(super) faces: (Disc, Disc),
    /// How far it has turned over, in radians.
    pub(super) angle: f32,
    /// The direction in which it rolls over.
    pub(super) towards: Direction,
    /// How high it is above the board: 0 lies, 1 is the top of a turn.
    pub(super) lift: f32,
    /// From 0, not to be seen, to 1.
    pub(super) opacity: f32,
}

impl Stone {
    /// How it looks now.
    pub(super) fn pose(self, motion: Option<&Motion>) -> Pose {
        let still =
            Pose { faces: (self.disc, self.disc), angle: 0.0, towards: Direction::East, lift: 0.0, opacity: 1.0 };
        let Some(Motion { change, progress }) = motion.copied() else { return still };
        match change {
            Change::Place(_) => Pose { lift: 0.8 * (1.0 - progress), opacity: (progress * 3.0).min(1.0), ..still },
            Change::Turn { from, to, towards } => {
                let angle = progress * PI;
                Pose { faces: (from, to), angle, towards, lift: angle.sin(), ..still }
            }
            Change::Remove(disc) => {
                Pose { faces: (disc, disc), lift: progress * 0.5, opacity: 1.0 - progress, ..still }
            }
        }
    }

    /// The disc that a viewer sees now.
    #[must_use]
    pub fn visible_disc(self, motion: Option<&Motion>) -> Option<Disc> {
        let Some(Motion { change, progress }) = motion else { return Some(self.disc) };
        let is_past_half = *progress >= 0.5;
        match change {
            Change::Place(disc) => Some(*disc),
            Change::Turn { from, to, .. } => Some(if is_past_half { *to } else { *from }),
            Change::Remove(disc) => (!is_past_half).then_some(*disc),
        }
    }
}

/// Drives [`Motion::progress`].
struct ProgressLens;

impl Lens<Motion> for ProgressLens {
    fn lerp(&mut self, mut motion: Mut<Motion>, ratio: f32) {
        motion.progress = ratio;
    }
}

/// The ply that the stones show, or are moving to.
#[derive(Resource, Default)]
pub(super) struct ShownPly(Option<usize>);

/// How many discs of each player a viewer sees now: they roll along with the turning stones.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownCounts(pub ByPlayer<u16>);

fn forget_what_was_shown(mut shown_ply: ResMut<ShownPly>) {
    shown_ply.0 = None;
}

/// Brings the stones in line with the match.
pub(super) fn show_position(
    game: Res<Match>,
    settings: Res<Settings>,
    root: Single<Entity, With<BoardRoot>>,
    stones: Query<(Entity, &Stone, Option<&Motion>)>,
    mut shown_ply: ResMut<ShownPly>,
    mut commands: Commands,
) {
    let leaving = |motion: Option<&Motion>| motion.is_some_and(|motion| matches!(motion.change, Change::Remove(_)));
    let by_square: HashMap<Square, (Entity, Stone)> = stones
        .iter()
        .filter(|(_, _, motion)| !leaving(*motion))
        .map(|(entity, stone, _)| (stone.square, (entity, *stone)))
        .collect();
    let shown = by_square.iter().map(|(square, (_, stone))| (*square, stone.disc)).collect();
    let ply = game.record.ply();
    let one_turn_on = shown_ply.0.is_some_and(|shown| shown + 1 == ply);
    let turn = game.record.last_turn().filter(|_| one_turn_on);
    // A match that comes onto the screen lies there; only what happens then moves.
    let pace = shown_ply.0.replace(ply).map(|_| settings.pace);

    let board = game.record.position().board();

    for Step { square, delay, change } in plan(&shown, board, turn) {
        let entity = match (change, by_square.get(&square)) {
            (Change::Place(disc), _) => {
                let at = Transform::from_translation(square_middle(board, square).extend(0.0));
                let name = Name::new(format!("stone {square}"));
                commands.spawn((name, Stone { square, disc }, at, Visibility::default(), ChildOf(*root))).id()
            }
            (Change::Turn { to, .. }, Some((entity, _))) => {
                commands.entity(*entity).insert(Stone { square, disc: to });
                *entity
            }
            (_, Some((entity, _))) => *entity,
            (_, None) => continue,
        };
        match pace.and_then(|pace| Some((pace.scale(delay)?, pace.scale(change.seconds())?))) {
            Some((delay, duration)) => {
                commands.entity(entity).insert((Motion { change, progress: 0.0 }, motion_tween(delay, duration)));
            }
            None if matches!(change, Change::Remove(_)) => commands.entity(entity).despawn(),
            None => {
                commands.entity(entity).remove::<(Motion, TweenAnim)>();
            }
        }
    }
}

fn motion_tween(delay: Duration, duration: Duration) -> TweenAnim {
    let tween = Tween::new(EaseFunction::SineInOut, duration, ProgressLens);
    // A delay of nothing is refused by `Delay`.
    if delay.is_zero() { TweenAnim::new(tween) } else { TweenAnim::new(Delay::new(delay).then(tween)) }
}

fn rest_when_completed(done: On<AnimCompletedEvent>, motions: Query<&Motion>, mut commands: Commands) {
    if let Ok(motion) = motions.get(done.anim_entity) {
        rest(done.anim_entity, *motion, &mut commands);
    }
}

fn rest(entity: Entity, motion: Motion, commands: &mut Commands) {
    if matches!(motion.change, Change::Remove(_)) {
        commands.entity(entity).despawn();
    } else {
        commands.entity(entity).remove::<(Motion, TweenAnim)>();
    }
}

/// Completes every motion at once.
pub(super) fn complete_motions(motions: &Query<(Entity, &Motion)>, commands: &mut Commands) {
    for (entity, motion) in motions {
        rest(entity, *motion, commands);
    }
}

fn count_shown_faces(stones: Query<(&Stone, Option<&Motion>)>, mut counts: ResMut<ShownCounts>) {
    let mut shown = ByPlayer::<u16>::default();
    for (stone, motion) in &stones {
        if let Some(player) = stone.visible_disc(motion).and_then(Disc::player) {
            shown[player] += 1;
        }
    }
    counts.set_if_neq(ShownCounts(shown));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turning_stone_shows_its_old_face_first_and_its_new_face_last() {
        let square = "d3".parse().unwrap();
        let stone = Stone { square, disc: Disc::Black };
        let change = Change::Turn { from: Disc::White, to: Disc::Black, towards: Direction::North };
        let at = |progress| stone.visible_disc(Some(&Motion { change, progress }));
        assert_eq!(
            (at(0.0), at(0.49), at(0.5), at(1.0)),
            (Some(Disc::White), Some(Disc::White), Some(Disc::Black), Some(Disc::Black))
        );
        assert_eq!(stone.visible_disc(None), Some(Disc::Black));
    }
}
