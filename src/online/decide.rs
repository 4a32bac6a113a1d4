//! Decides which events a command causes, or why it is refused.

use std::borrow::Cow;

use super::{
    Action, Change, Command, DeviceId, DeviceIds, Event, Human, MaySeat, Moment, Phase, Refusal, Room, RoomCode,
    RoomMatch, RoomOptions, Who,
};
use crate::rules::{Ending, ForfeitReason, Move, Player};

impl Room {
    /// The first event of a room. The device in `who` becomes its host.
    ///
    /// # Errors
    /// A [`Refusal`] if the room cannot be made.
    pub fn create(
        code: RoomCode,
        options: RoomOptions,
        who: Who,
        when: Moment,
        may_seat: MaySeat,
    ) -> Result<Event, Refusal> {
        if who == Who::Server {
            return Err(Refusal::NotForServer);
        }
        options.check(may_seat).map_err(|problem| Refusal::BadOptions { problem })?;
        let change = Change::Created { code, options: Box::new(options), secret: None };
        Ok(Event { sequence: 1, at_ms: when.at_ms, who, command: None, outage_ms: 0, change })
    }

    /// The first event of a room with a secret, drawn by the server and never revealed. It gives devices ids for this
    /// room alone and keeps the CPU players' dice unpredictable.
    ///
    /// # Errors
    /// A [`Refusal`] if the room cannot be made.
    pub fn create_with_secret(
        code: RoomCode,
        options: RoomOptions,
        host: DeviceIds,
        secret: u64,
        when: Moment,
        may_seat: MaySeat,
    ) -> Result<Event, Refusal> {
        let options = RoomOptions { seed: 0, ..options };
        let mut created = Self::create(code, options, Who::Device(host.in_room), when, may_seat)?;
        if let Change::Created { secret: kept, .. } = &mut created.change {
            *kept = Some(secret);
        }
        Ok(created)
    }

    /// The events that a command causes now, to be applied in order, all or none. Empty if the command has caused
    /// events before; [`Room::answer`] then knows its result.
    ///
    /// # Errors
    /// The reason to refuse the command. A repetition is refused as well, unless it merely came too early.
    pub fn decide(&self, command: &Command, who: Who, when: Moment, may_seat: MaySeat) -> Result<Vec<Event>, Refusal> {
        Ok(self.foresee(command, who, when, may_seat)?.map_or_else(Vec::new, |(events, _)| events))
    }

    /// Like [`Room::decide`], but also returns the room after the events, so that callers need not apply them again.
    /// `None` if the command has caused events before.
    ///
    /// # Errors
    /// The reason to refuse the command.
    ///
    /// # Panics
    /// Never: decided events always follow from the room, as the model tests check.
    pub fn foresee(
        &self,
        command: &Command,
        who: Who,
        when: Moment,
        may_seat: MaySeat,
    ) -> Result<Option<(Vec<Event>, Self)>, Refusal> {
        if who.device().is_some_and(|device| self.answer(device, command.id).is_some()) {
            return Ok(None);
        }
        if command.seen > self.sequence() {
            return Err(Refusal::Ahead { seen: command.seen, sequence: self.sequence() });
        }
        let mut now = Cow::Borrowed(self);
        if when.outage_ms > 0 {
            now.to_mut().exclude_outage(when.outage_ms);
        }
        let changes = now.changes(command, who, when, may_seat)?;
        let own = who.device().and_then(|device| self.seat_of(device));
        let last = self.last_change(&command.action.rests_on(who.device(), own));
        if last > command.seen {
            return Err(Refusal::Stale { seen: command.seen, changed: last });
        }
        let is_full = |device| self.request_counts(device).requests >= Self::MAX_REQUESTS;
        if changes.iter().any(Change::is_limited) && who.device().is_some_and(is_full) {
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
                outage_ms: if events.is_empty() { when.outage_ms } else { 0 },
                change,
            };
            after.apply(&event).expect("decided events follow from the room");
            events.push(event);
        }
        Ok(Some((events, after)))
    }

    /// The changes that a command makes directly, without those that follow up.
    fn changes(&self, command: &Command, who: Who, when: Moment, may_seat: MaySeat) -> Result<Vec<Change>, Refusal> {
        if self.phase == Phase::Closed {
            return Err(Refusal::Closed);
        }
        match &command.action {
            Action::Close if who == Who::Server => Ok(self.close()),
            Action::Move { player, square, ply } => self.make_move(*player, Move::Place(*square), *ply, who, when),
            Action::Pass { player, ply } => self.make_move(*player, Move::Pass, *ply, who, when),
            Action::ChooseSide { player, takes_over } => self.choose_side(*player, *takes_over, who, when),
            Action::Begin { moves } => self.begin_with(moves, who),
            Action::SetAway { player, away } => self.set_away(*player, *away, who, when),
            Action::RunOut { player } => self.run_out(*player, who, when),
            Action::RemoveAbsent { player } => self.remove_absent(*player, who, when),
            _ => self.ask_in_match(command, who.device().ok_or(Refusal::NotForServer)?, when, may_seat),
        }
    }

    /// Closes the room. A running match is abandoned, unless a player has flooded the room with requests: that player
    /// loses.
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

    /// The player who has made most requests other than moves, if they outnumber the moves of the match.
    fn filler(&self, game: &RoomMatch) -> Option<Player> {
        let playing = self.movers().filter(|(player, _)| !game.has_forfeited(*player));
        let requests = playing.map(|(player, human)| (self.request_counts(human.device).requests, player));
        let most = requests.max_by_key(|(requests, _)| *requests)?;
        (most.0 as usize > game.record.ply()).then_some(most.1)
    }

    fn set_away(&self, player: Player, away: bool, who: Who, when: Moment) -> Result<Vec<Change>, Refusal> {
        check_server(who)?;
        let human = self.seats[player].human.as_ref().ok_or(Refusal::SeatEmpty { player })?;
        // After an outage, the server repeats it to report the lost time; the absence then starts afresh.
        if when.outage_ms == 0 {
            differs(&human.away_since_ms.is_some(), &away)?;
        }
        if away && self.request_counts(human.device).absences >= Self::MAX_ABSENCES {
            return Err(Refusal::TooOften);
        }
        Ok(vec![Change::Away { player, away }])
    }

    /// A device's seat and its human.
    pub(super) fn own(&self, device: DeviceId) -> Result<(Player, &Human), Refusal> {
        self.humans().find(|(_, human)| human.device == device).ok_or(Refusal::NotSeated)
    }

    pub(super) fn check_host(&self, device: DeviceId) -> Result<(), Refusal> {
        if device == self.host { Ok(()) } else { Err(Refusal::NotHost) }
    }

    /// Refuses while a match is running, since seats are fixed then.
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

/// Refuses a change to the current value.
pub(super) fn differs<T: PartialEq>(now: &T, wanted: &T) -> Result<(), Refusal> {
    if now == wanted { Err(Refusal::Already) } else { Ok(()) }
}
