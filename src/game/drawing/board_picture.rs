//! Small pictures of boards: one node and one quad, whatever the number of squares.

use std::collections::BTreeSet;

use bevy::asset::uuid_handle;
use bevy::prelude::*;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{AsBindGroup, ShaderType};
use bevy::shader::{Shader, ShaderRef};

use crate::game::drawing::face::FaceLook;
use crate::game::drawing::ground::GroundLook;
use crate::game::drawing::material::{add_shader, linear};
use crate::game::frame::GameSystems;
use crate::game::settings::Settings;
use crate::game::ui::board_picture::{BoardPicture, PictureTints, PictureTurn};
use crate::rules::{Board, Cell, Disc, Square, Tint, Tints};

pub(super) fn plugin(app: &mut App) {
    add_shader(app, &SHADER, include_str!("../../../assets/shaders/board_picture.wgsl"), "board_picture.wgsl");
    app.add_plugins(UiMaterialPlugin::<BoardPictureMaterial>::default())
        .add_systems(Update, update_picture_materials.after(GameSystems::Look));
}

const SHADER: Handle<Shader> = uuid_handle!("6f0c1c52-1c43-4f7a-9d3e-0f6b0d0c7a13");
/// Number of squares packed into one shader word, four bits each.
const PLACES_IN_WORD: usize = 8;
/// Number of tints packed into one shader word, eight bits each.
const TINTS_IN_WORD: usize = 4;
/// Number of vectors of four words that hold all places, and all tints.
const PLACE_VECTORS: usize = Square::COUNT.div_ceil(4 * PLACES_IN_WORD);
const TINT_VECTORS: usize = Square::COUNT.div_ceil(4 * TINTS_IN_WORD);
/// Number of tints, of squares and of holes.
const TINTS: usize = Tint::SQUARES + Tint::HOLES;

#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct BoardPictureMaterial {
    #[uniform(0)]
    look: BoardPictureLook,
}

/// Shader uniforms; their fields are explained in `board_picture.wgsl`.
#[derive(ShaderType, Clone, Copy, Debug, PartialEq)]
struct BoardPictureLook {
    places: [UVec4; PLACE_VECTORS],
    faces: [FaceLook; Disc::ALL.len()],
    ground: GroundLook,
    size: Vec4,
    earlier: [UVec4; PLACE_VECTORS],
    turning: Vec4,
    tints: [UVec4; TINT_VECTORS],
    tint_colours: [Vec4; TINTS],
}

impl UiMaterial for BoardPictureMaterial {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }
}

impl BoardPictureLook {
    fn new(board: &Board, tints: Option<&PictureTints>, turn: Option<&PictureTurn>, settings: &Settings) -> Self {
        let theme = settings.board_theme.look();
        let mut tint_colours = [Vec4::ZERO; TINTS];
        for (colour, tint) in tint_colours.iter_mut().zip(Tint::all()) {
            *colour = linear(theme.tinted(tint));
        }
        let from = |turn: &PictureTurn| {
            Vec3::new(turn.from.column().into(), turn.from.row().into(), turn.progress).extend(0.0)
        };
        let discs: BTreeSet<u8> = board.squares().filter_map(|square| Some(board.disc(square)? as u8)).collect();
        let has_symbols = settings.symbols.shows(discs.len());
        let look = |disc| settings.palette.look(disc).engraved(has_symbols);
        Self {
            places: pack(board),
            faces: Disc::ALL.map(|disc| FaceLook::new(look(disc), board.turns(disc))),
            ground: GroundLook::new(theme),
            size: Vec4::new(f32::from(board.columns()), f32::from(board.rows()), 0.0, 0.0),
            earlier: pack(turn.map_or(board, |turn| &turn.before)),
            turning: turn.map_or(Vec4::Z, from),
            tints: pack_tints(&tints.map(|tints| tints.0).unwrap_or_default()),
            tint_colours,
        }
    }
}

/// Shader code of a square's content.
const fn code(cell: Cell) -> u32 {
    match cell {
        Cell::Hole => 0,
        Cell::Empty => 1,
        Cell::Occupied(disc) => 2 + disc as u32,
    }
}

fn pack(board: &Board) -> [UVec4; PLACE_VECTORS] {
    let mut places = [UVec4::ZERO; PLACE_VECTORS];
    for square in board.squares() {
        let (word, within) = (square.index() / PLACES_IN_WORD, square.index() % PLACES_IN_WORD);
        places[word / 4][word % 4] |= code(board.cell(square)) << (4 * within);
    }
    places
}

/// Packs the number of each tint, from 1; 0 is none.
fn pack_tints(tints: &Tints) -> [UVec4; TINT_VECTORS] {
    let mut packed = [UVec4::ZERO; TINT_VECTORS];
    for (place, tint) in tints.iter() {
        let (word, within) = (place.index() / TINTS_IN_WORD, place.index() % TINTS_IN_WORD);
        packed[word / 4][word % 4] |= (tint.index() as u32 + 1) << (8 * within);
    }
    packed
}

fn update_picture_materials(
    pictures: Query<(
        Entity,
        Ref<BoardPicture>,
        Option<&PictureTints>,
        Option<Ref<PictureTurn>>,
        Option<&MaterialNode<BoardPictureMaterial>>,
    )>,
    settings: Res<Settings>,
    mut materials: ResMut<Assets<BoardPictureMaterial>>,
    mut commands: Commands,
) {
    for (entity, picture, tints, turn, material) in &pictures {
        let turns = turn.as_ref().is_some_and(DetectChanges::is_changed);
        if !picture.is_changed() && !turns && !settings.is_changed() {
            continue;
        }
        let look = BoardPictureLook::new(&picture.0, tints, turn.as_deref(), &settings);
        match material {
            None => {
                commands.entity(entity).insert(MaterialNode(materials.add(BoardPictureMaterial { look })));
            }
            Some(MaterialNode(handle)) => {
                if let Some(mut material) = materials.get_mut(handle) {
                    material.look = look;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a square as the shader does.
    fn unpacked(places: &[UVec4], column: usize, row: usize) -> u32 {
        let bits = places.iter().flat_map(UVec4::to_array).flat_map(|word| (0..32).map(move |bit| word >> bit & 1));
        let bits: Vec<u32> = bits.collect();
        let first = (row * usize::from(Square::MAX_SIDE) + column) * 4;
        (0..4).map(|bit| bits[first + bit] << bit).sum()
    }

    #[test]
    fn the_shader_unpacks_every_tint_at_its_place() {
        let mut tints = Tints::default();
        for (place, tint) in Square::all().zip(Tint::all().cycle()) {
            tints.set(place, Some(tint));
        }
        let packed = pack_tints(&tints);
        for (index, (_, tint)) in tints.iter().enumerate() {
            let word = packed[index / 16][index / 4 % 4];
            assert_eq!(word >> (8 * (index % 4)) & 255, tint.index() as u32 + 1, "{index}");
        }
        assert_eq!(pack_tints(&Tints::default()), [UVec4::ZERO; TINT_VECTORS]);
    }

    #[test]
    fn the_shader_unpacks_every_square_at_its_place() {
        let rows = ["#.BWACYGR.#.BWAC.........W", "YGR.......................", "R########################Y"];
        let rows: Vec<&str> = rows.iter().copied().cycle().take(26).collect();
        let board = Board::from_rows(rows.iter().copied()).expect("a board");
        let places = pack(&board);
        for (row, letters) in rows.iter().enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                let expected = "#.BWACYGR".find(letter).expect("a letter of the notation");
                assert_eq!(unpacked(&places, column, row), expected as u32, "column {column}, row {row}");
            }
        }
    }
}
