//! The review of a match: the board at any of its positions, the graph of the lead, the worst moves in words, and all moves
//! with what they lost.

mod graph;
mod moves;

use bevy::prelude::*;
use bevy::ui::InteractionDisabled;

use super::dialog::outcome_sentence;
use super::layout::{Orientation, Room, panel_beside_board, parts_around_board, place};
use super::{Screen, screen_root};
use crate::cpu::MoveReview;
use crate::game::reviewing::ReviewStep;
use crate::game::theme::{self, TextStyle, text};
use crate::game::widget::{Weight, button, mark};
use crate::game::words::{listed, review_words};
use crate::game::{Action, BoardArea, GameSystems, Match, Reviewing};
use crate::rules::Player;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((graph::plugin, moves::plugin));
    app.init_resource::<Sentence>().add_systems(OnEnter(Screen::Review), spawn_review_screen).add_systems(
        Update,
        (
            fit_parts.run_if(resource_changed::<Room>.or_else(on_entering)),
            (find_sentence, show_texts, mark_buttons)
                .chain()
                .run_if(resource_exists_and_changed::<Reviewing>.or_else(on_entering)),
        )
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review)),
    );
}

fn on_entering(added: Query<(), Added<Part>>) -> bool {
    !added.is_empty()
}

/// The parts of the screen, laid out by [`fit_parts`].
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Node, Pickable::IGNORE)]
enum Part {
    Root,
    Board,
    Title,
    Graph,
    Sentence,
    Steps,
    Lists,
}

/// What is said of the position that is looked at: on the screen, and to screen readers.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::game) struct Sentence {
    /// Which move it is about.
    heading: String,
    /// What there is to say of it.
    words: String,
}

impl Sentence {
    /// All of it.
    pub(in crate::game) fn all(&self) -> String {
        if self.words.is_empty() { self.heading.clone() } else { format!("{}: {}", self.heading, self.words) }
    }
}

/// A text that is written anew whenever the review has changed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// How far the review is, and then what it comes to.
    Summary,
    /// Which move is looked at.
    Heading,
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
const STEPS: [(&str, &str, ReviewStep); 4] = [
    ("|◀", "To the beginning", ReviewStep::First),
    ("◀", "One move back", ReviewStep::Back),
    ("▶", "One move on", ReviewStep::On),
    ("▶|", "To the end", ReviewStep::Last),
];

fn spawn_review_screen(game: Res<Match>, mut commands: Commands) {
    commands.spawn((screen_root(Screen::Review), Part::Root)).with_children(|root| {
        root.spawn((Name::new("board area"), Part::Board, BoardArea));
        root.spawn((
            Part::Title,
            children![
                text("Review", TextStyle::Heading, theme::TEXT),
                (text("", TextStyle::Small, theme::QUIET_TEXT), Told::Summary),
            ],
        ));
        root.spawn(Part::Graph).with_children(|place| graph::spawn(place, game.record.variant()));
        root.spawn((
            Part::Sentence,
            Name::new("sentence"),
            children![
                (text("", TextStyle::Strong, theme::TEXT), Told::Heading),
                (text("", TextStyle::Small, theme::QUIET_TEXT), Told::Words),
            ],
        ));
        root.spawn(Part::Steps).with_children(|row| {
            for (caption, label, step) in STEPS {
                row.spawn(button(caption, label, Weight::Plain, px(54), Action::Review(step)));
            }
            row.spawn(button("Back", "Back to the match", Weight::Main, Val::Auto, Action::Continue))
                .entry::<Node>()
                .and_modify(|mut node| node.flex_grow = 1.0);
        });
        root.spawn(Part::Lists).with_children(|place| moves::spawn(place, &game));
    });
}

fn fit_parts(orientation: Res<Orientation>, room: Res<Room>, mut parts: Query<(&Part, &mut Node)>) {
    // The board comes first: the lists can be scrolled.
    let lists = (room.0.y - AROUND_BOARD - room.0.x).clamp(LISTS.0, LISTS.1);
    for (part, mut node) in &mut parts {
        *node = match *orientation {
            Orientation::Landscape => beside_board(*part),
            Orientation::Portrait => around_board(*part, lists),
        };
    }
}

