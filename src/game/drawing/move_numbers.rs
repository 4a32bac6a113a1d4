//! Move numbers on discs: in the middle as in printed games, or below the symbol on discs that have one.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::motion::Motion;
use crate::game::board_view::move_numbers::move_numbers;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::shown_record::{ShownRecord, shows_record};
use crate::game::board_view::stones::Stone;
use crate::game::drawing::height;
use crate::game::frame::GameSystems;
use crate::game::settings::palette::{Palette, Symbol};
use crate::game::settings::{Marking, Settings};
use crate::game::ui::theme::{self, frame_font};
use crate::rules::{Disc, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, write_numbers.after(GameSystems::Look).run_if(shows_record));
}

/// Size of a number in the middle of a disc, in squares.
const MIDDLE: f32 = 0.36;
/// Size of a number below a symbol, in squares.
const BELOW: f32 = 0.23;
/// Minimum size of numbers, in logical pixels; [`MAX_SIZE`] takes precedence.
const MIN_SIZE: f32 = 11.0;
/// Maximum size of numbers in squares, so that they fit on a disc.
const MAX_SIZE: f32 = 0.42;
/// Distance of a number below a symbol from the middle of its disc, in squares.
const LOWERED: f32 = 0.31;
/// Width per digit and height of the plate below a number, relative to the size of the number.
const PLATE: Vec2 = Vec2::new(0.62, 1.12);

/// A number with everything that its look depends on.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct MoveNumber {
    square: Square,
    number: usize,
    disc: Disc,
    palette: Palette,
    place: BoardPlace,
}

impl MoveNumber {
    /// Returns whether the disc has a symbol in the middle.
    fn is_below_symbol(&self) -> bool {
        self.palette.look(self.disc).symbol != Symbol::Plain
    }

    /// Size in logical pixels.
    fn size(&self) -> f32 {
        let squares = if self.is_below_symbol() { BELOW } else { MIDDLE };
        (self.place.cell * squares).max(MIN_SIZE.min(self.place.cell * MAX_SIZE))
    }

    fn at(&self) -> Vec2 {
        let lowered = if self.is_below_symbol() { LOWERED * self.place.cell } else { 0.0 };
        self.place.to_world(self.place.middle_of(self.square) + Vec2::new(0.0, lowered))
    }
}

/// Keeps a number on every disc at rest. Texts are never scaled, so each size of the board has its own.
fn write_numbers(
    shown: ShownRecord,
    settings: Res<Settings>,
    place: Res<BoardPlace>,
    areas: Query<(), With<BoardArea>>,
    stones: Query<&Stone, Without<Motion>>,
    written: Query<(Entity, &MoveNumber)>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    let is_wanted = settings.marks.has(Marking::MoveNumbers) && !areas.is_empty();
    let numbers = shown.record().filter(|_| is_wanted).map(move_numbers).unwrap_or_default();
    let mut wanted: Vec<MoveNumber> = stones
        .iter()
        .filter_map(|Stone { square, disc }| {
            let number = *numbers.get(square)?;
            Some(MoveNumber { square: *square, number, disc: *disc, palette: settings.palette, place: *place })
        })
        .collect();
    for (entity, number) in &written {
        match wanted.iter().position(|wanted| wanted == number) {
            Some(index) => drop(wanted.swap_remove(index)),
            None => commands.entity(entity).despawn(),
        }
    }
    for number in wanted {
        let size = number.size();
        let digits = number.number.to_string();
        let is_below = number.is_below_symbol();
        let ink = if is_below { theme::TEXT.dark } else { settings.palette.look(number.disc).ink };
        let pill_size = Vec2::new((digits.len() as f32 * PLATE.x + 0.5) * size, PLATE.y * size);
        commands
            .spawn((
                Name::new(format!("number of {}", number.square)),
                number,
                DespawnOnExit(shown.screen()),
                Transform::from_translation(number.at().extend(height::NUMBER)),
                Visibility::default(),
            ))
            .with_children(|parts| {
                if is_below {
                    let pill = Capsule2d::new(pill_size.y / 2.0, (pill_size.x - pill_size.y).max(0.0));
                    parts.spawn((
                        Mesh2d(meshes.add(pill)),
                        MeshMaterial2d(colours.add(ColorMaterial::from(theme::PLATE))),
                        // A capsule is upright by default.
                        Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2)),
                    ));
                }
                parts.spawn((
                    Text2d::new(digits),
                    frame_font(size),
                    TextColor(ink),
                    Transform::from_xyz(0.0, 0.0, height::ABOVE),
                ));
            });
    }
}
