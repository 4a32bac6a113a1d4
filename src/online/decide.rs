//! Which events a command leads to, or why it is refused.

use std::borrow::Cow;

use super::{
    Action, Change, Command, DeviceId, DeviceIds, Event, Human, Moment, Phase, Refusal, Room, RoomCode, RoomMatch,
    RoomOptions, Who,
};
use crate::rules::{Ending, ForfeitReason, Player};

impl Room {
    /// The first event of a room, which the device makes that becomes its host.
    ///
    /// # Errors
    /// Why there can be no such room, as a [`Refusal`].
    pub fn create(code: RoomCode, options: RoomOptions, who: Who, when: Moment) -> Result<Event, Refusal> {
        if who == Who::Server {
            return Err(Refusal::NotForServer);
        }
        options.check().map_err(|problem| Refusal::BadOptions { problem })?;
        let change = Change::Created { code, options: Box::new(options), secret: None };
        Ok(Event { sequence: 1, at_ms: when.at_ms, who, command: None, stood_ms: 0, change })
    }

    /// The first event of a room with a secret, which the server draws and keeps: devices have ids of their own there,
    /// and CPU players cannot be foreseen.
    ///
    /// # Errors
    /// Why there can be no such room, as a [`Refusal`].
    pub fn create_with_secret(
        code: RoomCode,
        options: RoomOptions,
        host: DeviceIds,
        secret: u64,
        when: Moment,
    ) -> Result<Event, Refusal> {
        let options = RoomOptions { seed: 0, ..options };
        let mut created = Self::create(code, options, Who::Device(host.in_room), when)?;
        if let Change::Created { secret: kept, .. } = &mut created.change {
            *kept = Some(secret);
        }
        Ok(created)
    }

    /// The events that a command leads to now, in the order in which they have to be applied, all or none of them. None
    /// for a command that has led to events before: [`Room::answer`] knows which.
    ///
    /// # Errors
    /// Why it is refused. It is refused again whenever it comes, unless only time had been missing.
    pub fn decide(&self, command: &Command, who: Who, when: Moment) -> Result<Vec<Event>, Refusal> {
        Ok(self.foresee(command, who, when)?.map_or_else(Vec::new, |(events, _)| events))
    }

    /// As [`Room::decide`], with the room as it is after the events, so that nobody has to apply them again; `None`
    /// for a command that has led to events before.
    ///
    /// # Errors
    /// Why it is refused.
    ///
    /// # Panics
    /// Never: what is decided follows from the room, as the model tests hold.
    pub fn foresee(&self, command: &Command, who: Who, when: Moment) -> Result<Option<(Vec<Event>, Self)>, Refusal> {
        if who.device().is_some_and(|device| self.answer(device, command.id).is_some()) {
            return Ok(None);
        }
        if command.seen > self.sequence() {
            return Err(Refusal::Ahead { seen: command.seen, sequence: self.sequence() });
        }
        let mut now = Cow::Borrowed(self);
        if when.stood_ms > 0 {
            now.to_mut().stand(when.stood_ms);
        }
        let changes = now.changes(command, who, when)?;
        let own = who.device().and_then(|device| self.seat_of(device));
        let last = self.last_change(&command.action.rests_on(who.device(), own));
        if last > command.seen {
            return Err(Refusal::Stale { seen: command.seen, changed: last });
        }
        let is_full = |device| self.asides(device).asked >= Self::MOST_ASIDE;
        if changes.iter().any(Change::is_aside) && who.device().is_some_and(is_full) {
            return Err(Refusal::TooOften);
        }
        let mut after = self.clone();
        let mut events = Vec::new();
        let mut changes = changes.into_iter();
        while let Some(change) = changes.next().or_else(|| after.follow_up()) {
            let event = Event {
                sequence: after.sequence() + 1,
                at_ms: when.at_ms.max(after.at_ms()),
                who,
                command: who.device().map(|_| command.id),
                stood_ms: if events.is_empty() { when.stood_ms } else { 0 },
                change,
            };
            after.apply(&event).expect("what was decided follows from the room");
            events.push(event);
        }
        Ok(Some((events, after)))
    }

