//! Other programs that the player has registered as opponents. The page has none.

use std::fmt::Write as _;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game::text::{Phrase, say};
use crate::rules::CpuKey;

/// Beginning of all keys.
const PREFIX: &str = "program-";

/// Maximum length of a key: short, because every seat has room for one.
const MAX_LETTERS: usize = 40;

/// Maximum length of the part of a key that comes from a name; a number follows it if needed.
const MAX_SLUG: usize = 24;

/// Key of a registered program, as seats and records name it, such as `program-edax`. It stays the same when the
/// program is renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "CpuKey", into = "CpuKey")]
pub struct ProgramKey(ArrayString<MAX_LETTERS>);

impl ProgramKey {
    /// The key without the beginning that all have.
    #[must_use]
    pub fn slug(&self) -> &str {
        self.0.strip_prefix(PREFIX).unwrap_or(&self.0)
    }
}

/// A key that is not that of a program.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not the key of a program")]
pub struct NotAProgram(CpuKey);

impl TryFrom<&CpuKey> for ProgramKey {
    type Error = NotAProgram;

    fn try_from(key: &CpuKey) -> Result<Self, NotAProgram> {
        let has_slug = key.as_str().strip_prefix(PREFIX).is_some_and(|slug| !slug.is_empty());
        let text = ArrayString::from(key.as_str()).ok().filter(|_| has_slug);
        text.map(Self).ok_or_else(|| NotAProgram(key.clone()))
    }
}

impl TryFrom<CpuKey> for ProgramKey {
    type Error = NotAProgram;

    fn try_from(key: CpuKey) -> Result<Self, NotAProgram> {
        Self::try_from(&key)
    }
}

impl From<ProgramKey> for CpuKey {
    fn from(key: ProgramKey) -> Self {
        key.0.parse().expect("it has the letters of one")
    }
}

/// A registered program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisteredProgram {
    pub key: ProgramKey,
    pub name: String,
    /// Protocol and command line, such as `gtp:edax -gtp`.
    pub command: String,
    /// Time limit of a move in seconds.
    pub seconds: u16,
}

impl RegisteredProgram {
    /// Time limits to choose from, in seconds.
    pub const LIMITS: [u16; 5] = [2, 5, 10, 30, 60];

    /// Time limit that is proposed.
    pub const PROPOSED_LIMIT: u16 = Self::LIMITS[2];

    /// Maximum length of a name in characters; longer ones would not fit on a player card.
    pub const MAX_NAME: usize = 16;

    /// Maximum length of a command in characters.
    pub const MAX_COMMAND: usize = 1000;
}

/// The registered programs, in the order of their registration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Programs(Vec<RegisteredProgram>);

impl Programs {
    pub fn iter(&self) -> impl Iterator<Item = &RegisteredProgram> {
        self.0.iter()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[must_use]
    pub fn get(&self, key: ProgramKey) -> Option<&RegisteredProgram> {
        self.0.iter().find(|program| program.key == key)
    }

    /// Name of a program; for one that is not registered, the name in its key.
    #[must_use]
    pub fn name(&self, key: ProgramKey) -> Phrase {
        match self.get(key) {
            Some(program) => Phrase::verbatim(&program.name),
            None => say!("program-unregistered", name = key.slug()),
        }
    }

    /// A key for a new program of this name, unlike all others.
    #[must_use]
    pub fn new_key(&self, name: &str) -> ProgramKey {
        let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
        slug.truncate(MAX_SLUG);
        let slug = slug.trim_end_matches('-');
        let key = |number: usize| {
            let mut text = ArrayString::new();
            // Fits: names are cut, and numbers are short.
            let _ = match (slug, number) {
                ("", _) => write!(text, "{PREFIX}{number}"),
                (_, 1) => write!(text, "{PREFIX}{slug}"),
                _ => write!(text, "{PREFIX}{slug}-{number}"),
            };
            ProgramKey(text)
        };
        let mut number = 1;
        while self.get(key(number)).is_some() {
            number += 1;
        }
        key(number)
    }

    /// Adds a program, or replaces the one with its key.
    pub(super) fn set(&mut self, program: RegisteredProgram) {
        match self.0.iter_mut().find(|known| known.key == program.key) {
            Some(known) => *known = program,
            None => self.0.push(program),
        }
    }

    pub(super) fn remove(&mut self, key: ProgramKey) {
        self.0.retain(|program| program.key != key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> ProgramKey {
        ProgramKey::try_from(text.parse::<CpuKey>().expect("a key")).expect("a program's key")
    }

    #[test]
    fn keys_come_from_names_and_differ() {
        let mut programs = Programs::default();
        for (name, expected) in [
            ("Edax 4.6", "program-edax-4-6"),
            ("edax 4.6", "program-edax-4-6-2"),
            ("強い", "program-1"),
            ("弱い", "program-2"),
            (&"x".repeat(99), &format!("program-{}", "x".repeat(MAX_SLUG))),
        ] {
            let new = programs.new_key(name);
            assert_eq!(new, key(expected), "{name}");
            let (name, command) = (name.to_owned(), "gtp:x".to_owned());
            programs.set(RegisteredProgram { key: new, name, command, seconds: 5 });
        }
        for other in ["oracle", "program-", "programs-1"] {
            assert!(ProgramKey::try_from(other.parse::<CpuKey>().expect("a key")).is_err(), "{other}");
        }
    }

    #[test]
    fn a_saved_list_is_read_back() {
        let mut programs = Programs::default();
        let [first, second] = ["a", "b"].map(|name| programs.new_key(name));
        let program = |key, seconds| RegisteredProgram { key, name: "A".into(), command: "gtp:a".into(), seconds };
        for program in [program(first, 5), program(second, 5), program(first, 10)] {
            programs.set(program);
        }
        let saved = serde_json::to_string(&programs).expect("plain values");
        assert_eq!(serde_json::from_str::<Programs>(&saved).expect("as saved"), programs);
        assert_eq!(
            programs.iter().map(|program| (program.key, program.seconds)).collect::<Vec<_>>(),
            [(first, 10), (second, 5)]
        );
        programs.remove(first);
        assert!(programs.get(first).is_none() && programs.get(second).is_some());
    }
}
