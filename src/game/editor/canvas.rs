//! Shows the draft on the board: squares, discs, marks at holes, and a preview of the brush.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::game::board_view::board_focus::BoardFocus;
use crate::game::board_view::board_root::{BoardArea, BoardRoot};
use crate::game::board_view::cells::{self, Ghost, Marks};
use crate::game::board_view::stones::Stone;
use crate::game::editor::Editor;
use crate::game::editor::marks::{BrushMark, HoleMark};
use crate::game::editor::paint::Paint;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::settings::Facing;
use crate::rules::{self, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Screen::Editor), spawn_board.after(super::begin_draft)).add_systems(
        Update,
        (
            show_draft
                .in_set(GameSystems::Show)
                .run_if(resource_changed::<Editor>.or_else(any_match_filter::<Added<BoardRoot>>)),
            mark_brush.in_set(GameSystems::Look),
        )
            .run_if(in_state(Screen::Editor)),
    );
}

fn board_of(editor: &Editor) -> Option<BoardRoot> {
    let draft = editor.draft()?;
    let (grid, tints) = (draft.grid(), *draft.tints());
    let squares = grid.places().filter(|place| grid.cell(*place) != rules::Cell::Hole).collect();
    Some(BoardRoot { columns: grid.columns(), rows: grid.rows(), squares, tints, facing: Facing::default() })
}

fn spawn_board(editor: Res<Editor>, mut commands: Commands) {
    if let Some(board) = board_of(&editor) {
        commands.spawn((Name::new("board"), board, DespawnOnExit(Screen::Editor)));
    }
}

/// A place of the board: a square or a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Ground {
    Square(Square),
    Hole(Square),
}

fn show_draft(
    editor: Res<Editor>,
    root: Single<(Entity, &mut BoardRoot)>,
    mut grounds: Query<
        (Entity, Option<&cells::Cell>, Option<&HoleMark>, &mut Transform),
        (Or<(With<cells::Cell>, With<HoleMark>)>, Without<Stone>),
    >,
    mut stones: Query<(Entity, &Stone, &mut Transform)>,
    mut commands: Commands,
) {
    let (Some(draft), Some(board)) = (editor.draft(), board_of(&editor)) else { return };
    let (root, mut shown) = root.into_inner();
    shown.set_if_neq(board);
    let grid = draft.grid();

    // Entities that still fit move to their places; the others are despawned.
    let place = |transform: &mut Mut<Transform>, square| {
        let target = board.middle_of(square).extend(transform.translation.z);
        if transform.translation != target {
            transform.translation = target;
        }
    };
    let mut there: HashMap<Ground, Entity> = HashMap::new();
    for (entity, cell, hole, mut transform) in &mut grounds {
        let (ground, is_right) = match (cell, hole) {
            (Some(cell), _) => (Ground::Square(cell.0), grid.cell(cell.0) != rules::Cell::Hole),
            (None, Some(hole)) => (Ground::Hole(hole.0), grid.has(hole.0) && grid.cell(hole.0) == rules::Cell::Hole),
            (None, None) => continue,
        };
        if is_right && there.insert(ground, entity).is_none() {
            let (Ground::Square(square) | Ground::Hole(square)) = ground;
            place(&mut transform, square);
        } else {
            commands.entity(entity).despawn();
        }
    }
    let mut lying: HashMap<Square, Entity> = HashMap::new();
    for (entity, stone, mut transform) in &mut stones {
        match grid.cell(stone.square) {
            rules::Cell::Occupied(disc) => {
                lying.insert(stone.square, entity);
                place(&mut transform, stone.square);
                if stone.disc != disc {
                    commands.entity(entity).insert(Stone { square: stone.square, disc });
                }
            }
            _ => commands.entity(entity).despawn(),
        }
    }

    // Missing entities are spawned.
    for square in grid.places() {
        let at = Transform::from_translation(board.middle_of(square).extend(0.0));
        let cell = grid.cell(square);
        if cell == rules::Cell::Hole {
            if !there.contains_key(&Ground::Hole(square)) {
                let name = Name::new(format!("no square {square}"));
                commands.spawn((name, HoleMark(square), at, Visibility::default(), ChildOf(root)));
            }
        } else if !there.contains_key(&Ground::Square(square)) {
            let name = Name::new(format!("cell {square}"));
            commands.spawn((name, cells::Cell(square), at, Visibility::default(), ChildOf(root)));
        }
        if let rules::Cell::Occupied(disc) = cell
            && !lying.contains_key(&square)
        {
            let name = Name::new(format!("stone {square}"));
            commands.spawn((name, Stone { square, disc }, at, Visibility::default(), ChildOf(root)));
        }
    }
}

/// Previews the brush at the place that is pointed at.
fn mark_brush(
    editor: Res<Editor>,
    focus: Res<BoardFocus>,
    root: Single<(Entity, &BoardRoot)>,
    area: Query<(), With<BoardArea>>,
    marks: Query<(Entity, &BrushMark)>,
    mut marked: Query<(&cells::Cell, &mut Marks)>,
    mut commands: Commands,
) {
    let Some(draft) = editor.draft().filter(|_| !area.is_empty()) else { return };
    let (root, board) = *root;
    let pointed = focus.square.filter(|square| draft.grid().has(*square));
    let places = pointed.map(|square| editor.brush().painted_places(square, draft)).unwrap_or_default();
    for (cell, mut cell_marks) in &mut marked {
        let ghost = places.iter().find_map(|(square, painted)| match painted {
            Paint::Cell(rules::Cell::Occupied(disc)) if *square == cell.0 => {
                Some(Ghost { disc: *disc, explodes: false })
            }
            _ => None,
        });
        cell_marks.set_if_neq(Marks { ghost, ..default() });
    }
    let wanted: Vec<BrushMark> = places
        .iter()
        .map(|(square, _)| BrushMark { square: *square, is_pointed_at: Some(*square) == pointed })
        .collect();
    let shown: Vec<BrushMark> = marks.iter().map(|(_, mark)| *mark).collect();
    let is_shown = shown.len() == wanted.len() && wanted.iter().all(|mark| shown.contains(mark));
    if is_shown && !editor.is_changed() {
        return;
    }
    marks.iter().for_each(|(entity, _)| commands.entity(entity).despawn());
    for mark in wanted {
        commands.spawn((
            Name::new(format!("brush {}", mark.square)),
            mark,
            Transform::from_translation(board.middle_of(mark.square).extend(0.0)),
            Visibility::default(),
            ChildOf(root),
        ));
    }
}
