//! Marks of a previewed move, on each disc involved and on a placed disc that would vanish at once. A symbol on the
//! disc stays visible: the mark is then beside it.

use std::collections::HashMap;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dPlugin};

use crate::game::board_view::board_root::BoardRoot;
use crate::game::board_view::legal_moves::LegalMoves;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::preview::Preview;
use crate::game::board_view::stones::Stone;
use crate::game::drawing::height;
use crate::game::drawing::material::{SquareMesh, add_shader, linear, precompile};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::settings::Settings;
use crate::game::settings::palette::Symbol;
use crate::game::ui::theme;
use crate::rules::{Disc, Square};

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/mark.wgsl"), "mark.wgsl");
    app.add_plugins(Material2dPlugin::<MarkMaterial>::default()).add_systems(
        Update,
        (show_marks, precompile::<MarkMaterial>).after(GameSystems::Look).run_if(in_state(Screen::Match)),
    );
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a07");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug, Default)]
struct MarkMaterial {
    #[uniform(0)]
    look: MarkLook,
}

/// Shader uniforms; their fields are explained in `mark.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, Default)]
struct MarkLook {
    mover: Vec4,
    accent: Vec4,
    place: Vec4,
}

impl Material2d for MarkMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }
}

/// Position and size of a mark in the middle of a disc.
const MIDDLE: Vec4 = Vec4::new(0.0, 0.0, 1.0, 0.0);
/// Position and size of a mark beside an engraved symbol.
const BESIDE: Vec4 = Vec4::new(0.66, -0.66, 0.6, 0.0);

/// Shader code of a mark.
const fn code(preview: Preview) -> f32 {
    match preview {
        Preview::Turns => 1.0,
        Preview::Stays => 2.0,
        Preview::Flanks => 3.0,
        Preview::Serves => 4.0,
        Preview::Explodes => 5.0,
    }
}

#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    square: Square,
    preview: Preview,
    mover: Disc,
    is_beside_symbol: bool,
}

/// Keeps the marks of the previewed move on the stones, but not on stones that still move.
fn show_marks(
    game: Res<Match>,
    legal: Res<LegalMoves>,
    settings: Res<Settings>,
    root: Single<(Entity, &BoardRoot)>,
    moving: Query<&Stone, With<Motion>>,
    shown: Query<(Entity, &Mark)>,
    mesh: Res<SquareMesh>,
    mut materials: ResMut<Assets<MarkMaterial>>,
    mut commands: Commands,
) {
    let mut wanted: HashMap<Square, Mark> = HashMap::new();
    if let Some(placement) = legal.preview {
        let mover = placement.player().disc();
        let vanishing = placement.explodes().then_some((placement.square(), Preview::Explodes));
        let marks = legal.marks.iter().map(|(square, preview)| (*square, *preview)).chain(vanishing);
        let board = game.record.position().board();
        wanted.extend(marks.map(|(square, preview)| {
            let disc = board.disc(square).unwrap_or(mover);
            let is_beside_symbol = settings.palette.look(disc).symbol != Symbol::Plain;
            (square, Mark { square, preview, mover, is_beside_symbol })
        }));
        for stone in &moving {
            wanted.remove(&stone.square);
        }
    }
    for (entity, mark) in &shown {
        if wanted.get(&mark.square) == Some(mark) {
            wanted.remove(&mark.square);
        } else {
            commands.entity(entity).despawn();
        }
    }
    let (root, board) = *root;
    for mark in wanted.into_values() {
        let mover = linear(settings.palette.look(mark.mover).face).truncate().extend(code(mark.preview));
        let place = if mark.is_beside_symbol { BESIDE } else { MIDDLE };
        let look = MarkLook { mover, accent: linear(theme::ACCENT.dark), place };
        commands.spawn((
            Name::new(format!("mark {}", mark.square)),
            mark,
            Mesh2d(mesh.0.clone()),
            MeshMaterial2d(materials.add(MarkMaterial { look })),
            Transform::from_translation(board.middle_of(mark.square).extend(height::MARK)),
            ChildOf(root),
        ));
    }
}
