//! The blast of an explosion: when the first stone bursts it is heard, the board is jolted, and the squares are
//! scorched for a while.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::audio::cue::SoundCue;
use crate::game::board_view::place::BoardRoot;
use crate::game::board_view::shake::jolt;
use crate::game::board_view::stones::Motion;
use crate::game::flow::screen::Screen;
use crate::game::play::match_command::TurnPlayed;
use crate::game::redraw::Frames;
use crate::game::settings::{MotionStyle, Pace, Settings};
use crate::rules::{Square, SquareSet, Turn};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Blast>()
        .add_systems(OnExit(Screen::Match), |mut blast: ResMut<Blast>| *blast = Blast::default())
        .add_systems(Update, (cool_down, set_off).chain().in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

/// How long the squares stay scorched.
const SCORCHED: Duration = Duration::from_secs(6);
/// How long they glow.
const GLOWING: Duration = Duration::from_millis(1600);
/// How long it takes until all of the scorch is seen.
const SCORCHING: Duration = Duration::from_millis(150);

/// The explosion that was the last turn, if it was one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Blast {
    /// What it involves; nothing when there is none, or no trace of it any more.
    squares: SquareSet,
    /// Whether it was played, and not taken up again from the record.
    is_played: bool,
    /// The time since it went off; `None` while its stones still burn.
    age: Option<Duration>,
}

/// The trace that a blast leaves on a square. Both numbers are from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scorch {
    /// How black the square is.
    pub soot: f32,
    /// How much of it still glows.
    pub glow: f32,
}

impl Blast {
    /// The explosion of a turn that has been played but not been seen; nothing for an ordinary turn.
    pub(crate) fn of(turn: &Turn) -> Self {
        let placement = &turn.placement;
        let involved = placement.captured().chain(placement.flankers()).chain([placement.square()]);
        let squares = if placement.explodes() { involved.collect() } else { SquareSet::EMPTY };
        Self { squares, ..Self::default() }
    }

    /// What is to be seen of it on a square.
    #[must_use]
    pub fn scorch(&self, square: Square) -> Scorch {
        let Some(age) = self.age.filter(|_| self.squares.contains(square)) else { return Scorch::default() };
        let part = |of: Duration| age.div_duration_f32(of).min(1.0);
        Scorch { soot: part(SCORCHING) * (1.0 - part(SCORCHED).powi(2)), glow: (1.0 - part(GLOWING)).powi(2) }
    }

    /// Whether what is seen of it changes by itself.
    pub(crate) fn is_fading(&self, pace: Pace) -> bool {
        self.age.is_some() && pace != Pace::Still
    }
}

fn cool_down(time: Res<Time>, settings: Res<Settings>, mut blast: ResMut<Blast>, mut frames: ResMut<Frames>) {
    if !blast.is_fading(settings.pace()) {
        return;
    }
    frames.keep_drawing();
    match blast.age.map(|age| age + time.delta()) {
        Some(age) if age >= SCORCHED => *blast = Blast::default(),
        age => blast.age = age,
    }
}

fn set_off(
    mut turns: MessageReader<TurnPlayed>,
    motions: Query<&Motion>,
    settings: Res<Settings>,
    root: Single<Entity, With<BoardRoot>>,
    mut blast: ResMut<Blast>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    if turns.read().last().is_some_and(|TurnPlayed(turn)| turn.placement.explodes()) {
        blast.is_played = true;
    }
    if blast.squares.is_empty() || blast.age.is_some() {
        return;
    }
    let is_seen = motions.iter().any(|motion| motion.has_burst());
    // Where nothing moves, or nobody waited for it, it is over already.
    if is_seen || motions.is_empty() {
        blast.age = Some(if settings.pace() == Pace::Still { SCORCHING.max(GLOWING) } else { Duration::ZERO });
        if blast.is_played {
            cues.write(SoundCue::Exploded);
        }
        // Where discs fade, nothing bursts.
        if is_seen && settings.motion != MotionStyle::Fade {
            jolt(*root, settings.pace(), &mut commands);
        }
    }
}
