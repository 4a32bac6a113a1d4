//! The match on the board: the record of the game and who plays it.

use std::time::Duration;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::cpu::CpuPlayer;
use crate::game::flow::screen::Screen;
use crate::game::play::lesson::pages::{Page, Progress};
use crate::game::play::match_id::MatchId;
use crate::game::play::match_room::MatchRoom;
use crate::game::play::seat::{Seat, proposed_cpu};
use crate::game::play::terms::Terms;
use crate::game::settings::programs::ProgramKey;
use crate::game::text::{Phrase, say};
use crate::notation::{GameRecord, RecordedSeat};
use crate::online::Clock;
use crate::rules::{ByPlayer, Ending, Forfeit, ForfeitReason, Player, Rank, Record, Series, Start, Variant};

pub(super) fn plugin(app: &mut App) {
    // Entering the screen counts as a change, so that systems that react to changes start afresh.
    app.add_systems(OnEnter(Screen::Match), |mut game: ResMut<Match>| game.set_changed());
}

/// Facts that set a match apart in statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each of them may hold or not, whatever the others do")]
pub struct MatchMarks {
    /// A hint or an analysis was shown.
    pub advised: bool,
    /// A turn was taken back.
    pub taken_back: bool,
    /// Some moves were imported as text instead of made here.
    #[serde(rename = "brought_in")]
    pub imported: bool,
    /// The match was already over when it was imported, so nobody here has won or lost it. A move made
    /// here clears this mark.
    pub ended_elsewhere: bool,
}

impl MatchMarks {
    #[must_use]
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether a player at this screen had help.
    #[must_use]
    pub const fn has_help(self) -> bool {
        self.advised || self.taken_back
    }
}

/// The match on the board. It outlives the match screen so that it can be resumed.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Match {
    pub id: MatchId,
    /// The game so far; the single source of truth for the board.
    pub record: Record,
    pub seats: ByPlayer<Seat>,
    /// Player names; an empty name stands for the colour.
    pub names: ByPlayer<String>,
    /// Determines everything random in this match.
    pub seed: u64,
    /// Time left to each player, and whose clock runs. Only `match_command` may start and stop it.
    pub clock: Clock,
    /// Duration of each turn, including turns taken back; `None` if unknown.
    pub times: Vec<Option<Duration>>,
    /// Losses before the end, in order.
    pub forfeits: Vec<Forfeit>,
    /// Unix time of the start in seconds (UTC), if the record says so.
    pub started: Option<u64>,
    /// Unix time of the end in seconds (UTC), if the record says so.
    pub ended: Option<u64>,
    /// Ending of a match that was not played out.
    pub ended_early: Option<Ending>,
    pub terms: Terms,
    /// Answer to the swap question: true if the second player took over the first one's side; `None` until answered.
    pub swapped: Option<bool>,
    /// Room of an online match; `None` for a match at this screen alone.
    pub room: Option<MatchRoom>,
    pub marks: MatchMarks,
    /// Matches that the same players played before on this board, or in this room.
    pub series: Series,
    /// Page of the lesson whose exercise this is; `None` for an ordinary match.
    pub exercise: Option<&'static Page>,
}

impl Match {
    /// Creates a match with empty names.
    #[must_use]
    pub fn new(variant: Variant, seats: ByPlayer<Seat>, seed: u64) -> Self {
        Self {
            id: MatchId::next(),
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
            series: Series::default(),
            exercise: None,
        }
    }

    /// Creates a match from a record. `stands_in` replaces CPU players that are unknown to this version or do not suit
    /// the variant. Programs stay, even if they are not registered here.
    #[must_use]
    pub fn of(game: GameRecord, seed: u64, stands_in: impl Fn(Player) -> Seat) -> Self {
        let seats = ByPlayer::from_fn(|player| match &game.seats()[player] {
            Some(RecordedSeat::Cpu(key)) => {
                let cpu = CpuPlayer::try_from(key).map(Seat::Cpu).ok();
                let seat = cpu.or_else(|| ProgramKey::try_from(key).map(Seat::Program).ok());
                seat.filter(|seat| seat.suits(game.variant())).unwrap_or_else(|| stands_in(player))
            }
            _ => Seat::Human,
        });
        let ended_early = game.ending().filter(|ending| *ending != Ending::PlayedOut);
        Self {
            id: MatchId::next(),
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
            series: Series::default(),
            exercise: None,
        }
    }

