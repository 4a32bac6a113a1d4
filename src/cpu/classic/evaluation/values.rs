//! The static evaluation: the sum of pattern values by phase, an offset by the number of empties, and the correction of
//! a network.

use std::array;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::cpu::classic::board::bitboards::{Bitboards, Shape};
use crate::cpu::classic::board::geometry::symmetries;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::correction_network::{CorrectionNetwork, MAX_CORRECTION};
use crate::cpu::classic::evaluation::feature_indices::{Adder, FeatureIndices, OneByOne};
use crate::cpu::classic::evaluation::layout::{Configurations, Layout};
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::parts::PARTS;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::memory::room_in_large_pages;
use crate::cpu::packed_file::{PackedFile, PackedFileError, pack};
use crate::rules::{Goal, fnv_1a};

/// A trained evaluation for one goal. An engine plays for the goal of its evaluation.
pub struct Evaluation {
    goal: Goal,
    boards: Boards,
    /// Number of values in each phase.
    feature_count: usize,
    /// Values of all configurations and the null value by phase, in parts of a disc. Stored twice: for the first player
    /// to move, and for the second. One more value follows, because vectors read two at a time.
    values: Box<[i16]>,
    /// Offsets by the number of empties, for each board that has them. A board stands for all its symmetric images.
    parities: Vec<(Shape, Parity)>,
    /// Network that corrects the sum, if any.
    network: Option<CorrectionNetwork>,
}

/// Built-in evaluation for ordinary games on 8 x 8.
static BUILT_IN: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/evaluation.bin")));

/// Built-in evaluation for ordinary games on all other boards.
static BUILT_IN_ANY: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/any-evaluation.bin")));

/// Built-in evaluation for reverse games on 8 x 8.
static BUILT_IN_REVERSE: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/reverse-evaluation.bin")));

/// Built-in evaluation for reverse games on all other boards.
static BUILT_IN_ANY_REVERSE: LazyLock<Arc<Evaluation>> =
    LazyLock::new(|| shipped(include_bytes!("../../../../assets/any-reverse-evaluation.bin")));

fn shipped(file: &[u8]) -> Arc<Evaluation> {
    Arc::new(Evaluation::read(file).expect("a test reads these files"))
}

