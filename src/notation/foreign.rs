//! Recognises files that are no texts of games, to say what they seem to be.

use std::fmt;

use super::wthor::{WthorGames, WthorNames};

/// Kind of a file that cannot be read as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Foreign {
    /// A compressed file or archive.
    Compressed,
    /// A picture or a printed page.
    Picture,
    /// An opening book of another program.
    Book,
    /// A file of the WTHOR database.
    Wthor,
}

/// First bytes of files of each kind. Some programs write the letters of a number back to front.
const MAGIC: [(&[u8], Foreign); 14] = [
    (b"\x1f\x8b", Foreign::Compressed),
    (b"BZh", Foreign::Compressed),
    (b"PK\x03\x04", Foreign::Compressed),
    (b"\xfd7zXZ\0", Foreign::Compressed),
    (b"7z\xbc\xaf", Foreign::Compressed),
    (b"\x28\xb5\x2f\xfd", Foreign::Compressed),
    (b"\x89PNG", Foreign::Picture),
    (b"\xff\xd8\xff", Foreign::Picture),
    (b"GIF8", Foreign::Picture),
    (b"%PDF", Foreign::Picture),
    (b"EDAXBOOK", Foreign::Book),
    (b"XADEKOOB", Foreign::Book),
    (b"EGAROUCID", Foreign::Book),
    (b"DICUORAGE", Foreign::Book),
];

impl Foreign {
    /// Kind of a file; `None` if it is unknown.
    #[must_use]
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let known = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, kind)| *kind);
        let is_archive = || WthorGames::read(bytes).is_ok_and(|file| file.header().games > 0);
        let names = || [WthorNames::read_players(bytes), WthorNames::read_tournaments(bytes)];
        let is_list = || names().into_iter().flatten().any(|names| names.iter().len() > 0);
        known.or_else(|| (is_archive() || is_list()).then_some(Self::Wthor))
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Compressed => "a compressed file; unpack it first",
            Self::Picture => "a picture; only texts can be read",
            Self::Book => "an opening book of another program",
            Self::Wthor => "a WTHOR file; \"irogaeshi-cli convert\" reads it by its extension, such as .wtb",
        })
    }
}
