//! A game in memory, and games in frames.
//!
//! A frame of games has a table of boards, a table of texts, the number of games, and the games, each with its length
//! before it:
//!
//! | part | content |
//! |---|---|
//! | id | one more than the id before needs 1, and so on |
//! | board | number in the frame's table |
//! | moves | their number, and one byte each, two on large boards and those with free passes |
//! | names | of each player of the board: number in the frame's table from 1, or 0 |
//! | discs | of each player of the board |
//! | ending | 0 none, 1 played out, 2 resigned, 3 out of time, 4 draw agreed, 5 abandoned; 16 × (1 + player) more |
//! | outcome | 0 none, 1 draw, 2 and more the winner |
//! | collection, event, title | numbers in the frame's table, or 0 |
//! | tags | their number, and numbers in the frame's table |
//! | flags | 1 favourite |
//! | details | keys, lengths and values to the end |

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;

use super::boards::{BoardId, BoardName, Boards, StoredBoard, push_boards};
use super::bytes::{Bytes, push_number, push_slice};
use super::details::{Details, When};
use super::frame::MAX_CONTENT;
use super::new_game::MAX_TAGS;
use super::texts::{TextId, Texts};
use crate::notation::days_before;
use crate::rules::{Ending, Outcome, Player};

/// Properties that every search asks for. The rest is in the library's bytes: the moves, the names, the numbers of
/// discs, and the details.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: u32,
    /// Place in the library's bytes.
    pub(super) at: u32,
    pub(super) length: u32,
    /// Seconds since 1970, plus 1; 0 if unknown.
    pub(super) when: u64,
    pub(super) collection: TextId,
    pub(super) event: TextId,
    pub(super) title: TextId,
    /// Number of a set of tags.
    pub(super) tags: u32,
    pub(super) board: BoardId,
    pub(super) plies: u16,
    /// Discs of the first player more than the best other's.
    pub(super) lead: i16,
    pub(super) ending: u8,
    pub(super) outcome: u8,
    /// Sum of [`FAVOURITE`], [`REMOVED`] and [`ONLY_YEAR`].
    pub(super) flags: u8,
    /// First player's discs after perfect play; [`NO_SCORE`] if unknown.
    pub(super) perfect_discs: u8,
}

pub(super) const FAVOURITE: u8 = 1;
pub(super) const REMOVED: u8 = 2;
/// Of the date, only the year is known.
pub(super) const ONLY_YEAR: u8 = 4;
pub(super) const NO_SCORE: u8 = u8::MAX;

/// Size in bytes from which a frame takes no more games.
const FULL: usize = 64 * 1024;
/// First year of dates.
const FIRST_YEAR: u16 = 1970;
const SECONDS_A_DAY: u64 = 24 * 60 * 60;

/// No version so far writes this code.
pub(super) struct UnknownCode;

pub(super) fn ending_code(ending: Option<Ending>) -> u8 {
    let of = |player: Player| 16 * (1 + player as u8);
    match ending {
        None => 0,
        Some(Ending::PlayedOut) => 1,
        Some(Ending::Resigned(player)) => 2 + of(player),
        Some(Ending::OutOfTime(player)) => 3 + of(player),
        Some(Ending::DrawAgreed) => 4,
        Some(Ending::Abandoned) => 5,
    }
}

pub(super) fn read_ending(code: u8) -> Result<Option<Ending>, UnknownCode> {
    let player = || {
        let index = usize::from(code / 16).checked_sub(1).ok_or(UnknownCode)?;
        Player::ALL.get(index).copied().ok_or(UnknownCode)
    };
    Ok(match (code % 16, code / 16) {
        (0, 0) => None,
        (1, 0) => Some(Ending::PlayedOut),
        (2, _) => Some(Ending::Resigned(player()?)),
        (3, _) => Some(Ending::OutOfTime(player()?)),
        (4, 0) => Some(Ending::DrawAgreed),
        (5, 0) => Some(Ending::Abandoned),
        _ => return Err(UnknownCode),
    })
}

pub(super) fn outcome_code(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Draw) => 1,
        Some(Outcome::Win(player)) => 2 + player as u8,
    }
}

