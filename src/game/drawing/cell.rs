//! How a cell looks: cloth, lines and marks.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{Material2d, Material2dPlugin};

use crate::game::GameSystems;
use crate::game::board_view::cells::{Cell, Judged, Marks, RefusalMark};
use crate::game::drawing::face::FaceLook;
use crate::game::drawing::height;
use crate::game::drawing::material::{SquareMesh, add_shader, linear};
use crate::game::settings::Settings;
use crate::game::settings::palette::Palette;
use crate::game::ui::theme;
use crate::game::ui::turning::Turning;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/cell.wgsl"), "cell.wgsl");
    app.add_plugins(Material2dPlugin::<CellMaterial>::default())
        .add_systems(Update, (dress_cells, mark_cells).chain().after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a02");

/// One cell's material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct CellMaterial {
    #[uniform(0)]
    look: CellLook,
}

/// What the shader is told; the fields are explained there.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct CellLook {
    cloth: Vec4,
    legal: Vec4,
    legal_rim: Vec4,
    frame: Vec4,
    place: Vec4,
    ghost: FaceLook,
}

impl Material2d for CellMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl CellLook {
    fn new(square: Square, marks: Marks, refused: bool, palette: Palette, turning: Turning) -> Self {
        // One frame a cell: what matters most wins.
        let mark = match marks {
            _ if refused => Some(theme::REFUSED_SQUARE),
            Marks { focused: true, .. } => Some(theme::FOCUSED_SQUARE),
            Marks { judged: Some(Judged::Best), .. } => Some(theme::BEST_SQUARE),
            Marks { judged: Some(Judged::Lossy), .. } => Some(theme::LOSSY_SQUARE),
            Marks { judged: Some(Judged::Unknown), .. } => Some(theme::UNKNOWN_SQUARE),
            Marks { last: true, .. } => Some(theme::LAST_SQUARE),
            _ => None,
        };
        let (width, wash) = mark.map_or((0.01, 0.0), |mark| (mark.width, mark.wash));
        let legal = marks.legal.filter(|_| marks.ghost.is_none()).map(|disc| palette.look(disc));
        Self {
            cloth: linear(theme::FELT),
            legal: legal.map_or(Vec4::ZERO, |look| linear(look.face.with_alpha(0.8))),
            legal_rim: legal.map_or(Vec4::ZERO, |look| linear(look.light_rim)),
            frame: mark.map_or(Vec4::ZERO, |mark| linear(mark.colour)),
            place: Vec4::new(f32::from(square.column()), f32::from(square.row()), width, wash),
            ghost: marks.ghost.map_or(FaceLook::default(), |ghost| {
                FaceLook::new(palette.look(ghost.disc), turning.turns(ghost.disc)).with_alpha(if ghost.explodes {
                    0.25
                } else {
                    0.5
                })
            }),
        }
    }
}

fn dress_cells(
    mut cells: Query<(Entity, &Cell, &Marks, &mut Transform), Added<Cell>>,
    settings: Res<Settings>,
    turning: Res<Turning>,
    mesh: Res<SquareMesh>,
    mut materials: ResMut<Assets<CellMaterial>>,
    mut commands: Commands,
) {
    for (entity, cell, marks, mut transform) in &mut cells {
        transform.translation.z = height::CELL;
        let look = CellLook::new(cell.0, *marks, false, settings.palette, *turning);
        commands.entity(entity).insert((Mesh2d(mesh.0.clone()), MeshMaterial2d(materials.add(CellMaterial { look }))));
    }
}

fn mark_cells(
    cells: Query<(&Cell, &Marks, Has<RefusalMark>, &MeshMaterial2d<CellMaterial>)>,
    settings: Res<Settings>,
    turning: Res<Turning>,
    mut materials: ResMut<Assets<CellMaterial>>,
) {
    for (cell, marks, refused, material) in &cells {
        let look = CellLook::new(cell.0, *marks, refused, settings.palette, *turning);
        if materials.get(&material.0).is_some_and(|material| material.look != look)
            && let Some(mut material) = materials.get_mut(&material.0)
        {
            material.look = look;
        }
    }
}
