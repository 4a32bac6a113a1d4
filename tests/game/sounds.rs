//! Sounds: a replacement for the loudspeakers records what is played on it, and when.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::WindowOccluded;
use irogaeshi::cpu::Character;
use irogaeshi::game::{
    MatchChange, MatchCommand, MatchPhase, Navigate, Note, Output, Pace, Screen, SettingCommand, Settings, SoundKind,
    SoundOutput, Switch, Volume,
};
use irogaeshi::rules::{Player, Variant};
use irogaeshi::sound::Sound;

use crate::harness::{FRAME, MAX_MOTION_STEPS, TestGame, at_once, classic, cpu_plays, humans, on_board, random_game};

/// Requests to the loudspeakers.
#[derive(Default)]
struct Asked {
    notes: Vec<Note>,
    forgotten: usize,
    silenced: usize,
}

/// Loudspeakers that only record requests.
#[derive(Clone, Default)]
struct Ear(Rc<RefCell<Asked>>);

impl Output for Ear {
    fn play(&mut self, notes: Vec<Note>) {
        assert!(!notes.is_empty(), "no empty sound is played");
        self.0.borrow_mut().notes.extend(notes);
    }

    fn forget(&mut self) {
        self.0.borrow_mut().forgotten += 1;
    }

    fn silence(&mut self) {
        self.0.borrow_mut().silenced += 1;
    }
}

impl Ear {
    fn in_game(game: &mut TestGame) -> Self {
        let ear = Self::default();
        game.world_mut().insert_non_send(SoundOutput(Box::new(ear.clone())));
        game.step();
        ear.take();
        ear
    }

    /// Takes the requests since the last call.
    fn take(&self) -> Asked {
        self.0.take()
    }

    fn sounds(&self) -> Vec<Sound> {
        self.take().notes.iter().map(|note| note.sound).collect()
    }
}

fn is_placement(note: &Note) -> bool {
    matches!(note.sound, Sound::Place { .. })
}

fn is_flip(note: &Note) -> bool {
    matches!(note.sound, Sound::Flip { .. })
}

#[test]
fn a_placed_disc_clicks_and_each_turning_disc_plays_a_note() {
    let mut game = TestGame::with(on_board(".WWWB", "black white"));
    let ear = Ear::in_game(&mut game);
    game.play("a1");
    let notes = ear.take().notes;
    let placed: Vec<&Note> = notes.iter().filter(|note| is_placement(note)).collect();
    assert_eq!(placed.len(), 1);
    assert_eq!(placed[0].sound, Sound::Place { turned: 3 });
    let frames = |note: &Note| note.begins_in.as_secs_f32() / FRAME.as_secs_f32();
    let mut since = 0.0;
    for (square, note) in
        ["a1", "b1", "c1", "d1"].into_iter().zip(placed.into_iter().chain(notes.iter().filter(|note| is_flip(note))))
    {
        while game.progress_on(square).is_some() {
            game.step();
            since += 1.0;
        }
        assert!((frames(note) - since).abs() <= 3.0, "{square} lies after {since} frames, heard is {note:?}");
    }
    assert_eq!(notes.len(), 4);
    game.rest();
    assert!(ear.take().notes.iter().all(|note| !is_flip(note)), "each disc is heard once");
}

#[test]
fn a_whole_match_has_a_click_for_each_move_and_a_final_sound() {
    let record = random_game(&Variant::classic(6).expect("a side"), 4);
    let mut game = TestGame::with(classic(6, humans()));
    let ear = Ear::in_game(&mut game);
    let mut clicks = 0;
    for turn in record.played() {
        game.play(&turn.chosen().to_string());
        game.rest();
        let notes = ear.take().notes;
        let turned = turn.captured().count();
        let placed: Vec<&Note> = notes.iter().filter(|note| is_placement(note)).collect();
        assert_eq!(placed.iter().map(|note| note.sound).collect::<Vec<_>>(), [Sound::Place { turned: turned as u32 }]);
        assert_eq!(notes.iter().filter(|note| is_flip(note)).count(), turned.min(11));
        assert!(notes.iter().all(|note| note.gain > 0.0 && note.gain <= 1.0));
        clicks += placed.len();
    }
    assert_eq!(clicks, record.ply());
    assert_eq!(game.phase(), MatchPhase::Over);
}

#[test]
fn two_placements_never_sound_alike() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    let ear = Ear::in_game(&mut game);
    game.play("f5");
    game.play("d6");
    let notes = ear.take().notes;
    assert_eq!(notes.len(), 2);
    assert_ne!(notes[0].variation, notes[1].variation);
}

