//! Score graphs: a strip of the board's cloth, covered with the leader's colour or with one band per player.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::ui::ComputedNode;

use crate::game::drawing::material::{add_shader, linear};
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;
use crate::game::settings::board_theme::BoardLook;
use crate::game::ui::score_graph::{Curve, ScoreGraph};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/score_graph.wgsl"), "score_graph.wgsl");
    app.add_plugins(UiMaterialPlugin::<ScoreGraphMaterial>::default())
        .add_systems(Update, update_graph_materials.after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a14");

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct ScoreGraphMaterial {
    #[uniform(0)]
    look: ScoreGraphLook,
}

/// Shader uniforms; their fields are explained in `score_graph.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct ScoreGraphLook {
    plies: [Vec4; ScoreGraph::MAX_PLACES],
    bands: [Vec4; ScoreGraph::MAX_PLACES],
    faces: [Vec4; Player::ALL.len()],
    ground: Vec4,
    line: Vec4,
    accent: Vec4,
    mark: Vec4,
    place: Vec4,
    kind: Vec4,
}

impl UiMaterial for ScoreGraphMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl ScoreGraphLook {
    /// `pixel` is the number of physical pixels per logical pixel of the interface.
    fn new(graph: &ScoreGraph, settings: &Settings, pixel: f32) -> Self {
        let mut plies = [Vec4::ZERO; ScoreGraph::MAX_PLACES];
        let mut bands = [Vec4::ZERO; ScoreGraph::MAX_PLACES];
        for place in 0..graph.places() {
            let (height, is_known) = match &graph.curve {
                Curve::Leads { leads, .. } => (leads[graph.ply_of(place)], leads[graph.ply_of(place)].is_some()),
                Curve::Shares { bands: all, .. } => {
                    let here = all[graph.ply_of(place)];
                    let [first, second, third, fourth, _] = here.unwrap_or_default().ends();
                    bands[place] = Vec4::new(first, second, third, fourth);
                    (here.and_then(|here| here.middle_of_chosen()).map(|middle| 1.0 - 2.0 * middle), here.is_some())
                }
            };
            plies[place] = Vec4::new(height.unwrap_or(0.0), flag(is_known), 0.0, flag(height.is_some()));
        }
        for ply in &graph.marked {
            plies[graph.place_of(*ply)].z = 1.0;
        }
        let (discs, has_bands) = match &graph.curve {
            Curve::Leads { discs, .. } => (&discs[..], false),
            Curve::Shares { discs, .. } => (&discs[..], true),
        };
        let mut faces = [Vec4::ZERO; Player::ALL.len()];
        for (face, disc) in faces.iter_mut().zip(discs) {
            *face = linear(settings.palette.look(*disc).face);
        }
        let BoardLook { ground, inks, .. } = settings.board_theme.look();
        let last = graph.places().max(2) - 1;
        let chosen = graph.place_of(graph.chosen).min(last);
        Self {
            plies,
            bands,
            faces,
            ground: linear(ground),
            line: linear(inks.plain),
            accent: linear(inks.accent),
            mark: linear(inks.alarm),
            place: Vec4::new(last as f32, chosen as f32, pixel, ScoreGraph::INSET * pixel),
            kind: Vec4::new(flag(has_bands), 0.0, 0.0, 0.0),
        }
    }
}

fn flag(is_so: bool) -> f32 {
    f32::from(u8::from(is_so))
}

fn update_graph_materials(
    graphs: Query<(Entity, &ScoreGraph, &ComputedNode, Option<&MaterialNode<ScoreGraphMaterial>>)>,
    settings: Res<Settings>,
    mut materials: ResMut<Assets<ScoreGraphMaterial>>,
    mut commands: Commands,
) {
    for (entity, graph, node, material) in &graphs {
        let look = ScoreGraphLook::new(graph, &settings, node.inverse_scale_factor.recip());
        match material {
            None => {
                commands.entity(entity).insert(MaterialNode(materials.add(ScoreGraphMaterial { look })));
            }
            Some(MaterialNode(handle)) => {
                if materials.get(handle).is_some_and(|material| material.look != look)
                    && let Some(mut material) = materials.get_mut(handle)
                {
                    material.look = look;
                }
            }
        }
    }
}