pub(super) fn read_outcome(code: u8) -> Result<Option<Outcome>, UnknownCode> {
    Ok(match code {
        0 => None,
        1 => Some(Outcome::Draw),
        code => Some(Outcome::Win(*Player::ALL.get(usize::from(code) - 2).ok_or(UnknownCode)?)),
    })
}

/// A game on its way into a frame.
pub(super) struct Parts<'a> {
    pub(super) id: u32,
    pub(super) board: &'a StoredBoard,
    pub(super) codes: &'a [u8],
    pub(super) names: Vec<&'a str>,
    pub(super) discs: Vec<u64>,
    pub(super) ending: u8,
    pub(super) outcome: u8,
    pub(super) collection: &'a str,
    pub(super) event: &'a str,
    pub(super) title: &'a str,
    pub(super) tags: Vec<&'a str>,
    pub(super) is_favourite: bool,
    pub(super) details: &'a [u8],
}

/// Contents of frames of games.
#[derive(Default)]
pub(super) struct BatchWriter {
    done: Vec<Vec<u8>>,
    boards: Vec<StoredBoard>,
    texts: Vec<u8>,
    numbers: HashMap<String, u64>,
    games: Vec<u8>,
    count: u64,
    last: u32,
}

impl BatchWriter {
    pub(super) fn push(&mut self, game: &Parts<'_>) {
        let mut bytes = Vec::with_capacity(game.codes.len() + game.details.len() + 32);
        let Parts { id, board, codes, names, discs, tags, .. } = game;
        push_number(&mut bytes, u64::from(id - self.last));
        self.last = *id;
        let known = self.boards.iter().position(|known| Arc::ptr_eq(&known.variant, &board.variant));
        let number = known.unwrap_or_else(|| {
            self.boards.push((*board).clone());
            self.boards.len() - 1
        });
        push_number(&mut bytes, number as u64);
        push_number(&mut bytes, (codes.len() / board.width) as u64);
        bytes.extend_from_slice(codes);
        for name in names {
            let number = self.number(name);
            push_number(&mut bytes, number);
        }
        for count in discs {
            push_number(&mut bytes, *count);
        }
        bytes.extend([game.ending, game.outcome]);
        for text in [game.collection, game.event, game.title] {
            let number = self.number(text);
            push_number(&mut bytes, number);
        }
        push_number(&mut bytes, tags.len() as u64);
        for tag in tags {
            let number = self.number(tag);
            push_number(&mut bytes, number);
        }
        bytes.push(if game.is_favourite { FAVOURITE } else { 0 });
        bytes.extend_from_slice(game.details);
        push_slice(&mut self.games, &bytes);
        self.count += 1;
        if self.games.len() + self.texts.len() >= FULL {
            self.end_frame();
        }
    }

    /// Number of a text in the table of the frame.
    fn number(&mut self, text: &str) -> u64 {
        if text.is_empty() {
            return 0;
        }
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.numbers.len() as u64 + 1;
        self.numbers.insert(text.to_owned(), number);
        push_slice(&mut self.texts, text.as_bytes());
        number
    }

    fn end_frame(&mut self) {
        let mut content = Vec::new();
        push_boards(&mut content, &self.boards);
        self.boards.clear();
        push_number(&mut content, self.numbers.len() as u64);
        content.append(&mut self.texts);
        push_number(&mut content, self.count);
        content.append(&mut self.games);
        self.numbers.clear();
        self.count = 0;
        self.last = 0;
        debug_assert!(content.len() <= MAX_CONTENT, "a game is smaller than what is left of a frame");
        self.done.push(content);
    }

    pub(super) fn finish(mut self) -> Vec<Vec<u8>> {
        if self.count > 0 {
            self.end_frame();
        }
        self.done
    }
}

/// Parts of a library that take the games of a frame.
pub(super) struct Shelves<'a> {
    pub(super) boards: &'a mut Boards,
    pub(super) texts: &'a mut Texts,
    pub(super) bytes: &'a mut Vec<u8>,
}

/// A game of a frame: its entry, and its tags.
pub(super) type Shelved = (Entry, Vec<TextId>);

/// Reads a frame of games; `None` if this version cannot read it.
pub(super) fn read_batch(content: &[u8], shelves: &mut Shelves<'_>) -> Option<Vec<Shelved>> {
    let begin = shelves.bytes.len();
    let read = read_games(content, shelves);
    if read.is_none() {
        shelves.bytes.truncate(begin);
    }
    read
}

