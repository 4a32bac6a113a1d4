//! Stable 64-bit digests, to check that two programs have the same variant or position.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Board, Cell, Goal, Player, Position, Variant};

/// Number that identifies a variant or a position, the same on every platform and in every version.
///
/// docs/notation.md lists the hashed bytes. A digest detects accidental differences, such as a client and a server out
/// of step. It does not protect against deliberate collisions.
///
/// The text form has 16 hexadecimal digits.
///
/// ```
/// # use irogaeshi::rules::{Digest, Position, Variant};
/// let start = Position::start(Variant::classic(8).unwrap());
/// let digest = start.digest();
/// assert_eq!(digest.to_string().parse(), Ok(digest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(u64);

/// Error from parsing a [`Digest`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a digest: a digest has 16 hexadecimal digits")]
pub struct ParseDigestError(pub String);

impl Digest {
    /// Number of hexadecimal digits in the text form.
    const DIGITS: usize = 16;

    /// Returns the digest as a number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// FNV-1a (Fowler, Noll and Vo), 64 bits.
#[must_use]
pub(crate) fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

impl Variant {
    /// Digest of the game's rules. It ignores the name, the explanation, and the order of lists whose order does not
    /// matter.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut bytes = b"V1".to_vec();
        push_board(&mut bytes, self.board());
        bytes.push(self.players().len() as u8);
        bytes.extend(self.players().iter().map(|player| code(*player)));
        let mut cut_ins = self.cut_ins().to_vec();
        cut_ins.sort_by_key(|cut_in| cut_in.move_number);
        bytes.extend((cut_ins.len() as u32).to_le_bytes());
        for cut_in in cut_ins {
            bytes.extend(cut_in.move_number.to_le_bytes());
            bytes.push(code(cut_in.player));
        }
        bytes.push(set(self.scored().iter().copied()));
        // Players who neither play nor have discs are left out, because it makes no difference whether their discs
        // turn.
        let everybody = self.everybody();
        let is_there = |player: &Player| everybody.contains(player) || self.board().count(player.disc()) > 0;
        bytes.push(set(Player::ALL.into_iter().filter(|player| self.board().turns(player.disc()) && is_there(player))));
        bytes.push(match self.goal() {
            Goal::Most => 0,
            Goal::Fewest => 1,
        });
        if self.free_pass() {
            bytes.push(1);
        }
        Digest(fnv_1a(&bytes))
    }
}

impl Position {
    /// Digest of the variant, the board, the player to move, the move number, and free passes since the last placement.
    #[must_use]
    pub fn digest(&self) -> Digest {
        let mut bytes = b"P1".to_vec();
        bytes.extend(self.variant().digest().0.to_le_bytes());
        push_board(&mut bytes, self.board());
        bytes.extend(self.move_number().to_le_bytes());
        bytes.push(self.to_move().map_or(NOBODY, code));
        bytes.push(self.to_move().map_or(NOBODY, |_| code(self.next_in_order())));
        if self.free_passes() > 0 {
            bytes.push(self.free_passes());
        }
        Digest(fnv_1a(&bytes))
    }
}

/// Code for "no player", in place of a player's.
const NOBODY: u8 = 0xFF;

/// Index of a player in [`Player::ALL`].
const fn code(player: Player) -> u8 {
    player as u8
}

/// Bit set of players; the lowest bit is the first of [`Player::ALL`].
fn set(players: impl Iterator<Item = Player>) -> u8 {
    players.fold(0, |set, player| set | 1 << code(player))
}

/// Appends the number of columns, the number of rows, and one byte for each place in reading order.
fn push_board(bytes: &mut Vec<u8>, board: &Board) {
    bytes.extend([board.columns(), board.rows()]);
    bytes.extend(board.cells().map(|cell| match cell {
        Cell::Hole => 0,
        Cell::Empty => 1,
        Cell::Occupied(disc) => 2 + disc as u8,
    }));
}

impl fmt::Display for Digest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:0width$x}", self.0, width = Self::DIGITS)
    }
}

impl FromStr for Digest {
    type Err = ParseDigestError;

    /// Reads the digits in either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_digest = text.len() == Self::DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = if is_digest { u64::from_str_radix(text, 16).ok() } else { None };
        number.map(Self).ok_or_else(|| ParseDigestError(text.to_owned()))
    }
}

impl TryFrom<String> for Digest {
    type Error = ParseDigestError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Disc;

    /// Test values published with the function: <http://www.isthe.com/chongo/src/fnv/test_fnv.c>.
    #[test]
    fn the_sum_is_fnv_1a() {
        for (text, sum) in
            [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8)]
        {
            assert_eq!(fnv_1a(text.as_bytes()), sum, "{text}");
        }
    }

    #[test]
    fn the_codes_follow_the_orders_that_are_documented() {
        for (index, player) in Player::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(code(player)), index);
        }
        for (index, disc) in Disc::ALL.into_iter().enumerate() {
            assert_eq!(disc as usize, index);
        }
    }
}
