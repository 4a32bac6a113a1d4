//! Links that hold a whole game.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::GameRecord;
use super::mixed_radix::{LETTER_BITS, Mismatch, SymbolReader, Symbols, is_letter};
use crate::rules::{
    DrawnBoard, Ending, Forfeit, ForfeitReason, Goal, Move, Player, Position, Record, Variant, VariantError, fnv_1a,
    label,
};

/// Link to a game, which holds the game itself: the board, the moves, the ending, and if wanted the names, a comment
/// and the ply to show. No server needs to know it.
///
/// ```
/// use irogaeshi::notation::{GameLink, GameRecord};
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5d6c5f4e3f6g5e6e7").unwrap();
/// let link = GameLink::new(&GameRecord::new(record), None, "").unwrap();
/// assert_eq!(link.url("https://play.example.org/"), "https://play.example.org/#game=A6LpOa");
/// assert_eq!("https://play.example.org/#game=A6LpOa".parse(), Ok(link));
/// ```
///
/// # Format
///
/// The text after `#game=` is one number in base64url, the lowest digit first. It holds these symbols in mixed radix:
/// the first is the number modulo its radix, the second the quotient modulo the next radix, and so on. A *count* is
/// written in groups of five bits, the lowest first, each a symbol of radix 64 with 32 added if another group follows.
/// A *text* is the count of its bytes in UTF-8, and each byte with radix 256.
///
/// 1. Head, radix 64: the sum of 1 for another board than 8 × 8, 2 for the other goal than that of the board, 4 if
///    somebody can still move after the last move, 8 if a ply is named, 16 if details follow. From 32 on, the link is
///    of a later version.
/// 2. The other board, if any: radix 4, then for 0 a built-in board by the count of its place in the list of boards,
///    for 1 the usual 8 × 8 with one to four corners given to Black, radix 4 from 0, for 2 a drawn board, radix 2
///    (Random, Chaos) and the count that is its seed, for 3 the text of the variant on one line.
/// 3. If somebody can still move: the count of moves, the ending with radix 8 (none, resigned, out of time, draw
///    agreed, abandoned), and for the second and third the player.
/// 4. Each move, as its place among the legal squares in reading order; a free pass, where it is legal, comes last.
///    The radix is the number of legal moves. Without a count of moves, the game is played to its end.
/// 5. If a ply is named: its number, with a radix of one more than the moves.
/// 6. If details follow: radix 8, the sum of 1 for names, 2 for a comment, 4 for forfeits. Then a text for each
///    player, the text of the comment, and the forfeits: their number, with a radix of one more than the players, and
///    of each the player, the reason with radix 2 (resigned, out of time), and its ply as in 5.
/// 7. A check of 5 to 10 bits: as many as fill the last letter. They are the highest bits of the FNV-1a digest of
///    value and radix of all symbols, each in four bytes from the lowest on, and of the variant's digest, from the
///    lowest byte on.
///
/// Players are numbered in the order of [`Variant::everybody`], and their radix is the number of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLink {
    game: GameRecord,
    shown: Option<usize>,
    comment: String,
    text: String,
}

/// Minimum number of bits of the check. With five, a usual game takes 31 letters.
const CHECK_BITS: u32 = 5;

/// Bits of the head.
const OTHER_BOARD: u32 = 1;
const OTHER_GOAL: u32 = 2;
const UNFINISHED: u32 = 4;
const SHOWN: u32 = 8;
const DETAILS: u32 = 16;
const NEXT_VERSION: u32 = 32;

/// Bits of the details.
const NAMES: u32 = 1;
const COMMENT: u32 = 2;
const FORFEITS: u32 = 4;

/// Kinds of other boards.
const BUILT_IN: u32 = 0;
const GIVEN_CORNERS: u32 = 1;
const DRAWN: u32 = 2;
const OWN: u32 = 3;
const KINDS: u32 = 4;

/// Radix of the endings.
const ENDINGS: u32 = 8;

