//! The fonts of the game. On the page the Japanese one, larger than all others together, is loaded when a text first
//! needs it.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::text::FontCx;
use bevy::ui::UiSystems;
use parley::fontique::{Blob, FamilyId, FontInfo, Script};

use crate::game::text::say;
use crate::game::ui::notice::Notice;
use crate::game::ui::text_field::{TextField, trigger_changes};

/// Fonts that are always available. Texts name a family; glyphs it lacks come from the fallbacks, in this order: these
/// fonts, the Japanese one, that of the title, and the fonts found for glyphs that all of these lack.
static SANS: [&[u8]; 2] =
    [include_bytes!("../../../assets/fonts/ui-medium.otf"), include_bytes!("../../../assets/fonts/ui-bold.otf")];
static TITLE: &[u8] = include_bytes!("../../../assets/fonts/title.otf");
#[cfg(not(target_arch = "wasm32"))]
const JAPANESE: Option<&[u8]> = Some(include_bytes!("../../../assets/fonts/japanese.otc"));
#[cfg(target_arch = "wasm32")]
const JAPANESE: Option<&[u8]> = None;

/// Japanese characters in the font of the title.
const TITLE_CHARACTERS: &str = "色返し";
/// Lowest code point that may be Japanese: radicals, kana, kanji, wide forms. Lower ones are in the other fonts or in
/// none.
const FIRST_JAPANESE: char = '\u{2e80}';
/// Scripts covered by the game's fonts.
const SCRIPTS: [&[u8; 4]; 4] = [b"Latn", b"Hani", b"Hira", b"Kana"];

/// Requests the Japanese font, because a text needs it.
#[derive(Message, Clone, Copy, Debug)]
pub(crate) struct JapaneseRequested;

/// The page's answer to [`JapaneseRequested`].
#[cfg_attr(not(any(target_arch = "wasm32", test)), expect(dead_code, reason = "only the page has it brought"))]
#[derive(Message, Clone, Debug)]
pub(crate) enum JapaneseAnswer {
    /// The font file.
    Loaded(Vec<u8>),
    /// The font is not available for now.
    Unavailable,
}

/// A font that comes with the game.
#[derive(Debug)]
struct OwnFont {
    info: FontInfo,
    data: Blob<u8>,
}

impl OwnFont {
    fn has(&self, character: char) -> bool {
        let charmap = self.info.charmap_index().charmap(self.data.as_ref());
        charmap.and_then(|charmap| charmap.map(character)).is_some_and(|glyph| glyph != 0)
    }
}

/// Font families in the order in which missing glyphs are looked up.
#[derive(Resource, Debug)]
pub(in crate::game) struct Fallbacks {
    /// The game's fonts that are available.
    own: Vec<OwnFont>,
    sans: Vec<FamilyId>,
    /// `None` until the font has arrived.
    japanese: Option<Vec<FamilyId>>,
    /// True once loading the font has failed; other fonts are then searched for its glyphs.
    is_japanese_unavailable: bool,
    title: Vec<FamilyId>,
    /// Families that do not come with the game.
    others: Vec<FamilyId>,
    /// Scripts for which the fallbacks are registered.
    scripts: BTreeSet<[u8; 4]>,
}

/// Systems that look for missing glyphs. They run once all texts of the frame are known.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FindMissingGlyphs;

pub(super) fn plugin(app: &mut App) {
    add(app, JAPANESE);
    app.configure_sets(PostUpdate, FindMissingGlyphs.after(UiSystems::Content).after(trigger_changes));
}

/// Registers the fonts directly instead of as assets, which arrive a frame later, so that the first frame has its text.
pub(super) fn add(app: &mut App, japanese: Option<&'static [u8]>) {
    let fonts = &mut app.world_mut().resource_mut::<FontCx>();
    let mut fallbacks = Fallbacks {
        own: Vec::new(),
        sans: Vec::new(),
        japanese: None,
        is_japanese_unavailable: false,
        title: Vec::new(),
        others: Vec::new(),
        scripts: SCRIPTS.into_iter().copied().collect(),
    };
    fallbacks.sans = SANS.iter().flat_map(|font| fallbacks.register(fonts, *font)).collect();
    fallbacks.japanese = japanese.map(|font| fallbacks.register(fonts, font));
    fallbacks.title = fallbacks.register(fonts, TITLE);
    fallbacks.apply(fonts);
    if fallbacks.japanese.is_none() {
        let is_missed = |fallbacks: Res<Fallbacks>| fallbacks.japanese.is_none();
        app.add_message::<JapaneseRequested>()
            .add_message::<JapaneseAnswer>()
            .add_systems(Update, receive_japanese)
            .add_systems(PostUpdate, request_japanese.in_set(FindMissingGlyphs).run_if(is_missed));
    }
    app.insert_resource(fallbacks);
}

