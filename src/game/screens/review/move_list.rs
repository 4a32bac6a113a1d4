//! Lists of the review: the worst moves in words, and all moves with their losses.

use bevy::prelude::*;
use bevy::ui::Checked;

use crate::cpu::{Loss, MoveReview};
use crate::game::analysis::review::{MAX_WORST_MOVES, ReviewStep, Reviewing};
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::play::match_state::Match;
use crate::game::screens::review::{move_words, opponent};
use crate::game::screens::turn_entry::{spawn_turn, with_turn_words};
use crate::game::text::worded::{Labelled, Worded};
use crate::game::text::words::{MAX_FAULTS, review_words, short_review_words};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, bare_button, button_node, mark};
use crate::game::ui::disc_icon::{DiscIcon, printed_disc};
use crate::game::ui::layout::{Layout, show_if};
use crate::game::ui::on_press::OnPress;
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::scroll::{Reveal, fade_edges, spawn_scroll_area};
use crate::game::ui::theme::{self, TextStyle, text, worded};
use crate::rules::{Turn, Variant};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_worst, show_losses, choose, reveal_chosen)
            .chain()
            .in_set(GameSystems::Look)
            .run_if(in_state(Screen::Review))
            .run_if(
                resource_exists_and_changed::<Reviewing>
                    .or_else(resource_changed::<Orientation>)
                    .or_else(any_match_filter::<Added<super::ReviewPart>>),
            ),
    );
}

/// Button of one of the worst moves, numbered from the worst as 0.
#[derive(Component, Clone, Copy, Debug)]
struct Worst(usize);

#[derive(Component, Clone, Copy, Debug)]
enum WorstPart {
    Disc(usize),
    Heading(usize),
    Loss(usize),
    Words(usize),
}

/// Columns of the list of all moves; a narrow panel fits only two.
pub(super) fn columns(is_narrow: bool) -> Vec<RepeatedGridTrack> {
    RepeatedGridTrack::flex(if is_narrow { 2 } else { COLUMNS }, 1.0)
}

#[derive(Component)]
pub(super) struct MoveGrid;

/// Button of the move with this index.
#[derive(Component, Clone, Copy, Debug)]
struct MoveButton(usize);

/// Loss of the move with this index.
#[derive(Component, Clone, Copy, Debug)]
struct LossText(usize);

/// Scroll area of both lists.
#[derive(Component)]
pub(super) struct Lists;

/// Number of moves in a row.
const COLUMNS: u16 = 4;
const DISC: f32 = 17.0;
/// Height of the line with a move's loss.
const LOSS: f32 = 16.0;

pub(super) fn spawn(place: &mut ChildSpawnerCommands, game: &Match) {
    let frame = Node::default().grow();
    // Leaves room for focus rings and for the scrollbar.
    let content = Node::column(6).padding(UiRect::new(px(4), px(12), px(4), px(4)));
    let area = spawn_scroll_area(place, frame, content, |lists| {
        (0..MAX_WORST_MOVES).for_each(|number| spawn_worst(lists, number));
        let grid = Node::grid(columns(false), 4, 4).fixed();
        lists.spawn((Name::new("all moves"), ChoiceGrid, MoveGrid, Pickable::IGNORE, grid)).with_children(|grid| {
            for (ply, turn) in game.record.played().iter().enumerate() {
                spawn_move(grid, game.record.variant(), ply, turn);
            }
        });
    });
    let mut commands = place.commands();
    commands.entity(area).insert(Lists);
    fade_edges(&mut commands, area, theme::BACKGROUND);
}

/// Spawns the button of one of the worst moves, hidden until the move is known.
fn spawn_worst(lists: &mut ChildSpawnerCommands, number: usize) {
    let node = button_node().spaced(theme::GAP).justify(JustifyContent::FlexStart).fixed();
    let node = Node { display: Display::None, ..node.inset(12, 3) };
    let step = ReviewStep::To(0);
    let key = ControlKey(format!("review-worst {number}"));
    lists.spawn((bare_button("", ButtonKind::Plain, step, node), Worst(number))).insert(key).with_children(|button| {
        button.spawn((printed_disc(crate::rules::Disc::Black, 24.0), WorstPart::Disc(number)));
        button.spawn((Pickable::IGNORE, Node::column(0).fill())).with_children(|words| {
            let row = Node::default().spread();
            let heading = (worded("", TextStyle::Strong, theme::TEXT), WorstPart::Heading(number));
            let loss = (worded("", TextStyle::Strong, theme::BAD_MOVE), WorstPart::Loss(number));
            words.spawn((Pickable::IGNORE, row, children![heading, loss]));
            words.spawn((worded("", TextStyle::Small, theme::QUIET_TEXT), WorstPart::Words(number)));
        });
    });
}

fn spawn_move(grid: &mut ChildSpawnerCommands, variant: &Variant, ply: usize, turn: &Turn) {
    let node =
        Node::column(0).middle().min_height(px(theme::TOUCH)).inset(3, 1).bordered().rounded(theme::BUTTON_RADIUS);
    let step = ReviewStep::To(ply);
    let key = ControlKey(format!("review-move {ply}"));
    grid.spawn((bare_button("", ButtonKind::Tile, step, node), MoveButton(ply))).insert(key).with_children(|button| {
        let row = (Pickable::IGNORE, Node::row(4).centred());
        button.spawn(row).with_children(|row| spawn_turn(row, variant, turn, DISC));
        // In a node of its own, because buttons recolour their texts; with a fixed height, for moves without a loss.
        let loss = (text("", TextStyle::Small, theme::BAD_MOVE), LossText(ply));
        button.spawn((Pickable::IGNORE, Node::default().min_height(px(LOSS)), children![loss]));
    });
}

