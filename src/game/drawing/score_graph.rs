//! How the graph of a match looks: a strip of the board's cloth, covered with the colour of whoever leads.

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};
use bevy::ui::ComputedNode;

use crate::game::GameSystems;
use crate::game::drawing::material::{add_shader, linear};
use crate::game::settings::Settings;
use crate::game::settings::board_theme::BoardLook;
use crate::game::ui::score_graph::ScoreGraph;

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/score_graph.wgsl"), "score_graph.wgsl");
    app.add_plugins(UiMaterialPlugin::<ScoreGraphMaterial>::default())
        .add_systems(Update, dress_graphs.after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a14");

/// One graph's material.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct ScoreGraphMaterial {
    #[uniform(0)]
    look: ScoreGraphLook,
}

/// What the shader is told; the fields are explained there.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct ScoreGraphLook {
    plies: [Vec4; ScoreGraph::MOST],
    faces: [Vec4; 2],
    ground: Vec4,
    line: Vec4,
    accent: Vec4,
    mark: Vec4,
    place: Vec4,
}

impl UiMaterial for ScoreGraphMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl ScoreGraphLook {
    /// `pixel` is how many physical pixels a logical one of the interface has.
    fn new(graph: &ScoreGraph, settings: &Settings, pixel: f32) -> Self {
        let mut plies = [Vec4::ZERO; ScoreGraph::MOST];
        for (ply, (place, lead)) in plies.iter_mut().zip(&graph.leads).enumerate() {
            let is_marked = f32::from(u8::from(graph.marked.contains(&ply)));
            *place = Vec4::new(lead.unwrap_or(0.0), f32::from(u8::from(lead.is_some())), is_marked, 0.0);
        }
        let BoardLook { ground, inks, .. } = settings.board_theme.look();
        let last = graph.leads.len().clamp(2, ScoreGraph::MOST) - 1;
        Self {
            plies,
            faces: graph.discs.map(|disc| linear(settings.palette.look(disc).face)),
            ground: linear(ground),
            line: linear(inks.plain),
            accent: linear(inks.accent),
            mark: linear(inks.alarm),
            place: Vec4::new(last as f32, graph.chosen.min(last) as f32, pixel, ScoreGraph::INSET * pixel),
        }
    }
}

fn dress_graphs(
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