fn read_games(content: &[u8], shelves: &mut Shelves<'_>) -> Option<Vec<Shelved>> {
    let mut rest = Bytes(content);
    let mut boards = Vec::new();
    for _ in 0..rest.index()? {
        boards.push(shelves.boards.intern(BoardName::read(&mut rest)?)?);
    }
    let mut texts = vec![TextId::EMPTY];
    for _ in 0..rest.index()? {
        texts.push(shelves.texts.intern(rest.text()?));
    }
    let mut games = Vec::new();
    let mut last = 0;
    for _ in 0..rest.index()? {
        let game = read_game(rest.slice()?, &boards, &texts, last, shelves)?;
        last = game.0.id;
        games.push(game);
    }
    Some(games)
}

fn read_game(
    bytes: &[u8],
    boards: &[BoardId],
    texts: &[TextId],
    last: u32,
    shelves: &mut Shelves<'_>,
) -> Option<Shelved> {
    let mut rest = Bytes(bytes);
    let id = last.checked_add(rest.number()?.try_into().ok()?)?;
    let board_id = *boards.get(rest.index()?)?;
    let board = shelves.boards.get(board_id);
    let plies: u16 = rest.number()?.try_into().ok()?;
    let at: u32 = shelves.bytes.len().try_into().ok()?;
    shelves.bytes.extend_from_slice(rest.take(usize::from(plies) * board.width)?);
    let text = |rest: &mut Bytes<'_>| texts.get(rest.index()?).copied();
    for _ in &board.everybody {
        push_number(shelves.bytes, u64::from(text(&mut rest)?.0));
    }
    let mut lead = 0_i32;
    let mut best_other = 0;
    for index in 0..board.everybody.len() {
        let count: u16 = rest.number()?.try_into().ok()?;
        push_number(shelves.bytes, u64::from(count));
        if index == 0 {
            lead = i32::from(count);
        } else {
            best_other = best_other.max(i32::from(count));
        }
    }
    let (ending, outcome) = (rest.byte()?, rest.byte()?);
    read_ending(ending).ok()?;
    read_outcome(outcome).ok()?;
    let [collection, event, title] = [text(&mut rest)?, text(&mut rest)?, text(&mut rest)?];
    let count = rest.index().filter(|count| *count <= MAX_TAGS)?;
    let mut tags = Vec::with_capacity(count);
    for _ in 0..count {
        tags.push(text(&mut rest)?);
    }
    let flags = rest.byte()? & FAVOURITE;
    let When { perfect_discs, year, started, ended } = Details::read_when(rest.0)?;
    shelves.bytes.extend_from_slice(rest.0);
    let when = when(year, started, ended);
    let is_only_year = started.or(ended).is_none() && when > 0;
    let entry = Entry {
        id,
        at,
        length: (shelves.bytes.len() - at as usize).try_into().ok()?,
        when,
        collection,
        event,
        title,
        tags: 0,
        board: board_id,
        plies,
        lead: (lead - best_other).clamp(i16::MIN.into(), i16::MAX.into()) as i16,
        ending,
        outcome,
        flags: flags | if is_only_year { ONLY_YEAR } else { 0 },
        perfect_discs: perfect_discs.unwrap_or(NO_SCORE),
    };
    Some((entry, tags))
}

/// Number that is the same for the same game: board, moves, names and date.
pub(super) fn digest(board: u64, codes: &[u8], names: impl Iterator<Item = u64>, when: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write_u64(board);
    hasher.write(codes);
    names.for_each(|name| hasher.write_u64(name));
    hasher.write_u64(when);
    hasher.finish()
}

/// Seconds since 1970, plus 1, at which a game was played; 0 if unknown.
pub(super) fn when(year: Option<u16>, started: Option<u64>, ended: Option<u64>) -> u64 {
    let of_year = || Some(days_before(year.filter(|year| *year >= FIRST_YEAR)?.into(), 1, 1) * SECONDS_A_DAY);
    started.or(ended).or_else(of_year).map_or(0, |seconds| seconds.saturating_add(1))
}
