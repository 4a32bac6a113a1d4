//! Player cards: name, seat, number of discs, turn and remaining time.

use bevy::prelude::*;
use bevy::text::FontSize;

use crate::game::board_view::stones::{ShownCounts, count_shown_discs};
use crate::game::cpu_seat::lost_networks::LostNetworks;
use crate::game::cpu_seat::turns::ThinkingProgress;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_clock::ShownTime;
use crate::game::play::match_state::Match;
use crate::game::play::match_time::{LowTime, MatchTime};
use crate::game::play::seat::Seat;
use crate::game::redraw::Frames;
use crate::game::screens::match_screen::{NarrowPanel, fit_parts};
use crate::game::screens::new_game::seats::seat_name;
use crate::game::settings::programs::Programs;
use crate::game::settings::{Pace, Settings};
use crate::game::text::clock_face::ClockFace;
use crate::game::text::worded::Worded;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::card_paint;
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::shortened_text::shortened_text;
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::game::ui::tone::{Border, Fill, Ink, Tone};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    // No pulse for a turn that began before the screen opened.
    app.init_resource::<TurnGlow>().add_systems(OnEnter(Screen::Match), |mut turn: ResMut<TurnGlow>| {
        *turn = TurnGlow::default();
    });
    app.add_systems(
        Update,
        (
            fit_cards.after(fit_parts).run_if(
                resource_changed::<Orientation>
                    .or_else(resource_changed::<NarrowPanel>)
                    .or_else(any_match_filter::<Added<PlayerCard>>),
            ),
            show_players.after(count_shown_discs),
            show_seats.run_if(
                resource_exists_and_changed::<Match>
                    .or_else(resource_changed::<LostNetworks>)
                    .or_else(any_match_filter::<Added<SeatText>>),
            ),
            (note_turn, glow).chain(),
            show_thinking,
            show_clocks,
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Match)),
    );
}

#[derive(Component)]
#[require(Node)]
pub(super) struct PlayerCard(pub(super) Player);

/// Name of the player.
#[derive(Component)]
pub(super) struct NameText(pub(super) Player);

/// The player's seat, such as "Human" or a CPU player.
#[derive(Component)]
pub(super) struct SeatText(pub(super) Player);

/// Parts of a card, laid out by [`fit_cards`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node)]
enum CardPart {
    Disc,
    Name,
    Seat,
    Count,
    /// Only in matches with a clock.
    Clock,
}

/// Remaining time of the player.
#[derive(Component)]
struct ClockText(Player);

/// Background of the clock, coloured when time is low.
#[derive(Component)]
struct ClockPlate(Player);

/// Number of the player's discs.
#[derive(Component)]
struct PlayerCount(Player);

/// Bar along the lower edge of a card that grows while its CPU player thinks.
#[derive(Component)]
struct ThinkingBar(Player);

/// Maximum number of cards that need not be small.
const MAX_LARGE_CARDS: usize = 3;
/// Side of the disc on a card, in logical pixels.
const DISC_SIDE: f32 = 36.0;
/// Side of the disc on many cards in a narrow panel.
const SMALL_DISC: f32 = 26.0;
/// Gap between the parts of cards that are side by side; small, so that a short name fits even with large text.
const ROW_GAP: f32 = 5.0;
/// Font size of the clock above the board: on cards that are columns, and on others.
const CLOCK_SIZES: (f32, f32) = (17.0, 20.0);
/// Minimum width of a clock on a card beside the board: that of "00:00".
const CLOCK_WIDTH: f32 = 84.0;
/// Minimum width of a count beside or above a clock: that of "64".
const COUNT_WIDTH: f32 = 46.0;
/// Extra width of a clock above the board, compared with the count over it.
const CLOCK_OVERHANG: f32 = 20.0;
/// Corner radius of the clock's background.
const CLOCK_RADIUS: f32 = 6.0;

