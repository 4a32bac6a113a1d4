//! What a position is worth at a glance: the sum of what its patterns are worth, by the phase of the game.

use std::sync::{Arc, LazyLock};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use thiserror::Error;

use crate::cpu::classic::board::bitboards::Bitboards;
use crate::cpu::classic::evaluation::pattern::{
    CONFIGURATIONS, Configurations, SMALLEST, SMALLEST_PLACEMENTS, exchanged, representatives,
};
use crate::cpu::classic::memory::in_large_pages;
use crate::rules::{Goal, fnv_1a};

/// How many phases a game has.
pub const PHASES: usize = 15;

/// How many discs more begin the next phase.
const PLIES: u32 = 4;

/// In how many parts of a disc configurations are valued.
pub const PARTS: i32 = 32;

/// No evaluation says more than this: only a game that is over has all discs.
const MOST: i32 = 62;

/// The phase of a board with this many discs, from 0 to [`PHASES`] - 1.
#[must_use]
pub const fn phase(discs: u32) -> usize {
    let phase = (discs.saturating_sub(4) / PLIES) as usize;
    if phase < PHASES { phase } else { PHASES - 1 }
}

/// The values of all configurations in one phase, in parts of a disc.
type Values = [i16; CONFIGURATIONS];

/// A trained evaluation. What a position is worth depends on what wins: an engine plays for the goal of its evaluation.
pub struct Evaluation {
    goal: Goal,
    /// By phase two [`Values`]: from the side of the first player if that is to move, and from the side of the second.
    values: Box<[i16]>,
}

/// The evaluation that the game comes with.
static BUILT_IN: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/evaluation.bin")));

/// The same where the fewest discs win.
static BUILT_IN_REVERSE: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/reverse-evaluation.bin")));

fn shipped(file: &[u8]) -> Arc<Evaluation> {
    Arc::new(Evaluation::read(file).expect("a test reads these files"))
}

impl Evaluation {
    /// The evaluation that the game comes with, where the most discs win.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Self::built_in_for(Goal::Most)
    }

    /// The evaluation that the game comes with for a goal.
    #[must_use]
    pub fn built_in_for(goal: Goal) -> Arc<Self> {
        Arc::clone(match goal {
            Goal::Most => &BUILT_IN,
            Goal::Fewest => &BUILT_IN_REVERSE,
        })
    }

    /// What wins.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The same values, taken for those of a game in which this wins.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// An evaluation that takes all positions for even.
    #[must_use]
    pub fn blank() -> Self {
        Self::new(&vec![0; CONFIGURATIONS * PHASES])
    }

    /// An evaluation by the values of all configurations, phase by phase, in [`PARTS`] of a disc, for the player whose
    /// discs are the digits 1.
    pub(crate) fn new(values: &[i16]) -> Self {
        let exchanged = exchanged();
        let both = values.chunks_exact(CONFIGURATIONS).flat_map(|first| {
            let second = exchanged.iter().map(|place| first[*place as usize]);
            first.iter().copied().chain(second)
        });
        let values = in_large_pages(PHASES * 2 * CONFIGURATIONS, both);
        Self { goal: Goal::Most, values }
    }

    #[inline(always)]
    fn values(&self, phase: usize, is_first: bool) -> &Values {
        &self.values.as_chunks().0[phase * 2 + usize::from(!is_first)]
    }

    /// The same, with so many discs added to the value of every position of each phase for whoever is to move; as near
    /// as values can say it, an eighth of a disc.
    ///
    /// Each position has as many configurations of a pattern as that has placements: what is added to all values of one
    /// pattern is added so often to every position.
    pub(crate) fn with_offsets(&self, discs: &[f64; PHASES]) -> Self {
        let mut values = Vec::with_capacity(CONFIGURATIONS * PHASES);
        for (phase, discs) in discs.iter().enumerate() {
            let begin = values.len();
            values.extend_from_slice(self.values(phase, true));
            let parts = (discs * f64::from(PARTS) / SMALLEST_PLACEMENTS as f64).round() as i16;
            for value in &mut values[begin..][SMALLEST] {
                *value = value.saturating_add(parts);
            }
        }
        Self::new(&values).with_goal(self.goal)
    }

    /// The evaluation that a file holds.
    ///
    /// # Errors
    /// When it is no such file, of another version, or damaged.
    pub fn read(file: &[u8]) -> Result<Self, EvaluationError> {
        let (head, packed) = file.split_at_checked(HEAD).ok_or(EvaluationError::NoEvaluation)?;
        let (magic, head) = head.split_at(MAGIC);
        let goal = Goal::ALL.into_iter().find(|goal| magic == magic_of(*goal));
        let goal = goal.ok_or(EvaluationError::NoEvaluation)?;
        let (version, checksum) = head.split_at(1);
        if version != [VERSION] {
            return Err(EvaluationError::OtherVersion(version[0]));
        }
        let representatives = representatives();
        let stored: Vec<usize> = stored_places(&representatives).collect();
        let size = stored.len() * PHASES * 2;
        let bytes = decompress_to_vec_with_limit(packed, size).map_err(|_| EvaluationError::Damaged)?;
        if bytes.len() != size || checksum != fnv_1a(&bytes).to_le_bytes() {
            return Err(EvaluationError::Damaged);
        }
        let (low, high) = bytes.split_at(size / 2);
        let mut values = vec![0; CONFIGURATIONS * PHASES];
        let mut numbers = low.iter().zip(high).map(|(low, high)| unfolded(u16::from_le_bytes([*low, *high])));
        for phase in values.chunks_exact_mut(CONFIGURATIONS) {
            for (place, value) in stored.iter().zip(&mut numbers) {
                phase[*place] = value;
            }
            for place in 0..CONFIGURATIONS {
                phase[place] = phase[representatives[place] as usize];
            }
        }
        Ok(Self::new(&values).with_goal(goal))
    }

    /// The same for the same values: by it what was made with an evaluation is told from what was made with another.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        fnv_1a(&self.to_bytes())
    }

    /// The file for [`Self::read`].
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        let bytes = self.to_bytes();
        let mut file = magic_of(self.goal).to_vec();
        file.push(VERSION);
        file.extend(fnv_1a(&bytes).to_le_bytes());
        file.extend(compress_to_vec(&bytes, 10));
        file
    }

    /// The values that are stored.
    fn to_bytes(&self) -> Vec<u8> {
        let stored: Vec<usize> = stored_places(&representatives()).collect();
        let phases = (0..PHASES).map(|phase| self.values(phase, true));
        let numbers: Vec<u16> = phases.flat_map(|values| stored.iter().map(|place| folded(values[*place]))).collect();
        // The high bytes are nearly all nothing: apart from the low ones they take no room.
        let low = numbers.iter().map(|number| number.to_le_bytes()[0]);
        let high = numbers.iter().map(|number| number.to_le_bytes()[1]);
        low.chain(high).collect()
    }

    /// The score that the player to move is expected to reach, in discs, without looking ahead.
    ///
    /// # Panics
    /// When a square has discs of both players.
    #[must_use]
    pub fn glance(&self, board: Bitboards) -> i32 {
        self.score(&Configurations::of(board), board.discs().count_ones(), true)
    }

    /// As [`Self::glance`], of a position whose configurations are known; `is_first` as in
    /// [`Node`](crate::cpu::classic::evaluation::node::Node).
    #[inline(always)]
    pub(crate) fn score(&self, configurations: &Configurations, discs: u32, is_first: bool) -> i32 {
        let values = self.values(phase(discs), is_first);
        let mut sum = 0;
        for place in configurations.places() {
            sum += i32::from(values[place]);
        }
        // Rounded to the nearest disc.
        ((sum + PARTS / 2) >> PARTS.trailing_zeros()).clamp(-MOST, MOST)
    }
}

