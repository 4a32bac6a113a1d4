//! The record of a match: moves, players, clock, times and ending.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

use super::{RecordedSeat, TimeControl};
use crate::rules::{
    ByPlayer, Ending, Forfeit, MoveListError, Player, Rank, Record, Turn, Variant, VariantError, VariantProblem, label,
};

/// A match to share by a file, a link or a server: the [`Record`] of its moves, the seats, the clock, the time of each
/// move, and the ending.
///
/// The text form is JSON, described in docs/notation.md. Reading it replays all moves.
///
/// ```
/// use irogaeshi::notation::{GameRecord, RecordedSeat};
/// use irogaeshi::rules::{Ending, Player, Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5 d6 c3").unwrap();
/// let game = GameRecord::new(record)
///     .with_seats(|_| Some(RecordedSeat::Human))
///     .with_names(|player| format!("Player of {player}"))
///     .with_ending(Ending::Resigned(Player::White))
///     .unwrap();
/// assert_eq!(game.to_string().parse(), Ok(game));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    record: Record,
    seats: ByPlayer<Option<RecordedSeat>>,
    names: ByPlayer<String>,
    clock: Option<TimeControl>,
    /// Milliseconds for each turn played, or `None` where unknown.
    times: Vec<Option<u64>>,
    started: Option<u64>,
    ended: Option<u64>,
    ending: Option<Ending>,
    forfeits: Vec<Forfeit>,
}

/// Newest version of the JSON form.
const NEWEST: u64 = 2;

/// Error from reading or changing a [`GameRecord`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GameRecordError {
    /// The text is not JSON, or lacks fields.
    #[error("{0}")]
    Json(String),
    /// The version is missing.
    #[error("\"format\" is missing: a record of a match has a version, a number from 1")]
    NoFormat,
    /// The version is newer than this program.
    #[error("the match has format {0}, but this version reads formats up to {NEWEST}; update the program")]
    NewerFormat(u64),
    /// The variant is invalid.
    #[error("the variant: {0}")]
    Variant(VariantError),
    /// The moves are not legal.
    #[error("{0}")]
    Moves(MoveListError),
    /// The undone moves are not legal.
    #[error("taken back: {0}")]
    Undone(MoveListError),
    /// The number of times differs from the number of moves.
    #[error("{times} times for {moves} moves")]
    TimeCount {
        /// Number of times.
        times: usize,
        /// Number of moves.
        moves: usize,
    },
    /// A seat, name, ending or forfeit refers to a player who does not play.
    #[error("{0} does not play in this variant")]
    DoesNotPlay(Player),
    /// A player forfeits twice.
    #[error("{0} has forfeited twice")]
    ForfeitsTwice(Player),
    /// The record claims that the game is played out, but a player can still move.
    #[error("the game is not played out: {0} can move")]
    NotPlayedOut(Player),
    /// The game is played out, so it cannot have ended in another way.
    #[error("the game is played out, so it cannot have ended otherwise")]
    PlayedOut,
}

impl GameRecordError {
    /// Returns whether the version of the match or of its variant is newer than this program.
    #[must_use]
    pub const fn is_newer_format(&self) -> bool {
        match self {
            Self::NewerFormat(_) => true,
            Self::Variant(error) => matches!(error.problem, VariantProblem::NewerFormat(_)),
            _ => false,
        }
    }

    /// Stable key of the error, for programs and translations.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Json(_) => "json",
            Self::NoFormat => "no-format",
            Self::NewerFormat(_) => "newer-format",
            Self::Variant(error) => error.problem.code(),
            Self::Moves(error) | Self::Undone(error) => error.code(),
            Self::TimeCount { .. } => "time-count",
            Self::DoesNotPlay(_) => "does-not-play",
            Self::ForfeitsTwice(_) => "forfeits-twice",
            Self::NotPlayedOut(_) => "not-played-out",
            Self::PlayedOut => "played-out",
        }
    }
}

impl GameRecord {
    /// Newest version of the JSON form. Texts have the lowest one that suffices: 2 with byo-yomi, otherwise 1.
    ///
    /// Increase it when a text changes its meaning in a way that older versions of the program would misread. New
    /// fields that they may ignore do not count.
    pub const FORMAT: u64 = NEWEST;

    /// Maximum number of characters of a name.
    pub const MAX_LETTERS: usize = 64;

    /// Creates a record of which only the moves are known.
    #[must_use]
    pub fn new(record: Record) -> Self {
        let ending = record.position().to_move().is_none().then_some(Ending::PlayedOut);
        let times = vec![None; record.ply()];
        Self {
            record,
            seats: ByPlayer::default(),
            names: ByPlayer::default(),
            clock: None,
            times,
            started: None,
            ended: None,
            ending,
            forfeits: Vec::new(),
        }
    }

    /// Sets the seats by calling `seat` for each player of the variant; `None` means unknown.
    #[must_use]
    pub fn with_seats(mut self, mut seat: impl FnMut(Player) -> Option<RecordedSeat>) -> Self {
        for player in self.variant().everybody() {
            self.seats[player] = seat(player);
        }
        self
    }

