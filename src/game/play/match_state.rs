//! The match being played: the record of the game, and who plays it.

use bevy::prelude::*;

use crate::game::flow::screen::Screen;
use crate::game::play::seat::Seat;
use crate::game::text::Phrase;
use crate::notation::{self, GameRecord};
use crate::rules::{ByPlayer, Ending, Player, Position, Record, Variant};

pub(super) fn plugin(app: &mut App) {
    // Whatever follows the match's changes starts over with the screen that shows it.
    app.add_systems(OnEnter(Screen::Match), |mut game: ResMut<Match>| game.set_changed());
}

/// What the players at this screen may do, which follows from who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permissions {
    /// Whether turns may be taken back.
    pub take_back: bool,
    /// Whether turns that were taken back may be played again.
    pub redo: bool,
    /// Whether hints and analyses may be asked for.
    pub advice: AdvicePermission,
    /// Whether advice is shown for the position on the board: only to a human to move, or to somebody watching.
    pub advice_now: bool,
}

/// Whether players may ask for advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvicePermission {
    /// Without asking anybody.
    Yes,
    /// It would help one player at this screen against another, so all have to agree.
    IfAllAgree,
    /// Not any more.
    No,
}

/// The match on the board. It outlives the match screen, so that it can be taken up again.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Match {
    /// The game so far: the one truth about the board.
    pub record: Record,
    /// Who makes whose moves.
    pub seats: ByPlayer<Seat>,
    /// What the players are called; who has an empty name is called by their colour.
    pub names: ByPlayer<String>,
    /// Everything random in this match follows from it.
    pub seed: u64,
    /// Why it ended before it was played out.
    pub ended_early: Option<Ending>,
}

impl Match {
    /// A new match in which everybody is called by their colour.
    #[must_use]
    pub fn new(variant: Variant, seats: ByPlayer<Seat>, seed: u64) -> Self {
        Self { record: Record::new(variant), seats, names: ByPlayer::default(), seed, ended_early: None }
    }

    /// A match as a record has it; `stands_in` makes the moves of a CPU player that this version does not know.
    #[must_use]
    pub fn of(game: GameRecord, seed: u64, stands_in: impl Fn(Player) -> Seat) -> Self {
        let seats = ByPlayer::from_fn(|player| match &game.seats()[player] {
            Some(notation::Seat::Cpu(key)) => match key.player() {
                Ok(cpu) if cpu.suits(game.variant()) => Seat::Cpu(cpu),
                _ => stands_in(player),
            },
            _ => Seat::Human,
        });
        let names = game.names().clone();
        let ended_early = game.ending().filter(|ending| *ending != Ending::PlayedOut);
        Self { record: game.into_record(), seats, names, seed, ended_early }
    }

    /// The same match from the beginning.
    #[must_use]
    pub fn again(&self, seed: u64) -> Self {
        Self { record: Record::new(self.record.variant().clone()), seed, ended_early: None, ..self.clone() }
    }

    /// What a player is called, such as "Anna", or "Black" where no name was given.
    #[must_use]
    pub fn called(&self, player: Player) -> Phrase {
        let name = self.names[player].trim();
        if name.is_empty() { player.into() } else { Phrase::verbatim(name) }
    }

    /// Who is to move and who makes that move; `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<(Player, Seat)> {
        let to_move = self.record.position().to_move().filter(|_| self.ended_early.is_none());
        to_move.map(|player| (player, self.seats[player]))
    }

    /// Whether a human at this screen is to move.
    #[must_use]
    pub fn human_to_move(&self) -> Option<Player> {
        self.to_move().filter(|(_, seat)| *seat == Seat::Human).map(|(player, _)| player)
    }

    /// Why it ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ended_early.or_else(|| self.record.position().to_move().is_none().then_some(Ending::PlayedOut))
    }

    /// What the players at this screen may do now.
    #[must_use]
    pub fn permissions(&self) -> Permissions {
        let goes_on = self.ending().is_none();
        Permissions {
            take_back: self.undo_target().is_some(),
            redo: self.redo_target().is_some(),
            advice: match self.humans() {
                _ if !goes_on => AdvicePermission::No,
                0 | 1 => AdvicePermission::Yes,
                _ => AdvicePermission::IfAllAgree,
            },
            advice_now: self.human_to_move().is_some() || self.humans() == 0 && goes_on,
        }
    }

    /// Whether it has begun and is not over: it can be continued after it was left, even if every move was taken back.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.ending().is_none() && (self.record.ply() > 0 || !self.record.undone().is_empty())
    }

    /// Where an undo leads: the last earlier ply at which a human is to move, or one ply back if no human plays.
    #[must_use]
    pub fn undo_target(&self) -> Option<usize> {
        if self.ended_early.is_some() {
            return None;
        }
        let earlier = 0..self.record.ply();
        if self.has_human() { earlier.rev().find(|ply| self.is_humans(*ply)) } else { earlier.last() }
    }

    /// Where a redo leads: the next ply at which a human is to move, else the last that was undone.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.record.ply() + self.record.undone().len();
        let mut later = self.record.ply() + 1..=last;
        if self.record.undone().is_empty() || self.ended_early.is_some() {
            None
        } else if self.has_human() {
            later.find(|ply| self.is_humans(*ply)).or(Some(last))
        } else {
            later.next()
        }
    }

    /// How many at this screen play.
    #[must_use]
    pub fn humans(&self) -> usize {
        self.record.variant().everybody().iter().filter(|player| self.seats[**player] == Seat::Human).count()
    }

    /// Whether anybody at this screen plays.
    #[must_use]
    pub fn has_human(&self) -> bool {
        self.humans() > 0
    }

    fn is_humans(&self, ply: usize) -> bool {
        self.record.position_at(ply).and_then(Position::to_move).is_some_and(|player| self.seats[player] == Seat::Human)
    }
}
