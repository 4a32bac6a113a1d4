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
#[cfg(not(target_arch = "wasm32"))]
use irogaeshi::game::{Catalogue, CommandLineProblem, command_line_help, system_language};
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
        Ok(options::Wish::Help) => {
            println!("{}", command_line_help(&words()));
            return AppExit::Success;
        }
        Ok(options::Wish::Version) => {
            println!("irogaeshi {}", env!("CARGO_PKG_VERSION"));
            return AppExit::Success;
        }
        Err(problem) => return complain(&problem),
    };
    if !has_screen() {
        return complain(&CommandLineProblem::NoScreen);
    }
    let mut app = app(options.size.unwrap_or(USUAL_SIZE));
    app.add_plugins(window_icon::plugin);
    let size_is_chosen = options.size.is_some();
    options.apply(&mut app, started);
    if !size_is_chosen {
        app.add_plugins(irogaeshi::game::WindowPlacePlugin);
    }
    app.run()
}

/// What is said in the terminal, in the system's language: the player's choice is not read yet.
#[cfg(not(target_arch = "wasm32"))]
fn words() -> Catalogue {
    Catalogue::new(system_language())
}

#[cfg(not(target_arch = "wasm32"))]
fn complain(problem: &CommandLineProblem) -> AppExit {
    eprintln!("irogaeshi: {}", words().words(&problem.into()));
    AppExit::from_code(2)
}

/// Whether there is a screen for a window. Where none is named, the window's library would only panic.
#[cfg(not(target_arch = "wasm32"))]
fn has_screen() -> bool {
    !cfg!(target_os = "linux")
        || ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
            .into_iter()
            .any(|name| std::env::var_os(name).is_some_and(|screen| !screen.is_empty()))
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
