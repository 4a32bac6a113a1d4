//! Components that hold phrases for texts and controls, and the systems that put them into words.

use bevy::prelude::*;
use bevy::ui::UiSystems;

use crate::game::text::catalogue::{Catalogue, Language};
use crate::game::text::joined::joined;
use crate::game::text::phrase::Phrase;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Catalogue>().add_systems(PostUpdate, (show_words, set_labels).before(UiSystems::Content));
}

/// The phrase that a text shows.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Text)]
pub(crate) struct Worded(pub(crate) Phrase);

/// The name of a control for screen readers.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Labelled(pub(crate) Phrase);

/// The description of a control for screen readers, in addition to its name.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Described(pub(crate) Phrase);

fn show_words(catalogue: Res<Catalogue>, mut texts: Query<(Ref<Worded>, &mut Text)>) {
    for (worded, mut text) in &mut texts {
        if worded.is_changed() || catalogue.is_changed() {
            let words = catalogue.words(&worded.0);
            let is_japanese = catalogue.language() == Language::Japanese;
            text.set_if_neq(Text::new(if is_japanese { joined(&words) } else { words }));
        }
    }
}

fn set_labels(
    catalogue: Res<Catalogue>,
    labels: Query<(Entity, Ref<Labelled>, Option<&AccessibleLabel>)>,
    mut commands: Commands,
) {
    for (entity, labelled, label) in &labels {
        if labelled.is_changed() || catalogue.is_changed() {
            let words = catalogue.words(&labelled.0);
            if label.is_none_or(|label| label.0 != words) {
                commands.entity(entity).insert(AccessibleLabel(words));
            }
        }
    }
}
