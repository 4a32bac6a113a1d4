//! The match being played: the record of the game, and who plays it.

use std::time::Duration;

use bevy::prelude::*;

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::play::match_room::MatchRoom;
use crate::game::play::seat::Seat;
use crate::game::text::Phrase;
use crate::notation::{self, GameRecord, TimeControl};
use crate::online::{Clock, Deadline};
use crate::rules::{ByPlayer, Ending, Forfeit, ForfeitReason, Player, Position, Rank, Record, Variant};

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
    /// How much time everybody has left, and whose runs down. Only the door for the match starts and stops it.
    pub clock: Clock,
    /// How long each turn took, also those that were taken back; nothing where that is not known.
    pub times: Vec<Option<Duration>>,
    /// Who has lost before the end, in the order in which it happened.
    pub forfeits: Vec<Forfeit>,
    /// When it began, in seconds since the beginning of 1970 (UTC), where a record says so.
    pub started: Option<u64>,
    /// When it ended, likewise.
    pub ended: Option<u64>,
    /// Why it ended before it was played out.
    pub ended_early: Option<Ending>,
    /// The room that it is played in; `None` for one that is played at this screen alone.
    pub room: Option<MatchRoom>,
}

impl Match {
    /// A new match in which everybody is called by their colour.
    #[must_use]
    pub fn new(variant: Variant, seats: ByPlayer<Seat>, seed: u64) -> Self {
        Self {
            record: Record::new(variant),
            seats,
            names: ByPlayer::default(),
            seed,
            clock: Clock::new(None),
            times: Vec::new(),
            forfeits: Vec::new(),
            started: None,
            ended: None,
            ended_early: None,
            room: None,
        }
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
        let ended_early = game.ending().filter(|ending| *ending != Ending::PlayedOut);
        Self {
            clock: clock_after(&game),
            times: game.times().collect(),
            forfeits: forfeits_of(&game),
            started: game.started(),
            ended: game.ended(),
            names: game.names().clone(),
            record: game.into_record(),
            seats,
            seed,
            ended_early,
            room: None,
        }
    }

    /// The match as a record has it, which does not hold what everybody has left of their time.
    #[must_use]
    pub fn to_game_record(&self) -> GameRecord {
        let seat = |player| match self.seats[player] {
            Seat::Human | Seat::Remote => notation::Seat::Human,
            Seat::Cpu(cpu) => cpu.into(),
        };
        let game = GameRecord::new(self.record.clone())
            .with_seats(|player| Some(seat(player)))
            .with_names(|player| self.names[player].clone())
            .with_clock(self.clock.control())
            .with_dates(self.started, self.ended);
        // The times are those of the turns that are played. Only a position that contradicts it refuses an ending; the
        // board then says all there is to say.
        let times = (0..self.record.ply()).map(|ply| self.time_of(ply));
        let game = game.clone().with_times(times).unwrap_or(game);
        let game = game.clone().with_forfeits(self.forfeits.clone()).unwrap_or(game);
        match self.ended_early {
            Some(ending) => game.clone().with_ending(ending).unwrap_or(game),
            None => game,
        }
    }

    /// How long the turn with this index took, where that is known.
    #[must_use]
    pub fn time_of(&self, ply: usize) -> Option<Duration> {
        self.times.get(ply).copied().flatten()
    }

    /// The same match from the beginning. Who was replaced, as they lost and others went on, has their seat again.
    #[must_use]
    pub fn again(&self, seed: u64) -> Self {
        let last = self.ended_early.and_then(Ending::loser);
        let is_replaced = |player| self.has_lost(player) && last != Some(player);
        Self {
            record: Record::new(self.record.variant().clone()),
            seats: ByPlayer::from_fn(|player| if is_replaced(player) { Seat::Human } else { self.seats[player] }),
            names: self.names.clone(),
            clock: Clock::new(self.clock.control()),
            ..Self::new((**self.record.variant()).clone(), ByPlayer::default(), seed)
        }
    }

    /// Whether a player has lost already, though the match may go on.
    #[must_use]
    pub fn has_lost(&self, player: Player) -> bool {
        self.forfeits.iter().any(|forfeit| forfeit.player == player)
    }

    /// The places of all scored players, the best first; `None` while it goes on.
    #[must_use]
    pub fn ranks(&self) -> Option<Vec<Rank>> {
        let counts = self.record.position().counts();
        self.ending().map(|ending| self.record.variant().ranks_after(&counts, ending, &self.forfeits))
    }

    /// A player loses. Where that decides the match, or no human is left who has not lost, it ends; otherwise `cpu`
    /// plays on.
    pub(super) fn forfeit(&mut self, player: Player, reason: ForfeitReason, cpu: Seat) -> Forfeit {
        let forfeit = Forfeit { player, ply: self.record.ply(), reason };
        let was_human = self.seats[player] == Seat::Human;
        self.forfeits.push(forfeit);
        let no_human_is_left = was_human && self.humans() == 1;
        if no_human_is_left || self.record.variant().is_decided_by(&self.forfeits) {
            self.ended_early = Some(forfeit.ending());
        } else if was_human {
            self.seats[player] = cpu;
        }
        forfeit
    }

