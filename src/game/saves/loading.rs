//! Loads everything at the start. Broken texts are put aside with a notice; texts that cannot be read now are left
//! alone.

use bevy::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::game::editor::Editor;
use crate::game::editor::draft::Draft;
use crate::game::editor::draft_slot::DraftSlot;
use crate::game::games::match_slots::{MatchSlot, MatchSlots};
use crate::game::games::saved_match::{self, Found};
use crate::game::online::device::Device;
use crate::game::online::room_setup::RoomSetup;
use crate::game::own_boards::board_saving;
use crate::game::play::setup::MatchSetup;
use crate::game::saves::choices::SavedChoices;
use crate::game::saves::device_slot::DeviceSlot;
use crate::game::saves::failure::SaveFailure;
use crate::game::saves::sentences;
use crate::game::settings::Settings;
use crate::game::storage::Storage;
use crate::game::storage::entry_slot::{self, ChangeOrder, EntrySlot, Unusable};
use crate::game::storage::fields;
use crate::game::storage::lenient::{self, Fields};
use crate::game::storage::store::{Entry, Kind, Store};
use crate::game::storage::store_error::StoreError;
use crate::game::storage::unsaved::Subject;
use crate::game::ui::notice::Notice;

/// Files of the versions before format 1: one match, one draft, and settings and setup together. They are read if
/// nothing newer exists, and never changed.
mod old {
    pub(super) const MATCH: &str = "match";
    pub(super) const DRAFT: &str = "draft";
    pub(super) const CHOICES: &str = "choices";
}

/// Number of drafts to look at; the latest of them is opened.
const MAX_DRAFTS_READ: usize = 50;

/// Reads from a store, and collects notices.
struct Reader<'a> {
    store: &'a dyn Store,
    notices: Vec<Notice>,
    /// Set if the browser lets the page neither read nor save.
    is_switched_off: bool,
}

impl Reader<'_> {
    fn put_aside(&mut self, subject: Subject, entry: &Entry) {
        self.notices.push(Notice::trouble(match self.store.put_aside(entry) {
            Ok(place) => sentences::put_aside(subject, &place),
            Err(error) => sentences::not_read(subject, &error),
        }));
    }

    /// Reads a text and parses it. A broken one is put aside.
    fn read<T>(&mut self, subject: Subject, entry: &Entry, parse: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        match self.store.read(entry) {
            Ok(text) => {
                let text = text?;
                let parsed = parse(&text);
                if parsed.is_none() {
                    self.put_aside(subject, entry);
                }
                parsed
            }
            Err(error) if error.is_lasting() => {
                self.put_aside(subject, entry);
                None
            }
            Err(error) => {
                self.not_read(subject, &error);
                None
            }
        }
    }

    fn not_read(&mut self, subject: Subject, error: &StoreError) {
        let notice = Notice::trouble(match error {
            // Without storage, everything that is played is lost with the tab.
            StoreError::SwitchedOff => sentences::switched_off(),
            error => sentences::not_read(subject, error),
        });
        self.is_switched_off |= *error == StoreError::SwitchedOff;
        if !self.notices.contains(&notice) {
            self.notices.push(notice);
        }
    }

    /// Reads settings or setup from their own file, or else from the file that older versions had for both.
    fn choices<T>(&mut self, subject: Subject, old: Option<&Fields>) -> T
    where
        T: Serialize + DeserializeOwned + Default,
    {
        let saved = self.read(subject, &subject.entry(), fields::parse);
        let old = || match old?.get(subject.name())? {
            Value::Object(fields) => Some(renamed(fields.clone())),
            _ => None,
        };
        saved.or_else(old).map_or_else(T::default, |saved| lenient::read(&saved))
    }

    /// Reads the older file, if one of the new ones is missing.
    fn old_choices(&mut self) -> Option<Fields> {
        let is_missing = |subject: Subject| matches!(self.store.read(&subject.entry()), Ok(None));
        if is_missing(Subject::Settings) || is_missing(Subject::Setup) {
            self.read(Subject::Settings, &Entry::new(Kind::State, old::CHOICES), fields::parse)
        } else {
            None
        }
    }

    fn matches(&mut self) -> Found {
        let old = Entry::new(Kind::State, old::MATCH);
        let old = self.read(Subject::Match, &old, saved_match::read_old);
        let is_adopted = old.as_ref().is_none_or(|old| saved_match::adopt_old(self.store, old).is_ok());
        let mut found = match saved_match::find(self.store) {
            Ok(found) => found,
            Err(error) => {
                self.not_read(Subject::Match, &error);
                Found::default()
            }
        };
        for entry in &found.broken {
            self.put_aside(Subject::Match, entry);
        }
        for error in &found.unreadable_now {
            self.not_read(Subject::Match, error);
        }
        if found.is_newer_last {
            self.notices.push(Notice::trouble(sentences::newer_match()));
        }
        if !is_adopted && found.running.is_none() {
            found.running = old.map(|old| (EntrySlot::default(), old));
        }
        found
    }

    fn draft(&mut self, order: &mut ChangeOrder) -> Option<(EntrySlot, Draft)> {
        let names = self.store.list(Kind::Draft).unwrap_or_default();
        let mut latest: Option<(u64, EntrySlot, Draft)> = None;
        for name in names.into_iter().rev().take(MAX_DRAFTS_READ) {
            let entry = Entry::new(Kind::Draft, name);
            let parse = |text: &[u8]| match entry_slot::parse::<Draft>(text) {
                Ok(saved) => Some(Some((saved, text.to_vec()))),
                Err(Unusable::Newer) => Some(None),
                Err(Unusable::Broken) => None,
            };
            if let Some(Some((saved, text))) = self.read(Subject::Draft, &entry, parse)
                && latest.as_ref().is_none_or(|(latest, ..)| saved.order() > *latest)
            {
                order.note(saved.order());
                latest = Some((saved.order(), EntrySlot::of(entry.name, text, &saved.content), saved.content));
            }
        }
        latest.map(|(_, slot, draft)| (slot, draft)).or_else(|| {
            let old = Entry::new(Kind::State, old::DRAFT);
            let draft = self.read(Subject::Draft, &old, |text| serde_json::from_slice(text).ok())?;
            Some((EntrySlot::default(), draft))
        })
    }
}

