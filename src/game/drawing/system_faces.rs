//! Faces of the system for signs that the game's own faces lack, such as those of a name in Cyrillic or Hangul. They
//! are looked for when a text has such a sign, off the frame.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use bevy::prelude::*;
use bevy::text::FontCx;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use fontdb::{Database, FaceInfo, ID, Stretch, Style};
use parley::fontique::{Blob, FamilyId};
use ttf_parser::Face;
use unicode_script::UnicodeScript;

use crate::game::drawing::faces::{Fallbacks, MissFaces, NewTexts, lay_out_anew, own_faces};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Sought>()
        .add_systems(PreUpdate, take_faces)
        .add_systems(PostUpdate, (miss_signs, search).chain().in_set(MissFaces));
}

/// A face of the system that has what is missing.
#[derive(Debug, PartialEq, Eq)]
struct FoundFace {
    /// The file, which may hold several faces.
    data: Vec<u8>,
    /// The face's place in the file.
    index: u32,
    /// The signs that it was found for.
    signs: BTreeSet<char>,
}

/// What is looked for in the system's faces.
#[derive(Resource, Default)]
struct Sought {
    /// All signs so far that the game's faces lack: each is looked for once.
    signs: BTreeSet<char>,
    /// Those of them that nobody looks for yet.
    waiting: BTreeSet<char>,
    /// Where what is being looked for comes from.
    search: Option<Mutex<Receiver<Vec<FoundFace>>>>,
}

/// Whether one of the game's own faces has the sign.
fn is_own(sign: char) -> bool {
    static FACES: OnceLock<Vec<Face<'static>>> = OnceLock::new();
    let faces = FACES.get_or_init(|| own_faces().filter_map(|face| Face::parse(face, 0).ok()).collect());
    faces.iter().any(|face| face.glyph_index(sign).is_some())
}

fn miss_signs(texts: NewTexts, mut sought: ResMut<Sought>) {
    let signs = texts.iter().flat_map(str::chars).filter(|sign| !sign.is_ascii() && !sign.is_control());
    for sign in signs {
        if !sought.signs.contains(&sign) && !is_own(sign) {
            sought.signs.insert(sign);
            sought.waiting.insert(sign);
        }
    }
}

/// Looks for what waits. One search at a time: what one finds may have what comes next.
fn search(mut sought: ResMut<Sought>, proxy: Option<Res<EventLoopProxyWrapper>>) {
    if sought.waiting.is_empty() || sought.search.is_some() {
        return;
    }
    let signs = std::mem::take(&mut sought.waiting);
    let proxy = proxy.map(|proxy| (**proxy).clone());
    let (sender, receiver) = channel();
    let work = move || {
        let mut system = Database::new();
        system.load_system_fonts();
        // Nobody listens any more when the game has ended.
        if sender.send(find(&system, signs)).is_ok()
            && let Some(proxy) = proxy
        {
            proxy.send_event(WinitUserEvent::WakeUp).ok();
        }
    };
    match thread::Builder::new().name("system faces".to_owned()).spawn(work) {
        Ok(_) => sought.search = Some(Mutex::new(receiver)),
        Err(error) => warn!("signs stay boxes: {error}"),
    }
}

/// The best faces that have these signs between them, as far as there are any.
fn find(system: &Database, mut signs: BTreeSet<char>) -> Vec<FoundFace> {
    let mut faces: Vec<&FaceInfo> = system.faces().collect();
    faces.sort_by_cached_key(|face| rank(face));
    let mut found = Vec::new();
    for face in faces {
        let has = signs_in(system, face.id, &signs);
        if has.is_empty() {
            continue;
        }
        signs.retain(|sign| !has.contains(sign));
        let data = system.with_face_data(face.id, |data, index| (data.to_vec(), index));
        found.extend(data.map(|(data, index)| FoundFace { data, index, signs: has }));
        if signs.is_empty() {
            break;
        }
    }
    found
}

/// How well a face goes with the game's: the least is the best.
fn rank(face: &FaceInfo) -> impl Ord + use<> {
    let family = face.families.first().map_or("", |(name, _)| name).to_owned();
    (
        face.style != Style::Normal,
        face.monospaced,
        !family.contains("Sans"),
        face.weight.0.abs_diff(MEDIUM),
        face.stretch != Stretch::Normal,
        // Han signs as they are written in Japan.
        !family.ends_with("JP"),
        family,
    )
}

/// The weight of the game's texts.
const MEDIUM: u16 = 500;

