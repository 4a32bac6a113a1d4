//! Toggles full screen, for the window on the desktop and through the browser on the page.

use bevy::prelude::*;
#[cfg(not(target_arch = "wasm32"))]
use bevy::window::{MonitorSelection, PrimaryWindow, WindowMode};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

use crate::game::flow::full_screen::ToggleFullScreen;
use crate::game::frame::GameSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, handle_toggle_full_screen.in_set(GameSystems::Look));
}

#[cfg(not(target_arch = "wasm32"))]
fn handle_toggle_full_screen(
    mut commands: MessageReader<ToggleFullScreen>,
    window: Option<Single<&mut Window, With<PrimaryWindow>>>,
) {
    let Some(mut window) = window else { return };
    for ToggleFullScreen in commands.read() {
        window.mode = match window.mode {
            WindowMode::Windowed => WindowMode::BorderlessFullscreen(MonitorSelection::Current),
            WindowMode::BorderlessFullscreen(_) | WindowMode::Fullscreen(..) => WindowMode::Windowed,
        };
    }
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = irogaeshi, js_name = toggleFullScreen)]
    fn toggle_on_page();
}

#[cfg(target_arch = "wasm32")]
fn handle_toggle_full_screen(mut commands: MessageReader<ToggleFullScreen>) {
    for ToggleFullScreen in commands.read() {
        toggle_on_page();
    }
}