impl Fallbacks {
    /// Registers a font of the game.
    fn register(&mut self, fonts: &mut FontCx, font: impl AsRef<[u8]> + Send + Sync + 'static) -> Vec<FamilyId> {
        let data = Blob::new(Arc::new(font));
        let families = fonts.collection.register_fonts(data.clone(), None);
        let infos = families.iter().flat_map(|(_, infos)| infos);
        self.own.extend(infos.map(|info| OwnFont { info: info.clone(), data: data.clone() }));
        families.into_iter().map(|(family, _)| family).collect()
    }

    /// The game's fonts that are available, in the order in which they are looked up.
    pub(in crate::game) fn files(&self) -> Vec<&[u8]> {
        let mut files: Vec<&[u8]> = self.own.iter().map(|font| font.data.as_ref()).collect();
        // A file may hold several fonts.
        files.dedup_by_key(|file| file.as_ptr());
        files
    }

    /// Returns whether an available font of the game has the character.
    pub(super) fn have(&self, character: char) -> bool {
        self.own.iter().any(|font| font.has(character))
    }

    /// Returns whether a font that has not arrived yet may have the character.
    pub(super) fn may_have(&self, character: char) -> bool {
        self.japanese.is_none() && !self.is_japanese_unavailable && character >= FIRST_JAPANESE
    }

    fn apply(&self, fonts: &mut FontCx) {
        for script in &self.scripts {
            let families = self.sans.iter().chain(self.japanese.iter().flatten()).chain(&self.title);
            let families = families.chain(&self.others).copied();
            fonts.collection.set_fallbacks(Script::from_bytes(*script), families);
        }
    }

    /// Adds families that do not come with the game, with the scripts they are for.
    pub(super) fn add(
        &mut self,
        fonts: &mut FontCx,
        families: impl IntoIterator<Item = FamilyId>,
        scripts: impl IntoIterator<Item = [u8; 4]>,
    ) {
        self.others.extend(families);
        self.scripts.extend(scripts);
        self.apply(fonts);
    }
}

/// New or changed texts, and text typed by players.
#[derive(SystemParam)]
pub(super) struct NewTexts<'w, 's> {
    texts: Query<'w, 's, &'static Text, Changed<Text>>,
    written: Query<'w, 's, &'static Text2d, Changed<Text2d>>,
    spans: Query<'w, 's, &'static TextSpan, Changed<TextSpan>>,
    fields: Query<'w, 's, &'static TextField, Changed<TextField>>,
}

impl NewTexts<'_, '_> {
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        let texts = self.texts.iter().map(|text| text.0.as_str());
        let written = self.written.iter().map(|text| text.0.as_str());
        let spans = self.spans.iter().map(|text| text.0.as_str());
        texts.chain(written).chain(spans).chain(self.fields.iter().map(|field| field.text.as_str()))
    }
}

fn is_missing(text: &str) -> bool {
    text.chars().any(|character| character >= FIRST_JAPANESE && !TITLE_CHARACTERS.contains(character))
}

/// Requests the font again with each text, because an earlier request may have failed.
fn request_japanese(texts: NewTexts, mut requests: MessageWriter<JapaneseRequested>) {
    if texts.iter().any(is_missing) {
        requests.write(JapaneseRequested);
    }
}

fn receive_japanese(
    mut answers: MessageReader<JapaneseAnswer>,
    mut fallbacks: ResMut<Fallbacks>,
    mut fonts: ResMut<FontCx>,
    mut notices: MessageWriter<Notice>,
    texts: Query<&mut TextFont>,
) {
    let Some(answer) = answers.read().last().filter(|_| fallbacks.japanese.is_none()) else { return };
    let JapaneseAnswer::Loaded(font) = answer else {
        if !fallbacks.is_japanese_unavailable {
            fallbacks.is_japanese_unavailable = true;
            notices.write(Notice::trouble(say!("japanese-font-lost")));
        }
        return;
    };
    let japanese = fallbacks.register(&mut fonts, font.clone());
    if japanese.is_empty() {
        warn!("the Japanese font cannot be read");
        return;
    }
    fallbacks.japanese = Some(japanese);
    fallbacks.apply(&mut fonts);
    lay_out_again(texts);
}

