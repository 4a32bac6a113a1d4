//! System fonts: on the desktop, searches them in the background for characters that the game's fonts lack.
//!
//! Bevy's feature `system_font_discovery` (0.19.1) would replace four crates by one, but asks fontconfig for one family
//! per script instead of the missing characters, and never for scripts with fallbacks of their own, here Latin and Han.
//! It does so before the first frame on the main thread, needed or not: measured with 138 fonts, 5 to 40 ms, or 390 ms
//! without caches, where the search here takes 3 to 130 ms of another thread. The program would not start without
//! libfontconfig, and would panic where that finds no font.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use fontdb::{Database, FaceInfo, ID, Stretch, Style};
use ttf_parser::Face;

use crate::game::drawing::fonts::FindMissingGlyphs;
use crate::game::drawing::missing_glyphs::{FontFound, GlyphsWanted};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FontSearch>()
        .add_systems(PreUpdate, receive)
        .add_systems(PostUpdate, begin.after(FindMissingGlyphs));
}

/// The search through the system fonts.
#[derive(Resource, Default)]
struct FontSearch {
    /// Characters that wait for the next search.
    waiting: BTreeSet<char>,
    /// Result of the search in progress.
    found: Option<Mutex<Receiver<Vec<FontFound>>>>,
}

/// Starts a search. Only one runs at a time, because its fonts may also have the characters of the next one.
fn begin(
    mut requests: MessageReader<GlyphsWanted>,
    mut search: ResMut<FontSearch>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    search.waiting.extend(requests.read().flat_map(|GlyphsWanted(characters)| characters));
    if search.waiting.is_empty() || search.found.is_some() {
        return;
    }
    let characters = std::mem::take(&mut search.waiting);
    let proxy = proxy.map(|proxy| (**proxy).clone());
    let (sender, receiver) = channel();
    let work = move || {
        let mut system = Database::new();
        system.load_system_fonts();
        // The receiver is gone once the game has ended.
        if sender.send(find(&system, characters)).is_ok()
            && let Some(proxy) = proxy
        {
            proxy.send_event(WinitUserEvent::WakeUp).ok();
        }
    };
    match thread::Builder::new().name("system fonts".to_owned()).spawn(work) {
        Ok(_) => search.found = Some(Mutex::new(receiver)),
        Err(error) => warn!("missing glyphs stay boxes: {error}"),
    }
}

/// The best fonts that together have as many of these characters as possible.
fn find(system: &Database, mut characters: BTreeSet<char>) -> Vec<FontFound> {
    let mut fonts: Vec<&FaceInfo> = system.faces().collect();
    fonts.sort_by_cached_key(|face| rank(face));
    let mut found = Vec::new();
    for face in fonts {
        let has = characters_in(system, face.id, &characters);
        if has.is_empty() {
            continue;
        }
        characters.retain(|character| !has.contains(character));
        let data = system.with_face_data(face.id, |data, index| (data.to_vec(), index));
        found.extend(data.map(|(data, index)| FontFound { data, index, characters: has }));
        if characters.is_empty() {
            break;
        }
    }
    found
}

/// Sort key for the similarity to the game's fonts; the lowest is the best.
fn rank(face: &FaceInfo) -> impl Ord + use<> {
    let family = face.families.first().map_or("", |(name, _)| name).to_owned();
    (
        face.style != Style::Normal,
        face.monospaced,
        !family.contains("Sans"),
        face.weight.0.abs_diff(MEDIUM),
        face.stretch != Stretch::Normal,
        // Han characters in their Japanese form.
        !family.ends_with("JP"),
        family,
    )
}

/// Weight of the game's texts.
const MEDIUM: u16 = 500;

fn characters_in(system: &Database, face: ID, characters: &BTreeSet<char>) -> BTreeSet<char> {
    let found = system.with_face_data(face, |data, index| {
        let face = Face::parse(data, index).ok()?;
        Some(characters.iter().copied().filter(|character| face.glyph_index(*character).is_some()).collect())
    });
    found.flatten().unwrap_or_default()
}

fn receive(mut search: ResMut<FontSearch>, mut fonts: MessageWriter<FontFound>) {
    let news = search.found.as_mut().and_then(|found| found.get_mut().ok()).map(|found| found.try_recv());
    match news {
        None | Some(Err(TryRecvError::Empty)) => return,
        Some(Ok(found)) => drop(fonts.write_batch(found)),
        Some(Err(TryRecvError::Disconnected)) => {}
    }
    search.found = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    static JAPANESE: &[u8] = include_bytes!("../../../assets/fonts/japanese.otc");
    static BOLD: &[u8] = include_bytes!("../../../assets/fonts/ui-bold.otf");

    fn characters(text: &str) -> BTreeSet<char> {
        text.chars().collect()
    }

    #[test]
    fn only_the_best_fonts_that_add_characters_are_found() {
        let mut system = Database::new();
        for font in [BOLD, JAPANESE, JAPANESE] {
            system.load_font_data(font.to_vec());
        }
        let found = find(&system, characters("盤ж対"));
        assert_eq!(found, [FontFound { data: JAPANESE.to_vec(), index: 0, characters: characters("盤対") }]);
        assert_eq!(find(&system, characters("ж")), []);
        assert_eq!(find(&Database::new(), characters("盤")), []);
    }

    fn game() -> App {
        let mut app = App::new();
        app.init_resource::<FontSearch>().add_message::<GlyphsWanted>().add_message::<FontFound>();
        app.add_systems(PreUpdate, receive).add_systems(PostUpdate, begin);
        app
    }

    fn is_searching(app: &App) -> bool {
        app.world().resource::<FontSearch>().found.is_some()
    }

    #[test]
    fn one_search_ends_before_the_next_begins() {
        let mut app = game();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<FontSearch>().found = Some(Mutex::new(receiver));
        app.world_mut().write_message(GlyphsWanted(characters("ж")));
        app.update();
        app.world_mut().write_message(GlyphsWanted(characters("я")));
        app.update();
        assert_eq!(app.world().resource::<FontSearch>().waiting, characters("жя"));
        let font = FontFound { data: JAPANESE.to_vec(), index: 0, characters: characters("対") };
        sender.send(vec![font.clone()]).expect("the game listens");
        app.update();
        let found: Vec<FontFound> = app.world_mut().resource_mut::<Messages<FontFound>>().drain().collect();
        assert_eq!(found, [font]);
        assert!(is_searching(&app) && app.world().resource::<FontSearch>().waiting.is_empty(), "the next one");
    }

    #[test]
    fn a_search_that_ends_without_a_result_is_over() {
        let mut app = game();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<FontSearch>().found = Some(Mutex::new(receiver));
        app.update();
        assert!(is_searching(&app));
        drop(sender);
        app.update();
        assert!(!is_searching(&app));
    }
}
