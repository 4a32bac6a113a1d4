//! Regions: the parts of the map of quests.

/// A part of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// Small boards.
    Meadow,
    /// Boards of ordinary shape and size.
    Village,
    /// Boards with holes, neutral discs and other goals.
    Forest,
    /// Three players.
    River,
    /// Large boards, reverse reversi and wide wins.
    Mountains,
    /// Four and five players.
    Stars,
}

impl Region {
    /// All regions, in the order of the map.
    pub const ALL: [Self; 6] = [Self::Meadow, Self::Village, Self::Forest, Self::River, Self::Mountains, Self::Stars];

    /// Name in the file of quests.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Meadow => "meadow",
            Self::Village => "village",
            Self::Forest => "forest",
            Self::River => "river",
            Self::Mountains => "mountains",
            Self::Stars => "stars",
        }
    }

    pub(super) fn read(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|region| region.key() == key)
    }
}