    /// Converts the match to a record. The remaining time of the players is lost.
    #[must_use]
    pub fn to_game_record(&self) -> GameRecord {
        let seat = |player| match self.seats[player] {
            Seat::Human | Seat::Remote => RecordedSeat::Human,
            Seat::Cpu(cpu) => RecordedSeat::Cpu(cpu.into()),
            Seat::Program(key) => RecordedSeat::Cpu(key.into()),
        };
        let game = GameRecord::new(self.record.clone())
            .with_seats(|player| Some(seat(player)))
            .with_names(|player| self.names[player].clone())
            .with_clock(self.clock.control())
            .with_dates(self.started, self.ended);
        // Times are recorded only for turns on the board. An ending is refused only if the position contradicts it; the
        // position then tells the outcome.
        let times = (0..self.record.ply()).map(|ply| self.time_of(ply));
        let game = game.clone().with_times(times).unwrap_or(game);
        let game = game.clone().with_forfeits(self.forfeits.clone()).unwrap_or(game);
        match self.ended_early {
            Some(ending) => game.clone().with_ending(ending).unwrap_or(game),
            None => game,
        }
    }

    /// Duration of the turn with this index, if known.
    #[must_use]
    pub fn time_of(&self, ply: usize) -> Option<Duration> {
        self.times.get(ply).copied().flatten()
    }

