//! A match that plays itself on machines without a display. It saves pictures and its record to a folder, then quits.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;

use crate::cpu::Character;
use crate::game::board_view::phase::MatchPhase;
use crate::game::flow::navigate::Navigate;
use crate::game::flow::screen::Screen;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::game::play::setup::{MatchSetup, SetupCommand};
use crate::game::settings::palette::colour_vision::ColourVision;
use crate::game::settings::{Pace, Settings};
use crate::game::tools::scene::{Moment, Scene, ScenePlugin};
use crate::game::ui::on_press::OnPress;
use crate::rules::Player;

/// Plays the demonstration and saves its pictures.
pub struct DemoPlugin {
    /// Target folder, created if missing.
    pub folder: PathBuf,
}

/// Ply from which a picture of the match is taken.
const PICTURED_PLY: usize = 22;

impl Plugin for DemoPlugin {
    fn build(&self, app: &mut App) {
        let mut seats = MatchSetup::default().seats;
        seats[Player::Black] = Some(Seat::Cpu(Character::Maximum.into()));
        seats[Player::White] = Some(Seat::Cpu(Character::Greedy.into()));
        let scene = |name: &str, opening, moment| Scene { name: name.to_owned(), opening, turn: None, moment };
        let scenes = vec![
            scene("title", vec![], Moment::Still),
            scene("new-game", vec![OnPress::new(Navigate::To(Screen::NewGame))], Moment::Still),
            scene("match", vec![OnPress::new(SetupCommand::Start)], Moment::Turning(PICTURED_PLY)),
            scene("result", vec![], Moment::Over),
        ];
        let folder = self.folder.clone();
        let write_record = move |game: Res<Match>| {
            let path = folder.join("record.txt");
            match fs::write(&path, game.record.to_string()) {
                Ok(()) => println!("the pictures and {} show the match", path.display()),
                Err(error) => eprintln!("{} could not be written: {error}", path.display()),
            }
        };
        app.insert_resource(MatchSetup { seats, ..default() })
            .insert_resource(Settings { pace: Some(Pace::BRISK), cpu_delay: Duration::from_millis(50), ..default() })
            .add_plugins(ScenePlugin { scenes, folder: self.folder.clone(), visions: vec![ColourVision::AllCones] })
            .add_systems(
                Last,
                write_record.run_if(|phase: Res<MatchPhase>| phase.is_changed() && *phase == MatchPhase::Over),
            );
    }
}
