//! Graph of the review: the lead, or every player's share of the win, move by move.

use bevy::prelude::*;
use bevy::ui::{ComputedNode, UiGlobalTransform};
use bevy::window::PrimaryWindow;

use crate::cpu::Measure;
use crate::game::analysis::advice::percent_text;
use crate::game::analysis::review::{MAX_WORST_MOVES, ReviewStep, Reviewing, Standing};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::ui::button::area_of;
use crate::game::ui::disc_icon::printed_disc;
use crate::game::ui::layout::Layout;
use crate::game::ui::score_graph::{Bands, Curve, ScoreGraph, scale_of};
use crate::game::ui::theme::{self, TextStyle, text};
use crate::rules::{Disc, Player, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        show_standings
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review))
            .run_if(resource_exists_and_changed::<Reviewing>.or_else(any_match_filter::<Added<super::ReviewPart>>)),
    );
}

/// Number beside the graph.
#[derive(Component, Clone, Copy, Debug)]
enum GraphText {
    /// Lead at the upper and lower edge.
    Scale,
    /// The player's share at the shown position.
    Share(Player),
}

/// Spawns the graph of a match with its legend.
pub(super) fn spawn(place: &mut ChildSpawnerCommands, variant: &Variant) {
    let disc_of = |player: &Player| player.disc();
    let curve = match Measure::of(variant) {
        Measure::Discs => {
            let discs = [0, 1].map(|index| variant.players().get(index).map_or(Disc::Black, disc_of));
            spawn_edges(place, discs);
            Curve::Leads { discs, leads: Vec::new() }
        }
        Measure::Shares => {
            spawn_names_of_bands(place, variant.scored());
            Curve::Shares { discs: variant.scored().iter().map(disc_of).collect(), bands: Vec::new() }
        }
    };
    place
        .spawn((Name::new("graph"), ScoreGraph { curve, marked: Vec::new(), chosen: 0 }, Node::default().grow()))
        .observe(point_by::<Press>)
        .observe(point_by::<Drag>);
}

/// Spawns the labels of the edges: the disc of the leading player, and the lead there.
fn spawn_edges(place: &mut ChildSpawnerCommands, discs: [Disc; 2]) {
    let column = Node::column(0).spread().width(px(34)).fixed();
    place.spawn((Pickable::IGNORE, column)).with_children(|column| {
        for disc in discs {
            column.spawn((
                Pickable::IGNORE,
                Node::column(2).centred(),
                children![printed_disc(disc, 20.0), (text("", TextStyle::Small, theme::QUIET_TEXT), GraphText::Scale)],
            ));
        }
    });
}

/// Spawns the labels of the bands, topmost first: a disc, and the share at the shown position.
fn spawn_names_of_bands(place: &mut ChildSpawnerCommands, players: &[Player]) {
    let column = Node::column(0).justify(JustifyContent::SpaceAround).width(px(58)).fixed();
    // Zero height, so that five rows fit beside a low graph.
    let row = Node::row(5).centred().height(px(0));
    place.spawn((Pickable::IGNORE, column)).with_children(|column| {
        for player in players {
            let share =
                (text("", TextStyle::Small, theme::QUIET_TEXT), TextLayout::no_wrap(), GraphText::Share(*player));
            column.spawn((Pickable::IGNORE, row.clone(), children![printed_disc(player.disc(), 13.0), share]));
        }
    });
}

fn show_standings(
    reviewing: Res<Reviewing>,
    mut graphs: Query<&mut ScoreGraph>,
    mut texts: Query<(&GraphText, &mut Text)>,
) {
    let standings = reviewing.standings();
    let leads = standings.iter().map(|standing| match standing {
        Some(Standing::Lead(lead)) => Some(*lead),
        _ => None,
    });
    let scale = scale_of(leads.clone().flatten());
    for mut graph in &mut graphs {
        let curve = match &graph.curve {
            Curve::Leads { discs, .. } => Curve::Leads {
                discs: *discs,
                leads: leads.clone().map(|lead| lead.map(|lead| lead as f32 / scale as f32)).collect(),
            },
            Curve::Shares { discs, .. } => Curve::Shares { discs: discs.clone(), bands: bands(&reviewing, &standings) },
        };
        let marked = reviewing.found().worst(MAX_WORST_MOVES).into_iter().map(|found| found.ply).collect();
        graph.set_if_neq(ScoreGraph { curve, marked, chosen: reviewing.ply() });
    }
    let shares = match reviewing.standing_here() {
        Some(Standing::Shares(shares)) => Some(shares),
        _ => None,
    };
    for (kind, mut text) in &mut texts {
        let number = match kind {
            GraphText::Scale => format!("+{scale}"),
            GraphText::Share(player) => shares.map_or_else(String::new, |shares| percent_text(shares[*player]) + " %"),
        };
        if text.0 != number {
            text.0 = number;
        }
    }
}

/// Bands of the scored players; each ply highlights the player who made its move.
fn bands(reviewing: &Reviewing, standings: &[Option<Standing>]) -> Vec<Option<Bands>> {
    let players = reviewing.record().variant().scored();
    let at = |(ply, standing): (usize, &Option<Standing>)| {
        let Some(Standing::Shares(shares)) = standing else { return None };
        let mut heights = [0.0; Player::ALL.len()];
        for (height, player) in heights.iter_mut().zip(players) {
            *height = shares[*player];
        }
        let mover = reviewing.turn(ply).map(|turn| turn.player);
        Some(Bands { heights, chosen: players.iter().position(|player| Some(*player) == mover) })
    };
    standings.iter().enumerate().map(at).collect()
}

/// Goes to the pressed ply, and follows a dragged pointer.
fn point_by<E: std::fmt::Debug + Clone + Reflect>(
    event: On<Pointer<E>>,
    graphs: Query<(&ScoreGraph, &ComputedNode, &UiGlobalTransform)>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut steps: MessageWriter<ReviewStep>,
) {
    if let Ok((graph, node, transform)) = graphs.get(event.entity) {
        let area = area_of(node, transform, &window);
        let share = (event.pointer_location.position.x - area.min.x) / area.width().max(1.0);
        steps.write(ReviewStep::To(graph.ply_at(share, node.size().x * node.inverse_scale_factor)));
    }
}