impl Evaluation {
    /// Built-in evaluation for ordinary games: 8 x 8, and the most discs win.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        Self::built_in_on(Goal::Most, Boards::Full)
    }

    /// Built-in evaluation for a goal and boards of a shape.
    #[must_use]
    pub fn built_in_for(goal: Goal, shape: Shape) -> Arc<Self> {
        Self::built_in_on(goal, if shape == Shape::FULL { Boards::Full } else { Boards::Any })
    }

    /// Built-in evaluation for a goal and a kind of boards.
    #[must_use]
    pub fn built_in_on(goal: Goal, boards: Boards) -> Arc<Self> {
        Arc::clone(match (goal, boards) {
            (Goal::Most, Boards::Full) => &BUILT_IN,
            (Goal::Most, Boards::Any) => &BUILT_IN_ANY,
            (Goal::Fewest, Boards::Full) => &BUILT_IN_REVERSE,
            (Goal::Fewest, Boards::Any) => &BUILT_IN_ANY_REVERSE,
        })
    }

    /// Kind of boards for which it has patterns. Other boards get a rougher evaluation.
    #[must_use]
    pub const fn boards(&self) -> Boards {
        self.boards
    }

    /// Placements of its patterns on a board of a shape.
    pub(crate) fn layout(&self, shape: Shape) -> Arc<Layout> {
        let layout = Layout::new(self.boards, shape);
        match self.parities.iter().find(|(of, _)| symmetries(of.0).contains(&shape.0)) {
            Some((_, parity)) => Arc::new(layout.with_parity(parity, shape)),
            None => layout,
        }
    }

    /// Goal of its games.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Returns the same values for games with another goal.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Evaluation that considers all positions even.
    #[must_use]
    pub fn blank(boards: Boards) -> Self {
        Self::new(boards, &vec![0; boards.patterns().feature_count() * PHASES])
    }

    /// Creates an evaluation from the values of all configurations and the null value, phase by phase, in [`PARTS`] of
    /// a disc, for the player whose discs are the digits 1.
    pub(crate) fn new(boards: Boards, values: &[i16]) -> Self {
        let feature_count = boards.patterns().feature_count();
        let mut both = room_in_large_pages(PHASES * 2 * feature_count + 1);
        for first in values.chunks_exact(feature_count) {
            both.extend_from_slice(first);
            both.extend(boards.patterns().exchanged().iter().map(|index| first[*index as usize]));
        }
        both.push(0);
        Self {
            goal: Goal::Most,
            boards,
            feature_count,
            values: both.into_boxed_slice(),
            parities: Vec::new(),
            network: None,
        }
    }

    /// Values of all configurations and the null value in a phase, in [`PARTS`] of a disc.
    ///
    /// # Panics
    /// If there is no such phase.
    #[must_use]
    pub fn phase_values(&self, phase: usize) -> &[i16] {
        &self.values(phase, true)[..self.feature_count]
    }

    /// Values of a phase, and the next value.
    #[inline(always)]
    fn values(&self, phase: usize, is_first: bool) -> &[i16] {
        &self.values[(phase * 2 + usize::from(!is_first)) * self.feature_count..][..=self.feature_count]
    }

    /// Returns the same values with another network, or none.
    pub(crate) fn with_network(self, network: Option<CorrectionNetwork>) -> Self {
        Self { network, ..self }
    }

    /// Offsets by the number of empties, for each board that has them.
    #[must_use]
    pub fn parities(&self) -> &[(Shape, Parity)] {
        &self.parities
    }

    /// Returns the evaluation with these offsets by the number of empties, for at most 255 boards.
    #[must_use]
    pub fn with_parities(&self, parities: &[(Shape, Parity)]) -> Self {
        let (values, network) = (self.values.clone(), self.network.clone());
        Self { values, parities: parities.to_vec(), network, ..*self }
    }

    /// Returns the same values without the network.
    #[must_use]
    pub fn without_network(&self) -> Self {
        Self { values: self.values.clone(), parities: self.parities.clone(), network: None, ..*self }
    }

    /// Adds `discs` to every position of each phase, for the player to move; on 8 x 8 rounded to an eighth of a disc.
    ///
    /// A pattern adds a value to every position once for each of its placements, so the offset is divided by their
    /// number and added to all values of one pattern.
    pub(crate) fn with_offsets(&self, discs: &[f64; PHASES]) -> Self {
        let (configurations, placements) = self.boards.patterns().for_offsets();
        let mut values = Vec::with_capacity(self.feature_count * PHASES);
        for (phase, discs) in discs.iter().enumerate() {
            let begin = values.len();
            values.extend_from_slice(self.phase_values(phase));
            let parts = (discs * f64::from(PARTS) / placements as f64).round() as i16;
            for value in &mut values[begin..][configurations.clone()] {
                *value = value.saturating_add(parts);
            }
        }
        let (parities, network) = (self.parities.clone(), self.network.clone());
        Self { goal: self.goal, parities, network, ..Self::new(self.boards, &values) }
    }

    /// Reads an evaluation from a file.
    ///
    /// # Errors
    /// An [`EvaluationError`] if the file is not an evaluation, has another version, or is damaged.
    pub fn read(file: &[u8]) -> Result<Self, EvaluationError> {
        let is_format = |(magic, ..): &(&[u8; MAGIC], Boards, Goal)| file.starts_with(*magic);
        let (magic, boards, goal) = MAGICS.into_iter().find(is_format).ok_or(EvaluationError::NoEvaluation)?;
        let file = PackedFile::open(file, magic, &[VERSION, WITHOUT_PARITY])?;
        let stored: Vec<usize> = boards.patterns().stored().collect();
        let size = stored.len() * PHASES * 2;
        let most = size + CorrectionNetwork::size(stored.len());
        let bytes = file.data(MAX_PARITY_BYTES + most)?;
        let (parities, bytes) = if file.version() == WITHOUT_PARITY {
            (Vec::new(), &bytes[..])
        } else {
            split_parities(&bytes).ok_or(EvaluationError::Damaged)?
        };
        if ![size, most].contains(&bytes.len()) {
            return Err(EvaluationError::Damaged);
        }
        let (bytes, network) = bytes.split_at(size);
        let network = match network {
            [] => None,
            bytes => {
                Some(CorrectionNetwork::from_bytes(boards.patterns(), &stored, bytes).ok_or(EvaluationError::Damaged)?)
            }
        };
        let (low, high) = bytes.split_at(size / 2);
        let feature_count = boards.patterns().feature_count();
        let mut values = vec![0; feature_count * PHASES];
        let mut numbers = low.iter().zip(high).map(|(low, high)| unfolded(u16::from_le_bytes([*low, *high])));
        for index in stored {
            for (phase, value) in values.chunks_exact_mut(feature_count).zip(&mut numbers) {
                phase[index] = value;
            }
        }
        for phase in values.chunks_exact_mut(feature_count) {
            boards.patterns().mirror(phase);
        }
        Ok(Self { goal, parities, network, ..Self::new(boards, &values) })
    }

    /// Checksum of the values, which identifies the evaluation that something was made with.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        fnv_1a(&self.to_bytes())
    }

    /// Writes a file for [`Self::read`].
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        pack(magic_of(self.boards, self.goal), VERSION, &self.to_bytes())
    }

    /// Serialises the offsets, the stored values and the network.
    fn to_bytes(&self) -> Vec<u8> {
        let stored: Vec<usize> = self.boards.patterns().stored().collect();
        let phases: [&[i16]; PHASES] = array::from_fn(|phase| self.phase_values(phase));
        // The values of a configuration in successive phases are similar, so they compress better side by side.
        let numbers: Vec<u16> = stored.iter().flat_map(|index| phases.map(|values| folded(values[*index]))).collect();
        // The high bytes are nearly all 0, so they compress best apart from the low ones.
        let low = numbers.iter().map(|number| number.to_le_bytes()[0]);
        let high = numbers.iter().map(|number| number.to_le_bytes()[1]);
        let network = self.network.iter().flat_map(|network| network.to_bytes(&stored));
        self.parity_bytes().into_iter().chain(low).chain(high).chain(network).collect()
    }

    /// Number of boards with offsets in one byte, then each board's shape and offsets.
    fn parity_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.parities.len() as u8];
        for (shape, parity) in &self.parities {
            bytes.extend(shape.0.to_le_bytes());
            bytes.extend(parity.to_bytes());
        }
        bytes
    }

    /// Static evaluation: expected final score of the player to move, in discs, without search.
    ///
    /// # Panics
    /// If a square has discs of both players.
    #[must_use]
    pub fn evaluate(&self, board: Bitboards, shape: Shape) -> i32 {
        self.evaluate_on(&self.layout(shape), board)
    }

    /// Like [`Self::evaluate`], for a board on which the patterns are already placed.
    pub(crate) fn evaluate_on(&self, layout: &Layout, board: Bitboards) -> i32 {
        let configurations = Configurations::of(board, layout);
        self.partial_evaluation(layout, &configurations, board.discs().count_ones(), true, OneByOne).score()
    }

    /// Evaluation of a position with known configurations; `is_first` as in
    /// [`Node`](crate::cpu::classic::evaluation::node::Node). `adder` is the processor's way to compute the sums.
    #[inline(always)]
    pub(crate) fn partial_evaluation<A: Adder>(
        &self,
        layout: &Layout,
        configurations: &Configurations,
        discs: u32,
        is_first: bool,
        adder: A,
    ) -> PartialEvaluation<'_, A> {
        let (phase, feature_indices) = (layout.phase(discs), layout.feature_indices(configurations));
        let sum = adder.sum(self.values(phase, is_first), &feature_indices) + layout.offset(discs);
        PartialEvaluation {
            adder,
            network: self.network.as_ref(),
            phase,
            feature_indices,
            is_first,
            sum,
            most: layout.most(),
        }
    }
}