/// Keys of the built-in boards, by their numbers in links. Only append: links last for ever.
const BOARDS: [&str; 55] = [
    "colour",
    "five",
    "five-published",
    "classic-8",
    "classic-4",
    "classic-6",
    "classic-10",
    "classic-12",
    "classic-14",
    "classic-16",
    "classic-18",
    "classic-20",
    "classic-22",
    "classic-24",
    "classic-26",
    "hanabi",
    "hotaru",
    "ishigaki",
    "kingyo",
    "tabibito",
    "tobiishi",
    "fuji",
    "irori",
    "raiun",
    "tanpopo",
    "tsukimi",
    "tsuji",
    "uzu",
    "matsuri",
    "gorin",
    "gogyo",
    "colour-1",
    "colour-2",
    "colour-3",
    "colour-4",
    "colour-5",
    "octagon",
    "diamond",
    "clover",
    "cross",
    "plus",
    "drone",
    "kazaguruma",
    "manji",
    "rectangle",
    "heart",
    "t",
    "torus",
    "two",
    "equal",
    "xhole",
    "inside",
    "outside",
    "big-x",
    "small-x",
];

/// Error from reading or making a [`GameLink`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameLinkError {
    /// The text has no link to a game.
    #[error("not a link to a game: such a link has {} and then letters and digits", GameLink::MARK)]
    NotALink,
    /// The text of the link is longer than [`GameLink::MAX_LETTERS`].
    #[error("the link is longer than {} letters; share the game as a file", GameLink::MAX_LETTERS)]
    TooLong,
    /// The link is of a later version.
    #[error("the link was made by a newer version; update the program")]
    NewerVersion,
    /// The end of the link is missing.
    #[error("the end of the link is missing; copy the whole link")]
    CutOff,
    /// The check of the link is wrong, or it says something impossible.
    #[error("the link is damaged: a letter was changed, left out or added; copy it again")]
    Damaged,
    /// The link names a board that this version does not have.
    #[error("the link names board {0}, which this version does not have; update the program")]
    UnknownBoard(u32),
    /// The text of the board in the link cannot be read.
    #[error("the board in the link: {0}")]
    Board(VariantError),
    /// The text of the board is longer than [`GameLink::MAX_BOARD_BYTES`].
    #[error(
        "the board takes {bytes} bytes as text, and a link holds {} at most; share the game as a file",
        GameLink::MAX_BOARD_BYTES
    )]
    BoardTooLarge {
        /// Size of the text.
        bytes: usize,
    },
}

impl GameLinkError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotALink => "not-a-link",
            Self::TooLong => "too-long",
            Self::NewerVersion => "newer-version",
            Self::CutOff => "cut-off",
            Self::Damaged => "damaged",
            Self::UnknownBoard(_) => "unknown-board",
            Self::Board(error) => error.problem.code(),
            Self::BoardTooLarge { .. } => "board-too-large",
        }
    }
}

impl From<Mismatch> for GameLinkError {
    fn from(mismatch: Mismatch) -> Self {
        match mismatch {
            Mismatch::TooShort => Self::CutOff,
            Mismatch::Wrong => Self::Damaged,
        }
    }
}

impl GameLink {
    /// Part between a page's address and the game.
    pub const MARK: &str = "#game=";
    /// Path below a server's address of a preview, which leads on to the page. The text after the mark follows it.
    pub const PREVIEW_PATH: &str = "/game/";
    /// Maximum length of the part after the mark.
    pub const MAX_LETTERS: usize = 8192;
    /// Maximum size of the text of a board that is not built in.
    pub const MAX_BOARD_BYTES: usize = 2048;
    /// Maximum number of characters of a comment; longer ones are cut.
    pub const MAX_COMMENT_LETTERS: usize = 280;

