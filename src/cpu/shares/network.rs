//! A network for one board and its rules, with one hidden layer. It evaluates a position for each scored player, and
//! gives a policy over the moves.
//!
//! Each configuration of a part of the board has a weight to each hidden unit. A unit sums the weights of all parts,
//! from one player's side. A leaky ReLU follows, whose slopes depend on the phase of the game and on the number of
//! players who move before that player. The softmax over the scored players' outputs is their share of the win.
//!
//! The logit of a move is the sum of the values of its square in each part that contains it, from the mover's side. The
//! softmax over the legal moves is the policy.

use std::{array, iter};

use thiserror::Error;

use crate::cpu::hidden_layer::{UNITS, Units, Weights};
use crate::cpu::packed_file::{PackedFile, PackedFileError, pack};
use crate::cpu::shares::parts::{InPart, PART_SQUARES, Parts};
use crate::rules::{FastPosition, Player, Square};

/// Number of phases of a game, by the share of squares with discs.
pub(crate) const NETWORK_PHASES: usize = 10;

/// Number of values of [`Moment::turn`].
pub(crate) const TURNS: usize = 2 * Player::ALL.len() + 2;

/// Number of values of [`Moment::remainder`].
pub(crate) const REMAINDERS: usize = Player::ALL.len();

/// Move values of the squares of a configuration.
pub(crate) type Moves = [i8; PART_SQUARES];

/// Inputs of the network from a player's side, besides the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) phase: usize,
    /// Number of players of the turn order who move before this one. 5 is added during a cut-in by a player outside the
    /// order. 10 for a player who only cuts in, 11 if their cut-in is now.
    pub(crate) turn: usize,
    /// Number of empties modulo the number of players in the turn order, because it indicates who will move last.
    pub(crate) remainder: usize,
}

/// Output layer for one phase and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OutputLayer {
    pub(crate) units: Units,
    /// Offsets to the output, by remainder.
    pub(crate) offsets: [f32; REMAINDERS],
}

#[derive(PartialEq)]
pub(crate) struct Network {
    pub(crate) weights: Vec<Weights>,
    pub(crate) moves: Vec<Moves>,
    /// Move value of one integer step.
    pub(crate) move_step: f32,
    /// Output layers by phase and turn.
    pub(crate) outputs: Vec<OutputLayer>,
}

/// Number of parts whose weights cannot overflow a sum of 16 bits.
const PARTS_AT_ONCE: usize = 256;

/// Number of output layers.
pub(crate) const OUTPUT_LAYERS: usize = NETWORK_PHASES * TURNS;

impl Moment {
    /// Inputs of a position on a board with this many squares, for `player` when `mover` is to move.
    pub(crate) fn of(position: &FastPosition, squares: usize, mover: Player, player: Player) -> Self {
        let variant = position.variant();
        let order = variant.players();
        let seat = |player| order.iter().position(|other| *other == player);
        let turn = match (seat(player), seat(mover)) {
            (Some(seat), Some(moving)) => (seat + order.len() - moving) % order.len(),
            (Some(seat), None) => Player::ALL.len() + (seat + order.len() - position.next_in_order()) % order.len(),
            (None, _) => 2 * Player::ALL.len() + usize::from(player == mover),
        };
        let empties = usize::from(position.empties());
        Self { phase: (squares - empties) * NETWORK_PHASES / (squares + 1), turn, remainder: empties % order.len() }
    }

    /// Index into the output layers.
    pub(crate) const fn index(self) -> usize {
        self.phase * TURNS + self.turn
    }
}

impl OutputLayer {
    /// Number of parameters.
    const COUNT: usize = Units::COUNT + REMAINDERS;

    /// Output for these sums of the units.
    pub(crate) fn output(&self, sums: &[f32; UNITS], remainder: usize) -> f32 {
        self.units.output(sums) + self.offsets[remainder]
    }

    fn numbers(&self) -> impl Iterator<Item = f32> {
        self.units.numbers().chain(self.offsets)
    }

