//! Characters that the game's fonts lack, such as those of names in Cyrillic or Hangul. Each is requested once; fonts
//! found for them become the last fallbacks.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::text::FontCx;
use parley::fontique::{Blob, FamilyId};
use unicode_script::UnicodeScript;

use crate::game::drawing::fonts::{Fallbacks, FindMissingGlyphs, NewTexts, lay_out_again};
use crate::game::frame::GameSystems;
use crate::game::text::joined::is_joiner;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RequestedChars>()
        .add_message::<GlyphsWanted>()
        .add_message::<FontFound>()
        .add_systems(Update, add_found_fonts.in_set(GameSystems::Show).run_if(on_message::<FontFound>))
        .add_systems(PostUpdate, request_missing_glyphs.in_set(FindMissingGlyphs));
}

/// Requests fonts for characters that no font has.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct GlyphsWanted(pub(crate) BTreeSet<char>);

/// A font with some of the requested characters.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct FontFound {
    /// The font file, which may contain several fonts.
    pub(crate) data: Vec<u8>,
    /// Index of the font in the file.
    pub(crate) index: u32,
    /// Requested characters that it has.
    pub(crate) characters: BTreeSet<char>,
}

/// Characters requested so far.
#[derive(Resource, Default)]
struct RequestedChars {
    /// Each is requested once, because another search would find nothing either.
    characters: BTreeSet<char>,
    /// Characters that wait, because a font that has not arrived yet may have them.
    deferred: BTreeSet<char>,
}

fn request_missing_glyphs(
    texts: NewTexts,
    fallbacks: Res<Fallbacks>,
    mut requested: ResMut<RequestedChars>,
    mut requests: MessageWriter<GlyphsWanted>,
) {
    let mut characters = std::mem::take(&mut requested.deferred);
    characters.extend(
        texts
            .iter()
            .flat_map(str::chars)
            .filter(|character| !character.is_ascii() && !character.is_control() && !is_joiner(*character)),
    );
    characters.retain(|character| !requested.characters.contains(character) && !fallbacks.have(*character));
    let (deferred, wanted) = characters.into_iter().partition(|character| fallbacks.may_have(*character));
    requested.deferred = deferred;
    requested.characters.extend(&wanted);
    if !wanted.is_empty() {
        requests.write(GlyphsWanted(wanted));
    }
}

fn add_found_fonts(
    mut found: MessageReader<FontFound>,
    mut fallbacks: ResMut<Fallbacks>,
    mut fonts: ResMut<FontCx>,
    texts: Query<&mut TextFont>,
) {
    for font in found.read() {
        let scripts =
            font.characters.iter().filter_map(|character| character.script().short_name().as_bytes().try_into().ok());
        let families = register(&mut fonts, font);
        fallbacks.add(&mut fonts, families, scripts);
    }
    lay_out_again(texts);
}

fn register(fonts: &mut FontCx, font: &FontFound) -> Vec<FamilyId> {
    let families = fonts.collection.register_fonts(Blob::new(Arc::new(font.data.clone())), None);
    let chosen = families.into_iter().filter(|(_, fonts)| fonts.iter().any(|found| found.index() == font.index));
    chosen.map(|(family, _)| family).collect()
}

#[cfg(test)]
mod tests {
    use parley::fontique::Script;

    use super::*;
    use crate::game::drawing::fonts::{self, JapaneseAnswer};
    use crate::game::ui::notice::Notice;

    static JAPANESE: &[u8] = include_bytes!("../../../assets/fonts/japanese.otc");

    fn characters(text: &str) -> BTreeSet<char> {
        text.chars().collect()
    }

    /// The game as on the page, where the Japanese font is missing at first.
    fn page() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin)).init_resource::<FontCx>().add_message::<Notice>();
        fonts::add(&mut app, None);
        app
    }

    /// Requests made in a frame.
    fn wanted(app: &mut App) -> Vec<BTreeSet<char>> {
        app.update();
        app.world_mut()
            .resource_mut::<Messages<GlyphsWanted>>()
            .drain()
            .map(|GlyphsWanted(characters)| characters)
            .collect()
    }

    #[test]
    fn characters_missing_from_the_games_fonts_are_requested_once() {
        let mut app = page();
        app.world_mut().spawn(Text::new("Anna – 色返し\t"));
        let text = app.world_mut().spawn(Text2d::new("Жж")).id();
        assert_eq!(wanted(&mut app), [characters("Жж")]);
        app.world_mut().entity_mut(text).insert(Text2d::new("Жук"));
        assert_eq!(wanted(&mut app), [characters("ук")]);
        app.world_mut().entity_mut(text).insert(Text2d::new("кук"));
        assert_eq!(wanted(&mut app), []);
    }

    #[test]
    fn japanese_characters_are_requested_only_once_the_japanese_font_is_loaded() {
        let mut app = page();
        app.world_mut().spawn(Text::new("盤한"));
        assert_eq!(wanted(&mut app), []);
        assert_eq!(wanted(&mut app), [], "it has not come");
        app.world_mut().write_message(JapaneseAnswer::Loaded(JAPANESE.to_vec()));
        assert_eq!(wanted(&mut app), [characters("한")]);
        app.world_mut().spawn(Text::new("한글"));
        assert_eq!(wanted(&mut app), [characters("글")]);
    }

    #[test]
    fn without_the_japanese_font_others_are_requested_with_one_notice() {
        let mut app = page();
        app.world_mut().spawn(Text::new("盤"));
        assert_eq!(wanted(&mut app), []);
        for _ in 0..2 {
            app.world_mut().write_message(JapaneseAnswer::Unavailable);
        }
        assert_eq!(wanted(&mut app), [characters("盤")]);
        app.world_mut().spawn(Text::new("石"));
        app.world_mut().write_message(JapaneseAnswer::Unavailable);
        assert_eq!(wanted(&mut app), [characters("石")]);
        assert_eq!(app.world_mut().resource_mut::<Messages<Notice>>().drain().count(), 1);
        app.world_mut().write_message(JapaneseAnswer::Loaded(JAPANESE.to_vec()));
        app.world_mut().spawn(Text::new("黒"));
        assert_eq!(wanted(&mut app), []);
    }

    #[test]
    fn texts_fall_back_on_found_fonts_and_are_laid_out_again() {
        let mut app = page();
        let text = app.world_mut().spawn(Text::new("対局")).id();
        app.update();
        let found = FontFound { data: JAPANESE.to_vec(), index: 0, characters: characters("対ж") };
        app.world_mut().write_message(found);
        let tick = app.world_mut().change_tick();
        app.update();
        let font = app.world().entity(text).get_change_ticks::<TextFont>().expect("a text has a font");
        assert!(font.changed.is_newer_than(tick, app.world().read_change_tick()));
        let fonts = &mut app.world_mut().resource_mut::<FontCx>().collection;
        let found = fonts.family_id("Irogaeshi Japanese").expect("it is there");
        for script in [b"Hani", b"Latn", b"Cyrl"] {
            let families: Vec<FamilyId> = fonts.fallback_families(Script::from_bytes(*script)).collect();
            assert_eq!(families.last(), Some(&found));
            assert!(families.len() > 1, "the game's fonts come first");
        }
    }
}