/// Loss of a move, such as "−12" or "−12 %".
fn loss_text(loss: Loss) -> String {
    match loss {
        Loss::Discs(discs) => format!("−{discs}"),
        Loss::Percent(percent) => format!("−{percent} %"),
    }
}

fn write(text: &mut Mut<Text>, words: String) {
    if text.0 != words {
        text.0 = words;
    }
}

fn show_worst(
    (reviewing, orientation): (Res<Reviewing>, Res<Orientation>),
    mut buttons: Query<(&Worst, &mut Node, &mut OnPress, &mut Labelled)>,
    mut texts: Query<(&WorstPart, &mut Worded)>,
    mut discs: Query<(&WorstPart, &mut DiscIcon)>,
) {
    let worst = reviewing.found().worst(MAX_WORST_MOVES);
    let most_faults = if *orientation == Orientation::Landscape { MAX_FAULTS } else { 1 };
    let game = reviewing.game();
    let heading = |ply: usize| reviewing.turn(ply).map_or_else(Phrase::nothing, |turn| move_words(game, turn));
    for (Worst(number), mut node, mut on_press, mut label) in &mut buttons {
        let found = worst.get(*number);
        show_if(found.is_some(), &mut node);
        if let Some(found) = found {
            on_press.set_if_neq(ReviewStep::To(found.ply).into());
            let words = review_words(found, &game.called(found.player), &opponent(game, found.player));
            let words = say!("review-sentence", heading = heading(found.ply), words = words);
            label.set_if_neq(Labelled(words));
        }
    }
    for (part, mut text) in &mut texts {
        let (WorstPart::Heading(number) | WorstPart::Loss(number) | WorstPart::Words(number)) = part else { continue };
        let Some(found) = worst.get(*number) else { continue };
        let words = match part {
            WorstPart::Heading(_) => heading(found.ply),
            WorstPart::Loss(_) => loss_text(found.loss()).into(),
            WorstPart::Words(_) | WorstPart::Disc(_) => {
                short_review_words(found, &opponent(game, found.player), most_faults)
            }
        };
        text.set_if_neq(Worded(words));
    }
    for (part, mut icon) in &mut discs {
        if let WorstPart::Disc(number) = part
            && let Some(found) = worst.get(*number)
        {
            icon.set_if_neq(DiscIcon(found.player.disc()));
        }
    }
}

fn show_losses(
    reviewing: Res<Reviewing>,
    mut buttons: Query<(&MoveButton, &mut Labelled)>,
    mut texts: Query<(&LossText, &mut Text)>,
) {
    let mut known = vec![None; reviewing.plies()];
    for found in &reviewing.found().moves {
        known[found.ply] = Some(found);
    }
    let known = |ply: usize| known.get(ply).copied().flatten();
    for (LossText(ply), mut text) in &mut texts {
        let lossy = known(*ply).filter(|found| found.is_lossy());
        write(&mut text, lossy.map(|found| loss_text(found.loss())).unwrap_or_default());
    }
    for (MoveButton(ply), mut label) in &mut buttons {
        let Some(turn) = reviewing.turn(*ply) else { continue };
        let number = turn.move_number;
        let player = reviewing.game().called(turn.player);
        let loss = known(*ply).filter(|found| found.is_judged()).map(MoveReview::loss);
        let words = match turn.square().zip(loss) {
            None => move_words(reviewing.game(), turn),
            Some((square, loss)) if loss.amount() == 0 => {
                say!("review-move-best", number = number, player = player, square = square)
            }
            Some((square, Loss::Discs(discs))) => {
                say!("review-move-lost", number = number, player = player, square = square, discs = discs)
            }
            Some((square, Loss::Percent(percent))) => {
                say!("review-move-lost-share", number = number, player = player, square = square, percent = percent)
            }
        };
        label.set_if_neq(Labelled(with_turn_words(reviewing.game(), turn, words)));
    }
}

/// Marks the shown move in both lists.
fn choose(
    reviewing: Res<Reviewing>,
    buttons: Query<(Entity, &OnPress, Has<Checked>), Or<(With<Worst>, With<MoveButton>)>>,
    mut commands: Commands,
) {
    let here = OnPress::new(ReviewStep::To(reviewing.ply()));
    for (entity, on_press, is_chosen) in &buttons {
        mark::<Checked>(&mut commands, entity, is_chosen, *on_press == here);
    }
}

/// Scrolls to the shown move: among the worst if the list is at its top, otherwise among all. Not in small layouts,
/// where the whole panel would scroll.
fn reveal_chosen(
    (reviewing, orientation): (Res<Reviewing>, Res<Orientation>),
    lists: Query<&ScrollPosition, With<Lists>>,
    worst: Query<(Entity, &OnPress, &Node), With<Worst>>,
    buttons: Query<(Entity, &MoveButton)>,
    mut last: Local<usize>,
    mut commands: Commands,
) {
    if std::mem::replace(&mut *last, reviewing.ply()) == reviewing.ply() || *orientation == Orientation::Small {
        return;
    }
    let here = OnPress::new(ReviewStep::To(reviewing.ply()));
    let is_at_top = lists.iter().all(|position| position.y <= 0.0);
    let is_here = |(_, on_press, node): &(Entity, &OnPress, &Node)| **on_press == here && node.display != Display::None;
    let among_worst = worst.iter().find(is_here).filter(|_| is_at_top).map(|(entity, ..)| entity);
    let among_all = || buttons.iter().find(|(_, button)| button.0 == reviewing.ply()).map(|(entity, _)| entity);
    if let Some(entity) = among_worst.or_else(among_all) {
        commands.entity(entity).insert(Reveal);
    }
}
