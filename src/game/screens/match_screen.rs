//! The match: the board, and around it the players, the status line, the moves and the buttons.

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::dialog::outcome_sentence;
use super::layout::Orientation;
use super::{Screen, screen_root};
use crate::game::disc_icon::disc_icon;
use crate::game::keys::TypedName;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Chosen, Weight, button, card_paint, mark};
use crate::game::{Action, BoardArea, GameSystems, Match, MoveRefused, Phase, Seat, Settings, ShownCounts};
use crate::rules::{Player, Record};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Status>().add_systems(OnEnter(Screen::Match), spawn_match_screen).add_systems(
        Update,
        (
            fit_parts.run_if(resource_changed::<Orientation>.or_else(on_entering)),
            (find_status, show_status).chain(),
            show_players,
            list_moves.run_if(resource_exists_and_changed::<Match>.or_else(on_entering)),
            mark_buttons,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

fn on_entering(added: Query<(), Added<Part>>) -> bool {
    !added.is_empty()
}

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum Part {
    Root,
    Board,
    Players,
    Status,
    Moves,
    Buttons,
}

/// A player's card.
#[derive(Component)]
struct PlayerCard(Player);

/// The number on a player's card.
#[derive(Component)]
struct PlayerCount(Player);

/// The text of the status line.
#[derive(Component)]
struct StatusText;

/// The text of the list of moves.
#[derive(Component)]
struct MovesText;

/// What happens now, in one sentence: the status line, and what screen readers are told.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Status(pub(in crate::game) String);

const PANEL_WIDTH: f32 = 320.0;
const DISC_SIDE: f32 = 36.0;
const MOVES_SHOWN: usize = 20;

fn spawn_match_screen(game: Res<Match>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Match), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        root.spawn((Part::Players, Pickable::IGNORE)).with_children(|players| {
            for player in game.record.variant().everybody() {
                spawn_player_card(players, player, game.seats[player]);
            }
        });
        root.spawn((Part::Status, Pickable::IGNORE, children![(text("", TextStyle::Body, theme::TEXT), StatusText)]));
        root.spawn((
            Part::Moves,
            Pickable::IGNORE,
            children![(text("", TextStyle::Small, theme::QUIET_TEXT), MovesText)],
        ));
        root.spawn((Part::Buttons, Pickable::IGNORE)).with_children(|buttons| {
            let plain = [
                ("Undo", Action::Undo),
                ("Redo", Action::Redo),
                ("Hints", Action::ToggleHints),
                ("Restart", Action::Restart),
                ("New game", Action::ShowNewGame),
                ("Title", Action::ShowTitle),
            ];
            for (caption, action) in plain {
                buttons.spawn(button(caption, caption, Weight::Plain, Val::Auto, action));
            }
        });
    });
}

fn spawn_player_card(parent: &mut ChildSpawnerCommands, player: Player, seat: Seat) {
    parent
        .spawn((
            PlayerCard(player),
            Pickable::IGNORE,
            Node {
                flex_grow: 1.0,
                align_items: AlignItems::Center,
                column_gap: px(theme::GAP),
                padding: UiRect::axes(px(14), px(8)),
                border: px(2).all(),
                border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
                ..default()
            },
            card_paint(),
        ))
        .with_children(|card| {
            card.spawn(disc_icon(player.disc(), DISC_SIDE));
            card.spawn((
                Pickable::IGNORE,
                Node { flex_direction: FlexDirection::Column, flex_grow: 1.0, ..default() },
                children![
                    text(player.to_string(), TextStyle::Strong, theme::TEXT),
                    text(seat.to_string(), TextStyle::Small, theme::QUIET_TEXT),
                ],
            ));
            card.spawn((text("", TextStyle::Count, theme::TEXT), PlayerCount(player)));
        });
}

/// Lays the parts out: beside the board, or above and below it.
fn fit_parts(orientation: Res<Orientation>, mut parts: Query<(&Part, &mut Node)>) {
    for (part, mut node) in &mut parts {
        *node = match *orientation {
            Orientation::Landscape => beside_board(*part),
            Orientation::Portrait => around_board(*part),
        };
    }
}

fn beside_board(part: Part) -> Node {
    let panel = |row| Node { grid_column: GridPlacement::start(2), grid_row: GridPlacement::start(row), ..default() };
    match part {
        Part::Root => Node {
            width: percent(100),
            height: percent(100),
            display: Display::Grid,
            grid_template_columns: vec![GridTrack::flex(1.0), GridTrack::px(PANEL_WIDTH)],
            grid_template_rows: vec![GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto()],
            padding: px(16).all(),
            column_gap: px(16),
            row_gap: px(12),
            ..default()
        },
        Part::Board => Node {
            grid_column: GridPlacement::start(1),
            grid_row: GridPlacement::start_span(1, 4),
            min_width: px(0),
            min_height: px(0),
            ..default()
        },
        Part::Players => Node { flex_direction: FlexDirection::Column, row_gap: px(theme::GAP), ..panel(1) },
        Part::Status => Node { padding: UiRect::horizontal(px(4)), min_height: px(24), ..panel(2) },
        Part::Moves => {
            Node { padding: UiRect::horizontal(px(4)), overflow: Overflow::clip(), min_height: px(0), ..panel(3) }
        }
        Part::Buttons => Node {
            display: Display::Grid,
            grid_template_columns: RepeatedGridTrack::flex(2, 1.0),
            column_gap: px(8),
            row_gap: px(8),
            ..panel(4)
        },
    }
}

