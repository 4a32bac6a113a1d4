//! What squares are worth, written on them while somebody wants to know.

use bevy::prelude::*;

use super::height;
use crate::game::board::BoardPlace;
use crate::game::shown::{shown_has_changed, shows_record};
use crate::game::theme::{self, frame_font};
use crate::game::worth::{ToldWorths, Worth};
use crate::game::{Advice, BoardArea, GameSystems, score_text};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_worths
            .after(GameSystems::Look)
            .run_if(resource_changed::<Advice>.or_else(resource_changed::<BoardPlace>).or_else(shown_has_changed))
            .run_if(shows_record),
    );
}

/// What one square is worth, as it stands on the board.
#[derive(Component)]
struct Plate;

/// The radius of the plate under a worth, in squares.
const PLATE: f32 = 0.34;
/// The size of the letters, in squares: four of them fit the plate.
const LETTERS: f32 = 0.24;
/// How many discs, or hundredths of a win, a move loses that is marked as a bad one.
const BAD: f32 = 12.0;

/// Writes the worths anew, as texts are never scaled: each size has letters of its own.
fn write_worths(
    told: ToldWorths,
    place: Res<BoardPlace>,
    shown: Query<Entity, With<Plate>>,
    areas: Query<(), With<BoardArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|plate| commands.entity(plate).despawn());
    let worths = told.worths();
    if areas.is_empty() || worths.is_empty() {
        return;
    }
    let ground_mesh = meshes.add(Circle::new(PLATE * place.cell));
    for Worth { square, score, lost } in worths {
        let (ground, ink) = if lost <= 0.0 {
            (theme::ACCENT, theme::TEXT_ON_ACCENT)
        } else {
            (theme::PLATE, theme::TEXT.mix(&theme::BAD_MOVE, (lost / BAD).min(1.0)))
        };
        let corner = Vec2::new(f32::from(square.column()), f32::from(square.row()));
        let middle = place.to_world(place.corner() + (corner + 0.5) * place.cell);
        commands.spawn((
            Name::new(format!("worth of {square}")),
            Plate,
            DespawnOnExit(told.screen()),
            Mesh2d(ground_mesh.clone()),
            MeshMaterial2d(colours.add(ColorMaterial::from(ground))),
            Transform::from_translation(middle.extend(height::WORTH)),
            children![(
                Text2d::new(score_text(score)),
                frame_font(place.cell * LETTERS),
                TextColor(ink),
                Transform::from_xyz(0.0, 0.0, height::ABOVE),
            )],
        ));
    }
}
