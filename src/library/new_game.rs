//! A game to add to a library.

use std::sync::Arc;

use super::details::{Details, Setting};
use crate::notation::GameRecord;
use crate::rules::{ByPlayer, Ending, Move, Outcome, Turn, Variant, label};

/// A game to add to a [`Library`](super::Library), with what a library keeps besides its record.
///
/// ```
/// use irogaeshi::library::NewGame;
/// use irogaeshi::notation::GameRecord;
/// use irogaeshi::rules::{Record, Variant};
///
/// let mut record = Record::new(Variant::classic(8).unwrap());
/// record.play_moves("f5 d6 c3").unwrap();
/// let game = NewGame::of(&GameRecord::new(record)).in_collection("Mine").at_event("Club evening");
/// ```
#[derive(Clone, Debug)]
pub struct NewGame {
    pub(super) variant: Arc<Variant>,
    pub(super) moves: Vec<Move>,
    pub(super) names: ByPlayer<String>,
    pub(super) discs: ByPlayer<u16>,
    pub(super) ending: Option<Ending>,
    pub(super) outcome: Option<Outcome>,
    pub(super) collection: String,
    pub(super) event: String,
    pub(super) title: String,
    pub(super) tags: Vec<String>,
    pub(super) is_favourite: bool,
    pub(super) details: Details,
}

/// Maximum number of characters of titles, events, collections and tags.
pub(super) const MAX_LETTERS: usize = 100;
/// Maximum number of tags of a game.
pub(super) const MAX_TAGS: usize = 50;

impl NewGame {
    /// Takes a game, with everything that its record knows.
    #[must_use]
    pub fn of(game: &GameRecord) -> Self {
        let position = game.record().position();
        let chosen = |turns: &[Turn]| turns.iter().map(Turn::chosen).collect::<Vec<_>>();
        let times: Vec<Option<u64>> =
            game.times().map(|time| time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))).collect();
        let seats = game.seats().iter().filter_map(|(player, seat)| Some((player, seat.clone()?))).collect();
        let details = Details {
            started: game.started(),
            ended: game.ended(),
            times: if times.iter().any(Option::is_some) { times } else { Vec::new() },
            undone: chosen(game.record().undone()),
            setting: Setting { seats, clock: game.clock(), forfeits: game.forfeits().to_vec() },
            ..Details::default()
        };
        let outcome = game.ranks().filter(|_| game.ending() != Some(Ending::Abandoned)).and_then(|ranks| {
            let mut best = ranks.iter().filter(|rank| rank.place == 1);
            match (best.next(), best.next()) {
                (Some(winner), None) => Some(Outcome::Win(winner.player)),
                (Some(_), Some(_)) => Some(Outcome::Draw),
                (None, _) => None,
            }
        });
        Self {
            variant: Arc::clone(game.variant()),
            moves: chosen(game.record().played()),
            names: game.names().clone(),
            discs: position.counts(),
            ending: game.ending(),
            outcome,
            details,
            ..Self::bare(Arc::clone(game.variant()))
        }
    }

    /// A game without moves or anything else.
    pub(super) fn bare(variant: Arc<Variant>) -> Self {
        Self {
            variant,
            moves: Vec::new(),
            names: ByPlayer::default(),
            discs: ByPlayer::default(),
            ending: None,
            outcome: None,
            collection: String::new(),
            event: String::new(),
            title: String::new(),
            tags: Vec::new(),
            is_favourite: false,
            details: Details::default(),
        }
    }

    /// Puts the game into a collection, such as the file that it comes from. Like all texts of a library, its name is
    /// put on one line and cut after 100 characters.
    #[must_use]
    pub fn in_collection(self, name: &str) -> Self {
        Self { collection: shortened(name), ..self }
    }

    /// Sets the tournament or the like.
    #[must_use]
    pub fn at_event(self, name: &str) -> Self {
        Self { event: shortened(name), ..self }
    }

    /// Names the game.
    #[must_use]
    pub fn with_title(self, title: &str) -> Self {
        Self { title: shortened(title), ..self }
    }

    /// Adds tags, up to 50.
    #[must_use]
    pub fn with_tags<'a>(mut self, tags: impl IntoIterator<Item = &'a str>) -> Self {
        for tag in tags.into_iter().map(shortened).filter(|tag| !tag.is_empty()) {
            if !self.tags.contains(&tag) && self.tags.len() < MAX_TAGS {
                self.tags.push(tag);
            }
        }
        self.tags.sort_unstable();
        self
    }

    /// Marks the game as a favourite.
    #[must_use]
    pub fn as_favourite(self, is_favourite: bool) -> Self {
        Self { is_favourite, ..self }
    }

    /// Sets the year in which the game was played, for games without a date.
    #[must_use]
    pub const fn in_year(mut self, year: Option<u16>) -> Self {
        self.details.year = year;
        self
    }

    /// Sets the first player's discs after perfect play from some moment on, as databases of games give them.
    #[must_use]
    pub const fn with_perfect_discs(mut self, discs: Option<u8>) -> Self {
        self.details.perfect_discs = discs;
        self
    }
}

/// A text as a library keeps it.
pub(super) fn shortened(text: &str) -> String {
    label(text, MAX_LETTERS)
}
