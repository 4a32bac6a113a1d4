//! Tones: the colours of the interface in both appearances, the components that hold them, and the system that paints.

use bevy::prelude::*;
use bevy::text::TextCursorStyle;

use crate::game::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    // Last, so that even a node's first frame has the right colours.
    app.add_systems(Last, paint);
}

/// A colour of the interface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tone {
    /// In the dark appearance. Also on boards and in glows, which look the same in both appearances.
    pub(crate) dark: Color,
    /// In the light appearance.
    pub(crate) light: Color,
}

impl Tone {
    pub(crate) const NONE: Self = Self::both(Color::NONE);

    /// The same colour in both appearances.
    pub(crate) const fn both(colour: Color) -> Self {
        Self { dark: colour, light: colour }
    }

    /// The colour in the current appearance.
    pub(crate) fn colour(self, settings: &Settings) -> Color {
        if settings.is_light() { self.light } else { self.dark }
    }

    pub(crate) fn with_alpha(self, alpha: f32) -> Self {
        Self { dark: self.dark.with_alpha(alpha), light: self.light.with_alpha(alpha) }
    }

    /// Mixes in this share of another tone.
    pub(crate) fn mix(self, other: Self, share: f32) -> Self {
        Self { dark: self.dark.mix(&other.dark, share), light: self.light.mix(&other.light, share) }
    }
}

/// Tone of a node's background.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(BackgroundColor)]
pub(crate) struct Fill(pub(crate) Tone);

/// Tone of a node's border.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(BorderColor)]
pub(crate) struct Border(pub(crate) Tone);

/// Tone of a node's outline.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Outline)]
pub(crate) struct Ring(pub(crate) Tone);

/// Tone of a text or an icon.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink(pub(crate) Tone);

/// Tone of a text field's cursor, and of its selection.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(TextCursorStyle)]
pub(crate) struct Caret(pub(crate) Tone);

/// Opacity of a selection.
const SELECTION: f32 = 0.35;

/// Writes the colours of the tones that have changed, or all if the appearance may have changed.
fn paint(
    settings: Res<Settings>,
    mut fills: Query<(Ref<Fill>, &mut BackgroundColor)>,
    mut borders: Query<(Ref<Border>, &mut BorderColor)>,
    mut rings: Query<(Ref<Ring>, &mut Outline)>,
    mut texts: Query<(Ref<Ink>, &mut TextColor)>,
    mut icons: Query<(Ref<Ink>, &mut ImageNode)>,
    mut carets: Query<(Ref<Caret>, &mut TextCursorStyle)>,
) {
    let all = settings.is_changed();
    for (fill, mut node) in fills.iter_mut().filter(|(fill, _)| all || fill.is_changed()) {
        node.set_if_neq(BackgroundColor(fill.0.colour(&settings)));
    }
    for (border, mut node) in borders.iter_mut().filter(|(border, _)| all || border.is_changed()) {
        node.set_if_neq(BorderColor::all(border.0.colour(&settings)));
    }
    for (ring, outline) in rings.iter_mut().filter(|(ring, _)| all || ring.is_changed()) {
        outline.map_unchanged(|outline| &mut outline.color).set_if_neq(ring.0.colour(&settings));
    }
    for (ink, mut text) in texts.iter_mut().filter(|(ink, _)| all || ink.is_changed()) {
        text.set_if_neq(TextColor(ink.0.colour(&settings)));
    }
    // Icons get their images after their inks.
    for (ink, image) in icons.iter_mut().filter(|(ink, image)| all || ink.is_changed() || image.is_changed()) {
        image.map_unchanged(|image| &mut image.color).set_if_neq(ink.0.colour(&settings));
    }
    for (caret, mut style) in carets.iter_mut().filter(|(caret, _)| all || caret.is_changed()) {
        let colour = caret.0.colour(&settings);
        (style.color, style.selection_color) = (colour, colour.with_alpha(SELECTION));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::settings::appearance::Appearance;

    const TONE: Tone = Tone { dark: Color::BLACK, light: Color::WHITE };

    fn shown(app: &mut App) -> Vec<[Color; 6]> {
        app.update();
        let mut nodes =
            app.world_mut()
                .query::<(&BackgroundColor, &BorderColor, &Outline, &TextColor, &ImageNode, &TextCursorStyle)>();
        let colours = nodes.iter(app.world()).map(|(fill, border, outline, text, image, cursor)| {
            [fill.0, border.left, outline.color, text.0, image.color, cursor.color]
        });
        colours.collect()
    }

    #[test]
    fn everything_has_the_colours_of_the_appearance_from_its_first_frame() {
        let mut app = App::new();
        app.insert_resource(Settings { appearance: Appearance::Light, ..default() }).add_plugins(plugin);
        app.add_systems(PostUpdate, |mut commands: Commands, nodes: Query<(), With<Fill>>| {
            let tones = (Fill(TONE), Border(TONE), Ring(TONE), Ink(TONE), Caret(TONE));
            if nodes.is_empty() {
                commands.spawn((tones, TextColor::default(), ImageNode::default()));
            }
        });
        assert_eq!(shown(&mut app), [[Color::WHITE; 6]]);
        app.world_mut().resource_mut::<Settings>().appearance = Appearance::Dark;
        assert_eq!(shown(&mut app), [[Color::BLACK; 6]]);
    }

    #[test]
    fn changed_tones_and_new_images_are_painted() {
        let mut app = App::new();
        app.insert_resource(Settings { appearance: Appearance::Dark, ..default() }).add_plugins(plugin);
        let icon = app.world_mut().spawn((Fill(TONE), Ink(TONE))).id();
        app.update();
        app.world_mut().entity_mut(icon).insert((Fill(TONE.with_alpha(0.5)), ImageNode::default()));
        app.update();
        assert_eq!(app.world().get(icon), Some(&BackgroundColor(Color::BLACK.with_alpha(0.5))));
        assert_eq!(app.world().get::<ImageNode>(icon).map(|image| image.color), Some(Color::BLACK));
    }
}
