//! The match being played: the record of the game, and who plays it.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::play::lesson::pages::{Page, Progress};
use crate::game::play::match_room::MatchRoom;
use crate::game::play::seat::Seat;
use crate::game::play::setup::proposed_cpu;
use crate::game::play::terms::{Sides, Start, Terms};
use crate::game::text::{Phrase, say};
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

/// After so many moves the second player may take over the first one's side, where that was agreed on.
const MOVES_BEFORE_SWAP: usize = 2;

/// What sets a match apart from others when games are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each of them may hold or not, whatever the others do")]
pub struct MatchMarks {
    /// Whether somebody was shown a hint or an analysis.
    pub advised: bool,
    /// Whether a turn was taken back.
    pub taken_back: bool,
    /// Whether moves of it came in as text, and were not made here.
    pub brought_in: bool,
    /// Whether it was over when it came in, so that nobody here has won or lost it.
    pub ended_elsewhere: bool,
}

impl MatchMarks {
    /// Whether there is none.
    #[must_use]
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a player at this screen had help.
    #[must_use]
    pub const fn has_help(self) -> bool {
        self.advised || self.taken_back
    }
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
    /// What was agreed on before it began.
    pub terms: Terms,
    /// Whether whoever moved second took over the other's side, once that is decided where it may be.
    pub swapped: Option<bool>,
    /// The room that it is played in; `None` for one that is played at this screen alone.
    pub room: Option<MatchRoom>,
    /// What sets it apart when games are counted.
    pub marks: MatchMarks,
    /// The page of the lesson whose exercise it is; `None` for a game.
    pub exercise: Option<&'static Page>,
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
            terms: Terms::default(),
            swapped: None,
            room: None,
            marks: MatchMarks::default(),
            exercise: None,
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
            terms: Terms::default(),
            swapped: None,
            room: None,
            marks: MatchMarks::default(),
            exercise: None,
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

    /// The same match from the beginning, with the colours that were agreed on for the next one. Who was replaced, as
    /// they lost and others went on, has their seat again.
    #[must_use]
    pub fn again(&self, seed: u64) -> Self {
        let last = self.ended_early.and_then(Ending::loser);
        let is_replaced = |player| self.has_lost(player) && last != Some(player);
        let variant = (**self.record.variant()).clone();
        let mut again = Self {
            record: self.terms.record(variant.clone(), seed),
            seats: ByPlayer::from_fn(|player| if is_replaced(player) { Seat::Human } else { self.seats[player] }),
            names: self.names.clone(),
            clock: Clock::new(self.clock.control()),
            terms: self.terms,
            exercise: self.exercise,
            ..Self::new(variant, ByPlayer::default(), seed)
        };
        // Who took a side over gives it back.
        if self.terms.changes_sides(seed) || self.swapped == Some(true) {
            again.change_sides();
        }
        again
    }

    /// How many plies are played before the players begin.
    #[must_use]
    pub fn first_ply(&self) -> usize {
        self.terms.plies(self.record.variant())
    }

    /// Whether a start is still to be drawn for it: until then nobody moves.
    #[must_use]
    pub fn awaits_start(&self) -> bool {
        let is_untouched = self.record.ply() == 0 && self.record.undone().is_empty();
        self.terms.start == Start::Even && is_untouched && self.room.is_none() && self.ending().is_none()
    }

    /// At which ply one player may take over the other's side, where that was agreed on.
    #[must_use]
    pub fn swap_ply(&self) -> Option<usize> {
        let swaps = self.terms.sides == Sides::Swap && Terms::have_sides(self.record.variant());
        (swaps && self.room.is_none()).then(|| self.first_ply() + MOVES_BEFORE_SWAP)
    }

    /// Who is asked at this moment whether they take over the other's side: whoever is second in the turn order. Until
    /// they answer nobody moves.
    #[must_use]
    pub fn asks_swap(&self) -> Option<(Player, Seat)> {
        let is_now = self.swap_ply() == Some(self.record.ply()) && self.swapped.is_none() && self.ending().is_none();
        let second = self.record.variant().everybody().get(1).copied();
        second.filter(|_| is_now).map(|player| (player, self.seats[player]))
    }

    /// On whom the match waits: who is asked about the sides, otherwise who is to move.
    #[must_use]
    pub fn waits_for(&self) -> Option<Player> {
        let waits = self.asks_swap().or_else(|| self.to_move()).filter(|_| !self.is_exercise_over());
        waits.map(|(player, _)| player)
    }

