//! Connects the game and its page: sends reports and requests, and handles input through the accessible mirror.

use std::cell::RefCell;

use bevy::prelude::*;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

use crate::game::accessibility::assistive_command::{self, AssistiveCommand};
use crate::game::accessibility::description::{ReportChanged, ReportPlugin};
use crate::game::cpu_seat::lost_networks::NetworkFetched;
use crate::game::drawing::fonts::{JapaneseAnswer, JapaneseRequested};
use crate::game::drawing::missing_glyphs::{FontFound, GlyphsWanted};
use crate::game::flow::choose_file::ChooseFile;
use crate::game::flow::come_back::ComeBack;
use crate::game::flow::save_file::SaveFile;
use crate::game::frame::{EndSystems, GameSystems, PlaySystems};
use crate::game::input::board_gesture::TrackpadPinch;
use crate::game::online::online_command::OnlineCommand;
use crate::game::online::online_state::Online;
use crate::game::own_boards::board_file::{FileProblem, MAX_FILE_BYTES};
use crate::game::platform::file_import::FileOffered;
use crate::game::settings::Settings;
use crate::game::settings::file::{ExportSettings, FILE_NAME};
use crate::game::text::{Phrase, say};
use crate::game::ui::notice::Notice;
use crate::notation::GameLink;
use crate::online::{Room, RoomCode, RoomLink};

pub(super) fn plugin(app: &mut App) {
    // Asks at once, because the first screen is built before the first startup schedule runs.
    listen_for_motion(&mut app.world_mut().get_resource_or_init::<Settings>());
    app.add_message::<JapaneseAnswer>().add_message::<JapaneseRequested>();
    app.add_message::<FontFound>().add_message::<GlyphsWanted>();
    if let Some(font) = font_of_page() {
        app.world_mut().write_message(JapaneseAnswer::Loaded(font));
    }
    app.add_plugins(ReportPlugin)
        .add_systems(Startup, keep_proxy)
        .add_systems(
            Update,
            (
                handle_page_messages.in_set(GameSystems::Input).before(assistive_command::handle_assistive_commands),
                (choose_file, export_settings, save_files).in_set(PlaySystems::Files),
            ),
        )
        .add_systems(
            Last,
            (
                send_report.after(EndSystems::Report),
                (request_japanese_font, request_missing_characters),
                show_address.run_if(resource_changed::<Online>),
                show_appearance.run_if(resource_changed::<Settings>),
            ),
        );
}

/// A message from the page.
enum PageMessage {
    /// A command from the accessible mirror.
    Assistive(AssistiveCommand),
    OpenFile(FileOffered),
    /// The Japanese font, or `None` if it cannot be loaded for now.
    JapaneseFont(Option<Vec<u8>>),
    /// A notice about something that only the page knows.
    Notice(Phrase),
    /// The result of downloading a network.
    Network(NetworkFetched),
    /// A font drawn from characters that no other font has.
    DrawnFont(FontFound),
    ReduceMotion(bool),
    /// A pinch on a trackpad.
    Pinch(TrackpadPinch),
    /// A room, from a link in the page's address.
    Join(RoomLink),
    /// Returns the player to the place from before the page was reloaded.
    ComeBack(ComeBack),
}

thread_local! {
    /// Messages since the last frame, since the page calls between frames.
    static MESSAGES: RefCell<Vec<PageMessage>> = const { RefCell::new(Vec::new()) };
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

    /// Offers bytes as a download.
    #[wasm_bindgen(js_namespace = irogaeshi, js_name = download)]
    fn download_bytes_from_page(name: &str, bytes: &[u8]);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = showRoom)]
    fn show_room_on_page(hash: &str);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = font)]
    fn font_of_page() -> Option<Vec<u8>>;

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = wantFont)]
    fn request_font();

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = wantCharacters)]
    fn request_characters(characters: &str);

    #[wasm_bindgen(js_namespace = irogaeshi, js_name = panic)]
    fn panic_to_page(message: &str);
}

/// Plays a square, as if it was clicked.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn play(square: &str) {
    assist(square.parse().ok().map(AssistiveCommand::Choose));
}

