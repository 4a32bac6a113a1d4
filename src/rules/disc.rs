//! The seven discs, and the properties by which the rules tell them apart.

use serde::{Deserialize, Serialize};

use super::Player;

/// What lies on a square. What a disc does follows from its properties, never from its name; whether it turns is a
/// matter of the [`Board`](super::Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disc {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Ash's.
    Ash,
    /// Cyan's.
    Cyan,
    /// Yamabuki's.
    Yamabuki,
    /// Nobody's; never turns; serves whoever moves as a disc of their own.
    Green,
    /// Nobody's; a bomb.
    Red,
}

/// Everything that is to be said of a disc.
struct Properties {
    letter: char,
    key: &'static str,
    name: &'static str,
    player: Option<Player>,
    wild: bool,
    bomb: bool,
}

impl Disc {
    /// All discs.
    pub const ALL: [Self; 7] =
        [Self::Black, Self::White, Self::Ash, Self::Cyan, Self::Yamabuki, Self::Green, Self::Red];

    #[rustfmt::skip]
    const fn properties(self) -> Properties {
        match self {
            Self::Black => Properties { letter: 'B', key: "black", name: "Black", player: Some(Player::Black), wild: false, bomb: false },
            Self::White => Properties { letter: 'W', key: "white", name: "White", player: Some(Player::White), wild: false, bomb: false },
            Self::Ash => Properties { letter: 'A', key: "ash", name: "Ash", player: Some(Player::Ash), wild: false, bomb: false },
            Self::Cyan => Properties { letter: 'C', key: "cyan", name: "Cyan", player: Some(Player::Cyan), wild: false, bomb: false },
            Self::Yamabuki => Properties { letter: 'Y', key: "yamabuki", name: "Yamabuki", player: Some(Player::Yamabuki), wild: false, bomb: false },
            Self::Green => Properties { letter: 'G', key: "green", name: "Green", player: None, wild: true, bomb: false },
            Self::Red => Properties { letter: 'R', key: "red", name: "Red", player: None, wild: false, bomb: true },
        }
    }

    /// The letter in board texts.
    #[must_use]
    pub const fn letter(self) -> char {
        self.properties().letter
    }

    /// The name in the text formats, such as `black`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.properties().key
    }

    /// The name as players read it, such as `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.properties().name
    }

    /// Whose disc it is; `None` for the discs that nobody places.
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        self.properties().player
    }

    /// Whether it may stand in for a disc of the mover.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.properties().wild
    }

    /// Whether capturing it makes everything involved vanish.
    #[must_use]
    pub const fn is_bomb(self) -> bool {
        self.properties().bomb
    }
}