    /// Makes the link of a game. The link keeps names, the moves played, the ending and forfeits; it leaves out seats,
    /// times, dates, and moves that were taken back. A built-in board of the same name and rules stands for the board.
    ///
    /// `shown` is the ply to show first, and is the last one if it is too large. The comment is put on one line.
    ///
    /// # Errors
    /// [`GameLinkError::BoardTooLarge`] or [`GameLinkError::TooLong`].
    pub fn new(game: &GameRecord, shown: Option<usize>, comment: &str) -> Result<Self, GameLinkError> {
        let moves = game.record().moves();
        let board = LinkedBoard::of(game.variant());
        let variant = board.variant()?;
        // The board of the same game allows the same moves.
        let record = Record::from_moves(variant, moves).map_err(|_| GameLinkError::Damaged)?;
        let ply = record.ply();
        let forfeits = game.forfeits().iter().map(|forfeit| Forfeit { ply: forfeit.ply.min(ply), ..*forfeit });
        let kept = GameRecord::new(record)
            .with_names(|player| game.names()[player].clone())
            .with_forfeits(forfeits.collect())
            .map_err(|_| GameLinkError::Damaged)?;
        let kept = match game.ending().filter(|_| kept.ending().is_none()) {
            Some(ending) => kept.with_ending(ending).map_err(|_| GameLinkError::Damaged)?,
            None => kept,
        };
        let (shown, comment) = (shown.map(|shown| shown.min(ply)), label(comment, Self::MAX_COMMENT_LETTERS));
        let symbols = symbols_of(&kept, &board, shown, &comment);
        let text = symbols.write(check(&symbols, kept.variant()), CHECK_BITS);
        if text.len() > Self::MAX_LETTERS {
            return Err(GameLinkError::TooLong);
        }
        Ok(Self { game: kept, shown, comment, text })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &GameRecord {
        &self.game
    }

    /// Returns the game.
    #[must_use]
    pub fn into_game(self) -> GameRecord {
        self.game
    }

    /// Number of turns after which the game is to be shown first, if the link says so.
    #[must_use]
    pub const fn shown(&self) -> Option<usize> {
        self.shown
    }

    /// Comment, on one line; may be empty.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// The part after the mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The link to a page with this address.
    #[must_use]
    pub fn url(&self, page: &str) -> String {
        format!("{page}{self}")
    }

    /// The link to the preview on a server with this address.
    #[must_use]
    pub fn preview_url(&self, server: &str) -> String {
        format!("{}{}{}", server.trim_end_matches('/'), Self::PREVIEW_PATH, self.text)
    }

    /// Returns whether a text, such as a message, has a link to a game, or is the address of a preview.
    #[must_use]
    pub fn is_in(text: &str) -> bool {
        Self::text_in(text).is_some_and(|found| !found.is_empty())
    }

    /// The part after the mark of the first link in a text, or the last part of a preview's address.
    fn text_in(text: &str) -> Option<&str> {
        // Texts about games of other sites may have addresses that look like those of previews.
        let is_address = || text.contains("://") && !text.trim().contains(char::is_whitespace);
        let preview = || text.split_once(Self::PREVIEW_PATH).filter(|_| is_address());
        let (_, after) = text.split_once(Self::MARK).or_else(preview)?;
        Some(&after[..after.find(|letter| !is_letter(letter)).unwrap_or(after.len())])
    }

    /// Reads the part after the mark.
    fn read(text: &str) -> Result<Self, GameLinkError> {
        if text.len() > Self::MAX_LETTERS {
            return Err(GameLinkError::TooLong);
        }
        let mut reader = SymbolReader::new(text).ok_or(GameLinkError::NotALink)?;
        let head = reader.pop(1 << LETTER_BITS)?;
        if head >= NEXT_VERSION {
            return Err(GameLinkError::NewerVersion);
        }
        let has = |bit| head & bit != 0;
        let mut board = if has(OTHER_BOARD) { read_board(&mut reader)? } else { LinkedBoard::USUAL };
        board.other_goal = has(OTHER_GOAL);
        let variant = board.variant()?;
        let everybody = variant.everybody();
        let mut count = None;
        let mut ending = None;
        if has(UNFINISHED) {
            count = Some(pop_count(&mut reader)?);
            ending = pop_ending(&mut reader, &everybody)?;
        }
        let mut record = Record::new(variant);
        while let Some(player) = record.position().to_move()
            && count.is_none_or(|count| record.ply() < count as usize)
        {
            let legal = legal_moves(record.position());
            let place = reader.pop(legal.len() as u32)?;
            record.make(player, legal[place as usize]).map_err(|_| GameLinkError::Damaged)?;
        }
        if count.is_some_and(|count| record.ply() < count as usize) {
            return Err(GameLinkError::Damaged);
        }
        let plies = record.ply() as u32 + 1;
        let mut game = GameRecord::new(record);
        if let Some(ending) = ending {
            game = game.with_ending(ending).map_err(|_| GameLinkError::Damaged)?;
        }
        let shown = if has(SHOWN) { Some(reader.pop(plies)? as usize) } else { None };
        let mut comment = String::new();
        if has(DETAILS) {
            let details = reader.pop(8)?;
            if details & NAMES != 0 {
                let names: Vec<String> = everybody
                    .iter()
                    .map(|_| pop_text(&mut reader, MAX_NAME_BYTES))
                    .collect::<Result<_, GameLinkError>>()?;
                let mut names = names.into_iter();
                game = game.with_names(|_| names.next().unwrap_or_default());
            }
            if details & COMMENT != 0 {
                let written = pop_text(&mut reader, Self::MAX_COMMENT_LETTERS * MAX_CHARACTER_BYTES)?;
                comment = label(&written, Self::MAX_COMMENT_LETTERS);
            }
            if details & FORFEITS != 0 {
                let forfeits = pop_forfeits(&mut reader, &everybody, plies)?;
                game = game.with_forfeits(forfeits).map_err(|_| GameLinkError::Damaged)?;
            }
        }
        let expected = check(reader.read(), game.variant());
        reader.finish(expected, CHECK_BITS)?;
        Ok(Self { game, shown, comment, text: text.to_owned() })
    }
}

impl FromStr for GameLink {
    type Err = GameLinkError;

