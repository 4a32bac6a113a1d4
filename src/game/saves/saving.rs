//! Saves changes while the program runs. A failure is shown once, and saving is tried again.

use std::collections::BTreeSet;
use std::time::Duration;

use bevy::prelude::*;
use serde::Serialize;

use crate::game::editor::Editor;
use crate::game::flow::come_back::SavedName;
use crate::game::frame::EndSystems;
use crate::game::games::saved_match::{self, SavedMatch};
use crate::game::online::room_setup::RoomSetup;
use crate::game::online::waiting_match::WaitingMatch;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_id::MatchId;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::setup::MatchSetup;
use crate::game::redraw::Frames;
use crate::game::saves::sentences;
use crate::game::settings::Settings;
use crate::game::storage::entry_slot::{ChangeOrder, EntrySlot};
use crate::game::storage::fields;
use crate::game::storage::lenient::{self, Fields};
use crate::game::storage::retry::Retry;
use crate::game::storage::store::{Entry, Kind, Store, StoreError};
use crate::game::storage::{SaveSystems, Storage};
use crate::game::text::Phrase;
use crate::game::ui::notice::{Matter, Notice, Notices};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Unsaved>().add_systems(
        Last,
        (
            (save, prune_matches).chain().in_set(SaveSystems::Others),
            name_match.in_set(EndSystems::Save).after(SaveSystems::Games),
        ),
    );
}

/// Interval for saving a match whose clock runs, so that killing the program gains no more time than this.
const CLOCK_SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// Maximum number of saved drafts.
const MAX_DRAFTS: usize = 20;

/// A group of data that is saved on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Settings,
    Setup,
    Rooms,
    Match,
    Draft,
}

impl Subject {
    /// File name, without extension.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Setup => "setup",
            Self::Rooms => "rooms",
            Self::Match => "match",
            Self::Draft => "draft",
        }
    }

    pub(super) fn entry(self) -> Entry {
        Entry::new(Kind::State, self.name())
    }
}

/// The state that this copy of the program last read or saved.
#[derive(Resource, Default)]
pub(super) struct LastSaved {
    pub(super) settings: Fields,
    pub(super) setup: Fields,
    pub(super) rooms: Fields,
    /// The slot of the match on the board, or of the local one that waits behind a lesson or a room.
    pub(super) on_board: Option<MatchSlot>,
    /// The slot of a match that was opened but is not on the board yet.
    pub(super) opened: Option<MatchSlot>,
    /// Latest state of a match that could not be saved.
    unsaved_match: Option<SavedMatch>,
    pub(super) draft_slot: EntrySlot,
    /// Order of changes of matches and drafts.
    pub(super) order: ChangeOrder,
    /// Set if a notice at the start has said that the browser saves nothing.
    pub(super) is_switched_off: bool,
    /// Set while there may be more matches than fit.
    may_exceed_room: bool,
}

impl LastSaved {
    /// Name of a match's entry.
    fn name_of(&self, game: &Match) -> Option<&str> {
        let slots = self.on_board.iter().chain(&self.opened);
        slots.filter(|slot| slot.id == game.id).find_map(MatchSlot::name)
    }
}

/// The slot that a match is saved to.
pub(super) struct MatchSlot {
    pub(super) id: MatchId,
    pub(super) slot: EntrySlot,
    /// Name of the finished match that this is a copy of.
    pub(super) original: Option<String>,
}

impl MatchSlot {
    /// Name of the match's entry. A copy of a finished match has the name of the original, until its first change gives
    /// it an entry of its own.
    fn name(&self) -> Option<&str> {
        self.slot.name().or(self.original.as_deref())
    }
}

#[derive(Resource, Default)]
struct Unsaved {
    waiting: BTreeSet<Subject>,
    /// Time of the last change to the match, since the start of the game.
    match_at: Duration,
    /// Matches that were replaced on the board before they could be saved.
    matches: Vec<(EntrySlot, SavedMatch)>,
    retry: Retry,
    /// The notice of the last failure, to be withdrawn once saving works.
    notice: Option<Phrase>,
}

