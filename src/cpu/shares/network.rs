//! A network for one board and its rules: one hidden layer, which judges a position from the side of each player who
//! can win, and what speaks for each move.
//!
//! Each configuration of a part of the board has a weight to each of a few hidden units. A unit adds up the weights of
//! all parts as a player sees them, and counts more or less than nothing differently, by the phase of the game and by
//! how many others move before that player. The softmax of what the players reach is their share of the win.
//!
//! What speaks for a move is what its square is worth in each part that it belongs to, as the mover sees them; the
//! softmax over the legal moves is how likely each is.

use std::{array, iter};

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_slice_iter_to_slice;
use thiserror::Error;

use crate::cpu::hidden_layer::{UNITS, Units, Weights};
use crate::cpu::shares::parts::{InPart, PART_SQUARES, Parts};
use crate::rules::{FastPosition, Player, Square, fnv_1a};

/// Into how many phases a game is divided, by the share of the squares that have discs.
pub(crate) const PHASES: usize = 10;

/// How many kinds of turns there are: see [`Moment::turn`].
pub(crate) const TURNS: usize = 2 * Player::ALL.len() + 2;

/// How many remainders there are: see [`Moment::remainder`].
pub(crate) const REMAINDERS: usize = Player::ALL.len();

/// What a move on each square of a configuration is worth.
pub(crate) type Moves = [i8; PART_SQUARES];

/// What a position is to a player besides its discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) phase: usize,
    /// How many others of the turn order move before the player; so many and five more while somebody cuts in who has
    /// no turn; ten for a player who only cuts in, eleven if that is now.
    pub(crate) turn: usize,
    /// What is left of the empty squares when everybody of the turn order has played equally often: who will move last
    /// depends on it.
    pub(crate) remainder: usize,
}

/// What the units are worth to a player for whom it is the same phase and turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outputs {
    pub(crate) units: Units,
    /// What is added to the worth of all of them, by the remainder.
    pub(crate) offsets: [f32; REMAINDERS],
}

/// A trained network.
#[derive(PartialEq)]
pub(crate) struct Network {
    pub(crate) weights: Vec<Weights>,
    pub(crate) moves: Vec<Moves>,
    /// What a step of the worth of a move makes.
    pub(crate) move_step: f32,
    /// By phase and turn.
    pub(crate) outputs: Vec<Outputs>,
}

/// The weights of so many parts add up to no more than 16 bits hold.
const PARTS_AT_ONCE: usize = 256;

/// How many different outputs there are.
pub(crate) const OUTPUTS: usize = PHASES * TURNS;

impl Moment {
    /// What a position on a board of so many squares is to a player when somebody is to move.
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
        Self { phase: (squares - empties) * PHASES / (squares + 1), turn, remainder: empties % order.len() }
    }

    /// Where its outputs are.
    pub(crate) const fn index(self) -> usize {
        self.phase * TURNS + self.turn
    }
}

impl Outputs {
    /// How many numbers they are.
    const COUNT: usize = Units::COUNT + REMAINDERS;

    /// What these sums of the units are worth.
    pub(crate) fn worth(&self, sums: &[f32; UNITS], remainder: usize) -> f32 {
        self.units.worth(sums) + self.offsets[remainder]
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
    /// What a player reaches whose parts have these configurations; only differences between players matter.
    pub(crate) fn worth(&self, configurations: &[u32], moment: Moment) -> f32 {
        let mut sums = [0.0; UNITS];
        for few in configurations.chunks(PARTS_AT_ONCE) {
            for (sum, more) in sums.iter_mut().zip(self.sums(few)) {
                *sum += f32::from(more);
            }
        }
        self.outputs[moment.index()].worth(&sums, moment.remainder)
    }

    /// In a function of its own, so that the compiler makes vectors of it: of [`PARTS_AT_ONCE`] parts at most.
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

    /// What speaks for a move on a square where the parts have these configurations, as the mover sees them; only
    /// differences between moves matter.
    pub(crate) fn promise(&self, parts: &Parts, configurations: &[u32], square: Square) -> f32 {
        let of_part = |place: &InPart| i32::from(self.moves[configurations[place.part] as usize][place.digit]);
        parts.with_square(square).iter().map(of_part).sum::<i32>() as f32 * self.move_step
    }

    /// The network in a file, for the parts of a board.
    ///
    /// # Errors
    /// When it is no such file, of another version, for other parts or damaged.
    pub(crate) fn read(file: &[u8], parts: &Parts) -> Result<Self, NetworkError> {
        let (head, packed) = file.split_at_checked(HEAD).ok_or(NetworkError::NoNetwork)?;
        let (magic, head) = head.split_at(MAGIC.len());
        let (version, checksum) = head.split_at(1);
        if magic != MAGIC {
            return Err(NetworkError::NoNetwork);
        }
        if version != [VERSION] {
            return Err(NetworkError::OtherVersion(version[0]));
        }
        let weights = parts.count() * UNITS;
        let moves = parts.count() * PART_SQUARES;
        let numbers = 1 + OUTPUTS * Outputs::COUNT;
        let size = weights + moves + numbers * size_of::<f32>();
        let mut bytes = vec![0; size];
        let written = decompress_slice_iter_to_slice(&mut bytes, iter::once(packed), false, true);
        if written != Ok(size) || checksum != fnv_1a(&bytes).to_le_bytes() {
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
            outputs: outputs.as_chunks().0.iter().map(Outputs::from_numbers).collect(),
        })
    }

    /// The file for [`Self::read`].
    pub(crate) fn to_file(&self) -> Vec<u8> {
        let signed = self.weights.iter().flatten().chain(self.moves.iter().flatten());
        let numbers = iter::once(self.move_step).chain(self.outputs.iter().flat_map(Outputs::numbers));
        let bytes: Vec<u8> =
            signed.map(|number| number.cast_unsigned()).chain(numbers.flat_map(f32::to_le_bytes)).collect();
        let mut file = MAGIC.to_vec();
        file.push(VERSION);
        file.extend(fnv_1a(&bytes).to_le_bytes());
        file.extend(compress_to_vec(&bytes, 10));
        file
    }
}

/// The bytes that a file begins with.
const MAGIC: &[u8; 17] = b"irogaeshi shares\n";

/// Another version of the format has another number.
const VERSION: u8 = 1;

/// How many bytes there are before the packed ones: the first of all, the version and the checksum of the others.
const HEAD: usize = MAGIC.len() + 1 + size_of::<u64>();

/// Why a file is no network for a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// It does not begin as a network does.
    #[error("it is no network of shares")]
    NoNetwork,
    /// It is of another version than this program reads.
    #[error("it is of version {0}, and this program reads version {VERSION}")]
    OtherVersion(u8),
    /// It is cut short, changed, or for another board.
    #[error("it is damaged, or for another board")]
    Damaged,
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
        let outputs = (0..OUTPUTS).map(|_| Outputs { units: units(), offsets: [0.1, 0.2, 0.3, 0.4, 0.5] }).collect();
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
        assert_eq!(why(&[file[..HEAD].to_vec(), b"no".to_vec()].concat()), Some(NetworkError::Damaged));
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
            let difference = network.worth(&vec![0; parts], moment) - outputs.worth(&sums, 0);
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
        assert_eq!((cyan.turn, cyan.index() < OUTPUTS), (10, true));
    }
}
