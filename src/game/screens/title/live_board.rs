//! The board of the title: it plays itself, quietly, a move every few seconds. Nobody can touch it.

use std::time::Duration;

use bevy::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::cpu::Character;
use crate::game::GameSystems;
use crate::game::audio::sight::OutOfSight;
use crate::game::flow::screen::Screen;
use crate::game::redraw::Frames;
use crate::game::screens::living_picture::{PAUSE, PictureFrame, TURN, turning};
use crate::game::settings::Settings;
use crate::game::ui::board_picture::{BoardPicture, PictureTurn};
use crate::rules::{Board, Record, Square, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LiveGame>()
        .add_systems(OnEnter(Screen::Title), |mut game: ResMut<LiveGame>| game.moves_at = None)
        .add_systems(Update, (show, play_on).chain().in_set(GameSystems::Show).run_if(in_state(Screen::Title)));
}

/// How many moves are played before anybody looks, so that there is something to see.
const OPENING: usize = 18;
/// One move in so many is played without a thought.
const CARELESS: u32 = 4;

/// The node shows the game that plays itself.
#[derive(Component, Default)]
#[require(PictureFrame)]
pub(super) struct LiveBoard;

/// The picture in it.
#[derive(Component)]
struct LivePicture;

/// The game that plays itself; it goes on where it was when the title is seen again.
#[derive(Resource, Debug)]
struct LiveGame {
    record: Option<Record>,
    rng: Xoshiro256PlusPlus,
    /// When the next move is made, since the start of the program; `None` when the title has just been opened.
    moves_at: Option<Duration>,
}

impl Default for LiveGame {
    fn default() -> Self {
        let mut game = Self { record: start(), rng: Xoshiro256PlusPlus::seed_from_u64(1), moves_at: None };
        for _ in 0..OPENING {
            game.play();
        }
        game
    }
}

fn start() -> Option<Record> {
    Variant::classic(8).map(Record::new)
}

impl LiveGame {
    fn board(&self) -> Option<&Board> {
        self.record.as_ref().map(|record| record.position().board())
    }

    /// Plays a move, and says what was there before and where it was placed; once it is over, a new game begins.
    fn play(&mut self) -> Option<(Board, Square)> {
        let record = self.record.as_mut()?;
        let Some(player) = record.position().to_move() else {
            self.record = start();
            return None;
        };
        let character = if self.rng.random_range(0..CARELESS) == 0 { Character::Random } else { Character::Openness };
        let before = record.position().board().clone();
        let square = character.choose(record.position(), &mut self.rng)?;
        record.play(player, square).ok().map(|_| (before, square))
    }
}

/// Puts the picture into a node that has none.
fn show(game: Res<LiveGame>, places: Query<Entity, Added<LiveBoard>>, mut commands: Commands) {
    for place in &places {
        if let Some(board) = game.board() {
            let all = Node { flex_grow: 1.0, ..default() };
            let picture = (Name::new("live board"), LivePicture, BoardPicture(board.clone()), Pickable::IGNORE, all);
            commands.spawn((picture, ChildOf(place)));
        }
    }
}

fn play_on(
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    out_of_sight: Res<OutOfSight>,
    mut game: ResMut<LiveGame>,
    mut pictures: Query<(Entity, &mut BoardPicture), With<LivePicture>>,
    mut frames: ResMut<Frames>,
    mut commands: Commands,
) {
    // Without motion it stands still, and nobody is played for who does not look.
    let Some(duration) = settings.pace().scale(TURN).filter(|_| !out_of_sight.0) else { return };
    let now = time.elapsed();
    let moves_at = *game.moves_at.get_or_insert(now + PAUSE);
    if let Some(left) = moves_at.checked_sub(now).filter(|left| !left.is_zero()) {
        frames.wake_in(left);
        return;
    }
    let played = game.play();
    game.moves_at = Some(now + PAUSE);
    frames.wake_in(PAUSE);
    for (entity, mut picture) in &mut pictures {
        let Some(board) = game.board() else { continue };
        picture.0 = board.clone();
        if let Some((before, from)) = played.clone() {
            commands.entity(entity).insert(turning(before, from, duration));
        } else {
            commands.entity(entity).remove::<PictureTurn>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_follows_a_game() {
        let mut game = LiveGame::default();
        assert_eq!(game.record.as_ref().map(Record::ply), Some(OPENING));
        let mut plies = Vec::new();
        for _ in 0..150 {
            game.play();
            plies.push(game.record.as_ref().map_or(0, Record::ply));
        }
        assert!(plies.iter().any(|ply| *ply > 50), "it is played to the end: {plies:?}");
        assert!(plies.iter().filter(|ply| **ply == 0).count() >= 2, "and begun anew: {plies:?}");
    }

    #[test]
    fn what_turned_follows_from_the_move() {
        let mut game = LiveGame::default();
        let (before, square) = game.play().expect("it goes on");
        let after = game.board().expect("a board");
        assert!(before.disc(square).is_none() && after.disc(square).is_some());
    }
}
