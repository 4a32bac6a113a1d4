//! The patterns of an evaluation: ordered squares, whose configurations have the same values wherever the pattern lies
//! on a board.

use std::ops::Range;

/// A pattern, independent of its place on a board.
///
/// A configuration is a number in base 3 with one digit for each square, the lowest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) squares: usize,
    /// Reflections that map the pattern to itself: for each square, its mirror image.
    pub(crate) mirrors: Vec<Vec<usize>>,
    /// Part of the small set of patterns.
    pub(crate) is_in_small_set: bool,
}

impl Pattern {
    const fn configurations(&self) -> usize {
        3_usize.pow(self.squares as u32)
    }
}

/// Number of placed patterns, as on the full board. Two more lanes stay unused, to fill the vectors.
pub(crate) const PLACEMENTS: usize = 62;

/// A pattern placed on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaidPattern {
    /// Index of the pattern.
    pub(crate) pattern: usize,
    /// Board square of each of its squares; `None` if the board has none there, so that it counts as empty.
    pub(crate) squares: Vec<Option<u8>>,
}

/// The patterns of an evaluation, and the feature indices of their configurations.
pub(crate) struct Patterns {
    all: Vec<Pattern>,
    /// First feature index of each pattern and, at the end, the null index.
    starts: Vec<usize>,
    /// Number of placements of the last pattern on every board.
    last_placements: usize,
    representatives: Vec<u32>,
    exchanged: Vec<u32>,
}

impl Patterns {
    pub(crate) fn new(patterns: Vec<Pattern>, last_placements: usize) -> Self {
        let mut starts = vec![0];
        for pattern in &patterns {
            starts.push(starts[starts.len() - 1] + pattern.configurations());
        }
        let representatives = representatives(&patterns, &starts);
        let exchanged = exchanged(&patterns, &starts);
        Self { starts, all: patterns, last_placements, representatives, exchanged }
    }

    /// Number of values of an evaluation in each phase: one for each configuration, and the null value.
    pub(crate) fn feature_count(&self) -> usize {
        self.null_index() + 1
    }

    /// Null index, after all configurations; its value is 0 on every board.
    pub(crate) fn null_index(&self) -> usize {
        self.starts[self.all.len()]
    }

    /// Configurations of the pattern that carries offsets, and its number of placements on every board.
    pub(crate) fn for_offsets(&self) -> (Range<usize>, usize) {
        (self.starts[self.all.len() - 1]..self.null_index(), self.last_placements)
    }

    /// First feature index of a pattern.
    pub(crate) fn start(&self, pattern: usize) -> usize {
        self.starts[pattern]
    }

    /// For each configuration, whether its pattern is in the small set.
    pub(crate) fn small_set(&self) -> impl Iterator<Item = bool> {
        let small_set =
            self.all.iter().flat_map(|pattern| std::iter::repeat_n(pattern.is_in_small_set, pattern.configurations()));
        small_set.chain([false])
    }

    /// Representative of each configuration: the smaller of it and its mirror image, if the pattern is symmetric.
    pub(crate) fn representatives(&self) -> &[u32] {
        &self.representatives
    }

    /// Configurations that represent themselves. Only their values are stored, because the others have the same.
    pub(crate) fn stored(&self) -> impl Iterator<Item = usize> {
        let configurations = self.representatives[..self.null_index()].iter().enumerate();
        configurations.filter(|(index, stands_for)| *index == **stands_for as usize).map(|(index, _)| index)
    }

    /// Copies the items of the representatives to all other configurations.
    pub(crate) fn mirror<T: Copy>(&self, row: &mut [T]) {
        for (index, stands_for) in self.representatives.iter().enumerate() {
            row[index] = row[*stands_for as usize];
        }
    }

    /// For each configuration, the one with the players' discs swapped.
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
            for (index, mirrored) in (*start..).zip(mirrored) {
                representatives[index] = representatives[index].min(*start as u32 + mirrored);
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

/// For each number of this many base-3 digits, the sum of the values of its digits, given from the lowest digit up.
/// Builds each sum from an earlier one, because this delays the start of the program.
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
    use crate::cpu::classic::evaluation::boards::Boards;

    #[test]
    fn exchanging_players_twice_changes_nothing() {
        for boards in Boards::ALL {
            let (patterns, exchanged) = (boards.patterns(), boards.patterns().exchanged());
            assert_eq!(exchanged.len(), patterns.feature_count());
            assert!((0..exchanged.len()).all(|index| exchanged[exchanged[index] as usize] as usize == index));
        }
    }

    #[test]
    fn representatives_represent_themselves() {
        for boards in Boards::ALL {
            let representatives = boards.patterns().representatives();
            assert_eq!(representatives.len(), boards.patterns().feature_count());
            assert!(representatives.iter().all(|index| representatives[*index as usize] == *index));
        }
    }
}
