//! Follows the system's preferences: light or dark, and reduced motion. The window itself reports light or dark on the
//! page and on all desktops except Linux; everything else is asked of the desktop, on Linux of its portal.

#[cfg(not(target_arch = "wasm32"))]
use std::sync::Mutex;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::mpsc::{Receiver, channel};

#[cfg(not(target_arch = "wasm32"))]
use bevy::ecs::system::NonSendMarker;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme, WindowThemeChanged};
#[cfg(not(target_arch = "wasm32"))]
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
#[cfg(not(target_arch = "wasm32"))]
use mundy::{ColorScheme, Interest, Preferences, ReducedMotion, Subscription};

use crate::game::settings::Settings;
use crate::game::settings::appearance::Appearance;

pub(super) fn plugin(app: &mut App) {
    // Early in the frame, so that a new window is drawn in the right colours from the start.
    app.add_message::<WindowThemeChanged>().add_systems(PreUpdate, follow_window);
    #[cfg(not(target_arch = "wasm32"))]
    app.add_systems(Startup, ask_desktop.run_if(resource_exists::<EventLoopProxyWrapper>))
        .add_systems(PreUpdate, follow_desktop.run_if(resource_exists::<Desktop>));
}

/// Takes the theme of a new window, and follows its changes.
fn follow_window(
    made: Query<&Window, Added<PrimaryWindow>>,
    mut changes: MessageReader<WindowThemeChanged>,
    mut settings: ResMut<Settings>,
) {
    let at_first = made.iter().filter_map(|window| window.window_theme);
    if let Some(theme) = at_first.chain(changes.read().map(|change| change.theme)).last() {
        set_appearance(
            &mut settings,
            match theme {
                WindowTheme::Light => Appearance::Light,
                WindowTheme::Dark => Appearance::Dark,
            },
        );
    }
}

/// Writes only a different value, since any write counts as a change of the settings.
fn set_appearance(settings: &mut ResMut<Settings>, appearance: Appearance) {
    if settings.system_appearance != appearance {
        settings.system_appearance = appearance;
    }
}

/// Reports of the desktop, which come as long as the subscription is kept.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Resource)]
struct Desktop {
    reports: Mutex<Receiver<Preferences>>,
    _subscription: Option<Subscription>,
}

/// Set on Linux, where windows do not report light or dark.
#[cfg(not(target_arch = "wasm32"))]
const ASKS_APPEARANCE: bool = cfg!(target_os = "linux");

/// Subscribes without waiting for an answer, because a portal may have to be started first. Runs on the main thread,
/// because some systems answer only there.
#[cfg(not(target_arch = "wasm32"))]
fn ask_desktop(_main_thread: NonSendMarker, proxy: Res<EventLoopProxyWrapper>, mut commands: Commands) {
    let interest =
        if ASKS_APPEARANCE { Interest::ReducedMotion | Interest::ColorScheme } else { Interest::ReducedMotion };
    let (sender, reports) = channel();
    let proxy = (**proxy).clone();
    let subscription = Preferences::subscribe(interest, move |preferences| {
        // Both fail only once the window is closed.
        if sender.send(preferences).is_ok() {
            proxy.send_event(WinitUserEvent::WakeUp).ok();
        }
    });
    commands.insert_resource(Desktop { reports: Mutex::new(reports), _subscription: Some(subscription) });
}

#[cfg(not(target_arch = "wasm32"))]
fn follow_desktop(desktop: Res<Desktop>, mut settings: ResMut<Settings>) {
    let Ok(reports) = desktop.reports.lock() else { return };
    let Some(preferences) = reports.try_iter().last() else { return };
    let reduced_motion = preferences.reduced_motion == ReducedMotion::Reduce;
    if settings.reduced_motion != reduced_motion {
        settings.reduced_motion = reduced_motion;
    }
    if ASKS_APPEARANCE {
        set_appearance(
            &mut settings,
            match preferences.color_scheme {
                ColorScheme::NoPreference => Appearance::System,
                ColorScheme::Light => Appearance::Light,
                ColorScheme::Dark => Appearance::Dark,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_theme_of_the_window_and_its_changes_are_followed() {
        let mut app = App::new();
        app.init_resource::<Settings>().add_plugins(plugin);
        let is_light = |app: &App| app.world().resource::<Settings>().is_light();
        let window = Window { window_theme: Some(WindowTheme::Light), ..default() };
        let window = app.world_mut().spawn((window, PrimaryWindow)).id();
        app.update();
        assert!(is_light(&app));
        app.world_mut().write_message(WindowThemeChanged { window, theme: WindowTheme::Dark });
        app.update();
        assert!(!is_light(&app));
        app.world_mut().write_message(WindowThemeChanged { window, theme: WindowTheme::Light });
        app.update();
        app.update();
        assert!(is_light(&app));
    }

    #[test]
    fn preferences_of_the_desktop_are_followed_and_only_differences_count_as_changes() {
        let mut app = App::new();
        let (desktop, reports) = channel();
        app.init_resource::<Settings>()
            .add_plugins(plugin)
            .insert_resource(Desktop { reports: Mutex::new(reports), _subscription: None });
        let mut say = |reduced_motion, color_scheme| {
            let mut preferences = Preferences::default();
            (preferences.reduced_motion, preferences.color_scheme) = (reduced_motion, color_scheme);
            desktop.send(preferences).expect("somebody listens");
            let before = app.world().resource_ref::<Settings>().last_changed();
            app.update();
            let settings = app.world().resource_ref::<Settings>();
            (settings.reduced_motion, settings.is_light(), settings.last_changed() != before)
        };
        let knows_appearance = ASKS_APPEARANCE;
        assert_eq!(say(ReducedMotion::Reduce, ColorScheme::Light), (true, knows_appearance, true));
        assert_eq!(say(ReducedMotion::Reduce, ColorScheme::Light), (true, knows_appearance, false));
        assert_eq!(say(ReducedMotion::NoPreference, ColorScheme::Dark), (false, false, true));
        assert_eq!(say(ReducedMotion::NoPreference, ColorScheme::Light).1, knows_appearance);
        assert!(!say(ReducedMotion::NoPreference, ColorScheme::NoPreference).1);
    }
}
