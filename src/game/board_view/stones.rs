//! Stones: entities that show the discs of the match, and their motions.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use bevy::prelude::*;
use bevy_tweening::lens::Lens;
use bevy_tweening::{AnimCompletedEvent, Delay, Tween, TweenAnim};

use crate::game::audio::cue::SoundCue;
use crate::game::board_view::blast::Blast;
use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::detail::Detail;
use crate::game::board_view::flip_plan::{Change, PLACE_SECONDS, Step, plan, with_few_moving};
use crate::game::board_view::motion::Motion;
use crate::game::board_view::place::lay_board;
use crate::game::board_view::pose::Pose;
use crate::game::board_view::shown_record::{ShownRecord, shown_has_changed, shows_record};
use crate::game::frame::GameSystems;
use crate::game::settings::{MotionStyle, Pace, Settings};
use crate::rules::{ByPlayer, Disc, Record, Square, Turn};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownCounts>()
        .add_systems(
            Update,
            (
                show_position
                    .in_set(GameSystems::Show)
                    .after(lay_board)
                    .run_if(shown_has_changed.or_else(any_match_filter::<Added<BoardRoot>>)),
                count_shown_discs.in_set(GameSystems::Look),
            )
                .run_if(shows_record),
        )
        .add_observer(rest_when_completed)
        .add_observer(stop_sounds_with_board);
}

/// A stone on the board; a child of the board entity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    pub square: Square,
    /// The disc at rest, after any motion.
    pub disc: Disc,
}

impl Stone {
    /// Current look.
    pub(crate) fn pose(self, motion: Option<&Motion>, style: MotionStyle) -> Pose {
        motion.map_or(Pose::lying(self.disc), |motion| motion.change.pose(motion.progress, style))
    }

    /// The disc currently seen by the players.
    #[must_use]
    pub fn visible_disc(self, motion: Option<&Motion>) -> Option<Disc> {
        motion.map_or(Some(self.disc), |motion| motion.change.visible_disc(motion.progress))
    }

    /// The disc that currently counts: a stone that serves or burns is still what it was.
    fn counted_disc(self, motion: Option<&Motion>) -> Option<Disc> {
        motion.map_or(Some(self.disc), |motion| motion.change.counted_disc(motion.progress))
    }

    /// The disc at rest; `None` for a stone that disappears.
    fn final_disc(self, motion: Option<&Motion>) -> Option<Disc> {
        motion.map_or(Some(self.disc), |motion| motion.leads_to())
    }
}

/// Number of discs of each player that are currently visible. The numbers change while stones turn.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShownCounts(pub ByPlayer<u16>);

/// Drives [`Motion::progress`].
struct ProgressLens {
    from: f32,
    to: f32,
}

impl Lens<Motion> for ProgressLens {
    fn lerp(&mut self, mut motion: Mut<Motion>, ratio: f32) {
        motion.progress = self.from.lerp(self.to, ratio);
    }
}

/// Moves the stones so that they show the record.
pub(crate) fn show_position(
    shown_record: ShownRecord,
    (settings, detail): (Res<Settings>, Res<Detail>),
    root: Single<(Entity, Ref<BoardRoot>)>,
    stones: Query<(Entity, &Stone, Option<&Motion>)>,
    mut blast: ResMut<Blast>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    let Some(record) = shown_record.record() else { return };
    let (root, shape) = root.into_inner();
    let is_new = shape.is_added();
    // A new board shows its discs at once; only later changes move.
    let pace = if is_new { Pace::Still } else { settings.pace() };
    let board = record.position().board();
    let shown: HashMap<Square, Disc> =
        stones.iter().filter_map(|(_, stone, motion)| Some((stone.square, stone.final_disc(motion)?))).collect();
    let turn = turn_between(&shown, record);
    let steps = plan(&shown, board, turn);
    let steps = if *detail == Detail::Sparse { with_few_moving(steps) } else { steps };

    let mut set_in_motion = HashSet::new();
    let mut goes_back = false;
    for Step { square, delay, seconds, change } in steps.iter().copied() {
        let here = || stones.iter().filter(|(_, stone, _)| stone.square == square);
        let staying = here().find(|(_, stone, motion)| stone.final_disc(*motion).is_some());
        // Undone or redone while still moving, a stone goes back the way it came.
        let undone = staying.into_iter().chain(here().filter(|_| staying.is_none())).find_map(|(entity, _, motion)| {
            let motion = motion.filter(|motion| motion.comes_from() == change.after())?;
            (turn.is_none() || motion.change == change).then_some((entity, motion.reversed()))
        });
        goes_back |= undone.is_some();
        let (entity, motion, delay) = if let Some((entity, motion)) = undone {
            (entity, motion, 0.0)
        } else {
            let spawn = || {
                let at = Transform::from_translation(shape.middle_of(square).extend(0.0));
                commands.spawn((Name::new(format!("stone {square}")), at, Visibility::default(), ChildOf(root))).id()
            };
            let entity = staying.map_or_else(spawn, |(entity, ..)| entity);
            (entity, Motion { change, progress: 0.0, seconds, is_undone: false }, delay)
        };
        commands.entity(entity).insert(Stone { square, disc: motion.disc() });
        set_in_motion.insert(entity);
        move_on(entity, motion, delay, pace, &mut commands);
    }
    if steps.is_empty() && !is_new {
        return;
    }
    if goes_back {
        cues.write(SoundCue::DiscsStopped);
    } else if !is_new && turn.is_some() {
        cues.write_batch(sounds_of_turn(&steps, pace));
    }
    *blast = turn.map(Blast::of).unwrap_or_default();
    // Rocking and serving end as they began, so outdated ones run back: the new position has no step for them.
    for (entity, motion) in stones.iter().filter_map(|(entity, _, motion)| Some((entity, *motion?))) {
        if motion.leads_to() == motion.comes_from() && !motion.is_undone && !set_in_motion.contains(&entity) {
            move_on(entity, motion.reversed(), 0.0, pace, &mut commands);
        }
    }
}