fn save(
    storage: Res<Storage>,
    settings: Res<Settings>,
    (setup, rooms): (Res<MatchSetup>, Res<RoomSetup>),
    game: Option<Res<Match>>,
    (lesson, waiting_match): (Option<Res<Lesson>>, Res<WaitingMatch>),
    editor: Res<Editor>,
    (time, now): (Res<Time<Real>>, Res<MatchTime>),
    exits: MessageReader<AppExit>,
    mut unsaved: ResMut<Unsaved>,
    mut last: ResMut<LastSaved>,
    (mut notices, mut shown): (MessageWriter<Notice>, ResMut<Notices>),
    mut frames: ResMut<Frames>,
) {
    let store: &dyn Store = &*storage.0;
    // The match of a lesson is never saved, but the match that it interrupts may still have to be.
    let is_match_changed = lesson.is_none() && game.as_ref().is_some_and(DetectChanges::is_changed);
    let game = match &lesson {
        Some(lesson) => lesson.interrupted(),
        None => game.as_deref(),
    };
    // The server saves a running match of a room, but the local match that waits may still have to be saved here.
    let game = if game.is_some_and(|game| game.room.is_some() && game.ending().is_none()) {
        waiting_match.get()
    } else {
        game
    };
    // This needs no timer, because frames are drawn while somebody sees the clock run down.
    let is_time_spent = game.is_some_and(|game| game.has_begun() && game.own_deadline().is_some())
        && time.elapsed() >= unsaved.match_at + CLOCK_SAVE_INTERVAL;
    let is_match_changed = is_match_changed || is_time_spent;
    if is_match_changed {
        unsaved.match_at = time.elapsed();
    }
    let changed = [
        (Subject::Settings, settings.is_changed()),
        (Subject::Setup, setup.is_changed()),
        (Subject::Rooms, rooms.is_changed()),
        (Subject::Match, is_match_changed),
        // A stroke is saved when it ends.
        (Subject::Draft, editor.is_changed() && !editor.is_painting()),
    ];
    let has_changed = changed.iter().any(|(_, is_changed)| *is_changed);
    unsaved.waiting.extend(changed.into_iter().filter(|(_, is_changed)| *is_changed).map(|(subject, _)| subject));
    if unsaved.waiting.is_empty() && unsaved.matches.is_empty() {
        return;
    }
    if !has_changed && !unsaved.retry.is_due(&time, &exits, &mut frames) {
        return;
    }

    let unsaved = &mut *unsaved;
    let mut failure = None;
    let mut waiting = std::mem::take(&mut unsaved.waiting);
    waiting.retain(|subject| {
        let result = match subject {
            Subject::Settings => save_fields(store, *subject, &mut last.settings, &*settings, &mut notices),
            Subject::Setup => save_fields(store, *subject, &mut last.setup, &*setup, &mut notices),
            Subject::Rooms => save_fields(store, *subject, &mut last.rooms, &*rooms, &mut notices),
            Subject::Match => {
                game.map_or(Ok(()), |game| save_match(store, (game, *now), &mut last, &mut unsaved.matches))
            }
            Subject::Draft => save_draft(store, &editor, &mut last),
        };
        let error = result.err();
        if let Some(error) = &error {
            failure.get_or_insert((*subject, error.clone()));
        }
        error.is_some()
    });
    unsaved.waiting = waiting;
    unsaved.matches.retain_mut(|(slot, saved)| match slot.save(store, Kind::Match, saved, &mut last.order) {
        Ok(_) => false,
        Err(error) => {
            failure.get_or_insert((Subject::Match, error));
            true
        }
    });
    match failure {
        Some((subject, error)) => {
            let is_first = unsaved.retry.fail(&time, &mut frames);
            let is_known = last.is_switched_off && error == StoreError::SwitchedOff;
            if is_first && !is_known {
                let sentence = sentences::not_saved(subject, &error);
                notices.write(Notice::trouble(sentence.clone()).about(Matter::Saving));
                unsaved.notice = Some(sentence);
            }
        }
        None => {
            if unsaved.retry.reset() {
                // The notice of the failure is no longer true.
                if let Some(sentence) = unsaved.notice.take() {
                    shown.withdraw(&sentence, time.elapsed());
                }
                notices.write(Notice::news(sentences::saved_again()).about(Matter::Saving));
                frames.keep_drawing();
            }
        }
    }
}

