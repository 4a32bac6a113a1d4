//! Decisions about commands in a running match: moves, takebacks, draws, resignations and expired time.

use super::decide::{check_server, check_time, differs};
use super::{Action, Change, Clock, Command, DeviceId, MaySeat, Moment, Offer, Phase, Refusal, Room, RoomMatch, Who};
use crate::notation::TimeControl;
use crate::rules::{Ending, Move, Player, Square};

impl Room {
    /// Decides any command of a device except moves.
    pub(super) fn ask_in_match(
        &self,
        command: &Command,
        device: DeviceId,
        when: Moment,
        may_seat: MaySeat,
    ) -> Result<Vec<Change>, Refusal> {
        let one = |change| Ok(vec![change]);
        match &command.action {
            Action::AskTakeback { to_ply } => {
                let (game, player) = self.plays(device)?;
                // A turn played after the request was sent is not the one it meant.
                let was_seen = game.sequences.get(*to_ply).is_some_and(|sequence| *sequence <= command.seen);
                if !was_seen || *to_ply < game.first_free_ply() || game.moves_at(*to_ply) != Some(player) {
                    return Err(Refusal::NothingToTakeBack);
                } else if game.takeback.is_some() {
                    return Err(Refusal::Already);
                }
                one(Change::TakebackAsked { player, to_ply: *to_ply })
            }
            Action::AnswerTakeback { agree } => {
                let (game, player) = self.plays(device)?;
                let (offer, _) = game.takeback.as_ref().ok_or(Refusal::NothingToAnswer)?;
                match agree {
                    true if !offer.waits_for(player) => Err(Refusal::NothingToAnswer),
                    true => one(Change::TakebackGranted { player }),
                    false => one(Change::TakebackDeclined { player }),
                }
            }
            Action::OfferDraw => {
                let (game, player) = self.plays(device)?;
                if game.draw.is_some() {
                    return Err(Refusal::Already);
                } else if self.movers().count() < 2 {
                    return Err(Refusal::NobodyToAsk);
                }
                one(Change::DrawOffered { player })
            }
            Action::AnswerDraw { agree } => {
                let (game, player) = self.plays(device)?;
                let offer = game.draw.as_ref().ok_or(Refusal::NothingToAnswer)?;
                match agree {
                    true if !offer.waits_for(player) => Err(Refusal::NothingToAnswer),
                    true => one(Change::DrawAccepted { player }),
                    false => one(Change::DrawDeclined { player }),
                }
            }
            Action::GiveTime => {
                let (game, player) = self.plays(device)?;
                if !game.clock.control().is_some_and(TimeControl::can_grow) {
                    return Err(Refusal::FixedClock);
                }
                if self.movers().all(|(other, _)| other == player) {
                    return Err(Refusal::NobodyToAsk);
                }
                one(Change::TimeGiven { player, given_ms: Clock::GIVEN_MS })
            }
            Action::Resign => one(Change::Resigned { player: self.plays(device)?.1 }),
            Action::SetAdvice { agree } => {
                let (_, player) = self.plays(device)?;
                differs(&self.own(device)?.1.advice, agree)?;
                one(Change::Advice { player, agree: *agree })
            }
            Action::GiveAbsentSeat { player } => self.give_absent_seat(*player, device, when),
            action => self.ask_for_seats(action, device, may_seat),
        }
    }

