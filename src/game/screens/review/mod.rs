//! The review of a match: the board at any of its positions, the graph of the lead, the worst moves in words, and all
//! moves with what they lost.

mod graph;
mod move_list;

use std::time::Duration;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use self::move_list::Lists;
use crate::cpu::MoveReview;
use crate::game::GameSystems;
use crate::game::analysis::review::{ReviewStep, Reviewing};
use crate::game::board_view::place::BoardArea;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::game::screens::overlays::dialog::outcome_sentence;
use crate::game::screens::screen_root;
use crate::game::text::clock_face::{ClockFace, spoken_time};
use crate::game::text::worded::Worded;
use crate::game::text::words::review_words;
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{Weight, button, mark};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::responsive::{Orientation, RING, Room, filling, whole_line};
use crate::game::ui::scroll::{set_scrolling, spawn_scroll_area};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((graph::plugin, move_list::plugin));
    app.init_resource::<Sentence>().add_systems(OnEnter(Screen::Review), spawn_review_screen).add_systems(
        Update,
        (
            fit_parts.run_if(resource_changed::<Room>.or_else(any_match_filter::<Added<Part>>)),
            (find_sentence, show_texts, mark_buttons)
                .chain()
                .run_if(resource_exists_and_changed::<Reviewing>.or_else(any_match_filter::<Added<Part>>)),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review)),
    );
}

/// The area in which all but the board is scrolled where there is little room.
#[derive(Component)]
struct PanelArea;

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum Part {
    Root,
    Board,
    Title,
    /// What is scrolled where there is no room for it.
    Panel,
    Graph,
    Sentence,
    Steps,
    Lists,
}

/// What is said of the position that is looked at: on the screen, and to screen readers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Sentence {
    /// Which move it is about.
    heading: Phrase,
    /// How long the move took, in a match with time.
    time: Option<Duration>,
    /// What there is to say of it.
    words: Phrase,
}

impl Sentence {
    /// All of it.
    pub(in crate::game) fn all(&self) -> Phrase {
        let Self { heading, words, .. } = self.clone();
        let heading = match self.time {
            Some(time) => say!("review-heading-took", heading = heading, time = spoken_time(time.as_millis() as u64)),
            None => heading,
        };
        if words.is_nothing() { heading } else { say!("review-sentence", heading = heading, words = words) }
    }
}

/// A text that is written anew whenever the review has changed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// How far the review is, and then what it comes to.
    Summary,
    /// Which move is looked at.
    Heading,
    /// How long it took.
    Time,
    /// What there is to say of it.
    Words,
}

const PANEL_WIDTH: f32 = 384.0;
/// How high the graph is beside the board, and below it.
const GRAPH: (f32, f32) = (164.0, 80.0);
/// How much room there is for the sentence: one line, and two of small ones.
const SENTENCE: f32 = 60.0;
/// How high the lists below the board are at least and at most: from two moves in words to three.
const LISTS: (f32, f32) = (150.0, 206.0);
/// How high everything else is that stands above and below the board, with the gaps between.
const AROUND_BOARD: f32 = 16.0 + 5.0 * 8.0 + 30.0 + GRAPH.1 + SENTENCE + theme::TOUCH;

/// The buttons that step through the match: what they show, what they are called, and where they lead.
fn steps() -> [(&'static str, Phrase, ReviewStep); 4] {
    [
        ("|◀", say!("review-first"), ReviewStep::First),
        ("◀", say!("review-back"), ReviewStep::Back),
        ("▶", say!("review-on"), ReviewStep::On),
        ("▶|", say!("review-last"), ReviewStep::Last),
    ]
}

fn spawn_review_screen(game: Res<Match>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Review), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        root.spawn((
            Part::Title,
            children![
                (worded(say!("result-review"), TextStyle::Heading, theme::TEXT), TextLayout::no_wrap()),
                (worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT), Told::Summary),
            ],
        ));
        root.spawn(Part::Panel).with_children(|place| {
            let content =
                Node { flex_direction: FlexDirection::Column, row_gap: px(8), padding: px(RING).all(), ..default() };
            let area = spawn_scroll_area(place, filling(), content, |panel| spawn_panel(panel, &game));
            place.commands().entity(area).insert(PanelArea);
        });
    });
}

fn spawn_panel(panel: &mut ChildSpawnerCommands, game: &Match) {
    panel.spawn(Part::Graph).with_children(|place| graph::spawn(place, game.record.variant()));
    panel.spawn((
        Part::Sentence,
        Name::new("sentence"),
        children![heading_line(), (worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT), Told::Words),],
    ));
    panel.spawn(Part::Steps).with_children(|row| {
        for (caption, label, step) in steps() {
            row.spawn(button(caption, label, Weight::Plain, px(54), step));
        }
        row.spawn(button(
            say!("review-leave"),
            say!("review-back-to-match"),
            Weight::Main,
            Val::Auto,
            Navigate::To(Screen::Match),
        ))
        .entry::<Node>()
        .and_modify(|mut node| node.flex_grow = 1.0);
    });
    panel.spawn(Part::Lists).with_children(|place| move_list::spawn(place, game));
}

/// Which move is looked at, and at the end of the line how long it took.
fn heading_line() -> impl Bundle {
    let row = Node {
        align_items: AlignItems::Baseline,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(theme::GAP),
        ..default()
    };
    let heading = (worded(Phrase::nothing(), TextStyle::Strong, theme::TEXT), Told::Heading);
    let time = (worded(Phrase::nothing(), TextStyle::Small, theme::QUIET_TEXT), Told::Time, TextLayout::no_wrap());
    (Pickable::IGNORE, row, children![heading, (time, Node { flex_shrink: 0.0, ..default() })])
}