fn name_match(game: Option<Res<Match>>, last: Res<LastSaved>, mut saved_name: ResMut<SavedName>) {
    let name = game.as_ref().filter(|game| game.room.is_none()).and_then(|game| last.name_of(game));
    saved_name.set_if_neq(SavedName(name.map(str::to_owned)));
}

fn save_fields(
    store: &dyn Store,
    subject: Subject,
    last: &mut Fields,
    now: &impl Serialize,
    notices: &mut MessageWriter<Notice>,
) -> Result<(), StoreError> {
    fields::save(store, &subject.entry(), last, lenient::fields_of(now), |place| {
        notices.write(Notice::trouble(sentences::put_aside(subject, place)));
    })
}

fn save_match(
    store: &dyn Store,
    (game, now): (&Match, MatchTime),
    last: &mut LastSaved,
    replaced: &mut Vec<(EntrySlot, SavedMatch)>,
) -> Result<(), StoreError> {
    if let Some(room) = game.room {
        last.may_exceed_room |= saved_match::save_of_room(store, game, room)?;
        return Ok(());
    }
    let LastSaved { on_board, opened, unsaved_match, order, .. } = last;
    let before = on_board.take_if(|before| before.id != game.id);
    // The match before stays as saved; an unsaved state of it is still to be written.
    replaced.extend(before.and_then(|before| Some((before.slot, unsaved_match.take()?))));
    let MatchSlot { slot, .. } = on_board.get_or_insert_with(|| {
        let opened = opened.take_if(|opened| opened.id == game.id);
        opened.unwrap_or_else(|| MatchSlot { id: game.id, slot: EntrySlot::default(), original: None })
    });
    if !game.has_begun() {
        return Ok(());
    }
    let saved = SavedMatch::at(now.now_ms, game);
    match slot.save(store, Kind::Match, &saved, order) {
        Ok(is_first) => {
            last.unsaved_match = None;
            last.may_exceed_room |= is_first;
            Ok(())
        }
        Err(error) => {
            last.unsaved_match = Some(saved);
            Err(error)
        }
    }
}

/// Removes matches that do not fit, some in each frame.
fn prune_matches(storage: Res<Storage>, mut last: ResMut<LastSaved>, mut frames: ResMut<Frames>) {
    if !last.may_exceed_room {
        return;
    }
    // A failure does no harm: the next new match tries again.
    last.may_exceed_room = saved_match::prune(&*storage.0).unwrap_or_default();
    if last.may_exceed_room {
        frames.keep_drawing();
    }
}

fn save_draft(store: &dyn Store, editor: &Editor, last: &mut LastSaved) -> Result<(), StoreError> {
    let Some(draft) = editor.draft() else { return Ok(()) };
    if last.draft_slot.save(store, Kind::Draft, draft, &mut last.order)? {
        let names = store.list(Kind::Draft).unwrap_or_default();
        let excess = names.len().saturating_sub(MAX_DRAFTS);
        // Never removes the new draft, whose name may sort first because of a wrong clock.
        for name in names.iter().filter(|name| last.draft_slot.name() != Some(name.as_str())).take(excess) {
            let entry = Entry::new(Kind::Draft, name);
            if let Ok(Some(text)) = store.read(&entry) {
                // A failure does no harm, since a draft too many is only clutter.
                store.remove(&entry, &text).ok();
            }
        }
    }
    Ok(())
}
