//! Conditions that games of a library are searched by, and their text form.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::date_range::{DateRange, NotADateRange};
use super::folding::folded;
use crate::notation::{AnyText, Diagram, Reading, Remark};
use crate::rules::{Ending, Move, Opening, Player, Position, Record, Variant, parse_moves};

/// Conditions that a game must fulfil, all of them, and the order of the games found.
///
/// The text form is a list of words, each a condition: `player:tamenori`, `opponent:"Brightwell Graham"`, `black:…` and
/// the other colours, `won:black`, `won:player`, `won:opponent`, `won:nobody`, `ending:resigned`, `ending:open`,
/// `date:1999..2005-06`, `board:classic-8`, `opening:f5d6c3`, `opening:tiger`, `pos:` with moves or 64 squares,
/// `plies:60`, `plies:..40`, `tag:…`, `in:` with a collection, `event:…`, `title:…`, `favourite`, and `sort:date` or
/// `sort:-date`. Any other word is searched in all texts of a game. Upper case and accents do not matter, and a part of
/// a name suffices.
///
/// ```
/// use irogaeshi::library::Query;
///
/// let query: Query = "player:tamenori won:player date:1999..2005 \"Grand Prix\"".parse().unwrap();
/// assert_eq!(query.to_string().parse(), Ok(query));
/// assert_eq!("plies:many".parse::<Query>().unwrap_err().to_string(), "plies:many: the number of plies is a number \
///     or a range, such as 60, 40..50 or ..30");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Conditions.
    pub terms: Vec<Term>,
    /// Order of the games.
    pub order: Order,
}

/// A condition. Texts are looked for in any spelling, and as a part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Term {
    /// Some text of the game: a name, the title, the event, the collection, a tag, the board.
    Word(String),
    /// The name of some player.
    Player(String),
    /// The name of another player than the one of the first [`Term::Player`].
    Opponent(String),
    /// The name of this player.
    Side(Player, String),
    /// The winner.
    Won(Winner),
    /// The ending; `None` for games that go on.
    Ending(Option<EndingKind>),
    /// The date. A game of which only the year is known matches any part of its year.
    Date(DateRange),
    /// The board, by its key or a part of its name.
    Board(String),
    /// The first moves, on the board turned or mirrored in any way.
    Moves(Vec<Move>),
    /// A named opening, in any order of moves.
    Opening(&'static Opening),
    /// A position that occurs, on the board turned or mirrored in any way.
    Position(Box<Position>),
    /// The number of turns played.
    Plies(RangeInclusive<usize>),
    /// A tag.
    Tag(String),
    /// The collection.
    Collection(String),
    /// The event.
    Event(String),
    /// The title.
    Title(String),
    /// Favourites.
    Favourite,
}

/// A winner to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// This player.
    Side(Player),
    /// The one of the first [`Term::Player`].
    Player,
    /// Another one.
    Opponent,
    /// Nobody: a draw.
    Nobody,
}

/// An ending, whoever it happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingKind {
    /// No player could move.
    PlayedOut,
    /// Somebody resigned.
    Resigned,
    /// Somebody ran out of time.
    OutOfTime,
    /// The players agreed on a draw.
    DrawAgreed,
    /// The players stopped without a result.
    Abandoned,
}

impl EndingKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::PlayedOut, Self::Resigned, Self::OutOfTime, Self::DrawAgreed, Self::Abandoned];

    /// Kind of an ending.
    #[must_use]
    pub const fn of(ending: Ending) -> Self {
        match ending {
            Ending::PlayedOut => Self::PlayedOut,
            Ending::Resigned(_) => Self::Resigned,
            Ending::OutOfTime(_) => Self::OutOfTime,
            Ending::DrawAgreed => Self::DrawAgreed,
            Ending::Abandoned => Self::Abandoned,
        }
    }

    /// Name in the text formats.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::PlayedOut => "played-out",
            Self::Resigned => "resigned",
            Self::OutOfTime => "out-of-time",
            Self::DrawAgreed => "draw-agreed",
            Self::Abandoned => "abandoned",
        }
    }
}

/// Order of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// Property that decides.
    pub key: OrderKey,
    /// Puts the greatest first. Games without the property always come last.
    pub is_descending: bool,
}

/// Property by which games are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderKey {
    /// Order in which they were added.
    #[default]
    Added,
    /// Date.
    Date,
    /// Name of the first player.
    Player,
    /// Discs of the first player more than the others'.
    Result,
    /// Number of turns.
    Length,
}