fn signs_in(system: &Database, face: ID, signs: &BTreeSet<char>) -> BTreeSet<char> {
    let found = system.with_face_data(face, |data, index| {
        let face = Face::parse(data, index).ok()?;
        Some(signs.iter().copied().filter(|sign| face.glyph_index(*sign).is_some()).collect())
    });
    found.flatten().unwrap_or_default()
}

fn take_faces(
    mut sought: ResMut<Sought>,
    mut fallbacks: ResMut<Fallbacks>,
    mut fonts: ResMut<FontCx>,
    texts: Query<&mut TextFont>,
) {
    let news = sought.search.as_mut().and_then(|search| search.get_mut().ok()).map(|search| search.try_recv());
    let found = match news {
        None | Some(Err(TryRecvError::Empty)) => return,
        Some(Ok(found)) => found,
        Some(Err(TryRecvError::Disconnected)) => Vec::new(),
    };
    sought.search = None;
    if found.is_empty() {
        return;
    }
    for face in found {
        let scripts = face.signs.iter().filter_map(|sign| sign.script().short_name().as_bytes().try_into().ok());
        let scripts: BTreeSet<[u8; 4]> = scripts.collect();
        let families = register(&mut fonts, face);
        fallbacks.add(&mut fonts, families, scripts);
    }
    lay_out_anew(texts);
}

fn register(fonts: &mut FontCx, FoundFace { data, index, .. }: FoundFace) -> Vec<FamilyId> {
    let families = fonts.collection.register_fonts(Blob::new(Arc::new(data)), None);
    let chosen = families.into_iter().filter(|(_, faces)| faces.iter().any(|face| face.index() == index));
    chosen.map(|(family, _)| family).collect()
}

#[cfg(test)]
mod tests {
    use parley::fontique::Script;

    use super::*;

    static JAPANESE: &[u8] = include_bytes!("../../../assets/fonts/japanese.otf");
    static BOLD: &[u8] = include_bytes!("../../../assets/fonts/ui-bold.otf");

    fn signs(text: &str) -> BTreeSet<char> {
        text.chars().collect()
    }

    #[test]
    fn the_best_faces_are_found_and_none_that_adds_nothing() {
        let mut system = Database::new();
        for face in [BOLD, JAPANESE, JAPANESE] {
            system.load_font_data(face.to_vec());
        }
        let found = find(&system, signs("盤ж対"));
        assert_eq!(found, [FoundFace { data: JAPANESE.to_vec(), index: 0, signs: signs("盤対") }]);
        assert_eq!(find(&system, signs("ж")), []);
        assert_eq!(find(&Database::new(), signs("盤")), []);
    }

    fn game() -> App {
        let mut app = App::new();
        app.add_plugins(MinimalPlugins)
            .init_resource::<FontCx>()
            .init_resource::<Sought>()
            .add_systems(PreUpdate, take_faces)
            .add_systems(PostUpdate, miss_signs);
        crate::game::drawing::faces::add(&mut app, None);
        app
    }

    #[test]
    fn what_the_faces_of_the_game_lack_is_sought_once() {
        let mut app = game();
        app.world_mut().spawn(Text::new("Anna – 色返し\t"));
        let text = app.world_mut().spawn(Text2d::new("Жж 盤")).id();
        app.update();
        let waiting = |app: &mut App| std::mem::take(&mut app.world_mut().resource_mut::<Sought>().waiting);
        assert_eq!(waiting(&mut app), signs("Жж"));
        app.world_mut().entity_mut(text).insert(Text2d::new("Жук"));
        app.update();
        assert_eq!(waiting(&mut app), signs("ук"));
    }

    #[test]
    fn texts_fall_back_on_what_was_found_and_are_laid_out_anew() {
        let mut app = game();
        let text = app.world_mut().spawn(Text::new("対局")).id();
        app.update();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<Sought>().search = Some(Mutex::new(receiver));
        app.update();
        let is_searching = |app: &App| app.world().resource::<Sought>().search.is_some();
        assert!(is_searching(&app), "nothing has come yet");
        let face = FoundFace { data: JAPANESE.to_vec(), index: 0, signs: signs("対ж") };
        sender.send(vec![face]).expect("the game listens");
        let tick = app.world_mut().change_tick();
        app.update();
        assert!(!is_searching(&app));
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

    #[test]
    fn a_search_that_ends_without_a_word_is_over() {
        let mut app = game();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<Sought>().search = Some(Mutex::new(receiver));
        drop(sender);
        app.update();
        assert!(app.world().resource::<Sought>().search.is_none());
    }
}
