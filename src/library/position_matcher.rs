//! Finds the games that reached a position, on the board turned or mirrored in any way.
//!
//! The number of discs says after which turn a game can have reached it. Of the squares played until then, a sum is
//! compared with the sums of the eight images of the position; only games with an equal sum are replayed.

use std::collections::HashMap;

use super::boards::{BoardId, Boards, StoredBoard};
use super::game::Game;
use super::symmetry::Symmetry;
use crate::rules::{Board, Disc, FastPosition, Move, Position, Square, Variant};

/// Compiled search for a position.
#[derive(Clone, Debug)]
pub(super) struct PositionMatcher {
    wanted: Position,
    /// Symmetries that leave the position as it is.
    own: Vec<Symmetry>,
    /// By the number of the board.
    boards: Vec<Option<WantedOnBoard>>,
}

/// The position as games on a board can reach it.
#[derive(Clone, Debug)]
struct WantedOnBoard {
    /// Number of discs placed before; `None` if the squares played do not tell.
    placements: Option<usize>,
    /// Start of the replays.
    start: FastPosition,
    images: Vec<Image>,
    /// Results of replays by the moves, since many games begin alike.
    replayed: HashMap<Box<[u8]>, Option<Symmetry>>,
}

/// The position under a symmetry.
#[derive(Clone, Debug)]
struct Image {
    symmetry: Symmetry,
    discs: Vec<(Square, Option<Disc>)>,
    /// Sum of the squares played.
    sum: u64,
}

/// Random numbers for squares by their codes; sums of them by exclusive or tell sets of squares apart.
static NUMBERS: [u64; 1024] = {
    let mut numbers = [0; 1024];
    let mut state = 0_u64;
    let mut index = 0;
    while index < numbers.len() {
        // SplitMix64 (Steele, Lea, Flood 2014).
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut number = state;
        number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        numbers[index] = number ^ number >> 31;
        index += 1;
    }
    numbers
};

fn sum_of(codes: &[u8], width: usize) -> u64 {
    if width == 1 {
        codes.iter().fold(0, |sum, code| sum ^ NUMBERS[usize::from(*code)])
    } else {
        codes
            .chunks_exact(2)
            .fold(0, |sum, code| sum ^ NUMBERS[usize::from(u16::from_le_bytes([code[0], code[1]])) % NUMBERS.len()])
    }
}

impl PositionMatcher {
    pub(super) fn new(wanted: Position, boards: &Boards) -> Self {
        let board = wanted.board();
        let is_same = |symmetry: &Symmetry| {
            board.squares().all(|square| board.disc(symmetry.image(square)) == board.disc(square))
        };
        let symmetries = Symmetry::of(board);
        let own = symmetries.iter().copied().filter(is_same).collect();
        let on = |(_, stored): (BoardId, &StoredBoard)| WantedOnBoard::new(&wanted, &symmetries, stored);
        let boards = boards.iter().map(on).collect();
        Self { wanted, own, boards }
    }

    /// Number of turns after which a game reached the position, and the symmetry that turns the position into that of
    /// the game.
    pub(super) fn reached(&mut self, game: &Game<'_>) -> Option<(usize, Symmetry)> {
        let on_board = self.boards.get_mut(usize::from(game.entry.board.0))?.as_mut()?;
        let board = game.board();
        let Some(placements) = on_board.placements else { return self.reached_by_replay(game) };
        let codes = game.codes().get(..placements * board.width)?;
        let sum = sum_of(codes, board.width);
        if on_board.images.iter().all(|image| image.sum != sum) {
            return None;
        }
        let found = if let Some(found) = on_board.replayed.get(codes) {
            *found
        } else {
            let found = on_board.replay(&self.wanted, board, codes);
            on_board.replayed.insert(codes.into(), found);
            found
        };
        found.map(|symmetry| (placements, symmetry))
    }

    fn reached_by_replay(&self, game: &Game<'_>) -> Option<(usize, Symmetry)> {
        let on_board = self.boards.get(usize::from(game.entry.board.0))?.as_ref()?;
        let mut position = Position::start(game.variant().clone());
        let moves = game.moves().ok()?;
        for ply in 0..=moves.len() {
            if position.to_move() == self.wanted.to_move()
                && position.free_passes() == self.wanted.free_passes()
                && (!has_cut_ins(game.variant()) || position.move_number() == self.wanted.move_number())
                && let Some(symmetry) = on_board.symmetry_of(position.board())
            {
                return Some((ply, symmetry));
            }
            let chosen = *moves.get(ply)?;
            position.make(position.to_move()?, chosen).ok()?;
        }
        None
    }

    /// The move of a game as one in the wanted position, and the squares that are equal to it there.
    pub(super) fn continuation(&self, chosen: Move, symmetry: Symmetry) -> (Move, Vec<Square>) {
        let Move::Place(square) = chosen else { return (Move::Pass, Vec::new()) };
        let square = symmetry.inverse().image(square);
        let mut equal: Vec<Square> = self.own.iter().map(|own| own.image(square)).collect();
        equal.sort_unstable();
        equal.dedup();
        (Move::Place(equal[0]), equal)
    }
}

fn has_cut_ins(variant: &Variant) -> bool {
    !variant.cut_ins().is_empty()
}

impl WantedOnBoard {
    /// `None` if no game on the board can reach the position.
    fn new(wanted: &Position, symmetries: &[Symmetry], stored: &StoredBoard) -> Option<Self> {
        if !stored.variant.is_played_alike(wanted.variant()) {
            return None;
        }
        let (start, board) = (stored.variant.board(), wanted.board());
        let discs = |board: &Board| board.squares().filter(|square| board.disc(*square).is_some()).count();
        let placements = if stored.is_irregular { None } else { Some(discs(board).checked_sub(discs(start))?) };
        let image = |symmetry: Symmetry| {
            let discs: Vec<(Square, Option<Disc>)> =
                board.squares().map(|square| (symmetry.image(square), board.disc(square))).collect();
            let mut sum = 0;
            for (square, disc) in &discs {
                match (disc.is_some(), start.disc(*square).is_some()) {
                    (true, false) => sum ^= NUMBERS[usize::from(stored.code(*square))],
                    (false, true) if placements.is_some() => return None,
                    _ => {}
                }
            }
            Some(Image { symmetry, discs, sum })
        };
        let images: Vec<Image> = symmetries.iter().filter_map(|symmetry| image(*symmetry)).collect();
        let start = FastPosition::new(&Position::start(stored.variant.clone()));
        (!images.is_empty()).then(|| Self { placements, start, images, replayed: HashMap::new() })
    }

    fn replay(&self, wanted: &Position, board: &StoredBoard, codes: &[u8]) -> Option<Symmetry> {
        let mut position = self.start.clone();
        for chosen in board.moves(codes)? {
            if !position.play(chosen.square()?) {
                return None;
            }
        }
        let same_mover = position.to_move() == wanted.to_move();
        let same_number = has_cut_ins(&board.variant).then(|| position.move_number() == wanted.move_number());
        if !same_mover || same_number == Some(false) { None } else { self.symmetry_of(&position.board()) }
    }

    fn symmetry_of(&self, board: &Board) -> Option<Symmetry> {
        let is_it = |image: &&Image| image.discs.iter().all(|(square, disc)| board.disc(*square) == *disc);
        self.images.iter().find(is_it).map(|image| image.symmetry)
    }
}