    /// Reads the first link in a text, the address of a preview, or only the part after the mark.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = Self::text_in(text).unwrap_or_else(|| text.trim());
        if text.is_empty() { Err(GameLinkError::NotALink) } else { Self::read(text) }
    }
}

impl fmt::Display for GameLink {
    /// Writes the mark and the game, to append to a page's address.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", Self::MARK, self.text)
    }
}

/// Maximum number of bytes of a character in UTF-8.
const MAX_CHARACTER_BYTES: usize = 4;
const MAX_NAME_BYTES: usize = GameRecord::MAX_LETTERS * MAX_CHARACTER_BYTES;

/// Number that tells whether symbols and board are the ones that were written.
fn check(symbols: &Symbols, variant: &Variant) -> u64 {
    let mut bytes: Vec<u8> = symbols.bytes().collect();
    bytes.extend(variant.digest().get().to_le_bytes());
    fnv_1a(&bytes)
}

/// Legal moves by their numbers.
fn legal_moves(position: &Position) -> Vec<Move> {
    let squares = position.legal_squares().iter().map(Move::Place);
    squares.chain(position.can_pass().then_some(Move::Pass)).collect()
}

/// A board as a link names it.
#[derive(Clone, Debug)]
struct LinkedBoard {
    name: BoardName,
    other_goal: bool,
}

#[derive(Clone, Debug)]
enum BoardName {
    /// Ordinary reversi on 8 × 8.
    Usual,
    /// Place in [`BOARDS`].
    BuiltIn(u32),
    /// Ordinary reversi on 8 × 8 with this number of corners given to Black.
    GivenCorners(u8),
    Drawn(DrawnBoard, u32),
    /// Text of the variant on one line.
    Own(String),
}

impl LinkedBoard {
    const USUAL: Self = Self { name: BoardName::Usual, other_goal: false };

    /// Finds the shortest name of a variant.
    fn of(variant: &Variant) -> Self {
        let drawn = DrawnBoard::read_name(variant.name()).map(|(kind, seed)| BoardName::Drawn(kind, seed));
        let corners = variant.given_corners().filter(|corners| *corners > 0).map(BoardName::GivenCorners);
        let built_in = (0..BOARDS.len() as u32).map(BoardName::BuiltIn);
        let names = [Some(BoardName::Usual), corners, drawn].into_iter().flatten().chain(built_in);
        let has_own_tints = |known: &Variant| !variant.tints().is_empty() && variant.tints() != known.tints();
        let mut found = names.filter_map(|name| {
            let board = Self { name, other_goal: false };
            let known = board.variant().ok().filter(|known| known.name() == variant.name() && !has_own_tints(known))?;
            let other_goal = known.goal() != variant.goal();
            let is_same = known.with_goal(variant.goal()).is_same_game(variant);
            is_same.then_some(Self { other_goal, ..board })
        });
        found.next().unwrap_or_else(|| Self { name: BoardName::Own(variant.to_line()), other_goal: false })
    }