/// Evaluation of a position in progress: the cheap sum is done, and the network is run on demand.
pub(crate) struct PartialEvaluation<'a, A> {
    adder: A,
    network: Option<&'a CorrectionNetwork>,
    phase: usize,
    feature_indices: FeatureIndices,
    is_first: bool,
    /// Sum of the values and of the offset for the number of empties, in parts of a disc.
    sum: i32,
    /// Maximum absolute value of a score.
    most: i32,
}

impl<A: Adder> PartialEvaluation<'_, A> {
    /// Score from the sum alone, in discs; accurate enough for move ordering.
    #[inline(always)]
    pub(crate) fn fast_score(&self) -> i32 {
        self.in_discs(self.sum)
    }

    /// Score with the network, in discs.
    #[inline(always)]
    pub(crate) fn score(&self) -> i32 {
        // Not a closure, because that would not be compiled for the vectors of the caller.
        let correction = match self.network {
            Some(network) => network.correction(self.adder, self.phase, &self.feature_indices, self.is_first, PARTS),
            None => 0,
        };
        self.in_discs(self.sum + correction)
    }

    /// Exact score if the network is needed to decide whether it is greater than alpha; otherwise a bound on the same
    /// side of alpha.
    #[inline(always)]
    pub(crate) fn bound(&self, alpha: i32) -> i32 {
        let [least, most] = [-MAX_CORRECTION, MAX_CORRECTION].map(|discs| self.in_discs(self.sum + discs * PARTS));
        match self.network {
            Some(_) if least > alpha => least,
            Some(_) if most <= alpha => most,
            _ => self.score(),
        }
    }

    /// Rounds to the nearest disc.
    #[inline(always)]
    fn in_discs(&self, parts: i32) -> i32 {
        ((parts + PARTS / 2) >> PARTS.trailing_zeros()).clamp(-self.most, self.most)
    }
}

