//! Saved form of matches, running or finished: one entry each.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::games::listed_game::ListedGame;
use crate::game::games::totals_saving;
use crate::game::play::match_room::MatchRoom;
use crate::game::play::match_state::{Match, MatchMarks};
use crate::game::play::seat::Seat;
use crate::game::play::setup::MatchSetup;
use crate::game::play::terms::Terms;
use crate::game::storage::entry_slot::{self, ChangeOrder, EntrySlot, Saved, Unusable};
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::notation::GameRecord;
use crate::online::Clock;
use crate::rules::{ByPlayer, Player, Record, Series};

/// Maximum number of matches that [`prune`] removes at a time.
const MAX_PRUNED: usize = 50;

/// Saved form of a match.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedMatch {
    /// Seed of everything random in the match.
    seed: u64,
    game: GameRecord,
    /// Remaining times, which the record does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<Clock>,
    #[serde(default, skip_serializing_if = "is_usual")]
    terms: Terms,
    /// Set if a player has swapped sides. The record knows only the final sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    swapped: Option<bool>,
    #[serde(default, skip_serializing_if = "MatchMarks::are_none")]
    marks: MatchMarks,
    /// Matches played before in the same series.
    #[serde(default, skip_serializing_if = "Series::is_empty")]
    series: Series,
    /// Players at this screen in a room's match; `None` for a local match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    here: Option<Vec<Player>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_usual(terms: &Terms) -> bool {
    *terms == Terms::default()
}

/// The parts that say whether a match can be continued. They are cheap to read.
#[derive(Deserialize)]
struct Header {
    game: GameHeader,
    #[serde(default)]
    marks: MatchMarks,
}

#[derive(Deserialize)]
struct GameHeader {
    format: u64,
    #[serde(default)]
    ending: Option<IgnoredAny>,
}

impl Header {
    /// Returns whether the match is known to be over. Nothing is known of later formats.
    const fn is_over(&self) -> bool {
        self.game.format <= GameRecord::FORMAT && self.game.ending.is_some()
    }
}

impl Saved<Header> {
    /// Returns whether the match was imported and never played on.
    fn is_untouched_import(&self, name: &str) -> bool {
        self.content.marks.imported && self.is_as_first_saved(name)
    }
}

/// Parses a match or its header. A match whose record or variant has a later format is `Newer`, not `Broken`.
pub(crate) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<Saved<T>, Unusable> {
    #[derive(Deserialize)]
    struct Raw {
        game: Value,
    }
    entry_slot::parse(text).map_err(|unusable| {
        let game = entry_slot::parse::<Raw>(text).map(|saved| saved.content.game.to_string().parse::<GameRecord>());
        match game {
            Ok(Err(error)) if error.is_newer_format() => Unusable::Newer,
            _ => unusable,
        }
    })
}

impl SavedMatch {
    /// A match that was imported from text.
    pub(crate) fn imported(game: GameRecord, seed: u64) -> Self {
        let ended_elsewhere = game.ending().is_some();
        Self::of(game, seed, MatchMarks { imported: true, ended_elsewhere, ..MatchMarks::default() })
    }

    /// A match of which only the record and these marks are known.
    pub(crate) fn of(game: GameRecord, seed: u64, marks: MatchMarks) -> Self {
        Self {
            seed,
            game,
            clock: None,
            terms: Terms::default(),
            swapped: None,
            marks,
            series: Series::default(),
            here: None,
        }
    }

    /// The record, with missing dates filled in from the times when it was saved.
    pub(crate) fn dated(&self, began_ms: u64, changed_ms: u64) -> GameRecord {
        let ended = self.game.ending().map(|_| changed_ms / 1000);
        let (began, ended) = (self.game.started().unwrap_or(began_ms / 1000), self.game.ended().or(ended));
        self.game.clone().with_dates(Some(began), ended)
    }

    /// The entry for the list of games.
    pub(crate) fn listed(&self, name: String, changed_ms: u64) -> ListedGame {
        ListedGame::of(name, changed_ms, &self.game, self.here.as_deref(), self.marks)
    }

    /// A match at this moment, where the running turn has already used its time.
    pub(crate) fn at(now_ms: u64, game: &Match) -> Self {
        let mut clock = game.clock.clone();
        clock.pause(now_ms);
        Self { clock: clock.control().map(|_| clock.at_rest()), ..Self::from(game) }
    }
}

impl From<&Match> for SavedMatch {
    fn from(game: &Match) -> Self {
        let clock = game.clock.control().map(|_| game.clock.at_rest());
        let everybody = game.record.variant().everybody();
        let is_here = |player: &Player| game.seats[*player] == Seat::Human;
        let here = game.room.map(|_| everybody.into_iter().filter(is_here).collect());
        let Match { seed, terms, swapped, marks, series, .. } = *game;
        Self { seed, game: game.to_game_record(), clock, terms, swapped, marks, series, here }
    }
}