#[test]
fn nothing_is_sent_to_the_loudspeakers_while_nothing_happens() {
    let mut game = TestGame::with(classic(8, humans()));
    let ear = Ear::in_game(&mut game);
    game.steps(MAX_MOTION_STEPS);
    let asked = ear.take();
    assert_eq!((asked.notes.len(), asked.forgotten, asked.silenced), (0, 0, 0));
}

#[test]
fn undoing_or_leaving_a_turn_stops_its_sounds() {
    for leaves in [false, true] {
        let mut game = TestGame::with(on_board(".WWWB", "black white"));
        let ear = Ear::in_game(&mut game);
        game.play("a1");
        assert_eq!(ear.take().forgotten, 0);
        if leaves {
            game.act(Navigate::To(Screen::Title));
            game.steps(5);
        } else {
            game.act(MatchCommand::now(MatchChange::TakeBack));
        }
        let asked = ear.take();
        assert!(asked.forgotten > 0, "left: {leaves}");
        assert!(asked.notes.is_empty());
    }
}

#[test]
fn without_motion_a_turn_is_one_click() {
    let settings = Settings { pace: Some(Pace::Still), ..Settings::default() };
    let mut game = TestGame::with_settings(on_board(".WWWB.", "black white"), settings);
    let ear = Ear::in_game(&mut game);
    game.play("a1");
    let notes = ear.take().notes;
    assert_eq!(notes[0].sound, Sound::Place { turned: 3 });
    assert_eq!(notes[0].begins_in, Duration::ZERO);
    assert!(!notes.iter().any(is_flip));
}

#[test]
fn the_final_sound_depends_on_the_players_at_the_screen() {
    let ends = [
        (".WB", Some(Player::White), Sound::Win),
        (".WB/WWW/WWW", Some(Player::White), Sound::Lose),
        (".WB", None, Sound::Win),
        (".WB/WWW", None, Sound::Draw),
    ];
    for (rows, cpu, sound) in ends {
        let mut start = on_board(rows, "black white");
        if let Some(cpu) = cpu {
            start.seats = cpu_plays(cpu, Character::Greedy);
        }
        let mut game = TestGame::with_settings(start, at_once());
        let ear = Ear::in_game(&mut game);
        game.play("a1");
        game.until_over();
        game.steps(5);
        assert!(ear.sounds().contains(&sound), "{rows} with {cpu:?}");
    }
}

#[test]
fn muting_is_immediate_and_volumes_apply_to_the_next_sound() {
    let mut game = TestGame::with_settings(classic(8, humans()), at_once());
    let ear = Ear::in_game(&mut game);
    game.act(SettingCommand::ChooseVolume(Volume::FULL));
    game.play("f5");
    assert!(ear.take().notes.iter().all(|note| (note.gain - 1.0).abs() < f32::EPSILON));
    game.act(SettingCommand::ChooseVolumeOf(SoundKind::Discs, Volume::from(50)));
    game.play("d6");
    assert!(ear.take().notes.iter().all(|note| (note.gain - 0.25).abs() < f32::EPSILON));
    game.act(SettingCommand::Toggle(Switch::Mute));
    assert_eq!(ear.take().silenced, 1);
    game.play("c3");
    assert!(ear.take().notes.is_empty());
    game.act(SettingCommand::Toggle(Switch::Mute));
    game.play("d3");
    let asked = ear.take();
    assert_eq!((asked.notes.len(), asked.silenced), (1, 0));
}

#[test]
fn a_hidden_game_is_muted_if_chosen() {
    for is_wanted in [false, true] {
        let mut game = TestGame::with_settings(classic(8, humans()), at_once());
        let ear = Ear::in_game(&mut game);
        if is_wanted {
            game.act(SettingCommand::Toggle(Switch::MuteOutOfSight));
        }
        let window = game.window();
        let hide = |game: &mut TestGame, occluded| {
            game.write(WindowOccluded { window, occluded });
            game.step();
        };
        hide(&mut game, true);
        game.play("f5");
        assert_eq!(ear.take().notes.is_empty(), is_wanted);
        hide(&mut game, false);
        game.play("d6");
        assert_eq!(ear.take().notes.len(), 1);
    }
}

#[test]
fn a_button_clicks() {
    let mut game = TestGame::in_window(1280, 800);
    let ear = Ear::in_game(&mut game);
    game.click_on("New game");
    assert_eq!(ear.sounds(), [Sound::Button]);
}
