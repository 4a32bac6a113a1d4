//! The seven discs and their properties in the rules.

use serde::{Deserialize, Serialize};

use super::Player;

/// A disc on a square. Its behaviour follows from its properties, never from its name; the [`Board`](super::Board)
/// decides whether it turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disc {
    /// Black's disc.
    Black,
    /// White's disc.
    White,
    /// Ash's disc.
    Ash,
    /// Cyan's disc.
    Cyan,
    /// Yamabuki's disc.
    Yamabuki,
    /// Belongs to nobody and never turns. Wild: it flanks for every player like a disc of their own.
    Green,
    /// Belongs to nobody. A bomb: capturing it makes everything involved vanish.
    Red,
}

struct Properties {
    letter: char,
    key: &'static str,
    name: &'static str,
    player: Option<Player>,
    wild: bool,
    bomb: bool,
}

impl Disc {
    /// All discs, in the order of their digest codes.
    pub const ALL: [Self; 7] =
        [Self::Black, Self::White, Self::Ash, Self::Cyan, Self::Yamabuki, Self::Green, Self::Red];

    #[rustfmt::skip]
    const fn properties(self) -> Properties {
        match self {
            Self::Black => Properties { letter: 'B', key: Player::Black.key(), name: Player::Black.name(), player: Some(Player::Black), wild: false, bomb: false },
            Self::White => Properties { letter: 'W', key: Player::White.key(), name: Player::White.name(), player: Some(Player::White), wild: false, bomb: false },
            Self::Ash => Properties { letter: 'A', key: Player::Ash.key(), name: Player::Ash.name(), player: Some(Player::Ash), wild: false, bomb: false },
            Self::Cyan => Properties { letter: 'C', key: Player::Cyan.key(), name: Player::Cyan.name(), player: Some(Player::Cyan), wild: false, bomb: false },
            Self::Yamabuki => Properties { letter: 'Y', key: Player::Yamabuki.key(), name: Player::Yamabuki.name(), player: Some(Player::Yamabuki), wild: false, bomb: false },
            Self::Green => Properties { letter: 'G', key: "green", name: "Green", player: None, wild: true, bomb: false },
            Self::Red => Properties { letter: 'R', key: "red", name: "Red", player: None, wild: false, bomb: true },
        }
    }

    /// Letter in board texts.
    #[must_use]
    pub const fn letter(self) -> char {
        self.properties().letter
    }

    /// Name in the text formats, such as `black`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.properties().key
    }

    /// Display name, such as `Black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.properties().name
    }

    /// Player who places this disc; `None` for green and red.
    #[must_use]
    pub const fn player(self) -> Option<Player> {
        self.properties().player
    }

    /// Returns whether it can flank like a disc of the mover.
    #[must_use]
    pub const fn is_wild(self) -> bool {
        self.properties().wild
    }

    /// Returns whether capturing it makes everything involved vanish.
    #[must_use]
    pub const fn is_bomb(self) -> bool {
        self.properties().bomb
    }
}

impl Player {
    /// Disc that this player places.
    #[must_use]
    pub const fn disc(self) -> Disc {
        match self {
            Self::Black => Disc::Black,
            Self::White => Disc::White,
            Self::Ash => Disc::Ash,
            Self::Cyan => Disc::Cyan,
            Self::Yamabuki => Disc::Yamabuki,
        }
    }
}