    fn from_numbers(numbers: &[f32; Self::COUNT]) -> Self {
        let units = array::from_fn(|index| numbers[index]);
        let offsets = array::from_fn(|remainder| numbers[Units::COUNT + remainder]);
        Self { units: Units::from_numbers(&units), offsets }
    }
}

impl Network {
    /// Output for a player whose parts have these configurations; only differences between players matter.
    pub(crate) fn output(&self, configurations: &[u32], moment: Moment) -> f32 {
        let mut sums = [0.0; UNITS];
        for chunk in configurations.chunks(PARTS_AT_ONCE) {
            for (sum, more) in sums.iter_mut().zip(self.sums(chunk)) {
                *sum += f32::from(more);
            }
        }
        self.outputs[moment.index()].output(&sums, moment.remainder)
    }

    /// Sums the weights of at most [`PARTS_AT_ONCE`] parts. A separate function so that the compiler vectorises it.
    #[inline(never)]
    fn sums(&self, configurations: &[u32]) -> [i16; UNITS] {
        let mut sums = [0; UNITS];
        for configuration in configurations {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[*configuration as usize]) {
                *sum += i16::from(*weight);
            }
        }
        sums
    }

    /// Logit of a move, for the configurations from the mover's side; only differences between moves matter.
    pub(crate) fn move_logit(&self, parts: &Parts, configurations: &[u32], square: Square) -> f32 {
        let of_part = |place: &InPart| i32::from(self.moves[configurations[place.part] as usize][place.digit]);
        parts.with_square(square).iter().map(of_part).sum::<i32>() as f32 * self.move_step
    }

    /// Reads the network of a board from a file.
    ///
    /// # Errors
    /// A [`NetworkError`] if the file is not a network, has another version, belongs to other parts, or is damaged.
    pub(crate) fn read(file: &[u8], parts: &Parts) -> Result<Self, NetworkError> {
        let weights = parts.count() * UNITS;
        let moves = parts.count() * PART_SQUARES;
        let numbers = 1 + OUTPUT_LAYERS * OutputLayer::COUNT;
        let size = weights + moves + numbers * size_of::<f32>();
        let bytes = PackedFile::open(file, MAGIC, &[VERSION])?.data(size)?;
        if bytes.len() != size {
            return Err(NetworkError::Damaged);
        }
        let signed: Vec<i8> = bytes[..weights + moves].iter().map(|byte| byte.cast_signed()).collect();
        let (weights, moves) = signed.split_at(weights);
        let numbers: Vec<f32> =
            bytes[signed.len()..].as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let (move_step, outputs) = numbers.split_first().ok_or(NetworkError::Damaged)?;
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err(NetworkError::Damaged);
        }
        Ok(Self {
            weights: weights.as_chunks().0.to_vec(),
            moves: moves.as_chunks().0.to_vec(),
            move_step: *move_step,
            outputs: outputs.as_chunks().0.iter().map(OutputLayer::from_numbers).collect(),
        })
    }

    /// Writes a file for [`Self::read`].
    pub(crate) fn to_file(&self) -> Vec<u8> {
        let signed = self.weights.iter().flatten().chain(self.moves.iter().flatten());
        let numbers = iter::once(self.move_step).chain(self.outputs.iter().flat_map(OutputLayer::numbers));
        let bytes: Vec<u8> =
            signed.map(|number| number.cast_unsigned()).chain(numbers.flat_map(f32::to_le_bytes)).collect();
        pack(MAGIC, VERSION, &bytes)
    }
}

/// First bytes of a file.
const MAGIC: &[u8; 17] = b"irogaeshi shares\n";

/// Version of the file format; increase it with each change.
const VERSION: u8 = 1;

/// Error from reading a network for a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file does not begin with the magic bytes.
    #[error("not a network of shares")]
    NoNetwork,
    /// The version differs from the one that this program reads.
    #[error("it has version {0}, but this program reads version {VERSION}")]
    OtherVersion(u8),
    /// The file is truncated, altered or made for another board.
    #[error("it is damaged, or for another board")]
    Damaged,
}

