//! The page around the game: tells it what is shown, and obeys what is done in its accessible mirror.

use std::cell::RefCell;

use bevy::ecs::change_detection::DetectChangesMut;
use bevy::prelude::*;
use bevy::text::EditableText;
use bevy::ui_widgets::Activate;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use js_sys::Reflect;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::focus::SquareChoice;
use super::scroll::Reveal;
use super::text_field::{TextField, type_text};
use super::{
    Action, BoardFocus, FileOffered, FileProblem, GameSystems, MOST_BYTES, OwnBoards, Pace, PaintIntent, ReportChanged,
    ReportPlugin, ReportSystems, Screen, Settings,
};
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    if prefers_reduced_motion() {
        // Only where nothing was chosen: what is kept is loaded later.
        app.world_mut().resource_mut::<Settings>().pace = Pace::Still;
    }
    app.add_plugins(ReportPlugin)
        .add_systems(Startup, keep_proxy)
        .add_systems(Update, (obey_page.in_set(GameSystems::Input), hand_files_over.in_set(GameSystems::Play)))
        .add_systems(Last, tell_page.after(ReportSystems));
}

/// What was done in the mirror.
enum Wish {
    Play(Square),
    Focus(Square),
    Activate(Entity),
    Reveal(Entity),
    Type(Entity, String),
    Open(FileOffered),
}

thread_local! {
    /// What was done since the last frame: the page calls between frames.
    static WISHES: RefCell<Vec<Wish>> = const { RefCell::new(Vec::new()) };
    static WAKE: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = irogaeshi, js_name = report)]
    fn report_to_page(json: &str);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = chooseFile)]
    fn choose_file_on_page();

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = download)]
    fn download_from_page(name: &str, text: &str);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = panic)]
    fn panic_to_page(message: &str);
}

/// Plays a square, as if it was clicked.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn play(square: &str) {
    wish(square.parse().ok().map(Wish::Play));
}

/// Points at a square, as the arrow keys do.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn focus_square(square: &str) {
    wish(square.parse().ok().map(Wish::Focus));
}

/// Presses a button of the last report.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn activate(button_id: &str) {
    wish(entity(button_id).map(Wish::Activate));
}

/// Brings a button or a field of the last report into view.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn reveal(id: &str) {
    wish(entity(id).map(Wish::Reveal));
}

/// Puts a text into a field of the last report.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn set_text(field_id: &str, text: &str) {
    wish(entity(field_id).map(|field| Wish::Type(field, text.to_owned())));
}

/// Offers a file that was dropped on the page or chosen.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn offer_file(name: String, bytes: Vec<u8>) {
    wish(Some(Wish::Open(FileOffered { name, content: Ok(bytes) })));
}

/// Offers a file that the browser could not read.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn offer_unreadable(name: String, reason: String) {
    wish(Some(Wish::Open(FileOffered { name, content: Err(FileProblem::Unreadable(reason)) })));
}

/// How many bytes of a file are read at most; of a larger one, one more is enough.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn file_limit() -> usize {
    MOST_BYTES
}

/// Says on the page that the game has failed, and why.
pub fn panic_on_page(message: &str) {
    panic_to_page(message);
}

/// A member of the object through which page and game talk.
pub(super) fn of_page(member: &str) -> Option<JsValue> {
    let page = Reflect::get(&js_sys::global(), &"irogaeshi".into()).ok()?;
    Reflect::get(&page, &member.into()).ok()
}

fn entity(id: &str) -> Option<Entity> {
    id.parse().ok().and_then(Entity::try_from_bits)
}

fn wish(wish: Option<Wish>) {
    WISHES.with_borrow_mut(|wishes| wishes.extend(wish));
    WAKE.with_borrow(|wake| wake.iter().for_each(|wake| wake()));
}

fn keep_proxy(proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    let wake = move || {
        // A closed event loop needs no waking.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    WAKE.with_borrow_mut(|kept| *kept = Some(Box::new(wake)));
}

fn prefers_reduced_motion() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok()?);
    query.is_some_and(|query| query.matches())
}

fn obey_page(
    screen: Res<State<Screen>>,
    mut paints: MessageWriter<PaintIntent>,
    mut offers: MessageWriter<FileOffered>,
    mut focus: ResMut<BoardFocus>,
    buttons: Query<(), With<bevy::ui_widgets::Button>>,
    nodes: Query<(), With<Node>>,
    mut fields: Query<(&TextField, &mut EditableText)>,
    choice: SquareChoice,
    mut commands: Commands,
) {
    let mut chosen = None;
    for wish in WISHES.take() {
        match wish {
            Wish::Play(square) if *screen.get() == Screen::Editor => {
                paints.write(PaintIntent(square));
            }
            Wish::Play(square) => chosen = Some(square),
            Wish::Open(offer) => {
                offers.write(offer);
            }
            Wish::Focus(square) => {
                focus.set_if_neq(BoardFocus::keyboard(square));
            }
            Wish::Activate(entity) if buttons.contains(entity) => commands.trigger(Activate { entity }),
            Wish::Reveal(entity) if nodes.contains(entity) => {
                commands.entity(entity).insert(Reveal);
            }
            Wish::Type(entity, text) => {
                if let Ok((field, mut editable)) = fields.get_mut(entity) {
                    type_text(field, &mut editable, &text);
                }
            }
            // What the last report told of may be gone by now.
            Wish::Activate(_) | Wish::Reveal(_) => {}
        }
    }
    if chosen.is_some() {
        choice.choose(chosen, commands);
    }
}

/// What only the page around the game can do.
fn hand_files_over(mut actions: MessageReader<Action>, own: Res<OwnBoards>) {
    for action in actions.read() {
        match action {
            Action::ChooseFile => choose_file_on_page(),
            Action::DownloadBoard(file) => {
                if let Some(board) = own.find(file) {
                    download_from_page(&format!("{file}.txt"), &board.variant.to_string());
                }
            }
            _ => {}
        }
    }
}

fn tell_page(mut changes: MessageReader<ReportChanged>) {
    if let Some(ReportChanged(json)) = changes.read().last() {
        report_to_page(json);
    }
}
