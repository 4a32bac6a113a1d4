//! List of moves in columns. Pressing a move shows the position after it: by undo or redo during the match, and in the
//! review afterwards.

use bevy::prelude::*;
use bevy::ui::{Checked, ComputedNode, UiSystems};

use crate::game::analysis::review::{ReviewStep, can_be_reviewed};
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::flow::woken::AddCommand;
use crate::game::frame::{GameSystems, PlaySystems};
use crate::game::play::lesson::Lesson;
use crate::game::play::match_command::{MatchChange, MatchCommand};
use crate::game::play::match_state::Match;
use crate::game::redraw::Frames;
use crate::game::screens::match_screen::{MatchPart, NarrowPanel, fit_parts};
use crate::game::screens::overlays::dialog::handle_ask_to_restart;
use crate::game::screens::turn_entry::{has_wide_turns, spawn_turn, with_turn_words};
use crate::game::text::{Phrase, say};
use crate::game::ui::button::{ButtonKind, ControlKey, bare_button, mark};
use crate::game::ui::layout::Layout;
use crate::game::ui::option_grid::ChoiceGrid;
use crate::game::ui::pointing::Pointing;
use crate::game::ui::responsive::Orientation;
use crate::game::ui::scroll::{Reveal, fade_edges, set_scrolling, spawn_scroll_area};
use crate::game::ui::theme;
use crate::rules::{Move, Player, Turn};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MoveScrolling>().add_command::<ShowMove>().add_systems(
        Update,
        (
            handle_show_move.in_set(PlaySystems::Requests).after(handle_ask_to_restart),
            (
                list_moves.run_if(resource_exists_and_changed::<Match>.or_else(any_match_filter::<Added<MatchPart>>)),
                mark_shown.run_if(resource_exists_and_changed::<Match>.or_else(any_match_filter::<Added<MoveEntry>>)),
                fit_columns.run_if(resource_changed::<NarrowPanel>.or_else(any_match_filter::<Added<MoveGrid>>)),
                let_scroll
                    .run_if(resource_exists_and_changed::<MoveScrolling>.or_else(any_match_filter::<Added<MoveArea>>)),
            )
                .chain()
                .after(fit_parts)
                .in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Match)),
    );
    app.add_systems(
        PostUpdate,
        (fit_rows.before(UiSystems::Layout).run_if(in_state(Screen::Match)), keep_in_sight.after(UiSystems::Layout)),
    );
}

#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShowMove(pub usize);

/// Scrolling of the list.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum MoveScrolling {
    /// The list has a scroll area of its own, in the space that is left.
    #[default]
    ByItself,
    /// The list scrolls with the rest of the panel, because there is too little space for a scroll area of its own.
    WithPanel,
}

/// Scroll area of the list.
#[derive(Component)]
struct MoveArea;

/// Grid of the moves, with the number of columns it has unless the panel is narrow.
#[derive(Component)]
struct MoveGrid(u16);

/// A move's button, with the index of its turn.
#[derive(Component, Clone, Copy)]
struct MoveEntry(usize);

/// Minimum height of the list: one row.
pub(super) const MIN_HEIGHT: f32 = theme::TOUCH + 8.0;
/// Number of columns usually, and on boards with long square names or with icons beside moves.
const COLUMNS: (u16, u16) = (4, 3);
/// Number of columns in a narrow panel.
const NARROW_COLUMNS: u16 = 2;
const DISC: f32 = 19.0;
/// Gap between rows, and padding above the first and below the last.
const ROW_GAP: f32 = 2.0;
const INSET: f32 = 4.0;

pub(super) fn spawn(place: &mut ChildSpawnerCommands, game: &Match) {
    let board = game.record.position().board();
    let needs_room = board.rows().max(board.columns()) > 9 || has_wide_turns(game.record.variant());
    let columns = if needs_room { COLUMNS.1 } else { COLUMNS.0 };
    // Leaves room for focus rings and for the scrollbar.
    let content = Node::column(0).padding(UiRect::new(px(4), px(12), px(INSET), px(INSET)));
    let area = spawn_scroll_area(place, Node::default().grow(), content, |list| {
        let grid = Node::grid(Vec::new(), 4, ROW_GAP).fixed();
        list.spawn((Name::new("moves"), MoveGrid(columns), ChoiceGrid, Pickable::IGNORE, grid));
    });
    let mut commands = place.commands();
    commands.entity(area).insert(MoveArea);
    fade_edges(&mut commands, area, theme::BACKGROUND);
}

fn fit_columns(narrow: Res<NarrowPanel>, mut grids: Query<(&MoveGrid, &mut Node)>) {
    for (MoveGrid(usual), mut node) in &mut grids {
        let columns = if narrow.0 { NARROW_COLUMNS } else { *usual };
        node.grid_template_columns = RepeatedGridTrack::flex(columns, 1.0);
    }
}

/// Makes rows high enough for the pointing device, and the list as high as the whole rows that fit.
fn fit_rows(
    (pointing, orientation, scrolling): (Res<Pointing>, Res<Orientation>, Res<MoveScrolling>),
    mut entries: Query<&mut Node, With<MoveEntry>>,
    areas: Query<&ChildOf, With<MoveArea>>,
    mut around: Query<(&mut Node, &ChildOf), Without<MoveEntry>>,
    places: Query<&ComputedNode>,
    mut frames: ResMut<Frames>,
) {
    let row = pointing.row(*orientation);
    for mut node in &mut entries {
        if node.min_height != px(row) {
            node.min_height = px(row);
        }
    }
    for area in &areas {
        let Ok((mut node, place)) = around.get_mut(area.parent()) else { continue };
        let Ok(place) = places.get(place.parent()).map(|place| place.size().y * place.inverse_scale_factor) else {
            continue;
        };
        let rows = ((place - 2.0 * INSET + ROW_GAP) / (row + ROW_GAP)).floor().max(1.0);
        let height = match *scrolling {
            MoveScrolling::ByItself => px(rows * (row + ROW_GAP) - ROW_GAP + 2.0 * INSET),
            MoveScrolling::WithPanel => Val::Auto,
        };
        if node.max_height != height {
            node.max_height = height;
            // The measured height is a frame old, so it takes another frame to settle.
            frames.keep_drawing();
        }
    }
}