impl From<SavedMatch> for Match {
    fn from(saved: SavedMatch) -> Self {
        let SavedMatch { seed, game, clock, terms, swapped, marks, series, here: _ } = saved;
        let variant = game.variant().clone();
        let setup = MatchSetup::default();
        // A CPU player that this version does not know is replaced by the proposed one.
        let mut game = Self::of(game, seed, |player| Seat::Cpu(setup.cpu(player, &variant)));
        (game.terms, game.swapped) = (terms, swapped);
        if let Some(clock) = clock.filter(|clock| clock.control() == game.clock.control()) {
            game.clock = clock;
        }
        (game.marks, game.series) = (marks, series);
        game
    }
}

/// The single match that versions before format 1 saved.
#[derive(Deserialize)]
struct OldMatch {
    record: String,
    #[serde(default)]
    seats: Vec<Value>,
    #[serde(default)]
    names: ByPlayer<String>,
    seed: u64,
}

/// Reads the match of an older version.
pub(crate) fn read_old(text: &[u8]) -> Option<Match> {
    let old: OldMatch = serde_json::from_slice(text).ok()?;
    let record: Record = old.record.parse().ok()?;
    let setup = MatchSetup::default();
    let seats = ByPlayer::from_fn(|player| {
        let seat = old.seats.get(player as usize).cloned().and_then(|seat| serde_json::from_value(seat).ok());
        seat.unwrap_or_else(|| setup.seat(player, record.variant()))
    });
    let mut found = Match { names: old.names, ..Match::new((**record.variant()).clone(), seats, old.seed) };
    found.record = record;
    Some(found)
}

/// Saves the match of an older version as an entry of its own. The name follows from the match, so that repeating this
/// makes no second entry.
pub(crate) fn adopt_old(store: &dyn Store, old: &Match) -> Result<(), StoreError> {
    let digest = old.record.position().digest();
    let name = format!("{:013}-{:016x}-{}-{digest}", 0, old.seed, old.record.ply());
    match store.replace(&Entry::new(Kind::Match, name), None, &entry_slot::text_of(0, &SavedMatch::from(old))?) {
        Err(StoreError::Changed) => Ok(()),
        saved => saved,
    }
}

