//! The game as a program: a window on the desktop, a canvas on the page.

// A release build opens no console beside its window on Windows.
#![cfg_attr(all(windows, not(debug_assertions)), windows_subsystem = "windows")]

#[cfg(target_os = "linux")]
mod display;
#[cfg(target_os = "linux")]
mod opengl;
#[cfg(not(target_arch = "wasm32"))]
mod options;
#[cfg(not(target_arch = "wasm32"))]
mod start_problem;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
mod tool_options;
#[cfg(not(target_arch = "wasm32"))]
mod window_icon;

use std::sync::atomic::{AtomicU8, Ordering};

use bevy::asset::AssetMetaCheck;
use bevy::log::{BoxedFmtLayer, Level, LogPlugin};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::window::{WindowResizeConstraints, WindowResolution};
use bevy::winit::WinitPlugin;
#[cfg(not(target_arch = "wasm32"))]
use irogaeshi::game::{CommandLineProblem, command_line_help};
use irogaeshi::game::{DrawingPlugin, GamePlugin, SystemLanguagePlugin};

/// Default size of the window, in logical pixels.
const DEFAULT_SIZE: (u32, u32) = (1280, 800);
/// Minimum size at which everything fits, even in what a zoomed page leaves of a phone's screen.
const MIN_SIZE: WindowResizeConstraints = WindowResizeConstraints {
    min_width: 320.0,
    min_height: 320.0,
    max_width: f32::INFINITY,
    max_height: f32::INFINITY,
};
/// Log levels of libraries that differ from the default. Naming a level that is not compiled in would cause a warning.
const LOGGED: &str =
    "wgpu=error,wgpu_hal::vulkan::instance=off,naga=warn,calloop=error,winit=error,bevy_render::renderer=error";

/// Progress of the start, which tells what a panic in a library is about.
static STAGE: AtomicU8 = AtomicU8::new(0);
const HAS_DISPLAY: u8 = 1;
const HAS_RENDERER: u8 = 2;

fn note_display(_: &mut App) {
    STAGE.store(HAS_DISPLAY, Ordering::Relaxed);
}

fn note_renderer(_: &mut App) {
    STAGE.store(HAS_RENDERER, Ordering::Relaxed);
}

fn window(size: (u32, u32)) -> Window {
    Window {
        title: "Irogaeshi".to_owned(),
        name: Some("irogaeshi".to_owned()),
        resolution: WindowResolution::new(size.0, size.1),
        resize_constraints: MIN_SIZE,
        canvas: Some("#irogaeshi".to_owned()),
        fit_canvas_to_parent: true,
        // The page decides which keys the browser handles; F5 and Tab must keep working.
        prevent_default_event_handling: false,
        ..default()
    }
}

fn app(size: (u32, u32)) -> App {
    let mut app = App::new();
    let plugins = DefaultPlugins
        .set(WindowPlugin { primary_window: Some(window(size)), ..default() })
        .set(AssetPlugin { meta_check: AssetMetaCheck::Never, ..default() })
        // Otherwise the first frames would lack everything whose pipeline is not compiled yet.
        .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
        .set(LogPlugin { level: Level::WARN, filter: LOGGED.to_owned(), fmt_layer: log_lines, ..default() })
        .add_after::<WinitPlugin>(note_display)
        .add_after::<RenderPlugin>(note_renderer);
    #[cfg(target_os = "linux")]
    let plugins = opengl::replace_renderer(plugins);
    app.add_plugins(plugins).add_plugins((GamePlugin, SystemLanguagePlugin, DrawingPlugin));
    app
}

/// Formats log lines, coloured only in a terminal that wants colours.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unnecessary_wraps, reason = "the plugin's field asks for that")]
fn log_lines(_: &mut App) -> Option<BoxedFmtLayer> {
    use std::io::{IsTerminal, stderr};
    let has_colours = stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Some(Box::new(bevy::log::tracing_subscriber::fmt::layer().with_ansi(has_colours).with_writer(stderr)))
}

/// The page's console formats log lines itself.
#[cfg(target_arch = "wasm32")]
fn log_lines(_: &mut App) -> Option<BoxedFmtLayer> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> AppExit {
    let options = match options::Options::read(std::env::args_os()) {
        Ok(options::Request::Play(options)) => options,
        Ok(options::Request::Help) => {
            println!("{}", command_line_help(&start_problem::words()));
            #[cfg(feature = "tools")]
            println!("{}", tool_options::HELP);
            return AppExit::Success;
        }
        Ok(options::Request::Version) => {
            println!("irogaeshi {}", env!("CARGO_PKG_VERSION"));
            return AppExit::Success;
        }
        Err(problem) => return start_problem::complain(&problem),
    };
    #[cfg(target_os = "linux")]
    match display::find() {
        Ok(display::Display::AsNamed) => {}
        Ok(display::Display::X11Instead) => return restart(display::choose_x11),
        Err(problem) => return start_problem::complain_aloud(&problem),
    }
    let size = options.size.unwrap_or(DEFAULT_SIZE);
    let mut app = match start_problem::without_panic(|| app(size)) {
        Ok(app) => app,
        Err(reason) => {
            let problem = problem(reason);
            #[cfg(target_os = "linux")]
            if matches!(problem, CommandLineProblem::NoGraphics) && opengl::is_left_to_try() {
                return restart(opengl::choose);
            }
            return start_problem::complain_aloud(&problem);
        }
    };
    app.add_plugins(window_icon::plugin);
    let size_is_chosen = options.size.is_some();
    options.apply(&mut app);
    if !size_is_chosen {
        app.add_plugins(irogaeshi::game::WindowPlacePlugin);
    }
    app.run()
}

/// The problem that has stopped the start, found by its stage, since libraries panic instead of returning errors.
#[cfg(not(target_arch = "wasm32"))]
fn problem(reason: String) -> CommandLineProblem {
    match STAGE.load(Ordering::Relaxed) {
        HAS_DISPLAY => CommandLineProblem::NoGraphics,
        #[cfg(target_os = "linux")]
        0 => display::silent(),
        _ => CommandLineProblem::NoWindow { reason },
    }
}

/// Restarts the game in a changed environment. The windowing library and the renderer choose by it, and a process can
/// open windows on one display only.
#[cfg(target_os = "linux")]
fn restart(change: impl FnOnce(&mut std::process::Command)) -> AppExit {
    use std::os::unix::process::CommandExt;
    let failure = match std::env::current_exe() {
        Ok(program) => {
            let mut command = std::process::Command::new(program);
            command.args(std::env::args_os().skip(1));
            change(&mut command);
            command.exec()
        }
        Err(error) => error,
    };
    start_problem::complain_aloud(&CommandLineProblem::NoWindow { reason: failure.to_string() })
}

#[cfg(target_arch = "wasm32")]
fn main() -> AppExit {
    let mut app = app(DEFAULT_SIZE);
    app.add_plugins((irogaeshi::game::StoragePlugin::default(), irogaeshi::game::SoundPlugin));
    // Added last, because Bevy's own hook writes to the console, and this one also shows the error on the page.
    let to_console = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        to_console(info);
        irogaeshi::game::panic_on_page(&info.to_string());
    }));
    app.run()
}