/// Returns true if pressing a move does something.
fn leads_somewhere(game: &Match, lesson: Option<&Lesson>) -> bool {
    lesson.is_none() && (can_be_reviewed(game) || game.room.is_none() && game.ended_early.is_none())
}

fn handle_show_move(
    mut requests: MessageReader<ShowMove>,
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    mut matches: MessageWriter<MatchCommand>,
    mut navigate: MessageWriter<Navigate>,
    mut steps: MessageWriter<ReviewStep>,
) {
    for ShowMove(index) in requests.read().filter(|_| leads_somewhere(&game, lesson.as_deref())) {
        if can_be_reviewed(&game) && game.ending().is_some() {
            navigate.write(Navigate::To(Screen::Review));
            steps.write(ReviewStep::To(*index));
        } else {
            matches.write(MatchCommand::now(MatchChange::GoTo(index + 1)));
        }
    }
}

/// The parts of a turn that its entry shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Listed {
    player: Player,
    chosen: Move,
    /// Set if the entry is a button.
    is_button: bool,
}

/// Lists all turns, including undone ones. Unchanged entries are not respawned, so that they keep the focus.
fn list_moves(
    game: Res<Match>,
    lesson: Option<Res<Lesson>>,
    grids: Query<(Entity, Has<Children>), With<MoveGrid>>,
    entries: Query<(Entity, &MoveEntry)>,
    mut shown: Local<Vec<Listed>>,
    mut commands: Commands,
) {
    let is_button = leads_somewhere(&game, lesson.as_deref());
    let turns = || game.record.played().iter().chain(game.record.undone());
    let wanted: Vec<Listed> =
        turns().map(|turn| Listed { player: turn.player, chosen: turn.chosen(), is_button }).collect();
    for (grid, is_filled) in &grids {
        let is_same = |(shown, wanted): &(&Listed, &Listed)| shown == wanted;
        let common = if is_filled { shown.iter().zip(&wanted).take_while(is_same).count() } else { 0 };
        entries.iter().filter(|(_, entry)| entry.0 >= common).for_each(|(entity, _)| commands.entity(entity).despawn());
        commands.entity(grid).with_children(|grid| {
            for (index, turn) in turns().enumerate().skip(common) {
                spawn_move(grid, &game, index, turn, is_button);
            }
        });
    }
    *shown = wanted;
}

fn spawn_move(grid: &mut ChildSpawnerCommands, game: &Match, index: usize, turn: &Turn, is_button: bool) {
    let node = Node::row(4).centred().min_height(px(theme::TOUCH)).inset(4, 2).bordered().rounded(theme::BUTTON_RADIUS);
    let mut entry = if is_button {
        let mut entry = grid.spawn(bare_button(move_line(game, turn), ButtonKind::Tile, ShowMove(index), node));
        entry.insert(ControlKey(format!("match-move {index}")));
        entry
    } else {
        grid.spawn((node, Pickable::IGNORE))
    };
    entry.insert(MoveEntry(index)).with_children(|entry| spawn_turn(entry, game.record.variant(), turn, DISC));
}

/// Accessible label of a move, such as "12. White c4, Ash passes".
fn move_line(game: &Match, turn: &Turn) -> Phrase {
    let (number, player) = (turn.move_number, game.addressed(turn.player));
    let line = match turn.square() {
        Some(square) => say!("match-move", number = number, player = player, square = square),
        None => say!("move-passed", number = number, player = player),
    };
    with_turn_words(game, turn, line)
}

/// Marks the move that led to the shown position and scrolls to it, unless that would scroll the rest of the panel
/// away.
fn mark_shown(
    game: Res<Match>,
    scrolling: Res<MoveScrolling>,
    entries: Query<(Entity, &MoveEntry, Has<Checked>)>,
    mut commands: Commands,
) {
    for (entity, MoveEntry(index), is_marked) in &entries {
        let is_shown = index + 1 == game.record.ply();
        mark::<Checked>(&mut commands, entity, is_marked, is_shown);
        if is_shown && !is_marked && *scrolling == MoveScrolling::ByItself {
            commands.entity(entity).insert(Reveal);
        }
    }
}

/// Scrolls the marked move back into view when the list gets lower, such as when advice appears.
fn keep_in_sight(
    scrolling: Res<MoveScrolling>,
    areas: Query<&ComputedNode, (With<MoveArea>, Changed<ComputedNode>)>,
    entries: Query<Entity, (With<MoveEntry>, With<Checked>)>,
    mut last: Local<f32>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    for area in &areas {
        let before = std::mem::replace(&mut *last, area.size().y);
        if area.size().y < before && *scrolling == MoveScrolling::ByItself {
            entries.iter().for_each(|entry| {
                commands.entity(entry).insert(Reveal);
            });
            // [`Reveal`] takes effect in the next frame.
            frames.keep_drawing();
        }
    }
}

fn let_scroll(scrolling: Res<MoveScrolling>, areas: Query<Entity, With<MoveArea>>, mut commands: Commands) {
    areas.iter().for_each(|area| set_scrolling(&mut commands, area, *scrolling == MoveScrolling::ByItself));
}
