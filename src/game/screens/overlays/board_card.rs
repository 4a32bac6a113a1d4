//! Card of the chosen board, over the screen: its facts, counted random games, and games to look at.

use bevy::prelude::*;

use crate::cpu::NoAnswer;
use crate::game::analysis::board_measuring::{BoardMeasuring, BoardMeasuringCommand};
use crate::game::flow::overlay::Overlay;
use crate::game::frame::GameSystems;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::screens::new_game::{a_board_is_chosen, heading, pane_content};
use crate::game::screens::overlays::veil::{spawn_card_head, spawn_card_over_screen};
use crate::game::screens::{Containers, part, respawn};
use crate::game::text::names::board_name;
use crate::game::text::{Phrase, say};
use crate::game::ui::board_picture::variant_picture;
use crate::game::ui::button::{ButtonKind, Refocus, button, main_button, plain_button};
use crate::game::ui::disc_icon::disc_icon;
use crate::game::ui::layout::Layout;
use crate::game::ui::scroll::spawn_scroll_area;
use crate::game::ui::share_bar::{filled_node, spawn_share_bar};
use crate::game::ui::theme::{self, TextStyle, worded};
use crate::notation::GameRecord;
use crate::rules::{BoardCard, BoardMeasures, KnownGame, Record, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            spawn.run_if(resource_changed::<Overlay>),
            (show_body, show_progress).run_if(
                resource_changed::<MatchSetup>
                    .or_else(resource_changed::<BoardMeasuring>)
                    .or_else(any_match_filter::<Added<CardBody>>),
            ),
        )
            .chain()
            .in_set(GameSystems::Look)
            .run_if(a_board_is_chosen),
    );
}

#[derive(Component)]
struct CardRoot;

/// Container of everything below the heading.
#[derive(Component)]
struct CardBody;

/// Filled part of the bar that shows the progress of a measurement.
#[derive(Component)]
struct ProgressFill;

const WIDTH: f32 = 560.0;
const PICTURE: f32 = 96.0;
const DISC: f32 = 26.0;

fn spawn(
    overlay: Res<Overlay>,
    setup: Res<MatchSetup>,
    open: Query<Entity, With<CardRoot>>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    open.iter().for_each(|root| commands.entity(root).despawn());
    let Some(variant) = setup.variant().ok().filter(|_| *overlay == Overlay::BoardCard) else {
        if !open.is_empty() {
            refocus.0 = Some(say!("card-open").identity());
        }
        return;
    };
    refocus.0 = Some(say!("picker-close").identity());
    spawn_card_over_screen(&mut commands, (Name::new("board card"), CardRoot), WIDTH, |card| {
        spawn_card_head(card, |head| {
            let name = worded(board_name(&variant), TextStyle::Strong, theme::TEXT);
            head.spawn((name, Node::default().min_width(px(0)).fill()));
        });
        let content = Node { row_gap: px(theme::GAP), ..pane_content() };
        spawn_scroll_area(card, Node::default(), content, |area| {
            area.spawn((CardBody, part()));
        });
    });
}

/// State of the card, without the progress of a measurement.
#[derive(Clone, Debug, Default, PartialEq)]
enum ShownCard {
    #[default]
    Nothing,
    /// The card of a built-in board.
    BuiltIn(Variant, Box<BoardCard>),
    Measured(Variant, BoardMeasures),
    Unmeasured {
        variant: Variant,
        is_running: bool,
        problem: Option<NoAnswer>,
    },
}

impl ShownCard {
    fn of(setup: &MatchSetup, measuring: &BoardMeasuring) -> Self {
        let Ok(variant) = setup.variant() else { return Self::Nothing };
        if let Some(card) = setup.card() {
            return Self::BuiltIn(variant, Box::new(card));
        }
        if let Some(measures) = measuring.measures(&variant) {
            return Self::Measured(variant, measures.clone());
        }
        let (is_running, problem) = (measuring.progress().is_some(), measuring.problem().cloned());
        Self::Unmeasured { variant, is_running, problem }
    }
}

fn show_body(
    setup: Res<MatchSetup>,
    measuring: Res<BoardMeasuring>,
    places: Containers<CardBody>,
    mut shown: Local<ShownCard>,
    mut refocus: ResMut<Refocus>,
    mut commands: Commands,
) {
    let wanted = ShownCard::of(&setup, &measuring);
    // The button that was pressed gives way to another one.
    if !places.is_empty() && *shown != wanted {
        let pressed = matches!((&*shown, &wanted), (ShownCard::Unmeasured { variant: before, .. }, now)
            if now.variant() == Some(before));
        if pressed {
            let next = match &wanted {
                ShownCard::Unmeasured { is_running: true, .. } => say!("card-stop"),
                ShownCard::Unmeasured { .. } => say!("card-measure"),
                _ => say!("picker-close"),
            };
            refocus.0 = Some(next.identity());
        }
    }
    respawn(places, &mut *shown, wanted, &mut commands, |body, wanted| match wanted {
        ShownCard::Nothing => {}
        ShownCard::BuiltIn(variant, card) => spawn_measures(body, variant, &card.measures, Some(card)),
        ShownCard::Measured(variant, measures) => spawn_measures(body, variant, measures, None),
        ShownCard::Unmeasured { variant, is_running, problem } => {
            spawn_facts(body, variant, Vec::new());
            body.spawn(worded(say!("card-none"), TextStyle::Body, theme::TEXT));
            if let Some(problem) = problem {
                body.spawn(worded(problem, TextStyle::Body, theme::REFUSED));
            }
            if *is_running {
                spawn_share_bar(body, 0.0, ProgressFill);
                spawn_button_row(body, plain_button(say!("card-stop"), BoardMeasuringCommand::Stop));
            } else {
                spawn_button_row(body, main_button(say!("card-measure"), BoardMeasuringCommand::Start));
            }
        }
    });
}