/// Points at a square, as the arrow keys do.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn focus_square(square: &str) {
    assist(square.parse().ok().map(AssistiveCommand::PointAt));
}

/// Presses a button of the last report.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn activate(button_id: &str) {
    assist(entity(button_id).map(AssistiveCommand::Press));
}

/// Scrolls a button or a field of the last report into view.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn reveal(id: &str) {
    assist(entity(id).map(AssistiveCommand::Reveal));
}

/// Sets the text of a field, or the number of a slider, of the last report.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn set_text(field_id: &str, text: &str) {
    assist(entity(field_id).map(|field| AssistiveCommand::Type(field, text.to_owned())));
}

/// Offers a file that was dropped on the page or chosen.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn offer_file(name: String, bytes: Vec<u8>) {
    queue(Some(PageMessage::OpenFile(FileOffered { name, content: Ok(bytes) })));
}

/// Offers a file that the browser could not read.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn offer_unreadable(name: String, reason: String) {
    queue(Some(PageMessage::OpenFile(FileOffered { name, content: Err(FileProblem::Unreadable(reason)) })));
}

/// Delivers the Japanese font.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn bring_font(bytes: Vec<u8>) {
    queue(Some(PageMessage::JapaneseFont(Some(bytes))));
}

/// Reports that the Japanese font cannot be loaded for now.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn miss_font() {
    queue(Some(PageMessage::JapaneseFont(None)));
}

/// Warns that the match on the board is also open in another tab.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn match_is_elsewhere() {
    queue(Some(PageMessage::Notice(say!("match-in-two-tabs"))));
}

/// Reports that a network was downloaded, or could not be.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn network_fetched(name: String, is_there: bool) {
    queue(Some(PageMessage::Network(NetworkFetched { name, is_there })));
}

/// Delivers a font that was drawn from missing characters.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn bring_drawn_font(bytes: Vec<u8>, characters: &str) {
    queue(Some(PageMessage::DrawnFont(FontFound { data: bytes, index: 0, characters: characters.chars().collect() })));
}

/// Follows a link to a room or a game; `hash` is the part of the page's address from `#`.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn follow_link(hash: &str) {
    if GameLink::is_in(hash) {
        queue(Some(PageMessage::OpenFile(FileOffered::link(hash))));
    } else {
        queue(hash.parse().ok().map(PageMessage::Join));
    }
}

/// Returns to a screen, named as in reports, and to the saved match with this name.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn come_back(screen: String, match_name: Option<String>) {
    let screen = serde_json::from_value(screen.into()).ok();
    queue(screen.map(|screen| PageMessage::ComeBack(ComeBack { screen, match_name })));
}

/// Zooms by a factor after a pinch on a trackpad, at a point of the canvas in CSS pixels.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn pinch(x: f32, y: f32, factor: f32) {
    queue(Some(PageMessage::Pinch(TrackpadPinch { point: Vec2::new(x, y), factor })));
}

/// Wakes the game because a gamepad was used.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn pad_used() {
    queue(None);
}

/// Maximum number of bytes that are read of a file. One byte more is enough to report that a file is too large.
#[expect(unreachable_pub, reason = "the page calls it")]
#[wasm_bindgen]
pub fn file_limit() -> usize {
    MAX_FILE_BYTES
}

/// Shows on the page that the game has crashed, and why.
pub fn panic_on_page(message: &str) {
    panic_to_page(message);
}

fn entity(id: &str) -> Option<Entity> {
    id.parse().ok().and_then(Entity::try_from_bits)
}

fn assist(command: Option<AssistiveCommand>) {
    queue(command.map(PageMessage::Assistive));
}

fn queue(message: Option<PageMessage>) {
    MESSAGES.with_borrow_mut(|messages| messages.extend(message));
    WAKE.with_borrow(|wake| wake.iter().for_each(|wake| wake()));
}

