//! Goals of quests.

use std::fmt;

use crate::quests::quest::QuestGame;

/// Goal of a quest. Each includes winning alone, in a game that was played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuestGoal {
    /// A win.
    Win,
    /// A lead of at least this many discs over the second.
    Lead(u16),
    /// A win that leaves the others without a disc.
    All,
    /// A win after at most this many moves of all players.
    Within(u16),
    /// A win with the fewest discs.
    Fewest,
}

impl QuestGoal {
    /// Returns whether the goal is reached in a game that the player has won.
    pub(super) fn is_met(self, game: &QuestGame) -> bool {
        let discs = |is_own: bool| {
            let ranks = game.ranks.iter().filter(move |rank| (rank.player == game.player) == is_own);
            ranks.map(|rank| rank.discs).max().unwrap_or_default()
        };
        match self {
            Self::Win | Self::Fewest => true,
            Self::Lead(least) => discs(true) >= discs(false) + least,
            Self::All => discs(false) == 0,
            Self::Within(most) => game.plies <= usize::from(most),
        }
    }

    pub(super) fn read(key: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok();
        match key.split_once('-') {
            None => [Self::Win, Self::All, Self::Fewest].into_iter().find(|goal| goal.to_string() == key),
            Some(("lead", least)) => number(least).map(Self::Lead),
            Some(("within", most)) => number(most).map(Self::Within),
            Some(_) => None,
        }
    }
}

/// Writes the goal as in the file of quests, such as `lead-10`.
impl fmt::Display for QuestGoal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::Lead(least) => write!(f, "lead-{least}"),
            Self::All => f.write_str("all"),
            Self::Within(most) => write!(f, "within-{most}"),
            Self::Fewest => f.write_str("fewest"),
        }
    }
}
