//! Boards of a library's games, and their moves as bytes.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::bytes::{Bytes, push_number, push_slice};
use super::symmetry::Symmetry;
use crate::rules::{Disc, Move, Player, Square, Variant};

/// Number of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct BoardId(pub(super) u16);

/// A board with everything that a library asks of it often.
#[derive(Clone, Debug)]
pub(super) struct StoredBoard {
    pub(super) variant: Arc<Variant>,
    /// Key, if the board is built in.
    pub(super) key: Option<String>,
    pub(super) digest: u64,
    pub(super) everybody: Vec<Player>,
    pub(super) symmetries: Vec<Symmetry>,
    /// Bytes of a move.
    pub(super) width: usize,
    /// Returns whether the position after a number of placements needs more than the squares played: discs can vanish,
    /// or players can pass of their own accord.
    pub(super) is_irregular: bool,
}

/// Largest board whose squares are bytes.
const MAX_BYTE_SIDE: u8 = 16;
/// Number of a free pass, on boards with moves of two bytes.
const PASS: u16 = u16::MAX;
/// Distance of the numbers of two rows in moves of two bytes.
const ROW: u16 = 32;

/// Built-in boards with their keys.
static BUILT_INS: LazyLock<Vec<(String, Variant)>> = LazyLock::new(|| {
    let keys = Variant::built_in_keys();
    keys.filter_map(|key| Variant::built_in(&key).map(|variant| (key, variant))).collect()
});

const BUILT_IN: u8 = 0;
const OWN: u8 = 1;

impl StoredBoard {
    pub(super) fn new(variant: Arc<Variant>) -> Self {
        let known = BUILT_INS.iter().find(|(_, known)| known.name() == variant.name() && *known == *variant);
        let key = known.map(|(key, _)| key.clone());
        Self::keyed(variant, key)
    }

    fn keyed(variant: Arc<Variant>, key: Option<String>) -> Self {
        let board = variant.board();
        let is_small = board.columns().max(board.rows()) <= MAX_BYTE_SIDE;
        let bombs = Disc::ALL.into_iter().filter(|disc| disc.is_bomb()).map(|disc| board.count(disc)).sum::<u16>();
        Self {
            key,
            digest: variant.digest().get(),
            everybody: variant.everybody(),
            symmetries: Symmetry::of(board),
            width: if is_small && !variant.free_pass() { 1 } else { 2 },
            is_irregular: bombs > 0 || variant.free_pass(),
            variant,
        }
    }

    /// Appends the board: its key and digest if it is built in, otherwise its text.
    pub(super) fn push(&self, bytes: &mut Vec<u8>) {
        if let Some(key) = &self.key {
            bytes.push(BUILT_IN);
            push_slice(bytes, key.as_bytes());
            bytes.extend(self.digest.to_le_bytes());
        } else {
            bytes.push(OWN);
            push_slice(bytes, self.variant.to_string().as_bytes());
        }
    }

    /// Code of a move.
    pub(super) fn push_move(&self, bytes: &mut Vec<u8>, chosen: Move) {
        match (chosen, self.width) {
            (Move::Place(square), 1) => bytes.push(square.row() * MAX_BYTE_SIDE + square.column()),
            (Move::Place(square), _) => {
                bytes.extend((u16::from(square.row()) * ROW + u16::from(square.column())).to_le_bytes());
            }
            (Move::Pass, _) => bytes.extend(PASS.to_le_bytes()),
        }
    }

    /// Code of a square, as in moves of one byte or two.
    pub(super) fn code(&self, square: Square) -> u16 {
        let row = if self.width == 1 { u16::from(MAX_BYTE_SIDE) } else { ROW };
        u16::from(square.row()) * row + u16::from(square.column())
    }

    pub(super) fn codes(&self, moves: &[Move]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(moves.len() * self.width);
        for chosen in moves {
            self.push_move(&mut bytes, *chosen);
        }
        bytes
    }

