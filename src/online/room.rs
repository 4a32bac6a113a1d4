//! A room as a value computed from its events.

use std::collections::{BTreeMap, VecDeque};

use super::fact::Fact;
use super::{
    Change, CommandId, DeviceId, DeviceIds, Event, EventError, Human, RoomCode, RoomMatch, RoomOptions, RoomSeat, Who,
};
use crate::rules::{ByPlayer, Player};

/// A room, computed from its events and nothing else.
///
/// ```
/// use irogaeshi::cpu::CpuPlayer;
/// use irogaeshi::online::*;
/// use irogaeshi::rules::{Player, Start, Variant};
///
/// let options = RoomOptions {
///     variant: Variant::classic(8).unwrap().into(),
///     clock: None,
///     start: Start::Normal,
///     swap: false,
///     is_public: false,
///     absence_s: 60,
///     substitute: "pupil".parse().unwrap(),
///     seed: 1,
/// };
/// let anna = Who::Device(DeviceToken::new(7).id());
/// let created = Room::create(RoomCode::new(5), options, anna, Moment::at(0), CpuPlayer::may_sit_in_room).unwrap();
/// let mut room = Room::new(&created).unwrap();
/// let sit = Action::TakeSeat { player: Player::Black, name: PlayerName::nearest("Anna") };
/// let command = Command { id: CommandId(1), seen: 1, action: sit };
/// let events = room.decide(&command, anna, Moment::at(9), CpuPlayer::may_sit_in_room).unwrap();
/// for event in &events {
///     room.apply(event).unwrap();
/// }
/// assert_eq!(room.sequence(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    code: RoomCode,
    options: RoomOptions,
    /// Secret of the server; `None` on clients and in rooms of earlier versions.
    pub(super) secret: Option<u64>,
    sequence: u64,
    at_ms: u64,
    pub(super) phase: Phase,
    pub(super) host: DeviceId,
    pub(super) is_locked: bool,
    pub(super) seats: ByPlayer<RoomSeat>,
    pub(super) game: Option<RoomMatch>,
    /// Number of the last event that changed each fact.
    changed: BTreeMap<Fact, u64>,
    /// Recent commands that have caused events, oldest first.
    answers: VecDeque<Answer>,
    /// Version of clients that know all its events.
    version: u32,
    /// Counts for each device since the match began or ended.
    request_counts: BTreeMap<DeviceId, RequestCounts>,
}

/// Counts of a device's requests, which are limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RequestCounts {
    /// Number of requests, not counting moves and answers.
    pub(super) requests: u32,
    /// Number of absences since its last move.
    pub(super) absences: u32,
}

/// Stage of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Waiting for players.
    Waiting,
    /// A match is running.
    Playing,
    /// The match is over; a rematch may follow.
    Over,
    /// The room is closed.
    Closed,
}

/// Record of a command that has caused events.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Answer {
    device: DeviceId,
    command: CommandId,
    /// Sequence number of the last of those events.
    sequence: u64,
}

impl Room {
    /// Number of recent commands remembered for each device.
    pub const ANSWERS_A_DEVICE: usize = 16;
    /// Number of recent commands remembered for all devices together.
    pub const MAX_ANSWERS: usize = 256;
    /// Maximum requests of a device in a match, not counting moves, answers and the end of the match, so that nobody
    /// can fill a room.
    pub const MAX_REQUESTS: u32 = 200;
    /// Maximum recorded absences of a device between two of its moves.
    pub const MAX_ABSENCES: u32 = 20;