fn fit_parts(
    orientation: Res<Orientation>,
    room: Res<Room>,
    mut parts: Query<(&Part, &mut Node)>,
    panels: Query<Entity, With<PanelArea>>,
    lists: Query<Entity, With<Lists>>,
    mut commands: Commands,
) {
    for (part, mut node) in &mut parts {
        *node = fitted(*part, *orientation, room.0);
    }
    // Where there is little room the lists are scrolled with everything else.
    let is_small = *orientation == Orientation::Small;
    panels.iter().for_each(|area| set_scrolling(&mut commands, area, is_small));
    lists.iter().for_each(|area| set_scrolling(&mut commands, area, !is_small));
}

fn fitted(part: Part, orientation: Orientation, room: Vec2) -> Node {
    let column = |place| Node { flex_direction: FlexDirection::Column, ..place };
    match part {
        Part::Root => orientation.screen(PANEL_WIDTH),
        Part::Board => orientation.board_place(),
        Part::Title => title_node(orientation.head_place()),
        Part::Panel => column(orientation.panel_place()),
        Part::Graph => {
            let height = if orientation == Orientation::Landscape { GRAPH.0 } else { GRAPH.1 };
            Node { height: px(height), ..whole_line() }
        }
        Part::Sentence => sentence_node(whole_line()),
        Part::Steps => steps_node(whole_line()),
        Part::Lists => match orientation {
            Orientation::Landscape | Orientation::Low => column(Node { flex_basis: px(0), ..filling() }),
            // The board comes first: the lists can be scrolled.
            Orientation::Portrait => {
                let height = (room.y - AROUND_BOARD - room.x).clamp(LISTS.0, LISTS.1);
                column(Node { height: px(height), ..whole_line() })
            }
            Orientation::Small => column(whole_line()),
        },
    }
}

fn title_node(place: Node) -> Node {
    Node {
        align_items: AlignItems::Baseline,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(theme::GAP),
        padding: UiRect::horizontal(px(4)),
        ..place
    }
}

fn sentence_node(place: Node) -> Node {
    Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(2),
        min_height: px(SENTENCE),
        padding: UiRect::horizontal(px(4)),
        ..place
    }
}

fn steps_node(place: Node) -> Node {
    Node { column_gap: px(6), ..place }
}

/// Who plays against this player in a match of two.
fn opponent(game: &Match, player: Player) -> Phrase {
    let others = game.record.variant().players().iter().filter(|other| **other != player);
    Phrase::list(others.map(|other| game.called(*other)))
}

fn find_sentence(reviewing: Res<Reviewing>, mut sentence: ResMut<Sentence>) {
    let game = reviewing.game();
    let found = reviewing.move_here();
    let turn = reviewing.record().undone().first();
    let (heading, words) = match (turn, found) {
        (None, _) => {
            let counts = reviewing.record().position().counts();
            let players = reviewing.record().variant().scored();
            let discs = players.iter().map(|player| counts[*player].to_string()).collect::<Vec<_>>().join(" – ");
            (say!("review-outcome", outcome = outcome_sentence(game), discs = discs), Phrase::nothing())
        }
        (Some(turn), found) => {
            let placement = &turn.placement;
            let words = found.map(|found| review_words(found, &opponent(game, found.player)));
            let player = game.called(placement.player());
            let heading = say!("review-move", number = turn.move_number, player = player, square = placement.square());
            (heading, words.unwrap_or_else(|| say!("review-not-yet")))
        }
    };
    let has_clock = game.clock.control().is_some();
    let time = turn.and_then(|_| game.time_of(reviewing.ply())).filter(|_| has_clock);
    sentence.set_if_neq(Sentence { heading, time, words });
}

/// How far the review is, and once it is complete how many discs each player lost.
fn summary(reviewing: &Reviewing) -> Phrase {
    let moves = &reviewing.found().moves;
    if let Some(problem) = reviewing.problem() {
        return say!("review-none", problem = problem);
    }
    if moves.len() < reviewing.plies() {
        return say!("review-progress", done = moves.len(), all = reviewing.plies());
    }
    let losses = reviewing.record().variant().players().iter().map(|player| {
        let lost: u32 = moves.iter().filter(|found| found.player == *player).map(MoveReview::loss).sum();
        say!("review-player-lost", player = reviewing.game().called(*player), discs = lost)
    });
    say!("review-discs-lost", losses = Phrase::list(losses))
}

fn show_texts(reviewing: Res<Reviewing>, sentence: Res<Sentence>, mut texts: Query<(&Told, &mut Worded)>) {
    for (told, mut text) in &mut texts {
        let words = match told {
            Told::Summary => summary(&reviewing),
            Told::Heading => sentence.heading.clone(),
            Told::Time => {
                let face = sentence.time.map(|time| ClockFace::of_seconds(time.as_secs()));
                face.map_or_else(Phrase::nothing, |face| say!("review-took", time = face))
            }
            Told::Words => sentence.words.clone(),
        };
        text.set_if_neq(Worded(words));
    }
}

fn mark_buttons(
    reviewing: Res<Reviewing>,
    buttons: Query<(Entity, &OnPress, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, on_press, is_disabled) in &buttons {
        let leads_nowhere = match on_press.message() {
            Some(ReviewStep::First | ReviewStep::Back) => reviewing.ply() == 0,
            Some(ReviewStep::On | ReviewStep::Last) => reviewing.ply() == reviewing.plies(),
            Some(ReviewStep::To(_)) | None => continue,
        };
        mark::<InteractionDisabled>(&mut commands, entity, is_disabled, leads_nowhere);
    }
}
