//! The one door for everything that changes the match, whoever asks for it: players, CPU players, buttons, files.

use bevy::prelude::*;

use crate::game::PlaySystems;
use crate::game::audio::cue::SoundCue;
use crate::game::flow::woken::AddCommand;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::rules::{Ending, PlayError, Player, Square, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<MatchCommand>()
        .add_message::<TurnPlayed>()
        .add_message::<CommandRefused>()
        .add_systems(Update, change_match.in_set(PlaySystems::Match));
}

/// Something that is to happen to the match.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct MatchCommand {
    /// The ply that it is meant for: how many turns were played when it was decided. At any other it is refused. `None`
    /// for whoever means the position on the board, whatever it is when the command arrives.
    pub ply: Option<usize>,
    /// What is to happen.
    pub change: MatchChange,
}

/// What can happen to a match.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchChange {
    /// A player places a disc.
    Place {
        /// Whose disc.
        player: Player,
        /// Where.
        square: Square,
    },
    /// Turns are taken back, to one's own.
    TakeBack,
    /// Turns that were taken back are played again.
    Redo,
    /// The same match begins again.
    Restart,
    /// Another takes over a player's seat.
    Seat(Player, Seat),
    /// A player gives up.
    Resign(Player),
    /// Another match takes its place.
    Replace(Box<Match>),
}

impl MatchCommand {
    /// For the position on the board, whatever it is.
    #[must_use]
    pub const fn now(change: MatchChange) -> Self {
        Self { ply: None, change }
    }

    /// For the position at this ply, and no other.
    #[must_use]
    pub const fn at(ply: usize, change: MatchChange) -> Self {
        Self { ply: Some(ply), change }
    }

    /// Places a disc in the position on the board of this match, and in no other.
    #[must_use]
    pub fn place(game: &Match, player: Player, square: Square) -> Self {
        Self::at(game.record.ply(), MatchChange::Place { player, square })
    }
}

/// A disc was placed.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct TurnPlayed(pub Turn);

/// A command was not carried out; nothing changed.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct CommandRefused {
    /// What was to happen.
    pub change: MatchChange,
    /// Why it did not.
    pub reason: Refusal,
}

/// Why a command was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no match.
    NoMatch,
    /// It was meant for another ply.
    Stale {
        /// The ply that it was meant for.
        meant: usize,
        /// The ply that the match is at.
        now: usize,
    },
    /// The rules do not allow it.
    Illegal(PlayError),
    /// There is nothing to take back or to play again, or the players at this screen may not.
    NotAllowed,
    /// The match has ended.
    Ended,
}

impl CommandRefused {
    /// The square on which a disc could not be placed, and why the rules do not allow it.
    #[must_use]
    pub const fn illegal_placement(&self) -> Option<(Square, &PlayError)> {
        match (&self.change, &self.reason) {
            (MatchChange::Place { square, .. }, Refusal::Illegal(error)) => Some((*square, error)),
            _ => None,
        }
    }
}

/// A seed for a new match: the moment of a click, in nanoseconds, is random enough for a game.
pub(super) fn fresh_seed(time: &Time<Real>) -> u64 {
    time.elapsed().as_nanos() as u64
}

fn change_match(
    mut wishes: MessageReader<MatchCommand>,
    time: Res<Time<Real>>,
    mut game: Option<ResMut<Match>>,
    mut played: MessageWriter<TurnPlayed>,
    mut refused: MessageWriter<CommandRefused>,
    mut cues: MessageWriter<SoundCue>,
    mut commands: Commands,
) {
    let fresh_seed = fresh_seed(&time);
    for MatchCommand { ply, change } in wishes.read() {
        let Some(game) = &mut game else {
            match change {
                MatchChange::Replace(other) => commands.insert_resource((**other).clone()),
                change => {
                    refused.write(CommandRefused { change: change.clone(), reason: Refusal::NoMatch });
                }
            }
            continue;
        };
        // A refused command must not count as a change of the match.
        match carry_out(game.bypass_change_detection(), *ply, change, fresh_seed) {
            Ok(turn) => {
                game.set_changed();
                if let Some(turn) = turn {
                    played.write(TurnPlayed(turn));
                    cues.write(SoundCue::Placed);
                }
            }
            Err(reason) => {
                if matches!(reason, Refusal::Illegal(_)) {
                    cues.write(SoundCue::Refused);
                }
                refused.write(CommandRefused { change: change.clone(), reason });
            }
        }
    }
}

