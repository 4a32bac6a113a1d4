//! Changes that wait to be saved, and attempts to save them.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::game::redraw::Frames;
use crate::game::storage::SaveSystems;
use crate::game::storage::retry::Retry;
use crate::game::storage::store::{Entry, Kind};
use crate::game::storage::store_error::StoreError;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Unsaved>()
        // The order in which changes are noted does not matter.
        .allow_ambiguous_resource::<Unsaved>()
        .add_systems(Last, begin_attempt.after(SaveSystems::Changes).before(SaveSystems::Subject(Subject::Settings)));
}

/// A group of data that is saved on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Subject {
    Settings,
    Setup,
    Rooms,
    Match,
    Draft,
}

impl Subject {
    /// File name, without extension.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::Setup => "setup",
            Self::Rooms => "rooms",
            Self::Match => "match",
            Self::Draft => "draft",
        }
    }

    pub(crate) fn entry(self) -> Entry {
        Entry::new(Kind::State, self.name())
    }
}

/// Result of an attempt to save everything that waits.
pub(crate) enum AttemptResult {
    Saved {
        /// True after a failure.
        is_again: bool,
    },
    /// The first subject that could not be saved, and the reason.
    Failed {
        subject: Subject,
        error: StoreError,
        /// False if an earlier attempt has failed already.
        is_first: bool,
    },
}

/// The subjects with unsaved changes. A change of one leads to an attempt to save all; after a failure, all are tried
/// again from time to time.
#[derive(Resource, Default)]
pub(crate) struct Unsaved {
    waiting: BTreeSet<Subject>,
    has_changed: bool,
    /// Set in frames in which everything that waits is saved.
    is_attempt: bool,
    failure: Option<(Subject, StoreError)>,
    retry: Retry,
}

impl Unsaved {
    /// Notes a change, in [`SaveSystems::Changes`].
    pub(crate) fn note(&mut self, subject: Subject) {
        self.waiting.insert(subject);
        self.has_changed = true;
    }

    /// Saves a subject if it waits and now is the time, in [`SaveSystems::Subject`].
    pub(crate) fn attempt(&mut self, subject: Subject, save: impl FnOnce() -> Result<(), StoreError>) {
        if !self.is_attempt || !self.waiting.remove(&subject) {
            return;
        }
        if let Err(error) = save() {
            self.waiting.insert(subject);
            self.failure.get_or_insert((subject, error));
        }
    }

    /// Ends the attempt of this frame, and returns its result if there was one.
    pub(crate) fn finish(&mut self, time: &Time<Real>, frames: &mut Frames) -> Option<AttemptResult> {
        if !std::mem::take(&mut self.is_attempt) {
            return None;
        }
        Some(match self.failure.take() {
            Some((subject, error)) => AttemptResult::Failed { subject, error, is_first: self.retry.fail(time, frames) },
            None => AttemptResult::Saved { is_again: self.retry.reset() },
        })
    }
}

fn begin_attempt(
    time: Res<Time<Real>>,
    exits: MessageReader<AppExit>,
    mut unsaved: ResMut<Unsaved>,
    mut frames: ResMut<Frames>,
) {
    let has_changed = std::mem::take(&mut unsaved.has_changed);
    unsaved.is_attempt =
        !unsaved.waiting.is_empty() && (has_changed || unsaved.retry.is_due(&time, &exits, &mut frames));
}