impl ShownCard {
    const fn variant(&self) -> Option<&Variant> {
        match self {
            Self::Nothing => None,
            Self::BuiltIn(variant, _) | Self::Measured(variant, _) | Self::Unmeasured { variant, .. } => Some(variant),
        }
    }
}

fn show_progress(measuring: Res<BoardMeasuring>, mut fills: Query<&mut Node, With<ProgressFill>>) {
    for mut node in &mut fills {
        node.set_if_neq(filled_node(measuring.progress().unwrap_or_default()));
    }
}

/// Spawns a button that does not fill the line.
fn spawn_button_row(parent: &mut ChildSpawnerCommands, button: impl Bundle) {
    parent.spawn((Pickable::IGNORE, Node::row(0).fixed(), children![button]));
}

/// Spawns the picture of the board, with facts beside it.
fn spawn_facts(body: &mut ChildSpawnerCommands, variant: &Variant, facts: Vec<Phrase>) {
    body.spawn((Pickable::IGNORE, Node::row(14).fixed())).with_children(|row| {
        row.spawn(variant_picture(variant, Vec2::splat(PICTURE)));
        row.spawn((Pickable::IGNORE, Node::column(4).min_width(px(0)).fill())).with_children(|column| {
            let squares = variant.board().squares().count();
            let empties = variant.board().empties().count();
            let size = say!("card-squares", count = squares, empties = empties);
            for fact in facts.into_iter().chain([size]) {
                column.spawn(worded(fact, TextStyle::Body, theme::TEXT));
            }
        });
    });
}

fn spawn_measures(
    body: &mut ChildSpawnerCommands,
    variant: &Variant,
    measures: &BoardMeasures,
    card: Option<&BoardCard>,
) {
    let mut facts = Vec::new();
    if let Some(BoardCard { number, author, .. }) = card {
        let author = if author == BoardCard::TRADITIONAL { say!("card-traditional") } else { Phrase::verbatim(author) };
        facts.extend([say!("card-number", number = *number), say!("card-author", author = author)]);
    }
    facts.push(say!("card-first", player = measures.first));
    spawn_facts(body, variant, facts);

    body.spawn(heading(say!("card-random", count = measures.games)));
    for (player, wins) in variant.scored().iter().zip(&measures.wins) {
        let share = f64::from(*wins) / f64::from(measures.games.max(1));
        body.spawn((Pickable::IGNORE, Node::row(12).centred().fixed())).with_children(|row| {
            row.spawn(disc_icon(player.disc(), DISC));
            row.spawn((Pickable::IGNORE, Node::column(4).min_width(px(0)).fill())).with_children(|column| {
                column.spawn((Pickable::IGNORE, Node::wrapping_row(8, 0).spread())).with_children(|line| {
                    line.spawn(worded(*player, TextStyle::Body, theme::TEXT));
                    let share = Phrase::verbatim(format!("{:.1}", 100.0 * share));
                    let words = say!("card-wins", count = *wins, share = share);
                    line.spawn((worded(words, TextStyle::Body, theme::TEXT), TextLayout::no_wrap()));
                });
                spawn_share_bar(column, share as f32, ());
            });
        });
    }
    body.spawn(worded(say!("simulator-draws", count = measures.draws), TextStyle::Body, theme::QUIET_TEXT));

    body.spawn(heading(say!("card-games")));
    let games = [
        (say!("card-best"), Some(&measures.best)),
        (say!("card-widest"), measures.widest.as_ref()),
        (say!("card-wipe-out"), measures.wipe_out.as_ref()),
    ];
    for (title, game) in games {
        match game.and_then(|game| Some((game, record_of(variant, game)?))) {
            Some((game, record)) => spawn_game(body, title, game, record),
            None => {
                body.spawn(worded(say!("card-no-game", title = title), TextStyle::Body, theme::QUIET_TEXT));
            }
        }
    }
}

fn record_of(variant: &Variant, game: &KnownGame) -> Option<Record> {
    let mut record = Record::new(variant.clone());
    record.play_moves(&game.moves).ok()?;
    Some(record)
}

/// Spawns a game's title and end, and a button that puts it on the board.
fn spawn_game(body: &mut ChildSpawnerCommands, title: Phrase, game: &KnownGame, record: Record) {
    let discs: Vec<String> = game.discs.iter().map(ToString::to_string).collect();
    let outcome = match game.winner {
        Some(winner) => say!("outcome-wins", player = winner),
        None => say!("outcome-draw"),
    };
    let end = say!("card-game", outcome = outcome, score = Phrase::verbatim(discs.join(" : ")), count = record.ply(),);
    body.spawn((Pickable::IGNORE, Node::wrapping_row(10, 6).centred().spread().fixed())).with_children(|row| {
        row.spawn((Pickable::IGNORE, Node::column(2).min_width(px(0)))).with_children(|words| {
            words.spawn(worded(title.clone(), TextStyle::Body, theme::TEXT));
            words.spawn(worded(end, TextStyle::Small, theme::QUIET_TEXT));
        });
        let label = say!("card-show-label", title = title);
        let load = SetupCommand::Load(Box::new(GameRecord::new(record).into()));
        row.spawn(button(say!("card-show"), label, ButtonKind::Plain, Val::Auto, load));
    });
}