    /// Starts the match again, with colours as agreed for the next one. A human whose seat went to a CPU player after a
    /// forfeit gets it back.
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
            series: self.series_so_far(),
            exercise: self.exercise,
            ..Self::new(variant, ByPlayer::default(), seed)
        };
        // A side taken over by the swap is given back.
        if self.terms.swaps_colours(seed) || self.swapped == Some(true) {
            again.swap_seats();
        }
        again
    }

    /// The series up to now: with this match once it is over, unless it was abandoned or ended elsewhere.
    #[must_use]
    pub fn series_so_far(&self) -> Series {
        let counts = self.ending().is_some_and(|ending| ending != Ending::Abandoned) && !self.marks.ended_elsewhere;
        match self.ranks() {
            Some(ranks) if counts => self.series.with(&ranks),
            _ => self.series,
        }
    }

    /// Number of plies played before the players take over.
    #[must_use]
    pub fn first_ply(&self) -> usize {
        self.terms.plies(self.record.variant())
    }

    /// Returns whether a start still has to be drawn; nobody moves until then.
    #[must_use]
    pub fn awaits_start(&self) -> bool {
        let is_untouched = self.record.ply() == 0 && self.record.undone().is_empty();
        self.terms.start == Start::Even && is_untouched && self.ending().is_none()
    }

    /// The player for whom the match waits: the one asked about the swap, otherwise the one to move.
    #[must_use]
    pub fn waits_for(&self) -> Option<Player> {
        let waits = self.swap_question().or_else(|| self.to_move()).filter(|_| !self.is_exercise_over());
        waits.map(|(player, _)| player)
    }

    /// Returns whether nobody may move until something else has happened: a start drawn, the swap decided, or the
    /// exercise begun again.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.awaits_start() || self.swap_question().is_some() || self.is_exercise_over()
    }

    /// Returns whether this is an exercise that is solved or missed; nobody moves until it begins again.
    #[must_use]
    pub fn is_exercise_over(&self) -> bool {
        self.exercise.is_some_and(|page| page.progress(&self.record) != Progress::Open)
    }

    /// Starts a new match from the last position of `record`, which is a position of this match. Players keep the seats
    /// they had there, but the proposed CPU player replaces a human at another device, and if only CPU players sat
    /// there, a human takes the seat of the player to move. All clocks start full.
    #[must_use]
    pub fn played_on(&self, record: Record, seed: u64) -> Self {
        let variant = record.variant().clone();
        let mut then = self.clone();
        if self.swap_ply().is_some_and(|swap| record.ply() < swap) {
            then.reopen_swap();
        }
        // Within a drawn start the position is continued as it is; no other start is drawn instead.
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
            // Counts as helped, because the players have seen the review.
            marks: MatchMarks { advised: true, taken_back: true, ended_elsewhere: false, ..self.marks },
            record,
            ..Self::new((*variant).clone(), ByPlayer::default(), seed)
        }
    }

    /// Returns whether a player has forfeited, even if the match goes on.
    #[must_use]
    pub fn has_lost(&self, player: Player) -> bool {
        self.forfeits.iter().any(|forfeit| forfeit.player == player)
    }

    /// Final ranking of all scored players, best first; `None` while the match goes on.
    #[must_use]
    pub fn ranks(&self) -> Option<Vec<Rank>> {
        let counts = self.record.position().counts();
        self.ending().map(|ending| self.record.variant().ranks_after(&counts, ending, &self.forfeits))
    }

    /// Records a forfeit. The match ends if that decides it, or if no human is left in it; otherwise `cpu` replaces a
    /// human.
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

    /// Name of a player, such as "Anna", or "Black" if none was given.
    #[must_use]
    pub fn called(&self, player: Player) -> Phrase {
        let name = self.names[player].trim();
        if name.is_empty() { player.into() } else { Phrase::verbatim(name) }
    }

    /// Returns whether the match was played to its end elsewhere, whatever was taken back and redone here since.
    #[must_use]
    pub fn was_played_elsewhere(&self) -> bool {
        self.marks.ended_elsewhere && self.ending().is_some()
    }

    /// The only human at this screen, addressed as "You"; `None` for several humans, or if the match was played
    /// elsewhere.
    #[must_use]
    pub fn you(&self) -> Option<Player> {
        if self.was_played_elsewhere() {
            return None;
        }
        let everybody = self.record.variant().everybody();
        let mut humans = everybody.into_iter().filter(|player| self.seats[*player] == Seat::Human);
        humans.next().filter(|_| humans.next().is_none())
    }

    /// Name of a player beside their discs: "You" for the only human at this screen.
    #[must_use]
    pub fn addressed(&self, player: Player) -> Phrase {
        if self.you() == Some(player) { say!("player-you") } else { self.called(player) }
    }

    /// Player to move and their seat, even while the match is held; `None` once it is over.
    #[must_use]
    pub fn to_move(&self) -> Option<(Player, Seat)> {
        let to_move = self.record.position().to_move().filter(|_| self.ended_early.is_none());
        to_move.map(|player| (player, self.seats[player]))
    }

    /// The player to move if that is a human at this screen and nothing holds the match.
    #[must_use]
    pub fn human_to_move(&self) -> Option<Player> {
        let to_move = self.to_move().filter(|(_, seat)| *seat == Seat::Human && !self.is_blocked());
        to_move.map(|(player, _)| player)
    }

    /// The CPU player that must choose a move now. In a room the server chooses.
    #[must_use]
    pub fn cpu_to_move(&self) -> Option<(Player, CpuPlayer)> {
        match self.to_move()? {
            (player, Seat::Cpu(cpu)) if self.room.is_none() && !self.is_blocked() => Some((player, cpu)),
            _ => None,
        }
    }

    /// The program that must choose a move now.
    #[must_use]
    pub fn program_to_move(&self) -> Option<(Player, ProgramKey)> {
        match self.to_move()? {
            (player, Seat::Program(key)) if self.room.is_none() && !self.is_blocked() => Some((player, key)),
            _ => None,
        }
    }

    /// Returns whether this screen may place a player's discs: in a room, only one's own.
    #[must_use]
    pub fn may_place_here(&self, player: Player) -> bool {
        self.room.is_none() || self.seats[player] == Seat::Human
    }

    /// `None` while the match goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ended_early.or_else(|| self.record.position().to_move().is_none().then_some(Ending::PlayedOut))
    }

    /// Returns whether the players at this screen may begin again; in a room, never.
    #[must_use]
    pub const fn may_restart(&self) -> bool {
        self.room.is_none()
    }

    /// Returns whether anything has happened that is worth keeping, even if every move was taken back.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.record.ply() > self.first_ply() || !self.record.undone().is_empty() || !self.forfeits.is_empty()
    }

    /// Returns whether it has begun and is not over, so that it can be continued later.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.ending().is_none() && self.has_begun()
    }

    /// Number of humans at this screen.
    #[must_use]
    pub fn humans(&self) -> usize {
        self.record.variant().everybody().iter().filter(|player| self.seats[**player] == Seat::Human).count()
    }

    #[must_use]
    pub fn has_human(&self) -> bool {
        self.humans() > 0
    }

    /// Returns whether only CPU players play, at this screen.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.room.is_none() && !self.has_human()
    }
}