/// Saves a finished match of a room. Every copy of the program derives the same name, so it is saved only once. Returns
/// whether this was the first time.
pub(crate) fn save_of_room(store: &dyn Store, game: &Match, room: MatchRoom) -> Result<bool, StoreError> {
    let started_ms = game.started.unwrap_or_default().saturating_mul(1000);
    let name = format!("{started_ms:013}-{:016x}-room", room.digest());
    match store.replace(
        &Entry::new(Kind::Match, name),
        None,
        &entry_slot::text_of(store.now(), &SavedMatch::from(game))?,
    ) {
        Ok(()) => Ok(true),
        Err(StoreError::Changed) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads a game, along with its saved text.
pub(crate) fn read(store: &dyn Store, name: &str) -> Result<(Vec<u8>, Saved<SavedMatch>), StoreError> {
    let text = store.read(&Entry::new(Kind::Match, name))?.ok_or(StoreError::Changed)?;
    let saved = parse::<SavedMatch>(&text).map_err(|_| StoreError::Changed)?;
    Ok((text, saved))
}

/// The record of a game, with dates.
pub(crate) fn record_of(name: &str, saved: &Saved<SavedMatch>) -> GameRecord {
    let listed = saved.content.listed(name.to_owned(), saved.changed);
    saved.content.dated(listed.began_ms, listed.changed_ms)
}

/// Result of searching the saved matches.
#[derive(Default)]
pub(crate) struct Found {
    /// The last played match that can be continued.
    pub(crate) running: Option<(EntrySlot, Match)>,
    /// Matches that will never be readable.
    pub(crate) broken: Vec<Entry>,
    /// Reasons why others could not be read this time.
    pub(crate) unreadable_now: Vec<StoreError>,
    /// Set if a match of a later version was played after it.
    pub(crate) is_newer_last: bool,
    /// The order of changes so far.
    pub(crate) order: ChangeOrder,
}

/// Finds the last played match that can be continued.
pub(crate) fn find(store: &dyn Store) -> Result<Found, StoreError> {
    /// Minimum number of matches to look at, latest first. One that began long ago may be the last played, while others
    /// began and ended.
    const MIN_SEARCHED: usize = 50;
    /// Largest plausible error of a clock, in milliseconds.
    const A_DAY: u64 = 24 * 60 * 60 * 1000;
    const TEN_YEARS: u64 = 3652 * A_DAY;
    let now = store.now();
    // Names with an implausible time come from a wrong clock and say nothing about the order, so all of these are read.
    let is_misdated = |name: &String| {
        entry_slot::time_in_name(name)
            .is_none_or(|time| time > now.saturating_add(A_DAY) || time.saturating_add(TEN_YEARS) < now)
    };
    let (misdated, dated): (Vec<_>, Vec<_>) = store.list(Kind::Match)?.into_iter().rev().partition(is_misdated);
    let always = misdated.len();
    let mut found = Found::default();
    let (mut played_last, mut newer_last) = (None, None);
    for (looked_at, name) in misdated.into_iter().chain(dated).enumerate() {
        if looked_at >= always + MIN_SEARCHED && found.running.is_some() {
            break;
        }
        let entry = Entry::new(Kind::Match, name);
        let text = match store.read(&entry) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(error) if error.is_lasting() => {
                found.broken.push(entry);
                continue;
            }
            Err(error) => {
                found.unreadable_now.push(error);
                continue;
            }
        };
        let saved = match parse::<Header>(&text) {
            Ok(saved) => {
                found.order.note(saved.order());
                if saved.content.is_over()
                    || saved.is_untouched_import(&entry.name)
                    || played_last >= Some(saved.order())
                {
                    continue;
                }
                parse::<SavedMatch>(&text)
            }
            Err(unusable) => Err(unusable),
        };
        match saved {
            Ok(saved) => {
                played_last = Some(saved.order());
                let game = Match::from(saved.content);
                // Compares against what the parsed match would save, since values that it drops, such as times of
                // moves, are not changes.
                let slot = EntrySlot::of(entry.name, text, &SavedMatch::from(&game));
                found.running = Some((slot, game));
            }
            Err(Unusable::Newer) => {
                let order = entry_slot::order_of_newer(&text);
                found.order.note(order.unwrap_or_default());
                newer_last = newer_last.max(order);
            }
            Err(Unusable::Broken) => found.broken.push(entry),
        }
    }
    found.is_newer_last = newer_last.is_some() && newer_last > played_last;
    Ok(found)
}

/// Removes matches when there are more than fit: finished ones, and imported ones that were never played on. Adds them
/// to the totals. Imported matches go first, then the oldest. Returns whether more must go.
pub(crate) fn prune(store: &dyn Store) -> Result<bool, StoreError> {
    let Some(max) = store.max_matches() else { return Ok(false) };
    let names = store.list(Kind::Match)?;
    let excess = names.len().saturating_sub(max);
    if excess == 0 {
        return Ok(false);
    }
    let mut over = Vec::new();
    for name in &names {
        let Ok(Some(text)) = store.read(&Entry::new(Kind::Match, name)) else { continue };
        if let Ok(saved) = parse::<Header>(&text)
            && (saved.content.is_over() || saved.is_untouched_import(name))
        {
            over.push((!saved.content.marks.imported, name.as_str(), text));
        }
    }
    over.sort_by_key(|(is_played_here, ..)| *is_played_here);
    let has_more = over.len().min(excess) > MAX_PRUNED;
    over.truncate(excess.min(MAX_PRUNED));
    let listed: Vec<ListedGame> = over
        .iter()
        .filter_map(|(_, name, text)| {
            let saved = parse::<SavedMatch>(text).ok()?;
            Some(saved.content.listed((*name).to_owned(), saved.changed))
        })
        .collect();
    if !listed.is_empty() {
        totals_saving::add_removed(store, &names, &listed)?;
    }
    let going: Vec<(&str, &[u8])> = over.iter().map(|(_, name, text)| (*name, text.as_slice())).collect();
    store.remove_all(Kind::Match, &going)?;
    Ok(has_more)
}

#[cfg(test)]
#[path = "../../../tests/support/mutation.rs"]
mod mutation;

#[cfg(test)]
mod tests {
    use super::mutation::try_texts;
    use super::*;
    use crate::notation::AnyText;

    fn saved(text: &str) -> String {
        let game: GameRecord = match AnyText::read(text) {
            Ok(AnyText::Game(game)) => *game,
            other => panic!("{text}: {other:?}"),
        };
        entry_slot::text_of(5, &SavedMatch::imported(game, 7)).expect("can be written")
    }

    #[test]
    fn changed_texts_of_saved_matches_are_read_or_refused() {
        let colour = "name: x\nplayers: black white ash\nboard:\n.WB..\n.BWA.\nmoves: a1\n";
        let seeds = ["f5d6c3", "(;PB[Anna]PW[Ben]TI[5:00]RE[+2:r]B[F5//1.5];)", colour].map(saved);
        try_texts("saved matches", &seeds, |text| {
            let Ok(read) = parse::<SavedMatch>(text) else { return false };
            let written = entry_slot::text_of(read.changed, &read.content).expect("can be written");
            let again = parse::<SavedMatch>(written.as_bytes()).unwrap_or_else(|_| panic!("{written} is read again"));
            assert_eq!(entry_slot::text_of(again.changed, &again.content).expect("can be written"), written);
            let _ = Match::from(again.content);
            true
        });
    }
}