/// The bytes of [`magic_of`].
const MAGIC: usize = 21;

/// What a file with an evaluation begins with.
const fn magic_of(goal: Goal) -> &'static [u8; MAGIC] {
    match goal {
        Goal::Most => b"irogaeshi evaluation\n",
        Goal::Fewest => b"irogaeshi for fewest\n",
    }
}

/// The version of the patterns, the phases and the file.
const VERSION: u8 = 1;

/// The bytes before the compressed values: magic, version and checksum.
const HEAD: usize = MAGIC + 1 + size_of::<u64>();

/// Why a file cannot be read as an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// It does not begin like one.
    #[error("this is no file with an evaluation")]
    NoEvaluation,
    /// It was written for other patterns.
    #[error("this evaluation is of version {0}, and version {VERSION} is needed: train it anew")]
    OtherVersion(u8),
    /// The values are not those that were written.
    #[error("the file with the evaluation is damaged")]
    Damaged,
}

/// The configurations whose values are stored: the others are seen in a mirror.
fn stored_places(representatives: &[u32]) -> impl Iterator<Item = usize> {
    representatives
        .iter()
        .enumerate()
        .filter(|(place, stands_for)| *place == **stands_for as usize)
        .map(|(place, _)| place)
}

/// Small numbers of either sign as small numbers.
const fn folded(value: i16) -> u16 {
    (value << 1 ^ value >> 15).cast_unsigned()
}