    /// Sets the names by calling `name` for each player of the variant; an empty name means unknown.
    ///
    /// Names are sanitised for display: on one line, without control characters, and cut after
    /// [`GameRecord::MAX_LETTERS`].
    #[must_use]
    pub fn with_names(mut self, mut name: impl FnMut(Player) -> String) -> Self {
        for player in self.variant().everybody() {
            self.names[player] = label(&name(player), Self::MAX_LETTERS);
        }
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn with_clock(self, clock: Option<TimeControl>) -> Self {
        Self { clock, ..self }
    }

    /// Sets the dates of the start and the end, in seconds since 1970 (UTC).
    #[must_use]
    pub fn with_dates(self, started: Option<u64>, ended: Option<u64>) -> Self {
        Self { started, ended, ..self }
    }

    /// Sets the time of each turn played, stored in whole milliseconds; `None` where unknown.
    ///
    /// # Errors
    /// [`GameRecordError::TimeCount`] if their number differs from the number of turns.
    pub fn with_times(self, times: impl IntoIterator<Item = Option<Duration>>) -> Result<Self, GameRecordError> {
        let whole = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.with_milliseconds(times.into_iter().map(|time| time.map(whole)).collect())
    }

    fn with_milliseconds(self, times: Vec<Option<u64>>) -> Result<Self, GameRecordError> {
        if times.len() == self.record.ply() {
            Ok(Self { times, ..self })
        } else {
            Err(GameRecordError::TimeCount { times: times.len(), moves: self.record.ply() })
        }
    }

    /// Sets the ending.
    ///
    /// # Errors
    /// A [`GameRecordError`] if the position contradicts it.
    pub fn with_ending(self, ending: Ending) -> Result<Self, GameRecordError> {
        match self.record.position().to_move() {
            Some(player) if ending == Ending::PlayedOut => return Err(GameRecordError::NotPlayedOut(player)),
            None if ending != Ending::PlayedOut => return Err(GameRecordError::PlayedOut),
            _ => {}
        }
        if let Some(loser) = ending.loser() {
            self.check_plays(loser)?;
        }
        Ok(Self { ending: Some(ending), ..self })
    }

    /// Sets the players who lost before the end while others played on, in the order of their losses.
    ///
    /// # Errors
    /// [`GameRecordError::DoesNotPlay`] or [`GameRecordError::ForfeitsTwice`].
    pub fn with_forfeits(self, forfeits: Vec<Forfeit>) -> Result<Self, GameRecordError> {
        for (index, forfeit) in forfeits.iter().enumerate() {
            self.check_plays(forfeit.player)?;
            if forfeits[..index].iter().any(|earlier| earlier.player == forfeit.player) {
                return Err(GameRecordError::ForfeitsTwice(forfeit.player));
            }
        }
        Ok(Self { forfeits, ..self })
    }

    /// Replaces the moves by the same ones on a board that is turned.
    pub(super) fn with_turned(self, record: Record) -> Self {
        Self { record, ..self }
    }

    fn check_plays(&self, player: Player) -> Result<(), GameRecordError> {
        let plays = self.variant().everybody().contains(&player);
        if plays { Ok(()) } else { Err(GameRecordError::DoesNotPlay(player)) }
    }

    /// Variant of the match.
    #[must_use]
    pub fn variant(&self) -> &Arc<Variant> {
        self.record.variant()
    }

    /// Record of the moves.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the record of the moves.
    #[must_use]
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Seat of each player; `None` where unknown.
    #[must_use]
    pub const fn seats(&self) -> &ByPlayer<Option<RecordedSeat>> {
        &self.seats
    }

    /// Names of the players; empty where unknown.
    #[must_use]
    pub const fn names(&self) -> &ByPlayer<String> {
        &self.names
    }

    /// Clock, if any.
    #[must_use]
    pub const fn clock(&self) -> Option<TimeControl> {
        self.clock
    }

    /// Time of each turn played; `None` where unknown.
    #[must_use]
    pub fn times(&self) -> impl ExactSizeIterator<Item = Option<Duration>> {
        self.times.iter().map(|time| time.map(Duration::from_millis))
    }

    /// Start, in seconds since 1970 (UTC), if known.
    #[must_use]
    pub const fn started(&self) -> Option<u64> {
        self.started
    }

    /// End, in seconds since 1970 (UTC), if known.
    #[must_use]
    pub const fn ended(&self) -> Option<u64> {
        self.ended
    }

    /// Ending; `None` while the match is in progress.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Players who lost before the end while others played on, in the order of their losses.
    #[must_use]
    pub fn forfeits(&self) -> &[Forfeit] {
        &self.forfeits
    }

    /// Ranks of all scored players, best first; `None` while the match is in progress.
    #[must_use]
    pub fn ranks(&self) -> Option<Vec<Rank>> {
        let counts = self.record.position().counts();
        self.ending.map(|ending| self.variant().ranks_after(&counts, ending, &self.forfeits))
    }

    /// Returns whether `other` contains everything in this record: the same moves on the same board, and whatever else
    /// this record knows. A record of bare moves is contained in every record with these moves.
    ///
    /// ```
    /// use irogaeshi::notation::GameRecord;
    /// use irogaeshi::rules::{Record, Variant};
    ///
    /// let mut record = Record::new(Variant::classic(8).unwrap());
    /// record.play_moves("f5 d6 c3").unwrap();
    /// let bare = GameRecord::new(record);
    /// let dated = bare.clone().with_dates(Some(1_000_000_000), None);
    /// assert!(bare.is_contained_in(&dated) && !dated.is_contained_in(&bare));
    /// ```
    #[must_use]
    pub fn is_contained_in(&self, other: &Self) -> bool {
        fn agree<T: PartialEq>(own: Option<&T>, other: Option<&T>) -> bool {
            own.is_none() || own == other
        }
        let Self { record, seats, names, clock, times, started, ended, ending, forfeits } = self;
        let moves = |turns: &[Turn]| turns.iter().map(Turn::chosen).collect::<Vec<_>>();
        moves(record.played()) == moves(other.record.played())
            && (record.undone().is_empty() || moves(record.undone()) == moves(other.record.undone()))
            && self.variant().is_same_game(other.variant())
            && seats.iter().all(|(player, seat)| agree(seat.as_ref(), other.seats[player].as_ref()))
            && names.iter().all(|(player, name)| name.is_empty() || *name == other.names[player])
            && times.iter().zip(&other.times).all(|(own, other)| agree(own.as_ref(), other.as_ref()))
            && agree(clock.as_ref(), other.clock.as_ref())
            && agree(started.as_ref(), other.started.as_ref())
            && agree(ended.as_ref(), other.ended.as_ref())
            && agree(ending.as_ref(), other.ending.as_ref())
            && (forfeits.is_empty() || *forfeits == other.forfeits)
    }

    fn from_value(value: Value) -> Result<Self, GameRecordError> {
        let format = value.get("format").and_then(Value::as_u64).filter(|format| *format > 0);
        match format.ok_or(GameRecordError::NoFormat)? {
            1..=Self::FORMAT => {}
            newer => return Err(GameRecordError::NewerFormat(newer)),
        }
        let fields: Fields = serde_json::from_value(value).map_err(|error| GameRecordError::Json(error.to_string()))?;
        fields.check()
    }
}

/// JSON fields of a match, before they are checked.
#[derive(Serialize, Deserialize)]
struct Fields {
    format: u64,
    variant: String,
    moves: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    undone: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    times_ms: Option<Vec<Option<u64>>>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    seats: BTreeMap<Player, RecordedSeat>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    names: BTreeMap<Player, String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<TimeControl>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    started: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forfeits: Vec<Forfeit>,
}

impl Fields {
    fn of(game: &GameRecord) -> Self {
        let moves = |turns: &[Turn]| turns.iter().map(|turn| turn.chosen().to_string()).collect::<Vec<_>>().join(" ");
        let seats = game.seats.iter().filter_map(|(player, seat)| Some((player, seat.clone()?))).collect();
        let names = game.names.iter().filter(|(_, name)| !name.is_empty());
        Self {
            format: if game.clock.is_some_and(TimeControl::has_byo_yomi) { 2 } else { 1 },
            variant: game.variant().to_string(),
            moves: moves(game.record.played()),
            undone: moves(game.record.undone()),
            times_ms: game.times.iter().any(Option::is_some).then(|| game.times.clone()),
            seats,
            names: names.map(|(player, name)| (player, name.clone())).collect(),
            clock: game.clock,
            started: game.started,
            ended: game.ended,
            ending: game.ending,
            forfeits: game.forfeits.clone(),
        }
    }

