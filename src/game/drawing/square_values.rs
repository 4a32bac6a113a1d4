//! Values of squares, written on them during an analysis or a review.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::game::analysis::advice::{Advice, score_text};
use crate::game::board_view::board_root::BoardArea;
use crate::game::board_view::place::BoardPlace;
use crate::game::board_view::shown_record::{shown_has_changed, shows_record};
use crate::game::board_view::square_values::{SquareValue, SquareValuesParam};
use crate::game::drawing::height;
use crate::game::frame::GameSystems;
use crate::game::ui::theme::{self, frame_font};
use crate::game::ui::tone::Tone;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_values
            .after(GameSystems::Look)
            .run_if(resource_changed::<Advice>.or_else(resource_changed::<BoardPlace>).or_else(shown_has_changed))
            .run_if(shows_record),
    );
}

/// The plate with the value of a square.
#[derive(Component)]
struct Plate;

/// Width and height of a plate, in squares. It is not a circle, so that nobody takes it for a disc.
const PLATE: Vec2 = Vec2::new(0.86, 0.48);
/// Width of the line around the best square's plate, in squares.
const RING: f32 = 0.06;
/// Minimum width of that line, in logical pixels.
const MIN_RING: f32 = 2.0;
/// Size of the letters in squares, so that four of them fit on a plate.
const LETTERS: f32 = 0.28;
/// Minimum size of the letters, in logical pixels. At this size the percent sign is left out.
const MIN_LETTERS: f32 = 11.0;
/// Loss of a bad move, in discs or percent of a win.
const BAD: f32 = 12.0;

/// Text colour of a value: from green for no loss to red for a bad move.
fn ink(lost: f32) -> Tone {
    let badness = (lost / BAD).clamp(0.0, 1.0) * 2.0;
    if badness < 1.0 {
        theme::GOOD_MOVE.mix(theme::TEXT, badness)
    } else {
        theme::TEXT.mix(theme::BAD_MOVE, badness - 1.0)
    }
}

/// Writes all values again, because texts are never scaled: each size has glyphs of its own.
fn write_values(
    shown_values: SquareValuesParam,
    place: Res<BoardPlace>,
    shown: Query<Entity, With<Plate>>,
    areas: Query<(), With<BoardArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|plate| commands.entity(plate).despawn());
    let values = shown_values.values();
    if areas.is_empty() || values.is_empty() {
        return;
    }
    let is_small = place.cell * LETTERS < MIN_LETTERS;
    let letters = (place.cell * LETTERS).max(MIN_LETTERS);
    // High enough for the letters.
    let size = (PLATE * place.cell).max(Vec2::new(0.0, letters * 1.35));
    let pill = |size: Vec2| Capsule2d::new(size.y / 2.0, (size.x - size.y).max(0.0));
    let ground_mesh = meshes.add(pill(size));
    let ring_mesh = meshes.add(pill(size + 2.0 * (RING * place.cell).max(MIN_RING)));
    let ground = colours.add(ColorMaterial::from(theme::PLATE));
    let ring = colours.add(ColorMaterial::from(theme::BRIGHT_RING));
    // A capsule is upright by default.
    let lying = Quat::from_rotation_z(FRAC_PI_2);
    for (rank, SquareValue { square, score, lost }) in values.into_iter().enumerate() {
        // Only one square is marked as the best, even if others have the same value.
        let is_best = rank == 0;
        let ink = ink(lost);
        let words = score_text(score);
        let words = if is_small { words.trim_end_matches('%').trim_end().to_owned() } else { words };
        let middle = place.to_world(place.middle_of(square));
        let ground_of_words = (
            Name::new(format!("value of {square}")),
            Plate,
            DespawnOnExit(shown_values.screen()),
            Transform::from_translation(middle.extend(height::VALUE)),
            Visibility::default(),
        );
        commands.spawn(ground_of_words).with_children(|plate| {
            if is_best {
                plate.spawn((Mesh2d(ring_mesh.clone()), MeshMaterial2d(ring.clone()), Transform::from_rotation(lying)));
            }
            plate.spawn((
                Mesh2d(ground_mesh.clone()),
                MeshMaterial2d(ground.clone()),
                Transform::from_xyz(0.0, 0.0, height::ABOVE / 2.0).with_rotation(lying),
            ));
            plate.spawn((
                Text2d::new(words),
                frame_font(letters),
                TextColor(ink.dark),
                Transform::from_xyz(0.0, 0.0, height::ABOVE),
            ));
        });
    }
}
