//! The file of an evaluation: its offsets, its values and its network.

use std::array;

use thiserror::Error;

use crate::cpu::classic::board::bitboards::Shape;
use crate::cpu::classic::evaluation::boards::Boards;
use crate::cpu::classic::evaluation::correction_network::CorrectionNetwork;
use crate::cpu::classic::evaluation::parity::Parity;
use crate::cpu::classic::evaluation::phase::PHASES;
use crate::cpu::classic::evaluation::values::Evaluation;
use crate::cpu::packed_file::{PackedFile, PackedFileError, pack};
use crate::rules::{Goal, fnv_1a};

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

impl Evaluation {
    /// Reads an evaluation from a file, such as one that `irogaeshi-cli train` made.
    ///
    /// ```no_run
    /// use irogaeshi::cpu::classic::{Engine, Evaluation};
    ///
    /// let evaluation = Evaluation::read(&std::fs::read("evaluation.bin")?)?;
    /// let engine = Engine::new(evaluation.into(), Engine::TABLE_BYTES);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
}

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
    use crate::cpu::classic::board::bitboards::Bitboards;
    use crate::cpu::classic::evaluation::made_up::{all_built_in, made_up};

    /// Number of bytes before the compressed values: magic, version and checksum.
    const HEAD: usize = MAGIC + 1 + size_of::<u64>();

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
}