pub(super) fn spawn_cards(parent: &mut ChildSpawnerCommands, game: &Match) {
    let variant = game.record.variant();
    for player in variant.everybody() {
        let is_scored = variant.scored().contains(&player);
        let ink = if is_scored { theme::TEXT } else { theme::QUIET_TEXT };
        let name = Name::new(format!("card of {}", player.key()));
        parent.spawn((name, PlayerCard(player), Pickable::IGNORE, card_paint())).with_children(|card| {
            // A long name is shortened, not the count.
            let words = || (Pickable::IGNORE, Node::default().clip());
            let name = (shortened_text(game.addressed(player), TextStyle::Strong, theme::TEXT), NameText(player));
            let seat = (
                shortened_text(
                    seat_words(game, &LostNetworks::default(), &Programs::default(), player),
                    TextStyle::Small,
                    theme::QUIET_TEXT,
                ),
                SeatText(player),
            );
            card.spawn((disc_icon(player.disc(), DISC_SIDE), CardPart::Disc));
            card.spawn((words(), CardPart::Name, children![name]));
            card.spawn((words(), CardPart::Seat, children![seat]));
            if game.clock.control().is_some() {
                let time = (worded("", TextStyle::Clock, theme::QUIET_TEXT), ClockText(player));
                let plate = (CardPart::Clock, ClockPlate(player), Fill(Tone::NONE), Pickable::IGNORE);
                card.spawn((plate, children![(time, TextLayout::no_wrap())]));
            }
            let count = (text("", TextStyle::Count, ink), TextLayout::justify(Justify::Right));
            card.spawn((count, PlayerCount(player), CardPart::Count));
            let edge = Node { left: px(0), bottom: px(0), ..Node::default().height(px(3)).absolute() };
            card.spawn((ThinkingBar(player), Pickable::IGNORE, edge, Fill(theme::ACCENT)));
        });
    }
}

/// The player's seat, and a note if the player's discs are not scored.
fn seat_words(game: &Match, lost: &LostNetworks, programs: &Programs, player: Player) -> Phrase {
    // The name says "You", so the seat says the colour.
    let is_you = game.you() == Some(player);
    let seat = match game.seats[player] {
        _ if is_you => player.into(),
        _ if game.exercise.is_some() => say!("lesson-opponent"),
        Seat::Cpu(cpu) if lost.affect(cpu, game.record.variant()) => say!("match-seat-weaker", cpu = cpu),
        seat => seat_name(seat, programs),
    };
    let is_scored = game.record.variant().scored().contains(&player);
    if is_scored { seat } else { say!("match-not-scored", seat = seat) }
}

