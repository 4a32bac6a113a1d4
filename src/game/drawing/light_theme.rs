//! The light appearance. The colours of the dark theme are replaced here by light ones, at the last moment before
//! drawing.

use bevy::prelude::*;
use bevy::render::{Extract, Render, RenderApp, RenderSystems};
use bevy::ui_render::{ExtractedUiItem, ExtractedUiNodes};

use crate::game::settings::Settings;
use crate::game::ui::light_colours::{LIGHT_BACKGROUND, light_counterpart};
use crate::game::ui::theme;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, clear_as_chosen.run_if(resource_changed::<Settings>));
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer
            .init_resource::<IsLight>()
            .add_systems(ExtractSchedule, copy_appearance)
            .add_systems(Render, paint.in_set(RenderSystems::PrepareResources));
    }
}

/// True if the interface is drawn in the light appearance.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct IsLight(bool);

fn clear_as_chosen(settings: Res<Settings>, mut clear: ResMut<ClearColor>) {
    clear.0 = background(&settings);
}

/// Colour behind everything.
pub(super) fn background(settings: &Settings) -> Color {
    if settings.is_light() { LIGHT_BACKGROUND } else { theme::BACKGROUND }
}

fn copy_appearance(settings: Extract<Res<Settings>>, mut is_light: ResMut<IsLight>) {
    is_light.0 = settings.is_light();
}

fn paint(is_light: Res<IsLight>, mut nodes: ResMut<ExtractedUiNodes>) {
    if !is_light.0 {
        return;
    }
    for node in &mut nodes.uinodes {
        if let ExtractedUiItem::Node { color, .. } = &mut node.item {
            *color = light_counterpart(*color);
        }
    }
    for glyph in &mut nodes.glyphs {
        glyph.color = light_counterpart(glyph.color);
    }
}
