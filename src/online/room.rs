//! A room as a value: what follows from its events.

use std::collections::{BTreeMap, VecDeque};

use super::fact::Fact;
use super::{
    Change, CommandId, DeviceId, DeviceIds, Event, EventError, Human, RoomCode, RoomMatch, RoomOptions, RoomSeat, Who,
};
use crate::rules::{ByPlayer, Player};

/// A room: what follows from its events, and nothing else.
///
/// ```
/// use irogaeshi::online::*;
/// use irogaeshi::rules::{Player, Variant};
///
/// let options = RoomOptions {
///     variant: Variant::classic(8).unwrap().into(),
///     clock: None,
///     is_public: false,
///     absence_s: 60,
///     substitute: "pupil".parse().unwrap(),
///     seed: 1,
/// };
/// let anna = Who::Device(DeviceToken::new(7).id());
/// let created = Room::create(RoomCode::new(5), options, anna, Moment::at(0)).unwrap();
/// let mut room = Room::new(&created).unwrap();
/// let sit = Action::TakeSeat { player: Player::Black, name: PlayerName::nearest("Anna") };
/// let events = room.decide(&Command { id: CommandId(1), seen: 1, action: sit }, anna, Moment::at(9)).unwrap();
/// for event in &events {
///     room.apply(event).unwrap();
/// }
/// assert_eq!(room.sequence(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    code: RoomCode,
    options: RoomOptions,
    /// The secret of the server, `None` on clients and in rooms of earlier versions.
    pub(super) secret: Option<u64>,
    sequence: u64,
    at_ms: u64,
    pub(super) phase: Phase,
    pub(super) host: DeviceId,
    pub(super) is_locked: bool,
    pub(super) seats: ByPlayer<RoomSeat>,
    pub(super) game: Option<RoomMatch>,
    /// The event that changed each fact last.
    changed: BTreeMap<Fact, u64>,
    /// The last commands of devices that have led to events, the oldest first.
    answers: VecDeque<Answer>,
    /// Requests of each device besides moves, since the match began or ended.
    asides: BTreeMap<DeviceId, Asides>,
}

/// Requests of a device besides moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Asides {
    /// Events that it has asked for besides moves and answers.
    pub(super) asked: u32,
    /// Number of absences since its last move.
    pub(super) absences: u32,
}

/// How far a room is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Humans take seats.
    Waiting,
    /// A match goes on.
    Playing,
    /// The match is over, and there may be another.
    Over,
    /// The room is over.
    Closed,
}

/// That a command has led to events.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    device: DeviceId,
    command: CommandId,
    /// The last of the events.
    sequence: u64,
}

impl Room {
    /// How many commands of each device are known again.
    pub const ANSWERS_A_DEVICE: usize = 16;
    /// How many commands of all devices together are known again.
    pub const MOST_ANSWERS: usize = 256;
    /// The most events in a match that a device can ask for besides moves and the end of the match, so that nobody
    /// fills a room.
    pub const MOST_ASIDE: u32 = 200;
    /// The most absences of a device between two of its moves; later ones are not recorded.
    pub const MOST_ABSENCES: u32 = 20;

    /// The room that was made with this event.
    ///
    /// # Errors
    /// [`EventError`] where it is no first event, or its options cannot be used.
    pub fn new(created: &Event) -> Result<Self, EventError> {
        let (Change::Created { code, options, secret }, Who::Device(host)) = (&created.change, created.who) else {
            return Err(EventError::NotCreated);
        };
        if created.sequence != 1 {
            return Err(EventError::NotNext { expected: 1, found: created.sequence });
        }
        options.check()?;
        let mut room = Self {
            code: *code,
            options: (**options).clone(),
            secret: *secret,
            sequence: 0,
            at_ms: created.at_ms,
            phase: Phase::Waiting,
            host,
            is_locked: false,
            seats: ByPlayer::default(),
            game: None,
            changed: BTreeMap::new(),
            answers: VecDeque::new(),
            asides: BTreeMap::new(),
        };
        room.count(created, None);
        Ok(room)
    }

    /// The room that follows from these events; `None` where there are none.
    ///
    /// # Errors
    /// The first event that cannot be applied, as an [`EventError`].
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Option<Self>, EventError> {
        let mut events = events.into_iter();
        let Some(created) = events.next() else { return Ok(None) };
        let mut room = Self::new(created)?;
        events.try_for_each(|event| room.apply(event))?;
        Ok(Some(room))
    }

    /// What it is called.
    #[must_use]
    pub const fn code(&self) -> RoomCode {
        self.code
    }

    /// What is fixed for it.
    #[must_use]
    pub const fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// The number of its last event.
    #[must_use]
    pub const fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The server's time of its last event.
    #[must_use]
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// How far it is.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who may lock it and fill its seats.
    #[must_use]
    pub const fn host(&self) -> DeviceId {
        self.host
    }

    /// Whether no one else may sit down.
    #[must_use]
    pub const fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// Who sits where.
    #[must_use]
    pub const fn seats(&self) -> &ByPlayer<RoomSeat> {
        &self.seats
    }

    /// The match that goes on or was played last.
    #[must_use]
    pub const fn game(&self) -> Option<&RoomMatch> {
        self.game.as_ref()
    }

