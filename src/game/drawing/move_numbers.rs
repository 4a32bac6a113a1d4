//! Numbers of moves on the discs: in the middle of a disc that has no symbol there, as in printed games; below the
//! symbol of one that has.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::game::GameSystems;
use crate::game::board_view::move_numbers::move_numbers;
use crate::game::board_view::place::{BoardArea, BoardPlace};
use crate::game::board_view::shown_record::{Shown, shows_record};
use crate::game::board_view::stones::{Motion, Stone};
use crate::game::drawing::height;
use crate::game::settings::palette::{Palette, Symbol};
use crate::game::settings::{Marking, Settings};
use crate::game::ui::theme::{self, frame_font};
use crate::rules::{Disc, Square};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, write_numbers.after(GameSystems::Look).run_if(shows_record));
}

/// The size of a number in the middle of a disc, in squares,
const MIDDLE: f32 = 0.36;
/// and of one below a symbol.
const BELOW: f32 = 0.23;
/// Where that is hard to read they are of this size, in logical pixels,
const LEGIBLE: f32 = 11.0;
/// but no larger than a disc has room for, in squares.
const LARGEST: f32 = 0.42;
/// How far below the middle of its disc a number is that leaves room for the symbol, in squares.
const LOWERED: f32 = 0.31;
/// How high the plate under such a number is, in sizes of the number, and how much wider than high for each digit.
const PLATE: Vec2 = Vec2::new(0.62, 1.12);

/// A number, and all that it depends on.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
struct MoveNumber {
    square: Square,
    number: usize,
    disc: Disc,
    palette: Palette,
    place: BoardPlace,
}

impl MoveNumber {
    /// Whether the disc's symbol has the middle.
    fn is_below_symbol(&self) -> bool {
        self.palette.look(self.disc).symbol != Symbol::Plain
    }

    /// How large it is written, in logical pixels.
    fn size(&self) -> f32 {
        let squares = if self.is_below_symbol() { BELOW } else { MIDDLE };
        (self.place.cell * squares).max(LEGIBLE.min(self.place.cell * LARGEST))
    }

    fn at(&self) -> Vec2 {
        let lowered = if self.is_below_symbol() { LOWERED * self.place.cell } else { 0.0 };
        self.place.to_world(self.place.middle_of(self.square) + Vec2::new(0.0, lowered))
    }
}

/// Keeps the numbers on discs that lie still; texts are never scaled, so each size of the board has its own.
fn write_numbers(
    shown: Shown,
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
        let ink = if is_below { theme::TEXT } else { settings.palette.look(number.disc).ink };
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
                        // A capsule stands.
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