fn around_board(part: Part) -> Node {
    let row = |row| Node { grid_column: GridPlacement::start(1), grid_row: GridPlacement::start(row), ..default() };
    match part {
        Part::Root => Node {
            width: percent(100),
            height: percent(100),
            display: Display::Grid,
            grid_template_columns: vec![GridTrack::flex(1.0)],
            grid_template_rows: vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto(), GridTrack::auto()],
            padding: px(8).all(),
            row_gap: px(8),
            ..default()
        },
        Part::Players => Node { column_gap: px(8), ..row(1) },
        Part::Board => Node { min_width: px(0), min_height: px(0), ..row(2) },
        Part::Status => Node { justify_content: JustifyContent::Center, min_height: px(22), ..row(3) },
        Part::Moves => Node { display: Display::None, ..row(3) },
        Part::Buttons => Node {
            display: Display::Grid,
            grid_template_columns: RepeatedGridTrack::flex(3, 1.0),
            column_gap: px(6),
            row_gap: px(6),
            ..row(4)
        },
    }
}

fn find_status(
    game: Res<Match>,
    phase: Res<Phase>,
    typed: Res<TypedName>,
    mut refusals: MessageReader<MoveRefused>,
    mut refused: Local<Option<String>>,
    mut status: ResMut<Status>,
) {
    // A refusal is told until the match goes on.
    if game.is_changed() {
        *refused = None;
    }
    if let Some(refusal) = refusals.read().last() {
        *refused = Some(format!("Not there: {}", refusal.reason));
    }
    let sentence = if !typed.text().is_empty() {
        format!("{} …", typed.text())
    } else if let Some(refused) = refused.as_ref() {
        refused.clone()
    } else {
        match (game.to_move(), *phase) {
            // While the last discs turn, the result is not given away.
            (None, Phase::Over) => game.record.position().outcome().map(outcome_sentence).unwrap_or_default(),
            (None, _) => String::new(),
            (Some((player, Seat::Cpu(_))), Phase::Thinking) => format!("{player} is thinking …"),
            (Some((player, _)), _) => format!("{player} to move"),
        }
    };
    status.set_if_neq(Status(sentence));
}

fn show_status(status: Res<Status>, mut texts: Query<&mut Text, With<StatusText>>) {
    for mut text in &mut texts {
        if text.0 != status.0 {
            text.0.clone_from(&status.0);
        }
    }
}

fn show_players(
    game: Res<Match>,
    counts: Res<ShownCounts>,
    mut cards: Query<(&PlayerCard, &mut BorderColor)>,
    mut numbers: Query<(&PlayerCount, &mut Text)>,
) {
    let to_move = game.record.position().to_move();
    for (PlayerCard(player), mut border) in &mut cards {
        let colour = if to_move == Some(*player) { theme::ACCENT } else { theme::LINE };
        border.set_if_neq(BorderColor::all(colour));
    }
    for (PlayerCount(player), mut text) in &mut numbers {
        let number = counts.0[*player].to_string();
        if text.0 != number {
            text.0 = number;
        }
    }
}

fn list_moves(game: Res<Match>, mut texts: Query<&mut Text, With<MovesText>>) {
    for mut text in &mut texts {
        text.0 = last_moves(&game.record);
    }
}

/// The last moves, one a line, such as "12. White c4".
fn last_moves(record: &Record) -> String {
    let played = record.played();
    let first = played.len().saturating_sub(MOVES_SHOWN);
    let line = |turn: &crate::rules::Turn| {
        let mut words =
            vec![format!("{}.  {}  {}", turn.move_number, turn.placement.player(), turn.placement.square())];
        words.extend(turn.passes.iter().map(|player| format!("{player} passes")));
        words.join(", ")
    };
    played[first..].iter().map(line).collect::<Vec<_>>().join("\n")
}

fn mark_buttons(
    game: Res<Match>,
    settings: Res<Settings>,
    buttons: Query<(Entity, &Action, Has<InteractionDisabled>, Has<Chosen>)>,
    mut commands: Commands,
) {
    for (entity, action, is_disabled, is_chosen) in &buttons {
        match action {
            Action::Undo => {
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.undo_target().is_none());
            }
            Action::Redo => {
                mark::<InteractionDisabled>(&mut commands, entity, is_disabled, game.redo_target().is_none());
            }
            Action::ToggleHints => mark::<Chosen>(&mut commands, entity, is_chosen, settings.hints),
            _ => {}
        }
    }
}