impl From<PackedFileError> for NetworkError {
    fn from(error: PackedFileError) -> Self {
        match error {
            PackedFileError::OtherFormat => Self::NoNetwork,
            PackedFileError::OtherVersion(version) => Self::OtherVersion(version),
            PackedFileError::Damaged => Self::Damaged,
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::rules::{Position, Variant};

    fn made_up(parts: &Parts, seed: u64) -> Network {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let weights = (0..parts.count()).map(|_| dice.random()).collect();
        let moves = (0..parts.count()).map(|_| dice.random()).collect();
        let mut three = || array::from_fn(|_| dice.random_range(-0.01..0.01));
        let mut units = || Units { biases: three(), above: three(), below: three() };
        let outputs =
            (0..OUTPUT_LAYERS).map(|_| OutputLayer { units: units(), offsets: [0.1, 0.2, 0.3, 0.4, 0.5] }).collect();
        Network { weights, moves, move_step: 0.01, outputs }
    }

    fn colour_parts() -> Parts {
        Parts::new(Variant::built_in("colour").expect("it is built in").board())
    }

    #[test]
    fn a_network_is_read_as_it_was_written() {
        let parts = colour_parts();
        let network = made_up(&parts, 1);
        let file = network.to_file();
        assert!(Network::read(&file, &parts).as_ref() == Ok(&network));
        let why = |file: &[u8]| Network::read(file, &parts).err();
        assert_eq!(why(b"something else"), Some(NetworkError::NoNetwork));
        assert_eq!(why(&[&file[..MAGIC.len() + 9], b"no"].concat()), Some(NetworkError::Damaged));
        for at in (0..file.len()).step_by(9973) {
            let mut changed = file.clone();
            changed[at] ^= 0x10;
            assert!(why(&changed).is_some(), "{at}");
            assert!(why(&file[..at]).is_some(), "{at}");
        }
        let other = Parts::new(Variant::built_in("gorin").expect("it is built in").board());
        assert_eq!(Network::read(&file, &other).err(), Some(NetworkError::Damaged));
        let mut older = file;
        older[MAGIC.len()] = 0;
        assert_eq!(why(&older), Some(NetworkError::OtherVersion(0)));
    }

    #[test]
    fn the_weights_of_many_parts_add_up() {
        let mut network = made_up(&colour_parts(), 3);
        network.weights[0] = [i8::MAX; UNITS];
        let moment = Moment { phase: 0, turn: 0, remainder: 0 };
        let outputs = &network.outputs[moment.index()];
        for parts in [1, 256, 257, 1000] {
            let sums = [parts as f32 * f32::from(i8::MAX); UNITS];
            let difference = network.output(&vec![0; parts], moment) - outputs.output(&sums, 0);
            assert!(difference.abs() < f32::EPSILON, "{parts} parts: {difference}");
        }
    }

    #[test]
    fn a_number_that_is_none_is_no_network() {
        let parts = colour_parts();
        let mut network = made_up(&parts, 2);
        network.outputs[3].units.above[5] = f32::NAN;
        assert_eq!(Network::read(&network.to_file(), &parts).err(), Some(NetworkError::Damaged));
    }

    #[test]
    fn moments_follow_the_turn_order_and_the_cut_ins() {
        let mut position = FastPosition::new(&Position::start(Variant::built_in("colour").expect("it is built in")));
        let turns = |position: &FastPosition| {
            let mover = position.to_move().expect("it goes on");
            [Player::Black, Player::White, Player::Ash].map(|player| Moment::of(position, 60, mover, player).turn)
        };
        assert_eq!(turns(&position), [0, 1, 2]);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(4);
        while position.move_number() < 10 {
            assert!(position.play_random(&mut dice).is_some());
        }
        assert_eq!(position.to_move(), Some(Player::Cyan));
        let mut cut_in = turns(&position);
        cut_in.sort_unstable();
        assert_eq!(cut_in, [5, 6, 7]);
        let uzu = FastPosition::new(&Position::start(Variant::built_in("uzu").expect("it is built in")));
        let cyan = Moment::of(&uzu, 81, Player::Black, Player::Cyan);
        assert_eq!((cyan.turn, cyan.index() < OUTPUT_LAYERS), (10, true));
    }
}
