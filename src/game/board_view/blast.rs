//! The blast of an explosion. When the first stone bursts, a sound is played and the board shakes; the squares stay
//! scorched for a while.

use std::time::Duration;

use bevy::prelude::*;

use crate::game::audio::cue::SoundCue;
use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::detail::Detail;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::shake::jolt;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_command::TurnPlayed;
use crate::game::redraw::Frames;
use crate::game::settings::{MotionStyle, Pace, Settings};
use crate::rules::{Square, SquareSet, Turn};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Blast>()
        .add_systems(OnExit(Screen::Match), |mut blast: ResMut<Blast>| *blast = Blast::default())
        .add_systems(Update, (cool_down, set_off).chain().in_set(GameSystems::Look).run_if(in_state(Screen::Match)));
}

/// Time until the scorch is gone.
const SCORCHED: Duration = Duration::from_secs(6);
/// Time until the glow is gone.
const GLOWING: Duration = Duration::from_millis(1600);
/// Time until the scorch has its full strength.
const SCORCHING: Duration = Duration::from_millis(150);

/// Explosion of the last turn, if there was one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Blast {
    /// Squares involved; empty without an explosion, or once its trace is gone.
    squares: SquareSet,
    /// True if the turn was just played; an explosion reached by redo or a jump is silent.
    is_played: bool,
    /// Time since the blast; `None` while its stones still burn.
    age: Option<Duration>,
}

/// Trace of a blast on a square. Both values range from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scorch {
    /// Blackness.
    pub soot: f32,
    /// Brightness of the embers.
    pub glow: f32,
}

impl Blast {
    /// The coming explosion of a turn; empty for an ordinary turn.
    pub(crate) fn of(turn: &Turn) -> Self {
        let involved = turn.captured().chain(turn.flankers()).chain(turn.square());
        let squares = if turn.explodes() { involved.collect() } else { SquareSet::EMPTY };
        Self { squares, ..Self::default() }
    }

    /// Trace on a square at this moment.
    #[must_use]
    pub fn scorch(&self, square: Square) -> Scorch {
        let Some(age) = self.age.filter(|_| self.squares.contains(square)) else { return Scorch::default() };
        let part = |of: Duration| age.div_duration_f32(of).min(1.0);
        Scorch { soot: part(SCORCHING) * (1.0 - part(SCORCHED).powi(2)), glow: (1.0 - part(GLOWING)).powi(2) }
    }

    /// Returns whether its trace is changing, so that frames must be drawn. Nothing fades without motion, nor where
    /// drawing is slow.
    pub(crate) fn is_fading(&self, pace: Pace, detail: Detail) -> bool {
        self.age.is_some() && pace != Pace::Still && detail != Detail::Sparse
    }
}

fn cool_down(
    time: Res<Time>,
    (settings, detail): (Res<Settings>, Res<Detail>),
    mut blast: ResMut<Blast>,
    mut frames: ResMut<Frames>,
) {
    if !blast.is_fading(settings.pace(), *detail) {
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
    (settings, detail): (Res<Settings>, Res<Detail>),
    root: Single<Entity, With<BoardRoot>>,
    mut blast: ResMut<Blast>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    if turns.read().last().is_some_and(|TurnPlayed(turn)| turn.explodes()) {
        blast.is_played = true;
    }
    if blast.squares.is_empty() || blast.age.is_some() {
        return;
    }
    let is_seen = motions.iter().any(|motion| motion.has_burst());
    // Without motion, or if the motion was cut short, no stone bursts visibly; the blast then counts at once.
    if is_seen || motions.is_empty() {
        let fades = settings.pace() != Pace::Still && *detail != Detail::Sparse;
        blast.age = Some(if fades { Duration::ZERO } else { SCORCHING.max(GLOWING) });
        if blast.is_played {
            cues.write(SoundCue::Exploded);
        }
        // Fading discs do not burst, so nothing shakes the board.
        if is_seen && settings.motion != MotionStyle::Fade {
            jolt(*root, settings.pace(), &mut commands);
        }
    }
}
