//! Which sounds there are, how long they last and how loud they are.

/// How many notes the rising scale of flips has: two octaves of five notes each, and the one that ends them.
pub const FLIP_STEPS: u32 = 11;

/// A sound of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// A disc is put on the board, and is the heavier the more discs turn.
    Place {
        /// How many discs will turn.
        turned: u32,
    },
    /// A disc turns over.
    Flip {
        /// Which note of the rising scale it has, from 0; after [`FLIP_STEPS`] notes it rises no more.
        step: u32,
    },
    /// Discs burst.
    Explosion,
    /// A wild disc serves.
    Wild,
    /// A player must pass.
    Pass,
    /// A player cuts in.
    CutIn,
    /// A square cannot be played.
    Illegal,
    /// The player to move has little time left.
    ClockShort,
    /// The player has won.
    Win,
    /// The player has lost.
    Lose,
    /// Nobody has won.
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

    /// What the kind is called in files and settings.
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

    /// Seconds from the first sample to the last.
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

    /// Decibels of the loudest fifth of a second, see `level.rs`. What is heard often is quieter.
    pub(super) fn loudness(self) -> f32 {
        /// The loudness of what happens once in a while.
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

/// Which note of the scale a step has.
pub(super) fn note(step: u32) -> u32 {
    step.min(FLIP_STEPS - 1)
}

/// How heavy a placed disc sounds, from 0, where one disc turns, to almost 1.
pub(super) fn weight(turned: u32) -> f32 {
    /// So many discs more make up half of what is left.
    const HALF: f32 = 4.0;
    1.0 - (-(turned.saturating_sub(1) as f32) / HALF).exp2()
}
