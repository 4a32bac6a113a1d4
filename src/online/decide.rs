//! Which events a command leads to, or why it is refused.

use super::{
    Action, Change, Command, DeviceId, Event, Human, Moment, Phase, Refusal, Room, RoomCode, RoomOptions, Who,
};
use crate::rules::{Ending, Player};

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
        let change = Change::Created { code, options: Box::new(options) };
        Ok(Event { sequence: 1, at_ms: when.at_ms, who, command: None, change })
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
        let changes = self.changes(command, who, when)?;
        let own = who.device().and_then(|device| self.seat_of(device));
        let last = self.last_change(&command.action.rests_on(who.device(), own));
        if last > command.seen {
            return Err(Refusal::Stale { seen: command.seen, changed: last });
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
            Action::SetAway { player, away } => self.set_away(*player, *away, who),
            Action::RunOut { player } => self.run_out(*player, who, when),
            Action::RemoveAbsent { player } => self.remove_absent(*player, who, when),
            _ => self.ask_in_match(command, who.device().ok_or(Refusal::NotForServer)?, when),
        }
    }

    fn close(&self) -> Vec<Change> {
        let abandoned = Change::Ended { ending: Ending::Abandoned };
        let goes_on = self.phase == Phase::Playing;
        goes_on.then_some(abandoned).into_iter().chain([Change::Closed]).collect()
    }

    fn set_away(&self, player: Player, away: bool, who: Who) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        let human = self.seats[player].human.as_ref().ok_or(Refusal::SeatEmpty { player })?;
        differs(&human.away_since_ms.is_some(), &away)?;
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