    /// Creates a room from its first event.
    ///
    /// # Errors
    /// [`EventError`] if the event does not create a room, or its options are invalid.
    pub fn new(created: &Event) -> Result<Self, EventError> {
        let (Change::Created { code, options, secret }, Who::Device(host)) = (&created.change, created.who) else {
            return Err(EventError::NotCreated);
        };
        if created.sequence != 1 {
            return Err(EventError::NotNext { expected: 1, found: created.sequence });
        }
        options.check_rules()?;
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
            version: 1,
            request_counts: BTreeMap::new(),
        };
        room.count(created, None);
        Ok(room)
    }

    /// Rebuilds a room from its events; `None` if there are none.
    ///
    /// # Errors
    /// [`EventError`] of the first event that cannot be applied.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a Event>) -> Result<Option<Self>, EventError> {
        let mut events = events.into_iter();
        let Some(created) = events.next() else { return Ok(None) };
        let mut room = Self::new(created)?;
        events.try_for_each(|event| room.apply(event))?;
        Ok(Some(room))
    }

    /// The room's name.
    #[must_use]
    pub const fn code(&self) -> RoomCode {
        self.code
    }

    /// Version of clients that know all events of the room, as [`RoomOptions::version`].
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The room's fixed options.
    #[must_use]
    pub const fn options(&self) -> &RoomOptions {
        &self.options
    }

    /// Sequence number of the last event.
    #[must_use]
    pub const fn sequence(&self) -> u64 {
        self.sequence
    }

    /// Server time of the last event, in milliseconds since the beginning of 1970 (UTC).
    #[must_use]
    pub const fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The room's stage.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The host, who may lock the room and fill its seats.
    #[must_use]
    pub const fn host(&self) -> DeviceId {
        self.host
    }

    /// Returns whether the room is locked for newcomers.
    #[must_use]
    pub const fn is_locked(&self) -> bool {
        self.is_locked
    }

    /// The seats and their occupants.
    #[must_use]
    pub const fn seats(&self) -> &ByPlayer<RoomSeat> {
        &self.seats
    }

    /// The running match, or the last one.
    #[must_use]
    pub const fn game(&self) -> Option<&RoomMatch> {
        self.game.as_ref()
    }

    /// The players of the room's board, which are its seats, in playing order.
    #[must_use]
    pub fn players(&self) -> Vec<Player> {
        self.options.variant.everybody()
    }

    /// A device's id in this room. Only the server can compute it, since it has the room's secret.
    #[must_use]
    pub const fn id_of(&self, ids: DeviceIds) -> DeviceId {
        if self.secret.is_some() { ids.in_room } else { ids.everywhere }
    }

    /// The seat of a device.
    #[must_use]
    pub fn seat_of(&self, device: DeviceId) -> Option<Player> {
        self.humans().find(|(_, human)| human.device == device).map(|(player, _)| player)
    }

    /// All humans with a seat, in playing order.
    pub fn humans(&self) -> impl Iterator<Item = (Player, &Human)> {
        self.seats.iter().filter_map(|(player, seat)| Some((player, seat.human.as_ref()?)))
    }

    /// The humans who make their own moves, because no CPU player has replaced them.
    pub fn movers(&self) -> impl Iterator<Item = (Player, &Human)> {
        self.seats.iter().filter_map(|(player, seat)| Some((player, seat.mover()?)))
    }

    /// Returns whether hints and analysis are allowed now: no match is running, or all its humans agree.
    #[must_use]
    pub fn allows_advice(&self) -> bool {
        self.phase != Phase::Playing || self.movers().all(|(_, human)| human.advice)
    }

    /// Sequence number of the last event caused by a command; `None` if it caused none, or too long ago.
    #[must_use]
    pub fn answer(&self, device: DeviceId, command: CommandId) -> Option<u64> {
        let is_it = |answer: &&Answer| answer.device == device && answer.command == command;
        self.answers.iter().find(is_it).map(|answer| answer.sequence)
    }

    /// Number of the last event that changed any of these facts; 0 if none has.
    pub(super) fn last_change(&self, facts: &[Fact]) -> u64 {
        facts.iter().filter_map(|fact| self.changed.get(fact)).copied().max().unwrap_or(0)
    }

    /// A device's counts since the match began or ended.
    pub(super) fn request_counts(&self, device: DeviceId) -> RequestCounts {
        self.request_counts.get(&device).copied().unwrap_or_default()
    }

    fn count_requests(&mut self, event: &Event) {
        match event.change {
            Change::Started | Change::Ended { .. } => self.request_counts.clear(),
            Change::Moved { player, .. } | Change::Passed { player, .. } => {
                let mover = self.seats[player].mover().and_then(|human| self.request_counts.get_mut(&human.device));
                if let Some(counts) = mover {
                    counts.absences = 0;
                }
            }
            Change::Away { player, away: true } => {
                if let Some(human) = &self.seats[player].human {
                    self.request_counts.entry(human.device).or_default().absences += 1;
                }
            }
            ref change if change.is_limited() => {
                if let Some(device) = event.who.device() {
                    self.request_counts.entry(device).or_default().requests += 1;
                }
            }
            _ => {}
        }
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// [`EventError`] if the event cannot follow. The room is then unchanged.
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
        let before = (event.outage_ms > 0).then(|| self.clone());
        if event.outage_ms > 0 {
            self.exclude_outage(event.outage_ms);
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

    /// Excludes `outage_ms` milliseconds, in which no server could take a move, from clocks and absences.
    pub(super) fn exclude_outage(&mut self, outage_ms: u64) {
        if let Some(game) = &mut self.game {
            game.clock.exclude_outage(outage_ms);
        }
        for player in Player::ALL {
            let human = self.seats[player].human.as_mut();
            if let Some(since_ms) = human.and_then(|human| human.away_since_ms.as_mut()) {
                *since_ms = since_ms.saturating_add(outage_ms);
            }
        }
    }

    fn count(&mut self, event: &Event, moved: Option<DeviceId>) {
        self.sequence = event.sequence;
        self.version = self.version.max(event.change.version());
        self.at_ms = self.at_ms.max(event.at_ms);
        self.changed.extend(event.change.facts(moved).into_iter().map(|fact| (fact, event.sequence)));
        self.count_requests(event);
        let (Some(command), Some(device)) = (event.command, event.who.device()) else { return };
        self.answers.retain(|answer| (answer.device, answer.command) != (device, command));
        self.answers.push_back(Answer { device, command, sequence: event.sequence });
        let of_device = self.answers.iter().filter(|answer| answer.device == device).count();
        if of_device > Self::ANSWERS_A_DEVICE {
            let oldest = self.answers.iter().position(|answer| answer.device == device);
            oldest.and_then(|oldest| self.answers.remove(oldest));
        }
        if self.answers.len() > Self::MAX_ANSWERS {
            self.answers.pop_front();
        }
    }
}