/// Changes the match, or says why not; the turn, if one was played.
fn carry_out(
    game: &mut Match,
    ply: Option<usize>,
    change: &MatchChange,
    fresh_seed: u64,
) -> Result<Option<Turn>, Refusal> {
    let now = game.record.ply();
    if let Some(meant) = ply.filter(|meant| *meant != now) {
        return Err(Refusal::Stale { meant, now });
    }
    match change {
        MatchChange::Place { player, square } => {
            if game.ended_early.is_some() {
                return Err(Refusal::Ended);
            }
            return game.record.play(*player, *square).map(|turn| Some(turn.clone())).map_err(Refusal::Illegal);
        }
        MatchChange::TakeBack => {
            game.record.jump(game.undo_target().ok_or(Refusal::NotAllowed)?);
        }
        MatchChange::Redo => {
            game.record.jump(game.redo_target().ok_or(Refusal::NotAllowed)?);
        }
        MatchChange::Restart => *game = game.again(fresh_seed),
        MatchChange::Seat(player, seat) => game.seats[*player] = *seat,
        MatchChange::Resign(player) => {
            if game.ending().is_some() {
                return Err(Refusal::Ended);
            }
            game.ended_early = Some(Ending::Resigned(*player));
        }
        MatchChange::Replace(other) => game.clone_from(other),
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{ByPlayer, Variant};

    fn game() -> Match {
        Match::new(Variant::classic(8).expect("a side"), ByPlayer::default(), 1)
    }

    fn place(game: &Match, name: &str) -> MatchCommand {
        let player = game.record.position().to_move().expect("the game goes on");
        MatchCommand::place(game, player, name.parse().expect("a square"))
    }

    fn obey(game: &mut Match, command: &MatchCommand) -> Result<Option<Turn>, Refusal> {
        carry_out(game, command.ply, &command.change, 2)
    }

    #[test]
    fn a_move_for_another_ply_is_refused_and_changes_nothing() {
        let mut game = game();
        let first = place(&game, "f5");
        assert!(obey(&mut game, &first).expect("f5 is legal").is_some());
        let before = game.clone();
        assert_eq!(obey(&mut game, &first), Err(Refusal::Stale { meant: 0, now: 1 }));
        assert_eq!(game, before);
    }

    #[test]
    fn a_move_that_was_decided_before_turns_were_taken_back_is_refused() {
        let mut game = game();
        for name in ["f5", "d6"] {
            let command = place(&game, name);
            obey(&mut game, &command).expect("is legal");
        }
        let decided = place(&game, "c3");
        obey(&mut game, &MatchCommand::now(MatchChange::TakeBack)).expect("there is a turn to take back");
        assert_eq!(obey(&mut game, &decided), Err(Refusal::Stale { meant: 2, now: 1 }));
    }

    #[test]
    fn who_has_resigned_plays_no_more() {
        let mut game = game();
        let next = place(&game, "f5");
        obey(&mut game, &MatchCommand::now(MatchChange::Resign(Player::White))).expect("the game goes on");
        assert_eq!(game.ending(), Some(Ending::Resigned(Player::White)));
        assert_eq!(game.to_move(), None);
        assert_eq!(obey(&mut game, &next), Err(Refusal::Ended));
        assert_eq!(obey(&mut game, &MatchCommand::now(MatchChange::TakeBack)), Err(Refusal::NotAllowed));
        assert_eq!(obey(&mut game, &MatchCommand::now(MatchChange::Resign(Player::Black))), Err(Refusal::Ended));
        obey(&mut game, &MatchCommand::now(MatchChange::Restart)).expect("a match can always begin again");
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn there_is_nothing_to_take_back_at_the_beginning() {
        let mut game = game();
        for change in [MatchChange::TakeBack, MatchChange::Redo] {
            assert_eq!(obey(&mut game, &MatchCommand::now(change)), Err(Refusal::NotAllowed));
        }
    }

    #[test]
    fn a_match_that_takes_the_place_of_another_is_as_it_is() {
        let mut game = game();
        let other = Match::new(Variant::classic(6).expect("a side"), ByPlayer::from_fn(|_| Seat::Human), 7);
        obey(&mut game, &MatchCommand::now(MatchChange::Replace(Box::new(other.clone())))).expect("it is allowed");
        assert_eq!(game, other);
    }
}
