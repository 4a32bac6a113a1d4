//! The players, and a map with one value for each of them.

use std::array;
use std::fmt;
use std::iter::Zip;
use std::ops::{Index, IndexMut};
use std::slice;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A player, known by the colour of their discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// Plays black discs.
    Black,
    /// Plays white discs.
    White,
    /// Plays ash discs.
    Ash,
    /// Plays cyan discs.
    Cyan,
    /// Plays yamabuki (kerria yellow) discs.
    Yamabuki,
}

impl Player {
    /// All players, in the order of their digest codes.
    pub const ALL: [Self; 5] = [Self::Black, Self::White, Self::Ash, Self::Cyan, Self::Yamabuki];

    /// Name in the text formats, such as `black`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Ash => "ash",
            Self::Cyan => "cyan",
            Self::Yamabuki => "yamabuki",
        }
    }

    /// Display name, such as `Black`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
            Self::Ash => "Ash",
            Self::Cyan => "Cyan",
            Self::Yamabuki => "Yamabuki",
        }
    }
}

impl fmt::Display for Player {
    /// Writes the display name, such as `Black`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Error from parsing a [`Player`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a player; the players are black, white, ash, cyan and yamabuki")]
pub struct ParsePlayerError(pub String);

impl FromStr for Player {
    type Err = ParsePlayerError;

    /// Reads a name such as `black`, ignoring case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|player| player.key().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParsePlayerError(text.to_owned()))
    }
}

/// One value for each player.
///
/// ```
/// # use irogaeshi::rules::{ByPlayer, Player};
/// let mut counts = ByPlayer::<u16>::default();
/// counts[Player::Ash] += 3;
/// assert_eq!(counts.iter().find(|(_, count)| **count > 0), Some((Player::Ash, &3)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ByPlayer<T>([T; Player::ALL.len()]);

impl<T> ByPlayer<T> {
    /// Takes the values in the order of [`Player::ALL`].
    #[must_use]
    pub const fn new(values: [T; Player::ALL.len()]) -> Self {
        Self(values)
    }

    /// Calls `value` for each player.
    pub fn from_fn(value: impl FnMut(Player) -> T) -> Self {
        Self(Player::ALL.map(value))
    }

    /// Applies `change` to each value.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer(self.0.map(change))
    }

    /// Swaps the values of two players.
    ///
    /// ```
    /// # use irogaeshi::rules::{ByPlayer, Player};
    /// let mut names = ByPlayer::new(["Anna", "Ben", "", "", ""]);
    /// names.swap(Player::Black, Player::White);
    /// assert_eq!((names[Player::Black], names[Player::White]), ("Ben", "Anna"));
    /// ```
    pub const fn swap(&mut self, one: Player, other: Player) {
        self.0.swap(one as usize, other as usize);
    }

    /// Players and their values, in the order of [`Player::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Player, &T)> {
        Player::ALL.into_iter().zip(&self.0)
    }
}

impl<T> IntoIterator for ByPlayer<T> {
    type Item = (Player, T);
    type IntoIter = Zip<array::IntoIter<Player, { Player::ALL.len() }>, array::IntoIter<T, { Player::ALL.len() }>>;

    /// Players and their values, in the order of [`Player::ALL`].
    fn into_iter(self) -> Self::IntoIter {
        Player::ALL.into_iter().zip(self.0)
    }
}

impl<'a, T> IntoIterator for &'a ByPlayer<T> {
    type Item = (Player, &'a T);
    type IntoIter = Zip<array::IntoIter<Player, { Player::ALL.len() }>, slice::Iter<'a, T>>;

    /// Players and their values, in the order of [`Player::ALL`].
    fn into_iter(self) -> Self::IntoIter {
        Player::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        &self.0[player as usize]
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        &mut self.0[player as usize]
    }
}
