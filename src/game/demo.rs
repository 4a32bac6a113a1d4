//! A match that plays itself for whoever has no screen: pictures and the record go to a folder, then the game ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::RequestRedraw;

use super::{Action, Match, MatchSetup, Motion, Pace, Phase, Screen, Seat, Settings};
use crate::cpu::Character;
use crate::rules::Player;

/// Plays the demonstration and leaves its pictures in a folder.
pub struct DemoPlugin {
    /// The folder; made if there is none.
    pub folder: PathBuf,
}

impl Plugin for DemoPlugin {
    fn build(&self, app: &mut App) {
        let mut seats = MatchSetup::default().seats;
        seats[Player::Black] = Some(Seat::Cpu(Character::Maximum.into()));
        seats[Player::White] = Some(Seat::Cpu(Character::Greedy.into()));
        app.insert_resource(MatchSetup { seats, ..default() })
            .insert_resource(Settings { pace: Pace::Brisk, cpu_delay: Duration::from_millis(50), ..default() })
            .insert_resource(Demo { folder: self.folder.clone(), scene: Scene::Title, frames: 0 })
            .add_systems(Last, play);
    }
}

/// How many frames a still picture gets to settle.
const SETTLE: u32 = 12;
/// The ply of which the picture of a match is taken, while its stones turn.
const PICTURED_PLY: usize = 22;

#[derive(Resource)]
struct Demo {
    folder: PathBuf,
    scene: Scene,
    frames: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    Title,
    NewGame,
    Match,
    Pictured,
    Over,
    Done,
}

fn play(
    screen: Res<State<Screen>>,
    phase: Res<Phase>,
    game: Option<Res<Match>>,
    motions: Query<&Motion>,
    mut demo: ResMut<Demo>,
    mut actions: MessageWriter<Action>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut commands: Commands,
) {
    redraw.write(RequestRedraw);
    demo.frames += 1;
    let is_settled = demo.frames > SETTLE;
    let ply = game.as_ref().map_or(0, |game| game.record.ply());
    let next = match (demo.scene, screen.get()) {
        (Scene::Title, Screen::Title) if is_settled => {
            picture(&demo.folder, "title.png", &mut commands);
            actions.write(Action::ShowNewGame);
            Scene::NewGame
        }
        (Scene::NewGame, Screen::NewGame) if is_settled => {
            picture(&demo.folder, "new-game.png", &mut commands);
            actions.write(Action::Start);
            Scene::Match
        }
        (Scene::Match, _) if ply >= PICTURED_PLY && motions.iter().any(|motion| motion.is_half_way()) => {
            picture(&demo.folder, "match.png", &mut commands);
            Scene::Pictured
        }
        (Scene::Match | Scene::Pictured, _) if *phase == Phase::Over => Scene::Over,
        (Scene::Over, _) if is_settled => {
            picture(&demo.folder, "result.png", &mut commands).observe(leave);
            if let Some(game) = game {
                let path = demo.folder.join("record.txt");
                match fs::write(&path, game.record.to_string()) {
                    Ok(()) => println!("the pictures and {} show the match", path.display()),
                    Err(error) => eprintln!("{} could not be written: {error}", path.display()),
                }
            }
            Scene::Done
        }
        (scene, _) => scene,
    };
    if next != demo.scene {
        demo.scene = next;
        demo.frames = 0;
    }
}

fn picture<'a>(folder: &Path, name: &str, commands: &'a mut Commands) -> EntityCommands<'a> {
    let mut picture = commands.spawn(Screenshot::primary_window());
    picture.observe(save_to_disk(folder.join(name)));
    picture
}

fn leave(_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>) {
    exit.write(AppExit::Success);
}
