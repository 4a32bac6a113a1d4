//! Which way up the screens are laid out, and how large the interface is, from the size of the window.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Orientation>().init_resource::<UiScale>().add_systems(PreUpdate, fit_to_window);
}

/// Which way up the window is.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Orientation {
    /// The panel is beside the board.
    #[default]
    Landscape,
    /// The panel is above and below the board.
    Portrait,
}

/// The size in logical pixels for which the interface is drawn at scale 1.
const LANDSCAPE: Vec2 = Vec2::new(1180.0, 740.0);
const PORTRAIT: Vec2 = Vec2::new(376.0, 700.0);
/// Smaller, text could not be read; larger, it would shout.
const SCALES: (f32, f32) = (0.7, 2.6);

fn fit(window: Vec2) -> (Orientation, f32) {
    let (orientation, drawn_for) = if window.x >= window.y * 1.05 {
        (Orientation::Landscape, LANDSCAPE)
    } else {
        (Orientation::Portrait, PORTRAIT)
    };
    (orientation, (window / drawn_for).min_element().clamp(SCALES.0, SCALES.1))
}

fn fit_to_window(
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut orientation: ResMut<Orientation>,
    mut scale: ResMut<UiScale>,
) {
    if let Some(window) = window {
        let (fitting, factor) = fit(window.size());
        orientation.set_if_neq(fitting);
        if scale.0.to_bits() != factor.to_bits() {
            scale.0 = factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phones_stand_and_desktops_lie() {
        assert_eq!(fit(Vec2::new(360.0, 640.0)).0, Orientation::Portrait);
        assert_eq!(fit(Vec2::new(1280.0, 800.0)).0, Orientation::Landscape);
        assert!(fit(Vec2::new(2560.0, 1440.0)).1 > fit(Vec2::new(1280.0, 800.0)).1);
        assert!(fit(Vec2::new(200.0, 200.0)).1 >= SCALES.0);
    }
}
