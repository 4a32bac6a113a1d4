//! What is saved while the program runs, and what happens when that fails: it is shown once, and tried again.

use std::collections::BTreeSet;
use std::time::Duration;

use bevy::prelude::*;
use serde::Serialize;

use crate::game::editor::Editor;
use crate::game::flow::come_back::KeptAs;
use crate::game::online::kept_match::KeptMatch;
use crate::game::online::room_setup::RoomSetup;
use crate::game::persistence::fields;
use crate::game::persistence::retry::Retry;
use crate::game::persistence::saved_match::{self, SavedMatch};
use crate::game::persistence::slot::{ChangeOrder, Slot};
use crate::game::persistence::store::{Entry, Kind, Store, StoreError};
use crate::game::persistence::{SaveSystems, Storage, sentences};
use crate::game::platform::report::ReportSystems;
use crate::game::play::lesson::Lesson;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::MatchTime;
use crate::game::play::setup::MatchSetup;
use crate::game::redraw::Frames;
use crate::game::settings::Settings;
use crate::game::settings::lenient::{self, Fields};
use crate::game::text::Phrase;
use crate::game::ui::notice::{Matter, Notice, Notices};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Unsaved>().add_systems(
        Last,
        (
            (save, prune_on).chain().in_set(SaveSystems::Others),
            name_match.after(SaveSystems::Games).before(ReportSystems),
        ),
    );
}

/// How often a match is saved whose time runs down: somebody whose program is killed gains no more than that.
const RUNNING_TIME: Duration = Duration::from_secs(10);

/// How many drafts are kept.
const MOST_DRAFTS: usize = 20;

/// What is saved by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Settings,
    Setup,
    Rooms,
    Match,
    Draft,
}

impl Subject {
    /// Its name among the program's own files.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Setup => "setup",
            Self::Rooms => "rooms",
            Self::Match => "match",
            Self::Draft => "draft",
        }
    }

    /// The program's own file of this name.
    pub(super) fn entry(self) -> Entry {
        Entry::new(Kind::State, self.name())
    }
}

/// What this copy of the program has last read or saved.
#[derive(Resource, Default)]
pub(super) struct LastSaved {
    pub(super) settings: Fields,
    pub(super) setup: Fields,
    pub(super) rooms: Fields,
    /// By which the match is known again: a new one has another seed.
    pub(super) match_seed: Option<u64>,
    pub(super) match_slot: Slot,
    /// The match that is about to be on the board, and where it is kept.
    pub(super) opened: Option<(Match, Slot)>,
    /// The name of the entry that was opened last, and the seed of the match that came of it.
    pub(super) opened_name: Option<(u64, String)>,
    /// The match in its last form that could not be saved.
    unsaved_match: Option<SavedMatch>,
    pub(super) draft_slot: Slot,
    /// The order in which matches and drafts change.
    pub(super) order: ChangeOrder,
    /// Set if the player knows from the start that the browser saves nothing.
    pub(super) is_switched_off: bool,
    /// Set while there may be more matches than there is room for.
    may_exceed_room: bool,
}

impl LastSaved {
    /// The name by which a match is kept: of its own place, or of the one that it was opened from and has not left yet.
    fn name_of(&self, game: &Match) -> Option<&str> {
        let own = self.match_slot.name().filter(|_| self.match_seed == Some(game.seed));
        own.or_else(|| {
            let (_, name) = self.opened_name.as_ref().filter(|(seed, _)| *seed == game.seed)?;
            Some(name)
        })
    }
}

/// What is still to be saved.
#[derive(Resource, Default)]
struct Unsaved {
    waiting: BTreeSet<Subject>,
    /// When the match was last to be saved, since the start of the game.
    match_at: Duration,
    /// Matches that were replaced before they could be saved.
    matches: Vec<(Slot, SavedMatch)>,
    retry: Retry,
    /// The notice of the last failure.
    told: Option<Phrase>,
}

