//! Openings from a file, with one line of moves each, and the built-in XOT openings.

use std::path::Path;
use std::sync::Arc;

use irogaeshi::rules::{MoveListError, Record, Square, Turn, Variant, xot_openings};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use thiserror::Error;

use crate::failure::Failure;
use crate::out::files::read_list;

/// A list of openings of a variant.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    /// Name of the file, or [`XOT`].
    file: String,
    list: Vec<Vec<Square>>,
}

/// Name of the built-in XOT openings: roughly even positions of ordinary reversi after eight plies.
const XOT: &str = "xot";

#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum OpeningsError {
    #[error("line {line}: {error}")]
    Moves { line: usize, error: MoveListError },
    #[error("line {line}: an opening cannot contain a pass")]
    Pass { line: usize },
    #[error("line {line}: the opening ends the game")]
    Over { line: usize },
    #[error("it contains no opening")]
    None,
}

impl Openings {
    /// Finds openings by name: the built-in ones, otherwise those of a file.
    ///
    /// # Errors
    /// If the file cannot be read, or an opening cannot be played.
    pub(crate) fn find(name: &str, variant: &Arc<Variant>) -> Result<Self, Failure> {
        if name != XOT {
            return Self::read_file(name, variant);
        }
        let is_usual = Variant::classic(8).is_some_and(|classic| {
            variant.board() == classic.board() && variant.players() == classic.players() && variant.cut_ins().is_empty()
        });
        if !is_usual {
            return Err(format!("{XOT}: these openings are not for {}", variant.name()).into());
        }
        Ok(Self { file: XOT.to_owned(), list: xot_openings().collect() })
    }

    /// Reads a file of openings of this variant. Ignores empty lines and lines that begin with `#`.
    ///
    /// # Errors
    /// If the file cannot be read, or a line cannot be played.
    pub(crate) fn read_file(file: &str, variant: &Arc<Variant>) -> Result<Self, Failure> {
        let text = read_list(Path::new(file))?;
        let list = read(&text, variant).map_err(|error| format!("{file}: {error}"))?;
        Ok(Self { file: file.to_owned(), list })
    }

    pub(crate) const fn count(&self) -> usize {
        self.list.len()
    }

    /// The name of the file, or [`XOT`].
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Picks `count` openings by a seed. Repeats none before all have been picked.
    pub(crate) fn pick(&self, seed: u64, count: usize) -> Vec<&[Square]> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<usize> = (0..self.list.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, rng.random_range(0..=last as u64) as usize);
        }
        order.into_iter().cycle().take(count).map(|index| self.list[index].as_slice()).collect()
    }
}

fn read(text: &str, variant: &Arc<Variant>) -> Result<Vec<Vec<Square>>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let (line, text) = (index + 1, text.trim());
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let mut record = Record::new(Arc::clone(variant));
        record.play_moves(text).map_err(|error| OpeningsError::Moves { line, error })?;
        // Contenders continue from squares alone.
        if record.played().iter().any(|turn| turn.square().is_none()) {
            return Err(OpeningsError::Pass { line });
        }
        if record.position().to_move().is_none() {
            return Err(OpeningsError::Over { line });
        }
        openings.push(record.played().iter().filter_map(Turn::square).collect());
    }
    if openings.is_empty() { Err(OpeningsError::None) } else { Ok(openings) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classic() -> Arc<Variant> {
        Arc::new(Variant::classic(8).expect("is played"))
    }

    #[test]
    fn every_opening_comes_before_one_comes_again() {
        let list = read("# three\nf5d6\n\nf5 f6\nd3c3c4\n", &classic()).expect("are openings");
        let openings = Openings { file: String::new(), list };
        let picked = openings.pick(7, 9);
        assert_eq!(picked, openings.pick(7, 9));
        for round in picked.chunks(3) {
            let mut lengths: Vec<String> = round.iter().map(|moves| format!("{moves:?}")).collect();
            lengths.sort();
            lengths.dedup();
            assert_eq!(lengths.len(), 3);
        }
        assert!((0..20).any(|seed| openings.pick(seed, 3) != openings.pick(7, 3)));
    }

    #[test]
    fn unplayable_openings_are_refused_with_their_line() {
        let why = |text: &str| read(text, &classic()).expect_err("is refused").to_string();
        assert_eq!(why("f5d6\nf5f5"), "line 2: move 2, f5: f5 is taken");
        assert!(why("f5z").starts_with("line 1: move 2: \"z\" is not a square"));
        assert_eq!(why("\n"), "it contains no opening");
        assert_eq!(why("e6f4e3f6g5d6e7f5c5"), "line 1: the opening ends the game");
    }
}