    /// What a player has left at this moment, in milliseconds, or had when the turn began; `None` without time, and for
    /// whoever has lost. The time for a move begins anew with each, so whoever waits has all of it.
    #[must_use]
    pub fn time_left(&self, player: Player, now_ms: Option<u64>) -> Option<u64> {
        let control = self.clock.control().filter(|_| !self.has_lost(player))?;
        // That of a room runs for the next player while discs still turn.
        let running = self.clock.running().map(|(player, _)| player);
        match (control, running.or(self.to_move().map(|(player, _)| player))) {
            (TimeControl::PerMove { limit_ms }, Some(mover)) if mover != player => Some(limit_ms),
            _ => match now_ms {
                Some(now_ms) => self.clock.remaining(player, now_ms),
                None => self.clock.at_rest().remaining(player, 0),
            },
        }
    }

    /// The turn of the player to move begins. Whoever has lost has no time to lose.
    pub(super) fn start_turn(&mut self, now_ms: u64) {
        match self.to_move() {
            Some((player, _)) if self.has_lost(player) => self.clock.start_untimed(player, now_ms),
            Some((player, _)) => self.clock.start(player, now_ms),
            None => self.clock.stop(now_ms),
        }
    }

    /// The match is left, and its clock stands: nobody loses time to a position that they do not see. That of a room
    /// runs whether anybody looks or not.
    pub(super) fn pause(&mut self, now_ms: u64) {
        if self.room.is_none() {
            self.clock.pause(now_ms);
        }
    }

    /// When somebody's time is up, as far as that is decided here; of a room, its server decides it.
    #[must_use]
    pub fn own_deadline(&self) -> Option<Deadline> {
        self.clock.deadline().filter(|_| self.room.is_none())
    }

    /// The match is shown again: its turn goes on.
    pub(super) fn resume(&mut self, now_ms: u64) {
        if self.room.is_some() {
            return;
        }
        let resumes = |game: &mut Self| game.to_move().is_some_and(|(player, _)| game.clock.resume(player, now_ms));
        if self.clock.running().is_none() && !resumes(self) {
            self.start_turn(now_ms);
        }
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

    /// The CPU player to move whose move is chosen here; those of a room make theirs at its server.
    #[must_use]
    pub fn cpu_to_move(&self) -> Option<(Player, CpuPlayer)> {
        match self.to_move()? {
            (player, Seat::Cpu(cpu)) if self.room.is_none() => Some((player, cpu)),
            _ => None,
        }
    }

    /// Whether a player's disc can be placed from here: in a room, only one's own.
    #[must_use]
    pub fn is_moved_here(&self, player: Player) -> bool {
        self.room.is_none() || self.seats[player] == Seat::Human
    }

    /// Why it ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ended_early.or_else(|| self.record.position().to_move().is_none().then_some(Ending::PlayedOut))
    }

    /// Whether the players at this screen may begin it again.
    #[must_use]
    pub const fn may_restart(&self) -> bool {
        self.room.is_none()
    }

    /// What the players at this screen may do now.
    #[must_use]
    pub fn permissions(&self) -> Permissions {
        let goes_on = self.ending().is_none();
        Permissions {
            take_back: self.undo_target().is_some(),
            redo: self.redo_target().is_some(),
            advice: match self.humans() {
                _ if !goes_on || self.room.is_some_and(|room| !room.allows_advice) => AdvicePermission::No,
                0 | 1 => AdvicePermission::Yes,
                _ => AdvicePermission::IfAllAgree,
            },
            advice_now: self.room.is_none_or(|room| room.allows_advice)
                && (self.human_to_move().is_some() || self.humans() == 0 && goes_on),
        }
    }

    /// Whether anything has happened in it that somebody may want to see again, even if every move was taken back.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.record.ply() > 0 || !self.record.undone().is_empty() || !self.forfeits.is_empty()
    }

    /// Whether it has begun and is not over: it can be continued after it was left.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.ending().is_none() && self.has_begun()
    }

    /// Where an undo leads: the last earlier ply at which a human is to move, or one ply back if no human plays. What
    /// was played before somebody lost stays.
    #[must_use]
    pub fn undo_target(&self) -> Option<usize> {
        if self.ended_early.is_some() || self.room.is_some() {
            return None;
        }
        let earlier = self.forfeits.last().map_or(0, |forfeit| forfeit.ply)..self.record.ply();
        if self.has_human() { earlier.rev().find(|ply| self.is_humans(*ply)) } else { earlier.last() }
    }

    /// Where a redo leads: the next ply at which a human is to move, else the last that was undone.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.record.ply() + self.record.undone().len();
        let mut later = self.record.ply() + 1..=last;
        if self.record.undone().is_empty() || self.ended_early.is_some() || self.room.is_some() {
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

/// What is left on everybody's clock after the turns of a record: exact but for turns that were taken back.
fn clock_after(game: &GameRecord) -> Clock {
    let mut clock = Clock::new(game.clock());
    for (turn, time) in game.record().played().iter().zip(game.times()) {
        let thinking_ms = time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        clock.start(turn.placement.player(), 0);
        clock.stop_after_move(thinking_ms, thinking_ms);
    }
    clock
}

/// Who has lost a match before its end, including the player whose loss ended it.
fn forfeits_of(game: &GameRecord) -> Vec<Forfeit> {
    let mut forfeits = game.forfeits().to_vec();
    let reason = match game.ending() {
        Some(Ending::Resigned(_)) => ForfeitReason::Resigned,
        _ => ForfeitReason::OutOfTime,
    };
    let loser = game.ending().and_then(Ending::loser);
    let last = loser.filter(|loser| forfeits.iter().all(|forfeit| forfeit.player != *loser));
    forfeits.extend(last.map(|player| Forfeit { player, ply: game.record().ply(), reason }));
    forfeits
}
