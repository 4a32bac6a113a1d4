//! What squares are worth, written on them while somebody wants to know.

use bevy::prelude::*;

use super::height;
use crate::cpu::Score;
use crate::game::board::BoardPlace;
use crate::game::theme::{self, frame_font};
use crate::game::{Advice, BoardArea, GameSystems, Screen, score_text};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        write_worths
            .after(GameSystems::Look)
            .run_if(resource_changed::<Advice>.or_else(resource_changed::<BoardPlace>))
            .run_if(in_state(Screen::Match)),
    );
}

/// What one square is worth, as it stands on the board.
#[derive(Component)]
struct Worth;

/// The radius of the plate under a worth, in squares.
const PLATE: f32 = 0.34;
/// The size of the letters, in squares: four of them fit the plate.
const LETTERS: f32 = 0.24;
/// How many discs, or hundredths of a win, a move loses that is marked as a bad one.
const BAD: f32 = 12.0;

/// Writes the worths anew, as texts are never scaled: each size has letters of its own.
fn write_worths(
    advice: Res<Advice>,
    place: Res<BoardPlace>,
    shown: Query<Entity, With<Worth>>,
    areas: Query<(), With<BoardArea>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut colours: ResMut<Assets<ColorMaterial>>,
    mut commands: Commands,
) {
    shown.iter().for_each(|worth| commands.entity(worth).despawn());
    let Some(best) = advice.best().filter(|_| !areas.is_empty()) else { return };
    let ground_mesh = meshes.add(Circle::new(PLATE * place.cell));
    for analysed in advice.shown() {
        let lost = points(best.score) - points(analysed.score);
        let (ground, ink) = if lost <= 0.0 {
            (theme::ACCENT, theme::TEXT_ON_ACCENT)
        } else {
            (theme::PLATE, theme::TEXT.mix(&theme::BAD_MOVE, (lost / BAD).min(1.0)))
        };
        let corner = Vec2::new(f32::from(analysed.square.column()), f32::from(analysed.square.row()));
        let middle = place.to_world(place.corner() + (corner + 0.5) * place.cell);
        commands.spawn((
            Name::new(format!("worth of {}", analysed.square)),
            Worth,
            DespawnOnExit(Screen::Match),
            Mesh2d(ground_mesh.clone()),
            MeshMaterial2d(colours.add(ColorMaterial::from(ground))),
            Transform::from_translation(middle.extend(height::WORTH)),
            children![(
                Text2d::new(score_text(analysed.score)),
                frame_font(place.cell * LETTERS),
                TextColor(ink),
                Transform::from_xyz(0.0, 0.0, height::ABOVE),
            )],
        ));
    }
}

/// A score in points that can be compared: discs, or hundredths of a win.
fn points(score: Score) -> f32 {
    match score {
        Score::Lead(discs) | Score::Points(discs) => discs as f32,
        Score::Wins(share) | Score::Discs(share) => share * 100.0,
    }
}
