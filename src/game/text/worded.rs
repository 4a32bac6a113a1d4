//! Phrases on entities: what a text shows and what a control is called, in the language that is chosen.

use bevy::prelude::*;
use bevy::text::FontSource;
use bevy::ui::UiSystems;

use crate::game::text::catalogue::Catalogue;
use crate::game::text::phrase::Phrase;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Catalogue>().add_systems(PostUpdate, (show_words, say_labels).before(UiSystems::Content));
}

/// What a text shows.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
#[require(Text)]
pub(crate) struct Worded(pub(crate) Phrase);

/// What a control is called where it cannot be seen.
#[derive(Component, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Labelled(pub(crate) Phrase);

fn show_words(catalogue: Res<Catalogue>, mut texts: Query<(Ref<Worded>, &mut Text, &mut TextFont)>) {
    for (worded, mut text, mut font) in &mut texts {
        if worded.is_changed() || catalogue.is_changed() {
            let words = catalogue.words(&worded.0);
            let family = FontSource::Family(family_for(&words).into());
            if font.font != family {
                font.font = family;
            }
            text.set_if_neq(Text::new(words));
        }
    }
}

/// The face of everything but the title.
pub(crate) const SANS: &str = "Irogaeshi Sans";
/// The face that has Japanese characters, as many as the game shows.
pub(crate) const JAPANESE: &str = "Irogaeshi Japanese";

/// The face that has the characters of these words: a text names one face, and the usual one has Latin letters alone.
fn family_for(words: &str) -> &'static str {
    let is_japanese = |sign: char| matches!(sign, '\u{2e80}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}');
    if words.contains(is_japanese) { JAPANESE } else { SANS }
}

fn say_labels(
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
