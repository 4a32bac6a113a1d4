//! The look of the game's entities: materials, meshes, fonts and the camera. Nothing here decides anything.

mod backdrop;
mod board_picture;
mod cell;
mod disc_icon;
mod editor_marks;
mod face;
mod flame;
mod frame;
mod material;
mod preview_marks;
mod qr_code;
mod scorch;
mod score_graph;
mod square_values;
mod stone;
mod title_stone;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::text::FontCx;
use parley::fontique::{Blob, Script};

use crate::game::ui::theme;

/// Gives the entities of [`GamePlugin`](super::GamePlugin) a look; needs a renderer.
pub struct DrawingPlugin;

impl Plugin for DrawingPlugin {
    fn build(&self, app: &mut App) {
        add_faces(&mut app.world_mut().resource_mut::<FontCx>());
        app.insert_resource(ClearColor(theme::BACKGROUND))
            .add_plugins((
                material::plugin,
                square_values::plugin,
                backdrop::plugin,
                editor_marks::plugin,
                cell::plugin,
                flame::plugin,
                frame::plugin,
                preview_marks::plugin,
                scorch::plugin,
                score_graph::plugin,
                stone::plugin,
                title_stone::plugin,
                board_picture::plugin,
                disc_icon::plugin,
                qr_code::plugin,
            ))
            .add_systems(Startup, |mut commands: Commands| {
                commands.spawn((Name::new("camera"), Camera2d));
            });
    }
}

/// The faces. Texts name them by family; what the named one lacks is looked for in all, in this order.
static FACES: [&[u8]; 4] = [
    include_bytes!("../../../assets/fonts/ui-medium.otf"),
    include_bytes!("../../../assets/fonts/ui-bold.otf"),
    include_bytes!("../../../assets/fonts/japanese.otf"),
    include_bytes!("../../../assets/fonts/title.otf"),
];

/// The scripts that the faces have between them.
const SCRIPTS: [&[u8; 4]; 4] = [b"Latn", b"Hani", b"Hira", b"Kana"];

/// Adds the faces at once, not as assets, which come a frame later: the first picture has its words.
fn add_faces(fonts: &mut FontCx) {
    let families: Vec<_> = FACES
        .iter()
        .flat_map(|face| fonts.collection.register_fonts(Blob::new(Arc::new(*face)), None))
        .map(|(family, _)| family)
        .collect();
    for script in SCRIPTS {
        fonts.collection.set_fallbacks(Script::from_bytes(*script), families.iter().copied());
    }
}

/// What lies over what. The steps leave room for stones in the air.
mod height {
    pub(super) const BACKDROP: f32 = -100.0;
    /// Hidden by the frame.
    pub(super) const SPECK: f32 = -20.0;
    pub(super) const FRAME: f32 = -10.0;
    pub(super) const FRAME_TEXT: f32 = -5.0;
    pub(super) const CELL: f32 = 0.0;
    pub(super) const SCORCH: f32 = 0.25;
    pub(super) const STAR: f32 = 0.5;
    pub(super) const STONE: f32 = 1.0;
    pub(super) const MARK: f32 = 3.0;
    pub(super) const WORTH: f32 = 3.2;
    pub(super) const BRUSH: f32 = 3.5;
    /// How far a thing lies over what it is written on.
    pub(super) const ABOVE: f32 = 0.1;
    pub(super) const FLAME: f32 = 4.0;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parley::fontique::FontInfo;

    use super::*;

    #[test]
    fn every_sign_that_is_shown_is_in_a_face() {
        let mut fonts = FontCx::default();
        let faces: Vec<_> = FACES
            .iter()
            .flat_map(|face| fonts.collection.register_fonts(Blob::new(Arc::new(*face)), None))
            .flat_map(|(_, faces)| faces)
            .zip(FACES)
            .collect();
        assert_eq!(faces.len(), FACES.len());
        let is_there = |sign: char| {
            let has = |(info, data): &(FontInfo, &[u8])| {
                let charmap = info.charmap_index().charmap(data);
                charmap.and_then(|charmap| charmap.map(sign)).is_some_and(|glyph| glyph != 0)
            };
            faces.iter().any(has)
        };
        let texts = [
            include_str!("../../../assets/locales/en.ftl"),
            include_str!("../../../assets/locales/ja.ftl"),
            include_str!("../../../assets/openings.txt"),
        ];
        // Names are typed in these.
        let typed = ('\u{a1}'..='\u{148}').chain('ぁ'..='ゖ').chain('ァ'..='ヺ');
        let signs: BTreeSet<char> = texts.into_iter().flat_map(str::chars).chain(typed).collect();
        let missing: String = signs.into_iter().filter(|sign| !sign.is_control() && !is_there(*sign)).collect();
        assert_eq!(missing, "", "run scripts/subset-fonts");
        assert!(!is_there('ж'), "what no face has is found out");
    }
}
