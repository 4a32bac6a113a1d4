//! Single discs in the interface, drawn as on the board.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};

use crate::game::drawing::face::FaceLook;
use crate::game::drawing::material::add_shader;
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;
use crate::game::settings::palette::Palette;
use crate::game::ui::disc_icon::{DiscIcon, PrintedDisc};
use crate::game::ui::symbols::SymbolsShown;
use crate::game::ui::turning_discs::Turning;
use crate::rules::Disc;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/disc_icon.wgsl"), "disc_icon.wgsl");
    app.add_plugins(UiMaterialPlugin::<DiscIconMaterial>::default()).init_resource::<DiscIconMaterials>().add_systems(
        Update,
        (
            repaint.run_if(
                resource_changed::<Settings>
                    .or_else(resource_changed::<Turning>)
                    .or_else(resource_changed::<SymbolsShown>),
            ),
            insert_icon_materials,
        )
            .chain()
            .after(GameSystems::Look),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a12");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct DiscIconMaterial {
    #[uniform(0)]
    look: DiscIconLook,
}

/// Shader uniforms.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct DiscIconLook {
    face: FaceLook,
    /// 1 for a printed disc, 0 for one that lies on the board.
    printed: Vec4,
}

impl DiscIconLook {
    fn new(disc: Disc, is_printed: bool, palette: Palette, turning: Turning, symbols: SymbolsShown) -> Self {
        Self {
            face: FaceLook::new(palette.look(disc).engraved(symbols.0), turning.turns(disc)),
            printed: Vec4::splat(f32::from(u8::from(is_printed))),
        }
    }
}

impl UiMaterial for DiscIconMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

/// Materials shared by all icons, one per disc: first as on the board, then as printed.
#[derive(Resource)]
struct DiscIconMaterials([[Handle<DiscIconMaterial>; Disc::ALL.len()]; 2]);

impl FromWorld for DiscIconMaterials {
    fn from_world(world: &mut World) -> Self {
        let (palette, turning) = (world.resource::<Settings>().palette, *world.resource::<Turning>());
        let symbols = *world.resource::<SymbolsShown>();
        let mut materials = world.resource_mut::<Assets<DiscIconMaterial>>();
        let look = |disc, is_printed| DiscIconLook::new(disc, is_printed, palette, turning, symbols);
        Self(
            [false, true].map(|is_printed| {
                Disc::ALL.map(|disc| materials.add(DiscIconMaterial { look: look(disc, is_printed) }))
            }),
        )
    }
}

fn repaint(
    settings: Res<Settings>,
    (turning, symbols): (Res<Turning>, Res<SymbolsShown>),
    handles: Res<DiscIconMaterials>,
    mut materials: ResMut<Assets<DiscIconMaterial>>,
) {
    let each = |(is_printed, handles): (bool, &[Handle<DiscIconMaterial>; Disc::ALL.len()])| {
        Disc::ALL.into_iter().zip(handles.clone()).map(move |(disc, handle)| (disc, is_printed, handle))
    };
    for (disc, is_printed, handle) in [false, true].into_iter().zip(&handles.0).flat_map(each) {
        let look = DiscIconLook::new(disc, is_printed, settings.palette, *turning, *symbols);
        if materials.get(&handle).is_some_and(|material| material.look != look)
            && let Some(mut material) = materials.get_mut(&handle)
        {
            material.look = look;
        }
    }
}

fn insert_icon_materials(
    icons: Query<(Entity, &DiscIcon, Has<PrintedDisc>), Changed<DiscIcon>>,
    handles: Res<DiscIconMaterials>,
    mut commands: Commands,
) {
    for (entity, DiscIcon(disc), is_printed) in &icons {
        let handle = &handles.0[usize::from(is_printed)][*disc as usize];
        commands.entity(entity).insert(MaterialNode(handle.clone()));
    }
}