    fn check(mut self) -> Result<GameRecord, GameRecordError> {
        let mut record = Record::new(self.variant.parse::<Variant>().map_err(GameRecordError::Variant)?);
        record.play_moves(&self.moves).map_err(GameRecordError::Moves)?;
        let ply = record.ply();
        record.play_moves(&self.undone).map_err(GameRecordError::Undone)?;
        record.jump(ply);
        let mut game = GameRecord::new(record).with_clock(self.clock).with_dates(self.started, self.ended);
        for player in self.seats.keys().chain(self.names.keys()) {
            game.check_plays(*player)?;
        }
        game = game
            .with_seats(|player| self.seats.remove(&player))
            .with_names(|player| self.names.remove(&player).unwrap_or_default());
        if let Some(times) = self.times_ms {
            game = game.with_milliseconds(times)?;
        }
        if let Some(ending) = self.ending {
            game = game.with_ending(ending)?;
        }
        game.with_forfeits(self.forfeits)
    }
}

impl fmt::Display for GameRecord {
    /// Writes the JSON on one line.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&serde_json::to_string(&Fields::of(self)).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for GameRecord {
    type Err = GameRecordError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_value(serde_json::from_str(text).map_err(|error| GameRecordError::Json(error.to_string()))?)
    }
}

impl Serialize for GameRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Fields::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for GameRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The version may come last, so everything is read before the fields are interpreted.
        Self::from_value(Value::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}