    fn variant(&self) -> Result<Variant, GameLinkError> {
        let usual = || Variant::classic(8).ok_or(GameLinkError::Damaged);
        let variant = match &self.name {
            BoardName::Usual => usual()?,
            BoardName::BuiltIn(number) => {
                let key = BOARDS.get(*number as usize);
                key.and_then(|key| Variant::built_in(key)).ok_or(GameLinkError::UnknownBoard(*number))?
            }
            BoardName::GivenCorners(corners) => usual()?.with_given_corners(*corners),
            BoardName::Drawn(kind, seed) => kind.variant(*seed),
            BoardName::Own(text) if text.len() > GameLink::MAX_BOARD_BYTES => {
                return Err(GameLinkError::BoardTooLarge { bytes: text.len() });
            }
            BoardName::Own(text) => text.parse().map_err(GameLinkError::Board)?,
        };
        let goal = match (variant.goal(), self.other_goal) {
            (goal, false) => goal,
            (Goal::Most, true) => Goal::Fewest,
            (Goal::Fewest, true) => Goal::Most,
        };
        Ok(variant.with_goal(goal))
    }

    fn push(&self, symbols: &mut Symbols) {
        match &self.name {
            BoardName::Usual => {}
            BoardName::BuiltIn(number) => {
                symbols.push(BUILT_IN, KINDS);
                push_count(symbols, *number);
            }
            BoardName::GivenCorners(corners) => {
                symbols.push(GIVEN_CORNERS, KINDS);
                symbols.push(u32::from(*corners) - 1, u32::from(Variant::MAX_GIVEN_CORNERS));
            }
            BoardName::Drawn(kind, seed) => {
                symbols.push(DRAWN, KINDS);
                symbols.push(u32::from(*kind == DrawnBoard::Chaos), 2);
                push_count(symbols, *seed);
            }
            BoardName::Own(text) => {
                symbols.push(OWN, KINDS);
                push_text(symbols, text);
            }
        }
    }
}

fn read_board(reader: &mut SymbolReader) -> Result<LinkedBoard, GameLinkError> {
    let name = match reader.pop(KINDS)? {
        BUILT_IN => BoardName::BuiltIn(pop_count(reader)?),
        GIVEN_CORNERS => BoardName::GivenCorners(reader.pop(u32::from(Variant::MAX_GIVEN_CORNERS))? as u8 + 1),
        DRAWN => {
            let kind = if reader.pop(2)? == 1 { DrawnBoard::Chaos } else { DrawnBoard::Random };
            BoardName::Drawn(kind, pop_count(reader)?)
        }
        _ => BoardName::Own(pop_text(reader, GameLink::MAX_BOARD_BYTES)?),
    };
    Ok(LinkedBoard { name, other_goal: false })
}

fn symbols_of(game: &GameRecord, board: &LinkedBoard, shown: Option<usize>, comment: &str) -> Symbols {
    let mut symbols = Symbols::default();
    let everybody = game.variant().everybody();
    let is_unfinished = game.record().position().to_move().is_some();
    let has_names = game.names().iter().any(|(_, name)| !name.is_empty());
    let sum = |bits: &[(u32, bool)]| bits.iter().filter(|(_, is_set)| *is_set).map(|(bit, _)| bit).sum::<u32>();
    let details = sum(&[(NAMES, has_names), (COMMENT, !comment.is_empty()), (FORFEITS, !game.forfeits().is_empty())]);
    let head = sum(&[
        (OTHER_BOARD, !matches!(board.name, BoardName::Usual)),
        (OTHER_GOAL, board.other_goal),
        (UNFINISHED, is_unfinished),
        (SHOWN, shown.is_some()),
        (DETAILS, details > 0),
    ]);
    symbols.push(head, 1 << LETTER_BITS);
    board.push(&mut symbols);
    if is_unfinished {
        push_count(&mut symbols, game.record().ply() as u32);
        push_ending(&mut symbols, game.ending(), &everybody);
    }
    for (ply, turn) in game.record().played().iter().enumerate() {
        let legal = game.record().position_at(ply).map(legal_moves).unwrap_or_default();
        let place = legal.iter().position(|legal| *legal == turn.chosen()).unwrap_or_default();
        symbols.push(place as u32, legal.len() as u32);
    }
    let plies = game.record().ply() as u32 + 1;
    if let Some(shown) = shown {
        symbols.push(shown as u32, plies);
    }
    if details > 0 {
        symbols.push(details, 8);
    }
    if has_names {
        for player in &everybody {
            push_text(&mut symbols, &game.names()[*player]);
        }
    }
    if !comment.is_empty() {
        push_text(&mut symbols, comment);
    }
    if !game.forfeits().is_empty() {
        symbols.push(game.forfeits().len() as u32, everybody.len() as u32 + 1);
        for forfeit in game.forfeits() {
            push_player(&mut symbols, forfeit.player, &everybody);
            symbols.push(u32::from(forfeit.reason == ForfeitReason::OutOfTime), 2);
            symbols.push(forfeit.ply as u32, plies);
        }
    }
    symbols
}