fn beside_board(part: Part) -> Node {
    let panel = |row| place(2, row);
    match part {
        Part::Root => panel_beside_board(
            PANEL_WIDTH,
            vec![GridTrack::auto(), GridTrack::px(GRAPH.0), GridTrack::auto(), GridTrack::auto(), GridTrack::flex(1.0)],
        ),
        Part::Board => Node {
            grid_column: GridPlacement::start(1),
            grid_row: GridPlacement::start_span(1, 5),
            min_width: px(0),
            min_height: px(0),
            ..default()
        },
        Part::Title => title_node(panel(1)),
        Part::Graph => panel(2),
        Part::Sentence => sentence_node(panel(3)),
        Part::Steps => steps_node(panel(4)),
        Part::Lists => Node { min_height: px(0), flex_direction: FlexDirection::Column, ..panel(5) },
    }
}

fn around_board(part: Part, lists: f32) -> Node {
    let row = |row| place(1, row);
    match part {
        Part::Root => parts_around_board(vec![
            GridTrack::auto(),
            GridTrack::flex(1.0),
            GridTrack::px(GRAPH.1),
            GridTrack::auto(),
            GridTrack::auto(),
            GridTrack::px(lists),
        ]),
        Part::Title => title_node(row(1)),
        Part::Board => Node { min_width: px(0), min_height: px(0), ..row(2) },
        Part::Graph => row(3),
        Part::Sentence => sentence_node(row(4)),
        Part::Steps => steps_node(row(5)),
        Part::Lists => Node { min_height: px(0), flex_direction: FlexDirection::Column, ..row(6) },
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
fn opponent(game: &Match, player: Player) -> String {
    let others = game.record.variant().players().iter().filter(|other| **other != player);
    listed(others.map(|other| game.name(*other)))
}

fn find_sentence(game: Res<Match>, reviewing: Res<Reviewing>, mut sentence: ResMut<Sentence>) {
    let found = reviewing.move_here();
    let turn = reviewing.record().undone().first();
    let (heading, words) = match (turn, found) {
        (None, _) => {
            let counts = reviewing.record().position().counts();
            let players = reviewing.record().variant().scored();
            let discs = players.iter().map(|player| counts[*player].to_string()).collect::<Vec<_>>().join(" to ");
            (format!("{}, {discs}", outcome_sentence(&game)), String::new())
        }
        (Some(turn), found) => {
            let placement = &turn.placement;
            let name = game.name(placement.player());
            let words = found.map(|found| review_words(found, &opponent(&game, found.player)));
            let heading = format!("{}. {name} {}", turn.move_number, placement.square());
            (heading, words.unwrap_or_else(|| "not looked at yet".to_owned()))
        }
    };
    sentence.set_if_neq(Sentence { heading, words });
}

/// How far the review is, and once it is complete how many discs each player lost.
fn summary(game: &Match, reviewing: &Reviewing) -> String {
    let moves = &reviewing.found().moves;
    if let Some(problem) = reviewing.problem() {
        return format!("No review: {problem}");
    }
    if moves.len() < reviewing.plies() {
        return format!("{} of {} moves …", moves.len(), reviewing.plies());
    }
    let losses = reviewing.record().variant().players().iter().map(|player| {
        let lost: u32 = moves.iter().filter(|found| found.player == *player).map(MoveReview::loss).sum();
        format!("{} {lost}", game.name(*player))
    });
    format!("Discs lost: {}", losses.collect::<Vec<_>>().join(", "))
}

fn show_texts(
    game: Res<Match>,
    reviewing: Res<Reviewing>,
    sentence: Res<Sentence>,
    mut texts: Query<(&Told, &mut Text)>,
) {
    for (told, mut text) in &mut texts {
        let words = match told {
            Told::Summary => summary(&game, &reviewing),
            Told::Heading => sentence.heading.clone(),
            Told::Words => sentence.words.clone(),
        };
        if text.0 != words {
            text.0 = words;
        }
    }
}

fn mark_buttons(
    reviewing: Res<Reviewing>,
    buttons: Query<(Entity, &Action, Has<InteractionDisabled>)>,
    mut commands: Commands,
) {
    for (entity, action, is_disabled) in &buttons {
        let leads_nowhere = match action {
            Action::Review(ReviewStep::First | ReviewStep::Back) => reviewing.ply() == 0,
            Action::Review(ReviewStep::On | ReviewStep::Last) => reviewing.ply() == reviewing.plies(),
            _ => continue,
        };
        mark::<InteractionDisabled>(&mut commands, entity, is_disabled, leads_nowhere);
    }
}