fn keep_proxy(proxy: Res<EventLoopProxyWrapper>) {
    let proxy = (**proxy).clone();
    let wake = move || {
        // Fails only once the event loop has ended.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    };
    WAKE.with_borrow_mut(|slot| *slot = Some(Box::new(wake)));
}

/// Reads the system's preference for reduced motion, and follows its changes.
fn listen_for_motion(settings: &mut Settings) {
    let query = web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok()?);
    let Some(query) = query else { return };
    settings.reduced_motion = query.matches();
    let asked = query.clone();
    let on_change = Closure::<dyn Fn()>::new(move || queue(Some(PageMessage::ReduceMotion(asked.matches()))));
    if let Err(error) = query.add_event_listener_with_callback("change", on_change.as_ref().unchecked_ref()) {
        warn!("changes of the system's setting for reduced motion will be ignored: {error:?}");
    }
    // Leaked on purpose, because it listens for as long as the page exists.
    on_change.forget();
}

fn handle_page_messages(
    mut assistive: MessageWriter<AssistiveCommand>,
    mut offers: MessageWriter<FileOffered>,
    mut online: MessageWriter<OnlineCommand>,
    (mut japanese, mut fonts): (MessageWriter<JapaneseAnswer>, MessageWriter<FontFound>),
    (mut networks, mut notices): (MessageWriter<NetworkFetched>, MessageWriter<Notice>),
    (mut pinches, mut places): (MessageWriter<TrackpadPinch>, MessageWriter<ComeBack>),
    mut settings: ResMut<Settings>,
) {
    for message in MESSAGES.take() {
        match message {
            PageMessage::Assistive(command) => {
                assistive.write(command);
            }
            PageMessage::OpenFile(offer) => {
                offers.write(offer);
            }
            PageMessage::JapaneseFont(font) => {
                japanese.write(font.map_or(JapaneseAnswer::Unavailable, JapaneseAnswer::Loaded));
            }
            PageMessage::Notice(sentence) => {
                notices.write(Notice::trouble(sentence));
            }
            PageMessage::Network(fetched) => {
                networks.write(fetched);
            }
            PageMessage::DrawnFont(font) => {
                fonts.write(font);
            }
            PageMessage::Join(link) => {
                online.write(OnlineCommand::Join(link));
            }
            PageMessage::ComeBack(place) => {
                places.write(place);
            }
            PageMessage::Pinch(pinch) => {
                pinches.write(pinch);
            }
            PageMessage::ReduceMotion(is_wanted) => settings.reduced_motion = is_wanted,
        }
    }
}

fn choose_file(mut requests: MessageReader<ChooseFile>) {
    if requests.read().last().is_some() {
        choose_file_on_page();
    }
}

fn export_settings(mut commands: MessageReader<ExportSettings>, settings: Res<Settings>) {
    for ExportSettings in commands.read() {
        download_from_page(FILE_NAME, &settings.to_file());
    }
}

fn save_files(mut commands: MessageReader<SaveFile>) {
    for SaveFile { name, bytes } in commands.read() {
        download_bytes_from_page(name, bytes);
    }
}

/// Keeps the page's address a link to the current room.
fn show_address(online: Res<Online>, mut shown: Local<Option<RoomCode>>) {
    let code = online.room().map(Room::code);
    if *shown != code {
        *shown = code;
        let hash = code.map(|code| format!("{}{code}", RoomLink::ROUTE.trim_start_matches('/')));
        show_room_on_page(&hash.unwrap_or_default());
    }
}

fn request_japanese_font(mut requests: MessageReader<JapaneseRequested>) {
    if requests.read().last().is_some() {
        request_font();
    }
}

fn request_missing_characters(mut requests: MessageReader<GlyphsWanted>) {
    for GlyphsWanted(characters) in requests.read() {
        request_characters(&characters.iter().collect::<String>());
    }
}

/// Gives the page the game's appearance, for its own messages.
fn show_appearance(settings: Res<Settings>) {
    let root = web_sys::window().and_then(|window| window.document()?.document_element());
    let appearance = if settings.is_light() { "light" } else { "dark" };
    if let Some(root) = root
        && let Err(error) = root.set_attribute("data-appearance", appearance)
    {
        warn!("the page's appearance could not be changed: {error:?}");
    }
}

fn send_report(mut changes: MessageReader<ReportChanged>) {
    if let Some(ReportChanged(json)) = changes.read().last() {
        report_to_page(json);
    }
}