    /// What a command changes by itself.
    fn changes(&self, command: &Command, who: Who, when: Moment) -> Result<Vec<Change>, Refusal> {
        if self.phase == Phase::Closed {
            return Err(Refusal::Closed);
        }
        match &command.action {
            Action::Close if who == Who::Server => Ok(self.close()),
            Action::Move { player, square, ply } => self.place(*player, *square, *ply, who, when),
            Action::SetAway { player, away } => self.set_away(*player, *away, who, when),
            Action::RunOut { player } => self.run_out(*player, who, when),
            Action::RemoveAbsent { player } => self.remove_absent(*player, who, when),
            _ => self.ask_in_match(command, who.device().ok_or(Refusal::NotForServer)?, when),
        }
    }

    /// The end of the room. A match that goes on is abandoned, unless a player has filled the room: that player loses.
    fn close(&self) -> Vec<Change> {
        let Some(game) = self.game.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return vec![Change::Closed];
        };
        let filler = self.filler(game);
        let mut after = game.clone();
        if let Some(player) = filler {
            after.forfeit(player, ForfeitReason::Resigned);
        }
        let last = after.forfeits.last().filter(|_| after.is_decided());
        let ending = last.map_or(Ending::Abandoned, |forfeit| forfeit.ending());
        let resigned = filler.map(|player| Change::Resigned { player });
        let ended = Change::Ended { ending, seed: self.seed_to_tell(game) };
        resigned.into_iter().chain([ended, Change::Closed]).collect()
    }

    /// The player who has asked for most that is no move, if that is more than there are moves.
    fn filler(&self, game: &RoomMatch) -> Option<Player> {
        let playing = self.movers().filter(|(player, _)| !game.has_forfeited(*player));
        let asked = playing.map(|(player, human)| (self.asides(human.device).asked, player));
        let most = asked.max_by_key(|(asked, _)| *asked)?;
        (most.0 as usize > game.record.ply()).then_some(most.1)
    }

    fn set_away(&self, player: Player, away: bool, who: Who, when: Moment) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        let human = self.seats[player].human.as_ref().ok_or(Refusal::SeatEmpty { player })?;
        // Said again, it tells that clocks have stood, and an absence begins anew.
        if when.stood_ms == 0 {
            differs(&human.away_since_ms.is_some(), &away)?;
        }
        if away && self.asides(human.device).absences >= Self::MOST_ABSENCES {
            return Err(Refusal::TooOften);
        }
        Ok(vec![Change::Away { player, away }])
    }

    /// The seat of a device, and who sits there.
    pub(super) fn own(&self, device: DeviceId) -> Result<(Player, &Human), Refusal> {
        self.humans().find(|(_, human)| human.device == device).ok_or(Refusal::NotSeated)
    }

    pub(super) fn check_host(&self, device: DeviceId) -> Result<(), Refusal> {
        if device == self.host { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// Seats can be taken: no match goes on.
    pub(super) fn check_waits(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Err(Refusal::MatchGoesOn),
            Phase::Waiting | Phase::Over | Phase::Closed => Ok(()),
        }
    }

    pub(super) fn check_seat(&self, player: Player) -> Result<(), Refusal> {
        if self.players().contains(&player) { Ok(()) } else { Err(Refusal::NoSuchSeat { player }) }
    }

    pub(super) fn check_empty(&self, player: Player) -> Result<(), Refusal> {
        self.check_seat(player)?;
        if self.seats[player].is_empty() { Ok(()) } else { Err(Refusal::SeatTaken { player }) }
    }
}

pub(super) fn check_server(who: Who) -> Result<(), Refusal> {
    if who == Who::Server { Ok(()) } else { Err(Refusal::NotServer) }
}

pub(super) fn check_time(from_ms: u64, when: Moment) -> Result<(), Refusal> {
    if when.at_ms >= from_ms { Ok(()) } else { Err(Refusal::TooEarly { from_ms }) }
}

/// Refuses to change what is so already.
pub(super) fn differs<T: PartialEq>(now: &T, wanted: &T) -> Result<(), Refusal> {
    if now == wanted { Err(Refusal::Already) } else { Ok(()) }
}
