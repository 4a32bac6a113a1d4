//! Whether the system, or the browser, likes it light or dark.

use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowTheme, WindowThemeChanged};

use crate::game::settings::Settings;
use crate::game::settings::appearance::Appearance;

pub(super) fn plugin(app: &mut App) {
    // Before anything is drawn in a window that was just made.
    app.add_message::<WindowThemeChanged>().add_systems(PreUpdate, follow_system);
}

/// The window knows it when it is made, and says when it changes.
fn follow_system(
    made: Query<&Window, Added<PrimaryWindow>>,
    mut changes: MessageReader<WindowThemeChanged>,
    mut settings: ResMut<Settings>,
) {
    let at_first = made.iter().filter_map(|window| window.window_theme);
    if let Some(theme) = at_first.chain(changes.read().map(|change| change.theme)).last() {
        let appearance = match theme {
            WindowTheme::Light => Appearance::Light,
            WindowTheme::Dark => Appearance::Dark,
        };
        if settings.system_appearance != appearance {
            settings.system_appearance = appearance;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_window_knows_and_says_is_followed() {
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
}
