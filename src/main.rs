//! The window on the desktop and the canvas on the page: settings of both, then the game.

// A released game opens no console beside its window.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

#[cfg(not(target_arch = "wasm32"))]
mod options;
#[cfg(not(target_arch = "wasm32"))]
mod window_icon;

use bevy::asset::AssetMetaCheck;
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::window::{WindowResizeConstraints, WindowResolution};
use irogaeshi::game::{DrawingPlugin, GamePlugin, SystemLanguagePlugin};

/// The size of the window when nothing else is asked for, in logical pixels.
const USUAL_SIZE: (u32, u32) = (1280, 800);
/// The smallest window in which everything has its place, also what a zoomed page leaves of a phone's screen.
const LEAST_SIZE: WindowResizeConstraints = WindowResizeConstraints {
    min_width: 320.0,
    min_height: 320.0,
    max_width: f32::INFINITY,
    max_height: f32::INFINITY,
};

fn window(size: (u32, u32)) -> Window {
    Window {
        title: "Irogaeshi".to_owned(),
        name: Some("irogaeshi".to_owned()),
        resolution: WindowResolution::new(size.0, size.1),
        resize_constraints: LEAST_SIZE,
        canvas: Some("#irogaeshi".to_owned()),
        fit_canvas_to_parent: true,
        // The page decides which keys the browser keeps: F5 and Tab stay the player's.
        prevent_default_event_handling: false,
        ..default()
    }
}

fn app(size: (u32, u32)) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: Some(window(size)), ..default() })
            .set(AssetPlugin { meta_check: AssetMetaCheck::Never, ..default() })
            // A frame with half of its pipelines is no first frame.
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            .set(LogPlugin { level: Level::WARN, ..default() }),
    )
    .add_plugins((GamePlugin, SystemLanguagePlugin, DrawingPlugin));
    app
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> AppExit {
    let started = std::time::Instant::now();
    let options = match options::Options::read(std::env::args_os()) {
        Ok(options::Wish::Play(options)) => options,
        Ok(options::Wish::Print(text)) => {
            println!("{text}");
            return AppExit::Success;
        }
        Err(error) => {
            eprintln!("irogaeshi: {error}");
            return AppExit::from_code(2);
        }
    };
    let mut app = app(options.size.unwrap_or(USUAL_SIZE));
    app.add_plugins(window_icon::plugin);
    let size_is_chosen = options.size.is_some();
    options.apply(&mut app, started);
    if !size_is_chosen {
        app.add_plugins(irogaeshi::game::WindowPlacePlugin);
    }
    app.run()
}

#[cfg(target_arch = "wasm32")]
fn main() -> AppExit {
    let mut app = app(USUAL_SIZE);
    app.add_plugins((irogaeshi::game::StoragePlugin::default(), irogaeshi::game::SoundPlugin));
    // Set last: the hook that Bevy set writes to the console, and ours adds the page.
    let to_console = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        to_console(info);
        irogaeshi::game::panic_on_page(&info.to_string());
    }));
    app.run()
}