/// Sounds of a turn: the placement, the discs that turn one after the other, and wild discs that serve.
fn sounds_of_turn(steps: &[Step], pace: Pace) -> Vec<SoundCue> {
    let scaled = |seconds: f32| pace.scale(seconds).unwrap_or_default();
    let turned =
        steps.iter().filter(|step| matches!(step.change, Change::Turn { .. } | Change::Explode { .. })).count();
    let mut sounds = vec![SoundCue::Placed { turned: turned as u32, lies_in: scaled(PLACE_SECONDS) }];
    // Without motion there is no wave to be heard.
    if pace != Pace::Still {
        let lies = |step: &Step| scaled(step.delay + step.seconds);
        let turns = steps.iter().filter(|step| matches!(step.change, Change::Turn { .. }));
        let lie_in: Vec<_> = turns.map(lies).collect();
        sounds.extend((!lie_in.is_empty()).then_some(SoundCue::Turned { lie_in }));
    }
    let serves = steps.iter().filter_map(|step| match step.change {
        Change::Serve { turning, .. } => Some(scaled(step.delay + step.seconds * turning)),
        _ => None,
    });
    sounds.extend(serves.min().map(|shows_in| SoundCue::Served { shows_in }));
    sounds
}

/// The record's last turn, if it leads from the shown discs to the record's board.
fn turn_between<'a>(shown: &HashMap<Square, Disc>, record: &'a Record) -> Option<&'a Turn> {
    let before = record.position_at(record.ply().checked_sub(1)?)?.board();
    let is_shown = before.squares().all(|square| before.disc(square) == shown.get(&square).copied());
    record.last_turn().filter(|_| is_shown)
}

/// Runs a motion from its current progress to its end.
fn move_on(entity: Entity, motion: Motion, delay: f32, pace: Pace, commands: &mut Commands) {
    let lens = ProgressLens { from: motion.progress, to: motion.end() };
    let left = motion.seconds * (lens.to - lens.from).abs();
    match pace.scale(left).zip(pace.scale(delay)) {
        Some((left, delay)) if !left.is_zero() => {
            commands.entity(entity).insert((motion, motion_tween(lens, left, delay)));
        }
        _ => rest(entity, motion, commands),
    }
}

fn motion_tween(lens: ProgressLens, duration: Duration, delay: Duration) -> TweenAnim {
    let tween = Tween::new(EaseFunction::Linear, duration, lens);
    // `Delay` rejects a delay of zero.
    if delay.is_zero() { TweenAnim::new(tween) } else { TweenAnim::new(Delay::new(delay).then(tween)) }
}

fn rest_when_completed(done: On<AnimCompletedEvent>, motions: Query<&Motion>, mut commands: Commands) {
    if let Ok(motion) = motions.get(done.anim_entity) {
        rest(done.anim_entity, *motion, &mut commands);
    }
}

/// Silences a board that is gone.
fn stop_sounds_with_board(_: On<Remove, BoardRoot>, mut cues: MessageWriter<SoundCue>) {
    cues.write(SoundCue::DiscsStopped);
}

fn rest(entity: Entity, motion: Motion, commands: &mut Commands) {
    if motion.leads_to().is_some() {
        commands.entity(entity).remove::<(Motion, TweenAnim)>();
    } else {
        commands.entity(entity).despawn();
    }
}

pub(crate) fn complete_motions(motions: &Query<(Entity, &Motion)>, commands: &mut Commands) {
    commands.write_message(SoundCue::DiscsStopped);
    for (entity, motion) in motions {
        rest(entity, *motion, commands);
    }
}

pub(crate) fn count_shown_discs(stones: Query<(&Stone, Option<&Motion>)>, mut counts: ResMut<ShownCounts>) {
    let mut shown = ByPlayer::<u16>::default();
    for (stone, motion) in &stones {
        if let Some(player) = stone.counted_disc(motion).and_then(Disc::player) {
            shown[player] += 1;
        }
    }
    counts.set_if_neq(ShownCounts(shown));
}
