//! The graph of the lead: what it shows, and how it is used.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::window::PrimaryWindow;

use crate::game::GameSystems;
use crate::game::analysis::review::{ReviewStep, Reviewing, WORST};
use crate::game::flow::screen::Screen;
use crate::game::ui::button::area_of;
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::score_graph::{ScoreGraph, scale_of};
use crate::game::ui::theme::{self, TextStyle, text};
use crate::rules::Variant;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_leads
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review))
            .run_if(resource_exists_and_changed::<Reviewing>.or_else(any_match_filter::<Added<super::Part>>)),
    );
}

/// The number beside an edge of the graph.
#[derive(Component)]
struct ScaleText;

/// Spawns the graph of a match of two, with what its edges mean.
pub(super) fn spawn(place: &mut ChildSpawnerCommands, variant: &Variant) {
    let [above, below] = [0, 1].map(|index| variant.players()[index.min(variant.players().len() - 1)].disc());
    let column = Node {
        flex_direction: FlexDirection::Column,
        justify_content: JustifyContent::SpaceBetween,
        width: px(34),
        flex_shrink: 0.0,
        ..default()
    };
    place.spawn((Pickable::IGNORE, column)).with_children(|column| {
        for disc in [above, below] {
            column.spawn((
                Pickable::IGNORE,
                Node {
                    flex_direction: FlexDirection::Column,
                    align_items: AlignItems::Center,
                    row_gap: px(2),
                    ..default()
                },
                children![disc_icon(disc, 20.0), (text("", TextStyle::Small, theme::QUIET_TEXT), ScaleText)],
            ));
        }
    });
    place
        .spawn((
            Name::new("graph"),
            ScoreGraph { leads: Vec::new(), marked: Vec::new(), chosen: 0, discs: [above, below] },
            Node { flex_grow: 1.0, ..default() },
        ))
        .observe(point_by::<Press>)
        .observe(point_by::<Drag>);
}

fn show_leads(
    reviewing: Res<Reviewing>,
    mut graphs: Query<&mut ScoreGraph>,
    mut scales: Query<&mut Text, With<ScaleText>>,
) {
    let leads = reviewing.leads();
    let scale = scale_of(&leads);
    for mut graph in &mut graphs {
        let shown = ScoreGraph {
            leads: leads.iter().map(|lead| lead.map(|lead| lead as f32 / scale as f32)).collect(),
            marked: reviewing.found().worst(WORST).into_iter().map(|found| found.ply).collect(),
            chosen: reviewing.ply(),
            discs: graph.discs,
        };
        graph.set_if_neq(shown);
    }
    for mut text in &mut scales {
        let number = format!("+{scale}");
        if text.0 != number {
            text.0 = number;
        }
    }
}

/// Goes to the ply that is pressed, and follows a pointer that is held down.
fn point_by<E: std::fmt::Debug + Clone + Reflect>(
    event: On<Pointer<E>>,
    graphs: Query<(&ScoreGraph, &ComputedNode, &UiGlobalTransform)>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut steps: MessageWriter<ReviewStep>,
) {
    if let Ok((graph, node, transform)) = graphs.get(event.entity) {
        let area = area_of(node, transform, &window);
        let share = (event.pointer_location.position.x - area.min.x) / area.width().max(1.0);
        let ply = graph.ply_at(share, node.size().x * node.inverse_scale_factor);
        steps.write(ReviewStep::To(ply));
    }
}
