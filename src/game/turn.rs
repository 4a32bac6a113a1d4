//! The door for moves, and taking moves back.

use bevy::prelude::*;

use super::{Action, GameSystems, Match, Screen, SoundCue};
use crate::rules::{PlayError, Player, Square, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<MoveIntent>().add_message::<TurnPlayed>().add_message::<MoveRefused>().add_systems(
        Update,
        (take_back, play_intents).chain().in_set(GameSystems::Play).run_if(in_state(Screen::Match)),
    );
}

/// Somebody wants to place a disc. Persons, CPU players and tests all write this.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveIntent {
    /// Whose disc.
    pub player: Player,
    /// Where.
    pub square: Square,
}

/// A disc was placed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct TurnPlayed(pub Turn);

/// A disc could not be placed; nothing changed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct MoveRefused {
    /// Where it was tried.
    pub square: Square,
    /// Why not.
    pub reason: PlayError,
}

pub(super) fn play_intents(
    mut intents: MessageReader<MoveIntent>,
    mut game: ResMut<Match>,
    mut played: MessageWriter<TurnPlayed>,
    mut refused: MessageWriter<MoveRefused>,
    mut cues: MessageWriter<SoundCue>,
) {
    for MoveIntent { player, square } in intents.read().copied() {
        // A refused move must not count as a change of the match.
        match game.bypass_change_detection().record.play(player, square) {
            Ok(turn) => {
                played.write(TurnPlayed(turn.clone()));
                cues.write(SoundCue::Placed);
                game.set_changed();
            }
            Err(reason) => {
                refused.write(MoveRefused { square, reason });
                cues.write(SoundCue::Refused);
            }
        }
    }
}

fn take_back(mut actions: MessageReader<Action>, mut game: ResMut<Match>) {
    for action in actions.read() {
        let target = match action {
            Action::Undo => game.undo_target(),
            Action::Redo => game.redo_target(),
            _ => None,
        };
        if let Some(ply) = target {
            game.record.jump(ply);
        }
    }
}