    /// Everybody who plays on its board: the seats there are, in their order.
    #[must_use]
    pub fn players(&self) -> Vec<Player> {
        self.options.variant.everybody()
    }

    /// The id of a device in this room. Only the server can tell, as it has the room's secret.
    #[must_use]
    pub const fn id_of(&self, ids: DeviceIds) -> DeviceId {
        if self.secret.is_some() { ids.in_room } else { ids.everywhere }
    }

    /// The seat that a device has taken.
    #[must_use]
    pub fn seat_of(&self, device: DeviceId) -> Option<Player> {
        self.humans().find(|(_, human)| human.device == device).map(|(player, _)| player)
    }

    /// Everybody who sits there, in the order of the players.
    pub fn humans(&self) -> impl Iterator<Item = (Player, &Human)> {
        self.seats.iter().filter_map(|(player, seat)| Some((player, seat.human.as_ref()?)))
    }

    /// Those of them who make their moves themselves.
    pub fn movers(&self) -> impl Iterator<Item = (Player, &Human)> {
        self.seats.iter().filter_map(|(player, seat)| Some((player, seat.mover()?)))
    }

    /// Whether hints and analyses may be shown now: all who play agree, or no match goes on.
    #[must_use]
    pub fn allows_advice(&self) -> bool {
        self.phase != Phase::Playing || self.movers().all(|(_, human)| human.advice)
    }

    /// The last of the events that a command has led to; `None` where it has led to none, or that was long ago.
    #[must_use]
    pub fn answer(&self, device: DeviceId, command: CommandId) -> Option<u64> {
        let is_it = |answer: &&Answer| answer.device == device && answer.command == command;
        self.answers.iter().find(is_it).map(|answer| answer.sequence)
    }

    /// The event that changed any of these facts last; 0 where none has.
    pub(super) fn last_change(&self, facts: &[Fact]) -> u64 {
        facts.iter().filter_map(|fact| self.changed.get(fact)).copied().max().unwrap_or(0)
    }

    /// Requests of a device besides moves, since the match began or ended.
    pub(super) fn asides(&self, device: DeviceId) -> Asides {
        self.asides.get(&device).copied().unwrap_or_default()
    }

    fn count_asides(&mut self, event: &Event) {
        match event.change {
            Change::Started | Change::Ended { .. } => self.asides.clear(),
            Change::Moved { player, .. } => {
                let mover = self.seats[player].mover().and_then(|human| self.asides.get_mut(&human.device));
                if let Some(asides) = mover {
                    asides.absences = 0;
                }
            }
            Change::Away { player, away: true } => {
                if let Some(human) = &self.seats[player].human {
                    self.asides.entry(human.device).or_default().absences += 1;
                }
            }
            ref change if change.is_aside() => {
                if let Some(device) = event.who.device() {
                    self.asides.entry(device).or_default().asked += 1;
                }
            }
            _ => {}
        }
    }

    /// Goes on by one event.
    ///
    /// # Errors
    /// Why it cannot follow, as an [`EventError`]; the room is then unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        let expected = self.sequence + 1;
        if event.sequence != expected {
            return Err(EventError::NotNext { expected, found: event.sequence });
        }
        let moved = match &event.change {
            Change::SeatTaken { .. } => event.who.device(),
            Change::SeatLeft { player } => self.seats[*player].human.as_ref().map(|human| human.device),
            _ => None,
        };
        let before = (event.stood_ms > 0).then(|| self.clone());
        if event.stood_ms > 0 {
            self.stand(event.stood_ms);
        }
        if let Err(error) = self.change(event) {
            if let Some(before) = before {
                *self = before;
            }
            return Err(error);
        }
        self.count(event, moved);
        Ok(())
    }

    /// Leaves `stood_ms` milliseconds in which nobody could move out of clocks and absences.
    pub(super) fn stand(&mut self, stood_ms: u64) {
        if let Some(game) = &mut self.game {
            game.clock.stand(stood_ms);
        }
        for player in Player::ALL {
            let human = self.seats[player].human.as_mut();
            if let Some(since_ms) = human.and_then(|human| human.away_since_ms.as_mut()) {
                *since_ms = since_ms.saturating_add(stood_ms);
            }
        }
    }

    fn count(&mut self, event: &Event, moved: Option<DeviceId>) {
        self.sequence = event.sequence;
        self.at_ms = self.at_ms.max(event.at_ms);
        self.changed.extend(event.change.facts(moved).into_iter().map(|fact| (fact, event.sequence)));
        self.count_asides(event);
        let (Some(command), Some(device)) = (event.command, event.who.device()) else { return };
        self.answers.retain(|answer| (answer.device, answer.command) != (device, command));
        self.answers.push_back(Answer { device, command, sequence: event.sequence });
        let of_device = self.answers.iter().filter(|answer| answer.device == device).count();
        if of_device > Self::ANSWERS_A_DEVICE {
            let oldest = self.answers.iter().position(|answer| answer.device == device);
            oldest.and_then(|oldest| self.answers.remove(oldest));
        }
        if self.answers.len() > Self::MOST_ANSWERS {
            self.answers.pop_front();
        }
    }
}