/// Lays out all texts again, because a new font may have glyphs they lacked.
pub(super) fn lay_out_again(mut texts: Query<&mut TextFont>) {
    texts.iter_mut().for_each(|mut font| font.set_changed());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_shown_is_in_a_font() {
        let mut app = App::new();
        app.init_resource::<FontCx>();
        add(&mut app, JAPANESE);
        let fallbacks = app.world().resource::<Fallbacks>();
        assert_eq!(fallbacks.own.len(), SANS.len() + 3);
        let is_there = |character: char| fallbacks.have(character);
        let texts = [
            include_str!("../../../assets/locales/en.ftl"),
            include_str!("../../../assets/locales/ja.ftl"),
            include_str!("../../../assets/openings.txt"),
        ];
        // Characters that names are typed in.
        let typed = ('\u{a1}'..='\u{148}').chain('ぁ'..='ゖ').chain('ァ'..='ヺ');
        let characters: BTreeSet<char> = texts.into_iter().flat_map(str::chars).chain(typed).collect();
        let missing: String =
            characters.iter().filter(|character| !character.is_control() && !is_there(**character)).collect();
        assert_eq!(missing, "", "run scripts/subset-fonts");
        assert!(!is_there('ж'), "a character without a glyph is noticed");

        // Without the Japanese font, exactly the characters that make the page request it are missing.
        let page = page();
        let others = page.world().resource::<Fallbacks>();
        for character in characters.into_iter().filter(|character| !character.is_control()) {
            assert!(others.have(character) || is_missing(&character.to_string()), "{character} would never be shown");
        }
        assert!(!is_missing(TITLE_CHARACTERS) && others.have('返'));
    }

    /// Japanese headings are bold like English ones, so both scripts need the same weights.
    #[test]
    fn japanese_comes_in_the_weights_of_latin() {
        let mut app = App::new();
        app.init_resource::<FontCx>();
        add(&mut app, JAPANESE);
        let collection = &mut app.world_mut().resource_mut::<FontCx>().collection;
        let [latin, japanese] = ["Irogaeshi Sans", "Irogaeshi Japanese"].map(|name| {
            let family = collection.family_by_name(name).expect("the family is registered");
            family.fonts().iter().map(|font| font.weight().value()).collect::<Vec<_>>()
        });
        assert_eq!(latin, [500.0, 700.0]);
        assert_eq!(japanese, latin);
    }

    /// The game as on the page, where the Japanese font is missing at first.
    fn page() -> App {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins).init_resource::<FontCx>().add_message::<Notice>();
        add(&mut app, None);
        app
    }

    fn requests(app: &mut App) -> usize {
        app.update();
        app.world_mut().resource_mut::<Messages<JapaneseRequested>>().drain().count()
    }

    #[test]
    fn the_japanese_font_is_requested_when_a_text_needs_it() {
        let mut app = page();
        app.world_mut().spawn(Text::new("Play"));
        app.world_mut().spawn(Text::new("色返し"));
        assert_eq!(requests(&mut app), 0);
        let text = app.world_mut().spawn(Text::new("対局")).id();
        assert_eq!(requests(&mut app), 1);
        assert_eq!(requests(&mut app), 0, "not in every frame");
        app.world_mut().entity_mut(text).insert(Text::new("盤"));
        assert_eq!(requests(&mut app), 1, "but again with another text, as it may not have come");
    }

    #[test]
    fn texts_are_laid_out_again_once_the_japanese_font_is_loaded() {
        let mut app = page();
        let text = app.world_mut().spawn(Text::new("対局")).id();
        assert_eq!(requests(&mut app), 1);
        app.world_mut().write_message(JapaneseAnswer::Loaded(JAPANESE.expect("it is there on the desktop").to_vec()));
        let tick = app.world_mut().change_tick();
        app.update();
        let font = app.world().entity(text).get_change_ticks::<TextFont>().expect("a text has a font");
        assert!(font.changed.is_newer_than(tick, app.world().read_change_tick()));
        assert!(app.world_mut().resource_mut::<FontCx>().collection.family_id("Irogaeshi Japanese").is_some());
        app.world_mut().spawn(Text::new("盤"));
        assert_eq!(requests(&mut app), 0);
    }

    #[test]
    fn an_unreadable_font_changes_nothing() {
        let mut app = page();
        app.world_mut().write_message(JapaneseAnswer::Loaded(vec![1, 2, 3]));
        app.update();
        app.world_mut().spawn(Text::new("盤"));
        assert_eq!(requests(&mut app), 1);
    }
}