impl OrderKey {
    /// Every key.
    pub const ALL: [Self; 5] = [Self::Added, Self::Date, Self::Player, Self::Result, Self::Length];

    /// Name in the text form.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Date => "date",
            Self::Player => "player",
            Self::Result => "result",
            Self::Length => "length",
        }
    }
}

/// Error from parsing a [`Query`]. Each names the word.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum QueryError {
    /// A quotation mark is not closed.
    #[error("{0}: the quotation mark at its beginning has no second one")]
    NotClosed(String),
    /// The part before the colon is unknown.
    #[error(
        "{word}: \"{key}:\" is unknown; there are {}. To search for a word with a colon, put it in quotation marks",
        keys()
    )]
    UnknownKey {
        /// The word.
        word: String,
        /// The part before the colon.
        key: String,
    },
    /// Nothing comes after the colon.
    #[error("{0}: after the colon comes what to search for")]
    NoValue(String),
    /// The winner is none of the possible ones.
    #[error("{0}: the winner is a colour such as black, or player, opponent or nobody")]
    NotAWinner(String),
    /// Somebody won who is not named.
    #[error("{0}: this needs a name, such as player:anna")]
    NeedsPlayer(String),
    /// The ending is none of the possible ones.
    #[error("{0}: the endings are open, played-out, resigned, out-of-time, draw-agreed and abandoned")]
    NotAnEnding(String),
    /// The date is none.
    #[error("{word}: {error}")]
    NotADate {
        /// The word.
        word: String,
        /// The problem.
        error: NotADateRange,
    },
    /// The number of plies is none.
    #[error("{0}: the number of plies is a number or a range, such as 60, 40..50 or ..30")]
    NotANumber(String),
    /// The opening is neither moves nor a known name.
    #[error("{0}: an opening is a list of moves such as f5d6c3, or a name such as tiger")]
    NotAnOpening(String),
    /// The position cannot be read.
    #[error("{word}: {reason}")]
    NotAPosition {
        /// The word.
        word: String,
        /// The problem.
        reason: String,
    },
    /// The order is none of the possible ones.
    #[error("{0}: games are sorted by added, date, player, result or length, or by -date and so on the other way")]
    NotAnOrder(String),
}

impl QueryError {
    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotClosed(_) => "not-closed",
            Self::UnknownKey { .. } => "unknown-key",
            Self::NoValue(_) => "no-value",
            Self::NotAWinner(_) => "not-a-winner",
            Self::NeedsPlayer(_) => "needs-player",
            Self::NotAnEnding(_) => "not-an-ending",
            Self::NotADate { .. } => "not-a-date",
            Self::NotANumber(_) => "not-a-number",
            Self::NotAnOpening(_) => "not-an-opening",
            Self::NotAPosition { .. } => "not-a-position",
            Self::NotAnOrder(_) => "not-an-order",
        }
    }

    /// The word with the error.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::NotClosed(word)
            | Self::UnknownKey { word, .. }
            | Self::NoValue(word)
            | Self::NotAWinner(word)
            | Self::NeedsPlayer(word)
            | Self::NotAnEnding(word)
            | Self::NotADate { word, .. }
            | Self::NotANumber(word)
            | Self::NotAnOpening(word)
            | Self::NotAPosition { word, .. }
            | Self::NotAnOrder(word) => word,
        }
    }
}

const PLAYER: &str = "player";
const OPPONENT: &str = "opponent";
const WON: &str = "won";
const NOBODY: &str = "nobody";
const ENDING: &str = "ending";
const OPEN: &str = "open";
const DATE: &str = "date";
const BOARD: &str = "board";
const OPENING: &str = "opening";
const POSITION: &str = "pos";
const PLIES: &str = "plies";
const TAG: &str = "tag";
const IN: &str = "in";
const EVENT: &str = "event";
const TITLE: &str = "title";
const SORT: &str = "sort";
const FAVOURITE: &str = "favourite";

/// Everything that can come before a colon.
fn keys() -> String {
    let sides = Player::ALL.map(Player::key);
    let others = [WON, ENDING, DATE, BOARD, OPENING, POSITION, PLIES, TAG, IN, EVENT, TITLE, SORT];
    [&[PLAYER, OPPONENT], sides.as_slice(), &others].concat().join(", ")
}

