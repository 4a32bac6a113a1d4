//! The effect of each event on a room.

use std::time::Duration;

use super::{Change, Clock, Event, EventError, Human, Offer, Phase, Room, RoomMatch, RoomSeat};
use crate::notation::RecordedSeat;
use crate::rules::{ByPlayer, ForfeitReason, Move, Player, Record, Series, Start};

impl Room {
    /// Applies an event. An event that does not fit leaves the room as it is.
    pub(super) fn change(&mut self, event: &Event) -> Result<(), EventError> {
        let at_ms = event.at_ms;
        let misfit = EventError::DoesNotFit { sequence: event.sequence };
        match &event.change {
            Change::Created { .. } => return Err(EventError::NotCreated),
            Change::HostChanged { player } => self.host = self.human(*player).ok_or(misfit)?.device,
            Change::Locked { locked } => self.is_locked = *locked,
            Change::SeatTaken { player, name } => {
                let device = event.who.device().ok_or(misfit.clone())?;
                let is_free = self.players().contains(player) && self.seats[*player].is_empty();
                if !is_free || self.seat_of(device).is_some() {
                    return Err(misfit);
                }
                self.seats[*player].human = Some(Human::new(device, name.clone()));
            }
            Change::SeatLeft { player } => match self.seats[*player] {
                ref seat if seat.is_empty() => return Err(misfit),
                // Without a human in the seat, the CPU player itself leaves it.
                RoomSeat { human: None, .. } => self.seats[*player].cpu = None,
                _ => self.seats[*player].human = None,
            },
            Change::SeatGivenToCpu { player, cpu } => {
                if !self.players().contains(player) {
                    return Err(misfit);
                }
                self.seats[*player].cpu = Some(cpu.clone());
                if let Some(game) = self.game.as_mut().filter(|_| self.phase == Phase::Playing) {
                    if !game.has_forfeited(*player) {
                        game.forfeit(*player, ForfeitReason::OutOfTime);
                    }
                    // Restarts the clock only for the player awaited; nobody else's time is running.
                    if game.waits_for() == Some(*player) {
                        self.start_clock(at_ms);
                    }
                }
            }
            Change::Renamed { player, name } => {
                self.human_mut(*player).ok_or(misfit)?.name = name.clone();
                if let Some(game) = self.game.as_mut().filter(|_| self.phase == Phase::Playing) {
                    game.names[*player] = name.to_string();
                }
            }
            Change::Ready { player, ready } => self.human_mut(*player).ok_or(misfit)?.ready = *ready,
            Change::Advice { player, agree } => self.human_mut(*player).ok_or(misfit)?.advice = *agree,
            Change::Rematch { player, agree } => self.human_mut(*player).ok_or(misfit)?.rematch = *agree,
            Change::Away { player, away } => {
                self.human_mut(*player).ok_or(misfit)?.away_since_ms = away.then_some(at_ms);
            }
            Change::Started => {
                if self.phase != Phase::Waiting || self.players().iter().any(|player| self.seats[*player].is_empty()) {
                    return Err(misfit);
                }
                self.begin(at_ms);
            }
            Change::RematchAgreed => {
                if self.phase != Phase::Over {
                    return Err(misfit);
                }
                self.move_seats_on();
            }
            Change::Closed => self.phase = Phase::Closed,
            Change::OpeningDrawn { .. }
            | Change::SideChosen { .. }
            | Change::Moved { .. }
            | Change::Passed { .. }
            | Change::TakebackAsked { .. }
            | Change::TakebackGranted { .. }
            | Change::TakebackDeclined { .. }
            | Change::TakenBack { .. }
            | Change::DrawOffered { .. }
            | Change::DrawAccepted { .. }
            | Change::DrawDeclined { .. }
            | Change::TimeGiven { .. }
            | Change::Resigned { .. }
            | Change::TimeRanOut { .. }
            | Change::Ended { .. } => return self.change_match(event),
        }
        Ok(())
    }