/// Clock after the turns of a record. Turns that were taken back are not in the record, so their time is missing.
fn clock_after(game: &GameRecord) -> Clock {
    let mut clock = Clock::new(game.clock());
    for (turn, time) in game.record().played().iter().zip(game.times()) {
        let thinking_ms = time.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        clock.start(turn.player, 0);
        clock.stop_after_move(thinking_ms, thinking_ms);
    }
    clock
}

/// All forfeits of a record, including the one that ended the match.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::play::terms::ColourAssignment;

    /// The shortest game of ordinary reversi: Black wins 13–0 with the ninth move.
    const SHORTEST: &str = "e6 f4 e3 f6 g5 d6 e7 f5 c5";

    fn humans(sides: ColourAssignment) -> Match {
        let mut game = Match::new(Variant::classic(8).expect("a side"), ByPlayer::from_fn(|_| Seat::Human), 1);
        game.terms = Terms { sides, ..Terms::default() };
        game
    }

    fn score(game: &Match) -> (u16, u16, u16) {
        let series = game.series_so_far();
        (series.wins(Player::Black), series.wins(Player::White), series.draws())
    }

    #[test]
    fn a_finished_match_counts_once_whatever_is_taken_back_in_it() {
        let mut game = humans(ColourAssignment::AsSeated);
        game.record.play_moves(SHORTEST).expect("is legal");
        assert_eq!(score(&game), (1, 0, 0));
        game.record.jump(8);
        assert_eq!(score(&game), (0, 0, 0), "it goes on");
        game.record.jump(9);
        game = game.again(2);
        assert_eq!((score(&game), game.series.games()), ((1, 0, 0), 1));
        game = game.again(3);
        assert_eq!(score(&game), (1, 0, 0), "an unfinished match counts for nobody");
        game.ended_early = Some(Ending::Resigned(Player::Black));
        assert_eq!(score(&game), (1, 1, 0));
        game = game.again(4);
        game.ended_early = Some(Ending::DrawAgreed);
        assert_eq!((score(&game), game.series_so_far().games()), ((1, 1, 1), 3));
        game.ended_early = Some(Ending::Abandoned);
        assert_eq!(score(&game), (1, 1, 0));
    }

    #[test]
    fn wins_follow_players_who_swap_colours() {
        let mut game = humans(ColourAssignment::Alternate);
        game.record.play_moves(SHORTEST).expect("is legal");
        game = game.again(2);
        assert_eq!(score(&game), (0, 1, 0), "the winner plays White now");
        game.record.play_moves(SHORTEST).expect("is legal");
        game = game.again(3);
        assert_eq!(score(&game), (1, 1, 0));
    }
}
