//! Saves the player's choices: the settings, and the setups of matches and rooms.

use bevy::prelude::*;
use serde::Serialize;

use crate::game::online::room_setup::RoomSetup;
use crate::game::play::setup::MatchSetup;
use crate::game::saves::sentences;
use crate::game::settings::Settings;
use crate::game::storage::lenient::{self, Fields};
use crate::game::storage::unsaved::{Subject, Unsaved};
use crate::game::storage::{SaveSystems, Storage, fields};
use crate::game::ui::notice::Notice;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        saving::<Settings>(Subject::Settings),
        saving::<MatchSetup>(Subject::Setup),
        saving::<RoomSetup>(Subject::Rooms),
    ));
}

/// The fields of choices that this copy of the program last read or saved.
#[derive(Resource)]
pub(super) struct SavedChoices<T> {
    fields: Fields,
    choices: std::marker::PhantomData<T>,
}

impl<T> SavedChoices<T> {
    pub(super) const fn new(fields: Fields) -> Self {
        Self { fields, choices: std::marker::PhantomData }
    }
}

/// Saves one kind of choices whenever they change.
fn saving<T: Resource + Serialize>(subject: Subject) -> impl Fn(&mut App) + Send + Sync + 'static {
    move |app: &mut App| {
        let note = move |choices: Res<T>, mut unsaved: ResMut<Unsaved>| {
            if choices.is_changed() {
                unsaved.note(subject);
            }
        };
        let save = move |storage: Res<Storage>,
                         choices: Res<T>,
                         mut saved: ResMut<SavedChoices<T>>,
                         mut unsaved: ResMut<Unsaved>,
                         mut notices: MessageWriter<Notice>| {
            unsaved.attempt(subject, || {
                let now = lenient::fields_of(&*choices);
                fields::save(&*storage.0, &subject.entry(), &mut saved.fields, now, |place| {
                    notices.write(Notice::trouble(sentences::put_aside(subject, place)));
                })
            });
        };
        app.add_systems(Last, (note.in_set(SaveSystems::Changes), save.in_set(SaveSystems::Subject(subject))));
    }
}
