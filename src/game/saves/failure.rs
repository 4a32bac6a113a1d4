//! Shows once that saving has failed, and later that it works again.

use bevy::prelude::*;

use crate::game::redraw::Frames;
use crate::game::saves::sentences;
use crate::game::storage::SaveSystems;
use crate::game::storage::store_error::StoreError;
use crate::game::storage::unsaved::{AttemptResult, Unsaved};
use crate::game::text::Phrase;
use crate::game::ui::notice::{Matter, Notice, Notices};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, show_failure.in_set(SaveSystems::Outcome));
}

#[derive(Resource, Default)]
pub(super) struct SaveFailure {
    /// Set if a notice at the start has said that the browser saves nothing.
    is_switched_off: bool,
    /// The notice of the last failure, to be withdrawn once saving works.
    notice: Option<Phrase>,
}

impl SaveFailure {
    pub(super) const fn new(is_switched_off: bool) -> Self {
        Self { is_switched_off, notice: None }
    }
}

fn show_failure(
    time: Res<Time<Real>>,
    mut unsaved: ResMut<Unsaved>,
    mut failure: ResMut<SaveFailure>,
    (mut notices, mut shown): (MessageWriter<Notice>, ResMut<Notices>),
    mut frames: ResMut<Frames>,
) {
    match unsaved.finish(&time, &mut frames) {
        Some(AttemptResult::Failed { subject, error, is_first }) => {
            let is_known = failure.is_switched_off && error == StoreError::SwitchedOff;
            if is_first && !is_known {
                let sentence = sentences::not_saved(subject, &error);
                notices.write(Notice::trouble(sentence.clone()).about(Matter::Saving));
                failure.notice = Some(sentence);
            }
        }
        Some(AttemptResult::Saved { is_again: true }) => {
            // The notice of the failure is no longer true.
            if let Some(sentence) = failure.notice.take() {
                shown.withdraw(&sentence, time.elapsed());
            }
            notices.write(Notice::news(sentences::saved_again()).about(Matter::Saving));
            frames.keep_drawing();
        }
        Some(AttemptResult::Saved { is_again: false }) | None => {}
    }
}
