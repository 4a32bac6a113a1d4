//! Characters that the game's fonts lack, such as those of names in Cyrillic or Hangul. Each is requested once; fonts
//! found for them become the last fallbacks.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::text::FontCx;
use parley::fontique::{Blob, FamilyId};
use unicode_script::UnicodeScript;

use crate::game::GameSystems;
use crate::game::drawing::faces::{Fallbacks, MissFaces, NewTexts, lay_out_anew};
use crate::game::text::joined::is_joiner;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sought>()
        .add_message::<SignsWanted>()
        .add_message::<FaceFound>()
        .add_systems(Update, take_faces.in_set(GameSystems::Show).run_if(on_message::<FaceFound>))
        .add_systems(PostUpdate, miss_signs.in_set(MissFaces));
}

/// Requests fonts for characters that no font has.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignsWanted(pub(crate) BTreeSet<char>);

/// A font with some of the requested characters.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(crate) struct FaceFound {
    /// The font file, which may contain several fonts.
    pub(crate) data: Vec<u8>,
    /// Index of the font in the file.
    pub(crate) index: u32,
    /// Requested characters that it has.
    pub(crate) signs: BTreeSet<char>,
}

/// Characters requested so far.
#[derive(Resource, Default)]
struct Sought {
    /// Each is requested once, because another search would find nothing either.
    signs: BTreeSet<char>,
    /// Characters that wait, because a font that has not arrived yet may have them.
    put_off: BTreeSet<char>,
}

fn miss_signs(
    texts: NewTexts,
    fallbacks: Res<Fallbacks>,
    mut sought: ResMut<Sought>,
    mut wishes: MessageWriter<SignsWanted>,
) {
    let mut signs = std::mem::take(&mut sought.put_off);
    signs.extend(
        texts.iter().flat_map(str::chars).filter(|sign| !sign.is_ascii() && !sign.is_control() && !is_joiner(*sign)),
    );
    signs.retain(|sign| !sought.signs.contains(sign) && !fallbacks.have(*sign));
    let (put_off, wanted) = signs.into_iter().partition(|sign| fallbacks.may_have(*sign));
    sought.put_off = put_off;
    sought.signs.extend(&wanted);
    if !wanted.is_empty() {
        wishes.write(SignsWanted(wanted));
    }
}

fn take_faces(
    mut found: MessageReader<FaceFound>,
    mut fallbacks: ResMut<Fallbacks>,
    mut fonts: ResMut<FontCx>,
    texts: Query<&mut TextFont>,
) {
    for face in found.read() {
        let scripts = face.signs.iter().filter_map(|sign| sign.script().short_name().as_bytes().try_into().ok());
        let families = register(&mut fonts, face);
        fallbacks.add(&mut fonts, families, scripts);
    }
    lay_out_anew(texts);
}

fn register(fonts: &mut FontCx, face: &FaceFound) -> Vec<FamilyId> {
    let families = fonts.collection.register_fonts(Blob::new(Arc::new(face.data.clone())), None);
    let chosen = families.into_iter().filter(|(_, faces)| faces.iter().any(|found| found.index() == face.index));
    chosen.map(|(family, _)| family).collect()
}

#[cfg(test)]
mod tests {
    use parley::fontique::Script;

    use super::*;
    use crate::game::drawing::faces::{self, JapaneseAnswer};
    use crate::game::ui::notice::Notice;

    static JAPANESE: &[u8] = include_bytes!("../../../assets/fonts/japanese.otc");

    fn signs(text: &str) -> BTreeSet<char> {
        text.chars().collect()
    }

    /// The game as on the page, where the Japanese font is missing at first.
    fn page() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin)).init_resource::<FontCx>().add_message::<Notice>();
        faces::add(&mut app, None);
        app
    }

    /// Requests made in a frame.
    fn wanted(app: &mut App) -> Vec<BTreeSet<char>> {
        app.update();
        app.world_mut().resource_mut::<Messages<SignsWanted>>().drain().map(|SignsWanted(signs)| signs).collect()
    }

    #[test]
    fn what_the_faces_of_the_game_lack_is_asked_for_once() {
        let mut app = page();
        app.world_mut().spawn(Text::new("Anna – 色返し\t"));
        let text = app.world_mut().spawn(Text2d::new("Жж")).id();
        assert_eq!(wanted(&mut app), [signs("Жж")]);
        app.world_mut().entity_mut(text).insert(Text2d::new("Жук"));
        assert_eq!(wanted(&mut app), [signs("ук")]);
        app.world_mut().entity_mut(text).insert(Text2d::new("кук"));
        assert_eq!(wanted(&mut app), []);
    }

    #[test]
    fn what_the_japanese_face_may_have_waits_until_it_is_there() {
        let mut app = page();
        app.world_mut().spawn(Text::new("盤한"));
        assert_eq!(wanted(&mut app), []);
        assert_eq!(wanted(&mut app), [], "it has not come");
        app.world_mut().write_message(JapaneseAnswer::Came(JAPANESE.to_vec()));
        assert_eq!(wanted(&mut app), [signs("한")]);
        app.world_mut().spawn(Text::new("한글"));
        assert_eq!(wanted(&mut app), [signs("글")]);
    }

    #[test]
    fn without_the_japanese_face_others_are_looked_for_and_that_is_told_once() {
        let mut app = page();
        app.world_mut().spawn(Text::new("盤"));
        assert_eq!(wanted(&mut app), []);
        for _ in 0..2 {
            app.world_mut().write_message(JapaneseAnswer::Lost);
        }
        assert_eq!(wanted(&mut app), [signs("盤")]);
        app.world_mut().spawn(Text::new("石"));
        app.world_mut().write_message(JapaneseAnswer::Lost);
        assert_eq!(wanted(&mut app), [signs("石")]);
        assert_eq!(app.world_mut().resource_mut::<Messages<Notice>>().drain().count(), 1);
        app.world_mut().write_message(JapaneseAnswer::Came(JAPANESE.to_vec()));
        app.world_mut().spawn(Text::new("黒"));
        assert_eq!(wanted(&mut app), []);
    }

    #[test]
    fn texts_fall_back_on_what_was_found_and_are_laid_out_anew() {
        let mut app = page();
        let text = app.world_mut().spawn(Text::new("対局")).id();
        app.update();
        let found = FaceFound { data: JAPANESE.to_vec(), index: 0, signs: signs("対ж") };
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
            assert!(families.len() > 1, "the game's faces come first");
        }
    }
}