/// Number of magic bytes at the start of a file.
const MAGIC: usize = 21;

/// Magic bytes by purpose of the evaluation.
const MAGICS: [(&[u8; MAGIC], Boards, Goal); 4] = [
    (b"irogaeshi evaluation\n", Boards::Full, Goal::Most),
    (b"irogaeshi for fewest\n", Boards::Full, Goal::Fewest),
    (b"irogaeshi any boards\n", Boards::Any, Goal::Most),
    (b"irogaeshi any fewest\n", Boards::Any, Goal::Fewest),
];

fn magic_of(boards: Boards, goal: Goal) -> &'static [u8; MAGIC] {
    let is_wanted = |(_, of, wins): &(&[u8; MAGIC], Boards, Goal)| (*of, *wins) == (boards, goal);
    MAGICS.into_iter().find(is_wanted).map_or(MAGICS[0].0, |(magic, ..)| magic)
}

/// Version of the patterns, the phases and the file format.
const VERSION: u8 = 4;

/// Older version, without offsets by the number of empties.
const WITHOUT_PARITY: u8 = 3;

/// Number of bytes of the offsets of one board.
const PARITY_BYTES: usize = size_of::<u64>() + Parity::SIZE;

/// Maximum number of bytes of offsets in a file.
const MAX_PARITY_BYTES: usize = 1 + u8::MAX as usize * PARITY_BYTES;

/// Splits off the offsets at the start of the data, board by board; `None` if the data ends too early.
fn split_parities(bytes: &[u8]) -> Option<(Vec<(Shape, Parity)>, &[u8])> {
    let (count, bytes) = bytes.split_first()?;
    let (parities, rest) = bytes.split_at_checked(usize::from(*count) * PARITY_BYTES)?;
    let parity = |bytes: &[u8; PARITY_BYTES]| {
        let (shape, offsets) = bytes.split_first_chunk()?;
        Some((Shape(u64::from_le_bytes(*shape)), Parity::from_bytes(offsets.try_into().ok()?)))
    };
    Some((parities.as_chunks().0.iter().map(parity).collect::<Option<_>>()?, rest))
}

/// Error from reading an [`Evaluation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// The file does not begin with known magic bytes.
    #[error("not an evaluation file")]
    NoEvaluation,
    /// The version belongs to other patterns.
    #[error("the evaluation has version {0}, but version {VERSION} is required; train it again")]
    OtherVersion(u8),
    /// The checksum does not match.
    #[error("the evaluation file is damaged")]
    Damaged,
}