/// A word of a query.
struct Word {
    /// As it was written.
    written: String,
    key: Option<String>,
    value: String,
    is_quoted: bool,
}

/// Splits a text at blanks outside of quotation marks. A doubled quotation mark inside of them is one of the text.
fn words(text: &str) -> Result<Vec<Word>, QueryError> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut word = Word { written: String::new(), key: None, value: String::new(), is_quoted: false };
        let mut is_inside = false;
        let mut letters = rest.char_indices().peekable();
        let mut end = rest.len();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' if is_inside && letters.peek().is_some_and(|(_, next)| *next == '"') => {
                    letters.next();
                    word.value.push('"');
                }
                '"' => {
                    is_inside = !is_inside;
                    word.is_quoted = true;
                }
                ':' | '：' if !word.is_quoted && word.key.is_none() => {
                    word.key = Some(std::mem::take(&mut word.value));
                }
                _ if letter.is_whitespace() && !is_inside => {
                    end = at;
                    break;
                }
                _ => word.value.push(letter),
            }
        }
        rest[..end].clone_into(&mut word.written);
        if is_inside {
            return Err(QueryError::NotClosed(word.written));
        }
        words.push(word);
        rest = rest[end..].trim_start();
    }
    Ok(words)
}

impl FromStr for Query {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut query = Self::default();
        for word in words(text)? {
            match &word.key {
                Some(key) if key == SORT => query.order = order(&word)?,
                _ => query.terms.extend(term(&word)?),
            }
        }
        let has_player = query.terms.iter().any(|term| matches!(term, Term::Player(_)));
        let needs = |term: &&Term| matches!(term, Term::Won(Winner::Player | Winner::Opponent));
        match query.terms.iter().find(needs) {
            Some(term) if !has_player => Err(QueryError::NeedsPlayer(term.to_string())),
            _ => Ok(query),
        }
    }
}

fn order(word: &Word) -> Result<Order, QueryError> {
    let (name, is_descending) = match word.value.strip_prefix('-') {
        Some(name) => (name, true),
        None => (word.value.as_str(), false),
    };
    let key = OrderKey::ALL.into_iter().find(|key| key.key() == name);
    key.map(|key| Order { key, is_descending }).ok_or_else(|| QueryError::NotAnOrder(word.written.clone()))
}

/// The condition of a word; `None` for an empty one.
fn term(word: &Word) -> Result<Option<Term>, QueryError> {
    let Word { written, key, value, is_quoted } = word;
    let written = || written.clone();
    let Some(key) = key else {
        let is_favourite = !is_quoted && value == FAVOURITE;
        return Ok(match value.trim() {
            "" => None,
            _ if is_favourite => Some(Term::Favourite),
            value => Some(Term::Word(value.to_owned())),
        });
    };
    let key = key.to_lowercase();
    let text = || Some(value.trim().to_owned()).filter(|value| !value.is_empty());
    let text = || text().ok_or_else(|| QueryError::NoValue(written()));
    Ok(Some(match key.as_str() {
        PLAYER => Term::Player(text()?),
        OPPONENT => Term::Opponent(text()?),
        WON => Term::Won(match text()?.as_str() {
            PLAYER => Winner::Player,
            OPPONENT => Winner::Opponent,
            NOBODY => Winner::Nobody,
            colour => Winner::Side(colour.parse().map_err(|_| QueryError::NotAWinner(written()))?),
        }),
        ENDING => match text()?.as_str() {
            OPEN => Term::Ending(None),
            name => {
                let kind = EndingKind::ALL.into_iter().find(|kind| kind.key() == name);
                Term::Ending(Some(kind.ok_or_else(|| QueryError::NotAnEnding(written()))?))
            }
        },
        DATE => Term::Date(text()?.parse().map_err(|error| QueryError::NotADate { word: written(), error })?),
        BOARD => Term::Board(text()?),
        OPENING => opening(&text()?).ok_or_else(|| QueryError::NotAnOpening(written()))?,
        POSITION => {
            let position = position(&text()?).map_err(|reason| QueryError::NotAPosition { word: written(), reason })?;
            Term::Position(Box::new(position))
        }
        PLIES => Term::Plies(plies(&text()?).ok_or_else(|| QueryError::NotANumber(written()))?),
        TAG => Term::Tag(text()?),
        IN => Term::Collection(text()?),
        EVENT => Term::Event(text()?),
        TITLE => Term::Title(text()?),
        key => match Player::ALL.into_iter().find(|player| player.key() == key) {
            Some(player) => Term::Side(player, text()?),
            None => return Err(QueryError::UnknownKey { word: written(), key: key.to_owned() }),
        },
    }))
}