    /// Applies an event of the running match.
    fn change_match(&mut self, event: &Event) -> Result<(), EventError> {
        let (sequence, at_ms) = (event.sequence, event.at_ms);
        let misfit = EventError::DoesNotFit { sequence };
        let Some(game) = self.game.as_mut().filter(|_| self.phase == Phase::Playing) else { return Err(misfit) };
        match &event.change {
            Change::OpeningDrawn { moves } => {
                if !game.awaits_start {
                    return Err(misfit);
                }
                let mut record = game.record.clone();
                record.play_squares(moves).map_err(|_| misfit)?;
                (game.awaits_start, game.opening) = (false, record.ply());
                game.record = record;
                game.thinking_ms = vec![0; game.opening];
                game.sequences = vec![sequence; game.opening];
                game.clock.stop(at_ms);
                self.start_clock(at_ms);
            }
            Change::SideChosen { player, takes_over } => {
                if game.side_question() != Some(*player) {
                    return Err(misfit);
                }
                game.swapped = Some(*takes_over);
                game.clock.stop(at_ms);
                if *takes_over {
                    game.swap_sides();
                    self.swap_seats();
                }
                self.start_clock(at_ms);
            }
            Change::Moved { player, square, thinking_ms } => {
                game.make_move(event, *player, Move::Place(*square), *thinking_ms)?;
                self.start_clock(at_ms);
            }
            Change::Passed { player, thinking_ms } => {
                game.make_move(event, *player, Move::Pass, *thinking_ms)?;
                self.start_clock(at_ms);
            }
            Change::TakebackAsked { player, to_ply } => game.takeback = Some((Offer::new(*player), *to_ply)),
            Change::TakebackGranted { player } => {
                game.takeback.as_mut().ok_or(misfit)?.0.agreed.push(*player);
            }
            Change::TakebackDeclined { .. } => game.takeback = None,
            Change::TakenBack { to_ply } => {
                if !(game.first_free_ply()..=game.record.ply()).contains(to_ply) || !game.record.jump(*to_ply) {
                    return Err(misfit);
                }
                game.thinking_ms.truncate(*to_ply);
                game.sequences.truncate(*to_ply);
                (game.takeback, game.draw) = (None, None);
                game.clock.stop(at_ms);
                self.start_clock(at_ms);
            }
            Change::DrawOffered { player } => game.draw = Some(Offer::new(*player)),
            Change::DrawAccepted { player } => game.draw.as_mut().ok_or(misfit)?.agreed.push(*player),
            Change::DrawDeclined { .. } => game.draw = None,
            Change::TimeGiven { player, given_ms } => {
                let others = self.seats.iter().filter(|(other, seat)| other != player && seat.mover().is_some());
                for (other, _) in others {
                    game.clock.add(other, Duration::from_millis(*given_ms));
                }
            }
            Change::Resigned { player } => game.forfeit(*player, ForfeitReason::Resigned),
            Change::TimeRanOut { player } => game.forfeit(*player, ForfeitReason::OutOfTime),
            Change::Ended { ending, .. } => {
                game.clock.stop(at_ms);
                game.ended = Some((*ending, at_ms));
                (game.takeback, game.draw) = (None, None);
                self.phase = Phase::Over;
            }
            _ => return Err(misfit),
        }
        Ok(())
    }

    fn human(&self, player: Player) -> Option<&Human> {
        self.seats[player].human.as_ref()
    }

    fn human_mut(&mut self, player: Player) -> Option<&mut Human> {
        self.seats[player].human.as_mut()
    }

    /// Starts a match.
    fn begin(&mut self, at_ms: u64) {
        let everybody = self.players();
        for seat in Player::ALL {
            if let Some(human) = self.human_mut(seat) {
                (human.ready, human.advice, human.rematch) = (false, false, false);
            }
        }
        let seat = |player| match &self.seats[player].cpu {
            Some(cpu) => RecordedSeat::Cpu(cpu.clone()),
            None => RecordedSeat::Human,
        };
        let name = |player| self.human(player).map_or_else(String::new, |human| human.name.to_string());
        let series = self.game.as_ref().map_or_else(Series::default, |last| last.series_for(&everybody, &self.seats));
        self.game = Some(RoomMatch {
            number: self.game.as_ref().map_or(1, |game| game.number + 1),
            record: Record::new(self.options().variant.clone()),
            awaits_start: self.options().start != Start::Normal,
            opening: 0,
            offers_swap: self.options().swap,
            swapped: None,
            thinking_ms: Vec::new(),
            sequences: Vec::new(),
            clock: Clock::new(self.options().clock),
            series,
            forfeits: Vec::new(),
            seats: ByPlayer::from_fn(|player| everybody.contains(&player).then(|| seat(player))),
            devices: ByPlayer::from_fn(|player| self.human(player).map(|human| human.device)),
            names: ByPlayer::from_fn(name),
            started_ms: at_ms,
            ended: None,
            takeback: None,
            draw: None,
        });
        self.phase = Phase::Playing;
        self.start_clock(at_ms);
    }

    /// Starts the turn of the player for whom the match waits. A CPU player's turn is untimed.
    fn start_clock(&mut self, at_ms: u64) {
        let Some(game) = &mut self.game else { return };
        match game.waits_for() {
            Some(player) if self.seats[player].cpu.is_none() => game.clock.start(player, at_ms),
            Some(player) => game.clock.start_untimed(player, at_ms),
            None => game.clock.stop(at_ms),
        }
    }

    /// Swaps the seats of the two players.
    fn swap_seats(&mut self) {
        if let [first, second] = self.players()[..] {
            self.seats.swap(first, second);
        }
    }

    /// Moves everybody on to the next seat for a rematch. Humans replaced by a CPU player get their seat back.
    fn move_seats_on(&mut self) {
        // A side taken over by the swap rule is given back.
        if self.game.as_ref().is_some_and(|game| game.swapped == Some(true)) {
            self.swap_seats();
        }
        let everybody = self.players();
        let old = std::mem::take(&mut self.seats);
        for (from, to) in everybody.iter().zip(everybody.iter().cycle().skip(1)) {
            let mut seat = old[*from].clone();
            if let Some(human) = &mut seat.human {
                seat.cpu = None;
                (human.ready, human.rematch) = (true, false);
            }
            self.seats[*to] = seat;
        }
        self.phase = Phase::Waiting;
    }
}
