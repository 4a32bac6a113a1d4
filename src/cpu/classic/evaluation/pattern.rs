//! The patterns that evaluations know: squares in some order, whose configurations are worth something wherever the
//! pattern is laid on a board.

use std::ops::Range;
use std::sync::LazyLock;

use crate::cpu::classic::evaluation::{any_board, full_board};

/// What boards an evaluation is for: its patterns are made for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// The board of 8 x 8 without holes.
    Full,
    /// Any board of at most 8 x 8.
    Any,
}

impl Boards {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Full, Self::Any];

    /// Their patterns.
    pub(crate) fn patterns(self) -> &'static Patterns {
        static FULL: LazyLock<Patterns> =
            LazyLock::new(|| Patterns::new(full_board::patterns(), full_board::SMALLEST_PLACEMENTS));
        static ANY: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(any_board::patterns(), 1));
        match self {
            Self::Full => &FULL,
            Self::Any => &ANY,
        }
    }
}

/// A pattern, wherever it is laid on a board.
///
/// A configuration of it is a number to the base 3: a digit each square, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// How many squares it has.
    pub(crate) squares: usize,
    /// In which ways it is its own mirror image: for each square the one that it is exchanged with.
    pub(crate) mirrors: Vec<Vec<usize>>,
    /// Whether it is one of the few that a small evaluation looks at.
    pub(crate) is_few: bool,
}

impl Pattern {
    /// How many configurations it has.
    const fn configurations(&self) -> usize {
        3_usize.pow(self.squares as u32)
    }
}

/// The patterns of an evaluation, and the places of their configurations among those of all.
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    /// Where the configurations of each pattern begin, and at last the place of nothing.
    starts: Vec<usize>,
    /// How often the last pattern is laid on every board.
    last_is_laid: usize,
    representatives: Vec<u32>,
    exchanged: Vec<u32>,
}

impl Patterns {
    fn new(patterns: Vec<Pattern>, last_is_laid: usize) -> Self {
        let mut starts = vec![0];
        for pattern in &patterns {
            starts.push(starts[starts.len() - 1] + pattern.configurations());
        }
        let representatives = representatives(&patterns, &starts);
        let exchanged = exchanged(&patterns, &starts);
        Self { starts, all: patterns, last_is_laid, representatives, exchanged }
    }

    /// How many values an evaluation has in each phase: one for each configuration, and that of nothing.
    pub(crate) fn places(&self) -> usize {
        self.nothing() + 1
    }

    /// The place of nothing, after all configurations: what lies there is worth nothing, on whichever board.
    pub(crate) fn nothing(&self) -> usize {
        self.starts[self.all.len()]
    }

    /// The configurations of the pattern that offsets are added to, and how often that is laid on every board.
    pub(crate) fn for_offsets(&self) -> (Range<usize>, usize) {
        (self.starts[self.all.len() - 1]..self.nothing(), self.last_is_laid)
    }

    /// Where the configurations of a pattern begin.
    pub(crate) fn start(&self, pattern: usize) -> usize {
        self.starts[pattern]
    }

    /// For each configuration whether its pattern is one of the few.
    pub(crate) fn few(&self) -> impl Iterator<Item = bool> {
        let few = self.all.iter().flat_map(|pattern| std::iter::repeat_n(pattern.is_few, pattern.configurations()));
        few.chain([false])
    }

    /// For each configuration the one that stands for it: that of the same discs seen in a mirror, where the pattern is
    /// its own mirror image, if that is less.
    pub(crate) fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// The configurations that stand for themselves: only their values are stored, as the others are seen in a mirror.
    pub(crate) fn stored(&self) -> impl Iterator<Item = usize> {
        let configurations = self.representatives[..self.nothing()].iter().enumerate();
        configurations.filter(|(place, stands_for)| *place == **stands_for as usize).map(|(place, _)| place)
    }

    /// Gives all other configurations what belongs to those that stand for them.
    pub(crate) fn mirror<T: Copy>(&self, row: &mut [T]) {
        for (place, stands_for) in self.representatives.iter().enumerate() {
            row[place] = row[*stands_for as usize];
        }
    }

    /// For each configuration the one with the discs of the two players exchanged.
    pub(crate) fn exchanged(&self) -> &[u32] {
        &self.exchanged
    }
}

/// See [`Patterns::representatives`].
fn representatives(patterns: &[Pattern], starts: &[usize]) -> Vec<u32> {
    let mut representatives: Vec<u32> = (0..=starts[patterns.len()] as u32).collect();
    for (pattern, start) in patterns.iter().zip(starts) {
        for mirror in &pattern.mirrors {
            let powers = mirror.iter().map(|digit| 3_u32.pow(*digit as u32));
            let mirrored = renumbered(powers.map(|power| [0, power, 2 * power]));
            for (place, mirrored) in (*start..).zip(mirrored) {
                representatives[place] = representatives[place].min(*start as u32 + mirrored);
            }
        }
    }
    representatives
}

/// See [`Patterns::exchanged`].
fn exchanged(patterns: &[Pattern], starts: &[usize]) -> Vec<u32> {
    let mut exchanged = Vec::with_capacity(starts[patterns.len()] + 1);
    for (pattern, start) in patterns.iter().zip(starts) {
        let powers = (0..pattern.squares).map(|digit| 3_u32.pow(digit as u32));
        let others = renumbered(powers.map(|power| [0, 2 * power, power]));
        exchanged.extend(others.into_iter().map(|other| *start as u32 + other));
    }
    exchanged.push(starts[patterns.len()] as u32);
    exchanged
}

/// For each number of this many digits to the base 3 the sum of what its digits stand for, given from the lowest on.
/// Each sum is made of an earlier one, as this is waited for when a program starts.
fn renumbered(digits: impl Iterator<Item = [u32; 3]>) -> Vec<u32> {
    let mut sums = vec![0];
    for [zero, one, two] in digits {
        let lower = std::mem::take(&mut sums);
        sums = [zero, one, two].into_iter().flat_map(|digit| lower.iter().map(move |sum| digit + sum)).collect();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_players_twice_changes_nothing() {
        for boards in Boards::ALL {
            let (patterns, exchanged) = (boards.patterns(), boards.patterns().exchanged());
            assert_eq!(exchanged.len(), patterns.places());
            assert!((0..exchanged.len()).all(|place| exchanged[exchanged[place] as usize] as usize == place));
        }
    }

    #[test]
    fn who_stands_for_others_stands_for_itself() {
        for boards in Boards::ALL {
            let representatives = boards.patterns().representatives();
            assert_eq!(representatives.len(), boards.patterns().places());
            assert!(representatives.iter().all(|place| representatives[*place as usize] == *place));
        }
    }
}