const fn unfolded(number: u16) -> i16 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use std::array;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::Shape;
    use crate::cpu::classic::evaluation::node::Node;

    /// An evaluation of random values: the worst to compress.
    fn made_up(seed: u64) -> Evaluation {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let representatives = representatives();
        let mut values: Vec<i16> = (0..CONFIGURATIONS * PHASES).map(|_| dice.random_range(-300..=300)).collect();
        for values in values.chunks_mut(CONFIGURATIONS) {
            for place in 0..CONFIGURATIONS {
                values[place] = values[representatives[place] as usize];
            }
        }
        // The largest of either sign, too.
        (values[0], values[1]) = (i16::MAX, i16::MIN);
        Evaluation::new(&values)
    }

    fn error(file: &[u8]) -> Option<EvaluationError> {
        Evaluation::read(file).err()
    }

    #[test]
    fn the_evaluations_that_the_game_comes_with_can_be_read() {
        for goal in Goal::ALL {
            let evaluation = Evaluation::built_in_for(goal);
            let again = Evaluation::read(&evaluation.to_file()).expect("it was just written");
            assert!(again.values == evaluation.values);
            assert_eq!([evaluation.goal(), again.goal()], [goal; 2]);
            assert_ne!(evaluation.glance(Bitboards { own: 0x81, other: 0x7E00 }), 0);
        }
    }

    #[test]
    fn a_file_holds_all_values() {
        let evaluation = made_up(1);
        let read = Evaluation::read(&evaluation.to_file()).expect("it was just written");
        for phase in 0..PHASES {
            assert!(read.values[phase] == evaluation.values[phase], "phase {phase}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told() {
        let file = Evaluation::blank().to_file();
        assert_eq!(error(&file), None);
        for length in 0..HEAD {
            assert_eq!(error(&file[..length]), Some(EvaluationError::NoEvaluation), "{length} bytes");
        }
        // All lengths would take minutes.
        for length in (HEAD..file.len()).step_by(file.len() / 8).chain([file.len() - 1]) {
            assert_eq!(error(&file[..length]), Some(EvaluationError::Damaged), "{length} bytes");
        }
        for at in 0..HEAD {
            let mut changed = file.clone();
            changed[at] ^= 0x40;
            let expected = match at {
                at if at < MAGIC => EvaluationError::NoEvaluation,
                at if at == MAGIC => EvaluationError::OtherVersion(VERSION ^ 0x40),
                _ => EvaluationError::Damaged,
            };
            assert_eq!(error(&changed), Some(expected), "byte {at}");
        }
        assert_eq!(error(b""), Some(EvaluationError::NoEvaluation));
        let too_much = [&file[..HEAD], &compress_to_vec(&vec![0; 4 * CONFIGURATIONS * PHASES], 6)].concat();
        assert_eq!(error(&too_much), Some(EvaluationError::Damaged));
        let too_little = [&file[..HEAD], &compress_to_vec(&[0; 100], 6)].concat();
        assert_eq!(error(&too_little), Some(EvaluationError::Damaged));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = Evaluation::blank().to_file();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..16 {
            let mut damaged = file.clone();
            for _ in 0..dice.random_range(1..4) {
                let at = dice.random_range(0..file.len());
                damaged[at] ^= dice.random_range(1..=u8::MAX);
            }
            // The last byte of what is compressed has bits that mean nothing.
            match Evaluation::read(&damaged) {
                Ok(evaluation) => assert_eq!(evaluation.to_file(), file),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let evaluations = [Evaluation::built_in(), Evaluation::built_in_for(Goal::Fewest), made_up(2).into()];
        let mut different = 0;
        for _ in 0..300 {
            let discs: u64 = dice.random::<u64>() | dice.random::<u64>() & dice.random::<u64>();
            let own = discs & dice.random::<u64>();
            let board = Bitboards { own, other: discs & !own };
            for evaluation in &evaluations {
                let scores = board.symmetries().map(|image| evaluation.glance(image));
                assert_eq!(scores, [scores[0]; 8], "{board:x?}");
                different += u32::from(scores[0] != 0 && scores[0].abs() < MOST);
            }
        }
        assert!(different > 100, "hardly any position was worth anything: {different}");
    }

    #[test]
    fn a_position_is_worth_the_same_however_it_came_about() {
        let evaluation = Evaluation::built_in();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..20 {
            let mut node = Node::new(Bitboards::START);
            while !node.board.is_over(Shape::FULL) {
                let moves = node.board.legal_moves(Shape::FULL);
                node = if moves == 0 {
                    node.passed()
                } else {
                    let chosen = dice.random_range(0..moves.count_ones());
                    let square = (0..64).filter(|square| moves >> square & 1 == 1).nth(chosen as usize);
                    let square = square.expect("one of the legal moves");
                    node.played(square, node.board.flips(square))
                };
                let score = evaluation.score(&node.configurations, node.board.discs().count_ones(), node.is_first);
                assert_eq!(score, evaluation.glance(node.board), "{:x?}", node.board);
            }
        }
    }

    #[test]
    fn an_offset_is_worth_the_same_to_every_position_of_a_phase() {
        let offsets = array::from_fn(|phase| phase as f64 - 7.0);
        for evaluation in [Evaluation::built_in(), Evaluation::built_in_for(Goal::Fewest)] {
            let changed = evaluation.with_offsets(&offsets);
            assert_eq!(changed.goal(), evaluation.goal());
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut seen = [0; PHASES];
            for _ in 0..600 {
                let discs: u64 =
                    (0..dice.random_range(4..=64)).fold(0, |discs, _| discs | 1 << dice.random_range(0..64));
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let (before, at) = (evaluation.glance(board), phase(discs.count_ones()));
                if before.abs() < MOST - 8 {
                    assert_eq!(changed.glance(board), before + at as i32 - 7, "{board:x?}");
                    seen[at] += 1;
                }
            }
            assert!(seen.iter().filter(|count| **count > 10).count() > 8, "{seen:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a square has a disc of one player at most")]
    fn what_is_no_position_has_no_value() {
        let _ = Evaluation::blank().glance(Bitboards { own: !0, other: !0 });
    }
}
