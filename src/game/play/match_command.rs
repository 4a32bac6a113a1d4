//! Match commands, the only way to change the match: for players, CPU players, buttons and files alike.

use bevy::prelude::*;

use crate::game::flow::woken::AddCommand;
use crate::game::play::match_state::Match;
use crate::game::play::seat::Seat;
use crate::rules::{Forfeit, ForfeitReason, PlayError, Player, Square, Turn};

pub(super) fn plugin(app: &mut App) {
    app.add_command::<MatchCommand>()
        .add_message::<MatchChanged>()
        .add_message::<TurnPlayed>()
        .add_message::<PlayerLost>()
        .add_message::<CommandRefused>();
}

/// A request to change the match.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct MatchCommand {
    /// Ply at which the command was decided; the command is refused at any other ply. `None` applies it to the current
    /// position, whatever that is on arrival.
    pub ply: Option<usize>,
    pub change: MatchChange,
}

/// A change of the match.
#[derive(Clone, Debug, PartialEq)]
pub enum MatchChange {
    Place {
        player: Player,
        square: Square,
    },
    /// Passes by choice for the human to move, on a board with free passes.
    Pass,
    /// Takes turns back to one's own last turn. In a match that ended early, takes back the ending first.
    TakeBack,
    /// Plays turns again that were taken back.
    Redo,
    /// Goes to the position after this many turns, or further to the next one at which the match can rest: see
    /// [`Match::target_near`].
    GoTo(usize),
    /// Begins the same match again.
    Restart,
    /// Plays the moves of a drawn start. Without moves, the match starts from the usual position.
    Begin(Vec<Square>),
    /// Answers whether the second player takes over the first one's side.
    DecideSwap(bool),
    /// Gives a player's seat to somebody else.
    Seat(Player, Seat),
    Resign(Player),
    /// Ends the match as a draw that all players agreed on.
    AgreeDraw,
    /// Adds [`Match::GIVEN_TIME`] to the clock of every player.
    GiveTime,
    /// Makes the program in a player's seat lose, for a foul or by its own wish.
    Forfeit(Player, ForfeitReason),
    /// Ends the time of the player to move.
    TimeOut(Player),
    /// Puts another match on the board.
    Replace(Box<Match>),
    /// Updates the match to the state of its room.
    Follow(Box<Match>),
    /// Notes that advice was shown.
    NoteAdvice,
}

impl MatchCommand {
    /// A command for the current position, whatever that is.
    #[must_use]
    pub const fn now(change: MatchChange) -> Self {
        Self { ply: None, change }
    }

    /// A command for the position at this ply only.
    #[must_use]
    pub const fn at(ply: usize, change: MatchChange) -> Self {
        Self { ply: Some(ply), change }
    }

    /// Places a disc in the current position of this match only.
    #[must_use]
    pub fn place(game: &Match, player: Player, square: Square) -> Self {
        Self::at(game.record.ply(), MatchChange::Place { player, square })
    }
}

/// A command was carried out.
#[derive(Message, Clone, Debug, PartialEq)]
pub(crate) struct MatchChanged(pub(crate) MatchChange);

/// A disc was placed, or somebody passed by choice.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct TurnPlayed(pub Turn);

/// A player has forfeited. The match may go on without them.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlayerLost(pub(crate) Forfeit);

/// A command was refused and changed nothing.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct CommandRefused {
    pub change: MatchChange,
    pub reason: MatchRefusal,
}

/// Reason why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchRefusal {
    NoMatch,
    /// The command was meant for another ply.
    Stale {
        meant: usize,
        now: usize,
    },
    Illegal(PlayError),
    /// Nothing can be taken back or played again, no time is up, the room of the match decides instead, or the update
    /// belongs to another match.
    NotAllowed,
    Ended,
}

impl CommandRefused {
    /// Square and rule violation of a placement that the rules refuse.
    #[must_use]
    pub const fn illegal_placement(&self) -> Option<(Square, &PlayError)> {
        match (&self.change, &self.reason) {
            (MatchChange::Place { square, .. }, MatchRefusal::Illegal(error)) => Some((*square, error)),
            _ => None,
        }
    }
}