impl From<PackedFileError> for EvaluationError {
    fn from(error: PackedFileError) -> Self {
        match error {
            PackedFileError::OtherFormat => Self::NoEvaluation,
            PackedFileError::OtherVersion(version) => Self::OtherVersion(version),
            PackedFileError::Damaged => Self::Damaged,
        }
    }
}

/// Zigzag encoding: maps small numbers of either sign to small unsigned numbers.
const fn folded(value: i16) -> u16 {
    (value << 1 ^ value >> 15).cast_unsigned()
}

const fn unfolded(number: u16) -> i16 {
    (number >> 1).cast_signed() ^ -((number & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::cpu::classic::board::bitboards::Squares;
    use crate::cpu::classic::evaluation::node::Node;
    use crate::cpu::hidden_layer::UNITS;

    /// Number of bytes before the compressed values: magic, version and checksum.
    const HEAD: usize = MAGIC + 1 + size_of::<u64>();

    /// An octagon, a board of 6 x 6, and a board without symmetries.
    const SHAPES: [Shape; 3] =
        [Shape(!0xC381_0000_0000_81C3), Shape(0x0000_3F3F_3F3F_3F3F), Shape(!0x0000_2400_4000_1001)];

    fn all_built_in() -> Vec<Arc<Evaluation>> {
        let cases = Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[0]].map(|shape| (goal, shape)));
        cases.map(|(goal, shape)| Evaluation::built_in_for(goal, shape)).collect()
    }

    /// An evaluation of random values, the worst case for compression.
    fn made_up(boards: Boards, seed: u64) -> Evaluation {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let feature_count = boards.patterns().feature_count();
        let mut values: Vec<i16> = (0..feature_count * PHASES).map(|_| dice.random_range(-300..=300)).collect();
        // Includes the extreme values.
        (values[0], values[1]) = (i16::MAX, i16::MIN);
        for values in values.chunks_mut(feature_count) {
            boards.patterns().mirror(values);
            values[feature_count - 1] = 0;
        }
        let stored: Vec<usize> = boards.patterns().stored().collect();
        let mut bytes: Vec<u8> = (0..stored.len() * UNITS).map(|_| dice.random()).collect();
        let numbers = bytes.len()..CorrectionNetwork::size(stored.len());
        bytes.extend(numbers.step_by(4).flat_map(|_| dice.random_range(-1.0_f32..1.0).to_le_bytes()));
        let parities = [Shape::FULL, SHAPES[0], SHAPES[1]]
            .map(|shape| (shape, Parity::from_discs(&array::from_fn(|_| dice.random_range(-3.0..3.0)))));
        let network = CorrectionNetwork::from_bytes(boards.patterns(), &stored, &bytes);
        Evaluation::new(boards, &values).with_parities(&parities).with_network(network)
    }

    fn error(file: &[u8]) -> Option<EvaluationError> {
        Evaluation::read(file).err()
    }

    #[test]
    fn the_evaluations_that_the_game_comes_with_can_be_read() {
        for evaluation in all_built_in() {
            let again = Evaluation::read(&evaluation.to_file()).expect("it was just written");
            assert!(again.values == evaluation.values && again.network == evaluation.network);
            assert_eq!(again.parities(), evaluation.parities());
            assert_eq!((again.goal(), again.boards()), (evaluation.goal(), evaluation.boards()));
            let board = Bitboards { own: 0x81, other: 0x7E00 };
            let [score, passed] = [board, board.passed()].map(|board| evaluation.evaluate(board, Shape::FULL));
            assert_ne!(score, passed, "{:?}", evaluation.goal());
        }
    }

    #[test]
    fn a_file_holds_all_values() {
        for (boards, goal) in Boards::ALL.into_iter().flat_map(|boards| Goal::ALL.map(|goal| (boards, goal))) {
            let evaluation = made_up(boards, 1).with_goal(goal);
            for evaluation in [evaluation.without_network(), evaluation] {
                let read = Evaluation::read(&evaluation.to_file()).expect("it was just written");
                assert!(read.values == evaluation.values && read.network == evaluation.network, "{boards:?}");
                assert_eq!((read.boards(), read.goal()), (boards, goal));
                assert_eq!(read.parities(), evaluation.parities());
            }
        }
    }

    #[test]
    fn a_file_without_parity_is_read_as_before() {
        let evaluation = made_up(Boards::Any, 3);
        let bytes = evaluation.to_bytes().split_off(evaluation.parity_bytes().len());
        let file = pack(magic_of(Boards::Any, Goal::Most), WITHOUT_PARITY, &bytes);
        let read = Evaluation::read(&file).expect("it is of a version that is read");
        assert!(read.values == evaluation.values && read.network == evaluation.network);
        assert_eq!(read.parities(), []);
        assert_ne!(read.checksum(), evaluation.checksum());
    }

    #[test]
    fn parity_adds_to_each_number_of_empties_what_it_says() {
        let parity = Parity::from_discs(&array::from_fn(|empties| empties as f64 / 8.0 - 4.0));
        for (goal, shape) in Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[1]].map(|shape| (goal, shape)))
        {
            let built_in = Evaluation::built_in_for(goal, shape);
            let [plain, changed] = [vec![], vec![(shape, parity)]].map(|parities| built_in.with_parities(&parities));
            let layouts = [&plain, &changed].map(|evaluation| evaluation.layout(shape));
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            for _ in 0..300 {
                let discs = shape.0 & (dice.random::<u64>() | dice.random::<u64>());
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let before = plain.evaluate_on(&layouts[0], board);
                let offset = board.empties(shape).count_ones() as i32 * PARTS / 8 - 4 * PARTS;
                let expected = (f64::from(offset) / f64::from(PARTS)).round() as i32;
                if before.abs() < layouts[0].most() - 8 {
                    let added = changed.evaluate_on(&layouts[1], board) - before;
                    assert!((added - expected).abs() <= 1, "{board:x?}: {added}, not {expected}");
                }
            }
        }
    }

    #[test]
    fn errors_of_a_file_are_reported() {
        let file = Evaluation::blank(Boards::Full).to_file();
        assert_eq!(error(&file), None);
        for length in 0..HEAD {
            assert_eq!(error(&file[..length]), Some(EvaluationError::NoEvaluation), "{length} bytes");
        }
        // Testing every length would take minutes.
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
        for length in [4 * Boards::Full.patterns().feature_count() * PHASES, 100, 0] {
            let file = pack(magic_of(Boards::Full, Goal::Most), VERSION, &vec![0; length]);
            assert_eq!(error(&file), Some(EvaluationError::Damaged), "{length} bytes of data");
        }
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let file = Evaluation::blank(Boards::Full).to_file();
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..16 {
            let mut damaged = file.clone();
            for _ in 0..dice.random_range(1..4) {
                let at = dice.random_range(0..file.len());
                damaged[at] ^= dice.random_range(1..=u8::MAX);
            }
            // The last compressed byte may contain unused bits.
            match Evaluation::read(&damaged) {
                Ok(evaluation) => assert_eq!(evaluation.to_file(), file),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        }
    }

    #[test]
    fn mirrored_positions_are_worth_the_same() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let made_up = Boards::ALL.map(|boards| Arc::new(made_up(boards, 2)));
        let evaluations: Vec<Arc<Evaluation>> = all_built_in().into_iter().chain(made_up).collect();
        for evaluation in evaluations {
            let shapes = match evaluation.boards() {
                Boards::Full => vec![Shape::FULL],
                Boards::Any => SHAPES.into_iter().chain([Shape::FULL]).collect(),
            };
            for shape in shapes {
                let layouts = symmetries(shape.0).map(|image| evaluation.layout(Shape(image)));
                let most = shape.0.count_ones() as i32 - 2;
                let mut different = 0;
                for _ in 0..300 {
                    let discs: u64 = shape.0 & (dice.random::<u64>() | dice.random::<u64>() & dice.random::<u64>());
                    let own = discs & dice.random::<u64>();
                    let board = Bitboards { own, other: discs & !own };
                    let images = board.symmetries().into_iter().zip(&layouts);
                    let scores: Vec<i32> =
                        images.map(|(image, layout)| evaluation.evaluate_on(layout, image)).collect();
                    assert_eq!(scores, [scores[0]; 8], "{board:x?} on {shape:x?}");
                    assert!(scores[0].abs() <= most);
                    different += u32::from(scores[0] != 0 && scores[0].abs() < most);
                }
                assert!(different > 30, "hardly any position on {shape:x?} was worth anything: {different}");
            }
        }
    }

    #[test]
    fn a_position_is_worth_the_same_however_it_came_about() {
        for shape in SHAPES.into_iter().chain([Shape::FULL]) {
            let evaluation = Evaluation::built_in_for(Goal::Most, shape);
            let layout = evaluation.layout(shape);
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            for _ in 0..8 {
                // The usual starting position fits on all of them.
                let mut node = Node::new(Bitboards::START, &layout);
                while !node.board.is_over(shape) {
                    let moves: Vec<usize> = Squares(node.board.legal_moves(shape)).collect();
                    node = if moves.is_empty() {
                        node.passed()
                    } else {
                        let square = moves[dice.random_range(0..moves.len())];
                        node.played(&layout, square, node.board.flips(square))
                    };
                    let discs = node.board.discs().count_ones();
                    let partial =
                        evaluation.partial_evaluation(&layout, &node.configurations, discs, node.is_first, OneByOne);
                    let score = partial.score();
                    assert_eq!(score, evaluation.evaluate(node.board, shape), "{:x?} on {shape:x?}", node.board);
                    for alpha in -64..64 {
                        let bound = partial.bound(alpha);
                        let is_one = if bound > alpha { (alpha + 1..=score).contains(&bound) } else { bound >= score };
                        assert!(is_one, "{bound} for {score}, alpha {alpha}: {:x?} on {shape:x?}", node.board);
                    }
                }
            }
        }
    }

    #[test]
    fn each_board_has_its_evaluation() {
        for goal in Goal::ALL {
            for shape in SHAPES.into_iter().chain([Shape::FULL]) {
                let evaluation = Evaluation::built_in_for(goal, shape);
                let boards = if shape == Shape::FULL { Boards::Full } else { Boards::Any };
                assert_eq!((evaluation.goal(), evaluation.boards()), (goal, boards));
            }
        }
    }

    #[test]
    fn an_offset_is_worth_the_same_to_every_position_of_a_phase() {
        let offsets = array::from_fn(|phase| phase as f64 - 7.0);
        for (goal, shape) in Goal::ALL.into_iter().flat_map(|goal| [Shape::FULL, SHAPES[1]].map(|shape| (goal, shape)))
        {
            let evaluation = Evaluation::built_in_for(goal, shape);
            let changed = evaluation.with_offsets(&offsets);
            assert_eq!((changed.goal(), changed.boards()), (evaluation.goal(), evaluation.boards()));
            let (layout, squares) = (evaluation.layout(shape), Squares(shape.0).collect::<Vec<_>>());
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut seen = [0; PHASES];
            for _ in 0..600 {
                let discs: u64 = (0..dice.random_range(4..=64))
                    .fold(0, |discs, _| discs | 1 << squares[dice.random_range(0..squares.len())]);
                let own = discs & dice.random::<u64>();
                let board = Bitboards { own, other: discs & !own };
                let (before, at) = (evaluation.evaluate_on(&layout, board), layout.phase(discs.count_ones()));
                if before.abs() < layout.most() - 8 {
                    assert_eq!(changed.evaluate_on(&layout, board), before + at as i32 - 7, "{board:x?}");
                    seen[at] += 1;
                }
            }
            assert!(seen.iter().filter(|count| **count > 10).count() > 7, "{seen:?}");
        }
    }

    #[test]
    #[should_panic(expected = "a square has a disc of one player at most")]
    fn an_impossible_position_has_no_value() {
        let _ = Evaluation::blank(Boards::Full).evaluate(Bitboards { own: !0, other: !0 }, Shape::FULL);
    }
}