/// Lays out the cards.
///
/// In landscape a card is a row, with the seat under the name and the clock before the count. Elsewhere, seat and clock
/// are on a second line; three or more cards are columns without the seat. In a narrow panel cards are rows with the
/// clock under the count, and more than three have no seat.
fn fit_cards(
    (orientation, narrow): (Res<Orientation>, Res<NarrowPanel>),
    game: Res<Match>,
    mut cards: Query<&mut Node, (With<PlayerCard>, Without<CardPart>)>,
    mut parts: Query<(&CardPart, &mut Node)>,
    mut names: Query<&mut TextFont, (With<NameText>, Without<ClockText>)>,
    mut clocks: Query<&mut TextFont, With<ClockText>>,
    mut counts: Query<&mut TextFont, (With<PlayerCount>, Without<ClockText>, Without<NameText>)>,
) {
    let has_clocks = !clocks.is_empty();
    let is_narrow = narrow.0;
    let is_row = if is_narrow { has_clocks } else { *orientation != Orientation::Landscape };
    let is_crowded = cards.iter().count() > MAX_LARGE_CARDS;
    let is_column = is_row && !is_narrow && cards.iter().count() >= MAX_LARGE_CARDS;
    for mut node in &mut cards {
        *node = Node {
            flex_grow: 1.0,
            flex_basis: if is_row && !is_narrow { px(0) } else { Val::Auto },
            min_width: px(0),
            display: if is_column { Display::Flex } else { Display::Grid },
            flex_direction: FlexDirection::Column,
            grid_template_columns: match (is_row, has_clocks) {
                (_, false) => vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto()],
                (false, true) => vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::auto(), GridTrack::auto()],
                // The clock is wider than the count over it, but must not take width from the name.
                (true, true) => {
                    vec![GridTrack::auto(), GridTrack::flex(1.0), GridTrack::px(CLOCK_OVERHANG), GridTrack::auto()]
                }
            },
            align_items: AlignItems::Center,
            column_gap: px(if is_row { ROW_GAP } else { theme::GAP }),
            padding: match (is_column, is_crowded) {
                (true, _) => UiRect::axes(px(2), px(5)),
                _ if is_narrow => UiRect::axes(px(9), px(2)),
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
        let below = GridPlacement::start(2);
        (node.grid_column, node.grid_row) = match part {
            CardPart::Disc => (GridPlacement::start(1), beside_both),
            CardPart::Name if is_row && has_clocks => (GridPlacement::start_span(2, 2), GridPlacement::start(1)),
            CardPart::Name if is_narrow && is_crowded => (GridPlacement::start(2), beside_both),
            CardPart::Name => (GridPlacement::start(2), GridPlacement::start(1)),
            CardPart::Count => (GridPlacement::start(if has_clocks { 4 } else { 3 }), beside_both),
            CardPart::Clock if is_row => (GridPlacement::start_span(3, 2), below),
            CardPart::Clock => (GridPlacement::start(3), beside_both),
            CardPart::Seat if is_row => (GridPlacement::start_span(1, if has_clocks { 2 } else { 3 }), below),
            CardPart::Seat => (GridPlacement::start(2), below),
        };
        if *part == CardPart::Disc {
            let side = if is_narrow && is_crowded { SMALL_DISC } else { DISC_SIDE };
            (node.width, node.height) = (px(side), px(side));
        }
        if *part == CardPart::Name {
            // A column centres the name.
            node.width = if is_column { percent(100) } else { Val::Auto };
            node.justify_content = if is_column { JustifyContent::Center } else { JustifyContent::Default };
        }
        if *part == CardPart::Count && has_clocks && !is_column {
            // A fixed width, so that the clock beside it does not move as the count grows.
            node.min_width = px(COUNT_WIDTH);
        }
        if *part == CardPart::Clock {
            node.border_radius = BorderRadius::all(px(CLOCK_RADIUS));
            node.padding = UiRect::horizontal(px(if is_column { 0 } else { 6 }));
            node.justify_content = if is_column { JustifyContent::Center } else { JustifyContent::FlexEnd };
            (node.width, node.justify_self) =
                if is_column { (percent(100), JustifySelf::Auto) } else { (Val::Auto, JustifySelf::End) };
            // A fixed width, so that the name beside it keeps its space.
            node.min_width = px(if is_row { 0.0 } else { CLOCK_WIDTH });
        }
        if *part == CardPart::Seat {
            // In an exercise, its text needs the line.
            let is_hidden = is_column || is_narrow && is_crowded || is_row && game.exercise.is_some();
            node.display = if is_hidden { Display::None } else { Display::Flex };
        }
    }
    let of_count = if is_narrow { TextStyle::Heading } else { TextStyle::Count }.font().font_size;
    for mut font in counts.iter_mut().filter(|font| font.font_size != of_count) {
        font.font_size = of_count;
    }
    for mut font in &mut names {
        // Only size and weight change; the font must still match the language of the name.
        let style = if is_column { TextStyle::Small } else { TextStyle::Strong }.font();
        (font.font_size, font.weight) = (style.font_size, style.weight);
    }
    for mut font in &mut clocks {
        let size = match (is_column, is_row) {
            (true, _) => FontSize::Px(CLOCK_SIZES.0),
            (false, true) => FontSize::Px(CLOCK_SIZES.1),
            (false, false) => TextStyle::Clock.font().font_size,
        };
        if font.font_size != size {
            font.font_size = size;
        }
    }
}

/// The pulse of the card whose turn it is.
#[derive(Resource)]
struct TurnGlow {
    player: Option<Player>,
    /// Time since the pulse began, in seconds; stops at [`PULSE`].
    seconds: f32,
}

impl Default for TurnGlow {
    fn default() -> Self {
        Self { player: None, seconds: PULSE }
    }
}

/// Duration of the pulse, in seconds.
const PULSE: f32 = 0.6;
/// Opacity of the glow at the peak of the pulse, and after it.
const GLOW: (f32, f32) = (0.85, 0.3);

/// Starts a pulse when the turn passes to another player, unless motion is off.
fn note_turn(game: Res<Match>, settings: Res<Settings>, mut turn: ResMut<TurnGlow>) {
    let player = game.waits_for();
    if turn.player != player {
        let is_at_rest = turn.player.is_none() || player.is_none() || settings.pace() == Pace::Still;
        *turn = TurnGlow { player, seconds: if is_at_rest { PULSE } else { 0.0 } };
    }
}

