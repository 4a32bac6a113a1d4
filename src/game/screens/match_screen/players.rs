//! The players' cards: who plays which disc, how many lie, and whose turn it is.

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::board_view::stones::{ShownCounts, count_shown_discs};
use crate::game::cpu_seat::turns::ThinkingProgress;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::card_paint;
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, text};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            fit_cards.run_if(resource_changed::<Orientation>.or_else(any_match_filter::<Added<PlayerCard>>)),
            show_players.after(count_shown_discs),
            show_thinking,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

/// A player's card.
#[derive(Component)]
#[require(Node)]
struct PlayerCard(Player);

/// What the player is called, on a card.
#[derive(Component)]
struct NameText;

/// The parts of a card, laid out by [`fit_cards`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum CardPart {
    Disc,
    Name,
    /// Who makes the moves.
    Seat,
    Count,
}

/// The number on a player's card.
#[derive(Component)]
struct PlayerCount(Player);

/// The bar along the lower edge of a card that grows while its CPU player thinks.
#[derive(Component)]
struct ThinkingBar(Player);

/// More cards than this must be small.
const ROOMY: usize = 3;
/// The width of a disc on a card, in logical pixels.
const DISC_SIDE: f32 = 36.0;

/// Spawns a card for each player of the match.
pub(super) fn spawn_cards(parent: &mut ChildSpawnerCommands, game: &Match) {
    let variant = game.record.variant();
    for player in variant.everybody() {
        let is_scored = variant.scored().contains(&player);
        let seat = Phrase::from(game.seats[player]);
        let seat = if is_scored { seat } else { say!("match-not-scored", seat = seat) };
        let ink = if is_scored { theme::TEXT } else { theme::QUIET_TEXT };
        parent.spawn((PlayerCard(player), Pickable::IGNORE, card_paint())).with_children(|card| {
            // A long name gives way to the count.
            let words = || (Pickable::IGNORE, Node { overflow: Overflow::clip(), ..default() });
            let name = (shortened_text(game.called(player), TextStyle::Strong, theme::TEXT), NameText);
            let seat = shortened_text(seat, TextStyle::Small, theme::QUIET_TEXT);
            card.spawn((disc_icon(player.disc(), DISC_SIDE), CardPart::Disc));
            card.spawn((words(), CardPart::Name, children![name]));
            card.spawn((words(), CardPart::Seat, children![seat]));
            card.spawn((text("", TextStyle::Count, ink), PlayerCount(player), CardPart::Count));
            card.spawn((
                ThinkingBar(player),
                Pickable::IGNORE,
                Node { position_type: PositionType::Absolute, left: px(0), bottom: px(0), height: px(3), ..default() },
                BackgroundColor(theme::ACCENT),
            ));
        });
    }
}

/// Cards are rows beside the board, with the seat under the name; above it, it is under all of that. Many of them are
/// columns there, without the seat.
fn fit_cards(
    orientation: Res<Orientation>,
    mut cards: Query<&mut Node, (With<PlayerCard>, Without<CardPart>)>,
    mut parts: Query<(&CardPart, &mut Node)>,
    mut names: Query<&mut TextFont, With<NameText>>,
) {
    let is_row = *orientation != Orientation::Landscape;
    let is_crowded = cards.iter().count() > ROOMY;
    let is_column = is_row && cards.iter().count() >= ROOMY;
    for mut node in &mut cards {
        *node = Node {
            flex_grow: 1.0,
            flex_basis: if is_row { px(0) } else { Val::Auto },
            min_width: px(0),
            display: if is_column { Display::Flex } else { Display::Grid },
            flex_direction: FlexDirection::Column,
            grid_template_columns: vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto()],
            align_items: AlignItems::Center,
            column_gap: px(theme::GAP),
            padding: match (is_column, is_crowded) {
                (true, _) => UiRect::axes(px(2), px(5)),
                (false, true) => UiRect::axes(px(14), px(3)),
                (false, false) if is_row => UiRect::axes(px(9), px(6)),
                (false, false) => UiRect::axes(px(14), px(8)),
            },
            overflow: Overflow::clip(),
            border: px(2).all(),
            border_radius: BorderRadius::all(px(theme::CARD_RADIUS)),
            ..default()
        };
    }
    for (part, mut node) in &mut parts {
        let beside_both = if is_row { GridPlacement::start(1) } else { GridPlacement::start_span(1, 2) };
        (node.grid_column, node.grid_row) = match part {
            CardPart::Disc => (GridPlacement::start(1), beside_both),
            CardPart::Name => (GridPlacement::start(2), GridPlacement::start(1)),
            CardPart::Count => (GridPlacement::start(3), beside_both),
            CardPart::Seat if is_row => (GridPlacement::start_span(1, 3), GridPlacement::start(2)),
            CardPart::Seat => (GridPlacement::start(2), GridPlacement::start(2)),
        };
        if *part == CardPart::Name {
            // Where cards are columns, a name is in the middle of all their width.
            node.width = if is_column { percent(100) } else { Val::Auto };
            node.justify_content = if is_column { JustifyContent::Center } else { JustifyContent::Default };
        }
        if *part == CardPart::Seat {
            node.display = if is_column { Display::None } else { Display::Flex };
        }
    }
    for mut font in &mut names {
        // The face stays that of the name's language.
        let style = if is_column { TextStyle::Small } else { TextStyle::Strong }.font();
        (font.font_size, font.weight) = (style.font_size, style.weight);
    }
}

fn show_thinking(game: Res<Match>, progress: Res<ThinkingProgress>, mut bars: Query<(&ThinkingBar, &mut Node)>) {
    let to_move = game.record.position().to_move();
    for (ThinkingBar(player), mut node) in &mut bars {
        let share = if to_move == Some(*player) { progress.share } else { 0.0 };
        let width = percent(100.0 * share);
        if node.width != width {
            node.width = width;
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
