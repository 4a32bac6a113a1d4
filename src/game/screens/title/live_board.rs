//! The board of the title: a game that plays itself, a move every few seconds, while somebody is likely to look. It
//! takes no input.

use bevy::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::cpu::Character;
use crate::game::flow::screen::Screen;
use crate::game::frame::GameSystems;
use crate::game::screens::living_picture::{NextMove, PictureFrame, Played, Stage};
use crate::game::screens::title::attention::Attention;
use crate::game::ui::board_picture::BoardPicture;
use crate::game::ui::layout::Layout;
use crate::rules::{Board, Record, Variant};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<LiveGame>()
        .add_systems(OnEnter(Screen::Title), |mut game: ResMut<LiveGame>| game.next_move = NextMove::default())
        .add_systems(Update, (show, play_on).chain().in_set(GameSystems::Show).run_if(in_state(Screen::Title)));
}

/// Number of moves played in advance, so that the board is not empty at first.
const OPENING: usize = 18;
/// One move in this many is random, the others are thought out.
const RANDOM_MOVE_INTERVAL: u32 = 4;

/// A node that shows the game.
#[derive(Component, Default)]
#[require(PictureFrame)]
pub(super) struct LiveBoard;

/// Picture of the board inside [`LiveBoard`].
#[derive(Component)]
struct LivePicture;

/// The game that plays itself; it continues when the title is shown again.
#[derive(Resource, Debug)]
struct LiveGame {
    record: Option<Record>,
    rng: Xoshiro256PlusPlus,
    next_move: NextMove,
}

impl Default for LiveGame {
    fn default() -> Self {
        let mut game =
            Self { record: start(), rng: Xoshiro256PlusPlus::seed_from_u64(1), next_move: NextMove::default() };
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

    /// Plays a move and returns the board before it and its square. After the end, starts a new game and returns
    /// `None`.
    fn play(&mut self) -> Option<Played> {
        let record = self.record.as_mut()?;
        let Some(player) = record.position().to_move() else {
            self.record = start();
            return None;
        };
        let character =
            if self.rng.random_range(0..RANDOM_MOVE_INTERVAL) == 0 { Character::Random } else { Character::Openness };
        let before = record.position().board().clone();
        let square = character.choose(record.position(), &mut self.rng)?;
        record.play(player, square).ok().map(|_| (before, square))
    }
}

/// Adds the picture to new nodes.
fn show(game: Res<LiveGame>, places: Query<Entity, Added<LiveBoard>>, mut commands: Commands) {
    for place in &places {
        if let Some(board) = game.board() {
            let all = Node::default().grow();
            let picture = (Name::new("live board"), LivePicture, BoardPicture(board.clone()), Pickable::IGNORE, all);
            commands.spawn((picture, ChildOf(place)));
        }
    }
}

fn play_on(
    mut stage: Stage,
    (attention, time): (Res<Attention>, Res<Time<Real>>),
    mut game: ResMut<LiveGame>,
    mut pictures: Query<(Entity, &mut BoardPicture), With<LivePicture>>,
) {
    if !attention.is_given(time.elapsed()) || !stage.is_due(&mut game.next_move) {
        return;
    }
    let played = game.play();
    let Some(board) = game.board() else { return };
    for (entity, mut picture) in &mut pictures {
        stage.show(entity, &mut picture, board, played.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_game_follows_another() {
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
    fn turned_discs_follow_from_the_move() {
        let mut game = LiveGame::default();
        let (before, square) = game.play().expect("it goes on");
        let after = game.board().expect("a board");
        assert!(before.disc(square).is_none() && after.disc(square).is_some());
    }
}
