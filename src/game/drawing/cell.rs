//! Cells: ground, lines and marks.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{Material2d, Material2dPlugin};

use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::cells::{Cell, Marks, MoveVerdict, RefusalMark};
use crate::game::drawing::face::FaceLook;
use crate::game::drawing::ground::GroundLook;
use crate::game::drawing::height;
use crate::game::drawing::material::{SquareMesh, add_shader, linear};
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;
use crate::game::settings::board_theme::BoardLook;
use crate::game::ui::symbols::SymbolsShown;
use crate::game::ui::theme;
use crate::game::ui::turning_discs::Turning;
use crate::rules::Square;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/cell.wgsl"), "cell.wgsl");
    app.add_plugins(Material2dPlugin::<CellMaterial>::default())
        .add_systems(Update, (insert_cell_materials, mark_cells).chain().after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a02");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct CellMaterial {
    #[uniform(0)]
    look: CellLook,
}

/// Shader uniforms; their fields are explained in `cell.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct CellLook {
    ground: GroundLook,
    legal: Vec4,
    legal_rim: Vec4,
    frame: Vec4,
    place: Vec4,
    board: Vec4,
    ghost: FaceLook,
}

impl Material2d for CellMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl CellLook {
    fn new(
        square: Square,
        marks: Marks,
        refused: bool,
        board: &BoardRoot,
        settings: &Settings,
        (turning, symbols): (Turning, SymbolsShown),
    ) -> Self {
        let (palette, theme) = (settings.palette, settings.board_theme);
        // A cell has only one frame, so the most important mark wins.
        let mark = match marks {
            _ if refused => Some(theme::REFUSED_SQUARE),
            Marks { focused: true, .. } => Some(theme::FOCUSED_SQUARE),
            Marks { judged: Some(MoveVerdict::Best), .. } => Some(theme::BEST_SQUARE),
            Marks { judged: Some(MoveVerdict::Lossy), .. } => Some(theme::LOSSY_SQUARE),
            Marks { judged: Some(MoveVerdict::Unknown), .. } => Some(theme::UNKNOWN_SQUARE),
            Marks { last: true, .. } => Some(theme::LAST_SQUARE),
            _ => None,
        };
        // Light and grain stay in place when the board is turned round.
        let size = board.size();
        let shown = board.middle_of(square) * Vec2::new(1.0, -1.0) + (size - 1.0) / 2.0;
        let (width, wash) = mark.map_or((0.01, 0.0), |mark| (mark.width, mark.wash));
        let tint = board.tints.get(square).filter(|tint| !tint.is_of_hole());
        let colours = theme.look();
        let colours = BoardLook { ground: tint.map_or(colours.ground, |tint| colours.tinted(tint)), ..colours };
        let legal = marks.legal.filter(|_| marks.ghost.is_none()).map(|disc| palette.look(disc));
        Self {
            ground: GroundLook::new(colours),
            legal: legal.map_or(Vec4::ZERO, |look| linear(look.face.with_alpha(0.8))),
            legal_rim: legal.map_or(Vec4::ZERO, |look| linear(look.rim_on(colours.ground))),
            frame: mark.map_or(Vec4::ZERO, |mark| linear(colours.inks.of(mark.ink))),
            place: Vec4::new(shown.x, shown.y, width, wash),
            board: Vec4::new(size.x, size.y, 0.0, 0.0),
            ghost: marks.ghost.map_or(FaceLook::default(), |ghost| {
                FaceLook::new(palette.look(ghost.disc).engraved(symbols.0), turning.turns(ghost.disc))
                    .with_alpha(if ghost.explodes { 0.25 } else { 0.5 })
            }),
        }
    }
}

fn insert_cell_materials(
    mut cells: Query<(Entity, &Cell, &Marks, &mut Transform), Added<Cell>>,
    board: Single<&BoardRoot>,
    settings: Res<Settings>,
    (turning, symbols): (Res<Turning>, Res<SymbolsShown>),
    mesh: Res<SquareMesh>,
    mut materials: ResMut<Assets<CellMaterial>>,
    mut commands: Commands,
) {
    for (entity, cell, marks, mut transform) in &mut cells {
        transform.translation.z = height::CELL;
        let look = CellLook::new(cell.0, *marks, false, &board, &settings, (*turning, *symbols));
        commands.entity(entity).insert((Mesh2d(mesh.0.clone()), MeshMaterial2d(materials.add(CellMaterial { look }))));
    }
}

fn mark_cells(
    cells: Query<(&Cell, &Marks, Has<RefusalMark>, &MeshMaterial2d<CellMaterial>)>,
    board: Single<&BoardRoot>,
    settings: Res<Settings>,
    (turning, symbols): (Res<Turning>, Res<SymbolsShown>),
    mut materials: ResMut<Assets<CellMaterial>>,
) {
    for (cell, marks, refused, material) in &cells {
        let look = CellLook::new(cell.0, *marks, refused, &board, &settings, (*turning, *symbols));
        if materials.get(&material.0).is_some_and(|material| material.look != look)
            && let Some(mut material) = materials.get_mut(&material.0)
        {
            material.look = look;
        }
    }
}