/// Makes the card of the player to move glow: a slow pulse as the turn begins, then steadily, so that the game can stop
/// drawing.
fn glow(
    time: Res<Time<Real>>,
    mut turn: ResMut<TurnGlow>,
    mut cards: Query<(&PlayerCard, &mut BoxShadow)>,
    mut frames: ResMut<Frames>,
) {
    if turn.seconds < PULSE {
        // Capped, because the game may have slept before this frame.
        turn.seconds += time.delta_secs().min(0.05);
        frames.keep_drawing();
    }
    let along = (turn.seconds / PULSE).min(1.0);
    let strength = GLOW.1 + (GLOW.0 - GLOW.1) * (std::f32::consts::PI * along).sin();
    for (PlayerCard(player), mut shadow) in &mut cards {
        let wanted = if turn.player == Some(*player) {
            BoxShadow::new(theme::ACCENT.dark.with_alpha(strength), px(0), px(0), px(1), px(12))
        } else {
            BoxShadow::new(Color::srgba(0.0, 0.0, 0.0, 0.35), px(0), px(3), px(0), px(10))
        };
        shadow.set_if_neq(wanted);
    }
}

/// Updates names and seats, because a CPU player can take over a seat.
fn show_seats(
    game: Res<Match>,
    (lost, settings): (Res<LostNetworks>, Res<Settings>),
    mut names: Query<(&NameText, &mut Worded), Without<SeatText>>,
    mut seats: Query<(&SeatText, &mut Worded)>,
) {
    for (NameText(player), mut words) in &mut names {
        words.set_if_neq(Worded(game.addressed(*player)));
    }
    // In a room, `presence` writes the seats instead.
    for (SeatText(player), mut words) in seats.iter_mut().filter(|_| game.room.is_none()) {
        words.set_if_neq(Worded(seat_words(&game, &lost, &settings.programs, *player)));
    }
}

/// Updates the clocks once a second, and ten times a second when time is low, unless motion is off.
fn show_clocks(
    now: Res<MatchTime>,
    game: Res<Match>,
    low: Res<LowTime>,
    settings: Res<Settings>,
    mut frames: ResMut<Frames>,
    mut clocks: Query<(&ClockText, &mut Worded, &mut Ink)>,
    mut plates: Query<(&ClockPlate, &mut Fill)>,
) {
    let running = game.clock.deadline().map(|deadline| deadline.player);
    let is_low = |player| low.0 == Some(player);
    for (ClockText(player), mut words, mut ink) in &mut clocks {
        let has_tenths = is_low(*player) && settings.pace() != Pace::Still;
        let time = game.shown_time(*player, Some(now.now_ms));
        let face = time.map(|ShownTime { left_ms, is_period }| ClockFace { left_ms, has_tenths, is_period });
        if let Some(face) = face.filter(|face| running == Some(*player) && face.left_ms > 0) {
            frames.wake_in(face.changes_in());
        }
        words.set_if_neq(Worded(face.map_or_else(|| say!("clock-lost"), Phrase::from)));
        ink.set_if_neq(Ink(match running == Some(*player) {
            true if is_low(*player) => theme::TEXT_ON_ACCENT,
            true => theme::TEXT,
            false => theme::QUIET_TEXT,
        }));
    }
    for (ClockPlate(player), mut fill) in &mut plates {
        fill.set_if_neq(Fill(if is_low(*player) { theme::LOW_TIME } else { Tone::NONE }));
    }
}

fn show_thinking(game: Res<Match>, progress: Res<ThinkingProgress>, mut bars: Query<(&ThinkingBar, &mut Node)>) {
    let to_move = game.waits_for();
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
    (counts, settings): (Res<ShownCounts>, Res<Settings>),
    mut cards: Query<(&PlayerCard, &mut Border)>,
    mut numbers: Query<(&PlayerCount, &mut Text)>,
) {
    let to_move = game.waits_for();
    for (PlayerCard(player), mut border) in &mut cards {
        border.set_if_neq(Border(if to_move == Some(*player) { theme::ACCENT } else { theme::LINE }));
    }
    for (PlayerCount(player), mut text) in &mut numbers {
        // Players who turn the counts off want to count themselves, so they appear only at the end.
        let is_shown = settings.counts || game.ending().is_some();
        let number = if is_shown { counts.0[*player].to_string() } else { String::new() };
        if text.0 != number {
            text.0 = number;
        }
    }
}