fn push_ending(symbols: &mut Symbols, ending: Option<Ending>, everybody: &[Player]) {
    let (number, loser) = match ending {
        // Nobody plays on after the end, so a game in which somebody can move is not played out.
        None | Some(Ending::PlayedOut) => (0, None),
        Some(Ending::Resigned(player)) => (1, Some(player)),
        Some(Ending::OutOfTime(player)) => (2, Some(player)),
        Some(Ending::DrawAgreed) => (3, None),
        Some(Ending::Abandoned) => (4, None),
    };
    symbols.push(number, ENDINGS);
    if let Some(loser) = loser {
        push_player(symbols, loser, everybody);
    }
}

fn pop_ending(reader: &mut SymbolReader, everybody: &[Player]) -> Result<Option<Ending>, GameLinkError> {
    Ok(match reader.pop(ENDINGS)? {
        0 => None,
        1 => Some(Ending::Resigned(pop_player(reader, everybody)?)),
        2 => Some(Ending::OutOfTime(pop_player(reader, everybody)?)),
        3 => Some(Ending::DrawAgreed),
        4 => Some(Ending::Abandoned),
        _ => return Err(GameLinkError::Damaged),
    })
}

fn pop_forfeits(reader: &mut SymbolReader, everybody: &[Player], plies: u32) -> Result<Vec<Forfeit>, GameLinkError> {
    let count = reader.pop(everybody.len() as u32 + 1)?;
    let pop = |_| {
        let player = pop_player(reader, everybody)?;
        let reason = if reader.pop(2)? == 1 { ForfeitReason::OutOfTime } else { ForfeitReason::Resigned };
        Ok(Forfeit { player, ply: reader.pop(plies)? as usize, reason })
    };
    (0..count).map(pop).collect()
}

fn push_player(symbols: &mut Symbols, player: Player, everybody: &[Player]) {
    let place = everybody.iter().position(|other| *other == player).unwrap_or_default();
    symbols.push(place as u32, everybody.len() as u32);
}

fn pop_player(reader: &mut SymbolReader, everybody: &[Player]) -> Result<Player, GameLinkError> {
    Ok(everybody[reader.pop(everybody.len() as u32)? as usize])
}

/// Bits of a group of a count, and the flag of a group that another one follows.
const GROUP_BITS: u32 = 5;
const MORE: u32 = 1 << GROUP_BITS;

fn push_count(symbols: &mut Symbols, mut count: u32) {
    while count >= MORE {
        symbols.push(count % MORE + MORE, 2 * MORE);
        count >>= GROUP_BITS;
    }
    symbols.push(count, 2 * MORE);
}

fn pop_count(reader: &mut SymbolReader) -> Result<u32, GameLinkError> {
    let mut count = 0_u64;
    for shift in (0..=u32::BITS).step_by(GROUP_BITS as usize) {
        let group = reader.pop(2 * MORE)?;
        count |= u64::from(group % MORE) << shift;
        if group < MORE {
            return u32::try_from(count).map_err(|_| GameLinkError::Damaged);
        }
    }
    Err(GameLinkError::Damaged)
}

fn push_text(symbols: &mut Symbols, text: &str) {
    push_count(symbols, text.len() as u32);
    for byte in text.bytes() {
        symbols.push(u32::from(byte), 256);
    }
}

fn pop_text(reader: &mut SymbolReader, max_bytes: usize) -> Result<String, GameLinkError> {
    let length = pop_count(reader)? as usize;
    if length > max_bytes {
        return Err(GameLinkError::Damaged);
    }
    let bytes: Vec<u8> = (0..length).map(|_| Ok(reader.pop(256)? as u8)).collect::<Result<_, Mismatch>>()?;
    String::from_utf8(bytes).map_err(|_| GameLinkError::Damaged)
}
