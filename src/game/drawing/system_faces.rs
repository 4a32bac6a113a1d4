//! System fonts: on the desktop, searches them in the background for characters that the game's fonts lack.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use fontdb::{Database, FaceInfo, ID, Stretch, Style};
use ttf_parser::Face;

use crate::game::drawing::faces::MissFaces;
use crate::game::drawing::missing_signs::{FaceFound, SignsWanted};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Search>().add_systems(PreUpdate, hear).add_systems(PostUpdate, begin.after(MissFaces));
}

/// The search through the system fonts.
#[derive(Resource, Default)]
struct Search {
    /// Characters that wait for the next search.
    waiting: BTreeSet<char>,
    /// Result of the search in progress.
    found: Option<Mutex<Receiver<Vec<FaceFound>>>>,
}

/// Starts a search. Only one runs at a time, because its fonts may also have the characters of the next one.
fn begin(
    mut wishes: MessageReader<SignsWanted>,
    mut search: ResMut<Search>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    search.waiting.extend(wishes.read().flat_map(|SignsWanted(signs)| signs));
    if search.waiting.is_empty() || search.found.is_some() {
        return;
    }
    let signs = std::mem::take(&mut search.waiting);
    let proxy = proxy.map(|proxy| (**proxy).clone());
    let (sender, receiver) = channel();
    let work = move || {
        let mut system = Database::new();
        system.load_system_fonts();
        // The receiver is gone once the game has ended.
        if sender.send(find(&system, signs)).is_ok()
            && let Some(proxy) = proxy
        {
            proxy.send_event(WinitUserEvent::WakeUp).ok();
        }
    };
    match thread::Builder::new().name("system faces".to_owned()).spawn(work) {
        Ok(_) => search.found = Some(Mutex::new(receiver)),
        Err(error) => warn!("signs stay boxes: {error}"),
    }
}

/// The best fonts that together have as many of these characters as possible.
fn find(system: &Database, mut signs: BTreeSet<char>) -> Vec<FaceFound> {
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
        found.extend(data.map(|(data, index)| FaceFound { data, index, signs: has }));
        if signs.is_empty() {
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

fn signs_in(system: &Database, face: ID, signs: &BTreeSet<char>) -> BTreeSet<char> {
    let found = system.with_face_data(face, |data, index| {
        let face = Face::parse(data, index).ok()?;
        Some(signs.iter().copied().filter(|sign| face.glyph_index(*sign).is_some()).collect())
    });
    found.flatten().unwrap_or_default()
}

fn hear(mut search: ResMut<Search>, mut faces: MessageWriter<FaceFound>) {
    let news = search.found.as_mut().and_then(|found| found.get_mut().ok()).map(|found| found.try_recv());
    match news {
        None | Some(Err(TryRecvError::Empty)) => return,
        Some(Ok(found)) => drop(faces.write_batch(found)),
        Some(Err(TryRecvError::Disconnected)) => {}
    }
    search.found = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    static JAPANESE: &[u8] = include_bytes!("../../../assets/fonts/japanese.otc");
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
        assert_eq!(found, [FaceFound { data: JAPANESE.to_vec(), index: 0, signs: signs("盤対") }]);
        assert_eq!(find(&system, signs("ж")), []);
        assert_eq!(find(&Database::new(), signs("盤")), []);
    }

    fn game() -> App {
        let mut app = App::new();
        app.init_resource::<Search>().add_message::<SignsWanted>().add_message::<FaceFound>();
        app.add_systems(PreUpdate, hear).add_systems(PostUpdate, begin);
        app
    }

    fn is_searching(app: &App) -> bool {
        app.world().resource::<Search>().found.is_some()
    }

    #[test]
    fn one_search_ends_before_the_next_begins() {
        let mut app = game();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<Search>().found = Some(Mutex::new(receiver));
        app.world_mut().write_message(SignsWanted(signs("ж")));
        app.update();
        app.world_mut().write_message(SignsWanted(signs("я")));
        app.update();
        assert_eq!(app.world().resource::<Search>().waiting, signs("жя"));
        let face = FaceFound { data: JAPANESE.to_vec(), index: 0, signs: signs("対") };
        sender.send(vec![face.clone()]).expect("the game listens");
        app.update();
        let found: Vec<FaceFound> = app.world_mut().resource_mut::<Messages<FaceFound>>().drain().collect();
        assert_eq!(found, [face]);
        assert!(is_searching(&app) && app.world().resource::<Search>().waiting.is_empty(), "the next one");
    }

    #[test]
    fn a_search_that_ends_without_a_word_is_over() {
        let mut app = game();
        let (sender, receiver) = channel();
        app.world_mut().resource_mut::<Search>().found = Some(Mutex::new(receiver));
        app.update();
        assert!(is_searching(&app));
        drop(sender);
        app.update();
        assert!(!is_searching(&app));
    }
}
