//! Saves the match on the board, in an entry of its own.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::flow::come_back::SavedName;
use crate::game::frame::EndSystems;
use crate::game::games::saved_match::{self, SavedMatch};
use crate::game::online::waiting_match::WaitingMatch;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::redraw::Frames;
use crate::game::storage::entry_slot::{ChangeOrder, EntrySlot};
use crate::game::storage::store::{Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::unsaved::{Subject, Unsaved};
use crate::game::storage::{SaveSystems, Storage};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Last,
        (
            note_match.in_set(SaveSystems::Changes),
            (save_match, prune_matches).chain().in_set(SaveSystems::Subject(Subject::Match)),
            name_match.in_set(EndSystems::Save).after(SaveSystems::Library),
        ),
    );
}

/// Interval for saving a match whose clock runs, so that killing the program gains no more time than this.
const CLOCK_SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The slot that a match is saved to.
pub(crate) struct MatchSlot {
    pub(crate) id: MatchId,
    pub(crate) slot: EntrySlot,
    /// Name of the finished match that this is a copy of.
    pub(crate) original: Option<String>,
}

impl MatchSlot {
    /// Name of the match's entry. A copy of a finished match has the name of the original, until its first change gives
    /// it an entry of its own.
    fn name(&self) -> Option<&str> {
        self.slot.name().or(self.original.as_deref())
    }
}

/// Slots of the matches of this copy of the program.
#[derive(Resource, Default)]
pub(crate) struct MatchSlots {
    /// The slot of the match on the board, or of the local one that waits behind a lesson or a room.
    pub(crate) on_board: Option<MatchSlot>,
    /// The slot of a match that was opened but is not on the board yet.
    pub(super) opened: Option<MatchSlot>,
    /// Latest state of a match that could not be saved.
    unsaved: Option<SavedMatch>,
    /// Matches that were replaced on the board before they could be saved.
    replaced: Vec<(EntrySlot, SavedMatch)>,
    /// Time of the last change to the match, since the start of the game.
    changed_at: Duration,
    /// Set while there may be more matches than fit.
    may_exceed_room: bool,
}

impl MatchSlots {
    /// Expects a finished match on the board that is saved elsewhere. It gets an entry only once it is changed.
    pub(crate) fn expect_copy(&mut self, game: &Match) {
        let slot = EntrySlot::for_copy(&SavedMatch::from(game));
        self.opened = Some(MatchSlot { id: game.id, slot, original: None });
    }

    /// Name of a match's entry.
    fn name_of(&self, game: &Match) -> Option<&str> {
        let slots = self.on_board.iter().chain(&self.opened);
        slots.filter(|slot| slot.id == game.id).find_map(MatchSlot::name)
    }

    fn save(
        &mut self,
        store: &dyn Store,
        (game, now_ms): (&Match, u64),
        order: &mut ChangeOrder,
    ) -> Result<(), StoreError> {
        if let Some(room) = game.room {
            self.may_exceed_room |= saved_match::save_of_room(store, game, room)?;
            return Ok(());
        }
        let before = self.on_board.take_if(|before| before.id != game.id);
        // The match before stays as saved; an unsaved state of it is still to be written.
        self.replaced.extend(before.and_then(|before| Some((before.slot, self.unsaved.take()?))));
        let MatchSlot { slot, .. } = self.on_board.get_or_insert_with(|| {
            let opened = self.opened.take_if(|opened| opened.id == game.id);
            opened.unwrap_or_else(|| MatchSlot { id: game.id, slot: EntrySlot::default(), original: None })
        });
        if !game.has_begun() {
            return Ok(());
        }
        let saved = SavedMatch::at(now_ms, game);
        match slot.save(store, Kind::Match, &saved, order) {
            Ok(is_first) => {
                self.unsaved = None;
                self.may_exceed_room |= is_first;
                Ok(())
            }
            Err(error) => {
                self.unsaved = Some(saved);
                Err(error)
            }
        }
    }

    fn save_replaced(&mut self, store: &dyn Store, order: &mut ChangeOrder) -> Result<(), StoreError> {
        let mut result = Ok(());
        self.replaced.retain_mut(|(slot, saved)| match slot.save(store, Kind::Match, saved, order) {
            Ok(_) => false,
            Err(error) => {
                result = Err(error);
                true
            }
        });
        result
    }
}

/// The match that is saved.
#[derive(SystemParam)]
struct LocalMatch<'w> {
    game: Option<Res<'w, Match>>,
    lesson: Option<Res<'w, Lesson>>,
    waiting: Res<'w, WaitingMatch>,
}

impl LocalMatch<'_> {
    fn get(&self) -> Option<&Match> {
        // The match of a lesson is never saved, but the match that it interrupts may still have to be.
        let game = match &self.lesson {
            Some(lesson) => lesson.interrupted(),
            None => self.game.as_deref(),
        };
        // The server saves a running match of a room, but the local match that waits may still have to be saved here.
        if game.is_some_and(|game| game.room.is_some() && game.ending().is_none()) { self.waiting.get() } else { game }
    }

    fn is_changed(&self) -> bool {
        self.lesson.is_none() && self.game.as_ref().is_some_and(DetectChanges::is_changed)
    }
}

fn note_match(game: LocalMatch, time: Res<Time<Real>>, mut slots: ResMut<MatchSlots>, mut unsaved: ResMut<Unsaved>) {
    // This needs no timer, because frames are drawn while somebody sees the clock run down.
    let is_time_spent = game.get().is_some_and(|game| game.has_begun() && game.own_deadline().is_some())
        && time.elapsed() >= slots.changed_at + CLOCK_SAVE_INTERVAL;
    if game.is_changed() || is_time_spent {
        slots.changed_at = time.elapsed();
        unsaved.note(Subject::Match);
    }
}

fn save_match(
    game: LocalMatch,
    (storage, now): (Res<Storage>, Res<MatchTime>),
    mut slots: ResMut<MatchSlots>,
    mut order: ResMut<ChangeOrder>,
    mut unsaved: ResMut<Unsaved>,
) {
    let store: &dyn Store = &*storage.0;
    unsaved.attempt(Subject::Match, || {
        let saved = game.get().map_or(Ok(()), |game| slots.save(store, (game, now.now_ms), &mut order));
        let replaced = slots.save_replaced(store, &mut order);
        saved.and(replaced)
    });
}

/// Removes matches that do not fit, some in each frame.
fn prune_matches(storage: Res<Storage>, mut slots: ResMut<MatchSlots>, mut frames: ResMut<Frames>) {
    if !slots.may_exceed_room {
        return;
    }
    // A failure does no harm: the next new match tries again.
    slots.may_exceed_room = saved_match::prune(&*storage.0).unwrap_or_default();
    if slots.may_exceed_room {
        frames.keep_drawing();
    }
}

fn name_match(game: Option<Res<Match>>, slots: Res<MatchSlots>, mut saved_name: ResMut<SavedName>) {
    let name = game.as_ref().filter(|game| game.room.is_none()).and_then(|game| slots.name_of(game));
    saved_name.set_if_neq(SavedName(name.map(str::to_owned)));
}
