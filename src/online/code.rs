//! Room names: eight letters that are hard to guess and hard to misread.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Name of a room, such as `KQ7M2XRT`: eight letters and digits, without 0, O, 1 and I, which are easy to confuse.
///
/// ```
/// use irogaeshi::online::RoomCode;
///
/// let code: RoomCode = "kq7m2xrt".parse().unwrap();
/// assert_eq!(code.to_string(), "KQ7M2XRT");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode([u8; RoomCode::LETTERS]);

/// The text is not a [`RoomCode`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a room code: a code has 8 letters or digits, and none of 0, O, 1 and I")]
pub struct NotARoomCode;

/// Letters of a name. Each is chosen by 5 bits, its index here.
const ALPHABET: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

impl RoomCode {
    /// Length of a name.
    pub const LETTERS: usize = 8;

    /// Makes a name from the lowest 40 bits, which must come from a cryptographically secure generator.
    #[must_use]
    pub fn new(random: u64) -> Self {
        Self(std::array::from_fn(|index| ALPHABET[(random >> (5 * index)) as usize % ALPHABET.len()]))
    }
}

impl FromStr for RoomCode {
    type Err = NotARoomCode;

    /// Reads a name in upper or lower case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let letters = text.to_ascii_uppercase().into_bytes();
        let letters: [u8; Self::LETTERS] = letters.try_into().map_err(|_| NotARoomCode)?;
        if letters.iter().all(|letter| ALPHABET.contains(letter)) { Ok(Self(letters)) } else { Err(NotARoomCode) }
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(formatter, "{}", char::from(*letter)))
    }
}

impl TryFrom<String> for RoomCode {
    type Error = NotARoomCode;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_in_any_case_and_has_no_letters_that_are_mistaken() {
        for random in [0, u64::MAX, 0x0012_3456_789A_BCDE] {
            let code = RoomCode::new(random);
            assert_eq!(code.to_string().to_lowercase().parse(), Ok(code));
        }
        assert_ne!(RoomCode::new(0), RoomCode::new(1 << 39));
        for wrong in ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFG0", "ABCDEFGO", "ABCDEFG1", "ABCDEFGI", "ABC EFGH"] {
            assert_eq!(wrong.parse::<RoomCode>(), Err(NotARoomCode), "{wrong}");
        }
    }
}