    /// Whether nobody may move before something else has happened.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.awaits_start() || self.asks_swap().is_some() || self.is_exercise_over()
    }

    /// Returns whether it is an exercise that is solved or missed: nobody moves before it begins again.
    #[must_use]
    pub fn is_exercise_over(&self) -> bool {
        self.exercise.is_some_and(|page| page.progress(&self.record) != Progress::Open)
    }

    /// Whether the last thing that a human at this screen did was to take over the other's side, or not to.
    fn has_just_chosen_side(&self) -> bool {
        let Some(swap) = self.swap_ply().filter(|swap| *swap == self.record.ply()) else { return false };
        let second = self.record.variant().everybody().get(1).copied();
        self.swapped.is_some() && second.is_some_and(|second| self.seat_at(swap - 1, second) == Seat::Human)
    }

    /// Who made a player's moves at a ply: somebody else, before sides were taken over.
    fn seat_at(&self, ply: usize, player: Player) -> Seat {
        let is_before = self.swapped == Some(true) && self.swap_ply().is_some_and(|swap| ply < swap);
        let other = self.record.variant().everybody().into_iter().find(|other| *other != player);
        self.seats[other.filter(|_| is_before).unwrap_or(player)]
    }

    /// Whoever moved second takes over the other's side, or does not.
    pub(super) fn decide_swap(&mut self, takes_over: bool) {
        self.swapped = Some(takes_over);
        if takes_over {
            self.change_sides();
        }
    }

    /// What was decided about the sides is open again.
    pub(super) fn reopen_swap(&mut self) {
        if self.swapped.take() == Some(true) {
            self.change_sides();
        }
    }

    /// A new match that goes on from a position of this one, which `record` ends with. Everybody keeps the seat that
    /// they had there; one of another computer goes to the CPU player that is proposed, and where only CPU players sat,
    /// somebody here plays for whoever is to move. All have their whole time.
    #[must_use]
    pub fn played_on(&self, record: Record, seed: u64) -> Self {
        let variant = record.variant().clone();
        let mut then = self.clone();
        if self.swap_ply().is_some_and(|swap| record.ply() < swap) {
            then.reopen_swap();
        }
        // A start that was drawn is played on from, like any other position; none is drawn in its place.
        if record.ply() < self.first_ply() {
            then.terms.start = Start::Normal;
        }
        let to_move = record.position().to_move().filter(|_| !self.has_human());
        let seats = ByPlayer::from_fn(|player| match then.seats[player] {
            _ if to_move == Some(player) => Seat::Human,
            Seat::Remote => Seat::Cpu(proposed_cpu(&variant)),
            seat => seat,
        });
        let keeps_name = |player| seats[player] == then.seats[player];
        let names = ByPlayer::from_fn(|player| if keeps_name(player) { then.names[player].clone() } else { default() });
        let turns = self.record.played().iter().chain(self.record.undone());
        let common = record.played().iter().zip(turns).take_while(|(turn, own)| turn == own).count();
        Self {
            seats,
            names,
            clock: Clock::new(self.clock.control()),
            times: self.times.iter().take(common).copied().collect(),
            terms: then.terms,
            swapped: then.swapped,
            // It is this match once more, from a turn that was taken back on, by players who know what was better.
            marks: MatchMarks { advised: true, taken_back: true, ..self.marks },
            record,
            ..Self::new((*variant).clone(), ByPlayer::default(), seed)
        }
    }

    /// The two players change colours.
    pub(super) fn change_sides(&mut self) {
        if let [first, second] = self.record.variant().players()[..] {
            (self.seats[first], self.seats[second]) = (self.seats[second], self.seats[first]);
            let name = std::mem::take(&mut self.names[first]);
            self.names[first] = std::mem::replace(&mut self.names[second], name);
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

    /// The turn of the player to move begins. Whoever has lost has no time to lose, and nobody while the match is held.
    pub(super) fn start_turn(&mut self, now_ms: u64) {
        match self.to_move().filter(|_| !self.is_held()) {
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

    /// The only human at this screen, whom the game calls "You"; nobody where the game is one of others.
    #[must_use]
    pub fn you(&self) -> Option<Player> {
        if self.marks.ended_elsewhere {
            return None;
        }
        let everybody = self.record.variant().everybody();
        let mut humans = everybody.into_iter().filter(|player| self.seats[*player] == Seat::Human);
        humans.next().filter(|_| humans.next().is_none())
    }

    /// What a player is called beside their discs: "You" for the only human at this screen.
    #[must_use]
    pub fn addressed(&self, player: Player) -> Phrase {
        if self.you() == Some(player) { say!("player-you") } else { self.called(player) }
    }

    /// Who is to move and who makes that move, once nothing holds the match; `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<(Player, Seat)> {
        let to_move = self.record.position().to_move().filter(|_| self.ended_early.is_none());
        to_move.map(|player| (player, self.seats[player]))
    }

    /// Whether a human at this screen is to move.
    #[must_use]
    pub fn human_to_move(&self) -> Option<Player> {
        let to_move = self.to_move().filter(|(_, seat)| *seat == Seat::Human && !self.is_held());
        to_move.map(|(player, _)| player)
    }

    /// The CPU player to move whose move is chosen here; those of a room make theirs at its server.
    #[must_use]
    pub fn cpu_to_move(&self) -> Option<(Player, CpuPlayer)> {
        match self.to_move()? {
            (player, Seat::Cpu(cpu)) if self.room.is_none() && !self.is_held() => Some((player, cpu)),
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
        // Once a match is over, advice helps nobody against another.
        let has_moves_after_end = !goes_on && self.record.position().to_move().is_some();
        Permissions {
            take_back: self.can_reopen() || self.undo_target().is_some(),
            redo: self.redo_target().is_some(),
            advice: match self.humans() {
                _ if has_moves_after_end => AdvicePermission::Yes,
                _ if !goes_on || self.forbids_advice() => AdvicePermission::No,
                0 | 1 => AdvicePermission::Yes,
                _ => AdvicePermission::IfAllAgree,
            },
            advice_now: has_moves_after_end
                || !self.forbids_advice()
                    && (self.human_to_move().is_some() || self.humans() == 0 && goes_on && !self.is_held()),
        }
    }

    /// Returns whether its room allows no advice: until it is over.
    #[must_use]
    pub fn forbids_advice(&self) -> bool {
        self.ending().is_none() && self.room.is_some_and(|room| !room.allows_advice)
    }

    /// Returns whether an undo takes back an early end; never in a room, as its server decides.
    #[must_use]
    pub fn can_reopen(&self) -> bool {
        self.ended_early.is_some() && self.room.is_none()
    }

    /// Takes back how it ended early; the position stays. After a loss on time all have their whole time again, or the
    /// same player would lose at once.
    pub(super) fn reopen(&mut self) {
        let ending = self.ended_early.take();
        self.ended = None;
        let loser = ending.and_then(Ending::loser);
        self.forfeits.retain(|forfeit| Some(forfeit.player) != loser);
        if matches!(ending, Some(Ending::OutOfTime(_))) {
            self.clock = Clock::new(self.clock.control());
        }
    }

    /// Whether anything has happened in it that somebody may want to see again, even if every move was taken back.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.record.ply() > self.first_ply() || !self.record.undone().is_empty() || !self.forfeits.is_empty()
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
        // What was decided about the sides is taken back by itself.
        if self.has_just_chosen_side() {
            return Some(self.record.ply());
        }
        let earlier = self.forfeits.last().map_or(0, |forfeit| forfeit.ply).max(self.first_ply())..self.record.ply();
        if self.has_human() { earlier.rev().find(|ply| self.is_humans(*ply)) } else { earlier.last() }
    }

    /// Where a redo leads: the next ply at which a human is to move, else the last that was undone.
    #[must_use]
    pub fn redo_target(&self) -> Option<usize> {
        let last = self.last_within_reach();
        let mut later = self.record.ply() + 1..=last;
        if later.is_empty() || self.ended_early.is_some() || self.room.is_some() {
            None
        } else if self.has_human() {
            later.find(|ply| self.is_humans(*ply)).or(Some(last))
        } else {
            later.next()
        }
    }

    /// Where the way to a ply leads, among the turns on the board and those that were taken back: there, or where a
    /// human is to move next, or to the last of them.
    #[must_use]
    pub fn target_near(&self, ply: usize) -> Option<usize> {
        if self.ended_early.is_some() || self.room.is_some() {
            return None;
        }
        let now = self.record.ply();
        let first = self.forfeits.last().map_or(0, |forfeit| forfeit.ply).max(self.first_ply());
        let last = self.last_within_reach();
        let can_rest = |ply: &usize| *ply == last || !self.has_human() || self.is_humans(*ply);
        (ply.max(first)..=last).find(can_rest).filter(|target| *target != now)
    }

    /// The last ply that can be played again at once: who has what side is decided before the rest.
    fn last_within_reach(&self) -> usize {
        let now = self.record.ply();
        let last = now + self.record.undone().len();
        let open = self.swap_ply().filter(|swap| self.swapped.is_none() && *swap >= now);
        open.map_or(last, |swap| swap.min(last))
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

    /// Whether only computers play here, and nobody has a say but whoever watches.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.room.is_none() && !self.has_human()
    }

    fn is_humans(&self, ply: usize) -> bool {
        let to_move = self.record.position_at(ply).and_then(Position::to_move);
        to_move.is_some_and(|player| self.seat_at(ply, player) == Seat::Human)
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