fn opening(text: &str) -> Option<Term> {
    let name = folded(text);
    let named = Opening::all().iter().find(|opening| folded(opening.name) == name || opening.key() == name);
    named.map(Term::Opening).or_else(|| parse_moves(text).ok().filter(|moves| !moves.is_empty()).map(Term::Moves))
}

/// Reads moves of ordinary reversi, or whatever else has a position; of a game its last one.
///
/// # Errors
/// The reason as text.
fn position(text: &str) -> Result<Position, String> {
    if let Ok(moves) = parse_moves(text) {
        let start = Variant::classic(8).ok_or("there is no board")?;
        let record = Record::from_moves(start, moves).map_err(|error| error.to_string())?;
        return Ok(record.position().clone());
    }
    let reading = Reading::of(text).map_err(|error| error.to_string())?;
    match (reading.content, reading.remark) {
        (_, Some(Remark::Stopped(error))) => Err(error.to_string()),
        (AnyText::Variant(variant), _) => Ok(Position::start(*variant)),
        (AnyText::Game(game), _) => Ok(game.record().position().clone()),
    }
}

fn plies(text: &str) -> Option<RangeInclusive<usize>> {
    let number = |text: &str| text.parse::<usize>().ok();
    match text.split_once("..") {
        None => number(text).map(|plies| plies..=plies),
        Some(("", "")) => None,
        Some((from, "")) => Some(number(from)?..=usize::MAX),
        Some(("", to)) => Some(0..=number(to)?),
        Some((from, to)) => Some(number(from)?..=number(to)?),
    }
}

/// Quotes a text, if it would be read as something else.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| !letter.is_whitespace() && !['"', ':', '：'].contains(&letter);
    if !text.is_empty() && text.chars().all(is_plain) && text != FAVOURITE {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}

impl fmt::Display for Term {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut write = |key: &str, value: &str| write!(formatter, "{key}:{}", quoted(value));
        match self {
            Self::Word(word) => formatter.write_str(&quoted(word)),
            Self::Player(name) => write(PLAYER, name),
            Self::Opponent(name) => write(OPPONENT, name),
            Self::Side(player, name) => write(player.key(), name),
            Self::Won(winner) => write(
                WON,
                match winner {
                    Winner::Side(player) => player.key(),
                    Winner::Player => PLAYER,
                    Winner::Opponent => OPPONENT,
                    Winner::Nobody => NOBODY,
                },
            ),
            Self::Ending(ending) => write(ENDING, ending.map_or(OPEN, EndingKind::key)),
            Self::Date(range) => write(DATE, &range.to_string()),
            Self::Board(name) => write(BOARD, name),
            Self::Moves(moves) => write(OPENING, &moves.iter().map(Move::to_string).collect::<String>()),
            Self::Opening(opening) => write(OPENING, &opening.key()),
            // Boards of other shapes or for more players have no short text.
            Self::Position(position) => {
                let diagram = Diagram::of(position).map(|diagram| diagram.to_string());
                write(POSITION, &diagram.unwrap_or_else(|| position.board().to_string()))
            }
            Self::Plies(plies) => {
                let from = Some(plies.start())
                    .filter(|from| **from > 0 || *plies.end() == usize::MAX)
                    .map(usize::to_string)
                    .unwrap_or_default();
                let to = Some(plies.end()).filter(|to| **to < usize::MAX).map(usize::to_string).unwrap_or_default();
                let is_one = plies.start() == plies.end();
                write(PLIES, &if is_one { plies.start().to_string() } else { format!("{from}..{to}") })
            }
            Self::Tag(tag) => write(TAG, tag),
            Self::Collection(name) => write(IN, name),
            Self::Event(name) => write(EVENT, name),
            Self::Title(title) => write(TITLE, title),
            Self::Favourite => formatter.write_str(FAVOURITE),
        }
    }
}

impl fmt::Display for Query {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words: Vec<String> = self.terms.iter().map(Term::to_string).collect();
        if self.order != Order::default() {
            let sign = if self.order.is_descending { "-" } else { "" };
            words.push(format!("{SORT}:{sign}{}", self.order.key.key()));
        }
        formatter.write_str(&words.join(" "))
    }
}
