//! The kinds of sounds, with their durations and loudness.

/// Number of notes in the rising scale of flips: two octaves of five notes each, and a final note.
pub const FLIP_STEPS: u32 = 11;

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A disc is placed on the board; heavier the more discs turn.
    Place {
        /// Number of discs that will turn.
        turned: u32,
    },
    /// A disc turns over.
    Flip {
        /// Index of its note in the rising scale, from 0; it stops rising after [`FLIP_STEPS`] notes.
        step: u32,
    },
    /// Discs explode.
    Explosion,
    /// A wild disc flanks.
    Wild,
    /// A player must pass.
    Pass,
    /// A player cuts in.
    CutIn,
    /// The chosen square is not a legal move.
    Illegal,
    /// The player to move is running out of time.
    ClockShort,
    /// The player has won.
    Win,
    /// The player has lost.
    Lose,
    /// The game is a draw.
    Draw,
    /// A button is pressed.
    Button,
}

impl Sound {
    /// Each kind of sound once: a placement that turns one disc, the first flip of a run, and the others.
    pub const KINDS: [Self; 12] = [
        Self::Place { turned: 1 },
        Self::Flip { step: 0 },
        Self::Explosion,
        Self::Wild,
        Self::Pass,
        Self::CutIn,
        Self::Illegal,
        Self::ClockShort,
        Self::Win,
        Self::Lose,
        Self::Draw,
        Self::Button,
    ];

    /// Name of the kind in files and settings.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Place { .. } => "place",
            Self::Flip { .. } => "flip",
            Self::Explosion => "explosion",
            Self::Wild => "wild",
            Self::Pass => "pass",
            Self::CutIn => "cut-in",
            Self::Illegal => "illegal",
            Self::ClockShort => "clock-short",
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
            Self::Button => "button",
        }
    }

    /// Duration in seconds.
    #[must_use]
    pub const fn seconds(self) -> f32 {
        match self {
            Self::Place { .. } => 0.115,
            Self::Flip { .. } => 0.11,
            Self::Explosion => 0.9,
            Self::Wild => 0.55,
            Self::Pass => 0.34,
            Self::CutIn => 0.48,
            Self::Illegal => 0.2,
            Self::ClockShort => 0.26,
            Self::Win => 1.5,
            Self::Lose => 1.55,
            Self::Draw => 1.2,
            Self::Button => 0.05,
        }
    }

    /// Loudness of the loudest fifth of a second in decibels, see `level.rs`. Frequent sounds are quieter.
    pub(super) fn loudness(self) -> f32 {
        /// Loudness of occasional sounds.
        const USUAL: f32 = -27.0;
        USUAL
            + match self {
                Self::Place { turned } => 4.0 * weight(turned) - 1.0,
                // Higher notes stand out more.
                Self::Flip { step } => -7.0 - 0.2 * note(step) as f32,
                Self::Explosion => 2.0,
                Self::Button => -7.0,
                Self::Wild | Self::ClockShort => -1.0,
                Self::Illegal | Self::Lose | Self::Pass | Self::CutIn | Self::Win | Self::Draw => 0.0,
            }
    }
}

/// Index of the note for a step.
pub(super) fn note(step: u32) -> u32 {
    step.min(FLIP_STEPS - 1)
}

/// Weight of a placed disc, from 0 if one disc turns to almost 1.
pub(super) fn weight(turned: u32) -> f32 {
    /// Number of discs that halves the distance to 1.
    const HALF: f32 = 4.0;
    1.0 - (-(turned.saturating_sub(1) as f32) / HALF).exp2()
}