    pub(super) fn make_move(
        &self,
        player: Player,
        chosen: Move,
        ply: usize,
        who: Who,
        when: Moment,
    ) -> Result<Vec<Change>, Refusal> {
        let lost_on_time = self.game.iter().flat_map(|game| &game.forfeits).any(|forfeit| {
            forfeit.player == player && forfeit.ending() == Ending::OutOfTime(player) && forfeit.ply == ply
        });
        // This reason comes first because it is the most helpful: the move arrived too late.
        if lost_on_time && who != Who::Server {
            return Err(Refusal::OutOfTime);
        }
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing).ok_or(Refusal::NoMatch)?;
        self.check_mover(player, who)?;
        let now = game.record.ply();
        if ply != now {
            return Err(Refusal::OtherPly { meant: ply, now });
        }
        game.check_open()?;
        game.record.position().check(player, chosen).map_err(|error| Refusal::illegal(chosen, &error))?;
        if game.clock.deadline().is_some_and(|deadline| when.at_ms >= deadline.at_ms) {
            return Err(Refusal::OutOfTime);
        }
        let thinking_ms = game.clock.thinking(when.at_ms.max(self.at_ms()), when.round_trip_ms);
        // A move also counts as an answer: it withdraws one's own offer and declines another player's.
        let lapses = |offer: &Offer| who != Who::Server && !offer.agreed.contains(&player);
        let takeback = game.takeback.as_ref().filter(|(offer, _)| lapses(offer));
        let draw = game.draw.as_ref().filter(|offer| lapses(offer));
        let moved = match chosen {
            Move::Place(square) => Change::Moved { player, square, thinking_ms },
            Move::Pass => Change::Passed { player, thinking_ms },
        };
        let declined = takeback.map(|_| Change::TakebackDeclined { player });
        let no_draw = draw.map(|_| Change::DrawDeclined { player });
        Ok([moved].into_iter().chain(declined).chain(no_draw).collect())
    }

    /// Answers the question of the swap rule.
    pub(super) fn choose_side(
        &self,
        player: Player,
        takes_over: bool,
        who: Who,
        when: Moment,
    ) -> Result<Vec<Change>, Refusal> {
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing).ok_or(Refusal::NoMatch)?;
        self.check_mover(player, who)?;
        if game.side_question() != Some(player) {
            return Err(Refusal::NothingToAnswer);
        }
        if game.clock.deadline().is_some_and(|deadline| when.at_ms >= deadline.at_ms) {
            return Err(Refusal::OutOfTime);
        }
        // Open requests were made from the other side.
        let declined = game.takeback.as_ref().map(|_| Change::TakebackDeclined { player });
        let no_draw = game.draw.as_ref().map(|_| Change::DrawDeclined { player });
        Ok(declined.into_iter().chain(no_draw).chain([Change::SideChosen { player, takes_over }]).collect())
    }

    /// Begins the match with an even start.
    pub(super) fn begin_with(&self, moves: &[Square], who: Who) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing).ok_or(Refusal::NoMatch)?;
        if !game.awaits_start {
            return Err(Refusal::Already);
        }
        let mut record = game.record.clone();
        record.play_squares(moves).map_err(|error| Refusal::NotUnderstood { why: error.to_string() })?;
        Ok(vec![Change::OpeningDrawn { moves: moves.to_vec() }])
    }

    /// Checks that this device, or the server for a CPU player, moves for a seat.
    fn check_mover(&self, player: Player, who: Who) -> Result<(), Refusal> {
        let seat = &self.seats[player];
        let is_own = match who {
            Who::Server => seat.cpu.is_some(),
            Who::Device(device) => seat.mover().is_some_and(|human| human.device == device),
        };
        if is_own { Ok(()) } else { Err(Refusal::NotYourSeat { player }) }
    }

    fn give_absent_seat(&self, player: Player, device: DeviceId, when: Moment) -> Result<Vec<Change>, Refusal> {
        self.plays(device)?;
        self.check_seat(player)?;
        let human = self.seats[player].mover().ok_or(Refusal::SeatEmpty { player })?;
        check_time(self.absence_ends_ms(human).ok_or(Refusal::NotAway)?, when)?;
        Ok(vec![Change::SeatGivenToCpu { player, cpu: self.options().substitute.clone() }])
    }

    pub(super) fn run_out(&self, player: Player, who: Who, when: Moment) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing).ok_or(Refusal::NoMatch)?;
        let deadline = game.clock.deadline().filter(|deadline| deadline.player == player);
        check_time(deadline.ok_or(Refusal::NotYourSeat { player })?.at_ms, when)?;
        Ok(vec![Change::TimeRanOut { player }])
    }

    /// The running match and the seat that the device plays in it.
    fn plays(&self, device: DeviceId) -> Result<(&RoomMatch, Player), Refusal> {
        let game = self.game.as_ref().filter(|_| self.phase == Phase::Playing).ok_or(Refusal::NoMatch)?;
        let (player, _) = self.own(device)?;
        let moves = self.seats[player].mover().is_some() && !game.has_forfeited(player);
        if moves { Ok((game, player)) } else { Err(Refusal::NotYourSeat { player }) }
    }
}

impl RoomMatch {
    /// Refuses moves before the start is drawn, and while a side must be chosen.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        match self.side_question() {
            _ if self.awaits_start => Err(Refusal::StartNotDrawn),
            Some(_) => Err(Refusal::SideNotChosen),
            None => Ok(()),
        }
    }
}