/// Converts the settings of older versions to the current names.
fn renamed(mut fields: Fields) -> Fields {
    if let Some(marks) = fields.remove("hints") {
        fields.entry("legal_marks").or_insert(marks);
    }
    // They saved their default pace for everybody, so it is not known to be a choice.
    if fields.get("pace").is_some_and(|pace| pace == "calm") {
        fields.remove("pace");
    }
    fields
}

/// Loads everything that is saved into the world.
pub(super) fn load(world: &mut World) {
    let storage = world.resource::<Storage>().clone();
    let mut reader = Reader { store: &*storage.0, notices: Vec::new(), is_switched_off: false };
    let old = reader.old_choices();

    let settings: Settings = reader.choices(Subject::Settings, old.as_ref());
    let settings = settings.with_system_of(world.resource::<Settings>());
    let mut setup: MatchSetup = reader.choices(Subject::Setup, old.as_ref());
    if setup.choice.variant().is_err() {
        // A later version may have renamed the board; the rest of the choices is still good.
        setup.choice = MatchSetup::default().choice;
    }
    // Values from the older file are not in the new ones yet, so they must count as unsaved.
    let is_new = |subject: Subject| matches!(storage.read(&subject.entry()), Ok(None));
    let saved = lenient::fields_of(&if is_new(Subject::Settings) { Settings::default() } else { settings.clone() });
    world.insert_resource(SavedChoices::<Settings>::new(saved));
    let saved = lenient::fields_of(&if is_new(Subject::Setup) { MatchSetup::default() } else { setup.clone() });
    world.insert_resource(SavedChoices::<MatchSetup>::new(saved));
    let rooms: RoomSetup = reader.choices(Subject::Rooms, None);
    world.insert_resource(SavedChoices::<RoomSetup>::new(lenient::fields_of(&rooms)));
    world.insert_resource(settings);
    world.insert_resource(setup);
    world.insert_resource(rooms);

    let found = reader.matches();
    let mut order = found.order;
    let mut slots = MatchSlots::default();
    if let Some((slot, game)) = found.running {
        slots.on_board = Some(MatchSlot { id: game.id, slot, original: None });
        world.insert_resource(game);
    }
    world.insert_resource(slots);
    let (draft_slot, draft) = reader.draft(&mut order).unzip();
    world.insert_resource(DraftSlot(draft_slot.unwrap_or_default()));
    if let Some(draft) = draft {
        world.insert_resource(Editor::with(draft));
    }
    world.insert_resource(order);
    world.insert_resource(SaveFailure::new(reader.is_switched_off));
    world.insert_resource(Device::loaded_from(DeviceSlot::new(storage.clone())));
    let (own, known) = board_saving::read(&*storage.0);
    world.insert_resource(own);
    world.insert_resource(known);
    for notice in reader.notices {
        world.write_message(notice);
    }
}