    /// Move with this code of one byte or two; `None` if there is none.
    fn read_move(code: &[u8]) -> Option<Move> {
        match code {
            [code] => Some(Move::Place(Square::new(code % MAX_BYTE_SIDE, code / MAX_BYTE_SIDE)?)),
            [low, high] => {
                let code = u16::from_le_bytes([*low, *high]);
                if code == PASS {
                    return Some(Move::Pass);
                }
                Some(Move::Place(Square::new((code % ROW) as u8, (code / ROW).try_into().ok()?)?))
            }
            _ => None,
        }
    }

    /// Move with this number among those with these codes, from 0.
    pub(super) fn move_at(&self, codes: &[u8], ply: usize) -> Option<Move> {
        Self::read_move(codes.get(ply * self.width..(ply + 1) * self.width)?)
    }

    /// Moves with these codes.
    pub(super) fn moves(&self, codes: &[u8]) -> Option<Vec<Move>> {
        codes.chunks(self.width).map(Self::read_move).collect()
    }
}

/// A board as a frame names it.
#[derive(Clone, Copy, Debug)]
pub(super) enum BoardName<'a> {
    BuiltIn { key: &'a str, digest: u64 },
    Own(&'a str),
}

impl<'a> BoardName<'a> {
    pub(super) fn read(bytes: &mut Bytes<'a>) -> Option<Self> {
        Some(match bytes.byte()? {
            BUILT_IN => {
                let key = bytes.text()?;
                Self::BuiltIn { key, digest: u64::from_le_bytes(*bytes.take(8)?.first_chunk()?) }
            }
            OWN => Self::Own(bytes.text()?),
            _ => return None,
        })
    }

    /// The board; `None` if this version does not have it.
    fn resolve(self) -> Option<StoredBoard> {
        match self {
            Self::BuiltIn { key, digest } => {
                let variant = Variant::built_in(key)?;
                (variant.digest().get() == digest).then(|| StoredBoard::keyed(Arc::new(variant), Some(key.to_owned())))
            }
            Self::Own(text) => Some(StoredBoard::keyed(Arc::new(text.parse().ok()?), None)),
        }
    }
}

/// Boards of a library.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards {
    all: Vec<StoredBoard>,
    /// Boards that are not built in, by their texts, since reading a text takes long.
    by_text: HashMap<Box<str>, BoardId>,
}

impl Boards {
    pub(super) fn get(&self, id: BoardId) -> &StoredBoard {
        &self.all[usize::from(id.0)]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (BoardId, &StoredBoard)> {
        (0..).map(BoardId).zip(&self.all)
    }

    pub(super) fn find(&self, variant: &Arc<Variant>) -> Option<BoardId> {
        let is_it = |board: &StoredBoard| {
            Arc::ptr_eq(&board.variant, variant) || board.variant.name() == variant.name() && board.variant == *variant
        };
        self.iter().find(|(_, board)| is_it(board)).map(|(id, _)| id)
    }

    /// Adds the board of a frame, if it is new; `None` if this version cannot read it, or there are too many.
    pub(super) fn intern(&mut self, name: BoardName<'_>) -> Option<BoardId> {
        let known = match name {
            BoardName::BuiltIn { key, digest } => {
                self.iter().find(|(_, board)| board.digest == digest && board.key.as_deref() == Some(key))
            }
            BoardName::Own(text) => self.by_text.get(text).map(|id| (*id, self.get(*id))),
        };
        if let Some((id, _)) = known {
            return Some(id);
        }
        let board = name.resolve()?;
        let id = if let Some(id) = self.find(&board.variant) {
            id
        } else {
            let id = BoardId(u16::try_from(self.all.len()).ok()?);
            self.all.push(board);
            id
        };
        if let BoardName::Own(text) = name {
            self.by_text.insert(text.into(), id);
        }
        Some(id)
    }
}

/// Appends a table of boards: their number and each of them.
pub(super) fn push_boards(bytes: &mut Vec<u8>, boards: &[StoredBoard]) {
    push_number(bytes, boards.len() as u64);
    for board in boards {
        board.push(bytes);
    }
}