fn save(
    storage: Res<Storage>,
    settings: Res<Settings>,
    (setup, rooms): (Res<MatchSetup>, Res<RoomSetup>),
    game: Option<Res<Match>>,
    (lesson, kept): (Option<Res<Lesson>>, Res<KeptMatch>),
    editor: Res<Editor>,
    (time, now): (Res<Time<Real>>, Res<MatchTime>),
    exits: MessageReader<AppExit>,
    mut unsaved: ResMut<Unsaved>,
    mut last: ResMut<LastSaved>,
    (mut notices, mut told): (MessageWriter<Notice>, ResMut<Notices>),
    mut frames: ResMut<Frames>,
) {
    let store: &dyn Store = &*storage.0;
    // The match of a lesson is nobody's; the one that it interrupts may still have to be saved.
    let is_match_changed = lesson.is_none() && game.as_ref().is_some_and(DetectChanges::is_changed);
    let game = match &lesson {
        Some(lesson) => lesson.interrupted(),
        None => game.as_deref(),
    };
    // A match that goes on in a room is its server's; the one that waits here may still have to be saved.
    let game = if game.is_some_and(|game| game.room.is_some() && game.ending().is_none()) { kept.get() } else { game };
    // As long as somebody sees the time run down, frames are drawn that look whether it is to be saved.
    let is_time_spent = game.is_some_and(|game| game.has_begun() && game.own_deadline().is_some())
        && time.elapsed() >= unsaved.match_at + RUNNING_TIME;
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
            let is_told = last.is_switched_off && error == StoreError::SwitchedOff;
            if is_first && !is_told {
                let sentence = sentences::not_saved(subject, &error);
                notices.write(Notice::trouble(sentence.clone()).about(Matter::Saving));
                unsaved.told = Some(sentence);
            }
        }
        None => {
            if unsaved.retry.reset() {
                // It is true no longer.
                if let Some(sentence) = unsaved.told.take() {
                    told.withdraw(&sentence, time.elapsed());
                }
                notices.write(Notice::news(sentences::saved_again()).about(Matter::Saving));
                frames.keep_drawing();
            }
        }
    }
}

fn name_match(game: Option<Res<Match>>, last: Res<LastSaved>, mut kept_as: ResMut<KeptAs>) {
    let name = game.as_ref().filter(|game| game.room.is_none()).and_then(|game| last.name_of(game));
    kept_as.set_if_neq(KeptAs(name.map(str::to_owned)));
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
    replaced: &mut Vec<(Slot, SavedMatch)>,
) -> Result<(), StoreError> {
    if game.room.is_some() {
        last.may_exceed_room |= saved_match::save_of_room(store, game)?;
        return Ok(());
    }
    let is_fresh = !game.has_begun();
    let is_same = |(opened, _): &mut (Match, Slot)| opened.seed == game.seed && opened.record == game.record;
    let opened = last.opened.take_if(is_same).map(|(_, slot)| slot);
    if is_fresh || opened.is_some() || last.match_seed != Some(game.seed) {
        let slot = std::mem::replace(&mut last.match_slot, opened.unwrap_or_default());
        // The match before stays as it was saved, or is still to be saved.
        replaced.extend(last.unsaved_match.take().map(|saved| (slot, saved)));
        last.match_seed = Some(game.seed);
    }
    if is_fresh {
        return Ok(());
    }
    let saved = SavedMatch::at(now.now_ms, game);
    let LastSaved { match_slot, order, .. } = last;
    match match_slot.save(store, Kind::Match, &saved, order) {
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

/// Removes some of the matches for which there is no room, until it is kept.
fn prune_on(storage: Res<Storage>, mut last: ResMut<LastSaved>, mut frames: ResMut<Frames>) {
    if !last.may_exceed_room {
        return;
    }
    // That there are too many harms nobody; the next match tries again.
    last.may_exceed_room = saved_match::prune(&*storage.0).unwrap_or_default();
    if last.may_exceed_room {
        frames.keep_drawing();
    }
}

fn save_draft(store: &dyn Store, editor: &Editor, last: &mut LastSaved) -> Result<(), StoreError> {
    let Some(draft) = editor.draft() else { return Ok(()) };
    if last.draft_slot.save(store, Kind::Draft, draft, &mut last.order)? {
        let names = store.list(Kind::Draft).unwrap_or_default();
        let excess = names.len().saturating_sub(MOST_DRAFTS);
        // After a wrong clock the newest may have the name of an old one.
        for name in names.iter().filter(|name| last.draft_slot.name() != Some(name.as_str())).take(excess) {
            let entry = Entry::new(Kind::Draft, name);
            if let Ok(Some(text)) = store.read(&entry) {
                // That there are too many harms nobody.
                store.remove(&entry, &text).ok();
            }
        }
    }
    Ok(())
}
